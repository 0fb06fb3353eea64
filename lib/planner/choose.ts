// The planner: prices every legal candidate and takes the cheapest. What is fixed stays fixed, and no choice changes a
// bit of a result in the fixed order of reductions.
import { TileSimdError } from '../errors.js';
import type { Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import type { NativeCpu } from '../native/binding.js';
import {
  candidatesOf,
  mostCandidates,
  mostPlanned,
  type CandidateSet,
  type CandidateSource,
} from './candidates.js';
import {
  costOf,
  packetCost,
  packetsOf,
  rowBytesOf,
  type CacheSizes,
  type Cost,
  type Launch,
  type PacketCost,
  type RowBytes,
} from './cost.js';
import { WorkFinder, type WorkTarget } from './packet-work.js';
import { analyzePhases } from './phases.js';
import {
  keyOfPlan,
  materializations,
  storeKinds,
  tails,
  type CheckedPlanOptions,
  type Plan,
} from './plan.js';
import { accessTarget, instructionTable, type TargetPolicy } from './policy.js';
import { resolvePrecision } from './precision.js';
import {
  decideFullPacket,
  isFullPacketFree,
  resolveBlockWidth,
  resolveMapping,
  resolvePlan,
  type Environment,
  type FullPacketDecision,
  type ResolvedPlan,
} from './resolve.js';
import { ShapedProgram } from './shaped-program.js';
import type { Situation } from './switches.js';
import { targetOf } from './target.js';

/** What planning knows of the machine. */
export interface Machine {
  readonly cpu: NativeCpu;
  readonly policy: TargetPolicy;
  readonly caches: CacheSizes;
}

export interface PlanRequest {
  readonly program: TileProgram;
  readonly extents: Extents;
  readonly options: CheckedPlanOptions;
  readonly flat: boolean;
  /** Rows of the launches to come; undefined if nobody knows. */
  readonly rows?: number | undefined;
}

export interface PricedCandidate {
  readonly plan: Plan;
  readonly cost: Cost;
}

export interface PricedCandidates extends Omit<CandidateSet, 'plans'> {
  /** What is compiled: the program, or what `math` and `accumulate` make of it. */
  readonly program: TileProgram;
  /** The cheapest first. */
  readonly candidates: readonly PricedCandidate[];
  /** The one that is compiled; undefined if nothing is legal. */
  readonly selected: PricedCandidate | undefined;
  readonly decision: FullPacketDecision;
}

/** Rows that a plan must be good for where nobody knows how many there will be. */
const anyRows = [1, 64, 1024] as const;

/** Whether the cost model covers a program under these options: it knows no tasks, and no loops over column tiles. */
export function isPriced({ program, options }: Pick<PlanRequest, 'program' | 'options'>): boolean {
  return options.cooperative !== true && !program.ops.some(({ op }) => op === 'loop');
}

/** The target's facts in the words of the work finder. */
export function workTarget(policy: TargetPolicy): WorkTarget {
  return {
    ...accessTarget(policy),
    vectorRegisters: policy.vectorRegisters,
    folds: policy.name !== 'x86-64-v2',
    table: instructionTable(policy),
  };
}

function sourceOf(
  request: PlanRequest,
  program: TileProgram,
  precision: ReturnType<typeof resolvePrecision>['switches'],
  decision: FullPacketDecision,
  machine: Machine,
  environment: Environment,
): Omit<CandidateSource, 'isQuick' | 'idleStreams'> {
  const { extents, options, flat } = request;
  const phases = analyzePhases(program);
  const target = targetOf(options.features, machine.cpu);
  const isFree = isFullPacketFree(options.fullPacket, environment) && program.grid === undefined;
  return {
    options,
    flat,
    fullPacket: isFree ? [true, false] : [decision.fullPacket],
    situation: (asked): Situation => ({
      program,
      extents,
      options: asked,
      target,
      phases,
      mapping: resolveMapping(asked.mapping, program, flat),
      width: asked.width as Situation['width'],
    }),
    plan: (
      { mapping, width },
      { memory, tail, stores, unroll, prefetch, fullPacket, accumulators },
    ): Plan => ({
      mapping,
      width,
      fullPacket,
      fuse: memory.fuse,
      materialize: memory.materialize,
      interleave: memory.interleave,
      contiguous: memory.contiguous,
      accumulators: accumulators ?? precision.accumulators,
      unroll,
      stores,
      prefetch,
      tail,
      cooperative: false,
      blockWidth: resolveBlockWidth(options.blockWidth, width),
      order: precision.order,
      math: precision.math,
      accumulate: precision.accumulate,
      features: options.features,
      grain: options.grain,
      workers: options.workers,
    }),
  };
}

/**
 * Costs this close are ties: the model is no more exact than that. Among ties the usual plan (resolvePlan's) is
 * selected, otherwise the cheapest, and of equal ones the first that is enumerated, which has more of the usual values.
 */
export const tolerance = 0.15;

/**
 * Prices every candidate and selects one.
 * @param most candidates at most.
 * @param isQuick leaves refusals out.
 */
export function priceCandidates(
  request: PlanRequest,
  machine: Machine,
  environment: Environment,
  { most = mostCandidates, isQuick = false } = {},
): PricedCandidates {
  const { program, switches } = resolvePrecision(request.program, request.options);
  const decision = decideFullPacket(request.options.fullPacket, environment);
  const shaped = new ShapedProgram(program, request.extents, request.flat);
  const source = {
    ...sourceOf(request, program, switches, decision, machine, environment),
    idleStreams: idleStreams(request, shaped, machine),
    isQuick,
  };
  const set = candidatesOf(source, most);
  const rows = request.rows === undefined ? anyRows : [request.rows];
  const inner = program.grid === undefined ? 1 : shaped.extent(program.grid);
  const launches = rows.map((count) => ({ rows: count, inner, caches: machine.caches }));
  const packets = new Packets(shaped, machine.policy, launches);
  const price = (plan: Plan, launch: Launch) => {
    const settled = settledStores(plan, shaped, launch.rows, machine);
    const { full, tail, bytes } = packets.of(settled);
    return costOf(full, tail, bytes, settled, machine.policy, launch);
  };
  const priced = set.plans.map((plan): Scored => ({
    plan,
    costs: launches.map((launch) => price(plan, launch)),
  }));
  const { refused, thinned } = set;
  const usual = usualKey(request, shaped, machine, environment);
  return { refused, thinned, program, decision, ...ranked(priced, usual) };
}

/** What a plan that stores by size does in launches of so many rows; 0 where nobody knows, which is little. */
function settledStores(plan: Plan, shaped: ShapedProgram, rows: number, { caches }: Machine): Plan {
  if (plan.stores !== 'by-size') return plan;
  const isLarge = rows * rowBytesOf(shaped, plan).written > caches.l2;
  return isLarge ? { ...plan, stores: 'streaming' } : { ...plan, stores: 'cached', prefetch: 0 };
}

/**
 * Streaming stores are for outputs that no cache keeps for whoever reads them: left to the planner, they are not even
 * candidates where a launch's outputs fit the core's own cache, or where nobody knows how many rows there will be.
 * @returns the reason; undefined where they are candidates.
 */
function idleStreams(
  { options, rows }: PlanRequest,
  shaped: ShapedProgram,
  { caches }: Machine,
): string | undefined {
  if (options.stores !== 'auto') return undefined;
  const bytes = rows === undefined ? undefined : rows * rowBytesOf(shaped, { width: 16 }).written;
  if (bytes !== undefined && bytes > caches.l2) return undefined;
  const why =
    bytes === undefined
      ? 'the number of rows is not known'
      : `the ${bytes} bytes of outputs fit the second-level cache (${caches.l2})`;
  return `plan.stores: 'streaming' is not chosen where outputs may stay in cache, and ${why}`;
}

/**
 * The plan by rule, as a key; undefined where even that is refused. What it leaves to the launch is settled by the rows,
 * as candidates are.
 */
function usualKey(
  request: PlanRequest,
  shaped: ShapedProgram,
  machine: Machine,
  environment: Environment,
): string | undefined {
  const { program, extents, options, flat } = request;
  try {
    const { plan } = resolvePlan(program, extents, options, machine.cpu, environment, flat);
    if (options.stores !== 'auto') return keyOfPlan(plan);
    return keyOfPlan(settledStores(plan, shaped, request.rows ?? 0, machine));
  } catch (error) {
    if (error instanceof TileSimdError) return undefined;
    throw error;
  }
}

interface Packet {
  readonly full: PacketCost;
  /** Undefined where every packet of every launch is full. */
  readonly tail: PacketCost | undefined;
  readonly bytes: RowBytes;
}

/** Packets by plan. They do not depend on prefetches and blocks, and neighbours in the enumeration often share one. */
class Packets {
  readonly #known = new Map<number, Packet>();
  readonly #bytes = new Map<number, RowBytes>();
  readonly #finder: WorkFinder;

  constructor(
    readonly shaped: ShapedProgram,
    readonly policy: TargetPolicy,
    readonly launches: readonly Launch[],
  ) {
    this.#finder = new WorkFinder(shaped, workTarget(policy));
  }

  of(plan: Plan): Packet {
    const key = keyOf(plan);
    let packet = this.#known.get(key);
    if (packet === undefined) {
      const hasTail = this.launches.some((launch) => packetsOf(plan, launch).partial > 0);
      packet = {
        full: this.#costOf(plan, plan.fullPacket),
        tail: hasTail ? this.#costOf(plan, false) : undefined,
        bytes: this.#bytesOf(plan),
      };
      this.#known.set(key, packet);
    }
    return packet;
  }

  #costOf(plan: Plan, full: boolean): PacketCost {
    return packetCost(this.#finder.work(plan, full), plan, this.policy);
  }

  #bytesOf({ width }: Plan): RowBytes {
    let bytes = this.#bytes.get(width);
    if (bytes === undefined) this.#bytes.set(width, (bytes = rowBytesOf(this.shaped, { width })));
    return bytes;
  }
}

