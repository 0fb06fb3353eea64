// Rows of the kinds that normalizations get wrong, for property tests.
import fc from 'fast-check';
import { lcg } from './random.js';

/** Fills one row; `next` gives numbers from -1 to 1. */
type Fill = (row: Float32Array, next: () => number) => void;

const every =
  (value: (next: () => number) => number): Fill =>
  (row, next) => {
    for (let i = 0; i < row.length; ++i) row[i] = value(next);
  };

/** An ordinary row with one element replaced. */
const withOne =
  (value: number, others: (next: () => number) => number = (next) => next()): Fill =>
  (row, next) => {
    every(others)(row, next);
    row[Math.floor(((next() + 1) / 2) * row.length)] = value;
  };

export const rowKinds = {
  ordinary: every((next) => next()),
  'mean 5': every((next) => 5 + next()),
  'mean 2000': every((next) => 2000 + 1.5 * next()),
  'mean -40000': every((next) => -40000 + 2 * next()),
  'mean 1e6': every((next) => 1e6 + next()),
  'mean 1e8': every((next) => 1e8 + 20 * next()),
  // In long rows every addition of a lane's sum rounds the same way: the f32 mean is off by a hundred times the
  // deviation, which a correction cannot subtract in f32 any more.
  '2^24 + 100, few of them 2 more': every((next) => 2 ** 24 + 100 + (next() < -0.99 ? 2 : 0)),
  '100 with noise of 0.01': every((next) => 100 + 0.02 * next()),
  'magnitude 1e-30': every((next) => 1e-30 * next()),
  'magnitude 1e-18': every((next) => 1e-18 * next()),
  'magnitude 1e19': every((next) => 1e19 * next()),
  'magnitude 1e30': every((next) => 1e30 * next()),
  'magnitudes 1e-30 to 1e30': every((next) => next() * 10 ** (30 * next())),
  subnormal: every((next) => 1e-39 * next()),
  'largest finite': every((next) => (next() < 0 ? -3.4e38 : 3.4e38)),
  '4096 among ones': withOne(4096, () => 1),
  '1e15 among ordinary': withOne(1e15),
  zeros: every(() => 0),
  'negative zeros': every(() => -0),
  'constant 1234': every(() => 1234),
  'constant 9876543210': every(() => 9876543210),
  'constant -1e-25': every(() => -1e-25),
  'one NaN': withOne(NaN),
  'one Infinity': withOne(Infinity),
  'one -Infinity': withOne(-Infinity),
  'all NaN': every(() => NaN),
} satisfies Record<string, Fill>;

export type RowKind = keyof typeof rowKinds;

export const anyKind = fc.constantFrom(...(Object.keys(rowKinds) as RowKind[]));

/** Column counts: mostly short, around every vector and chunk boundary, now and then long. */
export const anyCols = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 70 }) },
  { weight: 2, arbitrary: fc.integer({ min: 71, max: 1100 }) },
  { weight: 1, arbitrary: fc.constantFrom(127, 128, 129, 1023, 1024, 1025, 4096, 8191, 8192, 8193, 16400) },
);

/** The rows of these kinds, one after the other. */
export function makeRows(kinds: readonly RowKind[], cols: number, seed: number): Float32Array {
  const next = lcg(seed);
  const rows = new Float32Array(kinds.length * cols);
  kinds.forEach((kind, row) => rowKinds[kind](rows.subarray(row * cols, (row + 1) * cols), next));
  return rows;
}
