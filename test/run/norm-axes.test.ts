// rmsNorm and layerNorm along an axis that is not the last: the bits of the same rows side by side.
import { describe, expect, it } from 'vitest';
import { layerNorm, rmsNorm, type PlanOptions } from '../../lib/index.js';
import { expectSameBits } from '../support/compare.js';
import { everyPlan } from '../support/every-plan.js';
import { randomArray } from '../support/random.js';
import { encodeAll } from '../support/storage.js';

const plans: (PlanOptions | undefined)[] = [
  undefined,
  { mapping: 'packet-local', width: 4 },
  { mapping: 'whole-program', width: 8, materialize: 'snapshot', fullPacket: false },
];
const shapes = [
  [3, 5, 4],
  [2, 33, 19],
  [1, 130, 17],
  [4, 1, 7],
  [2, 9, 1],
];

/** Squares that overflow or vanish and large means, in some of the rows. */
function values(rows: number, cols: number, inner: number): Float32Array {
  const scales = [1, 1e25, 1, 1e-25, 1];
  return randomArray(rows * cols * inner, cols).map(
    (x, i) => x * scales[(i % inner) % 5] + ((i % inner) % 5 === 4 ? 40000 : 0),
  );
}

/** The elements of program (row, i), side by side. */
function program(array: Float32Array, cols: number, inner: number, row: number, i: number): Float32Array {
  return Float32Array.from({ length: cols }, (_, c) => array[(row * cols + c) * inner + i]);
}

describe('inner', () => {
  it.each(shapes)('rmsNorm over the middle of %i x %i x %i', (rows, cols, inner) => {
    const x = values(rows, cols, inner);
    const weight = randomArray(cols, 1);
    for (const plan of plans)
      for (const vector of [weight, null]) {
        const y = rmsNorm(x, vector, { cols, inner, eps: 1e-37, plan });
        for (let row = 0; row < rows; ++row)
          for (let i = 0; i < inner; ++i) {
            const want = rmsNorm(program(x, cols, inner, row, i), vector, { cols, eps: 1e-37 });
            expectSameBits(program(y, cols, inner, row, i), want, `${row}, ${i}, ${JSON.stringify(plan)}`);
          }
      }
  });

  it.each(shapes)('layerNorm over the middle of %i x %i x %i', (rows, cols, inner) => {
    const x = values(rows, cols, inner);
    const [weight, bias] = [randomArray(cols, 1), randomArray(cols, 2)];
    for (const plan of plans) {
      const [mean, invStdDev] = [new Float32Array(rows * inner), new Float32Array(rows * inner)];
      const y = layerNorm(x, weight, bias, { inner, plan, mean, invStdDev });
      expectSameBits(layerNorm(x.slice(), weight, bias, { inner, plan }), y, 'without mean');
      for (let row = 0; row < rows; ++row)
        for (let i = 0; i < inner; ++i) {
          const alone = { mean: new Float32Array(1), invStdDev: new Float32Array(1) };
          const want = layerNorm(program(x, cols, inner, row, i), weight, bias, alone);
          const what = `${row}, ${i}, ${JSON.stringify(plan)}`;
          expectSameBits(program(y, cols, inner, row, i), want, what);
          expect([mean[row * inner + i], invStdDev[row * inner + i]], what).toEqual([
            alone.mean[0],
            alone.invStdDev[0],
          ]);
        }
    }
  });
});

describe('every plan', () => {
  everyPlan('layerNorm along a grid', ({ cols, dtype, rows, turn }) => {
    const inner = 1 + ((turn * 5) % rows);
    const vector = (seed: number) => encodeAll(randomArray(cols, seed, -2, 2), dtype);
    return {
      program: layerNorm.program({ dtype, inner: true }),
      shape: { cols, inner },
      rows: 2,
      inputs: {
        x: encodeAll(values(2, cols, inner), dtype),
        weight: vector(1),
        bias: vector(2),
        eps: 1e-5,
      },
    };
  });
});
