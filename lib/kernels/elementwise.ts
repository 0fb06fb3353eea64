// What the elementwise one-line calls share. Their rows could be cut anywhere, so where the rows of all arrays stand
// side by side the call is one run of single elements, and one kernel serves every length; otherwise it is a row
// kernel for the columns given.
import { invalidType, invalidValue } from '../errors.js';
import { addRows, expectRows, flattened, layoutOf, type RowLayout } from './layout.js';
import type { RowArray, RowDType, RowOptions } from './one-line.js';

/** Options of the elementwise operators. */
export interface ElementwiseOptions<T extends RowArray = Float32Array> extends RowOptions<T> {
  /** Columns of a row. Needed only where rows stand apart; without strides the whole array is taken as it lies. */
  readonly cols?: number | undefined;
}

/** How a call names its arrays. */
export interface ElementwiseNames {
  readonly argument: string;
  readonly strideOption: string;
}

/** An input beside the first, of the same dtype and rows. */
export interface SecondInput extends ElementwiseNames {
  readonly array: unknown;
  readonly rowStride: number | undefined;
}

const onlyX: ElementwiseNames = { argument: 'x', strideOption: 'rowStride' };

/**
 * Layout of a call with one input or two; strides are those of the first input, the output and the second input.
 * Checks both inputs.
 */
export function elementwiseLayout(
  x: unknown,
  dtype: RowDType,
  options: ElementwiseOptions<RowArray>,
  { argument, strideOption }: ElementwiseNames = onlyX,
  second?: SecondInput,
): RowLayout {
  const rowStride = options[strideOption as 'rowStride'];
  const isWhole =
    rowStride === undefined && options.outRowStride === undefined && second?.rowStride === undefined;
  const layout = layoutOf(x, dtype, options, { cols: isWhole ? 1 : undefined, argument, strideOption });
  if (second === undefined) return flattened(layout);
  addRows(layout, second.rowStride, second.strideOption);
  // In place of the second input the output has its stride.
  if (options.out === second.array && options.out !== x && options.outRowStride === undefined)
    layout.strides[1] = layout.strides[2];
  expectRows(second.array, dtype, layout, 2, second.argument);
  return flattened(layout);
}

/** Checks a factor of the argument of an activation and rounds it to f32; 1 by default. */
export function checkAlpha(alpha: unknown): number {
  if (alpha === undefined) return 1;
  if (typeof alpha !== 'number') throw invalidType('alpha', 'a number', alpha);
  const rounded = Math.fround(alpha);
  if (!Number.isFinite(rounded)) throw invalidValue('alpha', 'a number that is finite in f32', alpha);
  return rounded;
}
