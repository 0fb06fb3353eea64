// From options to one complete plan. Legality and taste are apart: a fixed switch is honoured or refused with the
// reason, and only 'auto' is decided here, from the program's structure, the shape and the target. Results never
// depend on it: in the fixed reduction order every plan gives the same bits.
import { invalidPlan, TileSimdError } from '../errors.js';
import type { Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import type { NativeCpu } from '../native/binding.js';
import { cooperativeOptions } from './cooperative.js';
import { resolvePrefetch, resolveStores, resolveTail } from './memory-switches.js';
import { analyzePhases } from './phases.js';
import {
  maxBlockWidth,
  widths,
  type CheckedPlanOptions,
  type Mapping,
  type Plan,
  type Width,
} from './plan.js';
import { resolvePrecision } from './precision.js';
import { resolvePrivateMemory } from './private-memory.js';
import { resolveUnroll, type Situation } from './switches.js';
import { targetOf, type Target } from './target.js';
import { widestTile } from './tiles.js';

/** Packets per block where blockWidth is 'auto': a block amortizes its call, and its last packets are few. */
export const packetsPerBlock = 16;

const enableVariable = 'TILE_SIMD_ENABLE_FULL_PACKET_SPECIALIZATION';
const disableVariable = 'TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION';

/** Where full-packet specialization was decided. */
export interface FullPacketDecision {
  readonly fullPacket: boolean;
  /** Throw if the pass refuses the body. */
  readonly required: boolean;
  /** Why it is off although the options did not say so. */
  readonly reason?: 'environment';
}

export interface ResolvedPlan {
  /** What is compiled under the plan: the program, or what its `math` and `accumulate` make of it. */
  readonly program: TileProgram;
  readonly plan: Plan;
  readonly decision: FullPacketDecision;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Full-packet specialization from option and environment: DISABLE=1 wins over everything, ENABLE=1 over 'auto'.
 * @throws ERR_FULL_PACKET_REFUSED for 'require' under DISABLE=1.
 */
export function decideFullPacket(
  option: CheckedPlanOptions['fullPacket'],
  environment: Environment,
): FullPacketDecision {
  if (environment[disableVariable] === '1') {
    if (option !== 'require') return { fullPacket: false, required: false, reason: 'environment' };
    throw new TileSimdError(
      'ERR_FULL_PACKET_REFUSED',
      `plan.fullPacket: 'require' was given, but ${disableVariable}=1 is set`,
      {
        argument: 'plan.fullPacket',
        given: option,
        expected: `${disableVariable} unset`,
      },
    );
  }
  if (option === 'auto')
    return { fullPacket: automaticFullPacket || environment[enableVariable] === '1', required: false };
  return { fullPacket: option !== false, required: option === 'require' };
}

/** Whether full-packet specialization is left to the planner: neither option nor environment says anything. */
export function isFullPacketFree(
  option: CheckedPlanOptions['fullPacket'],
  environment: Environment,
): boolean {
  return option === 'auto' && environment[enableVariable] !== '1' && environment[disableVariable] !== '1';
}

/** What 'auto' means without a word from the environment. */
const automaticFullPacket = true;

/**
 * Resolves checked options; the plan is frozen. `flat`: one element per program, one kernel for every length.
 */
export function resolvePlan(
  given: TileProgram,
  extents: Extents,
  asked: CheckedPlanOptions,
  cpu: NativeCpu,
  environment: Environment,
  flat = false,
): ResolvedPlan {
  const cooperative = asked.cooperative === true;
  const options = cooperative ? cooperativeOptions(asked, given, flat) : asked;
  const target = targetOf(options.features, cpu);
  const { program, switches } = resolvePrecision(given, options);
  const mapping = resolveMapping(options.mapping, program, flat);
  const columns = widestTile({ program, extents });
  const width = options.width === 'auto' ? chooseWidth(mapping, columns, target) : options.width;
  const phases = analyzePhases(program);
  const situation: Situation = { program, extents, options, target, mapping, width, phases };
  const decision = decideFullPacket(options.fullPacket, environment);
  const memory = resolvePrivateMemory(situation);
  const access = { ...situation, flat, memory };
  const tail = resolveTail(access);
  const stores = resolveStores(access, tail);
  const plan: Plan = Object.freeze({
    mapping,
    width,
    fullPacket: decision.fullPacket,
    ...memory,
    unroll: resolveUnroll(situation, memory.fuse, memory.materialize),
    stores,
    prefetch: resolvePrefetch(access, stores),
    tail,
    cooperative,
    ...switches,
    blockWidth: resolveBlockWidth(options.blockWidth, width),
    features: options.features,
    grain: options.grain,
    workers: options.workers,
  });
  return { program, plan, decision };
}

/**
 * Lanes share a row, unless neighbouring programs are neighbours in memory: then a lane of its own for each needs no
 * shuffle, no gather and no joining of lanes.
 */
export function resolveMapping(option: Mapping | 'auto', program: TileProgram, flat: boolean): Mapping {
  if (flat && option === 'packet-local') {
    throw invalidPlan(
      'plan.mapping',
      "'whole-program': a kernel for every length has one element per program, and so nothing for a packet to share",
      option,
    );
  }
  if (option !== 'auto') return option;
  return flat || program.grid !== undefined ? 'whole-program' : 'packet-local';
}

/**
 * The widest register. A packet that works on one short row takes no more lanes than the row's next power of two,
 * but at least 4: 128-bit vectors cost as little as 64-bit ones.
 */
function chooseWidth(mapping: Mapping, columns: number, target: Target): Width {
  const useful = mapping === 'whole-program' ? target.lanes : Math.max(4, 2 ** Math.ceil(Math.log2(columns)));
  const limit = Math.min(target.lanes, useful);
  return [...widths].reverse().find((width) => width <= limit) ?? 4;
}

export function resolveBlockWidth(option: number | 'auto', width: Width): number {
  if (option === 'auto') return packetsPerBlock * width;
  if (option % width === 0) return option;
  throw invalidPlan('plan.blockWidth', `a multiple of the width ${width}, at most ${maxBlockWidth}`, option);
}
