// addRmsNorm: both outputs are those of an addition that is stored and an rmsNorm that reads it, bit for bit, for rows
// of every kind, in every plan, with strides and in place.
import { describe, expect, it } from 'vitest';
import { addRmsNorm, reference, rmsNorm, type PlanOptions } from '../../lib/index.js';
import { expectClose, expectSameBits } from '../support/compare.js';
import { everyPlan } from '../support/every-plan.js';
import { Guarded, spreadRows, withoutGaps } from '../support/memory.js';
import { randomArray } from '../support/random.js';
import { makeRows, rowKinds, type RowKind } from '../support/rows.js';
import { decodeAll, encodeAll, expectElements } from '../support/storage.js';

const kinds = Object.keys(rowKinds) as RowKind[];

/** Rows that need the rescue among ordinary ones: squares that overflow, and squares that vanish. */
function inputs(rows: number, cols: number, seed: number): [Float32Array, Float32Array] {
  const [x, residual] = [randomArray(rows * cols, seed), randomArray(rows * cols, seed + 1, -2, 2)];
  for (let c = 0; c < cols; ++c)
    for (const [row, scale] of [
      [3, 1e25],
      [8, 1e-25],
    ])
      if (row < rows) for (const rowsOf of [x, residual]) rowsOf[row * cols + c] *= scale;
  return [x, residual];
}

describe('every plan', () => {
  everyPlan('addRmsNorm', ({ cols, dtype, rows, turn }) => {
    const [x, residual] = inputs(rows, cols, turn);
    const weight = turn % 5 !== 0;
    const weightDtype = turn % 2 === 0 ? 'f32' : dtype;
    const vector = encodeAll(randomArray(cols, 3, -2, 2), weightDtype);
    return {
      program: addRmsNorm.program({ dtype, weight, weightDtype }),
      shape: { cols },
      rows,
      inputs: {
        x: encodeAll(x, dtype),
        residual: encodeAll(residual, dtype),
        eps: 1e-37,
        ...(weight ? { weight: vector } : {}),
      },
    };
  });
});

const plans: (PlanOptions | undefined)[] = [
  undefined,
  { mapping: 'whole-program' },
  { width: 4, fullPacket: false, materialize: 'snapshot' },
];

describe('addRmsNorm', () => {
  it.each([1, 5, 33, 129])('has the outputs of two calls, rows of every kind, %i columns', (cols) => {
    const x = makeRows(kinds, cols, 3);
    const residual = makeRows([...kinds.slice(5), ...kinds.slice(0, 5)], cols, 4);
    const weight = randomArray(cols, 5, -3, 3);
    const want = Float32Array.from(x, (value, i) => value + residual[i]);
    const exact = reference(addRmsNorm.program(), { cols }, { x, residual, weight, eps: 1e-5 });
    for (const plan of plans) {
      const { out, sum } = addRmsNorm(x, residual, weight, { plan });
      expectSameBits(sum, want, 'sum');
      expectSameBits(out, rmsNorm(sum, weight), 'out');
      expectClose(out, exact.y, 'out');
      const plain = addRmsNorm(x, residual, null, { cols, plan, eps: 0.5 });
      expectSameBits(plain.out, rmsNorm(sum, null, { cols, eps: 0.5 }), 'without weight');
    }
  });

  it.each(['f16', 'bf16'] as const)('%s: what is normalized is the sum that is stored', (dtype) => {
    const cols = 37;
    const [x, residual] = inputs(21, cols, 7).map((rows) => encodeAll(rows, dtype) as Uint16Array);
    const [a, b] = [x, residual].map((rows) => decodeAll(rows, dtype));
    const weight = randomArray(cols, 8);
    for (const plan of plans) {
      const { out, sum } = addRmsNorm(x, residual, weight, { dtype, plan });
      const want = encodeAll(
        a.map((value, i) => value + b[i]),
        dtype,
      );
      expectElements(sum, want, dtype, 'sum');
      expectElements(out, rmsNorm(sum, weight, { dtype }), dtype, 'out');
    }
  });

  it('strides and in place in every combination', () => {
    const [rows, cols] = [21, 19];
    const [x, residual] = inputs(rows, cols, 11);
    const weight = randomArray(cols, 12);
    const want = addRmsNorm(x, residual, weight, { eps: 1e-37 });
    const spread = (values: Float32Array, rowStride: number) => {
      const guarded = new Guarded(rows * rowStride, { byteOffset: 12 });
      spreadRows(values, guarded.array, cols, rowStride);
      return guarded;
    };
    for (const plan of plans)
      for (const outOn of ['new', 'x', 'residual'] as const)
        for (const sumOn of ['new', 'x', 'residual'] as const) {
          if (outOn === sumOn && outOn !== 'new') continue;
          const arrays = { x: spread(x, cols + 3), residual: spread(residual, cols + 1) };
          const out = outOn === 'new' ? new Guarded(rows * (cols + 5)) : arrays[outOn];
          const sumOut = sumOn === 'new' ? new Guarded(rows * (cols + 2)) : arrays[sumOn];
          const result = addRmsNorm(arrays.x.array, arrays.residual.array, weight, {
            eps: 1e-37,
            plan,
            rowStride: cols + 3,
            residualRowStride: cols + 1,
            out: out.array,
            sumOut: sumOut.array,
            // in place the stride of the input is the default, but out knows only x's
            ...(outOn === 'new' ? { outRowStride: cols + 5 } : {}),
            ...(outOn === 'residual' ? { outRowStride: cols + 1 } : {}),
            ...(sumOn === 'new' ? { sumOutRowStride: cols + 2 } : {}),
          });
          expect(result).toEqual({ out: out.array, sum: sumOut.array });
          const stride = { new: cols + 5, x: cols + 3, residual: cols + 1 };
          const sumStride = { ...stride, new: cols + 2 };
          const what = `out on ${outOn}, sum on ${sumOn}`;
          expectSameBits(withoutGaps(out.array, rows, cols, stride[outOn]), want.out, what);
          expectSameBits(withoutGaps(sumOut.array, rows, cols, sumStride[sumOn]), want.sum, what);
          out.expectUntouchedAround(what, { cols, rowStride: stride[outOn] });
          sumOut.expectUntouchedAround(what, { cols, rowStride: sumStride[sumOn] });
        }
  });

  it('new arrays have the strides asked for', () => {
    const [x, residual, weight] = [randomArray(6, 1), randomArray(6, 2), randomArray(3, 3)];
    const { out, sum } = addRmsNorm(x, residual, weight, { outRowStride: 4, sumOutRowStride: 5 });
    expect([out.length, sum.length]).toEqual([8, 10]);
    expectSameBits(withoutGaps(out, 2, 3, 4), addRmsNorm(x, residual, weight).out);
  });
});
