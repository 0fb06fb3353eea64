// Softmax: y = exp(z - max(z)) / sum(exp(z - max(z))), z = x * scale + mask, row by row.
//
// Source: Bridle, "Training stochastic model recognition algorithms as networks" (1990), with the maximum subtracted as
// ONNX Softmax (opset 13) describes it. softmax-rows.ts has accuracy and options.
import type { TileProgram } from '../ir/program.js';
import type { AsyncOptions } from '../runtime/flights.js';
import type { RowArray, SameArray } from './one-line.js';
import { softmaxOperator, type SoftmaxOptions, type SoftmaxProgramOptions } from './softmax-rows.js';

/** Softmax over the rows of `x`, and the program that it compiles. */
export interface Softmax {
  /**
   * `exp(z - max(z)) / sum(exp(z - max(z)))` for each row of `x`, where `z = x * scale + mask` and, with `causal`, only
   * elements `c <= r + rowOffset` of row r take part; those left out get 0. A row of which nothing is left, and a row with
   * NaN or Infinity, is NaN throughout, and no other row is.
   *
   * @param x rows * cols elements, row by row (`rowStride` apart); with `inner`, [rows][cols][inner]. `options.cols` must be
   * given. A Uint16Array holds f16 or bf16, as `options.dtype` says.
   * @returns `out`, or a new array of x's class of rows * `outRowStride` elements.
   * @throws before anything is written: ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH,
   * ERR_BUFFER_DETACHED, ERR_BUFFER_OVERLAP (`out` is neither exactly `x`, or a mask with a row for each of x, nor apart
   * from both), ERR_INVALID_PLAN, ERR_TARGET, ERR_FULL_PACKET_REFUSED, ERR_NATIVE_LOAD.
   */
  <T extends RowArray>(x: T, options?: SoftmaxOptions<SameArray<T>>): SameArray<T>;
  /**
   * The same on threads of a pool, as `kernel.launchAsync` runs it: resolves with the result, rejects with what the call
   * throws and what AsyncOptions name.
   */
  async<T extends RowArray>(
    x: T,
    options?: SoftmaxOptions<SameArray<T>> & AsyncOptions,
  ): Promise<SameArray<T>>;
  /** The tile program: parameters x, scale, rowsPerGroup, mask, rowOffset, y; dim cols, grid inner. */
  program(options?: SoftmaxProgramOptions): TileProgram;
}

export const softmax = softmaxOperator('softmax', ({ exponentials, sum }) =>
  exponentials.mul(sum.reciprocal()),
) as Softmax;
