// Launches over several threads: the bits of one, whatever the number of workers, the grain and the kind of kernel.
import { describe, expect, it } from 'vitest';
import {
  allocAligned,
  compile,
  defaultPool,
  program,
  rmsNorm,
  softmax,
  WorkerPool,
  type Kernel,
  type KernelArguments,
  type PlanOptions,
  type TileProgram,
} from '../../lib/index.js';
import { expectSameBits } from '../support/compare.js';
import { bitsOf, everyOperator } from '../support/every-operator.js';
import { randomArray } from '../support/random.js';

const counts = [1, 2, 3, 8, 33];
const grains = ['auto', 1, 2, 7, 1000] as const;

/** The output y of one launch; `rows` of it. */
function launch(kernel: Kernel, args: KernelArguments, length: number, options: object): Float32Array {
  const y = new Float32Array(length).fill(-77);
  kernel.launch(kernel.record({ ...args, y }), options);
  return y;
}

function expectSameEverywhere(
  tile: TileProgram,
  shape: Readonly<Record<string, number>>,
  args: KernelArguments,
  length: number,
  plan: PlanOptions = {},
): void {
  const alone = compile(tile, shape, plan);
  const want = launch(alone, args, length, { pool: null });
  const { programs } = alone.record({ ...args, y: new Float32Array(length) });
  const part = [Math.floor(programs / 3), programs - Math.floor(programs / 4)] as const;
  const wantPart = launch(alone, args, length, { pool: null, programs: part });
  for (const workers of counts) {
    const pool = new WorkerPool({ workers });
    for (const grain of grains) {
      const kernel = compile(tile, shape, { ...plan, workers, grain });
      const what = `${tile.name}, ${workers} workers, grain ${grain}, ${JSON.stringify(plan)}`;
      expectSameBits(launch(kernel, args, length, { pool }), want, what);
      expectSameBits(launch(kernel, args, length, { pool, programs: part }), wantPart, `${what}, a part`);
    }
    if (workers > 1) expect(pool.stats().launches).toBeGreaterThan(0);
  }
}

describe('any number of workers and any grain', () => {
  const rows = 37;
  const cols = 1027;
  const weight = randomArray(cols, 1, 0.5, 1.5);
  // Every fifth row is one that the norms rescue.
  const x = randomArray(rows * cols, 2).map((value, i) =>
    Math.floor(i / cols) % 5 === 1 ? value * 1e25 : value,
  );

  it.each<PlanOptions>([
    {},
    { mapping: 'whole-program', width: 4 },
    { width: 2, materialize: 'snapshot' },
    { blockWidth: 32, width: 16 },
    { stores: 'streaming' },
    { order: 'mapping' },
    { accumulate: 'f64' },
  ])('have the bits of one: %o', (plan) => {
    expectSameEverywhere(rmsNorm.program(), { cols }, { x, weight, eps: 1e-5 }, rows * cols, plan);
  });

  it('of a grid', () => {
    const [outer, columns, inner] = [5, 7, 33];
    const args = { x: randomArray(outer * columns * inner, 3) };
    expectSameEverywhere(softmax.program({ inner: true }), { cols: columns, inner }, args, args.x.length);
  });

  it('of a kernel for every length', () => {
    const double = program('double', (b) => {
      const tile = b.input('x');
      b.output('y').store(tile.add(tile));
    });
    for (const length of [1, 15, 16, 17, 4099])
      expectSameEverywhere(double, {}, { x: randomArray(length, length) }, length);
  });

  it.each([1, 8193, 100_000])('of cooperative rows of %i columns', (columns) => {
    const args = {
      x: randomArray(3 * columns, 4).map((value, i) =>
        Math.floor(i / columns) === 1 ? value * 1e25 : value,
      ),
      weight: randomArray(columns, 5),
      eps: 1e-5,
    };
    const plan = { cooperative: true };
    expectSameEverywhere(rmsNorm.program(), { cols: columns }, args, 3 * columns, plan);
    const ordinary = compile(rmsNorm.program(), { cols: columns });
    const split = compile(rmsNorm.program(), { cols: columns }, { ...plan, workers: 3, grain: 1 });
    expectSameBits(
      launch(split, args, 3 * columns, { pool: new WorkerPool({ workers: 3 }) }),
      launch(ordinary, args, 3 * columns, { pool: null }),
    );
  });

  it('of every operator on 37 x 1028 values, again and again', () => {
    const pools = [2, 3, 4, 8].map((workers) => new WorkerPool({ workers }));
    for (const call of everyOperator(37, 1028)) {
      const want = bitsOf(call.sync({ pool: null }));
      for (const pool of pools)
        for (let i = 0; i < 200; ++i) {
          const plan = { workers: pool.workers, grain: i % 3 === 0 ? ('auto' as const) : 1 + (i % 16) };
          const same = bitsOf(call.sync({ pool, plan })).equals(want);
          if (!same) expect.fail(`${call.name}, ${pool.workers} workers, round ${i}`);
        }
    }
    for (const pool of pools) expect(pool.stats().launches).toBeGreaterThan(1000);
  }, 300_000);
});

describe('a launch with more threads than rows', () => {
  it.each([0, 1, 2, 3])('of %i rows and 16 threads', (rows) => {
    const pool = new WorkerPool({ workers: 16 });
    const cols = 100;
    const weight = randomArray(cols, 1);
    const kernel = compile(rmsNorm.program(), { cols }, { workers: 16, grain: 1 });
    const args = { x: randomArray(rows * cols, 2), weight, eps: 1e-5 };
    for (let i = 0; i < 50; ++i)
      expectSameBits(
        launch(kernel, args, rows * cols, { pool }),
        launch(kernel, args, rows * cols, { pool: null }),
      );
  });
});

