// What the planner knows of this machine: the CPU's features, its caches, and the policy for the instruction set that a
// plan asks for.
import type { NativeCpu } from '../native/binding.js';
import { fromNative } from '../native/errors.js';
import { native } from '../native/load.js';
import type { Machine } from '../planner/choose.js';
import type { CacheSizes } from '../planner/cost.js';
import type { CheckedPlanOptions, TargetFeatures } from '../planner/plan.js';
import { shippedPolicy, type TargetPolicy } from '../planner/policy.js';
import { targetOf } from '../planner/target.js';
import { cpuCaches } from './machine.js';
import { policyFile, readPolicy } from './policy-store.js';

/** Sizes that are common, for where the system does not say. */
const usualCaches: CacheSizes = { l1: 2 ** 15, l2: 2 ** 20, l3: 2 ** 24 };

let caches: CacheSizes | undefined;
let host: NativeCpu | undefined;

/** Bytes of the data caches that one core reaches, read once. */
export function hostCaches(): CacheSizes {
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
export function hostCpu(): NativeCpu {
  return (host ??= fromNative(() => native().cpu()));
}

/** Policies in force, by instruction set: read once, or put here by calibrate(). */
const inForce = new Map<TargetPolicy['name'], TargetPolicy>();

/** Where the calibrated policy of an instruction set is kept; undefined if nothing is kept on disk. */
export function storedPolicyFile(name: TargetPolicy['name']): string | undefined {
  const { library } = fromNative(() => native().version());
  return policyFile({ cpu: hostCpu(), caches: hostCaches(), library, name }, process.env);
}

/** Lets a policy decide in this process from now on. */
export function rememberPolicy(policy: TargetPolicy): void {
  inForce.set(policy.name, policy);
}

/** The policy in force for an instruction set. @throws ERR_TARGET if this machine lacks it. */
export function policyFor(features: TargetFeatures): TargetPolicy {
  const cpu = hostCpu();
  const shipped = shippedPolicy(targetOf(features, cpu).lanes, !cpu.features.includes('neon'));
  let policy = inForce.get(shipped.name);
  if (policy === undefined) {
    const file = storedPolicyFile(shipped.name);
    policy = (file === undefined ? undefined : readPolicy(file, shipped.name)) ?? shipped;
    inForce.set(shipped.name, policy);
  }
  return policy;
}

/** @throws ERR_TARGET if this machine lacks the instruction set; ERR_NATIVE_LOAD */
export function machineOf(
  { features }: Pick<CheckedPlanOptions, 'features'>,
  policy?: TargetPolicy,
): Machine {
  const cpu = hostCpu();
  return { cpu, policy: policy ?? policyFor(features), caches: hostCaches() };
}
