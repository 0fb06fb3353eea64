// tune(): what it measures, what it remembers, and who uses that.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  compile,
  explain,
  program,
  rmsNorm,
  silu,
  softmax,
  tune,
  type LaunchEvent,
  type Plan,
  type TuneProgress,
} from '../../lib/index.js';
import { keyOfPlan } from '../../lib/planner/plan.js';
import { neighboursOf } from '../../lib/planner/neighbours.js';
import { askedOf } from '../../lib/runtime/asked.js';
import { hostCpu } from '../../lib/runtime/planning.js';
import { findTuned, rememberTuned } from '../../lib/runtime/tuned-plans.js';
import { candidatesToTune } from '../../lib/tune/candidates.js';
import { timeRounds } from '../../lib/tune/rounds.js';
import { Trials } from '../../lib/tune/trials.js';
import { isFaster } from '../../lib/tune/tune.js';
import { cacheEnvironment, temporaryFolder } from '../support/cache-directory.js';
import { runFixture } from '../support/child.js';
import { onlineSoftmax } from '../support/loops.js';

/** Rows of a table by number. */
const gathered = program('gathered', (b) => {
  const numbers = b.input('numbers', { dim: 'one', dtype: 'i32' });
  b.output('y').store(b.input('table', { access: 'gather', by: numbers }).mul(2));
});
const planOf = (tile: ReturnType<typeof program>, shape: Record<string, number>, options = {}): Plan => {
  const kernel = compile(tile, shape, options);
  kernel.dispose();
  return kernel.plan;
};
/** Remembers `options` for a shape, as if they had won. */
function remember(
  tile: ReturnType<typeof program>,
  shape: Record<string, number>,
  options: object,
  store = false,
) {
  const asked = askedOf(tile, shape, {});
  const { rows: _rows, ...dims } = shape;
  const plan = planOf(tile, dims, options);
  rememberTuned(asked, { rows: asked.rows, plan, ratio: 0.9 }, process.env, store);
  return plan;
}

describe('candidates', () => {
  it('are the plan in force, the planner´s choice, its best and the neighbours, each once', () => {
    const tile = softmax.program();
    const asked = askedOf(tile, { rows: 64, cols: 256 }, {});
    const { incumbent, others } = candidatesToTune(asked, 24, process.env);
    expect(incumbent).toEqual(planOf(tile, { cols: 256 }));
    const keys = [incumbent, ...others].map(keyOfPlan);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(24);
    expect(keys).toContain(keyOfPlan(planOf(tile, { cols: 256 }, { rows: 64 })));
    expect(candidatesToTune(asked, 5, process.env).others).toHaveLength(4);
  });

  it('leave alone what is fixed', () => {
    const asked = askedOf(rmsNorm.program(), { rows: 64, cols: 256 }, { width: 8, fullPacket: false });
    const { incumbent, others } = candidatesToTune(asked, 100, process.env);
    expect(others.length).toBeGreaterThan(5);
    for (const { width, fullPacket } of [incumbent, ...others])
      expect([width, fullPacket]).toEqual([8, false]);
  });

  it('one switch away are legal, and decide anew what does not go with the new value', () => {
    const tile = rmsNorm.program();
    const asked = askedOf(tile, { rows: 64, cols: 64 }, {});
    const plan = planOf(tile, { cols: 64 }, { mapping: 'packet-local', materialize: 'registers' });
    const neighbours = neighboursOf(asked, plan, { cpu: hostCpu() }, process.env);
    const mappings = neighbours.filter(({ mapping }) => mapping === 'whole-program');
    expect(mappings).toHaveLength(1);
    expect(new Set(neighbours.map(({ width }) => width))).toEqual(new Set([2, 4, 8, 16]));
    for (const neighbour of neighbours) expect(planOf(tile, { cols: 64 }, neighbour)).toEqual(neighbour);
  });

  it('are neighbours alone where nothing is priced', () => {
    const asked = askedOf(onlineSoftmax(64), { rows: 4, cols: 200 }, {});
    const { incumbent, others } = candidatesToTune(asked, 100, process.env);
    expect(others.length).toBeGreaterThan(3);
    expect(others.map(keyOfPlan)).not.toContain(keyOfPlan(incumbent));
  });
});

