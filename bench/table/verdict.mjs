// What is asked of a cell, and whether it is met: the best plan's time is at most 1.05 of the hand-written code with the
// same bits, and below that of Inductor's kernel. A cell fails only if the whole 95 % interval of the ratio is above.
export const limits = { hand: 1.05, inductor: 1.0 };

function meets(candidate, limit, isStrict) {
  if (candidate === undefined) return 'missing';
  const { ratio, interval } = candidate;
  if (isStrict ? ratio < limit : ratio <= limit) return 'met';
  return interval[0] > limit ? 'failed' : 'open';
}

/** Verdicts of one run: 'met', 'open' (the median is above, the interval is not), 'failed', 'missing'. */
export function verdictOf(run) {
  const find = (test) => run.candidates.find(test);
  return {
    hand: meets(
      find(({ kind }) => kind === 'hand'),
      limits.hand,
      false,
    ),
    inductor: meets(
      find(({ label }) => label === 'TorchInductor'),
      limits.inductor,
      true,
    ),
  };
}

/** Whether a second, longer run is due. */
export function needsRepeat(run) {
  return Object.values(verdictOf(run)).some((verdict) => verdict === 'failed' || verdict === 'open');
}