describe('many rows', () => {
  // A count kept in 16 bits breaks from 65536 on.
  it.each([65535, 65536, 65537])('%i of them, row by row as in a small launch', (rows) => {
    for (const cols of [1, 2, 3, 9])
      for (const workers of [1, 4]) {
        const kernel = compile(rmsNorm.program({ weight: false }), { cols }, { workers });
        const x = randomArray(rows * cols, rows + cols);
        const pool = new WorkerPool({ workers });
        const got = launch(kernel, { x, eps: 1e-5 }, rows * cols, { pool });
        for (const row of [0, 1, 255, 256, 32767, 32768, 65534, rows - 1]) {
          const one = launch(kernel, { x: x.subarray(row * cols, (row + 1) * cols), eps: 1e-5 }, cols, {});
          expectSameBits(got.subarray(row * cols, (row + 1) * cols), one, `${rows} x ${cols}, row ${row}`);
        }
      }
  });
});

describe('where a launch runs', () => {
  const cols = 4096;
  const kernel = compile(rmsNorm.program({ weight: false }), { cols });
  const record = (rows: number) =>
    kernel.record({ x: randomArray(rows * cols, 1), eps: 1e-5, y: new Float32Array(rows * cols) });

  it('is the caller for small ones, and a pool for those worth it', () => {
    const pool = new WorkerPool({ workers: 2 });
    kernel.launch(record(4), { pool });
    expect(pool.stats().launches).toBe(0);
    kernel.launch(record(512), { pool });
    expect(pool.stats()).toMatchObject({ workers: 2, launches: 1 });
    expect(pool.stats().blocks).toHaveLength(2);
  });

  it('counts every block once where blocks are whole', () => {
    const pool = new WorkerPool({ workers: 3 });
    const { blockWidth, width } = kernel.plan;
    const rows = 100 * (blockWidth / width);
    const split = compile(
      rmsNorm.program({ weight: false }),
      { cols: 8 },
      { grain: 3, workers: 3, width, blockWidth },
    );
    for (let i = 0; i < 10; ++i)
      split.launch(split.record({ x: new Float32Array(rows * 8), eps: 1, y: new Float32Array(rows * 8) }), {
        pool,
      });
    const { blocks, launches, wakeUps } = pool.stats();
    expect(launches).toBe(10);
    expect(blocks.reduce((a, b) => a + b)).toBe(1000);
    expect(wakeUps).toBeLessThanOrEqual(20);
  });

  it('is the default pool where nothing is said, the same for everybody', () => {
    expect(defaultPool()).toBe(defaultPool());
    expect(defaultPool()).toBeInstanceOf(WorkerPool);
    const before = defaultPool().stats().launches;
    kernel.launch(record(512));
    kernel.launch(record(512), { pool: null });
    kernel.launch(record(512), {});
    expect(defaultPool().stats().launches - before).toBe(defaultPool().workers > 1 ? 2 : 0);
  });

  it('is decided by plan.workers where that is fixed', () => {
    const pool = new WorkerPool({ workers: 4 });
    const one = compile(rmsNorm.program({ weight: false }), { cols }, { workers: 1 });
    expect(one.plan).toMatchObject({ workers: 1, grain: 'auto' });
    one.launch(one.record({ x: new Float32Array(512 * cols), eps: 1, y: new Float32Array(512 * cols) }), {
      pool,
    });
    expect(pool.stats().launches).toBe(0);
    const x = new Float32Array(64);
    rmsNorm(x, null, { cols: 16, pool, plan: { workers: 2, grain: 1 } });
    expect(pool.stats().launches).toBe(1);
  });
});

describe('a batch', () => {
  const cols = 64;
  const rows = 200;
  const kernel = compile(rmsNorm.program({ weight: false }), { cols }, { workers: 4, grain: 1 });

  it('runs in order: each launch sees what the one before wrote', () => {
    const pool = new WorkerPool({ workers: 4 });
    const first = randomArray(rows * cols, 1);
    const steps = 12;
    const buffers = [first.slice(), ...Array.from({ length: steps }, () => new Float32Array(rows * cols))];
    const batch = buffers
      .slice(1)
      .map((y, i) => [kernel, kernel.record({ x: buffers[i], eps: 0.5, y })] as const);
    pool.batch(batch);
    let want: Float32Array = first.slice();
    for (let i = 0; i < steps; ++i) {
      want = launch(kernel, { x: want, eps: 0.5 }, rows * cols, { pool: null });
      expectSameBits(buffers[i + 1], want, `step ${i}`);
    }
    expect(pool.stats().launches).toBe(steps);
  });

  it('may hold a record twice, other kernels, and nothing', () => {
    const pool = new WorkerPool({ workers: 2 });
    const x = randomArray(rows * cols, 2);
    const want = launch(
      kernel,
      { x: launch(kernel, { x, eps: 0 }, rows * cols, {}), eps: 0 },
      rows * cols,
      {},
    );
    const inPlace = x.slice();
    const record = kernel.record({ x: inPlace, eps: 0, y: inPlace });
    pool.batch([
      [kernel, record],
      [kernel, record],
    ]);
    expectSameBits(inPlace, want);
    pool.batch([]);
  });
});

describe('shared memory', () => {
  it('is worked on like any other, aligned or not', () => {
    const cols = 100;
    const x = allocAligned(20 * cols);
    x.set(randomArray(20 * cols, 3));
    const y = allocAligned(20 * cols);
    const kernel = compile(rmsNorm.program({ weight: false }), { cols }, { workers: 2, grain: 1 });
    kernel.launch(kernel.record({ x, eps: 0, y }), { pool: new WorkerPool({ workers: 2 }) });
    expectSameBits(y, launch(kernel, { x: x.slice(), eps: 0 }, 20 * cols, { pool: null }));
  });
});
