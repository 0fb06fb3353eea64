// How many asynchronous launches of this environment a pool holds at most, and who waits for a place.
//
// Invariant: `inFlight` launches have a place, at most `limit`; those that wait are served in the order in which they
// came, each as one in flight ends.
import { invalidValue, TileSimdError } from '../errors.js';
import { onAbort } from './abort-actions.js';

/** What a launch does that finds no place: it is refused, or waits for one. */
export type WhenFull = 'error' | 'wait';

/** Launches that a pool holds per environment where nothing is said. */
export const defaultQueue = 1024;

export function expectWhenFull(value: unknown, argument: string): asserts value is WhenFull | undefined {
  if (value !== undefined && value !== 'error' && value !== 'wait')
    throw invalidValue(argument, "'error' or 'wait'", value);
}

export class LaunchQueue {
  readonly limit: number;
  #inFlight = 0;
  readonly #waiting = new Set<() => void>();
  #onEmpty: (() => void)[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Takes a place if there is one. */
  tryEnter(): boolean {
    if (this.#inFlight >= this.limit) return false;
    ++this.#inFlight;
    return true;
  }

  /** Waits for the next free place and takes it; without one if the signal is aborted first: then false. */
  enter(signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const take = (): void => {
        ignoreAbort?.();
        resolve(true);
      };
      const giveUp = (): void => {
        if (this.#waiting.delete(take)) resolve(false);
      };
      const ignoreAbort = signal && onAbort(signal, giveUp);
      this.#waiting.add(take);
    });
  }

  /** Gives a place back, to the launch that has waited longest if there is one. */
  leave(): void {
    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#waiting.delete(next);
      next(); // the place goes from hand to hand
      return;
    }
    if (--this.#inFlight > 0) return;
    for (const resolve of this.#onEmpty.splice(0)) resolve();
  }

  /** Resolves once no launch is in flight and none waits. */
  empty(): Promise<void> {
    if (this.#inFlight === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onEmpty.push(resolve));
  }
}

/** ERR_QUEUE_FULL. */
export function queueFull(limit: number): TileSimdError {
  return new TileSimdError(
    'ERR_QUEUE_FULL',
    `pool: ${limit} asynchronous launches are in flight, and no more are allowed`,
    {
      argument: 'pool',
      given: limit,
      expected: "fewer launches at a time, whenFull: 'wait', or a pool with a larger maxQueued",
    },
  );
}
