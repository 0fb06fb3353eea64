// rope and ropeTables: the numeric cases, the ONNX vectors, every plan, strides and in place.
import { describe, expect, it } from 'vitest';
import {
  compile,
  reference,
  rope,
  ropeTables,
  type PlanOptions,
  type RopePairing,
  type RopeOptions,
} from '../../lib/index.js';
import { elements, expectedPairs, readCases, type NumericCase } from '../support/cases.js';
import { expectClose, expectSameBits, isClose, promised } from '../support/compare.js';
import { everyPlan } from '../support/every-plan.js';
import { Guarded, spreadRows, withoutGaps } from '../support/memory.js';
import { readOnnx, tensor, type OnnxVector } from '../support/onnx.js';
import { randomArray } from '../support/random.js';
import { decodeAll, encodeAll } from '../support/storage.js';

const plans: (PlanOptions | undefined)[] = [
  undefined,
  { mapping: 'packet-local', width: 4, fullPacket: false },
  { mapping: 'whole-program' },
  { mapping: 'whole-program', width: 4 },
];

interface RopeParams {
  readonly layout: RopePairing;
  readonly base: number;
  readonly rotary_dim?: number;
}

describe('numeric cases', () => {
  const cases = readCases<RopeParams>('rope');
  it.each(cases.map((given): [string, NumericCase<RopeParams>] => [given.id, given]))('%s', (_, given) => {
    const { rows, cols, params, positions = [] } = given;
    const { layout, base, rotary_dim: rotaryDim = cols } = params;
    const values = elements(rows * cols, given.inputs.x);
    const tables = ropeTables({ positions: Math.max(...positions) + 1, dim: rotaryDim, base });
    const positionIds = Int32Array.from(positions);
    for (const plan of plans) {
      const x = Guarded.of(values);
      const out = given.memory?.alias === 'y=x' ? x : new Guarded(rows * cols);
      rope(x.array, tables.cos, tables.sin, { cols, layout, rotaryDim, positionIds, out: out.array, plan });
      out.expectUntouchedAround('out');
      if (out !== x) expectSameBits(x.array, values, 'x');
      for (const [index, want] of expectedPairs(given))
        if (!isClose(out.array[index], want, given.tolerance ?? promised))
          expect.fail(`${given.why}: element ${index} is ${out.array[index]}, want ${want}`);
    }
  });
});

/** Rows, columns and the row of the tables for each position, as the vector's layout says. */
function layOut(vector: OnnxVector): { x: Float32Array; options: RopeOptions; want: Float32Array } {
  const x = tensor(vector.inputs, 'input');
  const ids = vector.inputs.get('position_ids')?.data as Int32Array | undefined;
  const { interleaved = 0, num_heads: heads, rotary_embedding_dim: rotaryDim } = vector.attributes;
  const layout = interleaved === 1 ? 'interleaved' : 'half';
  const data = { x: x.data as Float32Array, want: tensor(vector.outputs, 'output').data as Float32Array };
  if (x.dims.length === 3) {
    // [batch, sequence, heads * cols]: the heads of a position stand side by side.
    const cols = x.dims[2] / heads;
    return { ...data, options: { cols, layout, rotaryDim, heads, positionIds: ids } };
  }
  // [batch, heads, sequence, cols]: a position for every row. Without ids the tables are [batch, sequence, ...].
  const [batch, perBatch, sequence, cols] = x.dims;
  const positionIds = Int32Array.from({ length: batch * perBatch * sequence }, (_, row) => {
    const position = Math.floor(row / (perBatch * sequence)) * sequence + (row % sequence);
    return ids === undefined ? position : ids[position];
  });
  return { ...data, options: { cols, layout, rotaryDim, positionIds } };
}

describe('ONNX RotaryEmbedding', () => {
  it.each(readOnnx('rotary_embedding', 8).map((vector): [string, OnnxVector] => [vector.name, vector]))(
    '%s',
    (_, vector) => {
      const { x, options, want } = layOut(vector);
      const [cos, sin] = ['cos_cache', 'sin_cache'].map(
        (name) => tensor(vector.inputs, name).data as Float32Array,
      );
      for (const plan of plans) {
        expectClose(rope(x, cos, sin, { ...options, plan }), want);
        const inPlace = Guarded.of(x);
        rope(inPlace.array, cos, sin, { ...options, plan, out: inPlace.array });
        expectClose(inPlace.array, want, 'in place');
        inPlace.expectUntouchedAround('in place');
      }
    },
  );
});

