import { describe, expect, it } from 'vitest';
import { rmsNorm } from '../../lib/kernels/rms-norm.js';
import { softmax } from '../../lib/kernels/softmax.js';
import type { TileProgram } from '../../lib/ir/program.js';
import { program } from '../../lib/dsl/builder.js';
import type { NativeCpu } from '../../lib/native/binding.js';
import { mostCandidates } from '../../lib/planner/candidates.js';
import { choosePlan, priceCandidates, tolerance, type Machine } from '../../lib/planner/choose.js';
import { explanationOf } from '../../lib/planner/explain.js';
import { checkPlanOptions, planKey, type Plan, type PlanOptions } from '../../lib/planner/plan.js';
import { expectPolicy, policyProblem, shippedPolicy, type TargetPolicy } from '../../lib/planner/policy.js';
import { scheduleOf } from '../../lib/planner/schedule.js';
import { plainLoop, reducingLoop } from '../../lib/planner/segments.js';
import { expectError } from './support/throws.js';

const cpu: NativeCpu = {
  name: 'a',
  features: ['avx512f'],
  levels: ['x86-64-v2', 'x86-64-v3', 'x86-64-v4'],
  maxWidth: 16,
};
const machine: Machine = {
  cpu,
  policy: shippedPolicy(16, true),
  caches: { l1: 49152, l2: 2 ** 21, l3: 2 ** 25 },
};
const rms = rmsNorm.program();

const price = (
  cols: number,
  rows: number | undefined,
  options: PlanOptions = {},
  tile: TileProgram = rms,
  on: Machine = machine,
  environment = {},
) =>
  priceCandidates(
    { program: tile, extents: { cols }, options: checkPlanOptions(options), flat: false, rows },
    on,
    environment,
  );
const valuesOf = (plans: readonly { plan: Plan }[], key: keyof Plan) =>
  new Set(plans.map(({ plan }) => plan[key]));

describe('candidates', () => {
  it('have both mappings, all widths, P and F on and off, each plan once', () => {
    const { candidates, thinned } = price(256, 64);
    expect(valuesOf(candidates, 'mapping')).toEqual(new Set(['packet-local', 'whole-program']));
    expect(valuesOf(candidates, 'width')).toEqual(new Set([2, 4, 8, 16]));
    expect(valuesOf(candidates, 'fullPacket')).toEqual(new Set([true, false]));
    expect(valuesOf(candidates, 'fuse')).toEqual(new Set([true, false]));
    const keys = candidates.map(({ plan }) => planKey(checkPlanOptions(plan)));
    expect(new Set(keys).size).toBe(keys.length);
    expect(candidates.length).toBeLessThanOrEqual(mostCandidates);
    expect(thinned).toEqual([]);
  });

  it('are thinned in a fixed order where there are too many, and say so', () => {
    const { thinned, candidates } = price(257, 64, { order: 'mapping' }); // four numbers of accumulators for each
    expect(thinned).toEqual(['unroll', 'prefetch']);
    expect(candidates.length).toBeLessThanOrEqual(mostCandidates);
  });

  it('keep what is fixed, and refuse what it rules out with the reason', () => {
    const { candidates, refused } = price(4096, 64, { mapping: 'packet-local', width: 8, fuse: false });
    expect(valuesOf(candidates, 'width')).toEqual(new Set([8]));
    expect(valuesOf(candidates, 'fuse')).toEqual(new Set([false]));
    expect(refused.map(({ reason }) => reason).join('\n')).toMatch(
      /plan\.fuse: false copies a row to its snapshot/,
    );
  });

  it('leave P to the environment, and out of grids', () => {
    const off = price(256, 64, {}, rms, machine, { TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION: '1' });
    expect(valuesOf(off.candidates, 'fullPacket')).toEqual(new Set([false]));
    const on = price(256, 64, {}, rms, machine, { TILE_SIMD_ENABLE_FULL_PACKET_SPECIALIZATION: '1' });
    expect(valuesOf(on.candidates, 'fullPacket')).toEqual(new Set([true]));
  });

  it('have accumulators as an axis under the order of the mapping alone', () => {
    expect(valuesOf(price(256, 64).candidates, 'accumulators')).toEqual(new Set([4]));
    expect(valuesOf(price(256, 64, { order: 'mapping' }).candidates, 'accumulators')).toEqual(
      new Set([1, 2, 4, 8]),
    );
  });

  it('stream where outputs outgrow the cache, and nowhere else by themselves', () => {
    const streams = (rows: number | undefined, options = {}) =>
      price(4096, rows, options).candidates.some(({ plan }) => plan.stores === 'streaming');
    expect(streams(1024)).toBe(true);
    expect(streams(64)).toBe(false);
    expect(streams(undefined)).toBe(false);
    expect(streams(64, { stores: 'streaming' })).toBe(true);
    expect(price(4096, 64).refused.at(-1)?.reason).toMatch(/fit the second-level cache/);
  });
});

