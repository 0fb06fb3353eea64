// The storage types once more, slowly and in FP64: what a number is as f16, bf16 or i8, and back. Written without a
// look at the library's own conversions.
import type { DType, OutputDType, StorageArray } from '../../lib/index.js';

interface FloatFormat {
  /** Bits of the fraction. */
  readonly fraction: number;
  /** Exponent of the least normal number. */
  readonly least: number;
  /** Exponent of the largest numbers. */
  readonly largest: number;
}

const formats: Readonly<Record<'f16' | 'bf16', FloatFormat>> = {
  f16: { fraction: 10, least: -14, largest: 15 },
  bf16: { fraction: 7, least: -126, largest: 127 },
};

export function roundTiesToEven(value: number): number {
  const low = Math.floor(value);
  const rest = value - low;
  return rest > 0.5 || (rest === 0.5 && low % 2 !== 0) ? low + 1 : low;
}

function exponentOf(magnitude: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, magnitude);
  return ((view.getUint16(0) >> 4) & 0x7ff) - 1023;
}

/** The bits of the number nearest to `value`, ties to even. */
export function encodeFloat(value: number, dtype: 'f16' | 'bf16'): number {
  const { fraction, least, largest } = formats[dtype];
  const infinity = (largest - least + 2) * 2 ** fraction;
  const sign = Object.is(Math.sign(value), -0) || value < 0 ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  if (Number.isNaN(value)) return infinity + 2 ** (fraction - 1);
  if (magnitude === Infinity) return sign + infinity;
  const exponent = Math.max(exponentOf(magnitude), least);
  const units = roundTiesToEven(magnitude / 2 ** (exponent - fraction)); // may carry to the next exponent
  return sign + Math.min((exponent - least) * 2 ** fraction + units, infinity);
}

/** The number that bits stand for. */
export function decodeFloat(bits: number, dtype: 'f16' | 'bf16'): number {
  const { fraction, least, largest } = formats[dtype];
  const sign = bits >= 0x8000 ? -1 : 1;
  const exponent = Math.floor((bits % 0x8000) / 2 ** fraction);
  const part = (bits % 2 ** fraction) / 2 ** fraction;
  if (exponent === largest - least + 2) return part === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * part * 2 ** least : sign * (1 + part) * 2 ** (exponent - 1 + least);
}

/** What an element of an array of `dtype` stands for. */
export function decode(element: number, dtype: DType): number {
  return dtype === 'f16' || dtype === 'bf16' ? decodeFloat(element, dtype) : element;
}

/** The element that holds `value`, rounded once. */
export function encode(value: number, dtype: OutputDType): number {
  switch (dtype) {
    case 'f32':
      return Math.fround(value);
    case 'i8':
      return Number.isNaN(value) ? 0 : Math.max(-128, Math.min(127, roundTiesToEven(value))) + 0;
    default:
      return encodeFloat(value, dtype);
  }
}

export function newStorage(
  dtype: DType,
  length: number,
): Exclude<StorageArray, { [Symbol.toStringTag]: 'Float16Array' }> {
  switch (dtype) {
    case 'f32':
      return new Float32Array(length);
    case 'i8':
      return new Int8Array(length);
    case 'i32':
      return new Int32Array(length);
    default:
      return new Uint16Array(length);
  }
}

/** Numbers as an array of `dtype`. */
export function encodeAll(values: ArrayLike<number>, dtype: OutputDType) {
  const array = newStorage(dtype, values.length);
  for (let i = 0; i < values.length; ++i) array[i] = encode(values[i], dtype);
  return array;
}

export function decodeAll(array: ArrayLike<number>, dtype: DType): Float64Array {
  return Float64Array.from({ length: array.length }, (_, i) => decode(array[i], dtype));
}

/** Expects the elements of `want`; NaNs need only be quiet. */
export function expectElements(
  got: ArrayLike<number>,
  want: ArrayLike<number>,
  dtype: DType,
  what: string,
): void {
  if (got.length !== want.length) throw new Error(`${what}: ${got.length} elements, expected ${want.length}`);
  for (let i = 0; i < want.length; ++i) {
    if (Object.is(got[i], want[i])) continue;
    const isNaNs = Number.isNaN(decode(got[i], dtype)) && Number.isNaN(decode(want[i], dtype));
    const quiet = dtype === 'f16' ? 0x200 : dtype === 'bf16' ? 0x40 : 0;
    if (isNaNs && (dtype === 'f32' || (got[i] & quiet) !== 0)) continue;
    throw new Error(
      `${what}: element ${i} is ${got[i]} (${decode(got[i], dtype)}), want ${want[i]} (${decode(want[i], dtype)})`,
    );
  }
}
