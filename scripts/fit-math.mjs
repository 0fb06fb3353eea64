// Fits the polynomials of native/codegen/math and prints their coefficients.
//
//   node scripts/fit-math.mjs [NAME...]
//
// f32: each function is written as "known terms + factor(x) * q(v(x))"; q is the polynomial of the given degree with
// the smallest largest weighted error (Lawson's reweighted least squares on Chebyshev nodes). Coefficients are rounded
// to f32 from the lowest order on, and the rest is fitted again after each, so rounding costs almost nothing.
// f64: only erf's tail needs a fit (Chebyshev series); all else there is a Taylor series with exact coefficients.
// Last, the bits of 2/pi that reduce large angles.

/** Weighted least squares: sum of w_i^2 (A_i c - y_i)^2 by QR (modified Gram-Schmidt, twice). */
function leastSquares(rows, y, weights) {
  const n = rows[0].length;
  const columns = Array.from({ length: n }, (_, k) => rows.map((row, i) => row[k] * weights[i]));
  const rhs = y.map((value, i) => value * weights[i]);
  const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  const r = Array.from({ length: n }, () => new Array(n).fill(0));
  for (let k = 0; k < n; ++k) {
    for (let pass = 0; pass < 2; ++pass) {
      for (let j = 0; j < k; ++j) {
        const part = dot(columns[j], columns[k]);
        r[j][k] += part;
        columns[k] = columns[k].map((value, i) => value - part * columns[j][i]);
      }
    }
    r[k][k] = Math.sqrt(dot(columns[k], columns[k]));
    columns[k] = columns[k].map((value) => value / r[k][k]);
  }
  const c = columns.map((column) => dot(column, rhs));
  for (let k = n - 1; k >= 0; --k) {
    for (let j = k + 1; j < n; ++j) c[k] -= r[k][j] * c[j];
    c[k] /= r[k][k];
  }
  return c;
}

/** Polynomial c[0] + c[1] v + ... closest to target(x) under weight(x) for x in [low, high], in the variable v(x). */
function minimax({ low, high, degree, target, weight, variable }) {
  const points = 60 * (degree + 2);
  const x = Array.from(
    { length: points },
    (_, i) => (low + high) / 2 - ((high - low) / 2) * Math.cos((Math.PI * (i + 0.5)) / points),
  );
  const v = x.map(variable);
  const scale = Math.max(...v.map(Math.abs));
  const w = x.map((value) => Math.abs(weight(value)));
  const fixed = [];
  let worst = 0;
  while (fixed.length <= degree) {
    const y = x.map((value, i) => target(value) - fixed.reduce((sum, c, k) => sum + c * v[i] ** k, 0));
    const powers = Array.from({ length: degree + 1 - fixed.length }, (_, k) => k + fixed.length);
    const rows = v.map((value) => powers.map((k) => (value / scale) ** k));
    let lawson = w.map(() => 1 / points);
    let best;
    for (let iteration = 0; iteration < 100; ++iteration) {
      const c = leastSquares(
        rows,
        y,
        w.map((value, i) => value * Math.sqrt(lawson[i])),
      );
      const error = rows.map((row, i) => w[i] * Math.abs(row.reduce((sum, p, k) => sum + p * c[k], -y[i])));
      const largest = Math.max(...error);
      if (best === undefined || largest < best.largest) best = { c, largest };
      lawson = lawson.map((value, i) => value * (error[i] / largest + 1e-12));
      const total = lawson.reduce((a, b) => a + b);
      lawson = lawson.map((value) => value / total);
    }
    worst = best.largest;
    fixed.push(Math.fround(best.c[0] / scale ** powers[0]));
  }
  return { coefficients: fixed, worst };
}

/** erfc for x >= 0.8 by its continued fraction, from the tail up; erf below by its Maclaurin series. */
function erfcFraction(x) {
  let f = x;
  for (let k = Math.ceil(250 / (x * x)) + 20; k > 0; --k) f = x + k / 2 / f;
  return 1 / (f * Math.sqrt(Math.PI)); // times exp(-x^2)
}
const erfc = (x) => erfcFraction(x) * Math.exp(-x * x);
function erfSeries(x) {
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > 1e-18 * Math.abs(x); ++n) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

// What is left of a series after its first terms, without the cancellation of subtracting them.
function rest(x, first, next) {
  let term = first;
  let sum = 0;
  for (let k = 0; Math.abs(term) > 1e-19 * Math.abs(sum) && k < 200; ++k) {
    sum += term;
    term = next(term, k);
  }
  return sum;
}
/** (tanh(x) - x) / x^3 by the continued fraction tanh(x) = x / (1 + x^2 / (3 + x^2 / (5 + ...))). */
function tanhTail(x) {
  let f = 25;
  for (let k = 23; k >= 3; k -= 2) f = k + (x * x) / f; // tanh(x) = x / (1 + x^2 / f)
  return -1 / (f + x * x);
}
const identity = (x) => x;
const square = (x) => x * x;
const halfLn2 = Math.LN2 / 2 + 1e-5; // n is rounded from a product that is itself rounded
const erfSplit = 0.84375;

