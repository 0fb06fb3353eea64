// Compensated FP64 arithmetic of the reference interpreter: errors far below one f32 ulp, so that the oracle may be
// taken for exact.

/** Neumaier's sum: the running error of every addition is kept apart and added once. Infinities and NaN as IEEE. */
export function compensatedSum(values: Float64Array): number {
  let sum = values[0];
  let error = 0;
  for (let i = 1; i < values.length; ++i) {
    const value = values[i];
    const next = sum + value;
    error += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  // Without an error the sum stands as it is: -0 stays -0. Beyond the finite range the error is NaN and no news.
  return error === 0 || !Number.isFinite(sum) ? sum : sum + error;
}

const splitter = 2 ** 27 + 1;

/** Error of `product = fround64(a * b)`, exactly, unless something over- or underflows (Dekker, Veltkamp). */
function productError(a: number, b: number, product: number): number {
  const aBig = splitter * a;
  const aHigh = aBig - (aBig - a);
  const aLow = a - aHigh;
  const bBig = splitter * b;
  const bHigh = bBig - (bBig - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

/** a * b + c with the product's and the sum's errors carried along: within an ulp of the fused result in FP64. */
export function fusedMultiplyAdd(a: number, b: number, c: number): number {
  const product = a * b;
  const sum = product + c;
  const errorOfProduct = productError(a, b, product);
  const part = sum - product;
  const errorOfSum = product - (sum - part) + (c - part);
  const error = errorOfProduct + errorOfSum;
  return Number.isFinite(error) && error !== 0 ? sum + error : sum;
}

/** To the nearest integer, ties to even; keeps the sign of zero. */
export function roundTiesToEven(value: number): number {
  const up = Math.round(value); // ties towards +infinity
  return up - value === 0.5 && up % 2 !== 0 ? up - 1 : up;
}
