// Asynchronous launches and pools that are refused, and memory that two launches want at the same time.
import { afterEach, describe, expect, it } from 'vitest';
import {
  allocAligned,
  compile,
  program as tileProgram,
  rmsNorm,
  swiglu,
  TileSimdError,
  WorkerPool,
  type ErrorCode,
  type KernelArguments,
} from '../../lib/index.js';
import { detach, expectRefusal } from '../support/refuse.js';
import { Snapshot } from '../support/memory.js';

const cols = 256;
const program = rmsNorm.program({ weight: false });
const kernel = compile(program, { cols }, { workers: 2, grain: 1 });
const f32 = (length: number, value = 1): Float32Array => new Float32Array(length).fill(value);
/** Takes its time. */
const slow = compile(
  tileProgram('slow', (b) => {
    let value = b.input('x');
    for (let i = 0; i < 60; ++i) value = value.sin();
    b.output('y').store(value);
  }),
  { cols },
);

async function expectRejection(
  launch: Promise<unknown>,
  { code, argument, arrays = [] }: { code: ErrorCode; argument: string; arrays?: unknown[] },
): Promise<TileSimdError> {
  const before = new Snapshot(...arrays);
  const error: unknown = await launch.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(TileSimdError);
  const refused = error as TileSimdError;
  expect({ code: refused.code, argument: refused.argument }, refused.message).toEqual({ code, argument });
  before.expectUnchanged();
  return refused;
}

describe('new WorkerPool', () => {
  it.each<[object | null | number, string, ErrorCode]>([
    [null, 'options', 'ERR_INVALID_ARG_TYPE'],
    [4, 'options', 'ERR_INVALID_ARG_TYPE'],
    [{ threads: 2 }, 'threads', 'ERR_INVALID_ARG_VALUE'],
    [{ workers: '2' }, 'workers', 'ERR_INVALID_ARG_TYPE'],
    [{ workers: null }, 'workers', 'ERR_INVALID_ARG_TYPE'],
    ...[0, -1, 1.5, 257, 1e9, NaN, Infinity].map((workers): [object, string, ErrorCode] => [
      { workers },
      'workers',
      'ERR_INVALID_ARG_VALUE',
    ]),
    [{ spin: true }, 'spin', 'ERR_INVALID_ARG_TYPE'],
    ...[-1, 0.5, 10_001, NaN].map((spin): [object, string, ErrorCode] => [
      { spin },
      'spin',
      'ERR_INVALID_ARG_VALUE',
    ]),
    [{ maxQueued: 0 }, 'maxQueued', 'ERR_INVALID_ARG_VALUE'],
    [{ maxQueued: 'all' }, 'maxQueued', 'ERR_INVALID_ARG_TYPE'],
  ])('refuses %o', (options, argument, code) => {
    expectRefusal(() => new WorkerPool(options as never), { code, argument });
  });
});

describe('batch', () => {
  const pool = new WorkerPool({ workers: 2 });
  const y = f32(8 * cols, 7);
  const record = kernel.record({ x: f32(8 * cols), eps: 1, y });

  it('refuses what is no list of kernels and their records', () => {
    const other = compile(program, { cols: 4 });
    const refuse = (launches: unknown, argument: string, code: ErrorCode = 'ERR_INVALID_ARG_TYPE') =>
      expectRefusal(() => pool.batch(launches as never), { code, argument, arrays: [y] });
    for (const launches of [undefined, null, 4, {}, 'x']) refuse(launches, 'launches');
    refuse([record], 'launches[0]');
    refuse([[kernel]], 'launches[0]');
    refuse(
      [
        [kernel, record],
        [kernel, {}],
      ],
      'launches[1][1]',
    );
    refuse(
      [
        [kernel, record],
        [other, record],
      ],
      'launches[1][0]',
      'ERR_INVALID_ARG_VALUE',
    );
  });

  it('runs nothing if one of its launches is refused', () => {
    const lost = f32(8 * cols);
    const bad = kernel.record({ x: f32(8 * cols), eps: 1, y: lost });
    detach(lost);
    expectRefusal(
      () =>
        pool.batch([
          [kernel, record],
          [kernel, bad],
        ]),
      {
        code: 'ERR_BUFFER_DETACHED',
        argument: 'launches[1].y',
        arrays: [y],
      },
    );
    const disposed = compile(program, { cols });
    const gone = disposed.record({ x: f32(cols), eps: 1, y: f32(cols) });
    disposed.dispose();
    expectRefusal(
      () =>
        pool.batch([
          [kernel, record],
          [disposed, gone],
        ]),
      {
        code: 'ERR_KERNEL_DISPOSED',
        argument: 'kernel',
        arrays: [y],
      },
    );
  });
});

