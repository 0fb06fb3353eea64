// program(): where a tile program is written. The callback describes what happens to one row; nothing runs then.
import { describe, invalidIr, invalidType, invalidValue } from '../errors.js';
import { inputDTypes, outputDTypes } from '../ir/dtype.js';
import { TileProgram } from '../ir/program.js';
import { bufferAccesses, one, type BufferAccess, type DType, type OutputDType } from '../ir/types.js';
import { checkKeys, checkName } from './check.js';
import { Graph } from './graph.js';
import {
  buildLoop,
  type Carried,
  type CarryStart,
  type CarryTileStart,
  type LoopOptions,
  type LoopTile,
  type NextCarried,
} from './loop.js';
import { Output } from './output.js';
import { operand, rowCondition, RowScalar, Tile, wrap, type RowMask } from './values.js';

/** How an input is indexed. */
export interface InputOptions {
  /** `row` (default): row r of the launch reads row r. `column`: one vector that all rows share, such as a weight. */
  readonly access?: BufferAccess | undefined;
  /**
   * What `group` and `gather` go by. `group`: an i32 scalar n; n rows in a row share one row of the buffer. `gather`: an
   * i32 input of dim `one`, which holds the number of the buffer's row for each row of the launch.
   */
  readonly by?: RowScalar | undefined;
  /** What the buffer holds; `f32` by default. It is converted to f32 as it is loaded, but for i32, which gives indices. */
  readonly dtype?: DType | undefined;
  /** Name of the extent that `compile` binds; `cols` by default. `one` makes it one value per row. */
  readonly dim?: string | undefined;
}

/** How a scalar is passed. */
export interface ScalarOptions {
  /** `f32` (default), or `i32` for an index. */
  readonly dtype?: 'f32' | 'i32' | undefined;
}

/** How an output is laid out. */
export interface OutputOptions {
  /** By default the dim of the value stored: a tile's own, `one` for a RowScalar. Slices need it. */
  readonly dim?: string | undefined;
  /**
   * What the buffer holds; `f32` by default. f16 and bf16 are rounded to nearest even; i8 to the nearest integer, ties
   * to even, saturated, NaN to 0.
   */
  readonly dtype?: OutputDType | undefined;
}

/** What the callback of `program` works with. */
export interface ProgramBuilder {
  /** Declares an input and loads it: a value per row, for `dim: 'one'`. */
  input(name: string, options: InputOptions & { readonly dim: 'one' }): RowScalar;
  /** Declares an input and loads this row's tile of it. */
  input(name: string, options?: InputOptions): Tile;
  /** Declares an output. */
  output(name: string, options?: OutputOptions): Output;
  /** Declares a number that each launch gives for all of its rows. */
  scalar(name: string, options?: ScalarOptions): RowScalar;
  /** The number of each element within its tile: 0, 1, ... (i32). */
  columnIndex(dim?: string): Tile;
  /** The number of the row (i32); in a grid, the outer index. A launch that needs it has at most 2^31 rows. */
  rowIndex(): RowScalar;
  /** The inner index of a grid's program (i32). */
  innerIndex(): RowScalar;
  /**
   * Makes the programs a two-dimensional grid (outer, inner), with `dim` for the inner extent. Row-indexed buffers are
   * then arrays [outer][columns][inner]: the columns of one program stand `inner` elements apart. With it a program
   * runs along any axis of an array: what comes before the axis is outer, what comes behind it is inner.
   */
  grid(dim: string): void;
  /** A constant, rounded to f32. */
  const(value: number): RowScalar;
  /** A constant index (i32). */
  index(value: number): RowScalar;
  /**
   * Goes along the row tile by tile, for rows too long to be held whole: `body` describes what happens to one tile, from
   * what it loads and from values per row, and returns what is carried to the next. The results are the carried values
   * after the last tile.
   *
   * ```ts
   * const { m, s } = b.loop({ tile: 4096, carry: { m: -Infinity, s: 0 } }, (t, { m, s }) => {
   *   const x = t.load(logits);
   *   const next = m.max(x.reduceMax());
   *   return { m: next, s: s.mul(m.sub(next).exp()).add(x.sub(next).exp().sum()) };
   * });
   * ```
   *
   * A reduction in the loop is one of the tile, in the library's fixed order; what joins the tiles is written out, in the
   * order of the row, so every plan gives the same bits. Private memory holds a tile, never the row. Loops do not nest.
   */
  loop<
    C extends CarryStart = Readonly<Record<never, never>>,
    T extends CarryTileStart = Readonly<Record<never, never>>,
  >(
    options: LoopOptions<C, T>,
    body: (t: LoopTile, carried: Carried<C, T>) => NextCarried<C, T>,
  ): Carried<C, T>;
  /** The same without carried values: a loop that stores. */
  loop(
    options: LoopOptions<Readonly<Record<never, never>>, Readonly<Record<never, never>>>,
    body: (t: LoopTile) => void,
  ): void;
  /**
   * Names the rows that plain f32 cannot get right. Where `condition` is true for a row, that row is thrown away
   * and evaluated once more from its stored inputs with every op in FP64, and its outputs are rounded to f32 once.
   * The condition is computed from the row's own f32 values, so a row's result never depends on its neighbours,
   * and the mapping, the width or the plan change nothing. Give the condition so that NaN asks for rescue too:
   * `ok.not()` does, where `ok` compares. At most one per program. The reference interpreter ignores it, being FP64
   * throughout.
   */
  rescue(condition: RowMask): void;
}

