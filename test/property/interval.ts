// Enclosures of what a kernel may compute. Invariant: where the arguments' intervals hold the exact values and those
// that any plan computes, so does the result's. Both f32 rows and rescued rows (FP64, rounded at the end) are meant, so
// an f32 rounding widens an interval to the rounded ends and does not replace them.
//
// A value known exactly, bit for bit, is a point: an f32 always, and one that stays a point through every op whose result
// f32 holds, so integers are compared, rounded and selected for certain; contraction changes none of them. Elementary
// functions are within 2 ULP (docs/numerics.md).
import { erf } from '../../lib/reference/erf.js';
import { bfloat, half, roundToFormat } from '../../lib/reference/storage.js';
import { roundTiesToEven } from '../../lib/reference/sums.js';
import type { ElementwiseOpName, ReduceKind } from '../../lib/index.js';

/** The numbers from lo to hi (none where lo > hi), and NaN if `nan`. Conditions are 0 and 1. */
export interface Interval {
  readonly lo: number;
  readonly hi: number;
  readonly nan: boolean;
}

/** f32: with rescued rows among them. f64: every op in double precision. */
export type Precision = 'f32' | 'f64';

export const onlyNaN: Interval = { lo: Infinity, hi: -Infinity, nan: true };
export const anything: Interval = { lo: -Infinity, hi: Infinity, nan: true };

export function point(value: number): Interval {
  return Number.isNaN(value) ? onlyNaN : { lo: value, hi: value, nan: false };
}

export function interval(lo: number, hi: number, nan = false): Interval {
  return { lo, hi, nan };
}

/** Known bit for bit; zeros of both signs are two values. */
export function isPoint({ lo, hi, nan }: Interval): boolean {
  return !nan && Object.is(lo, hi);
}

function isEmpty({ lo, hi }: Interval): boolean {
  return lo > hi;
}

export function hull(a: Interval, b: Interval): Interval {
  return { lo: Math.min(a.lo, b.lo), hi: Math.max(a.hi, b.hi), nan: a.nan || b.nan };
}

/** Far more than an FP64 op's error, far less than one of f32. */
const slack = 2 ** -50;
const down = (x: number, by = Math.abs(x)): number => (Number.isFinite(x) ? x - by * slack : x);
const up = (x: number, by = Math.abs(x)): number => (Number.isFinite(x) ? x + by * slack : x);

/** What an op within `relative` and `absolute` of the numbers from lo to hi may give. */
function widened(lo: number, hi: number, relative: number, absolute: number, p: Precision): Interval {
  const by = (x: number) => (Number.isFinite(x) ? Math.abs(x) * relative + absolute : 0);
  const [low, high] = [lo - by(lo), hi + by(hi)];
  if (p === 'f64') return { lo: low, hi: high, nan: false };
  return { lo: Math.min(low, Math.fround(low)), hi: Math.max(high, Math.fround(high)), nan: false };
}

/**
 * What a correctly rounded op gives that is exactly between lo and hi; `magnitude` bounds the numbers that the two were
 * computed from in FP64.
 */
function rounded(lo: number, hi: number, p: Precision, exact: boolean, magnitude?: number): Interval {
  if (Number.isNaN(lo) || Number.isNaN(hi)) return exact ? onlyNaN : anything;
  if (exact && Object.is(Math.fround(lo), lo)) return point(lo);
  const [low, high] = [down(lo, magnitude), up(hi, magnitude)];
  if (p === 'f64') return { lo: low, hi: high, nan: false };
  return { lo: Math.min(low, Math.fround(low)), hi: Math.max(high, Math.fround(high)), nan: false };
}

const withNaN = (a: Interval, nan: boolean): Interval => (nan && !a.nan ? { ...a, nan } : a);
const largest = ({ lo, hi }: Interval): number => Math.max(Math.abs(lo), Math.abs(hi));
const holdsZero = ({ lo, hi }: Interval): boolean => lo <= 0 && hi >= 0;

function corners(a: Interval, b: Interval, f: (x: number, y: number) => number): [number, number] {
  const all = [f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)];
  return [Math.min(...all), Math.max(...all)]; // NaN if one is
}

type Binary = (x: number, y: number) => number;

