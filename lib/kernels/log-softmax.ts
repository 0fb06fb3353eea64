// Log-softmax: y = z - max(z) - log(sum(exp(z - max(z)))), z = x * scale + mask, row by row.
//
// Source: as ONNX LogSoftmax (opset 13) defines it. The logarithm is of a sum that is at least 1, so it is taken where
// log is at its best, and y needs no exponential of its own. softmax-rows.ts has accuracy and options.
import type { TileProgram } from '../ir/program.js';
import type { AsyncOptions } from '../runtime/flights.js';
import type { RowArray, SameArray } from './one-line.js';
import { softmaxOperator, type SoftmaxOptions, type SoftmaxProgramOptions } from './softmax-rows.js';

/** Log-softmax over the rows of `x`, and the program that it compiles. */
export interface LogSoftmax {
  /**
   * The logarithm of `softmax(x, options)`, right where that underflows to 0 as well; elements left out get -Infinity. A
   * row of which nothing is left, and a row with NaN or Infinity, is NaN throughout, and no other row is.
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

export const logSoftmax = softmaxOperator('log_softmax', ({ shifted, sum }) =>
  shifted.sub(sum.log()),
) as LogSoftmax;
