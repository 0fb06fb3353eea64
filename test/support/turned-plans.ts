// Plans in which the switches turn that must not change a bit. A random choice meets every pair of values before long;
// what the program, the shape or the rest of the plan rule out is left to the planner.
import { cpu, TileSimdError, type PlanOptions, type TileProgram } from '../../lib/index.js';
import { flatExtents } from '../../lib/ir/elementwise.js';
import { bindDims } from '../../lib/ir/json.js';
import {
  accumulations,
  accumulatorCounts,
  checkPlanOptions,
  materializations,
  maths,
  orders,
  storeKinds,
  tails,
  unrolls,
} from '../../lib/planner/plan.js';
import { resolvePlan } from '../../lib/planner/resolve.js';
import type { Random } from './draws.js';

type Shape = Readonly<Record<string, number>>;
type Switches = { readonly [Key in keyof PlanOptions]: readonly PlanOptions[Key][] };

/** The switches that turn, with their values: under the fixed order no result depends on them. */
export const turningSwitches = {
  fullPacket: [true, false],
  materialize: materializations,
  fuse: [true, false],
  interleave: [true, false],
  contiguous: [true, false],
  unroll: unrolls,
  stores: storeKinds,
  prefetch: [0, 64, 512],
  tail: tails,
  cooperative: [false, true],
} as const satisfies Switches;

/** The switches that give a kernel results of its own. */
export const modeSwitches = {
  order: orders,
  accumulators: accumulatorCounts,
  math: maths,
  accumulate: accumulations,
} as const satisfies Switches;

/** How often a switch is given a value. Cooperative kernels fix most of the others, and stores past the cache are often refused. */
const share: Readonly<Record<string, number>> = {
  fullPacket: 1,
  materialize: 0.8,
  stores: 0.8,
  cooperative: 0.15,
};

/** A plan of `fixed` and random values of other switches, all of which is legal for this program and shape. */
export function turnedPlan(
  random: Random,
  program: TileProgram,
  shape: Shape,
  fixed: PlanOptions,
  switches: Switches = turningSwitches,
): PlanOptions {
  const plan: Record<string, unknown> = {};
  for (const [key, values] of Object.entries(switches)) {
    const own = random.fork(key);
    if (own.chance(share[key] ?? 0.5)) plan[key] = own.pick<unknown>(values);
  }
  return legalPlan(program, shape, { ...plan, ...fixed }, fixed);
}

/** The planner's refusal of a plan for this machine; undefined if there is none. */
export function refusalOf(program: TileProgram, shape: Shape, plan: PlanOptions): TileSimdError | undefined {
  const isFlat = Object.keys(shape).length === 0;
  const extents = isFlat ? flatExtents(program) : bindDims(program, shape);
  try {
    resolvePlan(program, extents, checkPlanOptions(plan), cpu(), {}, isFlat);
    return undefined;
  } catch (error) {
    if (error instanceof TileSimdError && error.code === 'ERR_INVALID_PLAN') return error;
    throw error;
  }
}

/** The plan without what is refused of it, one switch after the other. Throws the refusal of a fixed one. */
function legalPlan(program: TileProgram, shape: Shape, plan: PlanOptions, fixed: PlanOptions): PlanOptions {
  const refused = refusalOf(program, shape, plan);
  if (refused === undefined) return plan;
  const named = refused.argument?.replace(/^plan\./, '') ?? '';
  // What a cooperative kernel fixes is refused by its own name.
  const key = named in fixed && plan.cooperative === true ? 'cooperative' : named;
  if (key in fixed || !(key in plan)) throw refused;
  const others = Object.entries(plan).filter(([name]) => name !== key);
  return legalPlan(program, shape, Object.fromEntries(others), fixed);
}
