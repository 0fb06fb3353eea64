// verify(): right kernels pass, planted errors are found, and every storage type is judged by what it can hold.
import { describe, expect, it } from 'vitest';
import { chooseRows } from '../../lib/inspect/verify.js';
import {
  addRmsNorm,
  compile,
  layerNorm,
  program,
  quantizeRows,
  rmsNorm,
  silu,
  softmax,
  verify,
  type Kernel,
  type LaunchRecord,
} from '../../lib/index.js';
import { lcg } from '../support/random.js';
import { expectRefusal, detach } from '../support/refuse.js';
import { encodeAll } from '../support/storage.js';

const random = (length: number, seed = 1) => Float32Array.from({ length }, lcg(seed, -2, 2));
const bits = (length: number, dtype: 'f16' | 'bf16', seed = 1) =>
  encodeAll(random(length, seed), dtype) as Uint16Array;

/** A record of rmsNorm that lies about nothing. */
function norm(rows: number, cols: number) {
  const kernel = compile(rmsNorm.program(), { cols });
  const args = {
    x: random(rows * cols),
    weight: random(cols, 2),
    eps: 1e-5,
    y: new Float32Array(rows * cols),
  };
  return { kernel, args, record: kernel.record(args) };
}

/** A kernel that is wrong where the reference is right: what it loads through `x` is not what `record` says. */
function wrong(kernel: Kernel, record: LaunchRecord, spoil: () => void): Kernel {
  const launch = kernel.launch.bind(kernel);
  kernel.launch = (given, options) => {
    launch(given, options);
    if (given === record && options === undefined) spoil();
  };
  return kernel;
}

