// Launches that the event loop does not wait for: the same bits, and what may happen around them meanwhile.
import { channel } from 'node:diagnostics_channel';
import { getEventListeners } from 'node:events';
import { performance, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  allocAligned,
  compile,
  performanceMeasures,
  rmsNorm,
  rope,
  ropeTables,
  WorkerPool,
  type Kernel,
  type LaunchEvent,
  type LaunchRecord,
} from '../../lib/index.js';
import { expectSameBits } from '../support/compare.js';
import { bitsOf, everyOperator } from '../support/every-operator.js';
import { randomArray } from '../support/random.js';

const [rows, cols] = [300, 512];
const x = randomArray(rows * cols, 1, -3, 3);

interface Made {
  readonly kernel: Kernel;
  readonly record: LaunchRecord;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly want: Float32Array;
}

/** A kernel whose tasks are many and small, and what it gives. */
function make(y: Float32Array = new Float32Array(rows * cols), plan = {}): Made {
  const kernel = compile(rmsNorm.program({ weight: false }), { cols }, { workers: 2, grain: 1, ...plan });
  const want = new Float32Array(rows * cols);
  kernel.launch(kernel.record({ x, eps: 1e-5, y: want }), { pool: null });
  const input = x.slice();
  return { kernel, record: kernel.record({ x: input, eps: 1e-5, y }), x: input, y, want };
}

describe('an asynchronous launch', () => {
  it('gives the bits of a synchronous one, on any pool', async () => {
    for (const workers of [1, 2, 8]) {
      const { kernel, record, y, want } = make();
      await kernel.launchAsync(record, { pool: new WorkerPool({ workers }) });
      expectSameBits(y, want);
      y.fill(0);
      await kernel.launchAsync(record, { programs: [10, 20] });
      expectSameBits(y.subarray(10 * cols, 20 * cols), want.subarray(10 * cols, 20 * cols));
      expect(y.subarray(0, 10 * cols).every((value) => value === 0)).toBe(true);
    }
  });

  it('of every operator, the one-line call included', async () => {
    const pool = new WorkerPool({ workers: 3 });
    const calls = everyOperator(37, 260);
    const want = calls.map((call) => bitsOf(call.sync({ pool: null })));
    const plan = { workers: 3, grain: 1 };
    for (const options of [{}, { pool, plan }, { copy: true }, { pool, plan, copy: true }]) {
      const got = await Promise.all(calls.map((call) => call.async(options)));
      got.forEach((arrays, i) => {
        if (!bitsOf(arrays).equals(want[i]))
          expect.fail(`${calls[i].name} ${JSON.stringify(Object.keys(options))}`);
      });
    }
    const none = await rmsNorm.async(new Float32Array(0), new Float32Array(4));
    expect(none).toHaveLength(0);
  });

  it('goes on while JavaScript runs, and resolves in a later turn', async () => {
    const { kernel, record, y, want } = make();
    let settled = false;
    const launch = kernel.launchAsync(record).then(() => (settled = true));
    await Promise.resolve();
    expect(settled).toBe(false);
    await launch;
    expectSameBits(y, want);
  });

  it('takes the arguments as they are at the call', async () => {
    const { kernel, record, y, want } = make();
    const other = new Float32Array(rows * cols);
    const launch = kernel.launchAsync(record);
    record.set({ y: other, eps: 1000 });
    await launch;
    expectSameBits(y, want);
    expect(other.every((value) => value === 0)).toBe(true);
  });

  it('outlives its kernel, which frees the code after it', async () => {
    const { kernel, record, y, want } = make();
    const launch = kernel.launchAsync(record);
    kernel.dispose();
    await launch;
    expectSameBits(y, want);
    await expect(kernel.launchAsync(record)).rejects.toMatchObject({ code: 'ERR_KERNEL_DISPOSED' });
  });

  it('keeps its arrays alive', async () => {
    const launches = Array.from({ length: 20 }, () => {
      const { kernel, record } = make();
      return kernel.launchAsync(record);
    });
    for (let i = 0; i < 50; ++i) new ArrayBuffer(1 << 20);
    await Promise.all(launches);
  });

  it('reads the row numbers of the call, whatever becomes of them', async () => {
    const positions = 64;
    const { cos, sin } = ropeTables({ positions, dim: 8 });
    const values = randomArray(positions * 8, 3);
    const positionIds = Int32Array.from({ length: positions }, (_, i) => positions - 1 - i);
    const want = rope(values, cos, sin, { cols: 8, positionIds });
    const launch = rope.async(values, cos, sin, { cols: 8, positionIds });
    positionIds.fill(0x7fffffff); // far behind the table
    expectSameBits(await launch, want);
  });

  it('works on copies where asked to', async () => {
    const { kernel, record, x: input, y, want } = make();
    y.fill(5);
    const launch = kernel.launchAsync(record, { copy: true, programs: [0, rows - 1] });
    input.fill(0);
    y.fill(6); // outputs appear at the end
    await setImmediate();
    await launch;
    expectSameBits(y.subarray(0, (rows - 1) * cols), want.subarray(0, (rows - 1) * cols));
    expect(y.subarray((rows - 1) * cols).every((value) => value === 6)).toBe(true);
  });

  it('leaves what stands between rows alone, copies included', async () => {
    const { kernel, want } = make();
    const stride = cols + 3;
    const y = new Float32Array(rows * stride).fill(9);
    const record = kernel.record({ x, eps: 1e-5, y: { data: y, rowStride: stride } });
    await kernel.launchAsync(record, { copy: true });
    for (let row = 0; row < rows; ++row) {
      expectSameBits(
        y.subarray(row * stride, row * stride + cols),
        want.subarray(row * cols, (row + 1) * cols),
      );
      expect([...y.subarray(row * stride + cols, (row + 1) * stride)]).toEqual([9, 9, 9]);
    }
  });

  it('copies back the programs of a grid that ran', async () => {
    const [outer, columns, inner] = [3, 5, 11];
    const kernel = compile(rmsNorm.program({ weight: false, inner: true }), { cols: columns, inner });
    const values = randomArray(outer * columns * inner, 4);
    const [want, got] = [new Float32Array(values.length), new Float32Array(values.length)];
    for (const [y, launch] of [
      [want, async (r: LaunchRecord) => kernel.launch(r, { programs: [4, 29] })],
      [got, (r: LaunchRecord) => kernel.launchAsync(r, { programs: [4, 29], copy: true })],
    ] as const)
      await launch(kernel.record({ x: values, eps: 0, y }));
    expectSameBits(got, want);
    expect(got.filter((value) => value !== 0)).toHaveLength(25 * columns);
  });

  it('is safe with memory that cannot be transferred', async () => {
    const y = allocAligned(rows * cols);
    const { kernel, record, want } = make(y);
    await kernel.launchAsync(record);
    expectSameBits(y.slice(), want);
  });

  it.each([1, 2, 100])('runs %i at a time', async (count) => {
    const all = Array.from({ length: count }, () => make());
    await Promise.all(all.map(({ kernel, record }) => kernel.launchAsync(record)));
    for (const { y, want } of all) expectSameBits(y, want);
  });
});

