// Cooperative kernels launched on one thread: all phases of every row, with the bits of the ordinary kernel. Splits over
// threads are driven by test/native/cooperative_test.cpp.
import { describe, expect, it } from 'vitest';
import {
  compile,
  layerNorm,
  program,
  realization,
  reference,
  rmsNorm,
  rope,
  softmax,
  type Kernel,
  type KernelArguments,
  type PlanOptions,
  type TileProgram,
} from '../../lib/index.js';
import { functionsOf } from '../golden/support/llvm-text.js';
import { expectClose, expectSameBits } from '../support/compare.js';
import { randomArray } from '../support/random.js';

const widths = [2, 4, 8, 16] as const;
const rows = 3;

/** What a program writes with a plan; outputs start from what `args` has for them. */
function run(
  tile: TileProgram,
  shape: Readonly<Record<string, number>>,
  args: KernelArguments,
  plan: PlanOptions,
  programs?: readonly [number, number],
): Record<string, Float32Array> {
  const kernel = compile(tile, shape, plan);
  const outputs = Object.fromEntries(
    tile.params
      .filter(({ kind }) => kind === 'output')
      .map(({ name }) => [name, (args[name] as Float32Array).slice()]),
  );
  kernel.launch(kernel.record({ ...args, ...outputs }), { programs });
  kernel.dispose();
  return outputs;
}

function expectOrdinaryBits(
  tile: TileProgram,
  shape: Readonly<Record<string, number>>,
  args: KernelArguments,
  plan: PlanOptions,
): void {
  for (const programs of [undefined, [0, 1], [1, 3], [2, 2]] as const) {
    const want = run(tile, shape, args, { fullPacket: false }, programs);
    const got = run(tile, shape, args, { ...plan, cooperative: true }, programs);
    for (const [name, values] of Object.entries(want))
      expectSameBits(got[name], values, `${tile.name} ${name} ${JSON.stringify({ shape, plan, programs })}`);
  }
}

/** Rows of which the second needs the rescue of the norms. */
function hardRows(cols: number): Float32Array {
  return randomArray(rows * cols, cols, -2, 2).map((value, i) =>
    Math.floor(i / cols) === 1 ? value * 1e25 : value,
  );
}

describe.each([1, 70, 8191, 8192, 8193, 100_000])('rows of %i columns', (cols) => {
  const plan = { width: widths[cols % 4] };
  const weight = randomArray(cols, 1, 0.5, 1.5);
  const y = new Float32Array(rows * cols).fill(-77);

  it('have the bits of ordinary kernels', () => {
    const x = hardRows(cols);
    expectOrdinaryBits(rmsNorm.program(), { cols }, { x, weight, eps: 1e-5, y }, plan);
    const stats = { mean: new Float32Array(rows), invStdDev: new Float32Array(rows) };
    const bias = randomArray(cols, 2);
    const norm = layerNorm.program({ mean: true, invStdDev: true });
    expectOrdinaryBits(norm, { cols }, { x, weight, bias, eps: 1e-5, y, ...stats }, plan);
    const small = randomArray(rows * cols, 3, -9, 9);
    const given = Object.fromEntries(
      softmax
        .program()
        .params.filter(({ kind }) => kind === 'scalar')
        .map(({ name }) => [name, 1]),
    );
    expectOrdinaryBits(softmax.program(), { cols }, { x: small, y, ...given }, plan);
  });

  it('reach indices, groups and rows named in an array, whatever the row is stored as', () => {
    const tile = program('reach', (b) => {
      const x = b.input('x', { dtype: 'f16' });
      const perGroup = b.scalar('perGroup', { dtype: 'i32' });
      const shared = b.input('shared', { access: 'group', by: perGroup });
      const numbers = b.input('numbers', { dim: 'one', dtype: 'i32' });
      const named = b.input('named', { access: 'gather', by: numbers });
      const offset = b.rowIndex().toFloat().add(b.columnIndex().toFloat().div(1e5));
      const sum = x.add(shared).add(named).add(offset);
      const top = sum.sub(sum.mean()).reduceMax();
      b.output('y').store(sum.div(top));
      b.output('top', { dim: 'one' }).store(top);
    });
    const args = {
      x: Uint16Array.from({ length: rows * cols }, (_, i) => 0x3c00 + ((i * 37) % 1024)), // [1, 2)
      perGroup: 2,
      shared: randomArray(2 * cols, 5),
      numbers: Int32Array.of(1, 0, 1),
      named: randomArray(2 * cols, 6),
      y,
      top: new Float32Array(rows),
    };
    expectOrdinaryBits(tile, { cols }, args, plan);
    if (cols > 70) return;
    const [want, got] = [reference(tile, { cols }, args), run(tile, { cols }, args, { cooperative: true })];
    if (cols > 1) expectClose(got.y, want.y); // a row of one element is its own mean: 0 / 0
  });

  it('stand apart, and may be in place', () => {
    const stride = cols + 3;
    const ordinary = hardRows(cols);
    const apart = new Float32Array(rows * stride).fill(-77);
    for (let row = 0; row < rows; ++row)
      apart.set(ordinary.subarray(row * cols, (row + 1) * cols), row * stride);
    const want = run(rmsNorm.program(), { cols }, { x: ordinary, weight, eps: 1e-5, y }, {}).y;
    const kernel = compile(rmsNorm.program(), { cols }, { ...plan, cooperative: true });
    const strided = { data: apart, rowStride: stride };
    kernel.launch(kernel.record({ x: strided, weight, eps: 1e-5, y: strided }));
    kernel.dispose();
    for (let row = 0; row < rows; ++row) {
      const got = apart.subarray(row * stride, row * stride + cols);
      expectSameBits(got, want.subarray(row * cols, (row + 1) * cols), `row ${row}`);
      if (row + 1 < rows)
        expect([...apart.subarray(row * stride + cols, (row + 1) * stride)]).toEqual([-77, -77, -77]);
    }
  });
});

