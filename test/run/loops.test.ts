// Loops over column tiles: every plan gives the same bits, near the interpreter's; rows of a million columns, in place,
// over a grid, and with rescued rows.
import { afterEach, describe, expect, it } from 'vitest';
import {
  compile,
  loadKernel,
  parseProgram,
  program,
  reference,
  verify,
  type KernelArguments,
  type PlanOptions,
  type RowDType,
  type StorageArray,
  type TileProgram,
} from '../../lib/index.js';
import { expectClose, expectSameBits } from '../support/compare.js';
import { everyLie, expectSameElsewhere, type Subject } from '../support/every-place.js';
import { everyPlan, type Turn } from '../support/every-plan.js';
import { addRmsNorm, mixedRows, onlineSoftmax, rotation, running } from '../support/loops.js';
import { randomArray } from '../support/random.js';
import { toleranceOf } from '../support/outputs.js';
import type { Subject as PlanSubject } from '../support/plan-bits.js';
import { decodeAll, encodeAll } from '../support/storage.js';

const tiles = [3, 16, 64, 1, 24];
/** Five tiles against the other choices' powers of two and three: each meets each. */
const tileOf = (turn: number): number => tiles[turn % tiles.length];

const numbers = (length: number, seed: number, dtype: RowDType) =>
  encodeAll(randomArray(length, seed, -2, 2), dtype);

/** A subject whose sums of a whole row may lose a little more than one operator promises. */
function subjectOf(
  tile: TileProgram,
  shape: Record<string, number>,
  rows: number,
  inputs: KernelArguments,
): PlanSubject {
  const check = (outputs: Readonly<Record<string, StorageArray>>) => {
    const exact = reference(tile, shape, inputs);
    for (const param of tile.params) {
      if (param.kind !== 'output') continue;
      const { abs, rel } = toleranceOf(param.dtype);
      const values = decodeAll(outputs[param.name], param.dtype);
      // What is rounded to its storage type on the way may become its neighbour.
      const neighbour = param.dtype === 'f32' ? 0 : 2 * rel;
      expectClose(values, exact[param.name], `${tile.name} ${JSON.stringify(shape)} ${param.name}`, {
        abs: abs + 1e-4,
        rel: rel + neighbour,
      });
    }
  };
  return { program: tile, shape, rows, inputs, check };
}

describe('every plan', () => {
  const ofRows =
    (make: (tile: number, dtype: RowDType) => TileProgram) =>
    ({ cols, dtype, rows, turn }: Turn) =>
      subjectOf(make(tileOf(turn), dtype), { cols }, rows, { x: numbers(rows * cols, cols, dtype) });

  everyPlan('online softmax', ofRows(onlineSoftmax));
  everyPlan('carried tiles', ofRows(running));
  everyPlan('rows and tiles', ofRows(mixedRows));

  everyPlan('add and RMSNorm', ({ cols, dtype, rows, turn }: Turn) =>
    subjectOf(addRmsNorm(tileOf(turn), dtype), { cols }, rows, {
      x: numbers(rows * cols, cols, dtype),
      residual: numbers(rows * cols, cols + 1, dtype),
      weight: numbers(cols, 3, dtype),
      n: cols,
    }),
  );

  for (const pairs of [false, true])
    everyPlan(`rotation of ${pairs ? 'pairs' : 'halves'}`, ({ cols: half, rows, turn }: Turn) =>
      subjectOf(rotation(tileOf(turn), pairs), { cols: 2 * half, half }, rows, {
        x: randomArray(rows * 2 * half, half, -2, 2),
      }),
    );
});

const subjects: Subject[] = [
  {
    name: 'online softmax',
    program: onlineSoftmax(24),
    extents: (cols) => ({ cols }),
    inPlace: ['y', 'x'],
  },
  { name: 'carried tiles', program: running(24), extents: (cols) => ({ cols }), inPlace: ['', ''] },
  {
    name: 'pairs',
    program: rotation(24, true),
    extents: (half) => ({ cols: 2 * half, half }),
    inPlace: ['y', 'x'],
  },
];

describe('every switch', () => {
  const switches: PlanOptions[] = [
    { tail: 'masked' },
    { tail: 'masked', materialize: 'snapshot' },
    { tail: 'overlapping' },
    { stores: 'streaming' },
    { fuse: false },
    { fuse: false, materialize: 'recompute', interleave: false },
    { materialize: 'snapshot', interleave: false },
    { materialize: 'snapshot', contiguous: false },
    { materialize: 'registers', stores: 'streaming' },
    { materialize: 'recompute', prefetch: 256, unroll: 2 },
    { mapping: 'whole-program', materialize: 'snapshot', interleave: false },
    { mapping: 'whole-program', prefetch: 256, unroll: 4 },
  ];
  it.each(switches.map((plan) => [JSON.stringify(plan), plan] as const))('%s', (_, plan) => {
    for (const subject of subjects)
      for (const [columns, width] of [
        [24, 8],
        [65, 8],
        [83, 4],
      ] as const) {
        // Nothing but sums are stored by this one: it has no vectors to stream or to move back.
        if (plan.stores === 'streaming' && subject.name === 'pairs') continue;
        expectSameElsewhere(subject, columns, { width, ...plan }, {}, everyLie.slice(0, 6));
      }
  });
});

