// silu, swiglu, gelu and geluResidual: against the FP64 reference and against the functions themselves, under every plan,
// flat and in rows, in place, with strides, in all storage types.
import { describe, expect, it } from 'vitest';
import {
  compile,
  gelu,
  geluResidual,
  reference,
  silu,
  swiglu,
  type RowArray,
  type RowDType,
  type TileProgram,
} from '../../lib/index.js';
import { expectClose, expectSameBits } from '../support/compare.js';
import { everyPlan, rowDTypes } from '../support/every-plan.js';
import { Guarded, spreadRows, withoutGaps } from '../support/memory.js';
import { toleranceOf } from '../support/outputs.js';
import { randomArray } from '../support/random.js';
import { decodeAll, encodeAll, expectElements, newStorage } from '../support/storage.js';

interface Options {
  readonly cols?: number;
  readonly rowStride?: number;
  readonly besideRowStride?: number;
  readonly outRowStride?: number;
  readonly out?: any;
  readonly dtype?: RowDType;
}

interface Subject {
  readonly inputs: readonly string[];
  program(dtype: RowDType): TileProgram;
  /** The one-line call on as many arrays as there are inputs. */
  call(arrays: readonly any[], options: Options): RowArray;
  /** The function in FP64. */
  readonly exact: (x: number, beside: number) => number;
}

/** Abramowitz and Stegun 7.1.5 for small arguments and 7.1.14, a continued fraction, for large ones. */
function erf(z: number): number {
  const a = Math.abs(z);
  if (a < 3) {
    let term = a;
    let sum = a;
    for (let n = 1; n < 100; ++n) {
      term *= (-a * a) / n;
      sum += term / (2 * n + 1);
    }
    return (Math.sign(z) * 2 * sum) / Math.sqrt(Math.PI);
  }
  let fraction = a;
  for (let n = 60; n > 0; --n) fraction = a + n / 2 / fraction;
  return Math.sign(z) * (1 - Math.exp(-a * a) / fraction / Math.sqrt(Math.PI));
}

const swish = (x: number, alpha: number) => (x === -Infinity ? 0 : x / (1 + Math.exp(-alpha * x)));
const geluErf = (x: number) => (x === -Infinity ? 0 : (x / 2) * (1 + erf(x / Math.SQRT2)));
const geluTanh = (x: number) =>
  x === -Infinity ? 0 : (x / 2) * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));

const strides = ({ rowStride: gateRowStride, besideRowStride: upRowStride, ...others }: Options) => ({
  gateRowStride,
  upRowStride,
  ...others,
});
const residualStrides = ({ besideRowStride: residualRowStride, ...others }: Options) => ({
  residualRowStride,
  ...others,
});

const subjects: Record<string, Subject> = {
  silu: {
    inputs: ['x'],
    program: (dtype) => silu.program({ dtype }),
    call: ([x], { besideRowStride: _, ...options }) => silu(x, options),
    exact: (x) => swish(x, 1),
  },
  swiglu: {
    inputs: ['gate', 'up'],
    program: (dtype) => swiglu.program({ dtype }),
    call: ([gate, up], options) => swiglu(gate, up, strides(options)),
    exact: (x, up) => swish(x, 1) * up,
  },
  gelu: {
    inputs: ['x'],
    program: (dtype) => gelu.program({ dtype }),
    call: ([x], { besideRowStride: _, ...options }) => gelu(x, options),
    exact: geluErf,
  },
  'gelu by tanh': {
    inputs: ['x'],
    program: (dtype) => gelu.program({ dtype, approximate: 'tanh' }),
    call: ([x], { besideRowStride: _, ...options }) => gelu(x, { ...options, approximate: 'tanh' }),
    exact: geluTanh,
  },
  geluResidual: {
    inputs: ['x', 'residual'],
    program: (dtype) => geluResidual.program({ dtype }),
    call: ([x, residual], options) => geluResidual(x, residual, residualStrides(options)),
    exact: (x, residual) => geluErf(x) + residual,
  },
  'geluResidual by tanh': {
    inputs: ['x', 'residual'],
    program: (dtype) => geluResidual.program({ dtype, approximate: 'tanh' }),
    call: ([x, residual], options) =>
      geluResidual(x, residual, { ...residualStrides(options), approximate: 'tanh' }),
    exact: (x, residual) => geluTanh(x) + residual,
  },
};

