// Where arrays may lie, and that nothing but the result is written: views into larger buffers, shared memory, guards
// on every side of every array for all short widths, and more rows than 16 bits count.
import { describe, expect, it } from 'vitest';
import { compile, layerNorm, rmsNorm, type Kernel, type PlanOptions } from '../../lib/index.js';
import { expectSameBits } from '../support/compare.js';
import { Guarded, spreadRows, withoutGaps } from '../support/memory.js';
import { randomArray } from '../support/random.js';

describe('views', () => {
  const [rows, cols] = [5, 19];
  const values = randomArray(rows * cols, 1);
  const vector = randomArray(cols, 2);
  const want = rmsNorm(values, vector);
  const wantLayerNorm = layerNorm(values, vector, vector);

  /** Views over memory of their own, of the given length, with other elements around them. */
  const views: [string, (length: number) => Float32Array][] = [
    ['subarray(1)', (length) => randomArray(length + 1, 3).subarray(1)],
    ['subarray(3, n)', (length) => randomArray(length + 20, 3).subarray(3, length + 3)],
    [
      'subarray of a subarray',
      (length) =>
        randomArray(length + 20, 3)
          .subarray(5)
          .subarray(6, length + 6),
    ],
    ['a byteOffset of 4', (length) => new Float32Array(new ArrayBuffer(4 * length + 36), 4, length)],
    ['a pooled Buffer', pooled],
    ['shared memory', (length) => new Float32Array(new SharedArrayBuffer(4 * length + 12), 12, length)],
    ['a small array on the heap of V8', (length) => new Float32Array(length)],
  ];

  function pooled(length: number): Float32Array {
    const buffer = Buffer.allocUnsafe(4 * length + 4);
    const offset = buffer.byteOffset + ((4 - (buffer.byteOffset % 4)) % 4);
    return new Float32Array(buffer.buffer, offset, length);
  }

  it.each(views)('%s gives the bits of a fresh array', (_, make) => {
    const fill = (array: Float32Array) => {
      const view = make(array.length);
      view.set(array);
      return view;
    };
    const [x, weight, out] = [fill(values), fill(vector), make(values.length)];
    const expected = new Uint8Array(out.buffer).slice();
    expected.set(new Uint8Array(want.buffer), out.byteOffset);
    expect(rmsNorm(x, weight, { out })).toBe(out);
    expectSameBits(out, want);
    expect(Buffer.compare(new Uint8Array(out.buffer), expected)).toBe(0); // around the view, too
    expectSameBits(x, values);
    layerNorm(x, weight, weight, { out: x });
    expectSameBits(x, wantLayerNorm);
  });

  it('every alignment to 4 bytes', () => {
    for (let offset = 0; offset < 64; offset += 4) {
      const x = Guarded.of(values, { byteOffset: offset });
      const weight = Guarded.of(vector, { byteOffset: 60 - offset });
      const out = new Guarded(values.length, { byteOffset: (7 * offset) % 64, shared: offset % 8 === 0 });
      rmsNorm(x.array, weight.array, { out: out.array });
      expectSameBits(out.array, want, `offset ${offset}`);
      out.expectUntouchedAround('out');
    }
  });
});

const plans: [string, PlanOptions][] = [
  ['the default plan', {}],
  ['whole-program', { mapping: 'whole-program', width: 8 }],
  ['packet-local without specialization', { width: 4, fullPacket: false }],
];

/** Every short width, and those around 128 columns; the native guard page tests run them all in every plan. */
const widths = [...Array.from({ length: 67 }, (_, i) => i + 1), 127, 128, 129];
const fewWidths = [1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 127, 128, 129];