const kernels: { dispose(): void }[] = [];
afterEach(() => {
  for (const kernel of kernels.splice(0)) kernel.dispose();
});

function run(
  tile: TileProgram,
  shape: Record<string, number>,
  args: KernelArguments,
  plan: PlanOptions = {},
): Record<string, Float32Array> {
  const kernel = compile(tile, shape, plan);
  kernels.push(kernel);
  const rows = (args.x as Float32Array).length / (kernel.shape.cols * (kernel.shape.inner ?? 1));
  const outputs: Record<string, Float32Array> = {};
  for (const param of tile.params) {
    if (param.kind !== 'output') continue;
    const extent = param.dim === 'one' ? 1 : kernel.shape[param.dim];
    outputs[param.name] = new Float32Array(rows * extent * (kernel.shape.inner ?? 1));
  }
  kernel.launch(kernel.record({ ...outputs, ...args }));
  return outputs;
}

describe('long rows', () => {
  it('of more than a million columns, in tiles of more than one chunk', () => {
    const cols = 2 ** 20 + 4099;
    const x = randomArray(cols, 1, -4, 4);
    const tile = onlineSoftmax(10_000);
    const want = reference(tile, { cols }, { x });
    const got = run(tile, { cols }, { x });
    expectClose(got.y, want.y, 'y');
    expectClose(got.lse, want.lse, 'lse');
    for (const plan of [{ mapping: 'whole-program' }, { width: 4, materialize: 'snapshot' }] as const) {
      const other = run(tile, { cols }, { x }, plan);
      for (const name of Object.keys(got)) expectSameBits(other[name], got[name], name);
    }
  });

  it('take private memory for a tile, whatever their length', () => {
    const bytes = [2 ** 12, 2 ** 24].map((cols) => {
      const kernel = compile(onlineSoftmax(1024), { cols }, { materialize: 'snapshot', width: 8 });
      kernels.push(kernel);
      return [kernel.info.snapshotBytes, kernel.info.workspaceBytes, kernel.asm.object.length];
    });
    for (const [snapshot, workspace] of bytes) expect([snapshot, workspace]).toEqual([4 * 1024, 0]);
    // The same code, but for how many bytes a constant takes.
    expect(Math.abs(bytes[0][2] - bytes[1][2])).toBeLessThan(128);
  });

  it('have the bits of one tile where one is enough', () => {
    const x = randomArray(3 * 100, 4, -2, 2);
    const tile = onlineSoftmax('tile');
    const want = run(tile, { cols: 100, tile: 100 }, { x });
    expect(run(tile, { cols: 100, tile: 2 ** 31 - 1 }, { x })).toEqual(want);
  });
});

describe('in place', () => {
  it('a loop stores what it loads', () => {
    const x = randomArray(3 * 100, 5, -2, 2);
    const want = run(onlineSoftmax(24), { cols: 100 }, { x });
    const y = x.slice();
    const got = run(onlineSoftmax(24), { cols: 100 }, { x: y, y });
    expect(y).toEqual(want.y);
    expect(got.lse).toEqual(want.lse);
  });

  it('no later loop loads what an earlier one stored', () => {
    const args = {
      x: randomArray(100, 6),
      residual: randomArray(100, 7),
      weight: randomArray(100, 8),
      n: 100,
    };
    const want = run(addRmsNorm(24), { cols: 100 }, args);
    const shared = args.residual.slice();
    expect(() => run(addRmsNorm(24), { cols: 100 }, { ...args, residual: shared, sum: shared })).toThrow(
      expect.objectContaining({ code: 'ERR_BUFFER_OVERLAP' }),
    );
    expect(shared).toEqual(args.residual);
    const y = args.x.slice();
    run(addRmsNorm(24), { cols: 100 }, { ...args, x: y, y }); // the last pass
    expect(y).toEqual(want.y);
  });

  it('nor do tiles of a whole row after the loop', () => {
    const late = program('late', (b) => {
      const x = b.input('x');
      const z = b.output('z');
      b.loop({ tile: 8 }, (t) => {
        t.store(z, t.load(x).mul(2));
      });
      b.output('y').store(x.sub(x.mean()));
    });
    const x = randomArray(40, 9);
    expect(() => run(late, { cols: 40 }, { x, z: x })).toThrow(
      expect.objectContaining({ code: 'ERR_BUFFER_OVERLAP' }),
    );
  });
});

