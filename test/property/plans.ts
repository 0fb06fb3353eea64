// Random plans over every switch and value that lib/planner/plan.ts exports, and the plans that theirs must agree with.
import type { Plan, PlanOptions } from '../../lib/index.js';
import {
  accumulations,
  accumulatorCounts,
  mappings,
  materializations,
  maths,
  orders,
  storeKinds,
  tails,
  targets,
  unrolls,
  widths,
} from '../../lib/planner/plan.js';
import type { Random } from '../support/draws.js';

type Switch = keyof PlanOptions;

/** Every value of every switch, 'auto' apart. */
export const switchValues: Readonly<
  Record<Exclude<Switch, 'blockWidth' | 'prefetch' | 'rows'>, readonly unknown[]>
> = {
  mapping: mappings,
  width: widths,
  fullPacket: [true, false, 'require'],
  fuse: [true, false],
  materialize: materializations,
  interleave: [true, false],
  contiguous: [true, false],
  accumulators: accumulatorCounts,
  unroll: unrolls,
  stores: storeKinds,
  tail: tails,
  cooperative: [true, false],
  order: orders,
  math: maths,
  accumulate: accumulations,
  features: targets,
  grain: [1, 2, 7, 1000],
  workers: [1, 2, 3, 8],
};

/** Of the switches that take any number, some: shown by size. */
const blockPackets = [1, 2, 3, 5, 16, 64] as const;
const prefetches = [0, 64, 100, 512, 4096] as const;

/** How often a switch is fixed. What gives a kernel results of its own is fixed more rarely. */
const fixedShare: Partial<Record<Switch, number>> = {
  mapping: 0.7,
  width: 0.8,
  fullPacket: 0.6,
  materialize: 0.6,
  interleave: 0.5,
  contiguous: 0.5,
  order: 0.35,
  math: 0.3,
  accumulate: 0.35,
  features: 0.3,
  cooperative: 0.2,
};

export function makePlan(random: Random, flat: boolean): PlanOptions {
  const plan: Record<string, unknown> = {};
  for (const [key, values] of Object.entries(switchValues)) {
    const own = random.fork(key);
    if (own.chance(fixedShare[key as Switch] ?? 0.4)) plan[key] = own.pick(values);
  }
  // Accumulators are refused but for the order 'mapping', which need not be seen often.
  if (plan.order === 'mapping') {
    if (random.chance(0.5)) plan.accumulators = random.pick(accumulatorCounts);
  } else if (random.chance(0.8)) delete plan.accumulators;
  // A kernel for every length has one mapping; the other is refused, which need not be seen often.
  if (flat && random.chance(0.9)) delete plan.mapping;
  if (random.chance(0.3)) {
    const width = typeof plan.width === 'number' ? plan.width : 16;
    plan.blockWidth = random.chance(0.9) ? width * random.pick(blockPackets) : width + 1;
  }
  if (random.chance(0.3)) plan.prefetch = random.pick(prefetches);
  return plan;
}

/**
 * A simple plan whose results have the bits of `plan`'s: in the fixed order only math, accumulate and the instruction
 * set count, and of that only whether it is x86-64-v2, which has no fused multiply-add.
 */
export function basePlan(plan: Plan, flat: boolean): PlanOptions {
  return {
    mapping: flat ? 'whole-program' : 'packet-local',
    width: 8,
    fullPacket: false,
    materialize: 'reload',
    math: plan.math,
    accumulate: plan.accumulate,
    features: plan.features === 'x86-64-v2' ? 'x86-64-v2' : 'native',
  };
}

/** Under the order 'mapping': what may differ without a bit of difference. */
const neutral = ['fullPacket', 'fuse', 'interleave', 'contiguous'] as const;

export function neighbourPlan(random: Random, plan: Plan): PlanOptions {
  const changed: Record<string, unknown> = { ...plan };
  // Streaming stores and overlapping tails ask for private memory of the usual layout.
  const isFree = plan.stores === 'cached' && plan.tail !== 'overlapping';
  for (const key of isFree ? neutral : neutral.slice(0, 2)) if (random.chance(0.6)) changed[key] = !plan[key];
  changed.blockWidth = plan.width * random.pick(blockPackets);
  return changed;
}

/** The options without those keys. */
export function without(options: PlanOptions, keys: readonly string[]): PlanOptions {
  return Object.fromEntries(Object.entries(options).filter(([key]) => !keys.includes(key)));
}
