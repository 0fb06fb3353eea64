// Conversions between storage types, on all 65536 patterns of f16 and bf16 and on every boundary of rounding: exact
// against an oracle in JavaScript, at every level of the instruction set, in both mappings, and from the FP64 of
// rescued rows with one rounding in effect.
import { describe, expect, it } from 'vitest';
import {
  compile,
  cpu,
  program,
  reference,
  type DType,
  type OutputDType,
  type PlanOptions,
  type StorageArray,
  type TileProgram,
} from '../../lib/index.js';
import {
  decode,
  decodeAll,
  encode,
  expectElements,
  newStorage,
  roundTiesToEven,
} from '../support/storage.js';

const inputs: readonly DType[] = ['f32', 'f16', 'bf16', 'i8', 'i32'];
const outputs: readonly OutputDType[] = ['f32', 'f16', 'bf16', 'i8'];
const levels = ['native', ...cpu().levels] as readonly NonNullable<PlanOptions['features']>[];

/** The next f32 up or down. */
function beside(value: number, step: 1 | -1): number {
  const floats = Float32Array.of(value);
  new Int32Array(floats.buffer)[0] += value < 0 ? -step : step;
  return floats[0];
}

const patterns16 = Uint16Array.from({ length: 65536 }, (_, i) => i);

/** Every number of f16 and bf16, what lies in the middle of neighbours, and the f32s beside the middle. */
function boundaries(): Float32Array {
  const values: number[] = [];
  for (const dtype of ['f16', 'bf16'] as const)
    for (let bits = 0; bits < 0x7fff; ++bits) {
      const value = decode(bits, dtype);
      // Above the largest finite number the middle is where the next would be.
      const next = Number.isFinite(decode(bits + 1, dtype))
        ? decode(bits + 1, dtype)
        : 2 * value - decode(bits - 1, dtype);
      const middle = value + (next - value) / 2;
      if (!Number.isFinite(value)) continue;
      const sign = bits % 2 === 0 ? 1 : -1;
      values.push(value, sign * middle);
      if (Math.abs(middle) < 3.4e38 && middle > 1e-44)
        values.push(sign * beside(middle, 1), sign * beside(middle, -1));
    }
  for (let quarter = -600; quarter <= 600; ++quarter) {
    const value = quarter / 4;
    values.push(value, beside(value || 1, 1), beside(value || 1, -1));
  }
  values.push(
    0,
    -0,
    NaN,
    Infinity,
    -Infinity,
    1e-45,
    -1e-45,
    3.4028235e38,
    -3.4028235e38,
    2 ** 31,
    -(2 ** 31),
    1e10,
  );
  return Float32Array.from(values);
}

const i32s = (): Int32Array => {
  const values: number[] = [];
  for (let shift = 0; shift < 32; ++shift)
    for (const by of [-3, -2, -1, 0, 1, 2, 3, 64, 65, 128, 129])
      values.push((1 << shift) + by, -(1 << shift) + by);
  for (let small = -300; small <= 300; ++small) values.push(small);
  return Int32Array.from(values);
};

const sources: Readonly<Record<DType, StorageArray>> = {
  f32: boundaries(),
  f16: patterns16,
  bf16: patterns16,
  i8: Int8Array.from({ length: 256 }, (_, i) => i),
  i32: i32s(),
};

const cast = (from: DType, to: OutputDType): TileProgram =>
  program('cast', (b) => {
    const x = b.input('x', { dtype: from });
    b.output('y', { dtype: to }).store(from === 'i32' ? x.toFloat() : x);
  });

/** Rows of `cols` through a kernel; the last row is filled up with zeros. */
function convert(
  what: TileProgram,
  x: StorageArray,
  to: OutputDType,
  cols: number,
  plan: PlanOptions,
): StorageArray {
  const rows = Math.ceil(x.length / cols);
  const { dtype } = what.params[0];
  const padded = newStorage(dtype, rows * cols);
  for (let i = 0; i < x.length; ++i) padded[i] = x[i];
  const kernel = compile(what, { cols }, plan);
  const y = newStorage(to, rows * cols);
  kernel.launch(kernel.record({ x: padded, y }));
  kernel.dispose();
  return y.subarray(0, x.length);
}