describe('a batch', () => {
  it('runs in order, as one launch', async () => {
    const { kernel, want } = make();
    const pool = new WorkerPool({ workers: 2 });
    const [middle, end] = [new Float32Array(rows * cols), new Float32Array(rows * cols)];
    const first = kernel.record({ x, eps: 1e-5, y: middle });
    const second = kernel.record({ x: middle, eps: 1e-5, y: end });
    await pool.batchAsync([
      [kernel, first],
      [kernel, second],
    ]);
    expectSameBits(middle, want);
    const twice = new Float32Array(rows * cols);
    kernel.launch(kernel.record({ x: want, eps: 1e-5, y: twice }), { pool: null });
    expectSameBits(end, twice);
    await pool.batchAsync([]);
  });
});

describe('an AbortSignal', () => {
  it('stops a launch between tasks', async () => {
    const aborted: boolean[] = [];
    for (let i = 0; i < 30; ++i) {
      const { kernel, record, y, want } = make(undefined, { mapping: 'packet-local' });
      const controller = new AbortController();
      const launch = kernel.launchAsync(record, {
        signal: controller.signal,
        pool: new WorkerPool({ workers: 2 }),
      });
      if (i > 5) await setImmediate();
      controller.abort(new Error('enough'));
      const error: any = await launch.then(
        () => undefined,
        (caught: unknown) => caught,
      );
      aborted.push(error !== undefined);
      if (error === undefined) expectSameBits(y, want);
      else
        expect(error).toMatchObject({ name: 'AbortError', code: 'ABORT_ERR', cause: { message: 'enough' } });
    }
    expect(aborted.slice(0, 6)).toEqual(Array(6).fill(true));
  });

  it('that is aborted already begins nothing', async () => {
    const { kernel, record, y } = make();
    const launch = kernel.launchAsync(record, { signal: AbortSignal.abort() });
    await expect(launch).rejects.toMatchObject({ code: 'ABORT_ERR' });
    expect(y.every((value) => value === 0)).toBe(true);
    await expect(rmsNorm.async(x, null, { cols, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });

  it('is shared by any number of launches, in flight and waiting, without a warning', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => warnings.push(name);
    process.on('warning', note);
    try {
      const { signal } = new AbortController();
      const pool = new WorkerPool({ workers: 2, maxQueued: 15 });
      const all = Array.from({ length: 30 }, () => make());
      await Promise.all(
        all.map(({ kernel, record }) => kernel.launchAsync(record, { pool, whenFull: 'wait', signal })),
      );
      for (const { y, want } of all) expectSameBits(y, want);
      await setImmediate();
      expect(warnings).toEqual([]);
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    } finally {
      process.off('warning', note);
    }
  });

  it('stops all launches that share it', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const pool = new WorkerPool({ workers: 2, maxQueued: 15 });
    const launches = Array.from({ length: 30 }, () => make()).map(({ kernel, record }) =>
      kernel.launchAsync(record, { pool, whenFull: 'wait', signal }),
    );
    controller.abort();
    const ends = await Promise.allSettled(launches);
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 'ABORT_ERR' } });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('is left alone by a launch that has ended', async () => {
    const { kernel, record } = make();
    const controller = new AbortController();
    await kernel.launchAsync(record, { signal: controller.signal });
    controller.abort();
    kernel.launch(record);
  });
});