/** add, sub, mul and, where the divisor is not zero, div: the extremes are at the ends. */
function arithmetic(a: Interval, b: Interval, f: Binary, p: Precision): Interval {
  const exact = isPoint(a) && isPoint(b);
  const [lo, hi] = corners(a, b, f);
  return withNaN(rounded(lo, hi, p, exact), a.nan || b.nan);
}

function divide(a: Interval, b: Interval, p: Precision): Interval {
  if (holdsZero(b) && !(isPoint(a) && isPoint(b))) return anything;
  return arithmetic(a, b, (x, y) => x / y, p);
}

/** Whether a product may be of zero and an infinity, which no end of the intervals need show. */
function zeroMeetsInfinity(a: Interval, b: Interval): boolean {
  return (holdsZero(a) && largest(b) === Infinity) || (holdsZero(b) && largest(a) === Infinity);
}

function multiply(a: Interval, b: Interval, p: Precision): Interval {
  if (zeroMeetsInfinity(a, b) && !(isPoint(a) && isPoint(b))) return anything;
  return arithmetic(a, b, (x, y) => x * y, p);
}

function fusedMultiplyAdd(a: Interval, b: Interval, c: Interval, p: Precision): Interval {
  const exact = isPoint(a) && isPoint(b) && isPoint(c); // the product of two f32 is exact in FP64
  const [low, high] = corners(a, b, (x, y) => x * y);
  const infinitiesMeet =
    (low === -Infinity && c.hi === Infinity) || (high === Infinity && c.lo === -Infinity);
  if ((infinitiesMeet || zeroMeetsInfinity(a, b)) && !exact) return anything;
  const magnitude = Math.max(Math.abs(low), Math.abs(high)) + largest(c);
  const [lo, hi] = [low + c.lo, high + c.hi];
  return withNaN(rounded(lo, hi, p, exact, exact ? undefined : magnitude), a.nan || b.nan || c.nan);
}

function squareRoot(a: Interval, p: Precision): Interval {
  if (a.hi < 0) return onlyNaN;
  const lo = a.lo < 0 ? -0 : Math.sqrt(a.lo);
  return withNaN(rounded(lo, Math.sqrt(a.hi), p, isPoint(a)), a.nan || a.lo < 0);
}

/** A function that grows, within 2 ULP of f32 or 1e-12. */
function elementary(a: Interval, f: (x: number) => number, p: Precision): Interval {
  const relative = p === 'f32' ? 2 ** -22 : 1e-12;
  return withNaN(widened(f(a.lo), f(a.hi), relative, p === 'f32' ? 2 ** -148 : 0, p), a.nan);
}

function logarithm(a: Interval, p: Precision): Interval {
  if (a.hi < 0) return onlyNaN;
  return withNaN(elementary({ ...a, lo: Math.max(a.lo, 0) }, Math.log, p), a.lo < 0);
}

/** sin and cos move by no more than their argument. */
function periodic(a: Interval, f: (x: number) => number, p: Precision): Interval {
  if (!Number.isFinite(a.lo) || !Number.isFinite(a.hi)) return { lo: -1.000001, hi: 1.000001, nan: true };
  const radius = (a.hi - a.lo) / 2 + slack * largest(a) * Number(!isPoint(a));
  const middle = f(a.lo + (a.hi - a.lo) / 2);
  const by = p === 'f32' ? 2 ** -22 : 1e-12;
  return withNaN(interval(Math.max(-1, middle - radius) - by, Math.min(1, middle + radius) + by), a.nan);
}

function monotone(a: Interval, f: (x: number) => number): Interval {
  return { lo: f(a.lo), hi: f(a.hi), nan: a.nan };
}

function absolute(a: Interval): Interval {
  if (isPoint(a)) return point(Math.abs(a.lo));
  return { lo: holdsZero(a) ? 0 : Math.min(Math.abs(a.lo), Math.abs(a.hi)), hi: largest(a), nan: a.nan };
}

const truth = (canBeFalse: boolean, canBeTrue: boolean): Interval => ({
  lo: canBeFalse ? 0 : 1,
  hi: canBeTrue ? 1 : 0,
  nan: false,
});

