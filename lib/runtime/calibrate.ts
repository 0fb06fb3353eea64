// calibrate(): measures this machine and keeps the policy; targetPolicy(): the policy in force.
import { invalidType, invalidValue } from '../errors.js';
import { dtypes } from '../ir/dtype.js';
import { extentOf } from '../ir/json.js';
import type { Kernel } from './kernel.js';
import type { TargetFeatures } from '../planner/plan.js';
import { shippedPolicy, type TargetPolicy } from '../planner/policy.js';
import { targetOf } from '../planner/target.js';
import { probesFor, type Probe } from './calibration-probes.js';
import { compile } from './compile.js';
import { hostCaches, hostCpu, policyFor, rememberPolicy, storedPolicyFile } from './planning.js';
import { writePolicy } from './policy-store.js';

export interface CalibrateOptions {
  /** Instruction set to measure; this machine's by default. */
  readonly features?: TargetFeatures | undefined;
  /** Whether the policy is kept for later processes; true by default. It serves this process in any case. */
  readonly store?: boolean | undefined;
  /** Called after each measurement. */
  readonly onProgress?: ((done: number, of: number, name: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds that one probe may take. */
const probeMilliseconds = 120;
/** Launches are timed in batches of about this long. */
const batchMilliseconds = 2;

/** Zeros would be no ordinary numbers to divide. */
function argumentsOf(kernel: Kernel, rows: number): Record<string, Float32Array> {
  const args: Record<string, Float32Array> = {};
  for (const param of kernel.program.params) {
    if (param.kind === 'scalar' || dtypes[param.dtype].bytes !== 4) continue;
    const isShared = param.kind === 'input' && param.access === 'column';
    args[param.name] = new Float32Array(extentOf(param.dim, kernel.shape) * (isShared ? 1 : rows)).fill(1.5);
  }
  return args;
}

/** Nanoseconds per unit of a probe's work: the smallest of its batches, for everything else only adds to them. */
function measure({ program, cols, rows, plan, units }: Probe, features: TargetFeatures): number {
  const shape: Record<string, number> = { cols };
  if (program.dims.includes('wide')) shape.wide = 8 * cols;
  const kernel = compile(program, shape, { ...plan, features });
  try {
    const record = kernel.record(argumentsOf(kernel, rows));
    const batch = (calls: number) => {
      const start = process.hrtime.bigint();
      for (let call = 0; call < calls; ++call) kernel.launch(record);
      return Number(process.hrtime.bigint() - start) / calls;
    };
    batch(1);
    const calls = Math.max(1, Math.round((batchMilliseconds * 1e6) / batch(1)));
    const deadline = performance.now() + probeMilliseconds;
    let least = batch(calls);
    while (performance.now() < deadline) least = Math.min(least, batch(calls));
    return least / units;
  } finally {
    kernel.dispose();
  }
}

type Costs = Record<string, number | Record<string, number>>;

function scale(policy: Costs, path: string, factor: number): void {
  const [group, key] = path.split('.');
  if (key === undefined) policy[group] = (policy[group] as number) * factor;
  else (policy[group] as Record<string, number>)[key] *= factor;
}

/** The shipped policy with its costs scaled by what the probes take here. @internal */
export function calibrated(
  shipped: TargetPolicy,
  probes: readonly Probe[],
  measured: Readonly<Record<string, number>>,
): TargetPolicy {
  const policy = structuredClone(shipped) as unknown as Costs;
  for (const { name, scales } of probes) {
    const reference = shipped.probes[name];
    if (reference === undefined || !(measured[name] > 0)) continue;
    for (const path of scales) scale(policy, path, measured[name] / reference);
  }
  return Object.freeze({ ...policy, source: 'calibrated', probes: measured }) as unknown as TargetPolicy;
}

/**
 * Measures what accesses and arithmetic cost on this machine, in less than 5 seconds, and lets the planner choose by it
 * from then on, in this process and (unless `store` is false) in later ones: the policy is kept per CPU, instruction set
 * and version of this library in the user's cache directory. Optional: without it a policy fitted elsewhere serves.
 * No result depends on it.
 * @throws ERR_TARGET; the signal's reason once it is aborted; ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE naming `options.KEY`; errors of the file
 * system where the policy cannot be kept.
 */
export async function calibrate(options: CalibrateOptions = {}): Promise<TargetPolicy> {
  const { features, store, onProgress, signal } = checkOptions(options);
  const cpu = hostCpu();
  const { lanes } = targetOf(features, cpu);
  const probes = probesFor(hostCaches(), lanes);
  const measured: Record<string, number> = {};
  for (const [done, probe] of probes.entries()) {
    signal?.throwIfAborted();
    measured[probe.name] = measure(probe, features);
    onProgress?.(done + 1, probes.length, probe.name);
    await new Promise(setImmediate);
  }
  const shipped = shippedPolicy(lanes, !cpu.features.includes('neon'));
  const policy = calibrated(shipped, probes, measured);
  const file = store ? storedPolicyFile(policy.name) : undefined;
  if (file !== undefined) writePolicy(file, policy);
  rememberPolicy(policy);
  return policy;
}

function checkOptions(options: CalibrateOptions) {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'an object', options);
  for (const key of Object.keys(options))
    if (!['features', 'store', 'onProgress', 'signal'].includes(key))
      throw invalidValue(
        `options.${key}`,
        'only features, store, onProgress and signal',
        (options as Record<string, unknown>)[key],
      );
  const { features = 'native', store = true, onProgress, signal } = options;
  if (typeof store !== 'boolean') throw invalidType('options.store', 'a boolean', store);
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw invalidType('options.onProgress', 'a function', onProgress);
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw invalidType('options.signal', 'an AbortSignal', signal);
  policyFor(features); // ERR_TARGET
  return { features, store, onProgress, signal };
}

/**
 * The target policy that plans are chosen by: this machine's, if it was calibrated, or the shipped one of the
 * instruction set. @throws ERR_TARGET if this machine lacks `features`.
 */
export function targetPolicy(features: TargetFeatures = 'native'): TargetPolicy {
  return policyFor(features);
}
