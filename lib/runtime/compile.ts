// compile() and compileAsync(): program + shape + plan options -> Kernel.
import { TileSimdError } from '../errors.js';
import { bindDims, encodeProgram, type EncodedProgram, type Extents } from '../ir/json.js';
import { flatExtents, isElementwiseProgram } from '../ir/elementwise.js';
import { expectProgram, type TileProgram } from '../ir/program.js';
import type { NativeBinding, NativeKernel } from '../native/binding.js';
import { fromNative, fromNativeAsync } from '../native/errors.js';
import { native } from '../native/load.js';
import { choosePlan } from '../planner/choose.js';
import {
  checkPlanOptions,
  type CheckedPlanOptions,
  type Plan,
  type PlanOptions,
  type TargetFeatures,
} from '../planner/plan.js';
import { resolvePlan, type FullPacketDecision, type ResolvedPlan } from '../planner/resolve.js';
import { diskCache } from './cache-directory.js';
import { Kernel, type KernelInfo } from './kernel.js';
import { PlanCache, type PlannedShape } from './plan-cache.js';
import { hostCpu, machineOf } from './planning.js';
import { findTuned, resolveTuned } from './tuned-plans.js';

/**
 * Compiles a program for exactly this shape and this CPU.
 *
 * @param shape an extent for each of the program's dims: `{ cols: 256 }`. The number of rows comes with each launch.
 * For an elementwise program (no reduction, no index, no vector that rows share) `{}` gives one kernel for every
 * length: its records take arrays of equal length without strides.
 * @param options switches to fix; the others are chosen. The environment variables
 * TILE_SIMD_ENABLE_FULL_PACKET_SPECIALIZATION=1 and TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION=1 are read here.
 * @throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE for program and shape; ERR_INVALID_PLAN naming `plan.SWITCH`;
 * ERR_FULL_PACKET_REFUSED if `fullPacket: 'require'` cannot be had; ERR_TARGET if this CPU lacks the features;
 * ERR_NATIVE_LOAD if the addon does not load.
 *
 * What was compiled is kept: in memory for the whole process, and on disk (see `codeCache`).
 */
export function compile(
  program: TileProgram,
  shape: Readonly<Record<string, number>>,
  options?: PlanOptions,
): Kernel {
  const { extents, checked, flat } = checkArguments(program, shape, options);
  return compileChecked(program, extents, checked, flat);
}

function checkArguments(program: TileProgram, shape: unknown, options: unknown) {
  expectProgram(program);
  const checked = checkPlanOptions(options);
  const flat = isFlat(program, shape);
  return { extents: flat ? flatExtents(program) : bindDims(program, shape), checked, flat };
}

/** Whether a shape without extents asks for the kernel for every length: an elementwise program has one. */
function isFlat(program: TileProgram, shape: unknown): boolean {
  return (
    typeof shape === 'object' &&
    shape !== null &&
    Object.keys(shape).length === 0 &&
    isElementwiseProgram(program)
  );
}

/**
 * compile() off the event loop, on a thread of libuv's pool. Equal compilations at the same time are one, in all
 * environments of the process.
 * @throws (rejects with) what compile() throws.
 */
export async function compileAsync(
  program: TileProgram,
  shape: Readonly<Record<string, number>>,
  options?: PlanOptions,
): Promise<Kernel> {
  const { extents, checked, flat } = checkArguments(program, shape, options);
  return compileCheckedAsync(program, extents, checked, flat);
}

/** compile() with its arguments checked; `flat` for the kernel for every length. @internal */
export function compileChecked(
  program: TileProgram,
  extents: Extents,
  options: CheckedPlanOptions,
  flat = false,
): Kernel {
  return compileNow(prepareCompilation(program, extents, options, flat));
}

/** compileAsync() with its arguments checked. @internal */
export async function compileCheckedAsync(
  program: TileProgram,
  extents: Extents,
  options: CheckedPlanOptions,
  flat = false,
): Promise<Kernel> {
  const compilation = prepareCompilation(program, extents, options, flat);
  return finishCompilation(compilation, await compileInBackground(compilation));
}

/** A compilation about to be made. @internal */
export interface Compilation {
  readonly binding: NativeBinding;
  /** What is compiled: the program given, or what the plan's precision makes of it. */
  readonly program: TileProgram;
  readonly shape: Extents;
  readonly flat: boolean;
  readonly plan: Plan;
  readonly decision: FullPacketDecision;
  /** What native code reads. */
  readonly request: string;
}

const chosen = new PlanCache();

/**
 * What tune() found decides. Otherwise, pricing takes a millisecond or two for a new shape, and more before it is warm;
 * without the number of rows it comes to the plan of the rules nearly always. So where nobody says the rows, the rules
 * decide at once, and nothing is read of what this machine costs. @internal
 */