describe('every plan', () => {
  everyPlan('rope', ({ cols, dtype, rows, turn }) => {
    // All variants in turn: 4 bits, and how much of the row is turned.
    const has = (bit: number) => ((turn * 7) >> bit) % 2 === 1;
    const pairs = Math.max(1, Math.floor(cols / 2) - (turn % 3 === 0 ? Math.floor(cols / 8) : 0));
    const width = Math.max(cols, 2);
    const rest = width - 2 * pairs;
    const tableDtype = has(3) ? 'f32' : dtype;
    const program = rope.program({
      layout: has(0) ? 'interleaved' : 'half',
      positionIds: has(1),
      heads: has(2),
      partial: rest > 0,
      dtype,
      tableDtype,
    });
    const { cos, sin } = ropeTables({ positions: rows + 5, dim: 2 * pairs });
    const heads = 3;
    const positionIds = Int32Array.from({ length: rows }, (_, i) => (i * 11) % (rows + 5));
    const values = randomArray(rows * width, turn, -4, 4);
    return {
      program,
      shape: { cols: width, half: pairs, ...(rest > 0 ? { rest } : {}) },
      rows,
      inputs: {
        x: encodeAll(values, dtype),
        cos: encodeAll(cos, tableDtype),
        sin: encodeAll(sin, tableDtype),
        ...(has(1) ? { positionIds } : {}),
        ...(has(2) ? { heads } : {}),
      },
    };
  });
});

describe('rope', () => {
  const [tokens, heads, cols] = [7, 3, 22];
  const rows = tokens * heads;
  const values = randomArray(rows * cols, 5);

  it.each(['half', 'interleaved'] as const)('%s: strides, gaps and in place have the same bits', (layout) => {
    for (const rotaryDim of [22, 12, 2]) {
      const { cos, sin } = ropeTables({ positions: 40, dim: rotaryDim });
      const positionIds = Int32Array.from([0, 39, 3, 3, 17, 2, 38]);
      const options = { cols, layout, rotaryDim, positionIds, heads };
      const want = rope(values, cos, sin, options);
      const { y } = reference(
        rope.program({ layout, positionIds: true, heads: true, partial: rotaryDim < cols }),
        { cols, half: rotaryDim / 2, ...(rotaryDim < cols ? { rest: cols - rotaryDim } : {}) },
        { x: values, cos, sin, positionIds, heads },
      );
      expectClose(want, y);
      for (let row = 0; row < rows; ++row)
        for (let c = rotaryDim; c < cols; ++c) expect(want[row * cols + c]).toBe(values[row * cols + c]);
      for (const [rowStride, outRowStride] of [
        [cols + 5, cols],
        [cols, cols + 1],
        [cols + 16, cols + 3],
      ]) {
        for (const plan of plans) {
          const x = new Guarded(rows * rowStride, { byteOffset: 4 });
          spreadRows(values, x.array, cols, rowStride);
          const out = new Guarded(rows * outRowStride);
          rope(x.array, cos, sin, { ...options, rowStride, outRowStride, out: out.array, plan });
          expectSameBits(withoutGaps(out.array, rows, cols, outRowStride), want, 'out');
          out.expectUntouchedAround('out', { cols, rowStride: outRowStride });
          rope(x.array, cos, sin, { ...options, rowStride, out: x.array, plan });
          expectSameBits(withoutGaps(x.array, rows, cols, rowStride), want, 'in place');
          x.expectUntouchedAround('x', { cols, rowStride });
        }
      }
    }
  });

  it('reads packed heads of q through a stride, whatever stands between them', () => {
    // [tokens][q of 22, k of 22]: one head per token, in place within a wider array.
    const { cos, sin } = ropeTables({ positions: tokens, dim: cols });
    const packed = randomArray(tokens * 2 * cols, 9);
    const q = withoutGaps(packed, tokens, cols, 2 * cols);
    const before = packed.slice();
    const view = packed.subarray(0, packed.length - cols);
    rope(view, cos, sin, { cols, rowStride: 2 * cols, out: view });
    expectSameBits(withoutGaps(packed, tokens, cols, 2 * cols), rope(q, cos, sin, { cols }));
    const k = (array: Float32Array) => withoutGaps(array.subarray(cols), tokens, cols, 2 * cols);
    expectSameBits(k(packed), k(before));
  });

  it('keeps what it does not turn bit for bit, NaN and infinities stay in their pair', () => {
    const { cos, sin } = ropeTables({ positions: 3, dim: 4 });
    const x = Float32Array.of(1, NaN, 2, 3, -0, Infinity, 1, Infinity, 1, 2, 1e-45, NaN);
    const y = rope(x, cos.subarray(2), sin.subarray(2), { cols: 6, rotaryDim: 4 }); // from position 1 on
    expect([...y].map(Number.isNaN)).toEqual([0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1].map(Boolean));
    expect([Object.is(y[4], -0), y[5], y[10], y[7]]).toEqual([true, Infinity, x[10], Infinity]);
  });

  it('the angle of a far position is that of FP64', () => {
    const dim = 64;
    const { cos, sin } = ropeTables({ positions: 131072, dim });
    for (const i of [0, 1, 7, 31]) {
      const angle = 131071 * 10000 ** ((-2 * i) / dim);
      expect(cos[131071 * (dim / 2) + i]).toBe(Math.fround(Math.cos(angle)));
      expect(sin[131071 * (dim / 2) + i]).toBe(Math.fround(Math.sin(angle)));
    }
  });

  it('works in f16 and bf16, with tables of f32 or its own', () => {
    for (const dtype of ['f16', 'bf16'] as const) {
      const { cos, sin } = ropeTables({ positions: rows, dim: cols });
      const x = encodeAll(values, dtype) as Uint16Array;
      const stored = Float32Array.from(decodeAll(x, dtype));
      const want = encodeAll(rope(stored, cos, sin, { cols }), dtype);
      expect(rope(x, cos, sin, { cols, dtype })).toEqual(want);
      const small = [cos, sin].map((table) => encodeAll(table, dtype) as Uint16Array);
      const exact = small.map((table) => Float32Array.from(decodeAll(table, dtype)));
      expect(rope(x, small[0], small[1], { cols, dtype })).toEqual(
        encodeAll(rope(stored, exact[0], exact[1], { cols }), dtype),
      );
    }
  });
});

