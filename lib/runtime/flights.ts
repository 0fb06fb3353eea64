// Asynchronous launches of this environment: from the call to the settled promise.
//
// Invariant: while a launch is in flight its arrays are reachable from here, so their memory stays; native code holds
// the kernel's code and the leases. The event loop is kept alive by native code, exactly while something is in flight.
import { aborted, invalidLength, invalidType, invalidValue } from '../errors.js';
import type { StorageArray } from '../ir/dtype.js';
import { LaunchStatus } from '../native/binding.js';
import { fromNative } from '../native/errors.js';
import { native } from '../native/load.js';
import { onAbort } from './abort-actions.js';
import { expectArray } from './arguments.js';
import { buffersOf, copyWritten, itemOf, nameIn, type BoundLaunch } from './bound-launch.js';
import { launchChannel, publishLaunch } from './diagnostics.js';
import { explainStatus } from './explain-status.js';
import { expectWhenFull, queueFull, type WhenFull } from './launch-queue.js';
import type { PoolState } from './pool-handle.js';

/** What every asynchronous launch can be told. */
export interface AsyncOptions {
  /** Stops the launch between tasks; it rejects with ABORT_ERR, and what its outputs hold then is unspecified. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether it works on copies of its arrays, made before the call returns; outputs are copied back at the end. The
   * caller may then do with the arrays what he likes, and they may lie over resizable buffers. False by default.
   */
  readonly copy?: boolean | undefined;
  /** With as many launches in flight as the pool holds: fail with ERR_QUEUE_FULL (default), or wait for a place. */
  readonly whenFull?: WhenFull | undefined;
}

export const asyncOptionNames = ['signal', 'copy', 'whenFull'] as const;

/** How a launch ended, from native code. */
interface Landing {
  readonly isDone: boolean;
  readonly workers: number;
  readonly tasks: number;
  readonly microseconds: number;
}

const inFlight = new Map<number, { readonly land: (landing: Landing) => void; readonly launches: unknown }>();
let lastTicket = 0;
let isListening = false;

/** Checks the options that all asynchronous launches have. @throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE. */
export function checkAsyncOptions({ signal, copy, whenFull }: AsyncOptions, prefix = ''): void {
  if (signal !== undefined && !isSignal(signal))
    throw invalidType(`${prefix}signal`, 'an AbortSignal', signal);
  if (copy !== undefined && typeof copy !== 'boolean') throw invalidType(`${prefix}copy`, 'a boolean', copy);
  expectWhenFull(whenFull, `${prefix}whenFull`);
}

function isSignal(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { aborted: isAborted, addEventListener } = value as Partial<AbortSignal>;
  return typeof isAborted === 'boolean' && typeof addEventListener === 'function';
}

/**
 * Launches in order on threads of the pool. Arguments are taken as they are at the call, before anything is awaited.
 * @param nameOfItem what stands before the argument of an error, by the number of the launch.
 * @throws as a promise: what `kernel.launch` throws; ABORT_ERR, ERR_QUEUE_FULL, ERR_BUFFER_DETACHED also at the end.
 */
export async function fly(
  launches: readonly BoundLaunch[],
  pool: PoolState,
  { signal, copy = false, whenFull = 'error' }: AsyncOptions,
): Promise<void> {
  if (isAborted(signal)) throw aborted(signal?.reason);
  if (!copy) launches.forEach(refuseResizable);
  const flown = copy ? withCopies(launches) : launches;
  const lengths = flown.map((launch) => buffersOf(launch).map(([, { length }]) => length));
  if (!pool.queue.tryEnter()) await waitForPlace(pool, whenFull, signal);
  try {
    if (isAborted(signal)) throw aborted(signal?.reason); // while it waited
    const landing = await start(flown, pool, signal);
    if (isAborted(signal)) throw aborted(signal?.reason);
    if (!landing.isDone) throw explainStatus(LaunchStatus.outOfMemory, flown[0]);
    launches.forEach((launch, i) => finish(launch, flown[i], lengths[i]));
    if (launchChannel.hasSubscribers) publish(launches, landing);
  } finally {
    pool.queue.leave();
  }
}

