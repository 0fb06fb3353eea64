// Properties of rmsNorm and layerNorm, for rows of every kind, any layout and any plan: results are those of the FP64
// reference, a row does not depend on its neighbours, and nothing else is written.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layerNorm, reference, rmsNorm, type PlanOptions } from '../../lib/index.js';
import { expectClose, expectSameBits, promised } from '../support/compare.js';
import { Guarded, spreadRows, withoutGaps } from '../support/memory.js';
import { randomArray } from '../support/random.js';
import { anyCols, anyKind, makeRows, type RowKind } from '../support/rows.js';

const anyPlan: fc.Arbitrary<PlanOptions> = fc.record(
  {
    mapping: fc.constantFrom('packet-local', 'whole-program'),
    width: fc.constantFrom(2, 4, 8, 16),
    fullPacket: fc.boolean(),
    materialize: fc.constantFrom('snapshot', 'reload'),
  },
  { requiredKeys: [] },
);

/** Long rows are few, so that the reference takes no longer for them than for short ones. */
const anyShape = anyCols.chain((cols) =>
  fc.record({ cols: fc.constant(cols), kinds: fc.array(anyKind, { maxLength: cols > 1100 ? 2 : 20 }) }),
);

const anyLayout = fc.record({
  seed: fc.nat(),
  eps: fc.constantFrom(1e-5, 1e-6, 1e-12, 0.1, 0, 1e-30),
  hasWeight: fc.boolean(),
  hasBias: fc.boolean(),
  stats: fc.constantFrom('neither', 'mean', 'invStdDev', 'both'),
  plan: anyPlan,
  inPlace: fc.boolean(),
  gap: fc.constantFrom(0, 0, 1, 5, 16),
  outGap: fc.constantFrom(0, 0, 1, 3, 64),
  byteOffset: fc.constantFrom(0, 4, 12, 32, 60),
});

const anyCall = fc.tuple(anyShape, anyLayout).map(([shape, layout]) => ({ ...shape, ...layout }));

type Call = typeof anyCall extends fc.Arbitrary<infer T> ? T : never;

/** Every run compiles two kernels or three. TILE_SIMD_TEST_RUNS asks for a longer search. */
const numRuns = Number(process.env.TILE_SIMD_TEST_RUNS) || 60;

/** A call's arrays in guarded memory, and what came out of it. */
class Layout {
  readonly values: Float32Array;
  readonly x: Guarded;
  readonly out: Guarded;
  readonly weight: Guarded | null;
  readonly bias: Guarded | null;
  readonly rowStride: number;
  readonly outRowStride: number;
  readonly rows: number;
  readonly cols: number;

  constructor({ cols, kinds, seed, hasWeight, hasBias, inPlace, gap, outGap, byteOffset }: Call) {
    this.rows = kinds.length;
    this.cols = cols;
    this.rowStride = cols + gap;
    this.outRowStride = inPlace ? this.rowStride : cols + outGap;
    this.values = makeRows(kinds, cols, seed);
    this.x = new Guarded(this.rows * this.rowStride, { byteOffset });
    spreadRows(this.values, this.x.array, cols, this.rowStride);
    this.out = inPlace ? this.x : new Guarded(this.rows * this.outRowStride, { byteOffset: 4 });
    const vector = (offset: number) => Guarded.of(randomArray(cols, seed + offset, -3, 3), { byteOffset });
    this.weight = hasWeight ? vector(1) : null;
    this.bias = hasBias ? vector(2) : null;
  }

  get options() {
    const { cols, rowStride, outRowStride } = this;
    return { cols, rowStride, outRowStride, out: this.out.array };
  }

  /** The result without gaps, after everything around it was looked at. */
  take(): Float32Array {
    const { rows, cols, rowStride, outRowStride } = this;
    this.x.expectUntouchedAround('x', { cols, rowStride });
    this.out.expectUntouchedAround('out', { cols, rowStride: outRowStride });
    this.weight?.expectUntouchedAround('weight');
    this.bias?.expectUntouchedAround('bias');
    if (this.out !== this.x)
      expectSameBits(withoutGaps(this.x.array, rows, cols, rowStride), this.values, 'x');
    return withoutGaps(this.out.array, rows, cols, outRowStride);
  }
}