function less(a: Interval, b: Interval, orEqual: boolean): Interval {
  const nan = a.nan || b.nan;
  if (isEmpty(a) || isEmpty(b)) return truth(true, false);
  if (orEqual) return truth(nan || a.hi > b.lo, a.lo <= b.hi);
  return truth(nan || a.hi >= b.lo, a.lo < b.hi);
}

function equal(a: Interval, b: Interval): Interval {
  if (isEmpty(a) || isEmpty(b)) return truth(true, false);
  const same = a.lo === a.hi && b.lo === b.hi && a.lo === b.lo;
  return truth(a.nan || b.nan || !same, a.lo <= b.hi && b.lo <= a.hi);
}

const not = (a: Interval): Interval => ({ lo: 1 - a.hi, hi: 1 - a.lo, nan: false });

type Apply = (args: readonly Interval[], p: Precision) => Interval;

/** Conditions and their like: an argument without a number is no news. */
const decisions: Partial<Record<ElementwiseOpName, Apply>> = {
  lt: ([a, b]) => less(a, b, false),
  le: ([a, b]) => less(a, b, true),
  gt: ([a, b]) => less(b, a, false),
  ge: ([a, b]) => less(b, a, true),
  eq: ([a, b]) => equal(a, b),
  ne: ([a, b]) => not(equal(a, b)),
  and: ([a, b]) => ({ lo: Math.min(a.lo, b.lo), hi: Math.min(a.hi, b.hi), nan: false }),
  or: ([a, b]) => ({ lo: Math.max(a.lo, b.lo), hi: Math.max(a.hi, b.hi), nan: false }),
  not: ([a]) => not(a),
  select: ([condition, a, b]) => (condition.lo === 1 ? a : condition.hi === 0 ? b : hull(a, b)),
};

const numeric: Partial<Record<ElementwiseOpName, Apply>> = {
  add: ([a, b], p) => arithmetic(a, b, (x, y) => x + y, p),
  sub: ([a, b], p) => arithmetic(a, b, (x, y) => x - y, p),
  mul: ([a, b], p) => multiply(a, b, p),
  div: ([a, b], p) => divide(a, b, p),
  min: ([a, b]) => ({ lo: Math.min(a.lo, b.lo), hi: Math.min(a.hi, b.hi), nan: a.nan || b.nan }),
  max: ([a, b]) => ({ lo: Math.max(a.lo, b.lo), hi: Math.max(a.hi, b.hi), nan: a.nan || b.nan }),
  neg: ([a]) => ({ lo: -a.hi, hi: -a.lo, nan: a.nan }),
  abs: ([a]) => absolute(a),
  sqrt: ([a], p) => squareRoot(a, p),
  rsqrt: ([a], p) => {
    const root = squareRoot(a, p);
    return isEmpty(root) ? root : divide(point(1), root, p);
  },
  reciprocal: ([a], p) => divide(point(1), a, p),
  floor: ([a]) => monotone(a, Math.floor),
  round: ([a]) => monotone(a, roundTiesToEven),
  toFloat: ([a], p) => rounded(a.lo, a.hi, p, isPoint(a)),
  castF32: ([a]) => monotone(a, Math.fround),
  castF16: ([a]) => monotone(a, (x) => roundToFormat(x, half)),
  castBf16: ([a]) => monotone(a, (x) => roundToFormat(x, bfloat)),
  fma: ([a, b, c], p) => fusedMultiplyAdd(a, b, c, p),
  exp: ([a], p) => elementary(a, Math.exp, p),
  exp2: ([a], p) => elementary(a, (x) => 2 ** x, p),
  log: ([a], p) => logarithm(a, p),
  tanh: ([a], p) => elementary(a, Math.tanh, p),
  erf: ([a], p) => elementary(a, erf, p),
  sigmoid: ([a], p) =>
    elementary(a, (x) => (x < 0 ? Math.exp(x) / (1 + Math.exp(x)) : 1 / (1 + Math.exp(-x))), p),
  sin: ([a], p) => periodic(a, Math.sin, p),
  cos: ([a], p) => periodic(a, Math.cos, p),
};

