import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { program, type ProgramBuilder } from '../../lib/dsl/builder.js';
import type { RowScalar, Tile } from '../../lib/dsl/values.js';
import { layerNorm } from '../../lib/kernels/layer-norm.js';
import { rmsNorm } from '../../lib/kernels/rms-norm.js';
import { reference } from '../../lib/reference/reference.js';
import { compensatedSum, fusedMultiplyAdd, roundTiesToEven } from '../../lib/reference/sums.js';
import { parseProgram } from '../../lib/ir/parse.js';
import { affine } from './support/fake-native.js';
import { randomProgram } from './support/random-program.js';
import { expectError } from './support/throws.js';

const f32 = (...values: number[]) => new Float32Array(values);

/** y of a program over one input x of one row. */
function evaluate(
  values: readonly number[],
  build: (x: Tile, b: ProgramBuilder) => Tile | RowScalar,
): number[] {
  const p = program('p', (b) => b.output('y').store(build(b.input('x'), b)));
  return Array.from(reference(p, { cols: values.length }, { x: f32(...values) }).y);
}

describe('reference()', () => {
  it('computes by hand what can be computed by hand', () => {
    expect(
      reference(affine, { cols: 3 }, { x: f32(1, 2, 3, -1, -2, -3), shift: f32(10, 20, 30), scale: 2 }),
    ).toEqual({
      y: Float64Array.of(12, 24, 36, 8, 16, 24),
    });
    expect(evaluate([3, 4], (x) => x.mul(x).sum().sqrt())).toEqual([5]);
    expect(evaluate([1, 2, 3, 4], (x) => x.mean())).toEqual([2.5]);
    expect(evaluate([2, 3, 7], (x) => x.product())).toEqual([42]);
    expect(evaluate([4, 16], (x) => x.rsqrt())).toEqual([0.5, 0.25]);
    expect(evaluate([4, -8], (x) => x.reciprocal())).toEqual([0.25, -0.125]);
    expect(evaluate([3, -2], (x) => x.reduceMax().sub(x.reduceMin()))).toEqual([5]);
    expect(evaluate([6, 1], (x) => x.div(4))).toEqual([1.5, 0.25]);
    expect(evaluate([-1.5, 1.5, -0.5], (x) => x.floor().abs().neg())).toEqual([-2, -1, -1]);
  });

  it('does not round to f32 on the way, but takes scalars and constants as f32', () => {
    expect(evaluate([1, 3], (x) => x.div(3))).toEqual([1 / 3, 1]);
    expect(evaluate([1], (x) => x.mul(0.1))).toEqual([Math.fround(0.1)]);
    const { y } = reference(affine, { cols: 1 }, { x: f32(1), shift: f32(0), scale: 0.1 });
    expect(y[0]).toBe(Math.fround(0.1));
  });

  it('propagates NaN in min and max, elementwise and reduced, and orders zeros', () => {
    expect(evaluate([NaN, 1, -0], (x) => x.max(0))).toEqual([NaN, 1, 0]);
    expect(evaluate([NaN, 1, 0], (x) => x.min(-0))).toEqual([NaN, -0, -0]);
    expect(evaluate([1, NaN, 3], (x) => x.reduceMax())).toEqual([NaN]);
    expect(evaluate([NaN, 2, 3], (x) => x.reduceMin())).toEqual([NaN]);
    expect(evaluate([-0, -0], (x) => x.reduceMax())).toEqual([-0]);
    expect(evaluate([0, -0], (x) => x.reduceMin())).toEqual([-0]);
    expect(evaluate([-3, -7], (x) => x.reduceMax())).toEqual([-3]); // no invented zero wins
    expect(evaluate([-Infinity, -Infinity], (x) => x.reduceMax())).toEqual([-Infinity]);
  });

  it('compares as IEEE does: only ne holds for NaN', () => {
    const compare = (op: 'lt' | 'le' | 'gt' | 'ge' | 'eq' | 'ne') =>
      evaluate([1, 2, 3, NaN], (x) => x[op](2).select(1, 0));
    expect(compare('lt')).toEqual([1, 0, 0, 0]);
    expect(compare('le')).toEqual([1, 1, 0, 0]);
    expect(compare('gt')).toEqual([0, 0, 1, 0]);
    expect(compare('ge')).toEqual([0, 1, 1, 0]);
    expect(compare('eq')).toEqual([0, 1, 0, 0]);
    expect(compare('ne')).toEqual([1, 0, 1, 1]);
  });

  it('selects and combines conditions element by element, and per row', () => {
    expect(evaluate([-2, -1, 1, 2], (x) => x.lt(0).select(x.neg(), x.mul(10)))).toEqual([2, 1, 10, 20]);
    expect(evaluate([1, 2, 3, 4], (x) => x.gt(1).and(x.lt(4)).not().select(0, x))).toEqual([0, 2, 3, 0]);
    expect(evaluate([1, 2, 3, 4], (x) => x.lt(2).or(x.gt(3)).select(7, NaN))).toEqual([7, NaN, NaN, 7]);
    expect(evaluate([1, 2], (x) => x.sum().gt(2).select(x, -1))).toEqual([1, 2]);
  });

  it('handles infinities as IEEE does', () => {
    expect(evaluate([Infinity, 1], (x) => x.sum())).toEqual([Infinity]);
    expect(evaluate([Infinity, -Infinity, 1], (x) => x.sum())).toEqual([NaN]);
    expect(evaluate([NaN, 1], (x) => x.mean())).toEqual([NaN]);
    expect(evaluate([-0, -0], (x) => x.sum())).toEqual([-0]);
    expect(evaluate([0, -1], (x) => x.rsqrt())).toEqual([Infinity, NaN]);
    expect(evaluate([-0], (x) => x.reciprocal())).toEqual([-Infinity]);
  });

  it('sums without losing small elements among large ones', () => {
    const values = [2 ** 60, ...Array.from({ length: 1000 }, () => 2 ** -20), -(2 ** 60)];
    expect(evaluate(values, (x) => x.sum())).toEqual([1000 * 2 ** -20]);
  });

  it('honours row strides, column inputs, per-row inputs and outputs', () => {
    const p = program('p', (b) => {
      const x = b.input('x');
      const gain = b.input('gain', { dim: 'one' });
      const w = b.input('w', { access: 'column' });
      b.output('y').store(x.mul(w).mul(gain));
      b.output('total').store(x.sum());
    });
    const args = {
      x: { data: f32(1, 2, NaN, 3, 4, NaN, 5, 6), rowStride: 3 },
      gain: { data: f32(1, 99, 10, 99, 100), rowStride: 2 },
      w: f32(1, -1),
    };
    expect(reference(p, { cols: 2 }, args)).toEqual({
      y: Float64Array.of(1, -2, 30, -40, 500, -600),
      total: Float64Array.of(3, 7, 11),
    });
  });

  it('reads views at their offset, and writes no output that is given', () => {
    const backing = f32(9, 9, 1, 2, 9);
    const y = f32(7, 7);
    const args = { x: backing.subarray(2, 4), shift: f32(0, 0), scale: 1, y };
    expect(reference(affine, { cols: 2 }, args).y).toEqual(Float64Array.of(1, 2));
    expect(y).toEqual(f32(7, 7));
  });

  it('has no rows where there are none, and one where nothing says how many', () => {
    expect(reference(affine, { cols: 2 }, { x: f32(), shift: f32(0, 0), scale: 1 }).y).toHaveLength(0);
    const constant = parseProgram('program c() {\noutput y: row f32\n%0 = const 3\nstore y, %0\n}');
    expect(reference(constant, {}, {}).y).toEqual(Float64Array.of(3));
    expect(reference(constant, {}, { y: f32(0, 0) }).y).toEqual(Float64Array.of(3, 3));
  });

  it('ignores the rescue', () => {
    const p = program('p', (b) => {
      const x = b.input('x');
      b.rescue(x.sum().ge(0));
      b.output('y').store(x);
    });
    expect(reference(p, { cols: 1 }, { x: f32(5) }).y).toEqual(Float64Array.of(5));
  });

  it('refuses bad arguments by name', () => {
    const shift = f32(0, 0);
    expectError(() => reference({} as never, {}, {}), 'ERR_INVALID_ARG_TYPE', 'program');
    expectError(() => reference(affine, { cols: 2 }, { shift, scale: 1 }), 'ERR_INVALID_ARG_TYPE', 'x');
    expectError(
      () => reference(affine, { cols: 2 }, { x: f32(1, 2, 3), shift, scale: 1 }),
      'ERR_BUFFER_LENGTH',
      'x',
    );
    expectError(
      () => reference(affine, { cols: 3 }, { x: f32(1, 2, 3), shift, scale: 1 }),
      'ERR_BUFFER_LENGTH',
      'shift',
    );
  });

  it('runs any valid program', () => {
    const finite = fc.float({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(randomProgram, fc.array(finite, { minLength: 6, maxLength: 6 }), (p, values) => {
        const out = reference(
          p,
          { cols: 3 },
          { x: f32(...values), w: f32(1, -2, 3), r: f32(0.5, -0.5), s: 2 },
        );
        expect(out.y).toHaveLength(6);
        expect(out.z).toHaveLength(2);
        const alone = reference(
          p,
          { cols: 3 },
          { x: f32(...values.slice(3)), w: f32(1, -2, 3), r: f32(-0.5), s: 2 },
        );
        expect(out.y.subarray(3)).toEqual(alone.y); // a row depends on nothing but itself
      }),
      { numRuns: 300 },
    );
  });
});

describe('the normalizations in FP64', () => {
  it('rmsNorm', () => {
    const out = reference(
      rmsNorm.program({ weight: false }),
      { cols: 2 },
      { x: f32(3, 4, 1e20, -1e20), eps: 0 },
    );
    expect(out.y[0]).toBeCloseTo(3 / Math.sqrt(12.5), 14);
    expect(out.y[3]).toBeCloseTo(-1, 14);
  });

  it('layerNorm, with mean and inverse deviation', () => {
    const p = layerNorm.program({ mean: true, invStdDev: true });
    const x = f32(40000, 40001, 40002, 40003);
    const out = reference(p, { cols: 4 }, { x, weight: f32(1, 1, 1, 2), bias: f32(0, 0, 0, 1), eps: 1e-5 });
    const inv = 1 / Math.sqrt(1.25 + Math.fround(1e-5));
    expect(out.mean[0]).toBe(40001.5);
    expect(out.invStdDev[0]).toBeCloseTo(inv, 14);
    expect(out.y[0]).toBeCloseTo(-1.5 * inv, 14);
    expect(out.y[3]).toBeCloseTo(1.5 * inv * 2 + 1, 14);
  });
});

describe('compensated arithmetic', () => {
  it('sums integers exactly beyond 2^53', () => {
    expect(compensatedSum(Float64Array.of(2 ** 53, 1, 1, 1, -(2 ** 53)))).toBe(3);
    expect(compensatedSum(Float64Array.of(1, 1e100, 1, -1e100))).toBe(2);
    expect(compensatedSum(Float64Array.of(Number.MAX_VALUE, Number.MAX_VALUE))).toBe(Infinity);
  });

  it('fuses: the rounding error of the product survives the addition', () => {
    const a = 1 + 2 ** -30;
    expect(fusedMultiplyAdd(a, a, -(1 + 2 ** -29))).toBe(2 ** -60);
    expect(fusedMultiplyAdd(2, 3, 4)).toBe(10);
    expect(fusedMultiplyAdd(Infinity, 0, 1)).toBeNaN();
    expect(fusedMultiplyAdd(1e300, 1e300, -Infinity)).toBeNaN(); // the product overflows in FP64 as well
    expect(fusedMultiplyAdd(-0, 1, -0)).toBe(-0);
  });

  it('agrees with exact rational arithmetic', () => {
    const small = fc.integer({ min: -(2 ** 40), max: 2 ** 40 });
    fc.assert(
      fc.property(small, small, small, (a, b, c) => {
        const exact = BigInt(a) * BigInt(b) + BigInt(c);
        const got = fusedMultiplyAdd(a, b, c);
        const ulp = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, Math.abs(got)))) - 52);
        expect(Math.abs(Number(BigInt(got) - exact))).toBeLessThanOrEqual(ulp);
      }),
    );
  });

  it('rounds ties to even and keeps the sign of zero', () => {
    const pairs = [
      [0.5, 0],
      [1.5, 2],
      [2.5, 2],
      [-0.5, -0],
      [-1.5, -2],
      [-2.5, -2],
      [0.49999999999999994, 0],
      [-0.2, -0],
      [3.7, 4],
      [2 ** 52 + 1, 2 ** 52 + 1],
      [Infinity, Infinity],
      [NaN, NaN],
    ];
    for (const [value, rounded] of pairs) expect(roundTiesToEven(value), String(value)).toBe(rounded);
  });
});
