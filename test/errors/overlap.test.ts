// Which arrays may share memory: an output is exactly one row-indexed input or apart from every argument, element by
// element. Everything legal gives the result of separate arrays, everything else is ERR_BUFFER_OVERLAP and no byte.
import { describe, expect, it } from 'vitest';
import { compile, layerNorm, rmsNorm, type PlanOptions } from '../../lib/index.js';
import { expectSameBits } from '../support/compare.js';
import { spreadRows, withoutGaps } from '../support/memory.js';
import { randomArray } from '../support/random.js';
import { expectRefusal } from '../support/refuse.js';

const plans: (PlanOptions | undefined)[] = [undefined, { mapping: 'whole-program' }];

interface Shape {
  readonly rows: number;
  readonly cols: number;
  readonly rowStride: number;
  readonly outRowStride: number;
}

/** Whether two sets of rows share an element, element by element. */
function meet({ rows, cols, rowStride, outRowStride }: Shape, offset: number): boolean {
  const elementsAt = (start: number, stride: number) =>
    Array.from({ length: rows * cols }, (_, i) => start + Math.floor(i / cols) * stride + (i % cols));
  const x = new Set(elementsAt(0, rowStride));
  return elementsAt(offset, outRowStride).some((element) => x.has(element));
}

/** Runs with `out` starting `offset` elements after x in one buffer, and checks what comes of it. */
function tryOffset(shape: Shape, offset: number, plan: PlanOptions | undefined): 'refused' | 'ran' {
  const { rows, cols, rowStride, outRowStride } = shape;
  const start = 8 + Math.max(0, -offset);
  const memory = new Float32Array(
    start + Math.abs(offset) + rows * Math.max(rowStride, outRowStride) + 8,
  ).fill(1e30);
  const view = (at: number, stride: number) => memory.subarray(at, at + (rows - 1) * stride + cols);
  const x = view(start, rowStride);
  const out = view(start + offset, outRowStride);
  const values = randomArray(rows * cols, 11);
  spreadRows(values, x, cols, rowStride);
  const weight = randomArray(cols, 12);
  const options = { cols, rowStride, outRowStride, plan };
  const isSame = offset === 0 && (rowStride === outRowStride || rows === 1);
  const what = JSON.stringify({ ...shape, offset, plan });

  if (meet(shape, offset) && !isSame) {
    for (const run of [
      () => rmsNorm(x, weight, { ...options, out }),
      () => layerNorm(x, weight, null, { ...options, out }),
    ]) {
      expectRefusal(run, {
        code: 'ERR_BUFFER_OVERLAP',
        argument: 'out',
        says: ['shares elements with x', 'expected'],
        arrays: [memory, weight],
      });
    }
    return 'refused';
  }
  const before = memory.slice();
  rmsNorm(x, weight, { ...options, out });
  expectSameBits(withoutGaps(out, rows, cols, outRowStride), rmsNorm(values, weight, { cols, plan }), what);
  spreadRows(
    withoutGaps(view(start + offset - 0, outRowStride), rows, cols, outRowStride),
    before.subarray(start + offset),
    cols,
    outRowStride,
  );
  expectSameBits(memory, before, `${what}: the rest of the memory`);
  return 'ran';
}

describe('out before and after x in one buffer', () => {
  for (const plan of plans) {
    it.each([1, 2, 3, 17])(`%i rows without gaps, ${plan?.mapping ?? 'default'}`, (rows) => {
      for (const cols of [1, 5, 16, 33]) {
        const shape = { rows, cols, rowStride: cols, outRowStride: cols };
        for (const distance of new Set([0, 1, 3, cols - 1, cols, cols + 1, rows * cols - 1, rows * cols])) {
          for (const offset of [distance, -distance]) {
            const legal = distance === 0 || distance >= rows * cols;
            expect(tryOffset(shape, offset, plan)).toBe(legal ? 'ran' : 'refused');
          }
        }
      }
    });
  }
});

describe('rows with gaps', () => {
  it('interleaved rows are legal where no element is shared, and only there', () => {
    const seen = { ran: 0, refused: 0 };
    for (const [cols, rowStride, outRowStride] of [
      [4, 8, 8],
      [4, 9, 9],
      [3, 12, 12],
      [4, 8, 16],
      [4, 12, 8],
      [5, 7, 11],
      [1, 2, 3],
      [4, 4, 8],
    ]) {
      for (const rows of [1, 2, 5]) {
        for (let offset = -2 * rowStride; offset <= 2 * rowStride; ++offset) {
          ++seen[tryOffset({ rows, cols, rowStride, outRowStride }, offset, undefined)];
        }
      }
    }
    expect(seen.ran).toBeGreaterThan(100);
    expect(seen.refused).toBeGreaterThan(100);
  });

  it('the same start with another stride is no in-place call', () => {
    expect(tryOffset({ rows: 2, cols: 4, rowStride: 8, outRowStride: 12 }, 0, undefined)).toBe('refused');
    expect(tryOffset({ rows: 1, cols: 4, rowStride: 8, outRowStride: 12 }, 0, undefined)).toBe('ran');
    expect(tryOffset({ rows: 5, cols: 4, rowStride: 8, outRowStride: 8 }, 0, undefined)).toBe('ran');
  });

  it('in place by another view of the same memory', () => {
    const x = randomArray(40, 3);
    const want = rmsNorm(x, null, { cols: 8 });
    rmsNorm(x, null, { cols: 8, out: new Float32Array(x.buffer) });
    expectSameBits(x, want);
  });
});