it('is verified, casts in loops included, and saved', () => {
  const x = numbers(3 * 70, 14, 'f16');
  const args = {
    x,
    residual: numbers(3 * 70, 15, 'f16'),
    weight: numbers(70, 16, 'f16'),
    n: 70,
    sum: new Uint16Array(3 * 70),
    y: new Uint16Array(3 * 70),
    start: new Float32Array(3),
  };
  const kernel = compile(addRmsNorm(24, 'f16'), { cols: 70 });
  kernels.push(kernel);
  expect(verify(kernel, kernel.record(args)).passed).toBe(true);
  const loaded = loadKernel(kernel.save());
  kernels.push(loaded);
  expect(loaded.shape).toEqual(kernel.shape);
  const again = { ...args, sum: new Uint16Array(3 * 70), y: new Uint16Array(3 * 70) };
  loaded.launch(loaded.record(again));
  expect(again.y).toEqual(args.y);
});

it('runs over the columns of a grid', () => {
  const columns = program('columns', (b) => {
    b.grid('inner');
    const x = b.input('x');
    const y = b.output('y');
    const { sum } = b.loop({ tile: 5, carry: { sum: 0 } }, (t, { sum }) => {
      const xt = t.load(x);
      t.store(y, xt.add(sum));
      return { sum: sum.add(xt.sum()) };
    });
    b.output('sum').store(sum.add(b.innerIndex().toFloat()));
  });
  const shape = { cols: 13, inner: 7 };
  const x = randomArray(3 * 13 * 7, 11);
  const want = reference(columns, shape, { x });
  const got = run(columns, shape, { x });
  for (const name of ['y', 'sum']) expectClose(got[name], want[name], name);
  for (const plan of [{ mapping: 'packet-local', width: 4 }, { width: 2 }] as const)
    expect(run(columns, shape, { x }, plan)).toEqual(got);
});

describe('rescue', () => {
  const squares = program('squares', (b) => {
    const x = b.input('x');
    const { sum } = b.loop({ tile: 16, carry: { sum: 0 } }, (t, { sum }) => {
      const xt = t.load(x);
      return { sum: sum.add(xt.mul(xt).sum()) };
    });
    b.rescue(sum.lt(3e38).not());
    const y = b.output('y');
    b.loop({ tile: 16 }, (t) => {
      t.store(y, t.load(x).div(sum.sqrt()));
    });
  });
  it.each(['packet-local', 'whole-program'] as const)('of rows whose loop overflows, in %s', (mapping) => {
    const x = randomArray(19 * 70, 12);
    for (const row of [0, 7, 18]) for (let i = 0; i < 70; ++i) x[row * 70 + i] *= 1e30;
    const want = reference(squares, { cols: 70 }, { x });
    expectClose(run(squares, { cols: 70 }, { x }, { mapping }).y, want.y, mapping);
    const y = x.slice();
    run(squares, { cols: 70 }, { x: y, y }, { mapping });
    expectClose(y, want.y, `${mapping}, in place`);
  });
});

it.each([{ accumulate: 'f64' }, { order: 'mapping' }, { math: 'contract' }] as PlanOptions[])(
  'stays near the interpreter under %j',
  (plan) => {
    const x = randomArray(5 * 150, 13, -2, 2);
    for (const mapping of ['packet-local', 'whole-program'] as const)
      for (const make of [onlineSoftmax, running]) {
        const want = reference(make(24), { cols: 150 }, { x });
        const got = run(make(24), { cols: 150 }, { x }, { ...plan, mapping });
        for (const name of Object.keys(want))
          expectClose(got[name], want[name], `${make.name} ${name}`, { abs: 1e-4, rel: 1e-5 });
      }
  },
);

it('carries tiles of indices in double precision to stores that start anywhere', () => {
  const counted = parseProgram(`
program counted(n, t) {
  input x: row f32[n]
  output y: row f32[t]

  %0: f32[n] = load x
  %1: i32 = rowIndex
  %2: f32 = const 0
  loop n by t {
    %4: f32 = carry %2
    %5: i32[t] = carry %1 : t
    %6: f32[t] = load x
    %7: f32 = reduce.sum %6
    %8: f32 = add %4, %7
    %9: i32[t] = add %5, %5
    yield %8, %9
  }
  %11: f32 = result %4
  %12: i32[t] = result %5
  %13: f32[t] = toFloat %12
  %14: f32[t] = add %13, %11
  store y, %14
}`);
  const shape = { t: 64, n: 150 };
  const x = randomArray(5 * 150, 13, -2, 2);
  const want = reference(counted, shape, { x }).y;
  for (const stores of ['cached', 'streaming'] as const)
    for (const contiguous of stores === 'cached' ? [true, false] : [true])
      for (const accumulate of ['corrected', 'f64'] as const)
        for (const shift of [0, 3]) {
          const kernel = compile(counted, shape, { mapping: 'packet-local', stores, contiguous, accumulate });
          const y = new Float32Array(5 * 64 + shift).subarray(shift);
          kernel.launch(kernel.record({ x, y }));
          expectClose(y, want, JSON.stringify({ stores, contiguous, accumulate, shift }));
          kernel.dispose();
        }
});