describe('rounds', () => {
  it('time everything once, forwards and backwards, from another start after two rounds', async () => {
    const order: string[] = [];
    const contenders = ['a', 'b', 'c'].map((name, i) => ({
      calls: i + 1,
      time: (calls: number) => {
        order.push(name);
        return calls;
      },
    }));
    const samples = await timeRounds(contenders, { rounds: 4 });
    expect(order.join('')).toBe('abccba' + 'bcaacb');
    expect(samples).toEqual([1, 2, 3].map((calls) => [calls, calls, calls, calls]));
  });

  it('confirm what is faster by 3 percent in 10 of 12 of them', () => {
    const range = [0.5, 1.5] as const;
    expect(isFaster({ ratio: 0.97, won: 10, rounds: 12, range })).toBe(true);
    expect(isFaster({ ratio: 0.971, won: 12, rounds: 12, range })).toBe(false);
    expect(isFaster({ ratio: 0.5, won: 9, rounds: 12, range })).toBe(false);
  });
});

describe('trials', () => {
  it('are not made of a plan with another output', async () => {
    const tile = rmsNorm.program();
    const asked = askedOf(tile, { rows: 50, cols: 700 }, {});
    const trials = new Trials(asked, {});
    try {
      const plain = planOf(tile, { cols: 700 });
      const first = await trials.begin(plain);
      expect(first.time(first.calls)).toBeGreaterThan(0);
      await expect(trials.add({ ...plain, width: 4, blockWidth: 64 })).resolves.toMatchObject({
        plan: { width: 4 },
      });
      await expect(trials.add({ ...plain, order: 'mapping', accumulators: 1 })).resolves.toBeUndefined();
    } finally {
      trials.dispose();
    }
  });

  it('are compared with the reference where each mapping has its own tree', async () => {
    const tile = rmsNorm.program();
    const options = { order: 'mapping' } as const;
    const trials = new Trials(askedOf(tile, { rows: 5, cols: 70 }, options), {});
    try {
      await trials.begin(planOf(tile, { cols: 70 }, options));
      const other = planOf(tile, { cols: 70 }, { ...options, mapping: 'whole-program' });
      await expect(trials.add(other)).resolves.toMatchObject({ plan: { mapping: 'whole-program' } });
    } finally {
      trials.dispose();
    }
  });
});

