import { beforeEach, describe, expect, it, vi } from 'vitest';
import { layerNorm, type LayerNormOptions } from '../../lib/kernels/layer-norm.js';
import { kernelCache } from '../../lib/kernels/launches.js';
import { rmsNorm, type RmsNormOptions } from '../../lib/kernels/rms-norm.js';
import { LaunchStatus } from '../../lib/native/binding.js';
import { FakeNative } from './support/fake-native.js';
import { expectError } from './support/throws.js';

const { fake } = vi.hoisted(() => ({ fake: { current: undefined as unknown as FakeNative } }));
vi.mock('../../lib/native/load.js', () => ({ native: () => fake.current.binding }));

const f32 = (...values: number[]) => new Float32Array(values);
const rounded = (values: Float32Array) => Array.from(values, (value) => Number(value.toFixed(4)));

beforeEach(() => {
  kernelCache.clear();
  fake.current = new FakeNative();
});

describe('rmsNorm', () => {
  it('normalizes row by row into a new array', () => {
    const y = rmsNorm(f32(3, 4, -6, 8), f32(1, 2), { eps: 0 });
    expect(rounded(y)).toEqual([0.8485, 2.2627, -0.8485, 2.2627]);
  });

  it('has eps 1e-5, rounded to f32', () => {
    rmsNorm(f32(1, 2), f32(1, 1));
    expect(fake.current.launches[0].slice(0, 3)).toEqual([1, 0, 1]);
    expect(fake.current.launches[0][5]).toBe(Math.fround(1e-5));
  });

  it('writes to out, which may be x, and returns it', () => {
    const x = f32(3, 4);
    const out = f32(0, 0, 7);
    expect(rmsNorm(x, f32(1, 1), { out })).toBe(out);
    expect(rounded(out)).toEqual([0.8485, 1.1314, 7]);
    expect(rmsNorm(x, f32(1, 1), { out: x })).toBe(x);
    expect(rounded(x)).toEqual([0.8485, 1.1314]);
  });

  it('works without a weight, if it is told the columns', () => {
    expect(rounded(rmsNorm(f32(3, 4), null, { cols: 1 }))).toEqual([1, 1]);
    expect(fake.current.requests[0].ir.params.map((param) => param.name)).toEqual(['x', 'eps', 'y']);
    expectError(() => rmsNorm(f32(3, 4), null), 'ERR_INVALID_ARG_TYPE', 'cols');
  });

  it('honours strides of input and output, and leaves alone what stands between rows', () => {
    const x = f32(3, 4, 99, 6, 8);
    const out = new Float32Array(6).fill(-1);
    rmsNorm(x, f32(1, 1), { rowStride: 3, outRowStride: 4, out });
    expect(rounded(out)).toEqual([0.8485, 1.1314, -1, -1, 0.8485, 1.1314]);
    expect(rmsNorm(x, f32(1, 1), { rowStride: 3 })).toHaveLength(4);
    expect(rmsNorm(x, f32(1, 1), { rowStride: 3, outRowStride: 4 })).toHaveLength(8);
    rmsNorm(x, f32(1, 1), { rowStride: 3, out: x }); // in place: out has the strides of x
    expect(rounded(x)).toEqual([0.8485, 1.1314, 99, 0.8485, 1.1314]);
  });

  it('gives an empty result for no rows and for no columns', () => {
    expect(rmsNorm(f32(), f32(1, 1))).toHaveLength(0);
    expect(rmsNorm(f32(), f32())).toHaveLength(0);
    const out = f32(5);
    expect(rmsNorm(f32(), null, { cols: 0, out })).toBe(out);
    expect(out).toEqual(f32(5));
    expectError(() => rmsNorm(f32(1), f32()), 'ERR_BUFFER_LENGTH', 'x');
    expectError(() => rmsNorm(f32(), f32(1), { out: [] as never }), 'ERR_INVALID_ARG_TYPE', 'out');
    expect(fake.current.requests).toEqual([]); // nothing to compile
  });

  it('refuses bad arguments by name', () => {
    const refuse = (
      options: unknown,
      argument: string,
      code: Parameters<typeof expectError>[1] = 'ERR_INVALID_ARG_VALUE',
      x: unknown = f32(1, 2),
      weight: unknown = f32(1, 1),
    ) => expectError(() => rmsNorm(x as never, weight as never, options as RmsNormOptions), code, argument);
    for (const other of [[1, 2], undefined, new Float64Array(2), 'x', 2]) {
      expectError(() => rmsNorm(other as never, f32(1, 1)), 'ERR_INVALID_ARG_TYPE', 'x');
      expectError(() => rmsNorm(f32(1, 2), other as never), 'ERR_INVALID_ARG_TYPE', 'weight');
    }
    refuse(undefined, 'x', 'ERR_INVALID_ARG_TYPE', null);
    refuse(undefined, 'x', 'ERR_BUFFER_LENGTH', f32(1, 2, 3));
    refuse({ cols: 1 }, 'weight', 'ERR_BUFFER_LENGTH');
    for (const eps of [NaN, -1, -1e-30, Infinity, 1e39]) refuse({ eps }, 'eps');
    for (const eps of [null, '1e-5']) refuse({ eps }, 'eps', 'ERR_INVALID_ARG_TYPE');
    for (const cols of [-1, 1.5, NaN, 2 ** 31]) refuse({ cols }, 'cols');
    refuse({ cols: null }, 'cols', 'ERR_INVALID_ARG_TYPE');
    for (const stride of [1, 0, -2, 2.5, NaN]) {
      refuse({ rowStride: stride }, 'rowStride');
      refuse({ outRowStride: stride }, 'outRowStride');
    }
    refuse({ outRowStride: 2 ** 40 }, 'outRowStride');
    refuse({ epsilon: 1 }, 'epsilon');
    refuse({ mean: f32(1) }, 'mean'); // layerNorm's
    refuse({ dtype: 'i8' }, 'dtype');
    refuse({ dtype: 'f16' }, 'x', 'ERR_INVALID_ARG_TYPE');
    refuse({ pool: {} }, 'pool', 'ERR_INVALID_ARG_TYPE');
    refuse({ plan: { width: 3 } }, 'plan.width', 'ERR_INVALID_PLAN');
    refuse({ plan: null }, 'plan', 'ERR_INVALID_ARG_TYPE');
    refuse({ out: null }, 'out', 'ERR_INVALID_ARG_TYPE');
    refuse({ out: f32(1) }, 'out', 'ERR_BUFFER_LENGTH');
    for (const options of [null, 4]) refuse(options, 'options', 'ERR_INVALID_ARG_TYPE');
    expect(
      rmsNorm(f32(1, 2), f32(1, 1), { pool: null, dtype: 'f32', eps: undefined, cols: undefined }),
    ).toHaveLength(2);
  });

  it('refuses detached arrays, also where nothing would run', () => {
    const x = f32(1, 2);
    structuredClone(x.buffer, { transfer: [x.buffer] });
    expectError(() => rmsNorm(x, f32(1, 1)), 'ERR_BUFFER_DETACHED', 'x');
    expectError(() => rmsNorm(f32(1, 2), x), 'ERR_BUFFER_DETACHED', 'weight');
    expectError(() => rmsNorm(f32(), f32(1), { out: x }), 'ERR_BUFFER_DETACHED', 'out');
  });

  it('speaks of out, not of y, when native code refuses', () => {
    fake.current.status = LaunchStatus.overlap + 256 * 3 + 65536 * 0;
    const error = expectError(() => rmsNorm(f32(1, 2), f32(1, 1)), 'ERR_BUFFER_OVERLAP', 'out');
    expect(error.message).toMatch(/^out: shares elements with x;/);
  });
});