describe('the options of an asynchronous launch', () => {
  it.each<[object | null, string, ErrorCode]>([
    [null, 'options', 'ERR_INVALID_ARG_TYPE'],
    [{ rows: 1 }, 'options.rows', 'ERR_INVALID_ARG_VALUE'],
    [{ pool: null }, 'options.pool', 'ERR_INVALID_ARG_VALUE'],
    [{ pool: {} }, 'options.pool', 'ERR_INVALID_ARG_TYPE'],
    [{ signal: {} }, 'options.signal', 'ERR_INVALID_ARG_TYPE'],
    [{ signal: null }, 'options.signal', 'ERR_INVALID_ARG_TYPE'],
    [{ copy: 1 }, 'options.copy', 'ERR_INVALID_ARG_TYPE'],
    [{ whenFull: 'drop' }, 'options.whenFull', 'ERR_INVALID_ARG_VALUE'],
    [{ programs: [1, 9] }, 'options.programs', 'ERR_INVALID_ARG_VALUE'],
  ])('%o are refused', async (options, argument, code) => {
    const y = f32(8 * cols, 7);
    const record = kernel.record({ x: f32(8 * cols), eps: 1, y });
    await expectRejection(kernel.launchAsync(record, options as never), { code, argument, arrays: [y] });
  });

  it('of a one-line call are named as they are', async () => {
    const [x, out] = [f32(8), f32(8, 7)];
    const call = (options: object) => rmsNorm.async(x, null, { cols: 4, out, ...options });
    const type = 'ERR_INVALID_ARG_TYPE';
    const value = 'ERR_INVALID_ARG_VALUE';
    for (const [options, argument, code] of [
      [{ signal: 4 }, 'signal', type],
      [{ copy: 'yes' }, 'copy', type],
      [{ whenFull: 1 }, 'whenFull', value],
      [{ pool: null }, 'pool', value],
      [{ pool: 4 }, 'pool', type],
      [{ eps: -1 }, 'eps', value],
      [{ col: 4 }, 'col', value],
      [{ out: f32(3) }, 'out', 'ERR_BUFFER_LENGTH'],
      [{ out: new Float32Array(x.buffer, 4, 4), cols: 4 }, 'out', 'ERR_BUFFER_LENGTH'],
    ] as const)
      await expectRejection(call(options), { code, argument, arrays: [x, out] });
    for (const options of [null, 4])
      await expectRejection(rmsNorm.async(x, null, options as never), { code: type, argument: 'options' });
    expectRefusal(() => rmsNorm(x, null, { cols: 4, copy: true } as never), {
      code: value,
      argument: 'copy',
    });
  });

  it('do not let overlap pass, with copies or without', async () => {
    const memory = f32(12 * cols);
    const record = kernel.record({
      x: memory.subarray(0, 8 * cols),
      eps: 1,
      y: memory.subarray(cols, 9 * cols),
    });
    for (const copy of [false, true])
      await expectRejection(kernel.launchAsync(record, { copy }), {
        code: 'ERR_BUFFER_OVERLAP',
        argument: 'y',
        arrays: [memory],
      });
  });
});

describe('memory that may go away', () => {
  const buffers: [string, () => ArrayBufferLike][] = [
    ['resizable', () => new (ArrayBuffer as any)(32 * cols, { maxByteLength: 64 * cols }) as ArrayBuffer],
    [
      'growable',
      () => new (SharedArrayBuffer as any)(32 * cols, { maxByteLength: 64 * cols }) as SharedArrayBuffer,
    ],
  ];

  it.each(buffers)('a %s buffer is refused, unless it is copied', async (_, buffer) => {
    const y = new Float32Array(buffer(), 0, 8 * cols);
    const record = kernel.record({ x: f32(8 * cols), eps: 0, y });
    await expectRejection(kernel.launchAsync(record), {
      code: 'ERR_INVALID_ARG_VALUE',
      argument: 'y',
      arrays: [y],
    });
    await kernel.launchAsync(record, { copy: true });
    expect(y.every((value) => value === 1)).toBe(true);
  });

  it('a copied output that has shrunk meanwhile is named', async () => {
    const buffer = buffers[0][1]();
    const y = new Float32Array(buffer, 0, 8 * cols);
    const launch = kernel.launchAsync(kernel.record({ x: f32(8 * cols), eps: 0, y }), { copy: true });
    (buffer as any).resize(4);
    await expectRejection(launch, { code: 'ERR_BUFFER_LENGTH', argument: 'y' });
  });

  it.each(['x', 'y'] as const)('%s that is transferred in flight is named at the end', async (name) => {
    const arrays = { x: f32(8 * cols), y: f32(8 * cols) };
    const launch = kernel.launchAsync(kernel.record({ ...arrays, eps: 0 }));
    const buffer = arrays[name].buffer as ArrayBuffer;
    const kept = structuredClone(buffer, { transfer: [buffer] }); // still there: only the owner has changed
    await expectRejection(launch, { code: 'ERR_BUFFER_DETACHED', argument: name });
    expect(kept.byteLength).toBe(32 * cols);
  });

  it('with copies only what is written must still be there', async () => {
    const arrays = { x: f32(8 * cols), y: f32(8 * cols, 3) };
    const record = kernel.record({ ...arrays, eps: 0 });
    const first = kernel.launchAsync(record, { copy: true });
    detach(arrays.x);
    await first;
    expect(arrays.y.every((value) => value === 1)).toBe(true);
    record.set({ x: f32(8 * cols) });
    const second = kernel.launchAsync(record, { copy: true });
    detach(arrays.y);
    await expectRejection(second, { code: 'ERR_BUFFER_DETACHED', argument: 'y' });
  });

  it('a detached array is refused at once', async () => {
    const y = f32(8 * cols);
    const record = kernel.record({ x: f32(8 * cols), eps: 0, y });
    detach(y);
    for (const copy of [false, true])
      await expectRejection(kernel.launchAsync(record, { copy }), {
        code: 'ERR_BUFFER_DETACHED',
        argument: 'y',
      });
  });
});