const what = ({ plan }: Call, name: string) => `${name}, ${JSON.stringify(plan)}`;

/** Row `row` of the call, and the same row run alone with the defaults. */
function expectRowAlone(
  call: Call,
  layout: Layout,
  got: Float32Array,
  run: (row: Float32Array) => Float32Array,
) {
  const { rows, cols, values } = layout;
  if (rows === 0) return;
  const row = call.seed % rows;
  const part = (array: Float32Array) => array.slice(row * cols, (row + 1) * cols);
  expectSameBits(part(got), run(part(values)), what(call, `row ${row} of ${rows} alone`));
}

describe('rmsNorm', () => {
  it('is the FP64 reference for rows of every kind, in any layout and plan', () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const { cols, eps, plan, hasWeight } = call;
        const layout = new Layout(call);
        const weight = layout.weight?.array ?? null;
        rmsNorm(layout.x.array, weight, { ...layout.options, eps, plan });
        const got = layout.take();
        const program = rmsNorm.program({ weight: hasWeight });
        const { y } = reference(
          program,
          { cols },
          { x: layout.values, eps, ...(weight === null ? {} : { weight }) },
        );
        expectClose(got, y, what(call, 'y'));
        expectRowAlone(call, layout, got, (row) => rmsNorm(row, weight, { cols, eps }));
      }),
      { numRuns },
    );
  }, 600_000);
});

describe('layerNorm', () => {
  it('is the FP64 reference for rows of every kind, in any layout and plan', () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const { cols, eps, plan, hasWeight, hasBias, stats } = call;
        const layout = new Layout(call);
        const [weight, bias] = [layout.weight?.array ?? null, layout.bias?.array ?? null];
        const statistic = (name: string) =>
          stats === name || stats === 'both' ? new Guarded(layout.rows) : undefined;
        const [mean, invStdDev] = ['mean', 'invStdDev'].map(statistic);
        layerNorm(layout.x.array, weight, bias, {
          ...layout.options,
          eps,
          plan,
          mean: mean?.array,
          invStdDev: invStdDev?.array,
        });
        const got = layout.take();
        const program = layerNorm.program({ weight: hasWeight, bias: hasBias, mean: true, invStdDev: true });
        const vectors = {
          ...(weight === null ? {} : { weight }),
          ...(bias === null ? {} : { bias }),
        };
        const want = reference(program, { cols }, { x: layout.values, eps, ...vectors });
        expectClose(got, want.y, what(call, 'y'));
        if (invStdDev) expectClose(invStdDev.array, want.invStdDev, what(call, 'invStdDev'));
        if (mean) expectMeans(mean.array, want.mean, layout, what(call, 'mean'));
        mean?.expectUntouchedAround('mean');
        invStdDev?.expectUntouchedAround('invStdDev');
        expectRowAlone(call, layout, got, (row) => layerNorm(row, weight, bias, { cols, eps }));
      }),
      { numRuns },
    );
  }, 600_000);
});

/** A mean close to 0 of large elements has, in f32, the error of the elements and not of itself. */
function expectMeans(got: Float32Array, want: Float64Array, { values, cols }: Layout, name: string): void {
  got.forEach((mean, row) => {
    const largest = values
      .subarray(row * cols, (row + 1) * cols)
      .reduce((a, b) => Math.max(a, Math.abs(b)), 0);
    const abs = promised.abs + (Number.isFinite(largest) ? largest * 2 ** -22 : 0);
    expectClose([mean], [want[row]], `${name}, row ${row}`, { abs, rel: promised.rel });
  });
}