/** A number for the switches that work depends on. */
function keyOf(plan: Plan): number {
  const { mapping, width, fullPacket, fuse, materialize, unroll, stores, tail, accumulators } = plan;
  let key =
    (mapping === 'packet-local' ? 1 : 0) +
    (fullPacket ? 2 : 0) +
    (fuse ? 4 : 0) +
    8 * storeKinds.indexOf(stores);
  key = key * materializations.length + materializations.indexOf(materialize);
  key = key * 3 + tails.indexOf(tail);
  return ((key * 32 + width) * 16 + unroll) * 16 + accumulators;
}

interface Scored {
  readonly plan: Plan;
  readonly costs: readonly Cost[];
}

/** By cost; where rows are unknown, by how far a plan is from the best one at each number of rows, on the average. */
function ranked(
  priced: readonly Scored[],
  usual: string | undefined,
): Pick<PricedCandidates, 'candidates' | 'selected'> {
  const count = priced[0]?.costs.length ?? 0;
  const best = Array.from({ length: count }, (_, i) =>
    Math.min(...priced.map(({ costs }) => costs[i].total)),
  );
  const scored = priced.map(({ plan, costs }) => ({
    plan,
    cost: costs[count >> 1],
    score: costs.reduce((sum, cost, i) => sum + Math.log(cost.total / best[i]), 0) / count,
  }));
  scored.sort((a, b) => a.score - b.score); // stable
  const least = scored.at(0)?.score ?? 0;
  const ties = scored.filter(({ score }) => score - least <= Math.log(1 + tolerance));
  const selected = ties.find(({ plan }) => keyOfPlan(plan) === usual) ?? scored.at(0);
  const candidates = scored.map(({ plan, cost }) => ({ plan, cost }));
  return { candidates, selected: selected && { plan: selected.plan, cost: selected.cost } };
}

/** The plan of a request: the selected candidate; by rule for what the cost model does not cover. */
export function choosePlan(request: PlanRequest, machine: Machine, environment: Environment): ResolvedPlan {
  const { program, extents, options, flat } = request;
  // What the rules refuse is refused, whatever other mapping or width would make of it.
  const usual = resolvePlan(program, extents, options, machine.cpu, environment, flat);
  if (!isPriced(request)) return usual;
  const {
    selected,
    program: compiled,
    decision,
  } = priceCandidates(request, machine, environment, { most: mostPlanned, isQuick: true });
  if (selected === undefined) return usual;
  const { fullPacket } = selected.plan;
  return { program: compiled, plan: Object.freeze(selected.plan), decision: { ...decision, fullPacket } };
}

/** All candidates priced, of which the one is selected that choosePlan() takes. */
export function explainCandidates(
  request: PlanRequest,
  machine: Machine,
  environment: Environment,
): PricedCandidates {
  const all = priceCandidates(request, machine, environment);
  const { plan } = choosePlan(request, machine, environment);
  const key = keyOfPlan(plan);
  return {
    ...all,
    selected: all.candidates.find((candidate) => keyOfPlan(candidate.plan) === key) ?? all.selected,
  };
}
