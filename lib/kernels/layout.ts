// How the rows of a one-line call lie in memory.
import { invalidLength, invalidType, invalidValue } from '../errors.js';
import { dtypes, newArrayLike } from '../ir/dtype.js';
import { maxExtent } from '../ir/types.js';
import { expectArray, expectRowStride } from '../runtime/arguments.js';
import { rowsIn } from '../runtime/rows.js';
import { checkPlanOptions } from '../planner/plan.js';
import {
  checkIdleOutput,
  type RowArray,
  type RowDType,
  type RowOptions,
  type SameArray,
} from './one-line.js';

/** Made by layoutOf() and, for inputs beside x, addRows(). */
export interface RowLayout {
  readonly rows: number;
  readonly cols: number;
  /** Programs per row: 1, but for operators along another axis than the last. */
  readonly inner: number;
  /** A second extent, where an operator has one: half the rotary dim. 0 otherwise. */
  readonly part: number;
  /** Whether the rows are single elements of the kernel for every length. */
  readonly flat: boolean;
  /** Row strides of x, of the result, and of further inputs in the order in which they were added. */
  readonly strides: number[];
}

/** What an operator says of its layout. */
export interface LayoutRequest {
  /** Columns where the options do not say: a weight's length. */
  readonly cols?: number | undefined;
  /** Elements between neighbouring columns; 1 by default. */
  readonly inner?: number | undefined;
  readonly part?: number | undefined;
  /** What the call names its first array, and the option of its row stride; `x` and `rowStride` by default. */
  readonly argument?: string | undefined;
  readonly strideOption?: string | undefined;
}

/** Option of the operators that run along any axis. */
export interface InnerOption {
  /**
   * Elements between neighbouring columns, 1 by default: `x` is [rows][cols][inner], and each of rows * inner programs
   * works on `cols` elements. So an operator runs along any axis: what stands before the axis are the rows, what stands
   * behind it is `inner`.
   */
  readonly inner?: number | undefined;
}

/** The option `inner`, checked. */
export function innerOf({ inner = 1 }: InnerOption): number {
  if (typeof inner !== 'number') throw invalidType('inner', 'a number of elements', inner);
  if (!Number.isInteger(inner) || inner < 0 || inner > maxExtent)
    throw invalidValue('inner', `an integer from 0 to ${maxExtent}`, inner);
  return inner;
}

/** Columns and rows of a call. Checks that x is an array of `dtype`. */
export function layoutOf(
  x: unknown,
  dtype: RowDType,
  options: RowOptions<RowArray>,
  { cols: defaultCols, inner = 1, part = 0, argument = 'x', strideOption = 'rowStride' }: LayoutRequest = {},
): RowLayout {
  // Options first: a getter may do anything, detach x for instance.
  const { cols = defaultCols, out } = options;
  const extent = typeof cols === 'number' ? cols * inner : undefined;
  const { [strideOption as 'rowStride']: rowStride = extent } = options;
  const { outRowStride = out === x ? rowStride : extent } = options;
  const hint =
    dtype === 'f32' && options.dtype === undefined ? ', or a Uint16Array and the option dtype' : '';
  expectArray(x, dtype, argument, dtypes[dtype].expected + hint);
  if (extent === undefined || typeof cols !== 'number') {
    throw invalidType('cols', 'the number of columns (there is nothing to take it from)', cols);
  }
  if (!Number.isInteger(cols) || cols < 0 || cols > maxExtent) {
    throw invalidValue('cols', `an integer from 0 to ${maxExtent}`, cols);
  }
  if (!Number.isSafeInteger(extent))
    throw invalidValue('inner', 'an integer that makes rows of at most 2^53', inner);
  if (rowStride !== extent) expectRowStride(rowStride, extent, strideOption);
  if (outRowStride !== extent) expectRowStride(outRowStride, extent, 'outRowStride');
  const rows = countRows(x.length, extent, rowStride, argument);
  return { rows, cols, inner, part, flat: false, strides: [rowStride, outRowStride] };
}

function countRows(length: number, extent: number, rowStride: number, argument: string): number {
  if (extent === 0) {
    if (length === 0) return 0;
    throw invalidLength(argument, '0 where there are no columns', length);
  }
  const rows = rowsIn(length, extent, rowStride);
  if (rows !== undefined) return rows;
  const apart = rowStride === extent ? '' : `, rows ${rowStride} apart`;
  throw invalidLength(argument, `whole rows of ${extent}${apart}`, length);
}

/** Adds the row stride of one more input with rows of `extent` elements, the columns by default. */
export function addRows(layout: RowLayout, rowStride: unknown, argument: string, extent = layout.cols): void {
  if (rowStride === undefined) {
    layout.strides.push(extent);
    return;
  }
  expectRowStride(rowStride, extent, argument);
  layout.strides.push(rowStride);
}

/**
 * Checks an input beside x whose stride is `layout.strides[at]`: an array of `dtype` with the rows of x, no more and
 * no less.
 */
export function expectRows(
  value: unknown,
  dtype: RowDType,
  layout: RowLayout,
  at: number,
  argument: string,
): void {
  expectArray(value, dtype, argument);
  const { rows, cols, strides } = layout;
  const { length } = value;
  if (rows === 0 ? length === 0 : rowsIn(length, cols, strides[at]) === rows) return;
  throw invalidLength(argument, `${rows} rows of ${cols}, ${strides[at]} apart`, length);
}

/** For an elementwise operator: single elements where the rows stand side by side, so one kernel serves all shapes. */
export function flattened(layout: RowLayout): RowLayout {
  const { rows, cols, strides } = layout;
  if (!strides.every((stride) => stride === cols)) return layout;
  return { rows: rows * cols, cols: 1, inner: 1, part: 0, flat: true, strides: strides.map(() => 1) };
}

/** A new array for the result, of x's class: with its own padding behind every row, as the stride says. */
export function newOutput<T extends RowArray>({ rows, strides }: RowLayout, x: T): SameArray<T> {
  return newRows(rows, strides[1], x, 'outRowStride');
}

/** A new array of x's class for `rows` rows; `argument` is the option that their stride comes from. */
export function newRows<T extends RowArray>(
  rows: number,
  rowStride: number,
  x: T,
  argument: string,
): SameArray<T> {
  const length = rows * rowStride;
  if (length > maxLength)
    throw invalidValue(argument, `at most ${maxLength} elements in the result`, rowStride);
  return newArrayLike(x, length) as SameArray<T>;
}

/** What a call without rows gives, for which nothing is compiled; its options are checked all the same. */
export function emptyResult<T extends RowArray>(
  layout: RowLayout,
  x: T,
  dtype: RowDType,
  { out, plan }: RowOptions<RowArray>,
): RowArray {
  checkPlanOptions(plan);
  checkIdleOutput(out, dtype, 'out');
  return out ?? newOutput(layout, x);
}

/** Elements that an array can have at most, in every Node version that is supported. */
export const maxLength: number = 2 ** 30 - 1;
