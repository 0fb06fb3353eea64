// softmax and logSoftmax: against FP64 written apart, for rows of every kind, with scale, masks, causality and along any
// axis, in place, with strides, in all storage types. log-softmax.test.ts has the slice of logSoftmax.
import { describe, expect, it } from 'vitest';
import {
  compile,
  logSoftmax,
  reference,
  softmax,
  type PlanOptions,
  type RowDType,
  type SoftmaxOptions,
} from '../../lib/index.js';
import { expectClose, expectSameBits } from '../support/compare.js';
import { Guarded, spreadRows, withoutGaps } from '../support/memory.js';
import { rowDTypes } from '../support/every-plan.js';
import { toleranceOf } from '../support/outputs.js';
import { randomArray } from '../support/random.js';
import { makeRows, rowKinds, type RowKind } from '../support/rows.js';
import { describeSoftmaxSlice, exactLogSoftmax } from '../support/softmax.js';
import { decodeAll, encodeAll, expectElements, newStorage } from '../support/storage.js';

describeSoftmaxSlice('softmax', (options) => softmax.program(options));

interface Logits {
  readonly scale?: number;
  /** What is added to element c of row r. */
  readonly mask?: (r: number, c: number) => number;
  readonly rowOffset?: number;
}

/** Log-softmax of each row in FP64. */
function exact(x: ArrayLike<number>, cols: number, { scale = 1, mask, rowOffset }: Logits = {}): number[] {
  const result: number[] = [];
  for (let r = 0; r * cols < x.length; ++r) {
    const logits = Array.from({ length: cols }, (_, c) =>
      rowOffset !== undefined && c > r + rowOffset
        ? -Infinity
        : x[r * cols + c] * Math.fround(scale) + (mask?.(r, c) ?? 0),
    );
    result.push(...exactLogSoftmax(logits));
  }
  return result;
}

function expectBoth(x: Float32Array, options: SoftmaxOptions, logits: Logits, what: string): void {
  const want = exact(x, options.cols as number, logits);
  expectClose(softmax(x, options), want.map(Math.exp), `softmax, ${what}`);
  expectClose(logSoftmax(x, options), want, `logSoftmax, ${what}`);
}

const plans: (PlanOptions | undefined)[] = [undefined, { mapping: 'whole-program', width: 4 }];
const kinds = Object.keys(rowKinds) as RowKind[];