describe('kernels behind one-line calls', () => {
  it('are compiled once per shape and plan, and launchers are kept', () => {
    const weight = f32(1, 1);
    for (let i = 0; i < 5; ++i) rmsNorm(new Float32Array(2 * (i + 1)), weight, { eps: i });
    expect(fake.current.requests).toHaveLength(1);
    expect(fake.current.launchers).toHaveLength(1);
    rmsNorm(f32(1, 2), weight, { plan: { width: 8 } });
    rmsNorm(f32(1, 2), weight, { plan: { width: 8 } });
    rmsNorm(f32(1, 2), weight, { plan: {} });
    expect(fake.current.requests).toHaveLength(2);
    expect(fake.current.requests[1].plan.width).toBe(8);
    rmsNorm(f32(1, 2, 3), weight, { rowStride: 3 });
    expect(fake.current.requests).toHaveLength(2); // other strides: another launcher of the same kernel
    expect(fake.current.launchers.at(-1)).toEqual([3, 0, 0, 2]);
    rmsNorm(f32(1, 2, 3), f32(1, 1, 1));
    expect(fake.current.requests).toHaveLength(3);
  });

  it('are found in whatever order shapes come', () => {
    const shapes = [1, 2, 3, 4, 5];
    for (let round = 0; round < 4; ++round) {
      for (const cols of round % 2 ? [...shapes].reverse() : shapes) {
        expect(rounded(rmsNorm(new Float32Array(cols).fill(2), new Float32Array(cols).fill(1)))[0]).toBe(1);
      }
    }
    expect(fake.current.launchers).toHaveLength(5);
  });

  it('are compiled again after they were disposed', () => {
    rmsNorm(f32(1, 2), f32(1, 1));
    kernelCache.clear();
    expect(rmsNorm(f32(2, 2), f32(1, 1))).toHaveLength(2);
    expect(fake.current.requests).toHaveLength(2);
  });

  it('survive the eviction of the hottest shape by many others', () => {
    const hot = () => rounded(rmsNorm(f32(2, 2), f32(1, 1)));
    for (let cols = 3; cols < 200; ++cols) {
      expect(hot()).toEqual([1, 1]);
      rmsNorm(new Float32Array(cols), new Float32Array(cols));
    }
    expect(kernelCache.size).toBe(64);
    expect(fake.current.kernels.filter((kernel) => !kernel.disposed)).toHaveLength(64);
  });
});