describe('costs', () => {
  it('are sums of their terms, and the cheapest candidate comes first', () => {
    const { candidates } = price(256, 64);
    for (const { cost } of candidates) {
      const { total, ...terms } = cost;
      expect(Object.values(terms).every((term) => Number.isFinite(term) && term >= 0)).toBe(true);
      expect(Object.values(terms).reduce((sum, term) => sum + term, 0)).toBeCloseTo(total, 6);
    }
    const totals = candidates.map(({ cost }) => cost.total);
    expect(totals).toEqual([...totals].sort((a, b) => a - b));
  });

  it('follow the policy: masks that cost much make P win, free ones do not matter', () => {
    const gain = (maskedLoad: number) => {
      const { execution } = machine.policy;
      const policy = { ...machine.policy, execution: { ...execution, maskedLoad, maskedStore: maskedLoad } };
      const { candidates } = price(4096, 64, { width: 16, mapping: 'packet-local' }, rms, {
        ...machine,
        policy,
      });
      const best = (fullPacket: boolean) =>
        candidates.find(({ plan }) => plan.fullPacket === fullPacket)?.cost.total as number;
      return best(false) / best(true);
    };
    expect(gain(20)).toBeGreaterThan(2);
    expect(gain(0)).toBeLessThan(1.3);
  });

  it('select the usual plan among ties, and the same plan for the same request', () => {
    const first = price(256, 64);
    const second = price(256, 64);
    expect(first.selected).toEqual(second.selected);
    const least = first.candidates[0].cost.total;
    expect(first.selected?.cost.total).toBeLessThanOrEqual(least * (1 + tolerance) + 1e-9);
  });

  it('grow with rows and columns', () => {
    const cost = (cols: number, rows: number) => price(cols, rows).candidates[0].cost.total;
    expect(cost(256, 128)).toBeGreaterThan(cost(256, 64));
    expect(cost(512, 64)).toBeGreaterThan(cost(256, 64));
  });

  it('leave cooperative kernels to the rules', () => {
    const request = {
      program: rms,
      extents: { cols: 65536 },
      options: checkPlanOptions({ cooperative: true }),
      flat: false,
    };
    expect(choosePlan(request, machine, {}).plan.cooperative).toBe(true);
  });
});

describe('explanations', () => {
  it('name the runner-up, the switches in which it differs and what would let it win', () => {
    const explanation = explanationOf(price(256, 64), 64, 'fixed');
    expect(explanation.candidates[0].plan).toBeDefined();
    const { runnerUp, selected } = explanation;
    expect(runnerUp?.differs.length).toBeGreaterThan(0);
    for (const key of runnerUp?.differs ?? []) expect(runnerUp?.plan[key]).not.toEqual(selected.plan[key]);
    const sum = Object.values(runnerUp?.terms ?? {}).reduce((total, term) => total + term, 0);
    expect(sum).toBeCloseTo(runnerUp?.behind ?? NaN, 6);
  });
});

