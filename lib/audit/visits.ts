// What visits of both kinds have in common: samples that are as many and as long as the experiment says, and places on
// the clock that no two visits share.
import type { Timing } from './experiment.js';
import type { Findings } from './findings.js';
import { array, integer, number, object, type Json } from './json.js';

export function readTiming(value: unknown, where: string): Timing {
  const given = object(value, where);
  return {
    warmMs: number(given.warmMs, `${where}.warmMs`),
    samples: integer(given.samples, `${where}.samples`, 1),
    sampleMs: number(given.sampleMs, `${where}.sampleMs`),
  };
}

/**
 * A sample longer or shorter than its target by this factor is none of the experiment's, unless it is a single call. A
 * thread's own clock stands still while others run; the clock on the wall does not.
 */
const mostOff = { thread: 8, wall: 100 } as const;

/**
 * Nanoseconds of samples against the target. `isSingle`: one call takes longer than that.
 */
export function checkSamples(
  nanoseconds: readonly number[],
  timing: Timing,
  isSingle: boolean,
  clock: keyof typeof mostOff,
  where: string,
  findings: Findings,
): void {
  findings.equal(nanoseconds.length, timing.samples, `${where}: number of samples`);
  const target = timing.sampleMs * 1e6;
  const sorted = [...nanoseconds].sort((a, b) => a - b);
  const middle = sorted[sorted.length >> 1];
  findings.expect(
    middle > target / mostOff[clock] && (isSingle || middle < target * mostOff[clock]),
    where,
    () => `samples take ${(middle / 1e6).toFixed(2)} ms, not about ${timing.sampleMs} ms`,
  );
}

/** Checks that visits follow each other on the clock, each after the samples of the one before it. */
export class Clock {
  #end = 0;

  constructor(private readonly findings: Findings) {}

  pass(startNs: number, spentNs: number, where: string): void {
    this.findings.expect(startNs >= this.#end, where, 'begins before the visit before it can have ended');
    this.#end = startNs + spentNs;
  }
}

/** What every output must have gone through. */
export function checkVerdict(visit: Json, where: string, findings: Findings): void {
  findings.equal(visit.wrong, 0, `${where}: wrong elements`);
  findings.equal(visit.guardsIntact, true, `${where}: guards`);
  const error = number(visit.largestError, `${where}.largestError`);
  findings.expect(error >= 0 && error <= 1, where, `its largest error is ${error} of the tolerance`);
}

export function integers(value: unknown, where: string): number[] {
  return array(value, where).map((one) => integer(one, where, 1));
}
