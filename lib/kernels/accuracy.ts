// Where plain f32 is trusted with a mean of squares; outside, the row is rescued (see `ProgramBuilder.rescue`).
//
// A square below 2^-126 is subnormal in f32 and off by up to 2^-150, and so is the mean: nothing beside 2^-100, but
// everything beside 2^-140. Above the largest f32 a square or the sum has overflowed. NaN compares false and is rescued
// as well, because it may come from infinity minus infinity; a true NaN stays one in FP64.
import type { RowMask, RowScalar } from '../dsl/values.js';

const smallestTrusted = 2 ** -100;
/** Largest f32. */
export const largestTrusted: number = (2 - 2 ** -23) * 2 ** 127;

/** Whether a variance plus eps is in the range that f32 squares get right. */
export function isTrusted(variance: RowScalar): RowMask {
  return variance.ge(smallestTrusted).and(variance.le(largestTrusted));
}
