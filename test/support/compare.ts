// Comparison of f32 results: with the tolerance that this library promises, or by bits.
export interface Tolerance {
  readonly abs: number;
  readonly rel: number;
}

/** What the library promises of its defaults. */
export const promised: Tolerance = { abs: 5e-5, rel: 5e-5 };

/** Whether `got` may stand for `want`: NaN only for NaN, infinities exactly, 0 for -0. */
export function isClose(got: number, want: number, { abs, rel }: Tolerance = promised): boolean {
  if (Number.isNaN(want)) return Number.isNaN(got);
  // What rounds to an infinity in f32 is one.
  if (!Number.isFinite(Math.fround(want))) return got === Math.fround(want);
  return Math.abs(got - want) <= abs + rel * Math.abs(want);
}

type Numbers = ArrayLike<number>;

function expectLength(got: Numbers, want: Numbers, what: string): void {
  if (got.length !== want.length) throw new Error(`${what}: ${got.length} elements, want ${want.length}`);
}

/** Expects every element to be close; says which are not, and how many. */
export function expectClose(got: Numbers, want: Numbers, what = '', tolerance: Tolerance = promised): void {
  expectLength(got, want, what);
  const wrong: string[] = [];
  let count = 0;
  for (let i = 0; i < want.length; ++i) {
    if (isClose(got[i], want[i], tolerance)) continue;
    if (++count <= 5) wrong.push(`[${i}] got ${got[i]}, want ${want[i]}`);
  }
  if (count > 0) throw new Error(`${what}: ${count} of ${want.length} elements differ: ${wrong.join('; ')}`);
}

/** Expects equal bits, except that any NaN equals any other. */
export function expectSameBits(got: Float32Array, want: Float32Array, what = ''): void {
  expectLength(got, want, what);
  for (let i = 0; i < want.length; ++i) {
    if (Object.is(got[i], want[i])) continue;
    throw new Error(`${what}: element ${i} is ${got[i]}, want ${want[i]}`);
  }
}
