// Which programs and kernels the one-line calls of activations and softmax take, over a fake binding.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { geluResidual } from '../../lib/kernels/gelu-residual.js';
import { gelu } from '../../lib/kernels/gelu.js';
import { kernelCache } from '../../lib/kernels/launches.js';
import { logSoftmax } from '../../lib/kernels/log-softmax.js';
import { silu } from '../../lib/kernels/silu.js';
import { softmax } from '../../lib/kernels/softmax.js';
import { swiglu } from '../../lib/kernels/swiglu.js';
import { LaunchStatus } from '../../lib/native/binding.js';
import { FakeNative } from './support/fake-native.js';
import { expectError } from './support/throws.js';

const { fake } = vi.hoisted(() => ({ fake: { current: undefined as unknown as FakeNative } }));
vi.mock('../../lib/native/load.js', () => ({ native: () => fake.current.binding }));

const f32 = (...values: number[]) => new Float32Array(values);
const ones = (length: number) => new Float32Array(length).fill(1);

beforeEach(() => {
  kernelCache.clear();
  fake.current = new FakeNative();
});

const params = (at = 0) => fake.current.requests[at].ir.params.map(({ name }) => name);

describe('elementwise operators', () => {
  it('are one kernel and one launcher for every length and every columns', () => {
    for (const length of [1, 2, 24, 1000]) {
      silu(ones(length));
      silu(ones(length), { cols: 1 });
      silu(ones(length), { cols: length, rowStride: length, outRowStride: length });
    }
    expect(fake.current.requests.map(({ ir }) => ir.dims)).toEqual([{ cols: 1 }]);
    expect(fake.current.launchers).toEqual([[1, 1]]);
    swiglu(ones(6), ones(6));
    swiglu(ones(6), ones(6), { cols: 3 });
    swiglu(ones(6), ones(6), { cols: 2, upRowStride: 2 });
    expect(fake.current.requests).toHaveLength(2);
  });

  it('are row kernels where rows stand apart, with the strides of each array', () => {
    const seven = ones(7);
    swiglu(seven, ones(8), { cols: 3, gateRowStride: 4, upRowStride: 5, outRowStride: 6 });
    expect(fake.current.requests[0].ir.dims).toEqual({ cols: 3 });
    expect(params()).toEqual(['gate', 'up', 'y']);
    expect(fake.current.launchers[0]).toEqual([4, 5, 6]);
    geluResidual(ones(6), seven, { cols: 3, residualRowStride: 4 });
    expect(fake.current.launchers[1]).toEqual([3, 4, 3]);
    geluResidual(ones(6), seven, { cols: 3, residualRowStride: 4, out: seven }); // in place of the residual
    expect(fake.current.launchers[2]).toEqual([3, 4, 4]);
    swiglu(seven, ones(6), { cols: 3, gateRowStride: 4, out: seven });
    expect(fake.current.launchers[3]).toEqual([4, 3, 4]);
    const out = ones(8);
    swiglu(ones(6), out, { cols: 3, upRowStride: 5, outRowStride: 5, out });
    expect(fake.current.launchers[4]).toEqual([3, 5, 5]);
  });

  it('take alpha as a scalar, rounded to f32, where it is not 1', () => {
    silu(f32(1), { alpha: 1 });
    silu(f32(1), { alpha: 1.702 });
    silu(f32(1), { alpha: 0.1 });
    expect(fake.current.requests).toHaveLength(2);
    expect([params(0), params(1)]).toEqual([
      ['x', 'y'],
      ['x', 'alpha', 'y'],
    ]);
    expect(fake.current.launches.map((launch) => launch[4])).toEqual([
      expect.any(Float32Array),
      Math.fround(1.702),
      Math.fround(0.1),
    ]);
  });

  it('have programs made once per variant', () => {
    expect(silu.program()).toBe(silu.program({ dtype: 'f32', alpha: false }));
    expect(swiglu.program({ alpha: true }).params.map(({ name }) => name)).toEqual([
      'gate',
      'up',
      'alpha',
      'y',
    ]);
    expect(gelu.program()).toBe(gelu.program({ approximate: 'none' }));
    expect(gelu.program()).not.toBe(gelu.program({ approximate: 'tanh' }));
    expect(geluResidual.program({ approximate: 'tanh', dtype: 'bf16' }).params).toMatchObject([
      { name: 'x', dtype: 'bf16' },
      { name: 'residual', dtype: 'bf16' },
      { name: 'y', dtype: 'bf16' },
    ]);
  });

  it('speak of their own arguments when native code refuses', () => {
    fake.current.status = LaunchStatus.overlap + 256 * 2 + 65536 * 1;
    const error = expectError(() => swiglu(f32(1), f32(1)), 'ERR_BUFFER_OVERLAP', 'out');
    expect(error.message).toMatch(/^out: shares elements with up;/);
    fake.current.status = LaunchStatus.detached;
    expectError(() => swiglu(f32(1), f32(1), { alpha: 2 }), 'ERR_BUFFER_DETACHED', 'gate');
  });
});