describe('schedules and loops', () => {
  it('have a level per reduction, and what waits is kept where it is first made', () => {
    const { levels, slots } = scheduleOf(softmax.program(), 'snapshot', true);
    expect(levels.map(({ loops }) => loops.length)).toEqual([1, 1, 1]);
    expect(levels.map(({ loops }) => loops[0].reductions.length)).toEqual([1, 1, 0]);
    expect(slots).toHaveLength(1);
    const copied = scheduleOf(rms, 'snapshot', false);
    expect(copied.levels[0].loops.map(({ reductions }) => reductions.length)).toEqual([0, 1]);
    expect(scheduleOf(rms, 'reload', true).slots).toEqual([]);
  });

  const plan = price(256, 64, { mapping: 'packet-local', width: 16, materialize: 'reload' }).candidates[0]
    .plan;
  const context = { plan: { ...plan, unroll: 4 as const, tail: 'peeled' as const }, vectorRegisters: 32 };

  it('fall into iterations, single units and a ragged one', () => {
    const { segments } = plainLoop(context, 4 * 64 + 16 + 3, true, false);
    expect(segments.map(({ copies, runs, valid, bound }) => [copies, runs, valid, bound])).toEqual([
      [4, 16, 16, 'full'],
      [1, 1, 16, 'full'],
      [1, 1, 3, 'ragged'],
    ]);
  });

  it('reduce by steps of 64 elements and chunks of 8192', () => {
    expect(reducingLoop(context, 256, 1, false).segments).toMatchObject([{ copies: 4, runs: 16 }]);
    const long = reducingLoop(context, 8192 + 100, 1, false);
    expect(long.accumulation?.chunks).toBe(2);
    expect(long.segments.reduce((sum, { runs }) => sum + runs, 0)).toBe(512 + 7);
  });
});

describe('policies', () => {
  const { policy } = machine;

  it('are shipped for every instruction set, complete', () => {
    for (const [lanes, isX86] of [
      [4, true],
      [8, true],
      [16, true],
      [4, false],
    ] as const)
      expect(policyProblem(shippedPolicy(lanes, isX86))).toBeUndefined();
    expect(shippedPolicy(4, false).name).toBe('neon');
  });

  it('are refused where a number is missing or no cost', () => {
    const wrong = (change: object): string | undefined => policyProblem({ ...policy, ...change });
    expect(wrong({ name: 'avx' })).toMatch(/name/);
    expect(wrong({ lanes: 8 })).toMatch(/lanes is not 16/);
    expect(wrong({ read: { ...policy.read, l2: NaN } })).toBe('read.l2 is no cost');
    expect(wrong({ execution: { ...policy.execution, load: -1 } })).toBe('execution.load is no cost');
    expect(wrong({ write: undefined })).toBe('write is missing');
    expect(wrong({ exposed: '0' })).toBe('exposed is no cost');
    expect(policyProblem(null)).toBe('it is no object');
    expectError(
      () => expectPolicy({ ...policy, streamed: Infinity } as TargetPolicy, 'options.policy'),
      'ERR_INVALID_ARG_VALUE',
      'options.policy',
    );
    expectError(() => expectPolicy(7, 'options.policy'), 'ERR_INVALID_ARG_TYPE', 'options.policy');
  });
});

describe('plans of programs over grids', () => {
  it('are never specialized', () => {
    const grid = program('pooled', (b) => {
      b.grid('inner');
      const row = b.input('x');
      b.output('y').store(row.sub(row.mean()));
    });
    const request = {
      program: grid,
      extents: { cols: 64, inner: 32 },
      options: checkPlanOptions({}),
      flat: false,
      rows: 4,
    };
    const { candidates } = priceCandidates(request, machine, {});
    expect(candidates.length).toBeGreaterThan(0);
    expect(valuesOf(candidates, 'fullPacket').size).toBe(1);
  });
});