describe('verify()', () => {
  it('launches the record and finds nothing', () => {
    const { kernel, args, record } = norm(17, 65);
    const report = verify(kernel, record);
    expect(report).toEqual({
      passed: true,
      rows: 17,
      checkedRows: 17,
      tolerance: { abs: 5e-5, rel: 5e-5 },
      mismatches: 0,
      outputs: { y: { elements: 17 * 65, mismatches: 0, largestError: expect.any(Number) } },
      first: [],
    });
    expect(report.outputs.y.largestError).toBeGreaterThan(0);
    expect(report.outputs.y.largestError).toBeLessThan(1e-5);
    expect(args.y.some((value) => value !== 0)).toBe(true);
  });

  it('says where results are wrong, and how many', () => {
    const { kernel, args, record } = norm(9, 5);
    const spoiled = wrong(kernel, record, () => {
      args.y[2 * 5 + 3] += 1;
      args.y[8 * 5] = NaN;
    });
    const report = verify(spoiled, record);
    expect(report).toMatchObject({ passed: false, mismatches: 2, outputs: { y: { mismatches: 2 } } });
    expect(report.outputs.y.largestError).toBe(Infinity);
    expect(report.first.map(({ output, row, element }) => [output, row, element])).toEqual([
      ['y', 2, 3],
      ['y', 8, 0],
    ]);
    expect(report.first[0].got - report.first[0].expected).toBeCloseTo(1, 5);
    const all = wrong(kernel, record, () => args.y.fill(7));
    expect(verify(all, record).first).toHaveLength(10);
    expect(verify(all, record, { sample: 1 })).toMatchObject({ checkedRows: 1, mismatches: 5 });
    expect(verify(all, record, { tolerance: { abs: 100, rel: 0 } }).passed).toBe(true);
  });

  it('checks records in place, strided, grids, groups and flat kernels', () => {
    const cols = 33;
    const x = random(5 * 40);
    const inPlace = compile(layerNorm.program(), { cols });
    const strided = { data: x, rowStride: 40 };
    const args = { x: strided, weight: random(cols, 3), bias: random(cols, 4), eps: 0, y: strided };
    expect(verify(inPlace, inPlace.record(args)).passed).toBe(true);
    const grid = compile(softmax.program({ inner: true }), { cols: 6, inner: 5 });
    const cube = random(4 * 6 * 5);
    expect(verify(grid, grid.record({ x: cube, y: cube }))).toMatchObject({ passed: true, rows: 4 });
    const flat = compile(silu.program(), {});
    const line = flat.record({ x: random(777), y: new Float32Array(777) });
    expect(verify(flat, line, { sample: 50 })).toMatchObject({ passed: true, rows: 777, checkedRows: 50 });
    const none = flat.record({ x: random(0), y: random(0) });
    expect(verify(flat, none)).toMatchObject({ passed: true, rows: 0, checkedRows: 0 });
  });

  it.each(['f16', 'bf16'] as const)('judges %s by what it can hold', (dtype) => {
    const kernel = compile(rmsNorm.program({ dtype }), { cols: 64 });
    const y = new Uint16Array(640);
    const record = kernel.record({ x: bits(640, dtype), weight: bits(64, dtype, 2), eps: 1e-5, y });
    expect(verify(kernel, record)).toMatchObject({ passed: true, outputs: { y: { elements: 640 } } });
    const spoiled = wrong(kernel, record, () => {
      y[100] += 2; // two neighbours further
    });
    expect(verify(spoiled, record)).toMatchObject({ mismatches: 1, first: [{ row: 1, element: 36 }] });
  });

  it('lets a value beside a jump of the program fall to either side', () => {
    // 0.1f * 5 is just above one half, in f32 it is one half.
    const jump = program('jump', (b) => b.output('y').store(b.input('x').mul(5).round()));
    const kernel = compile(jump, { cols: 2 });
    const y = new Float32Array(2);
    const record = kernel.record({ x: Float32Array.of(Math.fround(0.1), 0.3), y });
    expect(verify(kernel, record).passed).toBe(true);
    expect([...y]).toEqual([0, 2]);
    const spoiled = wrong(kernel, record, () => y.set([1, 3]));
    expect(verify(spoiled, record)).toMatchObject({ mismatches: 1, first: [{ element: 1, got: 3 }] });
  });

  it.each(['f32', 'bf16'] as const)('checks casts and int8 outputs of %s', (dtype) => {
    const cols = 96;
    const x = dtype === 'f32' ? random(96 * 40) : bits(96 * 40, dtype);
    const fused = compile(addRmsNorm.program({ dtype, weight: false }), { cols });
    const empty = () => (dtype === 'f32' ? new Float32Array(x.length) : new Uint16Array(x.length));
    const residual = dtype === 'f32' ? random(x.length, 9) : bits(x.length, dtype, 9);
    const sums = fused.record({ x, residual, eps: 1e-5, y: empty(), sum: empty() });
    expect(verify(fused, sums)).toMatchObject({
      passed: true,
      outputs: { y: {}, sum: { elements: x.length } },
    });
    const quantize = compile(quantizeRows.program({ dtype }), { cols });
    const y = new Int8Array(x.length);
    const record = quantize.record({ x, y, scale: new Float32Array(40) });
    expect(verify(quantize, record).passed).toBe(true);
    expect(
      verify(
        wrong(quantize, record, () => (y[7] += 2)),
        record,
      ).mismatches,
    ).toBe(1);
  });

  it('takes infinities and NaN for what they are', () => {
    const kernel = compile(rmsNorm.program({ weight: false }), { cols: 2 });
    const y = new Float32Array(6);
    const record = kernel.record({ x: Float32Array.of(NaN, 1, Infinity, 1, 1, 1), eps: 0, y });
    expect(verify(kernel, record).passed).toBe(true);
    const spoiled = wrong(kernel, record, () => (y[0] = 0));
    expect(verify(spoiled, record)).toMatchObject({
      mismatches: 1,
      outputs: { y: { largestError: Infinity } },
    });
  });

  it('refuses wrong arguments, and writes nothing then', () => {
    const { kernel, args, record } = norm(3, 4);
    const other = norm(3, 4);
    const arrays = [args.x, args.y, args.weight];
    const refuse = (code: any, argument: string, ...given: any[]) =>
      expectRefusal(() => verify(...(given as [Kernel, LaunchRecord])), { code, argument, arrays });
    for (const value of [undefined, null, {}, 4]) {
      refuse('ERR_INVALID_ARG_TYPE', 'kernel', value, record);
      refuse('ERR_INVALID_ARG_TYPE', 'record', kernel, value);
    }
    refuse('ERR_INVALID_ARG_VALUE', 'record', kernel, other.record);
    refuse('ERR_INVALID_ARG_TYPE', 'options', kernel, record, null);
    refuse('ERR_INVALID_ARG_VALUE', 'options.rows', kernel, record, { rows: 4 });
    refuse('ERR_INVALID_ARG_TYPE', 'options.sample', kernel, record, { sample: '4' });
    for (const sample of [0, -1, 1.5, NaN])
      refuse('ERR_INVALID_ARG_VALUE', 'options.sample', kernel, record, { sample });
    refuse('ERR_INVALID_ARG_TYPE', 'options.tolerance', kernel, record, { tolerance: 1 });
    refuse('ERR_INVALID_ARG_TYPE', 'options.tolerance.rel', kernel, record, { tolerance: { abs: 1 } });
    refuse('ERR_INVALID_ARG_VALUE', 'options.tolerance.abs', kernel, record, {
      tolerance: { abs: NaN, rel: 0 },
    });
    const { x, weight } = other.args;
    detach(x);
    expectRefusal(() => verify(other.kernel, other.record), { code: 'ERR_BUFFER_DETACHED', argument: 'x' });
    expect(weight).toHaveLength(4);
    kernel.dispose();
    expectRefusal(() => verify(kernel, record), { code: 'ERR_KERNEL_DISPOSED', argument: 'kernel' });
  });

  it('refuses overlaps as a launch does', () => {
    const kernel = compile(rmsNorm.program({ weight: false }), { cols: 4 });
    const memory = random(9);
    const record = kernel.record({ x: memory.subarray(0, 8), eps: 0, y: memory.subarray(1) });
    expectRefusal(() => verify(kernel, record), {
      code: 'ERR_BUFFER_OVERLAP',
      argument: 'y',
      arrays: [memory],
    });
  });
});

describe('the rows of a sample', () => {
  it('are distinct, ascending, spread over all, and the same each time', () => {
    for (const [rows, sample] of [
      [1, 1],
      [5, 3],
      [1000, 7],
      [1 << 20, 256],
      [64, 63],
    ]) {
      const chosen = chooseRows(rows, sample);
      expect(chosen).toHaveLength(sample);
      expect(chosen.at(-1)).toBe(rows - 1);
      expect(chosen).toEqual([...new Set(chosen)].sort((a, b) => a - b));
      expect(chooseRows(rows, sample)).toEqual(chosen);
      const gaps = chosen.slice(1).map((row, i) => row - chosen[i]);
      expect(Math.max(0, ...gaps)).toBeLessThanOrEqual(2 * Math.ceil(rows / sample));
    }
    expect(chooseRows(1 << 20, 256)[0]).toBe(0);
    expect(new Set(chooseRows(1 << 20, 256).map((row) => row % 16)).size).toBeGreaterThan(12);
    expect(chooseRows(4, Infinity)).toEqual([0, 1, 2, 3]);
    expect(chooseRows(0, 5)).toEqual([]);
  });
});
