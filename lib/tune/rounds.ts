// Times things that do the same work beside each other. Invariant: within a round everything is timed once, each round in
// another order, so that whatever slows the machine down meets all of them; what is compared are ratios of one round.

/** One of the things that are timed. */
export interface Contender {
  /** Runs it so many times and returns the nanoseconds that one took. */
  readonly time: (calls: number) => number;
  /** Calls of one sample. */
  readonly calls: number;
}

/** Samples of one contender, a round each, in nanoseconds. */
export type Samples = number[];

export interface RoundsOptions {
  readonly rounds: number;
  /** Called between samples; what it throws ends the rounds. */
  readonly between?: (() => Promise<void>) | undefined;
}

/** Times every contender in every round; the order turns from round to round, and every other one goes backwards. */
export async function timeRounds(
  contenders: readonly Contender[],
  { rounds, between }: RoundsOptions,
): Promise<Samples[]> {
  const samples = contenders.map((): Samples => []);
  for (let round = 0; round < rounds; ++round)
    for (const i of orderOf(contenders.length, round)) {
      samples[i].push(contenders[i].time(contenders[i].calls));
      await between?.();
    }
  return samples;
}

/** 0..count-1 forwards and then backwards, starting one further after every two rounds. */
function orderOf(count: number, round: number): number[] {
  const turned = Array.from({ length: count }, (_, i) => (i + (round >> 1)) % count);
  return round % 2 === 0 ? turned : turned.reverse();
}

/** Ratios of two contenders, round by round. */
export function ratiosOf(samples: Samples, base: Samples): number[] {
  return samples.map((sample, round) => sample / base[round]);
}
