// Symmetric int8 quantization by row: scale = max|x| / 127, q = x / scale rounded to the nearest integer, ties to even.
//
// Source: Dettmers et al., "LLM.int8(): 8-bit Matrix Multiplication for Transformers at Scale" (2022), row-wise absmax
// quantization. Accuracy: scale and quotient are one IEEE division each, so q is off by at most one half, plus 2^-17
// where the quotient lies that close to the middle of two integers.
import { program } from '../dsl/builder.js';
import { invalidValue } from '../errors.js';
import type { TileProgram } from '../ir/program.js';
import { checkPlanOptions } from '../planner/plan.js';
import { asyncOf } from './async.js';
import { RowLaunches } from './launches.js';
import { layoutOf, maxLength } from './layout.js';
import {
  checkOptions,
  dtypeOf,
  rowOptionNames,
  type RowArray,
  type RowDType,
  type RowOptions,
} from './one-line.js';
import { expectArray } from '../runtime/arguments.js';
import type { AsyncOptions } from '../runtime/flights.js';
import { checkProgramOptions, Variants } from './variants.js';

export interface QuantizeRowsOptions extends Omit<RowOptions, 'out' | 'dtype'> {
  /** Takes the quantized rows, `outRowStride` apart. By default a new array is made. */
  readonly out?: Int8Array | undefined;
  /** Takes the scale of each row: one element per row. By default a new array is made. */
  readonly scale?: Float32Array | undefined;
  /** Storage type of `x`. Must be given for a Uint16Array, which holds f16 or bf16; others tell theirs. */
  readonly dtype?: RowDType | undefined;
}

/** Quantized rows: `out[i] * scale[row]` is about `x[i]`. */
export interface QuantizedRows {
  readonly out: Int8Array;
  readonly scale: Float32Array;
}

/** Which variant of the program. */
export interface QuantizeRowsProgramOptions {
  /** Storage type of x; f32 by default. */
  readonly dtype?: RowDType | undefined;
}

/** -128 is not used: what is negated stays in range. */
const largestQuantum = 127;

/** From here on a scale has bits enough that no quotient rounds to 128; rows of a smaller one count as zero. */
const leastScale = 2 ** -140;

function write(dtype: RowDType): TileProgram {
  return program('quantize_rows', (b) => {
    const x = b.input('x', { dtype });
    const scale = x.abs().reduceMax().div(largestQuantum);
    const isTiny = scale.lt(leastScale); // NaN is not
    b.output('y', { dtype: 'i8' }).store(x.div(isTiny.select(Infinity, scale)));
    b.output('scale').store(isTiny.select(0, scale));
  });
}

const programs = new Variants(write);

function quantizeRowsProgram(options: QuantizeRowsProgramOptions = {}): TileProgram {
  checkProgramOptions(options, [], ['dtype']);
  return programs.get(options.dtype ?? 'f32');
}

const known: ReadonlySet<string> = new Set(['scale', ...rowOptionNames]);
const launches = new RowLaunches();

function quantizeRowsCall(x: RowArray, options: QuantizeRowsOptions = {}): QuantizedRows {
  checkOptions<QuantizeRowsOptions & RowOptions<RowArray>>(options, known);
  const dtype = dtypeOf(x, options);
  const { cols, rowStride, outRowStride, plan } = options;
  const layout = layoutOf(x, dtype, { cols, rowStride, outRowStride, dtype: options.dtype });
  const { rows, strides } = layout;
  const length = rows * strides[1];
  if (options.out === undefined && length > maxLength)
    throw invalidValue('outRowStride', `at most ${maxLength} elements in the result`, strides[1]);
  if (rows === 0) {
    checkPlanOptions(plan);
    for (const [name, array, type] of [
      ['out', options.out, 'i8'],
      ['scale', options.scale, 'f32'],
    ] as const)
      if (array !== undefined) expectArray(array, type, name);
  }
  const result = () => {
    const { out = new Int8Array(length), scale = new Float32Array(rows) } = options;
    return { out, scale };
  };
  if (rows === 0) return result();
  const compiled = programs.get(dtype);
  const run = launches.find(compiled, layout, options);
  const quantized = result();
  const { out, scale } = quantized;
  const status = run(rows, 0, rows, x, out, scale);
  if (status !== 0) throw launches.refusal(status, compiled, layout, [x, out, scale]);
  return quantized;
}

/** Quantization of rows to int8, and the program that it compiles. */
export interface QuantizeRows {
  /**
   * `scale = max|x| / 127` and `out = x / scale`, rounded to the nearest integer, ties to even, from -127 to 127, for each
   * row of `x`. A row of zeros has scale 0 and zeros. A row with an infinity has scale Infinity, one with a NaN has scale
   * NaN: both have zeros in `out`, so that what is multiplied back is NaN throughout. A row with max|x| below 127 *
   * 2^-140 (9e-41) counts as one of zeros.
   *
   * @param x rows * cols elements, row by row (`rowStride` apart). No rows, or no columns, give empty results. A
   * Uint16Array holds f16 or bf16, as `options.dtype` says.
   * @param options `cols` must be given.
   * @returns `out` and `scale`, the given arrays or new ones: rows * `outRowStride` elements, and one per row.
   * @throws before anything is written: ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH,
   * ERR_BUFFER_DETACHED, ERR_BUFFER_OVERLAP (an output shares memory with another array), ERR_INVALID_PLAN, ERR_TARGET,
   * ERR_FULL_PACKET_REFUSED, ERR_NATIVE_LOAD.
   */
  (x: RowArray, options: QuantizeRowsOptions): QuantizedRows;
  /**
   * The same on threads of a pool, as `kernel.launchAsync` runs it: resolves with the result, rejects with what the call
   * throws and what AsyncOptions name.
   */
  async(x: RowArray, options: QuantizeRowsOptions & AsyncOptions): Promise<QuantizedRows>;
  /** The tile program: parameters x, y (i8), scale; dim cols. */
  program(options?: QuantizeRowsProgramOptions): TileProgram;
}

export const quantizeRows = Object.assign(quantizeRowsCall, {
  program: quantizeRowsProgram,
  async: asyncOf(quantizeRowsCall, 1),
}) as QuantizeRows;
