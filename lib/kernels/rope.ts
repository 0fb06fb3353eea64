// Rotary position embedding: each pair (a, b) of a row becomes (a cos - b sin, a sin + b cos).
//
// Source: Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding" (2021), as ONNX RotaryEmbedding
// (opset 23) defines its two pairings. Accuracy: two products and a sum in f32, each rounded once, so an element is off
// by at most 2^-23 of the larger of its pair; the tables carry as much again. They are made in FP64 (rope-tables.ts).
//
// One pass: both elements of a pair are read before either is written, so nothing is copied first, in place or not.
import { program } from '../dsl/builder.js';
import type { RowScalar, Tile } from '../dsl/values.js';
import { invalidLength, invalidType, invalidValue } from '../errors.js';
import type { Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import { checkPlanOptions } from '../planner/plan.js';
import { expectArray } from '../runtime/arguments.js';
import type { AsyncOptions } from '../runtime/flights.js';
import { asyncOf } from './async.js';
import { RowLaunches } from './launches.js';
import { layoutOf, newOutput, type RowLayout } from './layout.js';
import {
  checkIdleOutput,
  checkOptions,
  dtypeOf,
  rowOptionNames,
  vectorDType,
  type RowArray,
  type RowDType,
  type RowOptions,
  type SameArray,
} from './one-line.js';
import { checkProgramOptions, Variants } from './variants.js';

/** Which elements make a pair: `half`, i and i + rotaryDim / 2; `interleaved`, 2i and 2i + 1. */
export type RopePairing = 'half' | 'interleaved';

export interface RopeOptions<T extends RowArray = Float32Array> extends RowOptions<T> {
  /** Which elements make a pair; `half` by default. */
  readonly layout?: RopePairing | undefined;
  /** Elements that are turned, an even number; `cols` by default. Those behind are copied. */
  readonly rotaryDim?: number | undefined;
  /** Row of the tables for each position of `x`: one number for every `heads` rows. By default 0, 1, 2, ... */
  readonly positionIds?: Int32Array | undefined;
  /** Rows of `x` that share one position, next to each other; 1 by default. */
  readonly heads?: number | undefined;
}

/** Which variant of the program. */
export interface RopeProgramOptions {
  readonly layout?: RopePairing | undefined;
  /** Whether elements behind the rotary dim are copied; false by default. */
  readonly partial?: boolean | undefined;
  /** Whether an i32 input says which row of the tables to take; false by default. */
  readonly positionIds?: boolean | undefined;
  /** Whether a scalar says how many rows share a position; false by default. */
  readonly heads?: boolean | undefined;
  /** Storage type of x and y; f32 by default. */
  readonly dtype?: RowDType | undefined;
  /** Storage type of the tables; f32 by default. */
  readonly tableDtype?: RowDType | undefined;
}

function write(
  dtype: RowDType,
  tableDtype: RowDType,
  interleaved: boolean,
  partial: boolean,
  hasPositionIds: boolean,
  hasHeads: boolean,
): TileProgram {
  return program('rope', (b) => {
    const x = b.input('x', { dtype });
    const heads = hasHeads ? b.scalar('heads', { dtype: 'i32' }) : undefined;
    const shared =
      heads === undefined ? ({ access: 'row' } as const) : ({ access: 'group', by: heads } as const);
    const positionIds: RowScalar | undefined = hasPositionIds
      ? b.input('positionIds', { ...shared, dtype: 'i32', dim: 'one' })
      : undefined;
    const access = positionIds === undefined ? shared : ({ access: 'gather', by: positionIds } as const);
    const table = (name: string): Tile => b.input(name, { ...access, dtype: tableDtype, dim: 'half' });
    const [cos, sin] = [table('cos'), table('sin')];
    const y = b.output('y', { dtype, dim: 'cols' });

    const first = { dim: 'half', offset: 0, stride: interleaved ? 2 : 1 };
    const second = { ...first, offset: interleaved ? 1 : 'half' };
    const [real, imaginary] = [x.slice(first), x.slice(second)];
    y.store(real.mul(cos).sub(imaginary.mul(sin)), first);
    y.store(real.mul(sin).add(imaginary.mul(cos)), second);
    if (partial) {
      const rest = { dim: 'rest', offset: '2*half' };
      y.store(x.slice(rest), rest);
    }
  });
}

const programs = new Variants(write);
const pairings: readonly unknown[] = ['half', 'interleaved'];

function isInterleaved(layout: unknown): boolean {
  if (!pairings.includes(layout)) throw invalidValue('layout', "'half' or 'interleaved'", layout);
  return layout === 'interleaved';
}

function ropeProgram(options: RopeProgramOptions = {}): TileProgram {
  const { layout = 'half', ...others } = (options as RopeProgramOptions | null) ?? {};
  checkProgramOptions(
    typeof options === 'object' && options !== null ? others : options,
    ['partial', 'positionIds', 'heads'],
    ['dtype', 'tableDtype'],
  );
  const { dtype = 'f32', tableDtype = 'f32', partial = false, positionIds = false, heads = false } = others;
  return programs.get(dtype, tableDtype, isInterleaved(layout), partial, positionIds, heads);
}

const known: ReadonlySet<string> = new Set([
  'layout',
  'rotaryDim',
  'positionIds',
  'heads',
  ...rowOptionNames,
]);
const launches = new RowLaunches({ extents });

/** `part` is the number of pairs. A program that copies nothing has no dim for the rest. */
function extents({ cols, part }: RowLayout, { dims }: TileProgram): Extents {
  return dims.includes('rest') ? { cols, half: part, rest: cols - 2 * part } : { cols, half: part };
}

/** The number of pairs. */
function checkRotaryDim(rotaryDim: unknown, cols: number): void {
  if (typeof rotaryDim !== 'number') throw invalidType('rotaryDim', 'a number', rotaryDim);
  if (cols === 0 && rotaryDim === 0) return;
  if (Number.isInteger(rotaryDim / 2) && rotaryDim >= 2 && rotaryDim <= cols) return;
  throw invalidValue('rotaryDim', `an even integer from 2 to ${cols} (the columns)`, rotaryDim);
}

function checkHeads(heads: unknown): asserts heads is number {
  if (typeof heads !== 'number') throw invalidType('heads', 'a number', heads);
  if (!Number.isInteger(heads) || heads < 1 || heads > 0x7fffffff)
    throw invalidValue('heads', 'an integer from 1 to 2147483647', heads);
}

/** Storage type of the tables: f32, or that of x. Both are checked to be whole rows. */
function checkTables(cos: RowArray, sin: RowArray, dtype: RowDType, half: number): RowDType {
  const tableDtype = vectorDType(cos, dtype, 'cos');
  if (tableDtype === undefined) throw invalidType('cos', 'a table', cos);
  expectArray(sin, tableDtype, 'sin');
  for (const [name, { length }] of [
    ['cos', cos],
    ['sin', sin],
  ] as const)
    if (half > 0 && length % half !== 0)
      throw invalidLength(name, `whole rows of ${half} (half the rotary dim)`, length);
  return tableDtype;
}

function ropeCall(x: RowArray, cos: RowArray, sin: RowArray, options: RopeOptions<RowArray> = {}): RowArray {
  checkOptions<RopeOptions<RowArray>>(options, known);
  const dtype = dtypeOf(x, options);
  const { layout: pairing = 'half', cols, rotaryDim = cols, positionIds, heads = 1 } = options;
  const interleaved = isInterleaved(pairing);
  checkHeads(heads);
  const layout = layoutOf(x, dtype, options, { part: Number(rotaryDim) / 2 });
  checkRotaryDim(rotaryDim, layout.cols);
  const tableDtype = checkTables(cos, sin, dtype, layout.part);
  const { rows, part } = layout;
  if (rows === 0) {
    checkPlanOptions(options.plan);
    checkIdleOutput(options.out, dtype, 'out');
    if (positionIds !== undefined) expectArray(positionIds, 'i32', 'positionIds');
    return options.out ?? newOutput(layout, x);
  }
  const out = options.out === undefined ? newOutput(layout, x) : options.out;
  const partial = 2 * part < layout.cols && out !== x; // in place the rest stands where it belongs
  const compiled = programs.get(
    dtype,
    tableDtype,
    interleaved,
    partial,
    positionIds !== undefined,
    heads !== 1,
  );
  const run = launches.find(compiled, layout, options);
  // In the order in which write() declares the parameters; no array of values where all is well.
  let status: number;
  if (heads === 1 && positionIds === undefined) status = run(rows, 0, rows, x, cos, sin, out);
  else if (heads === 1) status = run(rows, 0, rows, x, positionIds, cos, sin, out);
  else if (positionIds === undefined) status = run(rows, 0, rows, x, heads, cos, sin, out);
  else status = run(rows, 0, rows, x, heads, positionIds, cos, sin, out);
  if (status === 0) return out;
  const values: unknown[] = [x];
  if (heads !== 1) values.push(heads);
  if (positionIds !== undefined) values.push(positionIds);
  throw launches.refusal(status, compiled, layout, [...values, cos, sin, out]);
}

/** RoPE over the rows of `x`, and the program that it compiles. */
export interface Rope {
  /**
   * Turns the pairs of each row by the angles of its position. Row r reads row `positionIds[floor(r / heads)]` of the
   * tables, row `floor(r / heads)` where there are no positionIds: `x` may be [tokens][heads][cols].
   *
   * @param x rows * cols elements, row by row (`rowStride` apart). No rows, or no columns, give an empty result. A
   * Uint16Array holds f16 or bf16, as `options.dtype` says.
   * @param cos positions * rotaryDim / 2 elements, position by position, of f32 or of x's dtype; see `ropeTables`.
   * @param sin the same, of cos' dtype.
   * @param options `cols` must be given.
   * @returns `out`, or a new array of x's class of rows * `outRowStride` elements.
   * @throws before anything is written: ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE (also for a number in positionIds
   * that is no row of the tables), ERR_BUFFER_LENGTH (also for tables or positionIds of too few rows),
   * ERR_BUFFER_DETACHED, ERR_BUFFER_OVERLAP (`out` is neither exactly `x` nor apart from every input),
   * ERR_INVALID_PLAN, ERR_TARGET, ERR_FULL_PACKET_REFUSED, ERR_NATIVE_LOAD.
   */
  <T extends RowArray>(
    x: T,
    cos: Float32Array | SameArray<T>,
    sin: Float32Array | SameArray<T>,
    options: RopeOptions<SameArray<T>>,
  ): SameArray<T>;
  /**
   * The same on threads of a pool, as `kernel.launchAsync` runs it: resolves with the result, rejects with what the call
   * throws and what AsyncOptions name.
   */
  async<T extends RowArray>(
    x: T,
    cos: Float32Array | SameArray<T>,
    sin: Float32Array | SameArray<T>,
    options: RopeOptions<SameArray<T>> & AsyncOptions,
  ): Promise<SameArray<T>>;
  /**
   * The tile program: parameters x, heads (i32), positionIds, cos, sin, y; dims cols, half (the number of pairs) and, if
   * partial, rest (cols - 2 half).
   */
  program(options?: RopeProgramOptions): TileProgram;
}

export const rope = Object.assign(ropeCall, {
  program: ropeProgram,
  async: asyncOf(ropeCall, 3),
}) as Rope;
