// Worker pools. The threads belong to the process and are started when work first wants them; a pool is a limit on how
// many of them work for its launches, and an account of what they did.
//
// Nothing here keeps the event loop alive: a pool is memory, and its threads end with the process.
import { setImmediate } from 'node:timers/promises';
import { invalidType, invalidValue } from '../errors.js';
import { fromNative } from '../native/errors.js';
import { native } from '../native/load.js';
import { maxWorkers } from '../planner/plan.js';
import type { Kernel } from './kernel.js';
import { itemOf, type BoundLaunch } from './bound-launch.js';
import { asyncOptionNames, checkAsyncOptions, explainItem, fly, type AsyncOptions } from './flights.js';
import { boundLaunch, isLaunchRecord, type LaunchRecord } from './launch-record.js';
import { defaultQueue, LaunchQueue } from './launch-queue.js';
import { expectOptions } from './options.js';
import {
  defaultPoolState,
  defaultSpin,
  defaultWorkers,
  openPool,
  registerPool,
  type PoolState,
} from './pool-handle.js';

export interface WorkerPoolOptions {
  /**
   * Threads of a launch, the caller's included, from 1 to 256; more than there are cores is legal. By default
   * TILE_SIMD_WORKERS, or what affinity and CPU quota of the process allow.
   */
  readonly workers?: number | undefined;
  /** Microseconds that a thread waits for more work before it sleeps, up to 10,000; 50 by default. */
  readonly spin?: number | undefined;
  /** Asynchronous launches of one environment that it holds at a time; 1024 by default. See `whenFull`. */
  readonly maxQueued?: number | undefined;
}

/** What a pool has done. */
export interface PoolStats {
  readonly workers: number;
  /** Launches that were split over threads; those that stay on the caller's thread are not counted. */
  readonly launches: number;
  /** Threads woken from sleep. */
  readonly wakeUps: number;
  /** Time that launching threads waited for others at the end of a launch, or of a cooperative kernel's phase. */
  readonly idleMicroseconds: number;
  /** Blocks by worker; worker 0 is the launching thread. A block that two tasks share counts for both. */
  readonly blocks: readonly number[];
}

/** Kernels and records to be launched in order. */
export type BatchItems = readonly (readonly [kernel: Kernel, record: LaunchRecord])[];

const longestSpin = 10_000;
const longestQueue = 1_000_000;

/** A number of threads that launches are split over. */
export class WorkerPool {
  readonly #state: PoolState;
  readonly #workers: number;
  readonly #isShared: boolean;

  /** @throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_NATIVE_LOAD. */
  constructor(options?: WorkerPoolOptions);
  /** @internal */
  constructor(options: undefined, shared: PoolState);
  constructor(options: WorkerPoolOptions = {}, shared?: PoolState) {
    this.#isShared = shared !== undefined;
    this.#state = shared ?? createState(options);
    this.#workers = fromNative(() => native().poolStats(this.#state.native)).workers;
    registerPool(this, this.#state);
  }

  /** Threads of a launch at most, the caller's included. */
  get workers(): number {
    return this.#workers;
  }

  /** What was done since the pool was made, by all environments that share it. */
  stats(): PoolStats {
    return fromNative(() => native().poolStats(this.#state.native));
  }

  /**
   * Launches in order, each after the one before is done, and returns when all are: one crossing into native code for
   * all of them. Every launch is checked before the first one runs.
   * @throws before anything is written: as `kernel.launch` does; ERR_POOL_CLOSED.
   */
  batch(launches: BatchItems): void {
    const { native: pool } = openPool(this, 'pool');
    const bound = boundLaunches(launches);
    const status = fromNative(() => native().launchBatch(pool, bound.flatMap(itemOf)));
    if (status !== 0) throw explainItem(bound, status);
  }

  /**
   * The same on threads of the pool, as one asynchronous launch: nothing of this thread is used, and what the launches
   * share with others in flight is leased for all of them.
   * @throws as a promise: as `batch` and `kernel.launchAsync` do.
   */
  async batchAsync(launches: BatchItems, options: AsyncOptions = {}): Promise<void> {
    const state = openPool(this, 'pool');
    expectOptions(options, asyncOptionNames, 'options.');
    checkAsyncOptions(options, 'options.');
    const bound = boundLaunches(launches);
    if (bound.length > 0) await fly(bound, state, options);
  }

  /**
   * Refuses further launches, and resolves when those in flight are done. The threads stay: they are the process's.
   * The default pool cannot be closed; there it only waits.
   */
  async close(): Promise<void> {
    if (!this.#isShared) this.#state.closed = true;
    await this.#state.queue.empty();
    await setImmediate(); // who awaits one of them goes first
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

let shared: WorkerPool | undefined;

/**
 * The pool that launches use where nothing is said, the same for all worker threads of the process: as many workers as
 * TILE_SIMD_WORKERS says, or as affinity and CPU quota allow.
 * @throws ERR_INVALID_ARG_VALUE for a TILE_SIMD_WORKERS that is no such number; ERR_NATIVE_LOAD.
 */
export function defaultPool(): WorkerPool {
  shared ??= new WorkerPool(undefined, defaultPoolState());
  return shared;
}

function createState(options: WorkerPoolOptions): PoolState {
  expectOptions(options, ['workers', 'spin', 'maxQueued'], '');
  const { workers = defaultWorkers(), spin = defaultSpin, maxQueued = defaultQueue } = options;
  expectInteger(workers, 'workers', 1, maxWorkers);
  expectInteger(spin, 'spin', 0, longestSpin);
  expectInteger(maxQueued, 'maxQueued', 1, longestQueue);
  const pool = fromNative(() => native().createPool(workers, spin));
  return { native: pool, queue: new LaunchQueue(maxQueued), closed: false };
}

function expectInteger(
  value: unknown,
  argument: string,
  least: number,
  most: number,
): asserts value is number {
  if (typeof value !== 'number') throw invalidType(argument, 'a number', value);
  if (!Number.isInteger(value) || value < least || value > most)
    throw invalidValue(argument, `an integer from ${least} to ${most}`, value);
}

/** Checks the items of a batch. */
function boundLaunches(launches: unknown): BoundLaunch[] {
  if (!Array.isArray(launches)) throw invalidType('launches', 'an array of [kernel, record]', launches);
  return launches.map((pair: unknown, i) => {
    if (!Array.isArray(pair) || pair.length !== 2)
      throw invalidType(`launches[${i}]`, '[kernel, record]', pair);
    const [kernel, record] = pair as readonly unknown[];
    if (!isLaunchRecord(record)) throw invalidType(`launches[${i}][1]`, 'a LaunchRecord', record);
    if (record.kernel !== kernel)
      throw invalidValue(`launches[${i}][0]`, 'the kernel that the record was made by', kernel);
    return { ...boundLaunch(record, 0, record.programs), nameOf: (param) => `launches[${i}].${param}` };
  });
}
