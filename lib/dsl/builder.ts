// program(): where a tile program is written. The callback describes what happens to one row; nothing runs then.
import { describe, invalidIr, invalidType, invalidValue } from '../errors.js';
import { inputDTypes, outputDTypes } from '../ir/dtype.js';
import { TileProgram } from '../ir/program.js';
import {
  isIdentifier,
  maxNameLength,
  one,
  type BufferAccess,
  type DType,
  type OutputDType,
} from '../ir/types.js';
import { Graph } from './graph.js';
import { operand, rowCondition, RowScalar, wrap, type RowMask, type Tile } from './values.js';

/** How an input is indexed. */
export interface InputOptions {
  /** `row` (default): row r of the launch reads row r. `column`: one vector that all rows share, such as a weight. */
  readonly access?: BufferAccess;
  /** Name of the extent that `compile` binds; `cols` by default. `one` makes it one value per row. */
  readonly dim?: string;
  /** What the buffer holds; `f32` by default. It is converted to f32 as it is loaded. */
  readonly dtype?: DType;
}

/** How an output is laid out. */
export interface OutputOptions {
  /** By default the dim of the value stored: a tile's own, `one` for a RowScalar. */
  readonly dim?: string;
  /**
   * What the buffer holds; `f32` by default. f16 and bf16 are rounded to nearest even; i8 to the nearest integer, ties
   * to even, saturated, NaN to 0.
   */
  readonly dtype?: OutputDType;
}

/** An output buffer; every output is stored exactly once. */
export interface Output {
  /** Stores one row's value. A RowScalar makes the buffer one value per row. */
  store(value: Tile | RowScalar): void;
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
  scalar(name: string): RowScalar;
  /** A constant, rounded to f32. */
  const(value: number): RowScalar;
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
    checkKeys(options, ['access', 'dim', 'dtype'], 'input(options)');
    const { access = 'row', dim = 'cols', dtype = 'f32' } = options;
    if (access !== 'row' && access !== 'column') {
      throw invalidValue('input(options.access)', "'row' or 'column'", access);
    }
    checkName(dim, 'input(options.dim)');
    checkDType(dtype, inputDTypes, 'input(options.dtype)');
    return wrap(this.#graph, this.#graph.input(name, access, dim, dtype)) as Tile | RowScalar;
  }

  output(name: string, options: OutputOptions = {}): Output {
    checkName(name, 'output(name)');
    checkKeys(options, ['dim', 'dtype'], 'output(options)');
    const { dim, dtype = 'f32' } = options;
    if (dim !== undefined) checkName(dim, 'output(options.dim)');
    checkDType(dtype, outputDTypes, 'output(options.dtype)');
    const graph = this.#graph;
    graph.output(name, dtype);
    return {
      store(value: Tile | RowScalar): void {
        const id = operand(graph, value, `${name}.store(value)`);
        const type = graph.typeOf(id);
        graph.store(name, id, dim ?? (type.shape === 'tile' ? type.dim : one));
      },
    };
  }

  scalar(name: string): RowScalar {
    checkName(name, 'scalar(name)');
    return new RowScalar(this.#graph, this.#graph.scalar(name));
  }

  const(value: number): RowScalar {
    if (typeof value !== 'number') throw invalidType('const(value)', 'a number', value);
    return new RowScalar(this.#graph, this.#graph.constant(value));
  }

  rescue(condition: RowMask): void {
    this.#graph.rescue(rowCondition(this.#graph, condition, 'rescue(condition)'));
  }
}

function checkName(name: unknown, argument: string): asserts name is string {
  if (typeof name !== 'string') throw invalidType(argument, 'a string', name);
  if (!isIdentifier(name)) {
    throw invalidValue(
      argument,
      `an identifier ([A-Za-z_][A-Za-z0-9_]*) of at most ${maxNameLength} characters`,
      name,
    );
  }
}

function checkDType(dtype: unknown, choices: readonly DType[], argument: string): void {
  if (choices.includes(dtype as DType)) return;
  throw invalidValue(argument, choices.map((choice) => `'${choice}'`).join(', '), dtype);
}

function checkKeys(options: unknown, known: readonly string[], argument: string): void {
  if (typeof options !== 'object' || options === null) throw invalidType(argument, 'an object', options);
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) {
      throw invalidValue(
        argument.replace(')', `.${key})`),
        `only ${known.join(', ')}`,
        (options as never)[key],
      );
    }
  }
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