export function planFor(shape: PlannedShape): ResolvedPlan {
  const { program, extents, options, flat } = shape;
  const { rows } = options;
  const { env } = process;
  const tuned = findTuned(shape, env);
  if (tuned !== undefined) {
    const resolved = resolveTuned(shape, tuned, env);
    if (resolved !== undefined) return resolved;
  }
  if (rows === 'auto') return resolvePlan(program, extents, options, hostCpu(), env, flat);
  const machine = machineOf(options);
  return chosen.get(shape, machine.policy, env, () => choosePlan({ ...shape, rows }, machine, env));
}

/** Resolves the plan. @internal */
export function prepareCompilation(
  given: TileProgram,
  shape: Extents,
  options: CheckedPlanOptions,
  flat: boolean,
): Compilation {
  const binding = native();
  const { program, plan, decision } = planFor({ program: given, extents: shape, options, flat });
  const request = JSON.stringify(requestOf(program, shape, plan, flat));
  return { binding, program, shape, flat, plan, decision, request };
}

/** Makes it, on this thread. @internal */
export function compileNow(compilation: Compilation): Kernel {
  const { binding, request } = compilation;
  const { directory, limit } = diskCache();
  return finishCompilation(
    compilation,
    fromNative(() => binding.compile(request, directory, limit)),
  );
}

/** The kernel if nothing must be compiled for it. @internal */
export function findReady(compilation: Compilation): Kernel | undefined {
  const { binding, request } = compilation;
  const { directory, limit } = diskCache();
  const handle = fromNative(() => binding.findKernel(request, directory, limit));
  return handle === undefined ? undefined : finishCompilation(compilation, handle);
}

/** The kernel if the process has it; otherwise it is made in the background. @internal */
export function compileSoon(compilation: Compilation): Kernel | undefined {
  const { binding, request } = compilation;
  const { directory, limit } = diskCache();
  const handle = fromNative(() => binding.compileSoon(request, directory, limit));
  return handle === undefined ? undefined : finishCompilation(compilation, handle);
}

/** Compilations of this environment that are under way. */
const inFlight = new Map<string, Promise<unknown>>();

/** One that waits for its like holds no thread of the pool meanwhile, and finds it in the cache afterwards. */
async function compileInBackground({ binding, request }: Compilation): Promise<NativeKernel> {
  const { directory, limit } = diskCache();
  await inFlight.get(request)?.catch(() => undefined);
  const own = fromNativeAsync(() => binding.compileAsync(request, directory, limit));
  inFlight.set(request, own);
  try {
    return await own;
  } finally {
    if (inFlight.get(request) === own) inFlight.delete(request);
  }
}

/** The kernel of a compilation. @internal */
export function finishCompilation(compilation: Compilation, handle: NativeKernel): Kernel {
  const { binding, program, shape, flat, plan, decision } = compilation;
  const info = readInfo(binding, handle, decision);
  if (decision.required && !info.specialization.applied) {
    binding.kernelDispose(handle);
    throw refused(program, info.specialization.reason);
  }
  return new Kernel({ binding, handle, program, shape, flat, plan, info });
}

/** What the addon's compile() reads. @internal */
export interface CompileRequest {
  readonly ir: EncodedProgram;
  readonly plan: object;
  readonly target: { readonly features: TargetFeatures };
}

/** @internal */
export function requestOf(program: TileProgram, extents: Extents, plan: Plan, flat: boolean): CompileRequest {
  const { features, math: _math, accumulate, grain: _grain, workers: _workers, ...switches } = plan;
  const doublePrecision = accumulate === 'f64';
  return {
    ir: encodeProgram(program, extents, flat),
    plan: { ...switches, doublePrecision },
    target: { features },
  };
}

function readInfo(binding: NativeBinding, handle: NativeKernel, decision: FullPacketDecision): KernelInfo {
  const info = JSON.parse(fromNative(() => binding.kernelInfo(handle))) as Omit<KernelInfo, 'source'>;
  const specialization = { ...info.specialization };
  if (decision.reason !== undefined) specialization.reason = decision.reason;
  const source = fromNative(() => binding.kernelSource(handle));
  return Object.freeze({ ...info, source, specialization: Object.freeze(specialization) });
}

function refused(program: TileProgram, reason = 'no reason was given'): TileSimdError {
  return new TileSimdError(
    'ERR_FULL_PACKET_REFUSED',
    `plan.fullPacket: 'require' was given, but program '${program.name}' cannot be specialized: ${reason}`,
    { argument: 'plan.fullPacket', given: 'require', expected: 'a body that can be specialized' },
  );
}
