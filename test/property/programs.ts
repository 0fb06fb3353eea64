// Random valid programs in the public DSL: leaves of every kind (buffers by row, column, group and number; slices;
// scalars; indices), expressions over them, and outputs for all that nothing else uses.
import {
  program,
  type DType,
  type Output,
  type OutputDType,
  type ProgramBuilder,
  type RowMask,
  type RowScalar,
  type Tile,
  type TileProgram,
} from '../../lib/index.js';
import { inputDTypes, outputDTypes } from '../../lib/ir/dtype.js';
import { constant, Expressions, type Value } from './expressions.js';
import { interval } from './interval.js';
import { makeLoop, tileDim } from './loops.js';
import type { Random } from '../support/draws.js';

/** What the numbers of an input are like. */
export const fillings = {
  ordinary: interval(-2, 2),
  positive: interval(0.5, 2),
  integers: interval(-8, 8),
  large: interval(-1e4, 1e4),
  /** Ordinary ones with NaN, infinities, zeros, and the smallest and largest numbers among them. */
  special: interval(-2, 2),
  /** Of an i32: any index. */
  indices: interval(-50, 50),
  /** Of an i32: numbers of rows. */
  rowNumbers: interval(0, 3),
  /** Of an i32 scalar: rows of a group. */
  groupSize: interval(1, 5),
} as const;
export type Filling = keyof typeof fillings;

export interface MadeProgram {
  readonly program: TileProgram;
  /** Compiled without extents: one kernel for every length. */
  readonly flat: boolean;
  /** By input and scalar. */
  readonly fillings: ReadonlyMap<string, Filling>;
  /** Dims whose extents are free; those of `program.dims` beyond them are as long as their slices need. */
  readonly freeDims: readonly string[];
}

/** An input that is read by slices. */
interface Sliced {
  readonly tile: Tile;
  readonly filling: Filling;
  readonly dim: string;
}

const mostBuffers = 6;
const mostOutputs = 4;

/** A program of about `steps` random ops. */
export function makeProgram(random: Random, steps: number): MadeProgram {
  const flat = random.chance(0.12);
  const maker: { value?: Maker } = {};
  const made = program('random', (b) => {
    maker.value = new Maker(b, random, flat);
    maker.value.build(steps);
  });
  const { fillings: byName, freeDims } = maker.value as Maker;
  return {
    program: made,
    flat,
    fillings: byName,
    freeDims: freeDims.filter((dim) => made.dims.includes(dim)),
  };
}

class Maker {
  readonly #b: ProgramBuilder;
  readonly #random: Random;
  readonly #flat: boolean;
  readonly #isGrid: boolean;
  readonly #expressions: Expressions;
  readonly fillings = new Map<string, Filling>();
  /** Dims of tiles, and of grid and tiles. */
  readonly #dims: string[];
  readonly freeDims: string[];
  /** Inputs that are read by slices. */
  readonly #sliced: Sliced[] = [];
  #groupSize: RowScalar | undefined;
  #rowNumbers: RowScalar | undefined;
  #buffers = 0;
  #names = 0;

  constructor(b: ProgramBuilder, random: Random, flat: boolean) {
    this.#b = b;
    this.#random = random;
    this.#flat = flat;
    this.#isGrid = !flat && random.chance(0.15);
    this.#dims = !flat && random.chance(0.3) ? ['n', 'm'] : ['n'];
    this.freeDims = this.#isGrid ? [...this.#dims, 'inner'] : [...this.#dims];
    this.#expressions = new Expressions(b, random.fork('expressions'), (element, dim) =>
      this.#leaf(element, dim),
    );
    if (this.#isGrid) b.grid('inner');
  }