describe('a pool that is full', () => {
  it('refuses, or lets wait, as the caller says', async () => {
    const pool = new WorkerPool({ workers: 2, maxQueued: 2 });
    const all = Array.from({ length: 12 }, () => make());
    const order: number[] = [];
    const launches = all
      .slice(0, 11)
      .map(({ kernel, record }, i) =>
        kernel.launchAsync(record, { pool, whenFull: 'wait' }).then(() => order.push(i)),
      );
    const { kernel, record } = all[11];
    await expect(kernel.launchAsync(record, { pool })).rejects.toMatchObject({
      code: 'ERR_QUEUE_FULL',
      given: 2,
    });
    const controller = new AbortController();
    const given = kernel.launchAsync(record, { pool, whenFull: 'wait', signal: controller.signal });
    controller.abort();
    await expect(given).rejects.toMatchObject({ code: 'ABORT_ERR' });
    await Promise.all(launches);
    for (const { y, want } of all.slice(0, 11)) expectSameBits(y, want);
    expect(order.indexOf(10)).toBeGreaterThan(order.indexOf(0));
    await kernel.launchAsync(record, { pool });
  });
});

describe('close()', () => {
  it('drains, and refuses what comes later', async () => {
    const pool = new WorkerPool({ workers: 2, maxQueued: 1 });
    const all = Array.from({ length: 5 }, () => make());
    let ended = 0;
    for (const { kernel, record } of all)
      void kernel.launchAsync(record, { pool, whenFull: 'wait' }).then(() => ++ended);
    const closed = pool.close();
    const { kernel, record } = make();
    const refusal = { code: 'ERR_POOL_CLOSED', argument: 'options.pool' };
    expect(() => kernel.launch(record, { pool })).toThrow(expect.objectContaining(refusal));
    await expect(kernel.launchAsync(record, { pool })).rejects.toMatchObject(refusal);
    expect(() => pool.batch([[kernel, record]])).toThrow(
      expect.objectContaining({ code: 'ERR_POOL_CLOSED' }),
    );
    expect(() => rmsNorm(x, null, { cols, pool })).toThrow(
      expect.objectContaining({ code: 'ERR_POOL_CLOSED' }),
    );
    await closed;
    expect(ended).toBe(5);
    await pool.close();
    await pool[Symbol.asyncDispose]();
    expect(pool.stats().workers).toBe(2);
  });
});

describe('who listens', () => {
  const name = 'tile-simd:launch';

  it('hears of every launch, of whatever kind', async () => {
    const events: LaunchEvent[] = [];
    const listen = (message: unknown): void => void events.push(message as LaunchEvent);
    const { kernel, record } = make();
    const pool = new WorkerPool({ workers: 2 });
    kernel.launch(record);
    channel(name).subscribe(listen);
    try {
      kernel.launch(record, { pool });
      kernel.launch(record, { pool: null, programs: [1, 4] });
      await kernel.launchAsync(record, { pool });
      rmsNorm(x, null, { cols });
      await rmsNorm.async(x, null, { cols });
    } finally {
      channel(name).unsubscribe(listen);
    }
    kernel.launch(record);
    expect(events.map(({ programs, workers, isAsync }) => [programs, workers, isAsync])).toEqual([
      [rows, 2, false],
      [3, 1, false],
      [rows, 2, true],
      [rows, expect.any(Number), false],
      [rows, expect.any(Number), true],
    ]);
    for (const event of events) {
      expect(event.program).toBe('rms_norm');
      expect(event.microseconds).toBeGreaterThan(0);
      expect(event.tasks).toBeGreaterThan(0);
      expect(event.plan.mapping).toBe('packet-local');
    }
    expect(events[0].tasks).toBe(Math.ceil(rows / (kernel.plan.blockWidth / kernel.plan.width)));
  });

  it('may have them in the performance timeline', async () => {
    const { kernel, record } = make();
    const names: string[] = [];
    const observer = new PerformanceObserver((list) =>
      names.push(...list.getEntries().map((entry) => entry.name)),
    );
    observer.observe({ entryTypes: ['measure'] });
    performanceMeasures(true);
    performanceMeasures(true);
    kernel.launch(record);
    performanceMeasures(false);
    kernel.launch(record);
    await setImmediate();
    await setImmediate();
    observer.disconnect();
    performance.clearMeasures();
    expect(names).toEqual(['tile-simd rms_norm']);
  });
});