describe('a launch in flight', () => {
  const pool = new WorkerPool({ workers: 1 });
  const flights: Promise<void>[] = [];
  let controller = new AbortController();

  /** Keeps the one thread of the pool busy for a second or so. */
  function block(): void {
    for (let i = 0; i < 30; ++i) {
      const x = f32(1000 * cols);
      const record = slow.record({ x, y: x });
      void slow.launchAsync(record, { pool, signal: controller.signal }).catch(() => {});
    }
  }

  /** Holds its leases for a while: it is behind others in the queue of the pool. */
  function fly(args: KernelArguments): void {
    block();
    flights.push(kernel.launchAsync(kernel.record(args), { pool }));
  }

  /** Lets those behind go. */
  async function land(): Promise<void> {
    controller.abort();
    controller = new AbortController();
    await Promise.all(flights.splice(0));
  }
  afterEach(land);

  const busy = (argument: string, arrays: unknown[] = []) => ({
    code: 'ERR_BUFFER_BUSY' as const,
    argument,
    arrays,
  });

  it('has what it writes for itself, and what it reads with other readers', async () => {
    const [x, y, other] = [f32(8 * cols), f32(8 * cols, 7), f32(8 * cols, 7)];
    fly({ x, eps: 0, y });
    const conflicting = [
      { args: { x: f32(8 * cols), eps: 0, y }, argument: 'y' },
      { args: { x: y, eps: 0, y: other }, argument: 'x' },
      { args: { x: f32(8 * cols), eps: 0, y: x }, argument: 'y' },
      { args: { x, eps: 0, y: x }, argument: 'y' },
    ];
    for (const { args, argument } of conflicting) {
      const record = kernel.record(args);
      expectRefusal(() => kernel.launch(record), busy(argument, [other, x]));
      expectRefusal(() => kernel.launch(record, { pool: null }), busy(argument, [other, x]));
      expectRefusal(() => pool.batch([[kernel, record]]), busy(`launches[0].${argument}`, [other, x]));
      await expectRejection(kernel.launchAsync(record), busy(argument));
      await expectRejection(pool.batchAsync([[kernel, record]]), busy(`launches[0].${argument}`));
    }
    expectRefusal(() => rmsNorm(x, null, { cols, out: y }), busy('out'));
    kernel.launch(kernel.record({ x, eps: 0, y: other })); // both only read x
    expect(other.every((value) => value === 1)).toBe(true);
    await land();
    for (const { args } of conflicting) kernel.launch(kernel.record(args));
  });

  it('has no more than its rows and columns', async () => {
    const [x, y] = [f32(8 * cols), f32(8 * cols, 7)];
    const record = kernel.record({ x, eps: 0, y });
    block();
    flights.push(kernel.launchAsync(record, { pool, programs: [2, 5] }));
    expectRefusal(() => kernel.launch(record, { programs: [4, 6] }), busy('y'));
    kernel.launch(record, { programs: [0, 2] });
    kernel.launch(record, { programs: [5, 8] });
    kernel.launch(record, { programs: [3, 3] });
    await land();
    expect(y.every((value) => value === 1)).toBe(true);

    // Two halves of rows that are packed side by side.
    const packed = f32(8 * 2 * cols, 2);
    const half = (at: number) => ({ data: packed.subarray(at * cols), rowStride: 2 * cols });
    fly({ x: half(0), eps: 0, y: half(0) });
    kernel.launch(kernel.record({ x: half(1), eps: 0, y: half(1) }));
    const whole = swiglu.program();
    const reader = compile(whole, { cols });
    expectRefusal(
      () => reader.launch(reader.record({ gate: half(0), up: half(1), y: f32(8 * cols) })),
      busy('gate'),
    );
  });

  it('has shared memory for itself in every thread', async () => {
    const y = allocAligned(8 * cols);
    fly({ x: f32(8 * cols), eps: 0, y });
    const sameMemory = new Float32Array(y.buffer, y.byteOffset, 8 * cols);
    expectRefusal(() => kernel.launch(kernel.record({ x: f32(8 * cols), eps: 0, y: sameMemory })), busy('y'));
  });

  it('gives its memory back when it is aborted or refused', async () => {
    const [x, y] = [f32(8 * cols), f32(8 * cols)];
    const record = kernel.record({ x, eps: 0, y });
    block();
    const aborted = kernel.launchAsync(record, { pool, signal: controller.signal });
    controller.abort();
    await expectRejection(aborted, { code: 'ABORT_ERR', argument: 'signal' });
    kernel.launch(record);
  });
});
