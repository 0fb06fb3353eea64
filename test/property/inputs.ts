// Random shapes, and the numbers of a program's inputs.
import type { BufferParam, DType, InputParam, Slice, TileProgram } from '../../lib/index.js';
import { boundSlice, extentOf, type Extents } from '../../lib/ir/json.js';
import { isBuffer } from '../../lib/ir/types.js';
import type { TilePart } from '../../lib/reference/evaluate.js';
import { programsPerRow, rowExtentOf, rowsNeeded } from '../../lib/runtime/rows.js';
import { decode, encode, newStorage } from '../support/storage.js';
import type { RowSource } from './bounds.js';
import { tileDim } from './loops.js';
import type { Layout } from '../support/placed.js';
import { fillings, type Filling, type MadeProgram } from './programs.js';
import type { Random } from '../support/draws.js';

/** Rows of a buffer that is read by row numbers: these are from 0 to 3. */
const gatheredRows = 4;

/** Mostly short, around every vector, around the logical lanes and chunks of the reduction order. */
function makeExtent(random: Random): number {
  return random.weighted<() => number>([
    [45, () => random.int(1, 20)],
    [25, () => Math.max(1, random.pick([2, 4, 8, 16, 32, 48]) + random.int(-1, 1))],
    [16, () => random.pick([63, 64, 65, 127, 128, 129])],
    [8, () => random.int(66, 300)],
    [2, () => random.pick([511, 1023, 1024, 1025])],
    [1, () => random.pick([8191, 8192, 8193, 16385])],
  ])();
}

/** Extents of a program's dims. */
export function makeShape(random: Random, { program, freeDims }: MadeProgram): Record<string, number> {
  const shape: Record<string, number> = {};
  for (const dim of freeDims)
    shape[dim] =
      dim === 'inner'
        ? random.pick([1, 2, 3, 5, 7, 15, 16, 17, 33])
        : dim === tileDim
          ? random.pick([1, 2, 3, 5, 8, 13, 16, 17, 32, 64, 100, 1024, 8200])
          : makeExtent(random);
  const wide: Record<string, number> = {};
  for (const op of program.ops) {
    if ((op.op !== 'load' && op.op !== 'store') || op.slice === undefined) continue;
    const { dim } = program.params.find(({ name }) => name === op.param) as BufferParam;
    wide[dim] = Math.max(wide[dim] ?? 0, endOf(op.slice, shape));
  }
  for (const [dim, extent] of Object.entries(wide)) shape[dim] = extent + random.pick([0, 0, 1, 3]);
  return shape;
}

/** Elements that a row has at least to hold a slice. */
function endOf(slice: Slice, extents: Extents): number {
  const { offset, extent, stride } = boundSlice(slice, extents);
  return offset + (extent - 1) * stride + 1;
}

const specials = [
  ...[0, -0, 1, -1, NaN, Infinity, -Infinity, 3.4e38, -3.4e38, 1e-38, 1e-40, -1e-45],
  ...[1e19, -1e-20, 16777216, 65504, 65520, 6e-8, 88.7, -103.9, 1e6],
];

function makeNumber(random: Random, filling: Filling): number {
  const { lo, hi } = fillings[filling];
  switch (filling) {
    case 'special':
      return random.chance(0.15) ? random.pick(specials) : random.between(lo, hi);
    case 'integers':
    case 'rowNumbers':
    case 'groupSize':
      return random.int(lo, hi);
    case 'indices':
      return random.chance(0.02) ? random.pick([-(2 ** 31), 2 ** 31 - 1, 16777217]) : random.int(lo, hi);
    default:
      return random.between(lo, hi);
  }
}

type Elements = ReturnType<typeof newStorage>;

function makeElements(random: Random, dtype: DType, filling: Filling, length: number): Elements {
  const elements = newStorage(dtype, length);
  for (let i = 0; i < length; ++i) {
    const number = makeNumber(random, filling);
    elements[i] = dtype === 'i32' ? number : encode(number, dtype);
  }
  return elements;
}