describe('layerNorm', () => {
  it('normalizes with weight and bias', () => {
    const y = layerNorm(f32(1, 3, 40001, 40003), f32(1, 2), f32(10, 20), { eps: 0 });
    expect(rounded(y)).toEqual([9, 22, 9, 22]);
    expect(fake.current.requests[0].ir.params.map((param) => param.name)).toEqual([
      'x',
      'weight',
      'bias',
      'eps',
      'y',
    ]);
  });

  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])(
    'takes weight (%s) and bias (%s) as they are there, with mean and invStdDev or not',
    (hasWeight, hasBias) => {
      const weight = hasWeight ? f32(2, 2) : null;
      const bias = hasBias ? f32(1, 1) : null;
      const expected = [-1, 1].map((value) => value * (hasWeight ? 2 : 1) + (hasBias ? 1 : 0));
      for (const stats of [
        {},
        { mean: f32(0) },
        { invStdDev: f32(0) },
        { mean: f32(0), invStdDev: f32(0) },
      ]) {
        const options: LayerNormOptions = { cols: 2, eps: 0, ...stats };
        expect(rounded(layerNorm(f32(4, 8), weight, bias, options))).toEqual(expected);
        if (options.mean) expect(options.mean[0]).toBe(6);
        if (options.invStdDev) expect(options.invStdDev[0]).toBe(0.5);
      }
    },
  );

  it('takes the columns from the bias if there is no weight', () => {
    expect(rounded(layerNorm(f32(1, 3), null, f32(0, 0), { eps: 0 }))).toEqual([-1, 1]);
    expectError(() => layerNorm(f32(1, 3), null), 'ERR_INVALID_ARG_TYPE', 'cols');
  });

  it('gives an empty result for no rows and checks the arguments all the same', () => {
    expect(layerNorm(f32(), f32(1), f32(0), { mean: f32(), invStdDev: f32() })).toHaveLength(0);
    expectError(
      () => layerNorm(f32(), f32(1), f32(0), { mean: [] as never }),
      'ERR_INVALID_ARG_TYPE',
      'mean',
    );
    expectError(() => layerNorm(f32(), f32(1), f32(0, 0)), 'ERR_BUFFER_LENGTH', 'bias');
  });

  it('refuses bad arguments by name', () => {
    const x = f32(1, 2, 3, 4);
    const w = f32(1, 1);
    expectError(() => layerNorm(x, w, [0, 0] as never), 'ERR_INVALID_ARG_TYPE', 'bias');
    expectError(() => layerNorm(x, undefined as never, w), 'ERR_INVALID_ARG_TYPE', 'weight');
    expectError(() => layerNorm(x, w, f32(1)), 'ERR_BUFFER_LENGTH', 'bias');
    expectError(() => layerNorm(x, w, w, { mean: f32(0) }), 'ERR_BUFFER_LENGTH', 'mean');
    expectError(
      () => layerNorm(x, w, w, { invStdDev: new Float64Array(2) as never }),
      'ERR_INVALID_ARG_TYPE',
      'invStdDev',
    );
    expectError(() => layerNorm(x, w, w, { axis: -1 } as never), 'ERR_INVALID_ARG_VALUE', 'axis');
    expectError(() => layerNorm(x, w, w, { eps: -0.5 }), 'ERR_INVALID_ARG_VALUE', 'eps');
  });
});

describe('the programs', () => {
  it('are made once per variant', () => {
    expect(rmsNorm.program()).toBe(rmsNorm.program({ weight: true }));
    expect(rmsNorm.program({ weight: false })).not.toBe(rmsNorm.program());
    expect(layerNorm.program({ mean: true })).toBe(layerNorm.program({ mean: true, bias: true }));
    const variants = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((bits) =>
      layerNorm.program({
        weight: !!(bits & 1),
        bias: !!(bits & 2),
        mean: !!(bits & 4),
        invStdDev: !!(bits & 8),
      }),
    );
    expect(new Set(variants).size).toBe(16);
    expect(variants.at(-1)?.params.map((param) => param.name)).toEqual([
      'x',
      'weight',
      'bias',
      'eps',
      'y',
      'mean',
      'invStdDev',
    ]);
  });

  it('refuse unknown variants', () => {
    expectError(() => rmsNorm.program({ bias: true } as never), 'ERR_INVALID_ARG_VALUE', 'bias');
    expectError(() => rmsNorm.program({ weight: 1 as never }), 'ERR_INVALID_ARG_TYPE', 'weight');
    expectError(() => layerNorm.program({ scale: true } as never), 'ERR_INVALID_ARG_VALUE', 'scale');
    expectError(() => layerNorm.program({ mean: f32() as never }), 'ERR_INVALID_ARG_TYPE', 'mean');
    expectError(() => layerNorm.program(null as never), 'ERR_INVALID_ARG_TYPE', 'options');
  });
});