  build(steps: number): void {
    const e = this.#expressions;
    const loops = this.#flat
      ? 0
      : this.#random.weighted([
          [6, 0],
          [3, 1],
          [1, 2],
        ]);
    for (let step = 0; step < steps; ++step) e.step(this.#dims, this.#flat);
    if (!this.#flat && this.#random.chance(0.15)) this.#normalize();
    const rescues = !this.#flat && this.#random.chance(0.15);
    // A rescue comes before every store.
    for (let loop = 0; loop < loops; ++loop) this.#loop(this.#random.int(1, 4), !rescues);
    if (rescues) this.#rescue();
    if (rescues && this.#random.chance(0.3)) this.#loop(this.#random.int(1, 3), true);
    this.#store();
  }

  /** Something dear to compute that waits for a reduction of itself, as softmax's exponentials do. */
  #normalize(): void {
    const e = this.#expressions;
    const bounded = e.apply('tanh', [e.number(this.#random.pick(this.#dims))]);
    const dear = e.apply(this.#random.pick(['exp', 'exp2'] as const), [bounded]);
    e.apply('div', [dear, e.reduce(this.#random.pick(['sum', 'mean', 'max'] as const), dear)]);
  }

  #loop(steps: number, stores: boolean): void {
    const dim = this.#random.pick(this.#dims);
    this.freeDims.push(tileDim);
    makeLoop(
      {
        b: this.#b,
        random: this.#random,
        outer: this.#expressions,
        dim,
        source: () => {
          const isSlice = this.#random.chance(0.25);
          const { handle, filling } = isSlice ? this.#part(dim) : this.#input(dim, this.#numberType());
          return { handle: handle as Tile, range: fillings[filling] };
        },
        output: () => this.#output(dim),
        stores,
      },
      steps,
    );
  }

  #leaf(element: 'f32' | 'i32', dim: string | undefined): Value {
    if (element === 'f32') return dim === undefined ? this.#scalar() : this.#tile(dim);
    return this.#index(dim);
  }

  #value(handle: object, dim: string | undefined, filling: Filling, element: 'f32' | 'i32' = 'f32'): Value {
    const known = this.#expressions.pool.find((value) => value.handle === handle);
    if (known !== undefined) return known;
    const value = { handle, element, dim, range: fillings[filling], used: false };
    this.#expressions.pool.push(value);
    return value;
  }

  #tile(dim: string): Value {
    const random = this.#random;
    if (this.#buffers >= mostBuffers) {
      const old = this.#expressions.pool.filter((value) => value.element === 'f32' && value.dim === dim);
      if (old.length > 0) return random.pick(old);
    }
    if (!this.#flat && random.chance(0.25)) return this.#slice(dim);
    const { handle, filling } = this.#input(dim, this.#numberType());
    return this.#value(handle, dim, filling);
  }

  #slice(dim: string): Value {
    const { handle, filling } = this.#part(dim);
    return this.#value(handle, dim, filling);
  }

  /** A slice of an input that is read by slices. */
  #part(dim: string): { handle: Tile; filling: Filling } {
    const random = this.#random;
    const isNew = this.#sliced.length === 0 || (this.#buffers < mostBuffers && random.chance(0.5));
    if (isNew) {
      const wide = `w${this.#sliced.length}`;
      const { handle, filling } = this.#input(wide, this.#numberType());
      this.#sliced.push({ tile: handle as Tile, filling, dim: wide });
    }
    const { tile, filling } = isNew ? (this.#sliced.at(-1) as Sliced) : random.pick(this.#sliced);
    const offset = random.pick([0, 0, 1, 2, 5, 'n', '2*n + 1', ...(this.#dims.length > 1 ? ['m + 3'] : [])]);
    const stride = random.pick([1, 1, 1, 2, 2, 3, 4, 5, 7]);
    return { handle: tile.slice({ dim, offset, stride }), filling };
  }

  /** A value per row, or for the whole launch. */
  #scalar(): Value {
    const random = this.#random;
    const kind = random.weighted([
      [3, 'constant'],
      [3, 'scalar'],
      [this.#flat || this.#buffers >= mostBuffers ? 0 : 4, 'input'],
    ] as const);
    if (kind === 'constant') return this.#expressions.constantValue(random.int(-6, 6) / 2);
    if (kind === 'input') {
      const { handle, filling } = this.#input('one', this.#numberType());
      return this.#value(handle, undefined, filling);
    }
    const filling = random.pick(['ordinary', 'positive', 'integers'] as const);
    return this.#value(this.#declareScalar('f32', filling), undefined, filling);
  }

  #index(dim: string | undefined): Value {
    const random = this.#random;
    const b = this.#b;
    if (dim !== undefined) {
      if (!this.#flat && (this.#buffers >= mostBuffers || random.chance(0.5)))
        return this.#value(b.columnIndex(dim), dim, 'indices', 'i32');
      return this.#value(this.#input(dim, 'i32').handle, dim, 'indices', 'i32');
    }
    const kind = random.weighted([
      [2, 'scalar'],
      [this.#flat ? 0 : 2, 'row'],
      [this.#isGrid ? 4 : 0, 'inner'],
      [this.#flat || this.#buffers >= mostBuffers ? 0 : 2, 'input'],
    ] as const);
    switch (kind) {
      case 'scalar':
        return this.#value(this.#declareScalar('i32', 'indices'), undefined, 'indices', 'i32');
      case 'row':
        return this.#value(b.rowIndex(), undefined, 'indices', 'i32');
      case 'inner':
        return this.#value(b.innerIndex(), undefined, 'indices', 'i32');
      case 'input':
        return this.#value(this.#input('one', 'i32').handle, undefined, 'indices', 'i32');
    }
  }

  #numberType(): DType {
    return this.#random.pick(inputDTypes.filter((dtype) => dtype !== 'i32').concat('f32', 'f32'));
  }

  #declareScalar(dtype: 'f32' | 'i32', filling: Filling): RowScalar {
    const name = `s${this.#names++}`;
    this.fillings.set(name, filling);
    return this.#b.scalar(name, { dtype });
  }

  /** Declares an input of any access that the program may have. */
  #input(dim: string, dtype: DType): { handle: Tile | RowScalar; filling: Filling } {
    const random = this.#random;
    const filling =
      dtype === 'i32'
        ? 'indices'
        : dtype === 'i8'
          ? 'integers'
          : random.weighted([
              [10, 'ordinary'],
              [3, 'positive'],
              [3, 'integers'],
              [1, 'large'],
              [2, 'special'],
            ] as const);
    const indirect = this.#flat || this.#isGrid ? 0 : 1;
    const access = random.weighted([
      [6, 'row'],
      [this.#flat ? 0 : 2, 'column'],
      [indirect, 'group'],
      [indirect, 'gather'],
    ] as const);
    const by = access === 'group' ? this.#group() : access === 'gather' ? this.#gather() : undefined;
    ++this.#buffers;
    const name = `x${this.#names++}`;
    this.fillings.set(name, filling);
    const options = { access, dtype, dim, ...(by === undefined ? {} : { by }) };
    return { handle: this.#b.input(name, options), filling };
  }

  #group(): RowScalar {
    return (this.#groupSize ??= this.#declareScalar('i32', 'groupSize'));
  }

  #gather(): RowScalar {
    if (this.#rowNumbers !== undefined) return this.#rowNumbers;
    const isGrouped = this.#random.chance(0.4);
    const by = isGrouped ? ({ access: 'group', by: this.#group() } as const) : {};
    const name = `r${this.#names++}`;
    this.fillings.set(name, 'rowNumbers');
    return (this.#rowNumbers = this.#b.input(name, { dtype: 'i32', dim: 'one', ...by }));
  }

  /** Rows for which a scalar of theirs lies on one side of something that about half of them have. */
  #rescue(): void {
    const e = this.#expressions;
    const scalars = e.pool.filter((value) => value.element === 'f32' && value.dim === undefined);
    const scalar =
      scalars.length > 0 && this.#random.chance(0.5)
        ? this.#random.pick(scalars)
        : e.reduce(
            this.#random.pick(['mean', 'max', 'min'] as const),
            e.number(this.#random.pick(this.#dims)),
          );
    const { lo, hi } = scalar.range;
    const middle = Number.isFinite(lo + hi) ? lo + (hi - lo) * this.#random.between(0.3, 0.7) : 0;
    const condition = e.apply(this.#random.pick(['gt', 'lt', 'le'] as const), [scalar, constant(middle)]);
    const asked = this.#random.chance(0.5) ? e.apply('not', [condition]) : condition;
    asked.used = true;
    this.#b.rescue(asked.handle as RowMask);
  }

  /** Every value that nothing uses ends in an output, by itself or within another. */
  #store(): void {
    const e = this.#expressions;
    const random = this.#random;
    const unused = () => e.pool.filter(({ used }) => !used);
    for (const value of unused()) {
      if (value.element === 'i1') e.select(value, value.dim);
      else if (value.element === 'i32') e.toFloat(value);
    }
    // Selecting may have used conditions' leaves up, or made new ones.
    for (const value of unused()) if (value.element === 'i32') e.toFloat(value);
    for (
      let values = unused();
      values.length > mostOutputs || (values.length > 1 && random.chance(0.4));
      values = unused()
    )
      this.#join(values);
    // All are used where the last of them asks for rescue.
    const values = unused().length > 0 ? unused() : [e.number('n')];
    const tiles = values.filter(({ dim }) => dim !== undefined);
    for (const value of values.filter(({ dim }) => dim === undefined)) {
      if (this.#flat) this.#output(random.pick(this.#dims)).store(this.#spread(value));
      else this.#output('one').store(value.handle as RowScalar);
    }
    while (tiles.length > 0) {
      if (!this.#flat && random.chance(0.3)) this.#storeSlices(tiles);
      else {
        const { handle, dim } = tiles.pop() as Value;
        this.#output(dim as string).store(handle as Tile);
      }
    }
  }

  /** A scalar as a tile: every output of a kernel for every length is one. */
  #spread(value: Value): Tile {
    const tile = this.#expressions.number(this.#dims[0]);
    return this.#expressions.apply('add', [tile, value]).handle as Tile;
  }

  #join(values: readonly Value[]): void {
    const e = this.#expressions;
    const random = this.#random;
    const [a, b] = [values[0], random.pick(values.slice(1))];
    const op = random.pick(['add', 'sub', 'max', 'min', 'add'] as const);
    if (a.dim === b.dim || b.dim === undefined) e.apply(op, [a, b]);
    else if (a.dim === undefined) e.apply(op, [b, a]);
    else e.reduce(random.pick(['mean', 'max', 'sum'] as const), a);
  }

  #output(dim: string): Output {
    const dtype: OutputDType = this.#random.pick([...outputDTypes, 'f32', 'f32']);
    return this.#b.output(`y${this.#names++}`, { dim, dtype });
  }

  /** Up to three tiles, or one of them several times, to disjoint slices of one output. */
  #storeSlices(tiles: Value[]): void {
    const random = this.#random;
    const wide = random.pick([`o${this.#names}`, ...this.#sliced.map(({ dim }) => dim)]);
    const output = this.#output(wide);
    const count = random.int(1, 3);
    const values = Array.from({ length: count }, (_, i) =>
      tiles.length > 0 && (i === 0 || random.chance(0.6)) ? (tiles.pop() as Value) : undefined,
    );
    const first = values[0] as Value;
    const interleaved = random.chance(0.5);
    const stride = interleaved ? random.int(count, 4) : random.pick([1, 1, 2]);
    const ends: string[] = [];
    values.forEach((given, i) => {
      const value = given ?? first;
      const dim = value.dim as string;
      const offset = interleaved ? i : [...ends, String(random.int(0, 2) * Number(i > 0))].join(' + ');
      output.store(value.handle as Tile, { dim, offset, stride });
      ends.push(stride === 1 ? dim : `${stride}*${dim}`, '2');
    });
  }
}