/** Arguments of every kind: ordinary, far out on both sides, tiny, and the special ones. */
function argumentsOf(length: number, seed: number): Float32Array {
  const x = randomArray(length, seed, -6, 6);
  const scales = [1, 1, 1, 16, 1e-3, 1e-40, 1, 1e3];
  const specials = [0, -0, Infinity, -Infinity, NaN, 3.4e38, -3.4e38, 88.8, -88.8, -91.8, 1e13, -1e13];
  for (let i = 0; i < length; ++i) {
    x[i] *= scales[i % scales.length];
    if (i % 11 === 5) x[i] = specials[(((i + seed) / 11) % specials.length) | 0];
  }
  return x;
}

describe.each(Object.entries(subjects))('%s', (name, subject) => {
  const { inputs, exact } = subject;
  const arraysOf = (length: number, dtype: RowDType, seed = length) =>
    inputs.map((_, i) =>
      encodeAll(i === 0 ? argumentsOf(length, seed) : randomArray(length, seed + 1, -3, 3), dtype),
    );
  const call = (arrays: readonly any[], options: Options = {}) => subject.call(arrays, options) as any;

  everyPlan(name, ({ cols, dtype, rows }) => {
    const program = subject.program(dtype);
    const arrays = arraysOf(rows * cols, dtype);
    const given = Object.fromEntries(inputs.map((input, i) => [input, arrays[i]]));
    const check = ({ y }: Readonly<Record<string, ArrayLike<number>>>) => {
      const want = reference(program, { cols }, given).y;
      expectClose(decodeAll(y, dtype), want, `${dtype}, ${cols} columns`, toleranceOf(dtype));
      // The kernel for every length has the same bits.
      const flat = compile(program, {});
      const z = newStorage(dtype, rows * cols);
      flat.launch(flat.record({ ...given, y: z }));
      flat.dispose();
      expectElements(y, z, dtype, `${dtype}, ${cols} columns`);
    };
    return { program, shape: { cols }, rows, inputs: given, check };
  });

  it.each(rowDTypes)('is its function in FP64, in %s', (dtype) => {
    const arrays = arraysOf(3000, dtype, 7);
    const numbers = arrays.map((array) => decodeAll(array, dtype));
    const want = numbers[0].map((x, i) => exact(x, numbers[1]?.[i]));
    expectClose(decodeAll(call(arrays, { dtype }), dtype), want, dtype, toleranceOf(dtype));
  });

  it.each(rowDTypes)('is the same flat, in rows, in place and with strides, in %s', (dtype) => {
    const [rows, cols] = [5, 19];
    const arrays = arraysOf(rows * cols, dtype);
    const want = call(arrays, { dtype });
    expect(want).toBeInstanceOf(arrays[0].constructor);
    expect(want).toHaveLength(rows * cols);
    const same = (got: any, what: string) => {
      expectElements(got, want, dtype, what);
    };
    same(call(arrays, { dtype, cols }), 'columns');
    arrays.forEach((_, i) => {
      const copies = arrays.map((array) => array.slice());
      expect(call(copies, { dtype, out: copies[i] })).toBe(copies[i]);
      same(copies[i], `in place of ${inputs[i]}`);
    });
    // Rows apart, one stride each; in place the output takes that of its input.
    const apart = [22, 27];
    const spread = () =>
      arrays.map((array, i) => {
        const wide = newStorage(dtype, rows * apart[i]).fill(7);
        spreadRows(array, wide as Float32Array, cols, apart[i]);
        return wide;
      });
    const options = { dtype, cols, rowStride: apart[0], besideRowStride: apart[1] };
    same(call(spread(), options), 'strides');
    const padded = call(spread(), { ...options, outRowStride: 20 });
    expect(padded).toHaveLength(rows * 20);
    same(withoutGapsOf(padded, rows, cols, 20), 'strides of the output');
    arrays.forEach((_, i) => {
      const wide = spread();
      call(wide, { ...options, out: wide[i] });
      same(withoutGapsOf(wide[i], rows, cols, apart[i]), `in place of ${inputs[i]} with strides`);
      for (let row = 0; row < rows; ++row)
        for (let c = cols; c < apart[i]; ++c) expect(wide[i][row * apart[i] + c]).toBe(7);
    });
  });

  it('writes its output alone, at any alignment', () => {
    for (const byteOffset of [0, 4, 12, 60]) {
      const arrays = inputs.map((_, i) => Guarded.of(randomArray(101, i, -4, 4), { byteOffset }));
      const out = new Guarded(101, { byteOffset: 64 - byteOffset });
      const want = call(arrays.map(({ array }) => array.slice()));
      call(
        arrays.map(({ array }) => array),
        { out: out.array },
      );
      expectSameBits(out.array, want);
      out.expectUntouchedAround('out');
      arrays.forEach((array, i) => array.expectUntouchedAround(inputs[i]));
    }
  });
});