/** The inputs of a program at one shape, for at most `rows` rows, and where its buffers lie. */
export class Inputs {
  readonly program: TileProgram;
  readonly extents: Extents;
  readonly rows: number;
  readonly inner: number;
  readonly elements = new Map<string, Elements>();
  readonly scalars = new Map<string, number>();
  readonly layouts = new Map<string, Layout>();

  constructor(
    random: Random,
    { program, fillings: byName, flat }: MadeProgram,
    extents: Extents,
    rows: number,
  ) {
    this.program = program;
    this.extents = extents;
    this.rows = rows;
    this.inner = programsPerRow(program, extents);
    for (const param of program.params) {
      const own = random.fork(param.name);
      const filling = byName.get(param.name) as Filling;
      if (!isBuffer(param)) {
        const number = makeNumber(own, filling);
        this.scalars.set(param.name, param.dtype === 'f32' ? Math.fround(number) : number);
      }
    }
    for (const param of program.params) {
      if (!isBuffer(param)) continue;
      const own = random.fork(param.name);
      const extent = rowExtentOf(param, program, extents);
      const padded = !flat && param.access !== 'column' && own.chance(0.4);
      const rowStride = extent + (padded ? own.pick([1, 2, 3, 8, 17, 64]) : 0);
      this.layouts.set(param.name, { param, extent, rowStride, shift: own.int(0, 19) });
      if (param.kind === 'output') continue;
      const count = this.rowsOf(param, rows) * extent;
      this.elements.set(param.name, makeElements(own, param.dtype, byName.get(param.name) as Filling, count));
    }
  }

  /** Rows that a buffer has in a launch of `rows` rows. */
  rowsOf(param: BufferParam, rows: number): number {
    if (param.access === 'gather') return gatheredRows;
    if (param.access === 'column') return 1;
    return rowsNeeded(param, rows, (name) => this.scalars.get(name) as number);
  }

  /** The row of a buffer that a row of the launch works on. */
  #rowOf(param: InputParam, row: number): number {
    switch (param.access) {
      case 'row':
        return row;
      case 'column':
        return 0;
      case 'group':
        return Math.floor(row / (this.scalars.get(param.by as string) as number));
      case 'gather': {
        const numbers = this.program.params.find(({ name }) => name === param.by) as InputParam;
        return (this.elements.get(numbers.name) as Elements)[this.#rowOf(numbers, row)];
      }
    }
  }

  /** One program's inputs as numbers. */
  source(row: number, inner: number): RowSource {
    return {
      row,
      inner,
      scalar: (name) => this.scalars.get(name) as number,
      load: (name, slice, tile) => {
        const { param, extent: rowExtent } = this.layouts.get(name) as Layout;
        const elements = this.elements.get(name) as Elements;
        const isRow = param.access === 'row';
        const start = this.#rowOf(param as InputParam, row) * rowExtent + (isRow ? inner : 0);
        const { offset, extent, stride } = this.partOf(param, slice, tile);
        const pitch = isRow ? this.inner : 1;
        return Float64Array.from({ length: extent }, (_, e) =>
          decode(elements[start + (offset + e * stride) * pitch], param.dtype),
        );
      },
    };
  }

  partOf(param: BufferParam, slice: Slice | undefined, tile?: TilePart) {
    const whole =
      slice === undefined
        ? { offset: 0, extent: extentOf(param.dim, this.extents), stride: 1 }
        : boundSlice(slice, this.extents);
    if (tile === undefined) return whole;
    return { ...whole, offset: whole.offset + tile.start * whole.stride, extent: tile.extent };
  }

  /** 1 for each element of a row of an output that the program stores. */
  storedElements(output: BufferParam): Uint8Array {
    const { extent: rowExtent } = this.layouts.get(output.name) as Layout;
    const stored = new Uint8Array(rowExtent);
    for (const op of this.program.ops) {
      if (op.op !== 'store' || op.param !== output.name) continue;
      const { offset, extent, stride } = this.partOf(output, op.slice);
      for (let e = 0; e < extent; ++e) {
        const first = (offset + e * stride) * this.inner;
        stored.fill(1, first, first + this.inner);
      }
    }
    return stored;
  }
}