describe('a row with NaN or an infinity', () => {
  const bad: RowKind[] = ['one NaN', 'one Infinity', 'one -Infinity', 'all NaN'];
  const plans: (PlanOptions | undefined)[] = [
    undefined,
    { mapping: 'whole-program' },
    { mapping: 'whole-program', width: 4, fullPacket: false },
  ];

  it.each(bad)('changes no other row (%s)', (kind) => {
    const rows = 19;
    for (const cols of [1, 13, 64]) {
      const good = makeRows(Array<RowKind>(rows).fill('ordinary'), cols, 7);
      for (const plan of plans) {
        for (const at of [0, 7, 15, 16, 18]) {
          const x = good.slice();
          x.set(makeRows([kind], cols, 9), at * cols);
          for (const run of [
            (array: Float32Array) => rmsNorm(array, null, { cols, plan }),
            (array: Float32Array) => layerNorm(array, null, null, { cols, plan }),
          ]) {
            const [got, want] = [run(x), run(good)];
            const [begin, end] = [at * cols, (at + 1) * cols];
            // Of x / rms only the infinite element itself is NaN; everything else of that row is 0.
            expect(got.subarray(begin, end).some(Number.isNaN)).toBe(true);
            const what = `${kind} in row ${at} of ${rows}x${cols}, ${JSON.stringify(plan)}`;
            expectSameBits(got.subarray(0, begin), want.subarray(0, begin), what);
            expectSameBits(got.subarray(end), want.subarray(end), what);
          }
        }
      }
    }
  });
});

describe('edges', () => {
  it('one column: the sign of x, or the bias', () => {
    const x = Float32Array.of(-3, 7.1, 123456, 0, 1e30, -1e-30);
    expect([...rmsNorm(x, Float32Array.of(2), { eps: 0 })].map((y) => +y.toFixed(4))).toEqual([
      -2,
      2,
      2,
      NaN,
      2,
      -2,
    ]);
    const y = layerNorm(x, Float32Array.of(1e10), Float32Array.of(-1), { eps: 0.1 });
    expect([...y]).toEqual([-1, -1, -1, -1, -1, -1]);
  });

  it('no rows and no columns: an empty result', () => {
    const w = new Float32Array(5);
    const none = new Float32Array(0);
    expect(rmsNorm(none, w)).toHaveLength(0);
    expect(layerNorm(none, w, w)).toHaveLength(0);
    expect(rmsNorm(none, none)).toHaveLength(0);
    expect(layerNorm(none, null, null, { cols: 0 })).toHaveLength(0);
    expect(rmsNorm(none, w, { out: none })).toBe(none);
  });

  it('a row whose f32 mean is far off, beside ordinary rows', () => {
    const kinds: RowKind[] = [
      'ordinary',
      '2^24 + 100, few of them 2 more',
      'ordinary',
      'mean 1e8',
      '2^24 + 100, few of them 2 more',
    ];
    for (const cols of [4096, 8192, 16400]) {
      const x = makeRows(kinds, cols, 3);
      const program = layerNorm.program({ weight: false, bias: false });
      const { y } = reference(program, { cols }, { x, eps: 1e-5 });
      const got = layerNorm(x, null, null, { cols });
      expectClose(got, y, `${cols} columns`);
      for (const plan of [{ mapping: 'whole-program' as const, width: 4 as const }, { width: 2 as const }])
        expectSameBits(layerNorm(x, null, null, { cols, plan }), got, JSON.stringify(plan));
    }
  });

  it('a constant row gives the bias exactly', () => {
    const bias = randomArray(300, 5, -10, 10);
    for (const value of [1234, 9876543210, -3333333333, 0.1, 1e30, -1e-30, 16777217]) {
      for (const cols of [1, 3, 100, 256, 300]) {
        const y = layerNorm(
          new Float32Array(2 * cols).fill(value),
          randomArray(cols, 6),
          bias.subarray(0, cols),
        );
        for (let i = 0; i < 2 * cols; ++i)
          expect(Math.abs(y[i] - bias[i % cols]), `${value}, ${cols}`).toBe(0);
      }
    }
  });
});