describe.each([
  ['softmax', softmax],
  ['log_softmax', logSoftmax],
] as const)('%s', (name, operator) => {
  beforeEach(() => {
    fake.current.status = LaunchStatus.done; // the fake's launchers know no groups and no grids
  });

  it('passes what the variant has, in the order of its parameters', () => {
    const x = ones(6);
    operator(x, { cols: 2 });
    operator(x, { cols: 2, scale: 1, causal: false, mask: null });
    expect(fake.current.requests).toHaveLength(1);
    operator(x, { cols: 2, scale: 0.1, mask: ones(4), rowsPerGroup: 2, causal: true, rowOffset: 7 });
    expect(params(0)).toEqual(['x', 'y']);
    expect(params(1)).toEqual(['x', 'scale', 'rowsPerGroup', 'mask', 'rowOffset', 'y']);
    expect(fake.current.launches[2]).toEqual([
      3,
      0,
      3,
      x,
      Math.fround(0.1),
      2,
      ones(4),
      2, // beyond the columns nothing is hidden: the row number plus the offset stays in i32
      expect.any(Float32Array),
    ]);
    expect(fake.current.requests[0].ir.name).toBe(name);
  });

  it('tells masks by length, groups and stride', () => {
    const accessOf = (options: object) => {
      operator(ones(6), { cols: 2, ...options });
      const { ir } = fake.current.requests[fake.current.requests.length - 1];
      return ir.params.map((param) => (param.kind === 'input' && param.name === 'mask' ? param.access : ''));
    };
    expect(accessOf({ mask: ones(2) })).toContain('column');
    expect(accessOf({ mask: ones(6) })).toContain('row');
    expect(accessOf({ mask: ones(2), rowsPerGroup: 3 })).toContain('group');
    expect(fake.current.launchers).toEqual([
      [2, 0, 2],
      [2, 2, 2],
      [2, 0, 2, 2],
    ]);
    operator(ones(6), { cols: 2, mask: ones(14), maskRowStride: 5, rowStride: 2, outRowStride: 3 });
    expect(fake.current.launchers[3]).toEqual([2, 5, 3]);
  });

  it('is a grid along another axis than the last', () => {
    operator(ones(24), { cols: 2, inner: 3, scale: 2, plan: { mapping: 'whole-program' } });
    const [{ ir }] = fake.current.requests;
    expect(ir).toMatchObject({ dims: { cols: 2, inner: 3 } });
    expect(fake.current.launches[0].slice(0, 3)).toEqual([4, 0, 12]); // programs, not rows
    expect(fake.current.launchers[0]).toEqual([6, 0, 6]);
  });

  it('rescues where logits are rounded, and not otherwise', () => {
    const hasRescue = (options: object) => /\brescue\b/.test(String(operator.program(options)));
    expect([{}, { causal: true }, { inner: true }].map(hasRescue)).toEqual([false, false, false]);
    expect([{ scale: true }, { mask: 'row' }].map(hasRescue)).toEqual([true, true]);
  });
});