function withoutGapsOf(array: any, rows: number, cols: number, rowStride: number): ArrayLike<number> {
  const floats = withoutGaps(Float32Array.from(array as ArrayLike<number>), rows, cols, rowStride);
  return array instanceof Uint16Array ? Uint16Array.from(floats) : floats;
}

describe('limits', () => {
  const tail = Float32Array.from({ length: 92 }, (_, i) => -i);
  it('silu is a number on the left as long as f32 holds one', () => {
    const y = silu(tail);
    tail.forEach((x, i) => {
      const want = swish(x, 1);
      expect(Math.abs(y[i] - want), `silu(${x}) = ${y[i]}`).toBeLessThanOrEqual(2e-5 * Math.abs(want));
    });
    expect(silu(Float32Array.of(-91.8))[0]).toBeCloseTo(-1.2434e-38, 42);
  });

  it('the tanh form keeps its relative accuracy there', () => {
    const x = Float32Array.from({ length: 90 }, (_, i) => -i / 10);
    const y = gelu(x, { approximate: 'tanh' });
    // 1 + tanh(u) = 2 / (1 + exp(-2u)), without the cancellation.
    x.forEach((value, i) => {
      const u = Math.sqrt(2 / Math.PI) * (value + 0.044715 * value ** 3);
      const want = value / (1 + Math.exp(-2 * u));
      expect(Math.abs(y[i] - want), `gelu(${value})`).toBeLessThanOrEqual(5e-5 * Math.abs(want));
    });
  });

  it('alpha of either sign, and 0', () => {
    const x = Float32Array.of(-Infinity, -700, -2, 0, 2, 700, Infinity, NaN);
    for (const alpha of [0.5, 1.702, -1, -0.01, 1e-3, 1e30]) {
      const rounded = Math.fround(alpha);
      const want = [...x].map((value) => {
        const limit = rounded > 0 ? -Infinity : Infinity;
        return value === limit ? 0 : value * (1 / (1 + Math.exp(-rounded * value)));
      });
      expectClose(silu(x, { alpha }), want, `alpha ${alpha}`);
      expectClose(
        swiglu(x, new Float32Array(8).fill(3), { alpha }),
        want.map((value) => 3 * value),
      );
    }
    expect([...silu(Float32Array.of(4, -6), { alpha: 0 })]).toEqual([2, -3]);
  });

  it('gate and up side by side in one array, and the output over the gate', () => {
    const packed = Float32Array.of(1, 2, 10, 20, 3, 4, 30, 40); // two rows of two gates and two ups
    const options = { cols: 2, gateRowStride: 4, upRowStride: 4 };
    const want = [10 * swish(1, 1), 20 * swish(2, 1), 30 * swish(3, 1), 40 * swish(4, 1)];
    expectClose(swiglu(packed.subarray(0, 6), packed.subarray(2), options), want);
    const gate = packed.subarray(0, 6);
    expect(swiglu(gate, packed.subarray(2), { ...options, out: gate })).toBe(gate);
    expectClose(packed, [want[0], want[1], 10, 20, want[2], want[3], 30, 40]);
  });
});