/** One elementwise op on numbers and conditions. */
export function applyOp(op: ElementwiseOpName, args: readonly Interval[], precision: Precision): Interval {
  const decision = decisions[op];
  if (decision !== undefined) return decision(args, precision);
  if (args.some(isEmpty)) return onlyNaN;
  return (numeric[op] as Apply)(args, precision);
}

const indexFunctions: Partial<Record<ElementwiseOpName, [wrapped: Binary, plain: Binary]>> = {
  add: [(a, b) => (a + b) | 0, (a, b) => a + b],
  sub: [(a, b) => (a - b) | 0, (a, b) => a - b],
  mul: [Math.imul, (a, b) => a * b],
  min: [Math.min, Math.min],
  max: [Math.max, Math.max],
};

/** One op whose value is an index: i32, which wraps around. */
export function applyIndexOp(op: ElementwiseOpName, args: readonly Interval[]): Interval {
  const functions = indexFunctions[op];
  if (functions === undefined) return applyOp(op, args, 'f64'); // select
  const [a, b] = args;
  if (isPoint(a) && isPoint(b)) return point(functions[0](a.lo, b.lo) + 0);
  const [lo, hi] = corners(a, b, functions[1]);
  return lo < -(2 ** 31) || hi >= 2 ** 31 ? interval(-(2 ** 31), 2 ** 31 - 1) : interval(lo, hi);
}

const largestF32 = 3.4e38;

/** A sum of additions at most `depth` deep, in any order. */
function sum(values: readonly Interval[], depth: number, p: Precision): Interval {
  if (values.some(isEmpty)) return onlyNaN;
  let [lo, hi, magnitude] = [0, 0, 0];
  let infinite = 0; // signs of the infinities that are for certain: 1, 2 or both
  let [exact, negativeZeros, nan] = [true, true, false];
  for (const value of values) {
    nan ||= value.nan;
    const certain = isPoint(value);
    if (certain && !Number.isFinite(value.lo)) {
      infinite |= value.lo > 0 ? 1 : 2;
      continue;
    }
    exact &&= certain && Number.isInteger(value.lo);
    negativeZeros &&= Object.is(value.lo, -0);
    lo += value.lo;
    hi += value.hi;
    magnitude += largest(value);
  }
  if (infinite !== 0 && magnitude < largestF32 / 2 && !nan)
    return infinite === 3 ? onlyNaN : point(infinite === 1 ? Infinity : -Infinity);
  if (infinite !== 0 || !(magnitude < largestF32)) return anything;
  if (exact && magnitude < 2 ** 24 && !nan) return point(lo === 0 ? (negativeZeros ? -0 : 0) : lo);
  const unit = p === 'f32' ? 2 ** -24 : 2 ** -53;
  const by = magnitude * (1.01 * depth * unit + values.length * 2 ** -52);
  return withNaN(widened(lo - by, hi + by, 0, 0, p), nan);
}

/** A product in any order. */
function product(values: readonly Interval[], p: Precision): Interval {
  if (values.some(isEmpty)) return onlyNaN;
  let all = point(1);
  let most = 1; // of any partial product
  let nan = false;
  for (const value of values) {
    nan ||= value.nan;
    most *= Math.max(1, largest(value));
    const [lo, hi] = corners(all, value, (x, y) => x * y);
    all = interval(lo, hi);
  }
  if (!(most < largestF32)) return anything;
  if (most < 2 ** 24 && !nan && isPoint(all) && values.every((v) => isPoint(v) && Number.isInteger(v.lo)))
    return all;
  const unit = p === 'f32' ? 2 ** -24 : 2 ** -52;
  const by =
    largest(all) * 1.01 * values.length * unit + (p === 'f32' ? values.length * 2 ** -149 * most : 0);
  return withNaN(widened(all.lo - by, all.hi + by, 0, 0, p), nan);
}

/** A reduction; `depth` is the longest chain of additions that its order may have. */
export function applyReduce(
  kind: ReduceKind,
  values: readonly Interval[],
  depth: number,
  precision: Precision,
): Interval {
  switch (kind) {
    case 'sum':
      return sum(values, depth, precision);
    case 'mean':
      return applyOp('div', [sum(values, depth, precision), point(values.length)], precision);
    case 'product':
      return product(values, precision);
    default:
      return values.reduce((a, b) => applyOp(kind, [a, b], precision));
  }
}
