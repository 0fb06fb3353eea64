// From options to one complete plan. Legality and taste are apart: a fixed switch is honoured or refused with the
// reason, and only 'auto' is decided here, from the program's structure, the shape and the target. Results never
// depend on it: in the fixed reduction order every plan gives the same bits.
import { invalidPlan, TileSimdError } from '../errors.js';
import { extentOf, type Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import type { NativeCpu } from '../native/binding.js';
import { resolvePrefetch, resolveStores, resolveTail } from './memory-switches.js';
import { analyzePhases, type Phases } from './phases.js';
import {
  maxBlockWidth,
  widths,
  type CheckedPlanOptions,
  type Mapping,
  type Materialize,
  type Plan,
  type Width,
} from './plan.js';
import { resolvePrecision } from './precision.js';
import { targetOf, type Target } from './target.js';

/** Packets per block where blockWidth is 'auto': a block amortizes its call, and its last packets are few. */
export const packetsPerBlock = 16;

/**
 * `registers` unrolls the loops over a row; beyond this many vectors straight-line code only spills. In whole-program
 * mapping a vector is a column of all rows, and moving it takes far more code.
 */
export const maxUnrolledVectors = { 'packet-local': 64, 'whole-program': 16 } as const;

/** Most vectors kept in registers by choice: of 32, four accumulate and eight are in work; of 16, six are left over. */
const keptVectorsByChoice = { 16: 10, 32: 20 } as const;

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

/** What 'auto' means without a word from the environment. */
const automaticFullPacket = true;

/**
 * Resolves checked options; the plan is frozen. `flat`: one element per program, one kernel for every length.
 */
export function resolvePlan(
  given: TileProgram,
  extents: Extents,
  options: CheckedPlanOptions,
  cpu: NativeCpu,
  environment: Environment,
  flat = false,
): ResolvedPlan {
  const target = targetOf(options.features, cpu);
  const { program, switches } = resolvePrecision(given, options);
  const columns = widestTile(program, extents);
  const mapping = resolveMapping(options.mapping, program, flat);
  const width = options.width === 'auto' ? chooseWidth(mapping, columns, target) : options.width;
  const phases = analyzePhases(program);
  const decision = decideFullPacket(options.fullPacket, environment);
  const looped = options.materialize === 'auto' && options.tail === 'masked' && mapping === 'packet-local';
  const materialize = resolveMaterialize(
    looped ? 'reload' : options.materialize, // what is fixed is a matter of loops
    mapping,
    width,
    columns,
    phases,
    target,
  );
  const access = { program, extents, flat, options, plan: { mapping, width, materialize } };
  const tail = resolveTail(access);
  const plan: Plan = Object.freeze({
    mapping,
    width,
    fullPacket: decision.fullPacket,
    fuse: true,
    materialize,
    interleave: true,
    contiguous: true,
    unroll: mapping === 'packet-local' ? 4 : 1,
    stores: resolveStores(access, tail),
    prefetch: resolvePrefetch(access),
    tail,
    ...switches,
    blockWidth: resolveBlockWidth(options.blockWidth, width),
    features: options.features,
  });
  return { program, plan, decision };
}

/**
 * Lanes share a row, unless neighbouring programs are neighbours in memory: then a lane of its own for each needs no
 * shuffle, no gather and no joining of lanes.
 */
function resolveMapping(option: Mapping | 'auto', program: TileProgram, flat: boolean): Mapping {
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

/** Extent of the longest tile; 1 for a program of row scalars alone. */
function widestTile(program: TileProgram, extents: Extents): number {
  return Math.max(1, ...program.dims.map((dim) => extentOf(dim, extents)));
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

/** Vectors that a tile of `columns` takes: in whole-program mapping, one per column. */
function vectorsOf(mapping: Mapping, width: Width, columns: number): number {
  return mapping === 'packet-local' ? Math.ceil(columns / width) : columns;
}

/**
 * Registers if what must be kept fits them, otherwise everything is loaded and computed again: that costs less than
 * a snapshot's stores and loads. Where nothing is kept the switch is idle, and `reload` stands for that.
 */
function resolveMaterialize(
  option: Materialize | 'auto',
  mapping: Mapping,
  width: Width,
  columns: number,
  { keptValues }: Phases,
  target: Target,
): Materialize {
  const vectors = vectorsOf(mapping, width, columns);
  const kept = vectors * keptValues;
  if (option === 'auto') {
    const registers = kept * Math.max(1, width / target.lanes);
    const limit = Math.min(keptVectorsByChoice[target.vectorRegisters], maxUnrolledVectors[mapping]);
    const fits = keptValues > 0 && registers <= limit;
    return fits ? 'registers' : 'reload';
  }
  const needed = Math.max(vectors, kept);
  const most = maxUnrolledVectors[mapping];
  if (option === 'registers' && needed > most) {
    const each = mapping === 'packet-local' ? `${columns} columns at width ${width}` : `${columns} columns`;
    throw new TileSimdError(
      'ERR_INVALID_PLAN',
      `plan.materialize: 'registers' would take ${needed} vectors (${keptValues} kept tile values, ${each}), ` +
        `at most ${most} are possible; 'snapshot' and 'reload' have no such limit`,
      { argument: 'plan.materialize', given: option, expected: `at most ${most} vectors` },
    );
  }
  return option;
}

function resolveBlockWidth(option: number | 'auto', width: Width): number {
  if (option === 'auto') return packetsPerBlock * width;
  if (option % width === 0) return option;
  throw invalidPlan('plan.blockWidth', `a multiple of the width ${width}, at most ${maxBlockWidth}`, option);
}
