// What a file says of an array, and the errors for files that cannot be what they say.
import { TileSimdError } from '../../errors.js';
import type { DType } from '../../ir/types.js';

/** An array inside a file: elements in C order, little-endian, without gaps. */
export interface ArrayInfo {
  /** `bits16`: 16 bits that the file does not explain. */
  readonly dtype: DType | 'bits16';
  readonly shape: readonly number[];
  /** First byte in the file, and how many there are. */
  readonly begin: number;
  readonly bytes: number;
}

/** ERR_FILE_FORMAT: `what` continues "FILE: ". */
export function badFile(path: string, what: string, expected: string): TileSimdError {
  return new TileSimdError('ERR_FILE_FORMAT', `${path}: ${what}`, { argument: path, given: what, expected });
}

/**
 * Elements of a shape.
 * @returns undefined if a dimension is no size, or the product is beyond what a file can hold.
 */
export function elementsOf(shape: readonly unknown[]): number | undefined {
  let elements = 1;
  for (const size of shape) {
    if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return undefined;
    elements *= size;
    if (!Number.isSafeInteger(elements)) return undefined;
  }
  return elements;
}
