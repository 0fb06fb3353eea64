// From visits to figures. No visit is dropped: judged are the quiet ones where they are enough, and both stand in the
// results.
//
// A visit is quiet if both probes before and after it were within `quietFactor` of the best of the run, and the thread
// was on its core all the time. Its ratio is the median over its samples of pivot / candidate, neighbours in time: below
// 1 the pivot is faster.
export const quietFactor = 1.1;
export const quietOnCpu = 0.99;

export function median(values) {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Ranks of the order statistics that enclose the median of n values with a probability of at least 95 %. */
function ranks(n) {
  let probability = 2 ** -n; // of no more than `below` values below the median
  let cumulative = probability;
  let below = 0;
  while (cumulative <= 0.025) {
    ++below;
    probability *= (n - below + 1) / below;
    cumulative += probability;
  }
  return below === 0 ? undefined : { low: below - 1, high: n - below };
}

/** 95 % interval of the median; the whole range where the values are too few for one. */
export function interval(values) {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const { low, high } = ranks(sorted.length) ?? { low: 0, high: sorted.length - 1 };
  return [sorted[low], sorted[high]];
}

/** The best time of each probe in the whole run. */
export function bestProbes(visits) {
  const probes = visits.flatMap(({ before, after }) => [before, after]);
  return {
    scalar: Math.min(...probes.map(({ scalar }) => scalar)),
    fma: Math.min(...probes.map(({ fma }) => fma)),
  };
}

function isQuiet({ before, after, onCpu }, best) {
  const calm = ({ scalar, fma }) => scalar <= quietFactor * best.scalar && fma <= quietFactor * best.fma;
  return onCpu >= quietOnCpu && calm(before) && calm(after);
}

/** Microseconds and ratio of one candidate's visits. */
export function summarize(visits, best) {
  const figures = visits.map((visit) => ({
    quiet: isQuiet(visit, best),
    time: median(visit.samples),
    ratio: median(visit.samples.map((time, i) => visit.pivot[i] / time)),
  }));
  const quiet = figures.filter((figure) => figure.quiet);
  const judged = 2 * quiet.length >= figures.length ? quiet : figures;
  const ratios = judged.map(({ ratio }) => ratio);
  return {
    visits: figures.length,
    quietVisits: quiet.length,
    judged: judged === quiet ? 'quiet' : 'all',
    time: median(judged.map(({ time }) => time)),
    ratio: median(ratios),
    interval: interval(ratios),
    ratioOfAll: median(figures.map(({ ratio }) => ratio)),
  };
}
