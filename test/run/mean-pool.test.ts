// meanPool over rows and over columns: rows of every kind, every plan, batches, strides.
import { describe, expect, it } from 'vitest';
import { meanPool, reference, type PlanOptions } from '../../lib/index.js';
import { expectClose, expectSameBits } from '../support/compare.js';
import { everyPlan } from '../support/every-plan.js';
import { Guarded, spreadRows, withoutGaps } from '../support/memory.js';
import { randomArray } from '../support/random.js';
import { makeRows, rowKinds, type RowKind } from '../support/rows.js';
import { decodeAll, encodeAll } from '../support/storage.js';

const kinds = Object.keys(rowKinds) as RowKind[];
const plans: (PlanOptions | undefined)[] = [
  undefined,
  { mapping: 'packet-local', width: 4 },
  { mapping: 'whole-program', width: 8, fullPacket: false },
];

/** Ordinary elements, large ones that cancel, and ones whose sum overflows. */
function values(length: number, seed: number): Float32Array {
  const scales = [1, 1, 1000, 1, 3e38, 1e-30];
  return randomArray(length, seed).map((x, i) => x * scales[Math.floor(i / 5) % scales.length]);
}

describe('every plan', () => {
  everyPlan('meanPool over columns', ({ cols, dtype, rows, turn }) => ({
    program: meanPool.program({ axis: 'columns', dtype }),
    shape: { cols },
    rows,
    inputs: { x: encodeAll(values(rows * cols, turn), dtype) },
  }));

  everyPlan('meanPool over rows', ({ cols, dtype, rows, turn }) => {
    const inner = 1 + ((turn * 5) % rows);
    const x = encodeAll(values(2 * cols * inner, turn), dtype);
    return { program: meanPool.program({ dtype }), shape: { cols, inner }, rows: 2, inputs: { x } };
  });
});

/** The matrix with rows and columns changed. */
function transposed(x: Float32Array, cols: number): Float32Array {
  const rows = x.length / cols;
  return x.map((_, i) => x[(i % rows) * cols + Math.floor(i / rows)]);
}

describe('meanPool', () => {
  it.each([1, 2, 7, 65, 1000, 16400])('is the FP64 mean of elements of every kind, %i of them', (cols) => {
    const x = makeRows(kinds, cols, 3);
    const { y } = reference(meanPool.program({ axis: 'columns' }), { cols }, { x });
    const want = meanPool(x, { cols, axis: 'columns' });
    expectClose(want, y);
    for (const plan of plans) {
      const what = JSON.stringify(plan);
      expectSameBits(meanPool(x, { cols, axis: 'columns', plan }), want, what);
      if (cols > 1000) continue;
      // Down the columns of the transposed matrix: the same bits.
      expectSameBits(meanPool(transposed(x, cols), { cols: kinds.length, plan }), want, what);
    }
  });

  it('mean magnitudes around the limit of what f32 gets right', () => {
    for (const cols of [64, 1000, 8192]) {
      const rows = Array.from({ length: 24 }, (_, i) => randomArray(cols, i, -1, 1).map((v) => v * 2 ** i));
      const x = new Float32Array(24 * cols);
      rows.forEach((row, i) => x.set(row, i * cols));
      const { y } = reference(meanPool.program({ axis: 'columns' }), { cols }, { x });
      expectClose(meanPool(x, { cols, axis: 'columns' }), y);
    }
  });

  it('a batch gives one vector for each matrix', () => {
    const [batch, rows, cols] = [4, 6, 21];
    const x = values(batch * rows * cols, 3);
    const want = new Float32Array(batch * cols);
    for (let i = 0; i < batch; ++i)
      want.set(meanPool(x.subarray(i * rows * cols, (i + 1) * rows * cols), { cols }), i * cols);
    for (const plan of plans) {
      expectSameBits(meanPool(x, { cols, rows, plan }), want);
      const [batchStride, outRowStride] = [rows * cols + 5, cols + 3];
      const source = new Guarded(batch * batchStride, { byteOffset: 8 });
      spreadRows(x, source.array, rows * cols, batchStride);
      const out = new Guarded(batch * outRowStride);
      meanPool(source.array, { cols, rows, batchStride, outRowStride, out: out.array, plan });
      expectSameBits(withoutGaps(out.array, batch, cols, outRowStride), want);
      out.expectUntouchedAround('out', { cols, rowStride: outRowStride });
    }
    expect(meanPool(x, { cols, rows, outRowStride: 30 })).toHaveLength(4 * 30);
  });

  it('over columns, with strides', () => {
    const [rows, cols] = [19, 6];
    const x = values(rows * cols, 3);
    const want = meanPool(x, { cols, axis: 'columns' });
    for (const plan of plans) {
      const source = new Guarded(rows * 8);
      spreadRows(x, source.array, cols, 8);
      const out = new Guarded(rows * 3);
      meanPool(source.array, { cols, axis: 'columns', rowStride: 8, outRowStride: 3, out: out.array, plan });
      expectSameBits(withoutGaps(out.array, rows, 1, 3), want);
      out.expectUntouchedAround('out', { cols: 1, rowStride: 3 });
    }
  });

  it('works in f16 and bf16', () => {
    for (const dtype of ['f16', 'bf16'] as const) {
      const x = encodeAll(randomArray(5 * 33, 3), dtype) as Uint16Array;
      const stored = Float32Array.from(decodeAll(x, dtype));
      expect(meanPool(x, { cols: 33, dtype })).toEqual(encodeAll(meanPool(stored, { cols: 33 }), dtype));
    }
  });
});
