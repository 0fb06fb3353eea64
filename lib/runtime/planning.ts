// What the planner knows of this machine: the CPU's features, its caches, and the policy for the instruction set that a
// plan asks for.
import type { NativeCpu } from '../native/binding.js';
import { fromNative } from '../native/errors.js';
import { native } from '../native/load.js';
import type { Machine } from '../planner/choose.js';
import type { CacheSizes } from '../planner/cost.js';
import type { CheckedPlanOptions } from '../planner/plan.js';
import { shippedPolicy, type TargetPolicy } from '../planner/policy.js';
import { targetOf } from '../planner/target.js';
import { cpuCaches } from './machine.js';

/** Sizes that are common, for where the system does not say. */
const usualCaches: CacheSizes = { l1: 2 ** 15, l2: 2 ** 20, l3: 2 ** 24 };

let caches: CacheSizes | undefined;
let host: NativeCpu | undefined;

/** Bytes of the data caches that one core reaches, read once. */
function hostCaches(): CacheSizes {
  if (caches !== undefined) return caches;
  const found = cpuCaches().filter(({ type }) => type !== 'instruction');
  const level = (wanted: number) => found.find((cache) => cache.level === wanted)?.bytes;
  // A machine that has some caches described and no third level has none.
  const third = found.length > 0 ? 0 : usualCaches.l3;
  return (caches = {
    l1: level(1) ?? usualCaches.l1,
    l2: level(2) ?? usualCaches.l2,
    l3: level(3) ?? third,
  });
}

/** The CPU as the addon describes it, asked once. @throws ERR_NATIVE_LOAD */
function hostCpu(): NativeCpu {
  return (host ??= fromNative(() => native().cpu()));
}

/** The policy in force for an instruction set. @throws ERR_TARGET if this machine lacks it. */
export function policyFor(features: CheckedPlanOptions['features'], cpu = hostCpu()): TargetPolicy {
  return shippedPolicy(targetOf(features, cpu).lanes, !cpu.features.includes('neon'));
}

/** @throws ERR_TARGET if this machine lacks the instruction set; ERR_NATIVE_LOAD */
export function machineOf({ features }: Pick<CheckedPlanOptions, 'features'>, policy?: TargetPolicy): Machine {
  const cpu = hostCpu();
  return { cpu, policy: policy ?? policyFor(features, cpu), caches: hostCaches() };
}
