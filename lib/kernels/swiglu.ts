// SwiGLU: y = gate * sigmoid(alpha * gate) * up, element by element.
//
// Source: Shazeer, "GLU variants improve Transformer" (2020); ONNX SwiGLU (opset 28) for alpha. activations.ts has the
// formula of the gate and its limits.
import { program } from '../dsl/builder.js';
import type { TileProgram } from '../ir/program.js';
import type { AsyncOptions } from '../runtime/flights.js';
import { swish } from './activations.js';
import {
  checkAlpha,
  elementwiseLayout,
  type ElementwiseNames,
  type ElementwiseOptions,
} from './elementwise.js';
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

export interface SwigluOptions<T extends RowArray = Float32Array> extends Omit<
  ElementwiseOptions<T>,
  'rowStride'
> {
  /** Factor of the gate inside the sigmoid; rounded to f32. 1 by default. */
  readonly alpha?: number | undefined;
  /** Elements from one row of `gate` to the next; `cols` by default. */
  readonly gateRowStride?: number | undefined;
  /** Elements from one row of `up` to the next; `cols` by default. */
  readonly upRowStride?: number | undefined;
}

/** Which variant of the program. */
export interface SwigluProgramOptions {
  /** Whether alpha is a scalar of the program; false by default, for alpha = 1. */
  readonly alpha?: boolean | undefined;
  /** Storage type of gate, up and y; f32 by default. */
  readonly dtype?: RowDType | undefined;
}

const programs = new Variants((dtype: RowDType, hasAlpha: boolean) =>
  program('swiglu', (b) => {
    const gate = b.input('gate', { dtype });
    const up = b.input('up', { dtype });
    const alpha = hasAlpha ? b.scalar('alpha') : undefined;
    b.output('y', { dtype }).store(swish(gate, alpha).mul(up));
  }),
);

function swigluProgram(options: SwigluProgramOptions = {}): TileProgram {
  checkProgramOptions(options, ['alpha'], ['dtype']);
  const { alpha = false, dtype = 'f32' } = options;
  return programs.get(dtype, alpha);
}

const known: ReadonlySet<string> = new Set([
  'alpha',
  'gateRowStride',
  'upRowStride',
  ...rowOptionNames.filter((name) => name !== 'rowStride'),
]);
const noOptions: SwigluOptions = Object.freeze({});
const names: ElementwiseNames = { argument: 'gate', strideOption: 'gateRowStride' };
const launches = new RowLaunches({ strided: ['gate', 'y', 'up'] });

function swigluCall(gate: RowArray, up: RowArray, options: SwigluOptions<RowArray> = noOptions): RowArray {
  checkOptions<SwigluOptions<RowArray>>(options, known);
  const dtype = dtypeOf(gate, options, 'gate');
  const alpha = checkAlpha(options.alpha);
  const layout = elementwiseLayout(gate, dtype, options, names, {
    argument: 'up',
    strideOption: 'upRowStride',
    array: up,
    rowStride: options.upRowStride,
  });
  const { rows } = layout;
  if (rows === 0) return emptyResult(layout, gate, dtype, options);
  const compiled = programs.get(dtype, alpha !== 1);
  const run = launches.find(compiled, layout, options);
  const out = options.out === undefined ? newOutput(layout, gate) : options.out;
  const status = alpha === 1 ? run(rows, 0, rows, gate, up, out) : run(rows, 0, rows, gate, up, alpha, out);
  if (status !== 0) {
    throw launches.refusal(status, compiled, layout, alpha === 1 ? [gate, up, out] : [gate, up, alpha, out]);
  }
  return out;
}

/** SwiGLU of two arrays, and the program that it compiles. */
export interface Swiglu {
  /**
   * `gate * sigmoid(alpha * gate) * up`, element by element. Where the gate is -Infinity the result is 0, unless `up` is
   * infinite or NaN.
   *
   * @param gate any number of elements, or with strides rows of `cols` elements, `gateRowStride` apart. A Uint16Array holds
   * f16 or bf16, as `options.dtype` says.
   * @param up as many, of the same class, `upRowStride` apart. Gate and up may lie side by side in one array.
   * @returns `out`, or a new array of gate's class: as long as gate, or rows * `outRowStride` elements.
   * @throws before anything is written: ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH,
   * ERR_BUFFER_DETACHED, ERR_BUFFER_OVERLAP (`out` is neither exactly `gate` or `up` nor apart from both),
   * ERR_INVALID_PLAN, ERR_TARGET, ERR_FULL_PACKET_REFUSED, ERR_NATIVE_LOAD.
   */
  <T extends RowArray>(gate: T, up: SameArray<T>, options?: SwigluOptions<SameArray<T>>): SameArray<T>;
  /**
   * The same on threads of a pool, as `kernel.launchAsync` runs it: resolves with the result, rejects with what the call
   * throws and what AsyncOptions name.
   */
  async<T extends RowArray>(
    gate: T,
    up: SameArray<T>,
    options?: SwigluOptions<SameArray<T>> & AsyncOptions,
  ): Promise<SameArray<T>>;
  /** The tile program: parameters gate, up, alpha, y; dim cols. */
  program(options?: SwigluProgramOptions): TileProgram;
}

export const swiglu = Object.assign(swigluCall, {
  program: swigluProgram,
  async: asyncOf(swigluCall, 2),
}) as Swiglu;