describe('rows of every kind', () => {
  it.each([1, 3, 17, 65, 130])('%i columns', (cols) => {
    const x = makeRows(kinds, cols, cols);
    for (const plan of plans) expectBoth(x, { cols, plan }, {}, `${cols} columns`);
  });

  it.each([0.125, 0.11180339887, 30, -2, 1e-38, 0, 1e30])('scaled by %d', (scale) => {
    const cols = 67;
    // 0 times an infinity is NaN, and so is the row, whatever the other elements are.
    const x = makeRows(kinds, cols, 5);
    for (const plan of plans) expectBoth(x, { cols, scale, plan }, { scale }, `scale ${scale}`);
  });

  it('masked with what machine learning uses', () => {
    const cols = 33;
    const x = makeRows(kinds, cols, 9);
    const rows = kinds.length;
    for (const hidden of [-Infinity, -1e9, -3.4028234663852886e38, -10000]) {
      const mask = Float32Array.from({ length: rows * cols }, (_, i) => (i % 3 === 0 ? hidden : 0));
      for (const plan of plans) {
        const options = { cols, mask, scale: 0.3, plan };
        expectBoth(x, options, { scale: 0.3, mask: (r, c) => mask[r * cols + c] }, `mask of ${hidden}`);
      }
    }
  });

  it('a row depends on nothing but itself', () => {
    const cols = 40;
    const x = makeRows(kinds, cols, 3);
    const mask = randomArray(cols, 8, -2, 2);
    for (const operator of [softmax, logSoftmax]) {
      const all = operator(x, { cols, scale: 0.7, mask });
      kinds.forEach((kind, r) => {
        const part = (array: Float32Array) => array.slice(r * cols, (r + 1) * cols);
        expectSameBits(operator(part(x), { cols, scale: 0.7, mask }), part(all), kind);
      });
    }
  });

  it('a long row, and probabilities that sum to 1', () => {
    const x = randomArray(3 * 20000, 4, -9, 9);
    expectBoth(x, { cols: 20000 }, {}, 'long');
    const y = softmax(x, { cols: 20000 });
    for (let r = 0; r < 3; ++r) {
      expect(y.subarray(r * 20000, (r + 1) * 20000).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
    }
  });
});

describe('masks', () => {
  const [rows, cols] = [7, 13];
  const x = randomArray(rows * cols, 1, -4, 4);

  it('one for each row, for all rows, for groups of rows; null is none', () => {
    const own = randomArray(rows * cols, 2, -3, 3);
    const shared = randomArray(cols, 3, -3, 3);
    const grouped = randomArray(3 * cols, 4, -3, 3);
    expectBoth(x, { cols, mask: own }, { mask: (r, c) => own[r * cols + c] }, 'own');
    expectBoth(x, { cols, mask: shared }, { mask: (_, c) => shared[c] }, 'shared');
    const options = { cols, mask: grouped, rowsPerGroup: 3 };
    expectBoth(x, options, { mask: (r, c) => grouped[Math.floor(r / 3) * cols + c] }, 'grouped');
    expectBoth(x, { cols, mask: shared, rowsPerGroup: 7 }, { mask: (_, c) => shared[c] }, 'one group');
    expectBoth(x, { cols, mask: own, rowsPerGroup: 1 }, { mask: (r, c) => own[r * cols + c] }, 'groups of 1');
    expectBoth(x, { cols, mask: null, rowsPerGroup: 2 }, {}, 'none');
  });

  it('with strides, which may lack the padding of the last row', () => {
    const own = randomArray(rows * cols, 2, -3, 3);
    for (const length of [rows * 20, (rows - 1) * 20 + cols]) {
      const mask = new Float32Array(length).fill(NaN);
      spreadRows(own, mask, cols, 20);
      expectBoth(x, { cols, mask, maskRowStride: 20 }, { mask: (r, c) => own[r * cols + c] }, 'strided');
    }
    const grouped = new Float32Array(4 * 20).fill(NaN);
    spreadRows(own.subarray(0, 4 * cols), grouped, cols, 20);
    const options = { cols, mask: grouped, rowsPerGroup: 2, maskRowStride: 20 };
    expectBoth(x, options, { mask: (r, c) => own[(r >> 1) * cols + c] }, 'groups apart');
  });

  it.each(['f16', 'bf16'] as const)('of %s beside x, or of f32', (dtype) => {
    const small = encodeAll(x, dtype) as Uint16Array;
    const own = encodeAll(randomArray(rows * cols, 2, -3, 3), dtype) as Uint16Array;
    const decoded = decodeAll(own, dtype);
    const want = exact(decodeAll(small, dtype), cols, { mask: (r, c) => decoded[r * cols + c] });
    for (const mask of [own, Float32Array.from(decoded)]) {
      const got = logSoftmax(small, { dtype, cols, mask });
      expect(got).toBeInstanceOf(Uint16Array);
      expectClose(decodeAll(got, dtype), want, dtype, toleranceOf(dtype));
    }
  });
});

describe('causal', () => {
  it.each([0, 3, -2, 100, -100, 2 ** 31 - 1, -(2 ** 31) + 1])('row offset %i', (rowOffset) => {
    for (const [rows, cols] of [
      [9, 9],
      [20, 7],
      [3, 70],
    ]) {
      const x = randomArray(rows * cols, cols, -5, 5);
      for (const plan of plans) {
        const options = { cols, causal: true, rowOffset, plan };
        expectBoth(x, options, { rowOffset }, `${rows}x${cols}`);
        const mask = randomArray(cols, 6, -1, 1);
        const logits = { rowOffset, scale: 0.5, mask: (_: number, c: number) => mask[c] };
        expectBoth(x, { ...options, mask, scale: 0.5 }, logits, `${rows}x${cols}, all at once`);
      }
    }
  });

  it('what is left out may hold anything', () => {
    const x = Float32Array.of(1, NaN, Infinity, 2, 3, NaN, 4, 5, 6);
    const y = softmax(x, { cols: 3, causal: true });
    expectClose(y, [
      1,
      0,
      0,
      ...softmax(Float32Array.of(2, 3), { cols: 2 }),
      0,
      ...softmax(x.subarray(6), { cols: 3 }),
    ]);
    expect([...logSoftmax(x.subarray(0, 3), { cols: 3, causal: true })]).toEqual([0, -Infinity, -Infinity]);
  });
});

describe('along another axis', () => {
  it.each(rowDTypes)('is softmax of the lines that stand along it, in %s', (dtype) => {
    for (const [rows, cols, inner] of [
      [1, 1, 2],
      [3, 5, 2],
      [2, 17, 33],
      [4, 70, 3],
      [1, 9, 65],
    ]) {
      const values = randomArray(rows * cols * inner, cols, -5, 5);
      values[rows * cols] = -Infinity;
      const x = encodeAll(values, dtype) as Uint16Array;
      const numbers = decodeAll(x, dtype);
      const want = new Float64Array(x.length);
      for (let r = 0; r < rows; ++r)
        for (let i = 0; i < inner; ++i) {
          const at = (c: number) => (r * cols + c) * inner + i;
          const line = exactLogSoftmax(Array.from({ length: cols }, (_, c) => numbers[at(c)]));
          line.forEach((value, c) => (want[at(c)] = value));
        }
      const what = `${rows}x${cols}x${inner}`;
      const results = [undefined, { mapping: 'packet-local' }, { width: 2, fullPacket: false }] as const;
      const [byDefault, ...others] = results.map((plan) => softmax(x, { dtype, cols, inner, plan }));
      expectClose(decodeAll(byDefault, dtype), Array.from(want, Math.exp), what, toleranceOf(dtype));
      for (const other of others) expectElements(other, byDefault, dtype, what);
      const scaled = logSoftmax(x, { dtype, cols, inner });
      expectClose(decodeAll(scaled, dtype), want, what, toleranceOf(dtype));
    }
  });

  it('with strides of whole slabs, in place, and scaled', () => {
    const [rows, cols, inner, stride] = [3, 5, 4, 23];
    const values = randomArray(rows * cols * inner, 5, -5, 5);
    const want = softmax(values, { cols, inner, scale: 0.5 });
    const x = new Guarded(rows * stride);
    spreadRows(values, x.array, cols * inner, stride);
    const options = { cols, inner, scale: 0.5, rowStride: stride, out: x.array };
    expect(softmax(x.array, options)).toBe(x.array);
    expectSameBits(withoutGaps(x.array, rows, cols * inner, stride), want);
    x.expectUntouchedAround('x', { cols: cols * inner, rowStride: stride });
    const program = softmax.program({ inner: true, scale: true });
    expectClose(want, reference(program, { cols, inner }, { x: values, scale: 0.5 }).y);
    expectSameBits(softmax(values, { cols: 5, inner: 1 }), softmax(values, { cols: 5 }));
  });
});

describe('memory', () => {
  it.each(rowDTypes)('in place of x and of its mask, and with strides, in %s', (dtype) => {
    const [rows, cols, stride] = [6, 21, 30];
    const x = encodeAll(randomArray(rows * cols, 1, -4, 4), dtype) as any;
    const mask = encodeAll(randomArray(rows * cols, 2, -4, 4), dtype) as any;
    const want = softmax(x, { dtype, cols, mask }) as any;
    const same = (got: any, what: string) => {
      expectElements(got, want, dtype, what);
    };
    for (const name of ['x', 'mask'] as const) {
      const arrays = { x: x.slice(), mask: mask.slice() };
      const out = arrays[name];
      expect(softmax(arrays.x, { dtype, cols, mask: arrays.mask, out })).toBe(out);
      same(out, `in place of ${name}`);
    }
    const wide = (array: any) => {
      const result = newStorage(dtype, rows * stride).fill(9) as any;
      spreadRows(array, result, cols, stride);
      return result;
    };
    const narrow = (array: any) =>
      Array.from({ length: rows * cols }, (_, i) => array[Math.floor(i / cols) * stride + (i % cols)]);
    const options = { dtype, cols, rowStride: stride, maskRowStride: stride } as const;
    for (const name of ['x', 'mask'] as const) {
      const arrays = { x: wide(x), mask: wide(mask) };
      const out = arrays[name];
      softmax(arrays.x, { ...options, mask: arrays.mask, out });
      same(narrow(out), `in place of ${name}, with strides`);
      for (let r = 0; r < rows; ++r) for (let c = cols; c < stride; ++c) expect(out[r * stride + c]).toBe(9);
    }
    const y = softmax(wide(x), { ...options, mask: wide(mask), outRowStride: stride });
    expect(y).toHaveLength(rows * stride);
    same(narrow(y), 'into rows apart');
  });

  it('writes its output alone', () => {
    for (const byteOffset of [0, 4, 60]) {
      const x = Guarded.of(randomArray(4 * 37, 1), { byteOffset });
      const mask = Guarded.of(randomArray(37, 2), { byteOffset: 12 });
      const out = new Guarded(4 * 37, { byteOffset });
      softmax(x.array, { cols: 37, mask: mask.array, causal: true, rowOffset: 20, out: out.array });
      for (const [name, array] of Object.entries({ x, mask, out })) array.expectUntouchedAround(name);
    }
  });
});

it('one kernel serves all scales, offsets and group sizes', () => {
  const dtype: RowDType = 'f32';
  const program = softmax.program({ dtype, scale: true, mask: 'group', causal: true });
  expect(program).toBe(softmax.program({ scale: true, mask: 'group', causal: true, maskDtype: 'f32' }));
  expect(program.params.map(({ name }) => name)).toEqual([
    'x',
    'scale',
    'rowsPerGroup',
    'mask',
    'rowOffset',
    'y',
  ]);
  const kernel = compile(program, { cols: 3 });
  const y = new Float32Array(6);
  const x = Float32Array.of(1, 2, 3, 1, 2, 3);
  const record = kernel.record({ x, scale: 2, rowsPerGroup: 2, mask: new Float32Array(3), rowOffset: 5, y });
  kernel.launch(record);
  expectSameBits(y, softmax(x, { cols: 3, scale: 2 }));
  kernel.dispose();
});
