// From the raw data to figures. docs/study.md defines each of them; the audit computes them again by code of its own.
import {
  formatOf,
  type Contest,
  type Matrix,
  type MatrixVisit,
  type Native,
  type NativeVisit,
  type Ratio,
  type Summary,
} from './schema.js';
import { median, quantile, rangeOf } from '../statistics.js';

/** Share of the pairs of equal code that stay within the noise. */
const noiseShare = 0.95;

/** Microseconds of one call: the median over a visit's samples. */
function visitMedian({ samples, calls }: NativeVisit): number {
  return median(samples.map(({ threadNs }) => threadNs)) / calls / 1000;
}

/** The rounds' medians by contender; preflight visits are no round's. */
function roundsOf({ visits }: Contest): Map<string, Map<number, number>> {
  const rounds = new Map<string, Map<number, number>>();
  for (const visit of visits) {
    if (visit.excluded || visit.phase !== 'measured') continue;
    const own = rounds.get(visit.label) ?? new Map<number, number>();
    rounds.set(visit.label, own.set(visit.round, visitMedian(visit)));
  }
  return rounds;
}

/** `of` by `to`, paired in each round. */
function pairedRatio(rounds: ReturnType<typeof roundsOf>, of: string, to: string): Ratio | undefined {
  const [over, under] = [rounds.get(of), rounds.get(to)];
  if (over === undefined || under === undefined) return undefined;
  const ratios = [...over].flatMap(([round, time]) => {
    const other = under.get(round);
    return other === undefined ? [] : [time / other];
  });
  if (ratios.length === 0) return undefined;
  return {
    of,
    to,
    ...rangeOf(ratios),
    lost: ratios.filter((ratio) => ratio > 1).length,
    rounds: ratios.length,
  };
}

/** Which ratios are of interest, of a contest of these contenders. */
const pairs: readonly (readonly [of: string, to: string])[] = [
  ['p1', 'p0'],
  ['p0', 'inductor'],
  ['p1', 'inductor'],
  ['p1', 'hand'],
  ['p1', 'onednn'],
];

function summarizeNative({ contests }: Native): Summary['native'] {
  return contests.map((contest) => {
    const rounds = roundsOf(contest);
    return {
      contest: contest.id,
      times: Object.fromEntries([...rounds].map(([label, own]) => [label, rangeOf([...own.values()])])),
      ratios: pairs.flatMap(([of, to]) => pairedRatio(rounds, of, to) ?? []),
    };
  });
}

/** Microseconds of one launch: the median over a visit's samples. */
function matrixMedian({ samples, batch, batches }: MatrixVisit): number {
  return median(samples) / (batch * batches) / 1000;
}

type SwitchName = Summary['matrix']['effects'][number]['switch'];

/** The value of a switch as 0 or 1: without it, and with. */
const valueOf: Readonly<Record<SwitchName, (visit: MatrixVisit) => number>> = {
  P: ({ fullPacket }) => Number(fullPacket),
  F: ({ fuse }) => Number(fuse),
  mapping: ({ mapping }) => Number(mapping === 'packet-local'),
};

const textOf: Readonly<Record<SwitchName, (visit: MatrixVisit) => string>> = {
  P: ({ fullPacket }) => `P${Number(fullPacket)}`,
  F: ({ fuse }) => `F${Number(fuse)}`,
  mapping: ({ mapping }) => mapping,
};

const names: readonly SwitchName[] = ['mapping', 'F', 'P'];

interface Pair {
  readonly with: MatrixVisit;
  readonly without: MatrixVisit;
  /** The other switches. */
  readonly at: string;
}

/** Visits of one order that differ in one switch alone. */
function pairsOf(visits: readonly MatrixVisit[], name: SwitchName): Pair[] {
  const others = names.filter((other) => other !== name);
  const at = (visit: MatrixVisit) => others.map((other) => textOf[other](visit)).join(' ');
  const key = (visit: MatrixVisit) =>
    `${visit.operator}-${visit.rows}x${visit.columns} ${at(visit)} ${visit.order}`;
  const without = new Map(visits.filter((visit) => valueOf[name](visit) === 0).map((one) => [key(one), one]));
  return visits.flatMap((visit): Pair[] => {
    const other = without.get(key(visit));
    if (valueOf[name](visit) === 0 || other === undefined) return [];
    return [{ with: visit, without: other, at: at(visit) }];
  });
}

const ratioOf = ({ with: over, without: under }: Pair): number => matrixMedian(over) / matrixMedian(under);

/** How far apart two measurements of the same code are: pairs that F does not touch, by their objects. */
function noiseOf(
  visits: readonly MatrixVisit[],
  objectOf: ReadonlyMap<string, string>,
): Summary['matrix']['noise'] {
  const equal = pairsOf(visits, 'F').filter(
    (pair) => objectOf.get(pair.with.capture) === objectOf.get(pair.without.capture),
  );
  const factors = equal.map(ratioOf).map((ratio) => Math.max(ratio, 1 / ratio));
  return { pairs: factors.length, factor: factors.length === 0 ? 1 : quantile(factors, noiseShare) };
}

function effectsOf(
  visits: readonly MatrixVisit[],
  objectOf: ReadonlyMap<string, string>,
  noise: number,
): Summary['matrix']['effects'] {
  return (['P', 'F', 'mapping'] as const).flatMap((name) => {
    const cells = new Map<string, Pair[]>();
    for (const pair of pairsOf(visits, name)) {
      if (objectOf.get(pair.with.capture) === objectOf.get(pair.without.capture)) continue;
      const { operator, rows, columns } = pair.with;
      const key = `${operator}-${rows}x${columns} ${pair.at}`;
      cells.set(key, [...(cells.get(key) ?? []), pair]);
    }
    return [...cells.values()].map((both) => {
      const { operator, rows, columns } = both[0].with;
      const ratios = both.map(ratioOf);
      const claimed = ratios.every((ratio) => ratio > noise) || ratios.every((ratio) => ratio < 1 / noise);
      return { switch: name, operator, rows, columns, at: both[0].at, ratios, claimed };
    });
  });
}

function summarizeMatrix({ visits }: Matrix, objectOf: ReadonlyMap<string, string>): Summary['matrix'] {
  const own = visits.filter(({ set }) => set === 'matrix');
  const noise = noiseOf(own, objectOf);
  const cells = new Map<string, number[]>();
  for (const visit of visits)
    cells.set(visit.capture, [...(cells.get(visit.capture) ?? []), matrixMedian(visit)]);
  return {
    noise,
    cells: [...cells].map(([capture, times]) => ({ capture, ...rangeOf(times) })),
    effects: effectsOf(own, objectOf, noise.factor),
  };
}

/** `objectOf`: digest of the object behind each capture. */
export function summarize(native: Native, matrix: Matrix, objectOf: ReadonlyMap<string, string>): Summary {
  return {
    format: formatOf.summary,
    native: summarizeNative(native),
    matrix: summarizeMatrix(matrix, objectOf),
  };
}