describe('tune()', () => {
  it('measures candidates, reports what it does, and says what it found', async () => {
    const tile = silu.program();
    const stages: TuneProgress[] = [];
    const result = await tune(
      tile,
      { rows: 9, cols: 100 },
      { candidates: 4, store: false, onProgress: (progress) => stages.push(progress) },
    );
    expect(result.rows).toBe(9);
    expect(result.candidates).toHaveLength(4);
    expect(result.wrong).toEqual([]);
    expect(result.file).toBeUndefined();
    expect(result.plan).toEqual(result.changed ? result.candidates[0].plan : result.incumbent);
    const incumbent = result.candidates.find(({ plan }) => keyOfPlan(plan) === keyOfPlan(result.incumbent));
    expect(incumbent).toMatchObject({ ratio: 1, rounds: 12 });
    for (const { microseconds } of result.candidates) expect(microseconds).toBeGreaterThan(0);
    const order = ['check', 'measure', 'finals', 'confirm'];
    const seen = stages.map(({ stage }) => order.indexOf(stage));
    expect([...seen].sort()).toEqual(seen);
    expect(new Set(seen).size).toBe(result.confirmation === undefined ? 3 : 4);
    for (const { done, of } of stages) expect(done).toBeLessThanOrEqual(of);
  });

  it('takes the kernel for every length, grids, loops, row numbers and no rows', async () => {
    const options = { candidates: 3, store: false };
    for (const [tile, shape, inputs] of [
      [silu.program(), { rows: 1000 }],
      [softmax.program({ inner: true }), { rows: 3, cols: 20, inner: 5 }],
      [onlineSoftmax(64), { rows: 4, cols: 200 }],
      [rmsNorm.program(), { rows: 0, cols: 64 }],
      [
        gathered,
        { rows: 3, cols: 40 },
        { table: new Float32Array(5 * 40).fill(2), numbers: new Int32Array([4, 0, 2]) },
      ],
    ] as const) {
      const result = await tune(tile, shape, { ...options, inputs });
      expect(result.candidates.length + result.wrong.length).toBeGreaterThan(1);
      expect(result.wrong).toEqual([]);
    }
  });

  it('ends when it is cancelled, with the signal´s reason and nothing remembered', async () => {
    const tile = rmsNorm.program({ weight: false });
    const shape = { rows: 40, cols: 90 };
    for (const stage of ['check', 'measure', 'finals'] as const) {
      const cancel = new AbortController();
      const onProgress = (progress: TuneProgress) => {
        if (progress.stage === stage) cancel.abort(new Error('enough'));
      };
      await expect(tune(tile, shape, { candidates: 4, signal: cancel.signal, onProgress })).rejects.toThrow(
        'enough',
      );
    }
    await expect(tune(tile, shape, { signal: AbortSignal.abort(new Error('early')) })).rejects.toThrow(
      'early',
    );
    expect(findTuned(askedOf(tile, shape, {}), process.env)).toBeUndefined();
  });

  it('lets the event loop run', async () => {
    let ticks = 0;
    const timer = setInterval(() => ++ticks, 1);
    await tune(rmsNorm.program(), { rows: 64, cols: 256 }, { candidates: 4, store: false });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });

  it('refuses bad arguments by name, before anything is measured', async () => {
    const tile = rmsNorm.program();
    const shape = { rows: 4, cols: 64 };
    for (const [options, argument] of [
      [{ candidates: 1 }, 'options.candidates'],
      [{ candidates: 2.5 }, 'options.candidates'],
      [{ candidates: '8' }, 'options.candidates'],
      [{ inputs: null }, 'options.inputs'],
      [{ inputs: { y: new Float32Array(256) } }, 'options.inputs.y'],
      [{ inputs: { x: new Float32Array(128) } }, 'options.inputs'],
      [{ store: 'yes' }, 'options.store'],
      [{ onProgress: {} }, 'options.onProgress'],
      [{ signal: {} }, 'options.signal'],
      [{ width: 3 }, 'plan.width'],
      [{ speed: 1 }, 'plan.speed'],
    ] as const)
      await expect(tune(tile, shape, options as never)).rejects.toMatchObject({ argument });
    await expect(tune(tile, { rows: -1, cols: 4 })).rejects.toMatchObject({ argument: 'shape.rows' });
    await expect(tune(tile, { rows: 1, cols: 0 })).rejects.toMatchObject({ argument: 'shape.cols' });
    await expect(tune(tile, null as never)).rejects.toMatchObject({ argument: 'shape' });
    await expect(tune({} as never, shape)).rejects.toMatchObject({ argument: 'program' });
    await expect(tune(tile, shape, null as never)).rejects.toMatchObject({ argument: 'options' });
  });
});

