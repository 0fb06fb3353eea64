// Which native pool a launch goes to: what stands behind a WorkerPool, and the pool that all launches share where
// nothing is said.
import { invalidType, invalidValue, TileSimdError, TileSimdRangeError } from '../errors.js';
import type { NativePool } from '../native/binding.js';
import { fromNative } from '../native/errors.js';
import { native } from '../native/load.js';
import { maxWorkers } from '../planner/plan.js';
import { defaultQueue, LaunchQueue } from './launch-queue.js';
import type { WorkerPool } from './worker-pool.js';

/** Where launches run: on a pool, or with null on the caller's thread. Undefined: the planner's choice. */
export type PoolOption = WorkerPool | null | undefined;

/** What only this package sees of a pool. */
export interface PoolState {
  readonly native: NativePool;
  /** Asynchronous launches of this environment. */
  readonly queue: LaunchQueue;
  closed: boolean;
}

const states = new WeakMap<object, PoolState>();

/** Called by the constructor of a pool. */
export function registerPool(pool: WorkerPool, state: PoolState): void {
  states.set(pool, state);
}

/** Microseconds that a thread waits for more work before it sleeps, where nothing is said. */
export const defaultSpin = 50;

const workersVariable = 'TILE_SIMD_WORKERS';

/**
 * Workers where nothing is said: TILE_SIMD_WORKERS, or as many as affinity and CPU quota of this process allow.
 * @throws ERR_INVALID_ARG_VALUE for a TILE_SIMD_WORKERS that is no such number.
 */
export function defaultWorkers(): number {
  const text = process.env[workersVariable];
  if (text === undefined || text === '') {
    return Math.min(maxWorkers, fromNative(() => native().cpuBudget()).workers);
  }
  const workers = Number(text);
  if (Number.isInteger(workers) && workers >= 1 && workers <= maxWorkers) return workers;
  const expected = `an integer from 1 to ${maxWorkers}`;
  throw new TileSimdRangeError(
    'ERR_INVALID_ARG_VALUE',
    `the environment variable ${workersVariable}: expected ${expected}, given ${JSON.stringify(text)}`,
    { argument: workersVariable, given: text, expected },
  );
}

let shared: PoolState | undefined;

/** The pool of the process; its threads start with the first launch that is worth them. */
export function defaultPoolState(): PoolState {
  shared ??= {
    native: fromNative(() => native().defaultPool(defaultWorkers(), defaultSpin)),
    queue: new LaunchQueue(defaultQueue),
    closed: false,
  };
  return shared;
}

/**
 * The state of a pool in use.
 * @throws ERR_INVALID_ARG_TYPE, ERR_POOL_CLOSED naming `argument`.
 */
export function openPool(pool: unknown, argument: string): PoolState {
  const state = typeof pool === 'object' && pool !== null ? states.get(pool) : undefined;
  if (state === undefined) throw invalidType(argument, 'a WorkerPool or null', pool);
  if (state.closed) {
    throw new TileSimdError('ERR_POOL_CLOSED', `${argument}: this pool was closed`, {
      argument,
      given: 'a closed pool',
      expected: 'a pool in use',
    });
  }
  return state;
}

/** The native pool that the option stands for. @throws as openPool does. */
export function nativePoolOf(pool: PoolOption, argument: string): NativePool | null {
  if (pool === undefined) return defaultPoolState().native;
  return pool === null ? null : openPool(pool, argument).native;
}

/** The pool of an asynchronous launch. @throws as openPool does; ERR_INVALID_ARG_VALUE for null. */
export function asyncPoolOf(pool: unknown, argument: string): PoolState {
  if (pool === undefined) return defaultPoolState();
  if (pool === null)
    throw invalidValue(argument, "a WorkerPool (nothing asynchronous runs on the caller's thread)", pool);
  return openPool(pool, argument);
}
