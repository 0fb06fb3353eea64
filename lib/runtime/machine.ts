// What the planner knows of this machine: the CPU's features, its caches, and the policy for the instruction set that a
// plan asks for.
import type { NativeCpu } from '../native/binding.js';
import { fromNative } from '../native/errors.js';
import { native } from '../native/load.js';
import type { Machine } from '../planner/choose.js';
import type { CheckedPlanOptions } from '../planner/plan.js';
import { shippedPolicy, type TargetPolicy } from '../planner/policy.js';
import { targetOf } from '../planner/target.js';
import { readCaches, type Caches } from './caches.js';

let caches: Caches | undefined;
let host: NativeCpu | undefined;

/** Caches of this machine, read once. */
export function hostCaches(): Caches {
  return (caches ??= readCaches());
}

/** The CPU as the addon describes it, asked once. @throws ERR_NATIVE_LOAD */
export function hostCpu(): NativeCpu {
  return (host ??= fromNative(() => native().cpu()));
}

/** The policy in force for an instruction set. */
export function policyFor(options: Pick<CheckedPlanOptions, 'features'>, cpu: NativeCpu): TargetPolicy {
  const isX86 = !cpu.features.includes('neon');
  return shippedPolicy(targetOf(options.features, cpu).lanes, isX86);
}

/** @throws ERR_TARGET if this machine lacks the instruction set; ERR_NATIVE_LOAD */
export function machineOf(options: Pick<CheckedPlanOptions, 'features'>, policy?: TargetPolicy): Machine {
  const cpu = hostCpu();
  const { l1d, l2, l3 } = hostCaches();
  return { cpu, policy: policy ?? policyFor(options, cpu), caches: { l1: l1d, l2, l3 } };
}
