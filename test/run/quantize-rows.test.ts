// quantizeRows against its definition in f32: one division for the scale, one for each element, ties to even.
import { describe, expect, it } from 'vitest';
import { quantizeRows, type PlanOptions, type RowDType } from '../../lib/index.js';
import { expectSameBits } from '../support/compare.js';
import { everyPlan } from '../support/every-plan.js';
import { spreadRows } from '../support/memory.js';
import { randomArray } from '../support/random.js';
import { makeRows, rowKinds, type RowKind } from '../support/rows.js';
import { decodeAll, encode, encodeAll } from '../support/storage.js';

/** What the rows of x, exact numbers, quantize to. */
function quantized(x: ArrayLike<number>, cols: number): { out: Int8Array; scale: Float32Array } {
  const rows = x.length / cols;
  const out = new Int8Array(x.length);
  const scale = new Float32Array(rows);
  for (let row = 0; row < rows; ++row) {
    const part = Array.from({ length: cols }, (_, c) => x[row * cols + c]);
    const largest = Math.max(...part.map(Math.abs)); // NaN for NaN
    scale[row] = largest / 127;
    if (scale[row] < 2 ** -140) scale[row] = 0;
    if (scale[row] === 0) continue;
    part.forEach((value, c) => (out[row * cols + c] = encode(Math.fround(value / scale[row]), 'i8')));
  }
  return { out, scale };
}

const kinds = Object.keys(rowKinds) as RowKind[];
const plans: (PlanOptions | undefined)[] = [
  undefined,
  { mapping: 'whole-program', width: 8 },
  { width: 4, fullPacket: false, materialize: 'snapshot' },
];

describe('every plan', () => {
  everyPlan('quantizeRows', ({ cols, dtype, rows, turn }) => {
    const scales = [1, 1e25, 1e-30, 0, 1e-42, 100];
    const values = randomArray(rows * cols, turn, -2, 2).map((x, i) => x * scales[Math.floor(i / cols) % 6]);
    const x = encodeAll(values, dtype);
    return {
      program: quantizeRows.program({ dtype }),
      shape: { cols },
      rows,
      inputs: { x },
      check: ({ y, scale }) => {
        const want = quantized(decodeAll(x, dtype), cols);
        expect(y).toEqual(want.out);
        expectSameBits(scale as Float32Array, want.scale, 'scale');
      },
    };
  });
});

describe('quantizeRows', () => {
  it.each([1, 3, 16, 77])('rows of every kind, %i columns', (cols) => {
    const x = makeRows(kinds, cols, 3);
    const want = quantized(x, cols);
    for (const plan of plans) {
      const { out, scale } = quantizeRows(x, { cols, plan });
      expect(out).toEqual(want.out);
      expectSameBits(scale, want.scale, 'scale');
      // What is multiplied back is at most half a step off.
      out.forEach((q, i) => {
        const step = scale[Math.floor(i / cols)];
        if (Number.isFinite(step))
          expect(Math.abs(q * step - x[i])).toBeLessThanOrEqual(0.50001 * step + 9.1e-41);
      });
    }
  });

  it('rounds ties to even, saturates nothing, and marks bad rows by their scale', () => {
    const { out, scale } = quantizeRows(Float32Array.of(127, 0.5, 1.5, -2.5, -127, -0), { cols: 6 });
    expect([...out]).toEqual([127, 0, 2, -2, -127, 0]);
    expect([...scale]).toEqual([1]);
    const bad = quantizeRows(Float32Array.of(0, 0, 1, Infinity, NaN, 1, -Infinity, NaN), { cols: 2 });
    expect([...bad.out]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect([...bad.scale]).toEqual([0, Infinity, NaN, NaN]);
  });

  it('no quotient of a subnormal scale leaves -127 to 127', () => {
    for (let exponent = -149; exponent < -118; ++exponent)
      for (const factor of [1, 1.1, 1.4999, 1.75]) {
        const value = Math.fround(factor * 2 ** exponent);
        const { out, scale } = quantizeRows(Float32Array.of(value, -value, value / 2), { cols: 3 });
        if (scale[0] === 0) expect([...out]).toEqual([0, 0, 0]);
        else expect([out[0], out[1]]).toEqual([127, -127]);
      }
  });

  it('strides, given arrays and small types', () => {
    const [rows, cols] = [7, 9];
    const values = randomArray(rows * cols, 5, -3, 3);
    for (const dtype of ['f32', 'f16', 'bf16'] as const satisfies readonly RowDType[]) {
      const packed = encodeAll(values, dtype) as Float32Array;
      const want = quantized(decodeAll(packed, dtype), cols);
      const x = new (packed.constructor as Float32ArrayConstructor)(rows * 11).fill(88);
      spreadRows(packed, x, cols, 11);
      const out = new Int8Array(rows * 16 + 3).fill(55);
      const scale = new Float32Array(rows + 2).fill(9);
      const result = quantizeRows(x, { cols, dtype, rowStride: 11, outRowStride: 16, out, scale });
      expect(result.out).toBe(out);
      expect(result.scale).toBe(scale);
      for (let i = 0; i < out.length; ++i) {
        const [row, c] = [Math.floor(i / 16), i % 16];
        expect(out[i]).toBe(row < rows && c < cols ? want.out[row * cols + c] : 55);
      }
      expect([...scale]).toEqual([...want.scale, 9, 9]);
    }
    expect(quantizeRows(values, { cols, outRowStride: 12 }).out).toHaveLength(rows * 12);
  });
});