describe('a cooperative kernel', () => {
  const compiled = (cols: number, tile = rmsNorm.program(), plan: PlanOptions = {}): Kernel =>
    compile(tile, { cols }, { ...plan, cooperative: true });

  it('says how its rows are split', () => {
    const [chunks, one] = [{ tasks: 'chunks' }, { tasks: 'one' }];
    using long = compiled(100_000);
    expect(long.info.cooperative).toEqual({ chunks: 13, phases: [chunks, one, chunks, one] });
    expect(long.info.workspaceBytes).toBe(64); // 13 results of 4 bytes
    using short = compiled(8192);
    expect(short.info.cooperative).toEqual({ chunks: 1, phases: [chunks, chunks, one] });
    using ordinary = compile(rmsNorm.program(), { cols: 100_000 });
    expect(ordinary.info.cooperative).toBeUndefined();
    expect(ordinary.plan.cooperative).toBe(false);
  });

  it('runs full packets without a clone of them, and says why', () => {
    using kernel = compiled(256, rmsNorm.program(), { fullPacket: true });
    expect(kernel.specialization).toMatchObject({ applied: false, reason: 'cooperative', clones: 0 });
    const functions = functionsOf(kernel.asm.llvm);
    expect([...functions.keys()].sort()).toEqual(['rms_norm', 'rms_norm.packet', 'rms_norm.rescue']);
    const code = realization(kernel).functions.find(({ name }) => name === 'rms_norm');
    expect([code?.vectorLoads.masked, code?.vectorStores.masked]).toEqual([0, 0]); // every lane is active: nothing to specialize
  });

  it('has the plan that tasks can share', () => {
    using kernel = compiled(256, rmsNorm.program(), { width: 4, unroll: 8 });
    expect(kernel.plan).toMatchObject({
      cooperative: true,
      mapping: 'packet-local',
      materialize: 'reload',
      width: 4,
      unroll: 8,
    });
  });

  it('takes slices of a row whose tiles have one dim', () => {
    const cols = 20_000;
    const half = cols / 2;
    const args = {
      x: randomArray(rows * cols, 1),
      cos: randomArray(rows * half, 2),
      sin: randomArray(rows * half, 3),
      y: new Float32Array(rows * cols),
    };
    for (const layout of ['half', 'interleaved'] as const)
      expectOrdinaryBits(rope.program({ layout }), { cols, half }, args, { width: 8 });
  });

  it.each<PlanOptions>([
    { prefetch: 512 },
    { accumulate: 'f64' },
    { math: 'contract' },
    { accumulate: 'f32' },
  ])('has the bits of the ordinary kernel with %o', (switches) => {
    const cols = 50_001;
    const args = {
      x: hardRows(cols),
      weight: randomArray(cols, 1),
      bias: randomArray(cols, 2),
      eps: 1e-5,
      y: new Float32Array(rows * cols),
    };
    const tile = layerNorm.program();
    const want = run(tile, { cols }, args, switches);
    expectSameBits(run(tile, { cols }, args, { ...switches, cooperative: true }).y, want.y);
    using kernel = compiled(cols, tile, switches);
    expect(kernel.plan).toMatchObject(switches);
  });

  it('serves the one-line calls', () => {
    const x = randomArray(2 * 9000, 4);
    const weight = randomArray(9000, 5);
    expectSameBits(rmsNorm(x, weight, { plan: { cooperative: true } }), rmsNorm(x, weight));
  });
});