class Builder implements ProgramBuilder {
  readonly #graph: Graph;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  input(name: string, options: InputOptions & { readonly dim: 'one' }): RowScalar;
  input(name: string, options?: InputOptions): Tile;
  input(name: string, options: InputOptions = {}): Tile | RowScalar {
    checkName(name, 'input(name)');
    checkKeys(options, ['access', 'by', 'dtype', 'dim'], 'input(options)');
    const { access = 'row', dtype = 'f32', dim = 'cols' } = options;
    if (!bufferAccesses.includes(access)) {
      throw invalidValue('input(options.access)', `one of ${bufferAccesses.join(', ')}`, access);
    }
    checkDType(dtype, inputDTypes, 'input(options.dtype)');
    checkName(dim, 'input(options.dim)');
    const by = this.#indirection(access, options.by);
    return wrap(
      this.#graph,
      this.#graph.input({ name, kind: 'input', access, ...(by === undefined ? {} : { by }), dtype, dim }),
    ) as Tile | RowScalar;
  }

  /** Name of the parameter that `by` stands for. */
  #indirection(access: BufferAccess, by: unknown): string | undefined {
    const argument = 'input(options.by)';
    if (access === 'row' || access === 'column') {
      if (by !== undefined) throw invalidValue(argument, "nothing, but for access 'group' or 'gather'", by);
      return undefined;
    }
    const expected = access === 'group' ? 'an i32 scalar' : "an i32 input of dim 'one'";
    if (!(by instanceof RowScalar)) throw invalidType(argument, expected, by);
    const name = this.#graph.paramOf(operand(this.#graph, by, argument));
    if (name === undefined) throw invalidValue(argument, expected, 'a computed value');
    return name;
  }

  output(name: string, options: OutputOptions = {}): Output {
    checkName(name, 'output(name)');
    checkKeys(options, ['dim', 'dtype'], 'output(options)');
    const { dim, dtype = 'f32' } = options;
    if (dim !== undefined) checkName(dim, 'output(options.dim)');
    checkDType(dtype, outputDTypes, 'output(options.dtype)');
    this.#graph.output(name, dtype);
    return new Output(this.#graph, name, dim);
  }

  scalar(name: string, options: ScalarOptions = {}): RowScalar {
    checkName(name, 'scalar(name)');
    checkKeys(options, ['dtype'], 'scalar(options)');
    const { dtype = 'f32' } = options;
    checkDType(dtype, ['f32', 'i32'], 'scalar(options.dtype)');
    return new RowScalar(this.#graph, this.#graph.scalar({ name, kind: 'scalar', dtype }));
  }

  columnIndex(dim = 'cols'): Tile {
    checkName(dim, 'columnIndex(dim)');
    if (dim === one) throw invalidValue('columnIndex(dim)', 'the name of a dim of tiles', dim);
    return new Tile(this.#graph, this.#graph.columnIndex(dim));
  }

  rowIndex(): RowScalar {
    return new RowScalar(this.#graph, this.#graph.index('rowIndex'));
  }

  innerIndex(): RowScalar {
    return new RowScalar(this.#graph, this.#graph.index('innerIndex'));
  }

  grid(dim: string): void {
    checkName(dim, 'grid(dim)');
    if (dim === one) throw invalidValue('grid(dim)', 'the name of a dim', dim);
    this.#graph.grid(dim);
  }

  const(value: number): RowScalar {
    if (typeof value !== 'number') throw invalidType('const(value)', 'a number', value);
    return new RowScalar(this.#graph, this.#graph.constant(value));
  }

  index(value: number): RowScalar {
    if (typeof value !== 'number') throw invalidType('index(value)', 'a number', value);
    if ((value | 0) !== value) throw invalidValue('index(value)', 'an integer that i32 holds', value);
    return new RowScalar(this.#graph, this.#graph.indexConstant(value | 0));
  }

  loop(options: unknown, body: unknown): never {
    return buildLoop(this.#graph, options, body) as never; // typed by ProgramBuilder
  }

  rescue(condition: RowMask): void {
    this.#graph.rescue(rowCondition(this.#graph, condition, 'rescue(condition)'));
  }
}

function checkDType(dtype: unknown, choices: readonly DType[], argument: string): void {
  if (choices.includes(dtype as DType)) return;
  throw invalidValue(argument, choices.map((choice) => `'${choice}'`).join(', '), dtype);
}

/**
 * Writes a program: what happens to one row.
 *
 * ```ts
 * const scaled = program('scaled', (b) => {
 *   const x = b.input('x');
 *   b.output('y').store(x.mul(x.reduceMax().reciprocal()));
 * });
 * ```
 *
 * Equal subexpressions are computed once and unused ones are dropped; the parameters stand in the order in which
 * the callback declares them.
 *
 * @param name an identifier of at most 64 characters; it names the native functions.
 * @returns an immutable, printable program, of use at any number of column counts.
 * @throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE for arguments; ERR_INVALID_IR for a program that breaks a rule:
 * an unused parameter, an output stored never or twice, tiles of different dims in one op.
 */
export function program(name: string, build: (b: ProgramBuilder) => void): TileProgram {
  checkName(name, 'name');
  if (typeof build !== 'function') throw invalidType('build', 'a function', build);
  const graph = new Graph(name);
  const result: unknown = build(new Builder(graph));
  if (typeof (result as { then?: unknown } | undefined)?.then === 'function') {
    throw invalidIr(`program '${name}'`, `the callback must be synchronous, it returned ${describe(result)}`);
  }
  return new TileProgram(graph.finish());
}