/** Both mappings on this machine, one of them at each lower level; other widths for the next pair. */
function plansFor(pair: number): PlanOptions[] {
  const mappings = ['packet-local', 'whole-program'] as const;
  return ['native' as const, ...levels].map((features, i): PlanOptions => {
    const mapping = mappings[(pair + i) % 2];
    // Without masked accesses to small elements every lane is a branch: wide packets would take long to compile.
    const widths = mapping === 'packet-local' || features === 'native' ? [2, 4, 8, 16] : [2, 4, 8];
    const width = widths[(pair + i) % widths.length] as PlanOptions['width'];
    return { features, mapping, width, fullPacket: pair % 2 === 0 };
  });
}

describe.each(inputs)('from %s', (from) => {
  it.each(outputs)('to %s', (to) => {
    const pair = inputs.indexOf(from) * outputs.length + outputs.indexOf(to);
    const x = sources[from];
    const want = Array.from(x, (element) => encode(Math.fround(decode(element, from)), to));
    for (const plan of plansFor(pair)) {
      const got = convert(cast(from, to), x, to, 77, plan);
      expectElements(got, want, to, `${from} to ${to} ${JSON.stringify(plan)}`);
    }
  });

  it('the reference reads every element exactly', () => {
    const x = sources[from];
    const { y } = reference(cast(from, 'f32'), { cols: x.length }, { x });
    const want = decodeAll(x, from);
    expect(y.findIndex((value, i) => !Object.is(value, want[i]))).toBe(-1);
  });
});

describe('from FP64, in rescued rows', () => {
  // In f32 the sum would lose b, and with it which side of the middle it is on.
  const sum = (to: OutputDType): TileProgram =>
    program('sum', (p) => {
      const [a, b] = [p.input('a'), p.input('b')];
      const once = p.scalar('once');
      p.rescue(once.gt(0));
      p.output('y', { dtype: to }).store(a.add(b));
    });

  it.each(outputs)('to %s: one rounding', (to) => {
    const a = sources.f32 as Float32Array;
    const b = a.map((value, i) => (i % 3 === 0 ? 0 : (i % 3 === 1 ? 1 : -1) * Math.abs(value) * 2 ** -27));
    const want = Array.from(a, (value, i) => encode(value + b[i], to));
    const cols = 77;
    const rows = Math.floor(a.length / cols);
    for (const plan of plansFor(outputs.indexOf(to))) {
      const kernel = compile(sum(to), { cols }, plan);
      const y = newStorage(to, rows * cols);
      const slice = (array: Float32Array) => array.subarray(0, rows * cols);
      kernel.launch(kernel.record({ a: slice(a), b: slice(b), once: 1, y }));
      kernel.dispose();
      expectElements(y, want.slice(0, rows * cols), to, `${to} ${JSON.stringify(plan)}`);
    }
  });

  it('reads every type exactly: i32 beyond 2^24 too', () => {
    const exact = program('exact', (p) => {
      const x = p.input('x', { dtype: 'i32' });
      p.rescue(p.scalar('once').gt(0));
      p.output('y').store(
        x
          .toFloat()
          .sub(2 ** 24)
          .sub(1),
      ); // in f32, 2^24 + 1 is 2^24
    });
    for (const plan of plansFor(0)) {
      const kernel = compile(exact, { cols: 3 }, plan);
      const y = new Float32Array(3);
      const run = (once: number) =>
        kernel.launch(kernel.record({ x: Int32Array.of(2 ** 24 + 1, 2 ** 24 + 3, -5), once, y }));
      run(1);
      expect([...y]).toEqual([0, 2, -16777222]);
      run(0);
      expect([...y]).toEqual([-1, 3, -16777220]);
      kernel.dispose();
    }
  });
});

describe('the oracle', () => {
  it('agrees with itself and with what is known', () => {
    for (const dtype of ['f16', 'bf16'] as const)
      for (let bits = 0; bits < 65536; ++bits) {
        const value = decode(bits, dtype);
        if (!Number.isNaN(value) && encode(value, dtype) !== bits) expect.fail(`${dtype} ${bits}: ${value}`);
      }
    expect([65504, 65519.99, 65520, 2 ** -24, 2 ** -25, -0].map((value) => encode(value, 'f16'))).toEqual([
      0x7bff, 0x7bff, 0x7c00, 1, 0, 0x8000,
    ]);
    expect([1, 1 + 2 ** -8, 1 + 3 * 2 ** -8, 2 ** -133].map((value) => encode(value, 'bf16'))).toEqual([
      0x3f80, 0x3f80, 0x3f82, 1,
    ]);
    expect([0.5, 1.5, 2.5, -0.5, 127.5, -129, NaN].map((value) => encode(value, 'i8'))).toEqual([
      0, 2, 2, 0, 127, -128, 0,
    ]);
    expect(roundTiesToEven(-2.5)).toBe(-2);
  });
});
