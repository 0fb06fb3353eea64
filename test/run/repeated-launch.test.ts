// A record that is launched again is not read anew by native code; whatever happens to its arrays in between is seen
// all the same.
import { channel } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { compile, program, rmsNorm, WorkerPool, type LaunchRecord } from '../../lib/index.js';
import { expectSameBits } from '../support/compare.js';
import { randomArray } from '../support/random.js';

const [rows, cols] = [5, 33];
const kernel = compile(rmsNorm.program(), { cols });
const weight = randomArray(cols, 2);

/** A record that was launched three times, so that the next launch would repeat the last. */
function launched(x: Float32Array, y: Float32Array): LaunchRecord {
  const record = kernel.record({ x, weight, eps: 1e-5, y });
  for (let i = 0; i < 3; ++i) kernel.launch(record);
  return record;
}

const ResizableBuffer = ArrayBuffer as unknown as new (
  bytes: number,
  options: { maxByteLength: number },
) => ArrayBuffer;
const resizable = (length: number) =>
  new Float32Array(new ResizableBuffer(4 * length, { maxByteLength: 8 * length }));
type MemoryClass = new (options: { initial: number }) => { buffer: ArrayBuffer; grow(pages: number): number };
const resize = (array: Float32Array, length: number) =>
  (array.buffer as unknown as { resize(bytes: number): void }).resize(4 * length);

