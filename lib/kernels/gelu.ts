// GELU, by the error function or by its tanh approximation, element by element. activations.ts has formulas, sources and
// limits.
import { invalidValue } from '../errors.js';
import { program } from '../dsl/builder.js';
import type { TileProgram } from '../ir/program.js';
import type { AsyncOptions } from '../runtime/flights.js';
import { approximations, gelu as geluOf, type Approximation } from './activations.js';
import { elementwiseLayout, type ElementwiseOptions } from './elementwise.js';
import { asyncOf } from './async.js';
import { RowLaunches } from './launches.js';
import { emptyResult, newOutput } from './layout.js';
import {
  checkOptions,
  dtypeOf,
  rowOptionNames,
  type RowArray,
  type RowDType,
  type SameArray,
} from './one-line.js';
import { checkProgramOptions, Variants } from './variants.js';

export interface GeluOptions<T extends RowArray = Float32Array> extends ElementwiseOptions<T> {
  /** `none` (default): by the error function. `tanh`: the approximation, off by up to 4.7e-4. */
  readonly approximate?: Approximation | undefined;
}

/** Which variant of the program. */
export interface GeluProgramOptions {
  /** `none` (default) or `tanh`. */
  readonly approximate?: Approximation | undefined;
  /** Storage type of every buffer; f32 by default. */
  readonly dtype?: RowDType | undefined;
}

/** Checks the option `approximate`; true for `tanh`. */
export function isTanh(approximate: unknown): boolean {
  if (approximate === undefined || approximate === 'none') return false;
  if (approximate === 'tanh') return true;
  throw invalidValue('approximate', approximations.map((name) => `'${name}'`).join(' or '), approximate);
}

const programs = new Variants((dtype: RowDType, tanh: boolean) =>
  program('gelu', (b) => {
    const x = b.input('x', { dtype });
    b.output('y', { dtype }).store(geluOf(x, tanh ? 'tanh' : 'none'));
  }),
);

function geluProgram(options: GeluProgramOptions = {}): TileProgram {
  checkProgramOptions(options, [], ['dtype'], ['approximate']);
  const { approximate, dtype = 'f32' } = options;
  return programs.get(dtype, isTanh(approximate));
}

const known: ReadonlySet<string> = new Set(['approximate', ...rowOptionNames]);
const noOptions: GeluOptions = Object.freeze({});
const launches = new RowLaunches();

function geluCall(x: RowArray, options: GeluOptions<RowArray> = noOptions): RowArray {
  checkOptions<GeluOptions<RowArray>>(options, known);
  const dtype = dtypeOf(x, options);
  const tanh = isTanh(options.approximate);
  const layout = elementwiseLayout(x, dtype, options);
  const { rows } = layout;
  if (rows === 0) return emptyResult(layout, x, dtype, options);
  const compiled = programs.get(dtype, tanh);
  const run = launches.find(compiled, layout, options);
  const out = options.out === undefined ? newOutput(layout, x) : options.out;
  const status = run(rows, 0, rows, x, out);
  if (status !== 0) throw launches.refusal(status, compiled, layout, [x, out]);
  return out;
}

/** GELU of every element of `x`, and the program that it compiles. */
export interface Gelu {
  /**
   * `x/2 * (1 + erf(x / sqrt(2)))` for each element of `x`, or with `approximate: 'tanh'`
   * `x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3)))`. 0 at -Infinity, Infinity at Infinity.
   *
   * @param x any number of elements, or with strides rows of `cols` elements, `rowStride` apart. A Uint16Array holds f16
   * or bf16, as `options.dtype` says.
   * @returns `out`, or a new array of x's class: as long as x, or rows * `outRowStride` elements.
   * @throws before anything is written: ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH,
   * ERR_BUFFER_DETACHED, ERR_BUFFER_OVERLAP (`out` is neither exactly `x` nor apart from it), ERR_INVALID_PLAN,
   * ERR_TARGET, ERR_FULL_PACKET_REFUSED, ERR_NATIVE_LOAD.
   */
  <T extends RowArray>(x: T, options?: GeluOptions<SameArray<T>>): SameArray<T>;
  /**
   * The same on threads of a pool, as `kernel.launchAsync` runs it: resolves with the result, rejects with what the call
   * throws and what AsyncOptions name.
   */
  async<T extends RowArray>(x: T, options?: GeluOptions<SameArray<T>> & AsyncOptions): Promise<SameArray<T>>;
  /** The tile program: parameters x, y; dim cols. */
  program(options?: GeluProgramOptions): TileProgram;
}

export const gelu = Object.assign(geluCall, {
  program: geluProgram,
  async: asyncOf(geluCall, 1),
}) as Gelu;
