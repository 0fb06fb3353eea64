// The error function in FP64, within a few units of its last place (JavaScript has none).

const twoOverSqrtPi = 2 / Math.sqrt(Math.PI);

/**
 * erf(x) = 2/sqrt(pi) * integral of exp(-t^2) from 0 to x.
 *
 * Below 1 the Maclaurin series (Abramowitz and Stegun 7.1.5), whose terms hardly cancel there. Above, 1 - erfc(x) by the
 * continued fraction of erfc (7.1.14) from its tail up; erfc is at most 0.16 there, so its error matters little.
 */
export function erf(x: number): number {
  if (x === 0) return x; // with its sign
  const a = Math.abs(x);
  if (a < 1) return series(x);
  if (a >= 6) return Math.sign(x); // 1 - 2e-17
  return Math.sign(x) * (1 - erfc(a)); // NaN too
}

function series(x: number): number {
  const square = x * x;
  let term = x;
  let rest = 0;
  for (let n = 1; Math.abs(term) > 2 ** -60 * Math.abs(x); ++n) {
    term *= -square / n;
    rest += term / (2 * n + 1);
  }
  return twoOverSqrtPi * (x + rest);
}

function erfc(x: number): number {
  // Enough terms for 2^-53: their number grows as 1/x^2.
  let fraction = x;
  for (let k = Math.ceil(250 / (x * x)) + 20; k > 0; --k) fraction = x + k / 2 / fraction;
  return Math.exp(-x * x) / (fraction * Math.sqrt(Math.PI));
}
