// l2Normalize: rows of every kind, every plan along rows and along a grid, strides and in place.
import { describe, expect, it } from 'vitest';
import { l2Normalize, reference, type PlanOptions } from '../../lib/index.js';
import { expectClose, expectSameBits } from '../support/compare.js';
import { everyPlan } from '../support/every-plan.js';
import { Guarded, spreadRows, withoutGaps } from '../support/memory.js';
import { randomArray } from '../support/random.js';
import { makeRows, rowKinds, type RowKind } from '../support/rows.js';
import { decodeAll, encodeAll } from '../support/storage.js';

const kinds = Object.keys(rowKinds) as RowKind[];
const plans: (PlanOptions | undefined)[] = [
  undefined,
  { mapping: 'whole-program', width: 8 },
  { width: 4, fullPacket: false, materialize: 'snapshot' },
];

/** Squares that overflow, that vanish, and rows of zeros, among ordinary elements. */
function values(length: number, seed: number): Float32Array {
  const scales = [1, 1, 1, 1e25, 1, 1e-25, 0, 1, 1e-38];
  return randomArray(length, seed, -2, 2).map((x, i) => x * scales[Math.floor(i / 7) % scales.length]);
}

describe('every plan', () => {
  everyPlan('l2Normalize', ({ cols, dtype, rows, turn }) => ({
    program: l2Normalize.program({ dtype }),
    shape: { cols },
    rows,
    inputs: {
      x: encodeAll(
        randomArray(rows * cols, turn, -2, 2).map((x, i) => x * [1, 1e25, 1e-25, 0][(i / cols) & 3]),
        dtype,
      ),
      eps: turn % 2 === 0 ? 1e-12 : 1e-30,
    },
  }));

  everyPlan('l2Normalize along a grid', ({ cols, dtype, rows, turn }) => {
    const inner = 1 + ((turn * 5) % rows);
    const x = encodeAll(values(2 * cols * inner, turn), dtype);
    return {
      program: l2Normalize.program({ dtype, inner: true }),
      shape: { cols, inner },
      rows: 2,
      inputs: { x, eps: 1e-12 },
    };
  });
});

describe('l2Normalize', () => {
  it.each([1, 2, 7, 65, 1000])('is the FP64 reference for rows of every kind, %i columns', (cols) => {
    const x = makeRows(kinds, cols, 3);
    for (const eps of [1e-12, 1e-5, 0, 1e-30, 3e38]) {
      const { y } = reference(l2Normalize.program(), { cols }, { x, eps });
      const want = l2Normalize(x, { cols, eps });
      expectClose(want, y, `eps ${eps}`);
      for (const plan of plans)
        expectSameBits(l2Normalize(x, { cols, eps, plan }), want, JSON.stringify(plan));
    }
  });

  it('leaves a row of zeros, divides by eps where the norm is less', () => {
    expect([...l2Normalize(Float32Array.of(0, -0, 3, 4), { cols: 2 })]).toEqual([
      0,
      -0,
      Math.fround(0.6),
      Math.fround(0.8),
    ]);
    expectClose(l2Normalize(Float32Array.of(3e-13, 4e-13), { cols: 2 }), [0.3, 0.4]);
    expectClose(l2Normalize(Float32Array.of(3e-13, 4e-13), { cols: 2, eps: 1e-30 }), [0.6, 0.8]);
    expect([...l2Normalize(new Float32Array(2), { cols: 2, eps: 0 })]).toEqual([NaN, NaN]);
    expect([...l2Normalize(Float32Array.of(1, Infinity), { cols: 2 })]).toEqual([0, NaN]);
  });

  it('along an inner axis has the bits of the same rows side by side', () => {
    for (const [rows, cols, inner] of [
      [3, 5, 4],
      [2, 33, 19],
      [1, 64, 1],
      [4, 1, 7],
    ]) {
      const x = values(rows * cols * inner, inner);
      const y = l2Normalize(x, { cols, inner });
      const inPlace = x.slice();
      l2Normalize(inPlace, { cols, inner, out: inPlace });
      expectSameBits(inPlace, y, 'in place');
      for (let row = 0; row < rows; ++row)
        for (let i = 0; i < inner; ++i) {
          const program = (array: Float32Array) =>
            Float32Array.from({ length: cols }, (_, c) => array[(row * cols + c) * inner + i]);
          expectSameBits(program(y), l2Normalize(program(x), { cols }), `${row}, ${i}`);
        }
    }
  });

  it('strides, also between the rows of a grid', () => {
    const [rows, cols] = [5, 12];
    const x = values(rows * cols, 4);
    for (const inner of [1, 3, 12]) {
      const options = { cols: cols / inner, inner };
      const want = l2Normalize(x, options);
      for (const plan of plans) {
        const source = new Guarded(rows * 15, { byteOffset: 4 });
        spreadRows(x, source.array, cols, 15);
        const out = new Guarded(rows * 17);
        l2Normalize(source.array, { ...options, rowStride: 15, outRowStride: 17, out: out.array, plan });
        expectSameBits(withoutGaps(out.array, rows, cols, 17), want, 'out');
        out.expectUntouchedAround('out', { cols, rowStride: 17 });
        l2Normalize(source.array, { ...options, rowStride: 15, out: source.array, plan });
        expectSameBits(withoutGaps(source.array, rows, cols, 15), want, 'in place');
        source.expectUntouchedAround('x', { cols, rowStride: 15 });
      }
    }
  });

  it('works in f16 and bf16', () => {
    for (const dtype of ['f16', 'bf16'] as const) {
      const x = encodeAll(randomArray(5 * 33, 3), dtype) as Uint16Array;
      const stored = Float32Array.from(decodeAll(x, dtype));
      expect(l2Normalize(x, { cols: 33, dtype })).toEqual(
        encodeAll(l2Normalize(stored, { cols: 33 }), dtype),
      );
    }
  });
});
