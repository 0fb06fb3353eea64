// Times two ways of doing one thing. Invariant: their samples alternate, so that whatever slows the machine down
// meets both, and the ratio is a median of the ratios of neighbours. Many short samples rather than few long ones: a
// sample that another process interrupts is then one of few, and no median notices it.
import { median } from '../statistics.js';

export interface Comparison {
  /** Median nanoseconds of one call of each. */
  readonly first: number;
  readonly second: number;
  /** Median, smallest and largest of second / first over the rounds. */
  readonly ratio: number;
  readonly ratioRange: readonly [smallest: number, largest: number];
  readonly rounds: number;
}

export interface CompareOptions {
  /** Most rounds, if `budgetMilliseconds` has room for them; at least 9 are run. */
  readonly rounds: number;
  readonly budgetMilliseconds: number;
  /** Wanted length of one sample; a call that takes longer is a sample by itself. */
  readonly sampleMilliseconds: number;
}

/** A median of fewer would be an accident. */
const fewestRounds = 9;

/** Times `first` and `second` in turn. */
export function compareTimes(first: () => void, second: () => void, options: CompareOptions): Comparison {
  const calls = [first, second].map((action) => callsPerSample(action, options.sampleMilliseconds));
  const samples: [number, number][] = [];
  const deadline = performance.now() + options.budgetMilliseconds;
  while (samples.length < options.rounds && (samples.length < fewestRounds || performance.now() < deadline)) {
    samples.push([nanosecondsPerCall(first, calls[0]), nanosecondsPerCall(second, calls[1])]);
  }
  const ratios = samples.map(([a, b]) => b / a);
  return {
    first: median(samples.map(([a]) => a)),
    second: median(samples.map(([, b]) => b)),
    ratio: median(ratios),
    ratioRange: [Math.min(...ratios), Math.max(...ratios)],
    rounds: samples.length,
  };
}

/** Compilers are done with a loop after this long. */
const warmUpMilliseconds = 8;

/** Calls that fill a sample, found out while the code warms up. */
function callsPerSample(action: () => void, milliseconds: number): number {
  const deadline = performance.now() + warmUpMilliseconds;
  let calls = 1;
  for (;;) {
    const each = nanosecondsPerCall(action, calls);
    if (performance.now() >= deadline) return Math.max(1, Math.round((milliseconds * 1e6) / each));
    calls = Math.min(2 * calls, Math.max(1, Math.round((milliseconds * 1e6) / each)));
  }
}

function nanosecondsPerCall(action: () => void, calls: number): number {
  const start = process.hrtime.bigint();
  for (let i = 0; i < calls; ++i) action();
  return Number(process.hrtime.bigint() - start) / calls;
}