describe('the code', () => {
  it.each(['half', 'interleaved'] as const)('%s has no copy, no gather and no stack', (layout) => {
    for (const variant of [{}, { positionIds: true, heads: true }, { positionIds: true }]) {
      for (const cols of [128, 66]) {
        const shape = { cols, half: cols / 2 };
        for (const features of ['native', 'x86-64-v3'] as const) {
          const kernel = compile(rope.program({ layout, ...variant }), shape, { features });
          expect(kernel.plan.mapping).toBe('packet-local');
          const { assembly, optimized } = kernel.asm;
          expect(optimized).not.toMatch(/llvm\.masked\.(gather|scatter)|alloca/);
          expect(assembly).not.toMatch(/v?p?gather|scatter/);
          expect(assembly).not.toMatch(/[xyz]mmword ptr \[rsp/); // nothing is copied or spilled
          kernel.dispose();
        }
      }
    }
  });

  it('interleaved pairs are told apart in registers', () => {
    const kernel = compile(rope.program({ layout: 'interleaved' }), { cols: 64, half: 32 }, { width: 8 });
    const { assembly } = kernel.asm;
    kernel.dispose();
    const body = assembly.split('\n');
    const count = (pattern: RegExp) => body.filter((line) => pattern.test(line)).length;
    // 64 elements in, 64 out, 32 of each table, 8 at a time; inlined for whole and for partial blocks.
    expect(count(/vmovups\s+ymmword ptr/)).toBe(2 * 8);
    expect(count(/ymm\d+, .*ymmword ptr \[r(?!ip)/)).toBe(2 * 16);
    expect(count(/\{%?k\d\}|maskmov/)).toBe(0);
    expect(count(/v(perm|unpck|shuf)\w*\s/)).toBeGreaterThanOrEqual(8);
  });
});
