// f32 constants as text. Invariant: parseF32(formatF32(v)) is v for every f32, signed zeros, infinities and NaN
// included, and the text is the shortest that does so: golden files stay readable and stable.

/** Shortest decimal text that rounds to this f32. */
export function formatF32(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (!Number.isFinite(value)) return String(value);
  for (let digits = 1; digits <= 9; ++digits) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value); // unreachable for an f32: nine digits always suffice
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** The f32 nearest to a decimal text, or to `NaN`, `Infinity`, `-Infinity`; undefined if it is none of these. */
export function parseF32(text: string): number | undefined {
  if (text === 'NaN') return NaN;
  if (text === 'Infinity') return Infinity;
  if (text === '-Infinity') return -Infinity;
  return decimal.test(text) ? Math.fround(Number(text)) : undefined;
}