/** A property that changes between two looks, which the type checker does not expect. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

async function waitForPlace({ queue }: PoolState, whenFull: WhenFull, signal?: AbortSignal): Promise<void> {
  if (whenFull === 'error') throw queueFull(queue.limit);
  if (!(await queue.enter(signal))) throw aborted(signal?.reason);
}

/** Resolves at the end of the launch, which native code has begun. */
function start(launches: readonly BoundLaunch[], pool: PoolState, signal?: AbortSignal): Promise<Landing> {
  const binding = native();
  if (!isListening) {
    fromNative(() => binding.onCompletion(land));
    isListening = true;
  }
  const ticket = ++lastTicket;
  const status = fromNative(() => binding.launchAsync(ticket, pool.native, launches.flatMap(itemOf)));
  if (status !== 0) throw explainItem(launches, status);
  return new Promise((resolve) => {
    const ignoreAbort = signal && onAbort(signal, () => fromNative(() => binding.cancelLaunch(ticket)));
    inFlight.set(ticket, {
      launches,
      land: (landing) => {
        ignoreAbort?.();
        resolve(landing);
      },
    });
  });
}

function land(ticket: number, isDone: boolean, workers: number, tasks: number, microseconds: number): void {
  const flight = inFlight.get(ticket);
  inFlight.delete(ticket);
  flight?.land({ isDone, workers, tasks, microseconds });
}

/** The error for what native code answers about the items of a batch. */
export function explainItem(launches: readonly BoundLaunch[], status: number): Error {
  return explainStatus(status % 2 ** 32, launches[Math.floor(status / 2 ** 32)]);
}

/** Buffers of a fixed length alone: what a buffer gives back when it shrinks would be gone under the launch. */
function refuseResizable(launch: BoundLaunch): void {
  for (const [param, array] of buffersOf(launch)) {
    const { resizable, growable } = array.buffer as { resizable?: boolean; growable?: boolean };
    if (resizable !== true && growable !== true) continue;
    const kind = resizable === true ? 'resizable' : 'growable';
    throw invalidValue(
      nameIn(launch, param.name),
      'an array over a buffer of fixed length, or copy: true',
      `an array over a ${kind} buffer`,
    );
  }
}

/** The same launches on copies of their arrays: what was one array still is one. */
function withCopies(launches: readonly BoundLaunch[]): BoundLaunch[] {
  const copies = new Map<unknown, StorageArray>();
  return launches.map((launch) => {
    // The overlap test is about the arrays given. An empty range runs nothing.
    const { launcher, rows, values } = launch;
    const status = launcher(rows, 0, 0, ...values);
    if (status !== 0) throw explainStatus(status, launch);
    const copied = [...values];
    for (const [, array, i] of buffersOf(launch)) {
      let copy = copies.get(array);
      if (copy === undefined) copies.set(array, (copy = (array as Float32Array).slice()));
      copied[i] = copy;
    }
    return { ...launch, values: copied };
  });
}

/** A launch has ended well: its arrays must still be as long as they were, and outputs that were copied go back. */
function finish(given: BoundLaunch, flown: BoundLaunch, lengths: readonly number[]): void {
  const isCopied = given !== flown;
  buffersOf(given).forEach(([param, array, i], at) => {
    if (isCopied && param.kind === 'input') return;
    const name = nameIn(given, param.name);
    if (array.length < lengths[at]) {
      expectArray(array, param.dtype, name); // detached, most likely
      throw invalidLength(name, `at least ${lengths[at]}, as it had when it was launched`, array.length);
    }
    if (isCopied) copyWritten(given, i, flown.values[i] as StorageArray, array);
  });
}

function publish(launches: readonly BoundLaunch[], { workers, tasks, microseconds }: Landing): void {
  for (const { program, plan, begin, end } of launches) {
    const programs = end - begin;
    publishLaunch({ program: program.name, plan, programs, tasks, workers, microseconds, isAsync: true });
  }
}
