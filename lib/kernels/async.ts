// `.async` of the operators. An operator's call checks its arguments, finds the launcher and calls it; the asynchronous
// call is that very call with a symbol among its options, for which RowLaunches hands out a launcher that only notes
// what it is called with. What was noted then goes to the pool, and the call's result to the promise.
import type { BoundLaunch } from '../runtime/bound-launch.js';
import { asyncOptionNames, checkAsyncOptions, fly } from '../runtime/flights.js';
import { asyncPoolOf } from '../runtime/pool-handle.js';

/** Option of a call that shall not launch: takes what it would have launched. @internal */
export const noteLaunch: unique symbol = Symbol('tile-simd.noteLaunch');

/** @internal */
export interface Noting {
  readonly [noteLaunch]?: (launch: BoundLaunch) => void;
}

/** The asynchronous form of `call`, whose options are its argument number `optionsAt`. */
export function asyncOf<Arguments extends readonly unknown[], Result>(
  call: (...args: Arguments) => Result,
  optionsAt: number,
): (...args: unknown[]) => Promise<Result> {
  return async (...args) => {
    const given = args[optionsAt];
    const noted: BoundLaunch[] = [];
    const options: Record<PropertyKey, unknown> = {
      [noteLaunch]: (launch: BoundLaunch) => noted.push(launch),
    };
    const asyncOptions: Record<string, unknown> = {};
    if (typeof given === 'object' && given !== null) {
      // Inherited options count, too, and a getter is asked once.
      for (const key in given) {
        const own = (asyncOptionNames as readonly string[]).includes(key) ? asyncOptions : options;
        own[key] = (given as Record<string, unknown>)[key];
      }
      args[optionsAt] = options;
    } else if (given === undefined) {
      args[optionsAt] = options;
    }
    checkAsyncOptions(asyncOptions);
    const pool = asyncPoolOf(options.pool, 'pool');
    const result = call(...(args as unknown as Arguments));
    await fly(noted, pool, asyncOptions);
    return result;
  };
}