describe('a tuned plan', () => {
  it('decides for its rows, for up to twice as many or as few, and where nobody says the rows', () => {
    const tile = softmax.program({ causal: true });
    const before = planOf(tile, { cols: 96 }, { rows: 300 });
    const plan = remember(tile, { rows: 100, cols: 96 }, { width: 4, unroll: 2 });
    for (const rows of [50, 100, 200, 'auto']) expect(planOf(tile, { cols: 96 }, { rows })).toEqual(plan);
    expect(planOf(tile, { cols: 96 }, { rows: 300 })).toEqual(before);
    expect(planOf(tile, { cols: 97 }).width).toBe(before.width);
    const other = remember(tile, { rows: 180, cols: 96 }, { width: 8 });
    expect(planOf(tile, { cols: 96 }, { rows: 190 })).toEqual(other);
    expect(planOf(tile, { cols: 96 }, { rows: 110 })).toEqual(plan);
    expect(planOf(tile, { cols: 96 })).toEqual(other);
  });

  it('decides nothing where switches are fixed, or the environment says what P is', () => {
    const tile = rmsNorm.program({ weight: false });
    const plan = remember(tile, { rows: 20, cols: 80 }, { width: 4 });
    expect(planOf(tile, { cols: 80 })).toEqual(plan);
    expect(planOf(tile, { cols: 80 }, { width: 8 }).width).toBe(8);
    vi.stubEnv('TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION', '1');
    const off = planOf(tile, { cols: 80 });
    vi.unstubAllEnvs();
    expect([off.fullPacket, off.width === plan.width]).toEqual([false, false]);
  });

  it('serves another program of the same text, and is shown by explain()', () => {
    const plan = remember(rmsNorm.program(), { rows: 30, cols: 52 }, { width: 4, tail: 'masked' });
    const { tuned, selected } = explain(rmsNorm.program(), { rows: 30, cols: 52 });
    expect(tuned).toEqual({ rows: 30, plan, ratio: 0.9 });
    expect(selected.plan).not.toEqual(plan);
    expect(explain(rmsNorm.program(), { rows: 90, cols: 52 }).tuned).toBeUndefined();
  });

  it('is taken by one-line calls that had a kernel already', () => {
    const plans: Plan[] = [];
    const listener = (message: unknown) => plans.push((message as LaunchEvent).plan);
    const x = new Float32Array(3 * 44).fill(2);
    const weight = new Float32Array(44).fill(1);
    subscribe('tile-simd:launch', listener);
    try {
      const first = rmsNorm(x, weight);
      const plan = remember(rmsNorm.program(), { rows: 3, cols: 44 }, { width: 4, tail: 'masked' });
      expect(rmsNorm(x, weight)).toEqual(first);
      expect(plans[0]).not.toEqual(plan);
      expect(plans[1]).toEqual(plan);
    } finally {
      unsubscribe('tile-simd:launch', listener);
    }
  });
});

describe('on disk, a tuned plan', () => {
  let folder = '';
  beforeEach(() => {
    folder = join(temporaryFolder(), 'kernels');
    for (const [name, value] of Object.entries(cacheEnvironment(folder))) vi.stubEnv(name, value);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  const tuned = () => `${folder}-tuned`;
  const fileOf = () => {
    const [machine] = readdirSync(tuned());
    const [name] = readdirSync(join(tuned(), machine));
    return join(tuned(), machine, name);
  };
  const inChild = () =>
    runFixture<{ plan: Plan; warnings: string[] }>('tuned.cjs', { env: cacheEnvironment(folder) });

  it('is used by later processes, and lies in a folder of mode 0700', () => {
    const before = inChild();
    expect(before.warnings).toEqual([]);
    const plan = remember(rmsNorm.program(), { rows: 7, cols: 123 }, { width: 4, tail: 'masked' }, true);
    expect(before.plan).not.toEqual(plan);
    expect(inChild()).toEqual({ plan, warnings: [] });
    expect(statSync(tuned()).mode & 0o777).toBe(0o700);
    expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
  });

  it('is ignored with a warning where its file is damaged', () => {
    const plan = remember(rmsNorm.program(), { rows: 7, cols: 123 }, { width: 4 }, true);
    const file = fileOf();
    const whole = readFileSync(file, 'utf8');
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"plans":[{}]}',
      whole.slice(0, 200),
      whole.replace('"width": 4', '"width": 5'),
      whole.replace('"width": 4,', ''),
      whole.replace('"rows": 7', '"rows": -7'),
      whole.replace('"tail": "peeled"', '"tail": "overlapping"'), // not with the packets of a reduction
    ]) {
      writeFileSync(file, text);
      const child = inChild();
      if (child.warnings.length === 0)
        expect(child.plan.tail).toBe('overlapping'); // legal after all
      else expect(child.warnings.join()).toMatch(/^the tuned plan .* is ignored: /);
      expect(child.plan).not.toEqual(plan);
    }
  });

  it('is not looked for where nothing is kept', () => {
    mkdirSync(tuned(), { mode: 0o700 });
    vi.stubEnv('TILE_SIMD_DISABLE_CACHE', '1');
    remember(rmsNorm.program(), { rows: 7, cols: 124 }, { width: 4 }, true);
    expect(readdirSync(tuned())).toEqual([]);
  });
});