describe.each(plans)('guards around every array, %s', (_, plan) => {
  it.each<[string, (cols: number) => Kernel, string[]]>([
    ['rmsNorm', (cols) => compile(rmsNorm.program(), { cols }, plan), []],
    [
      'layerNorm',
      (cols) => compile(layerNorm.program({ mean: true, invStdDev: true }), { cols }, plan),
      ['mean', 'invStdDev'],
    ],
  ])('%s writes its rows and nothing else', (_, compileFor, stats) => {
    for (const cols of Object.keys(plan).length === 0 ? widths : fewWidths) {
      const kernel = compileFor(cols);
      const vectors = Object.fromEntries(
        ['weight', 'bias']
          .filter((name) => kernel.program.params.some((param) => param.name === name))
          .map((name, i) => [name, Guarded.of(randomArray(cols, 5 + i))]),
      );
      for (const rows of [1, 2, 3, 4, 5, 9]) {
        for (const [gap, outGap] of [
          [0, 0],
          [1, 3],
        ]) {
          const [rowStride, outRowStride] = [cols + gap, cols + outGap];
          const values = randomArray(rows * cols, cols);
          const x = new Guarded(rows * rowStride);
          spreadRows(values, x.array, cols, rowStride);
          const y = new Guarded(rows * outRowStride);
          const outputs = Object.fromEntries(stats.map((name) => [name, new Guarded(rows)]));
          const all = { ...vectors, ...outputs };
          const record = kernel.record({
            x: { data: x.array, rowStride },
            y: { data: y.array, rowStride: outRowStride },
            eps: 1e-5,
            ...Object.fromEntries(Object.entries(all).map(([name, { array }]) => [name, array])),
          });
          kernel.launch(record);
          const what = `${rows} rows of ${cols}, ${JSON.stringify(kernel.plan)}`;
          x.expectUntouchedAround(`x, ${what}`, { cols, rowStride });
          y.expectUntouchedAround(`y, ${what}`, { cols, rowStride: outRowStride });
          for (const [name, guarded] of Object.entries(all))
            guarded.expectUntouchedAround(`${name}, ${what}`);
          expectSameBits(withoutGaps(x.array, rows, cols, rowStride), values, `x, ${what}`);
          expect(withoutGaps(y.array, rows, cols, outRowStride).every(Number.isFinite), what).toBe(true);
        }
      }
      kernel.dispose();
    }
  });
});

describe('a launch of some rows', () => {
  it.each(plans)('touches no other row, %s', (_, plan) => {
    const [rows, cols] = [37, 21];
    const kernel = compile(layerNorm.program({ mean: true }), { cols }, plan);
    const x = randomArray(rows * cols, 8);
    const vector = randomArray(cols, 9);
    const mean = new Float32Array(rows);
    const want = layerNorm(x, vector, vector, { mean });
    for (const [begin, end] of [
      [0, 37],
      [0, 1],
      [36, 37],
      [3, 3],
      [5, 30],
      [16, 33],
    ]) {
      const y = new Float32Array(rows * cols).fill(7);
      const means = new Float32Array(rows).fill(7);
      const record = kernel.record({ x, weight: vector, bias: vector, eps: 1e-5, y, mean: means });
      kernel.launch(record, { programs: [begin, end] });
      const expected = new Float32Array(rows * cols).fill(7);
      expected.set(want.subarray(begin * cols, end * cols), begin * cols);
      expectSameBits(y, expected, `rows ${begin} to ${end}`);
      const expectedMeans = new Float32Array(rows).fill(7);
      expectedMeans.set(mean.subarray(begin, end), begin);
      expectSameBits(means, expectedMeans, `means ${begin} to ${end}`);
    }
    kernel.dispose();
  });
});

describe('more rows than 16 bits count', () => {
  it.each(plans)('are like few rows, %s', (_, plan) => {
    for (const cols of [1, 2, 3, 9]) {
      const vector = randomArray(cols, 4, 0.5, 2);
      const x = randomArray(65537 * cols, cols);
      const part = 1000;
      const small = new Float32Array(x.length);
      for (let at = 0; at < x.length; at += part * cols)
        small.set(rmsNorm(x.subarray(at, at + part * cols), vector), at);
      for (const rows of [65535, 65536, 65537]) {
        const got = rmsNorm(x.subarray(0, rows * cols), vector, { plan });
        expectSameBits(got, small.subarray(0, rows * cols), `${rows} x ${cols}`);
      }
    }
  });
});
