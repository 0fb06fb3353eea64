// compile(): program + shape + plan options -> Kernel.
import { TileSimdError } from '../errors.js';
import { bindDims, encodeProgram, type Extents } from '../ir/json.js';
import { flatExtents, isElementwiseProgram } from '../ir/elementwise.js';
import { expectProgram, type TileProgram } from '../ir/program.js';
import type { NativeBinding, NativeKernel } from '../native/binding.js';
import { fromNative } from '../native/errors.js';
import { native } from '../native/load.js';
import { checkPlanOptions, type CheckedPlanOptions, type Plan, type PlanOptions } from '../planner/plan.js';
import { resolvePlan, type FullPacketDecision } from '../planner/resolve.js';
import { Kernel, type KernelInfo } from './kernel.js';

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
 */
export function compile(
  program: TileProgram,
  shape: Readonly<Record<string, number>>,
  options?: PlanOptions,
): Kernel {
  expectProgram(program);
  const checked = checkPlanOptions(options);
  if (isFlat(program, shape)) return compileChecked(program, flatExtents(program), checked, true);
  return compileChecked(program, bindDims(program, shape), checked);
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

/** compile() with its arguments checked; `flat` for the kernel for every length. @internal */
export function compileChecked(
  given: TileProgram,
  extents: Extents,
  options: CheckedPlanOptions,
  flat = false,
): Kernel {
  const binding = native();
  const cpu = fromNative(() => binding.cpu());
  const { program, plan, decision } = resolvePlan(given, extents, options, cpu, process.env, flat);
  const handle = fromNative(() => binding.compile(JSON.stringify(requestOf(program, extents, plan, flat))));
  const info = readInfo(binding, handle, decision);
  if (decision.required && !info.specialization.applied) {
    binding.kernelDispose(handle);
    throw refused(program, info.specialization.reason);
  }
  return new Kernel({ binding, handle, program, shape: extents, flat, plan, info });
}

/** What the addon's compile() reads. @internal */
export function requestOf(program: TileProgram, extents: Extents, plan: Plan, flat: boolean): unknown {
  const { features, math: _math, accumulate, grain: _grain, workers: _workers, ...switches } = plan;
  const doublePrecision = accumulate === 'f64';
  return {
    ir: encodeProgram(program, extents, flat),
    plan: { ...switches, doublePrecision },
    target: { features },
  };
}

function readInfo(binding: NativeBinding, handle: NativeKernel, decision: FullPacketDecision): KernelInfo {
  const info = JSON.parse(fromNative(() => binding.kernelInfo(handle))) as KernelInfo;
  const specialization = { ...info.specialization };
  if (decision.reason !== undefined) specialization.reason = decision.reason;
  return Object.freeze({ ...info, specialization: Object.freeze(specialization) });
}

function refused(program: TileProgram, reason = 'no reason was given'): TileSimdError {
  return new TileSimdError(
    'ERR_FULL_PACKET_REFUSED',
    `plan.fullPacket: 'require' was given, but program '${program.name}' cannot be specialized: ${reason}`,
    { argument: 'plan.fullPacket', given: 'require', expected: 'a body that can be specialized' },
  );
}
