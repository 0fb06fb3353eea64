// What launches tell to whoever listens: events on the diagnostics channel `tile-simd:launch`, and on demand measures
// of perf_hooks made of them. Without a listener a launch looks at one property.
import { channel } from 'node:diagnostics_channel';
import { performance } from 'node:perf_hooks';
import { invalidType } from '../errors.js';
import type { TileProgram } from '../ir/program.js';
import { fromNative } from '../native/errors.js';
import { native } from '../native/load.js';
import type { Plan } from '../planner/plan.js';

/** The message of the channel `tile-simd:launch`, when a launch has ended. */
export interface LaunchEvent {
  /** Name of the tile program. */
  readonly program: string;
  readonly plan: Plan;
  /** Programs that ran. */
  readonly programs: number;
  readonly tasks: number;
  /** Threads that it was split for. */
  readonly workers: number;
  /** From the launch to its end; of an asynchronous launch, from its first task on. */
  readonly microseconds: number;
  readonly isAsync: boolean;
}

export const launchChannel = channel('tile-simd:launch');

export function publishLaunch(event: LaunchEvent): void {
  launchChannel.publish(event);
}

/** A synchronous launch of this environment that began at `start`, has just ended, and was the last one. */
export function publishFinished(launch: {
  readonly program: TileProgram;
  readonly plan: Plan;
  readonly programs: number;
  readonly start: number;
}): void {
  const { program, plan, programs, start } = launch;
  const microseconds = (performance.now() - start) * 1000;
  const [workers, tasks] = fromNative(() => native().lastLaunch());
  publishLaunch({ program: program.name, plan, programs, tasks, workers, microseconds, isAsync: false });
}

function measure(message: unknown): void {
  const event = message as LaunchEvent;
  const end = performance.now();
  performance.measure(`tile-simd ${event.program}`, {
    start: Math.max(0, end - event.microseconds / 1000),
    end,
    detail: event,
  });
}

let isMeasuring = false;

/**
 * Whether launches make `performance.measure` entries, named `tile-simd PROGRAM`, with the event of the diagnostics
 * channel as their detail. Off at first. The entries stay in the performance timeline until they are cleared.
 * @throws ERR_INVALID_ARG_TYPE.
 */
export function performanceMeasures(enabled: boolean): void {
  if (typeof enabled !== 'boolean') throw invalidType('enabled', 'a boolean', enabled);
  if (enabled === isMeasuring) return;
  isMeasuring = enabled;
  if (enabled) launchChannel.subscribe(measure);
  else launchChannel.unsubscribe(measure);
}