describe('other arguments', () => {
  const memory = randomArray(200, 4);
  const [rows, cols] = [3, 8];
  const at = (start: number, length: number) => memory.subarray(start, start + length);
  const x = at(0, rows * cols);
  const weight = at(50, cols);
  const bias = at(60, cols);
  const refuse = (options: object, argument: string, other: string) => {
    expectRefusal(() => layerNorm(x, weight, bias, { out: at(100, rows * cols), ...options }), {
      code: 'ERR_BUFFER_OVERLAP',
      argument,
      says: [`shares elements with ${other}`],
      arrays: [memory],
    });
  };

  it('no output may touch a vector that all rows share, not even be it', () => {
    for (const start of [50 - rows * cols + 1, 43, 50, 57])
      refuse({ out: at(start, rows * cols) }, 'out', 'weight');
    refuse({ out: at(59 + 8, rows * cols) }, 'out', 'bias');
    refuse({ mean: at(57, rows) }, 'mean', 'weight');
    refuse({ invStdDev: at(60, rows) }, 'invStdDev', 'bias');
    const w = randomArray(4, 1);
    expectRefusal(() => rmsNorm(randomArray(4, 2), w, { out: w }), {
      code: 'ERR_BUFFER_OVERLAP',
      argument: 'out',
      says: ['weight'],
      arrays: [w],
    });
  });

  it('no two outputs may share an element', () => {
    refuse({ mean: at(100, rows) }, 'mean', 'out');
    refuse({ mean: at(150, rows), invStdDev: at(150, rows) }, 'invStdDev', 'mean');
    refuse({ mean: at(150, rows), invStdDev: at(152, rows) }, 'invStdDev', 'mean');
    refuse({ out: x, mean: at(8, rows) }, 'mean', 'x');
  });

  it('inputs may share whatever they like', () => {
    const whole = randomArray(16, 6);
    const row = whole.subarray(4, 12);
    const got = layerNorm(whole, row, row);
    expectSameBits(got, layerNorm(whole, row.slice(), row.slice()));
  });

  it('outputs may stand in the gaps of x, and of one another', () => {
    // One row of 11: eight columns, then mean and invStdDev, then the weight's elements beyond the last row.
    const packed = new Float32Array(5 * 11).fill(5);
    const values = randomArray(5 * 8, 8);
    spreadRows(values, packed, 8, 11);
    const kernel = compile(layerNorm.program({ weight: false, bias: false, mean: true, invStdDev: true }), {
      cols: 8,
    });
    const strided = (start: number) => ({ data: packed.subarray(start), rowStride: 11 });
    const args = { x: strided(0), eps: 1e-5, y: strided(0), mean: strided(8), invStdDev: strided(9) };
    const record = kernel.record({ ...args, x: { data: packed.subarray(0, 4 * 11 + 8), rowStride: 11 } });
    kernel.launch(record);
    const [mean, invStdDev] = [new Float32Array(5), new Float32Array(5)];
    const want = layerNorm(values, null, null, { cols: 8, mean, invStdDev });
    expectSameBits(withoutGaps(packed, 5, 8, 11), want);
    for (let row = 0; row < 5; ++row) {
      expect([...packed.subarray(11 * row + 8, 11 * row + 11)]).toEqual([mean[row], invStdDev[row], 5]);
    }
    expectRefusal(() => kernel.launch(record.set({ mean: strided(7) })), {
      code: 'ERR_BUFFER_OVERLAP',
      argument: 'mean',
      arrays: [packed],
    });
    kernel.dispose();
  });

  it('is looked at anew when the arrays of a record change', () => {
    const kernel = compile(rmsNorm.program({ weight: false }), { cols: 4 });
    const buffer = randomArray(64, 9);
    const record = kernel.record({ x: buffer.subarray(0, 16), eps: 0, y: buffer.subarray(16, 32) });
    kernel.launch(record);
    record.set({ y: buffer.subarray(15, 31) });
    const refusal = { code: 'ERR_BUFFER_OVERLAP' as const, argument: 'y', says: ['shares elements with x'] };
    expectRefusal(() => kernel.launch(record), { ...refusal, arrays: [buffer] });
    expectRefusal(() => kernel.launch(record, { programs: [0, 1] }), { ...refusal, arrays: [buffer] });
    record.set({ x: buffer.subarray(15, 31) }); // in place now
    kernel.launch(record);
    record.set({ x: buffer.subarray(11, 15) }); // one row alone, ending where y begins
    kernel.launch(record);
    record.set({ x: buffer.subarray(12, 16) });
    expectRefusal(() => kernel.launch(record), { ...refusal, arrays: [buffer] });
    kernel.dispose();
  });
});