const fits = {
  // exp(r) = 1 + r + r^2 q(r)
  exp: {
    ...{ low: -halfLn2, high: halfLn2, degree: 4, variable: identity },
    target: (r) => rest(r, 1 / 2, (term, k) => (term * r) / (k + 3)),
    weight: (r) => (r * r) / Math.exp(r),
  },
  // 2^r = 1 + r q(r)
  exp2: {
    ...{ low: -0.5, high: 0.5, degree: 5, variable: identity },
    target: (r) => Math.expm1(r * Math.LN2) / r,
    weight: (r) => r / 2 ** r,
  },
  // log(1 + f) = f - f^2/2 + f^3 q(f)
  log: {
    ...{ low: Math.SQRT1_2 - 1, high: Math.SQRT2 - 1, degree: 7, variable: identity },
    target: (f) => rest(f, 1 / 3, (term, k) => (-term * f * (k + 3)) / (k + 4)),
    weight: (f) => f ** 3 / Math.log1p(f),
  },
  // sin(r) = r + r^3 q(r^2)
  sin: {
    ...{ low: 0, high: Math.PI / 2 + 0.01, degree: 3, variable: square },
    target: (r) => rest(r, -1 / 6, (term, k) => (-term * r * r) / ((2 * k + 4) * (2 * k + 5))),
    weight: (r) => r ** 3 / Math.sin(r),
  },
  // tanh(x) = x + x^3 q(x^2)
  tanh: {
    ...{ low: 0, high: 0.5501, degree: 4, variable: square },
    target: tanhTail,
    weight: (x) => x ** 3 / Math.tanh(x),
  },
  // erf(x) = x + x q(x^2)
  erf: {
    ...{ low: 0, high: erfSplit, degree: 5, variable: square },
    target: (x) => erfSeries(x) / x - 1,
    weight: (x) => x / erfSeries(x),
  },
  // erf(x) = 1 - 2^q(x)
  erf_tail: {
    ...{ low: erfSplit, high: 4, degree: 6, variable: identity },
    target: (x) => Math.log2(erfc(x)),
    weight: (x) => (Math.LN2 * erfc(x)) / (1 - erfc(x)),
  },
};

function hexFloat(value) {
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const mantissa = Math.abs(value) / 2 ** exponent;
  const digits = Math.round((mantissa - 1) * 2 ** 24)
    .toString(16)
    .padStart(6, '0');
  return `${value < 0 ? '-' : ''}0x1.${digits}p${exponent}`;
}

/** Chebyshev coefficients of f over t in [-1, 1], f(t) = c[0]/2 + sum c[k] T_k(t), as far as they matter. */
function chebyshev(f, count) {
  const nodes = 64;
  const values = Array.from({ length: nodes }, (_, i) => f(Math.cos((Math.PI * (i + 0.5)) / nodes)));
  return Array.from(
    { length: count },
    (_, k) =>
      (2 / nodes) *
      values.reduce((sum, value, i) => sum + value * Math.cos((Math.PI * k * (i + 0.5)) / nodes), 0),
  );
}

const wanted = process.argv.slice(2);
const asked = (name) => wanted.length === 0 || wanted.includes(name);
for (const [name, fit] of Object.entries(fits)) {
  if (!asked(name)) continue;
  const { coefficients, worst } = minimax(fit);
  console.log(`${name}: largest relative error 2^${Math.log2(worst).toFixed(2)}`);
  console.log(`  ${coefficients.map(hexFloat).join(', ')}`);
}
if (asked('erf_f64')) {
  // exp(x^2) erfc(x) for x in [1, 6], by t = a + b / (x + 2) in [-1, 1]
  const x = (t) => 1 / ((t + 1) / 2 / 3 + (1 - t) / 2 / 8) - 2;
  console.log('erf_f64: Chebyshev coefficients of exp(x^2) erfc(x), x = 1 (t = 1) to 6 (t = -1)');
  console.log(`  ${chebyshev((t) => erfcFraction(x(t)), 22).join(', ')}`);
}
if (asked('two_over_pi')) {
  // Machin's formula, pi = 16 atan(1/5) - 4 atan(1/239), in fixed point.
  const one = 1n << 1400n;
  const arctan = (n) => {
    let sum = 0n;
    for (let power = one / n, k = 1n; power !== 0n; power /= -n * n, k += 2n) sum += power / k;
    return sum;
  };
  const pi = 16n * arctan(5n) - 4n * arctan(239n);
  const bits = ((2n * one) << 1280n) / pi; // 2/pi * 2^1280
  const words = Array.from({ length: 20 }, (_, i) => (bits >> BigInt(64 * (19 - i))) & 0xffffffffffffffffn);
  console.log('two_over_pi: its first 1280 bits');
  console.log(`  ${words.map((word) => `0x${word.toString(16).padStart(16, '0')}`).join(', ')}`);
}
