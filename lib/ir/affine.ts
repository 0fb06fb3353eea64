// Affine expressions of dims, `2*half + 1`: the offsets of slices. Invariant: a canonical text is equal exactly for
// equal expressions (terms by name, the constant last, no zero but the lone one), so texts can be compared and keyed.
import { isIdentifier, maxExtent } from './types.js';

interface Affine {
  readonly terms: ReadonlyMap<string, number>;
  readonly constant: number;
}

/** Reads `2*half + cols + 3`; undefined if it is not of that form. Factors and constant are not negative. */
function read(text: string): Affine | undefined {
  const terms = new Map<string, number>();
  let constant = 0;
  for (const part of text.split('+')) {
    const match = /^\s*(?:(\d{1,10})\s*(?:\*\s*([A-Za-z_]\w*))?|([A-Za-z_]\w*))\s*$/.exec(part);
    if (match === null) return undefined;
    const name = match[2] ?? match[3];
    const count = match[1] === undefined ? 1 : Number(match[1]);
    if (count > maxExtent) return undefined;
    if (name === undefined) constant += count;
    else if (!isIdentifier(name)) return undefined;
    else if (count !== 0) terms.set(name, (terms.get(name) ?? 0) + count);
  }
  return { terms, constant };
}

function write({ terms, constant }: Affine): string {
  const parts = [...terms.keys()]
    .sort()
    .map((name) => (terms.get(name) === 1 ? name : `${terms.get(name)}*${name}`));
  if (constant !== 0 || parts.length === 0) parts.push(String(constant));
  return parts.join(' + ');
}

/** The canonical text of what a user wrote, a number or a text; undefined if it is no affine expression. */
export function canonicalAffine(value: unknown): string | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const affine = read(String(value));
  return affine === undefined ? undefined : write(affine);
}

/** The dims in a canonical text. */
export function dimsOfAffine(text: string): string[] {
  return [...(read(text) as Affine).terms.keys()];
}

/** The value of a canonical text. */
export function evaluateAffine(text: string, extentOf: (dim: string) => number): number {
  const { terms, constant } = read(text) as Affine;
  let value = constant;
  for (const [dim, factor] of terms) value += factor * extentOf(dim);
  return value;
}
