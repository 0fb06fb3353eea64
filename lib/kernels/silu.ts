// SiLU, or Swish: y = x * sigmoid(alpha * x), element by element.
//
// Source: Ramachandran, Zoph and Le, "Searching for activation functions" (2017); ONNX Swish (opset 24) for alpha.
// activations.ts has the formula and its limits.
import { program } from '../dsl/builder.js';
import type { TileProgram } from '../ir/program.js';
import type { AsyncOptions } from '../runtime/flights.js';
import { swish } from './activations.js';
import { checkAlpha, elementwiseLayout, type ElementwiseOptions } from './elementwise.js';
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

export interface SiluOptions<T extends RowArray = Float32Array> extends ElementwiseOptions<T> {
  /** Factor of x inside the sigmoid; rounded to f32. 1 by default. */
  readonly alpha?: number | undefined;
}

/** Which variant of the program. */
export interface SiluProgramOptions {
  /** Whether alpha is a scalar of the program; false by default, for alpha = 1. */
  readonly alpha?: boolean | undefined;
  /** Storage type of x and y; f32 by default. */
  readonly dtype?: RowDType | undefined;
}

const programs = new Variants((dtype: RowDType, hasAlpha: boolean) =>
  program('silu', (b) => {
    const x = b.input('x', { dtype });
    const alpha = hasAlpha ? b.scalar('alpha') : undefined;
    b.output('y', { dtype }).store(swish(x, alpha));
  }),
);

function siluProgram(options: SiluProgramOptions = {}): TileProgram {
  checkProgramOptions(options, ['alpha'], ['dtype']);
  const { alpha = false, dtype = 'f32' } = options;
  return programs.get(dtype, alpha);
}

const known: ReadonlySet<string> = new Set(['alpha', ...rowOptionNames]);
const noOptions: SiluOptions = Object.freeze({});
const launches = new RowLaunches();

function siluCall(x: RowArray, options: SiluOptions<RowArray> = noOptions): RowArray {
  checkOptions<SiluOptions<RowArray>>(options, known);
  const dtype = dtypeOf(x, options);
  const alpha = checkAlpha(options.alpha);
  const layout = elementwiseLayout(x, dtype, options);
  const { rows } = layout;
  if (rows === 0) return emptyResult(layout, x, dtype, options);
  const compiled = programs.get(dtype, alpha !== 1);
  const run = launches.find(compiled, layout, options);
  const out = options.out === undefined ? newOutput(layout, x) : options.out;
  const status = alpha === 1 ? run(rows, 0, rows, x, out) : run(rows, 0, rows, x, alpha, out);
  if (status !== 0)
    throw launches.refusal(status, compiled, layout, alpha === 1 ? [x, out] : [x, alpha, out]);
  return out;
}

/** SiLU of every element of `x`, and the program that it compiles. */
export interface Silu {
  /**
   * `x * sigmoid(alpha * x)` for each element of `x`. 0 at -Infinity, Infinity at Infinity.
   *
   * @param x any number of elements, or with strides rows of `cols` elements, `rowStride` apart. A Uint16Array holds f16
   * or bf16, as `options.dtype` says.
   * @returns `out`, or a new array of x's class: as long as x, or rows * `outRowStride` elements.
   * @throws before anything is written: ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH,
   * ERR_BUFFER_DETACHED, ERR_BUFFER_OVERLAP (`out` is neither exactly `x` nor apart from it), ERR_INVALID_PLAN,
   * ERR_TARGET, ERR_FULL_PACKET_REFUSED, ERR_NATIVE_LOAD.
   */
  <T extends RowArray>(x: T, options?: SiluOptions<SameArray<T>>): SameArray<T>;
  /**
   * The same on threads of a pool, as `kernel.launchAsync` runs it: resolves with the result, rejects with what the call
   * throws and what AsyncOptions name.
   */
  async<T extends RowArray>(x: T, options?: SiluOptions<SameArray<T>> & AsyncOptions): Promise<SameArray<T>>;
  /** The tile program: parameters x, alpha, y; dim cols. */
  program(options?: SiluProgramOptions): TileProgram;
}

export const silu = Object.assign(siluCall, {
  program: siluProgram,
  async: asyncOf(siluCall, 1),
}) as Silu;
