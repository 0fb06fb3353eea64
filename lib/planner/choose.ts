// The planner: prices every legal candidate and takes the cheapest. What is fixed stays fixed, and no choice changes a
// bit of a result in the fixed order of reductions.
import type { Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import type { NativeCpu } from '../native/binding.js';
import { candidatesOf, type CandidateSet, type CandidateSource } from './candidates.js';
import { costOf, rowBytesOf, type CacheSizes, type Cost, type RowBytes } from './cost.js';
import { WorkFinder, type PacketWork, type WorkTarget } from './packet-work.js';
import { analyzePhases } from './phases.js';
import { planKey, type CheckedPlanOptions, type Plan } from './plan.js';
import { accessTarget, instructionTable, type TargetPolicy } from './policy.js';
import { resolvePrecision } from './precision.js';
import {
  decideFullPacket,
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
  readonly decision: FullPacketDecision;
}

/** Rows that a plan must be good for where nobody knows how many there will be. */
const anyRows = [1, 64, 1024] as const;

/** Whether the cost model covers a program under these options. */
function isPriced({ program, options }: PlanRequest): boolean {
  return options.cooperative !== true && !program.ops.some((op) => (op.op as string) === 'loop');
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
): CandidateSource {
  const { extents, options, flat } = request;
  const phases = analyzePhases(program);
  const target = targetOf(options.features, machine.cpu);
  const mayChoose = options.fullPacket === 'auto' && decision.reason === undefined && !decision.fixed;
  const canSpecialize = program.grid === undefined;
  return {
    options,
    flat,
    fullPacket: mayChoose && canSpecialize ? [true, false] : [decision.fullPacket],
    situation: (asked): Situation => ({
      program, extents, options: asked, target, phases,
      mapping: resolveMapping(asked.mapping, program, flat),
      width: asked.width as Situation['width'],
    }),
    plan: (situation, { memory, tail, stores, unroll, prefetch, fullPacket, accumulators }) => ({
      mapping: situation.mapping,
      width: situation.width,
      fullPacket,
      ...memory,
      unroll, stores, prefetch, tail,
      cooperative: false,
      ...precision,
      ...(accumulators === undefined ? {} : { accumulators }),
      blockWidth: resolveBlockWidth(options.blockWidth, situation.width),
      features: options.features,
    }),
  };
}

/** Prices every candidate. Ties go to the plan whose key comes first, so equal requests get equal plans. */
export function priceCandidates(
  request: PlanRequest,
  machine: Machine,
  environment: Environment,
): PricedCandidates {
  const { program, switches } = resolvePrecision(request.program, request.options);
  const decision = decideFullPacket(request.options.fullPacket, environment);
  const set = candidatesOf(sourceOf(request, program, switches, decision, machine));
  const shaped = new ShapedProgram(program, request.extents, request.flat);
  const finder = new WorkFinder(shaped, workTarget(machine.policy));
  const memo = new Map<string, Work>();
  const priced = set.plans.map((plan): Scored => {
    const work = workOf(finder, shaped, plan, memo);
    const of = (rows: number) =>
      costOf(work.full, work.tail, work.bytes, plan, machine.policy, { rows, caches: machine.caches });
    return request.rows === undefined
      ? { plan, costs: anyRows.map(of) }
      : { plan, costs: [of(request.rows)] };
  });
  return { ...set, program, decision, candidates: ranked(priced) };
}

interface Work {
  readonly full: PacketWork;
  readonly tail: PacketWork | undefined;
  readonly bytes: RowBytes;
}

/** Work does not depend on prefetches. */
function workOf(finder: WorkFinder, shaped: ShapedProgram, plan: Plan, memo: Map<string, Work>): Work {
  const { mapping, width, fullPacket, fuse, materialize, unroll, stores, tail, accumulators } = plan;
  const key = `${mapping}/${width}/${fullPacket}/${fuse}/${materialize}/${unroll}/${stores}/${tail}/${accumulators}`;
  let work = memo.get(key);
  if (work === undefined) {
    work = {
      full: finder.work(plan, fullPacket),
      tail: mapping === 'whole-program' ? finder.work(plan, false) : undefined,
      bytes: rowBytesOf(shaped, plan),
    };
    memo.set(key, work);
  }
  return work;
}

interface Scored {
  readonly plan: Plan;
  readonly costs: readonly Cost[];
}

/** By cost; where rows are unknown, by how far a plan is from the best one at each number of rows, on the average. */
function ranked(priced: readonly Scored[]): PricedCandidate[] {
  const count = priced[0]?.costs.length ?? 0;
  const best = Array.from({ length: count }, (_, i) => Math.min(...priced.map(({ costs }) => costs[i].total)));
  const scored = priced.map(({ plan, costs }) => ({
    plan,
    cost: costs[count >> 1],
    score: costs.reduce((sum, cost, i) => sum + Math.log(cost.total / best[i]), 0),
  }));
  scored.sort((a, b) => a.score - b.score || compareKeys(a.plan, b.plan));
  return scored.map(({ plan, cost }) => ({ plan, cost }));
}

function compareKeys(a: Plan, b: Plan): number {
  const [first, second] = [planKey(a as unknown as CheckedPlanOptions), planKey(b as unknown as CheckedPlanOptions)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** The plan of a request: the cheapest candidate; by rule for what the cost model does not cover. */
export function choosePlan(request: PlanRequest, machine: Machine, environment: Environment): ResolvedPlan {
  const { program, extents, options, flat } = request;
  const usual = () => resolvePlan(program, extents, options, machine.cpu, environment, flat);
  if (!isPriced(request)) return usual();
  const { candidates, program: compiled, decision } = priceCandidates(request, machine, environment);
  const best = candidates.at(0);
  // Nothing is legal: the rules say why.
  if (best === undefined) return usual();
  const fullPacket = best.plan.fullPacket;
  return { program: compiled, plan: Object.freeze(best.plan), decision: { ...decision, fullPacket } };
}