describe('a repeated launch', () => {
  it('computes from what the arrays hold now', () => {
    const [x, y] = [randomArray(rows * cols, 1), new Float32Array(rows * cols)];
    const record = launched(x, y);
    for (let i = 0; i < 5; ++i) {
      x.set(randomArray(rows * cols, 10 + i));
      kernel.launch(record);
      expectSameBits(y, rmsNorm(x, weight));
    }
  });

  it('takes other arguments and scalars from set()', () => {
    const [x, y] = [randomArray(rows * cols, 1), new Float32Array(rows * cols)];
    const record = launched(x, y);
    record.set({ eps: 3 });
    kernel.launch(record);
    expectSameBits(y, rmsNorm(x, weight, { eps: 3 }));
    const [few, out] = [randomArray(2 * cols, 4), new Float32Array(2 * cols)];
    record.set({ x: few, y: out });
    const before = y.slice();
    for (let i = 0; i < 3; ++i) kernel.launch(record);
    expectSameBits(out, rmsNorm(few, weight, { eps: 3 }));
    expectSameBits(y, before);
  });

  it('is whole again after launches of a part, on a pool, in a batch, asynchronous and with a listener', async () => {
    const pool = new WorkerPool({ workers: 2 });
    const x = randomArray(rows * cols, 1);
    const y = new Float32Array(rows * cols);
    const want = rmsNorm(x, weight);
    const record = launched(x, y);
    const ignore = () => undefined;
    const between: (() => unknown)[] = [
      () => kernel.launch(record, { programs: [1, 2] }),
      () => kernel.launch(record, { programs: [3, 3] }),
      () => kernel.launch(record, { pool, programs: [0, 1] }),
      () => kernel.launchAsync(record, { programs: [2, 3] }),
      () => kernel.launchAsync(record, { programs: [2, 3], copy: true }),
      () => pool.batch([[kernel, record]]),
      () => {
        channel('tile-simd:launch').subscribe(ignore);
        kernel.launch(record);
        channel('tile-simd:launch').unsubscribe(ignore);
      },
    ];
    for (const action of between) {
      await action();
      for (let i = 0; i < 2; ++i) {
        y.fill(7);
        kernel.launch(record);
        expectSameBits(y, want);
      }
    }
  });

  it('that waits behind set() runs what it was called with', async () => {
    const pool = new WorkerPool({ workers: 1, maxQueued: 1 });
    const x = randomArray(rows * cols, 1);
    const [y, later] = [new Float32Array(rows * cols), new Float32Array(rows * cols)];
    const record = launched(x, y);
    const other = launched(x, new Float32Array(rows * cols));
    const first = kernel.launchAsync(other, { pool });
    y.fill(0);
    const second = kernel.launchAsync(record, { pool, whenFull: 'wait' });
    record.set({ y: later });
    kernel.launch(record);
    await Promise.all([first, second]);
    later.fill(0);
    kernel.launch(record); // the asynchronous one has bound the launcher to y
    expectSameBits(later, rmsNorm(x, weight));
    expectSameBits(y, rmsNorm(x, weight));
  });

  it.each(['x', 'y'])('sees that %s was transferred', (name) => {
    const arrays = { x: randomArray(rows * cols, 1), y: new Float32Array(rows * cols) };
    const record = launched(arrays.x, arrays.y);
    structuredClone(arrays[name as 'x'].buffer, { transfer: [arrays[name as 'x'].buffer as ArrayBuffer] });
    const refusal = { code: 'ERR_BUFFER_DETACHED', argument: name };
    for (let i = 0; i < 2; ++i) expect(() => kernel.launch(record)).toThrow(expect.objectContaining(refusal));
  });

  it('sees that a buffer shrank, and that it grew again', () => {
    const x = resizable(rows * cols);
    const values = randomArray(rows * cols, 1);
    x.set(values);
    const y = new Float32Array(rows * cols);
    const record = launched(x, y);
    resize(x, rows * cols - 1);
    expect(() => kernel.launch(record)).toThrow(expect.objectContaining({ code: 'ERR_BUFFER_LENGTH' }));
    resize(x, 2 * rows * cols);
    x.set(values);
    for (let i = 0; i < 3; ++i) {
      y.fill(0);
      kernel.launch(record);
      expectSameBits(y, rmsNorm(values, weight));
    }
  });

  it('sees that a memory of WebAssembly grew, which detaches its buffer', () => {
    const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: MemoryClass } }).WebAssembly;
    const memory = new Memory({ initial: 1 });
    const record = launched(
      new Float32Array(memory.buffer, 0, cols),
      new Float32Array(memory.buffer, 4096, cols),
    );
    memory.grow(1);
    expect(() => kernel.launch(record)).toThrow(expect.objectContaining({ code: 'ERR_BUFFER_DETACHED' }));
  });

  it('believes the length of the array, not of a property', () => {
    const [x, y] = [randomArray(rows * cols, 1), new Float32Array(rows * cols)];
    const record = launched(x, y);
    const prototype = Object.getPrototypeOf(Uint8Array.prototype) as object;
    const original = Object.getOwnPropertyDescriptor(prototype, 'length') as PropertyDescriptor;
    Object.defineProperty(x, 'length', { value: rows * cols });
    Object.defineProperty(prototype, 'length', { ...original, get: () => rows * cols });
    let thrown: unknown;
    try {
      structuredClone(x.buffer, { transfer: [x.buffer as ArrayBuffer] });
      kernel.launch(record);
    } catch (error) {
      thrown = error;
    } finally {
      Object.defineProperty(prototype, 'length', original);
    }
    expect(thrown).toMatchObject({ code: 'ERR_BUFFER_DETACHED', argument: 'x' });
  });

  it('is refused while another launch has its memory', async () => {
    const x = randomArray(1000 * cols, 1);
    const y = new Float32Array(x.length);
    const record = launched(x, y);
    const other = kernel.record({ x, weight, eps: 1e-5, y });
    const controller = new AbortController();
    const pool = new WorkerPool({ workers: 2 });
    const long = Array.from({ length: 5000 }, () => [kernel, other] as const); // until it is stopped
    const flight = pool.batchAsync(long, { signal: controller.signal });
    expect(() => kernel.launch(record)).toThrow(expect.objectContaining({ code: 'ERR_BUFFER_BUSY' }));
    controller.abort();
    await expect(flight).rejects.toMatchObject({ code: 'ABORT_ERR' });
    kernel.launch(record);
    expectSameBits(y, rmsNorm(x, weight));
  });

  it('of a disposed kernel is refused', () => {
    const own = compile(rmsNorm.program({ weight: false }), { cols });
    const record = own.record({ x: new Float32Array(cols), eps: 1, y: new Float32Array(cols) });
    for (let i = 0; i < 3; ++i) own.launch(record);
    own.dispose();
    expect(() => own.launch(record)).toThrow(expect.objectContaining({ code: 'ERR_KERNEL_DISPOSED' }));
  });

  it('reads the row numbers of a gather each time', () => {
    const gathered = program('gathered', (b) => {
      const by = b.input('rows', { dtype: 'i32', dim: 'one' });
      b.output('y').store(b.input('table', { access: 'gather', by }));
    });
    const own = compile(gathered, { cols: 1 });
    const [numbers, y] = [Int32Array.of(3, 0), new Float32Array(2)];
    const record = own.record({ rows: numbers, table: Float32Array.of(1, 2, 3, 4), y });
    for (let i = 0; i < 3; ++i) own.launch(record);
    numbers.set([2, 1]);
    own.launch(record);
    expect([...y]).toEqual([3, 2]);
    numbers.set([4, 0]);
    expect(() => own.launch(record)).toThrow(/rows/);
    expect([...y]).toEqual([3, 2]);
  });
});
