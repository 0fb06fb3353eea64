// Stored elements as FP64 numbers, which is exact for every storage type, and FP64 numbers rounded to what one holds.
import { arrayTag, type StorageArray } from '../ir/dtype.js';
import type { DType } from '../ir/types.js';
import { roundTiesToEven } from './sums.js';

/** The number that the 16 bits of an IEEE half stand for. */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

const word = new Uint32Array(1);
const float = new Float32Array(word.buffer);

/** The number that the 16 bits of a bfloat16 stand for: the upper half of a float's. */
export function bfloatToNumber(bits: number): number {
  word[0] = bits << 16;
  return float[0];
}

/** A binary floating-point format: bits of the fraction, exponents of the least normal and of the largest numbers. */
export interface FloatFormat {
  readonly fraction: number;
  readonly least: number;
  readonly largest: number;
}

export const half: FloatFormat = { fraction: 10, least: -14, largest: 15 };
export const bfloat: FloatFormat = { fraction: 7, least: -126, largest: 127 };

const double = new DataView(new ArrayBuffer(8));

/** Exponent of an FP64 number; that of the subnormal ones is -1023. */
function exponentOf(value: number): number {
  double.setFloat64(0, value);
  return ((double.getUint16(0) >> 4) & 0x7ff) - 1023;
}

/** The nearest number of a format, ties to even. */
export function roundToFormat(value: number, { fraction, least, largest }: FloatFormat): number {
  if (!Number.isFinite(value)) return value;
  const ulp = 2 ** (Math.max(exponentOf(value), least) - fraction);
  const rounded = roundTiesToEven(value / ulp) * ulp;
  return Math.abs(rounded) < 2 ** (largest + 1) ? rounded : Math.sign(value) * Infinity;
}

/** `count` elements of a buffer from `start` on, `stride` apart. */
export function readElements(
  data: StorageArray,
  dtype: DType,
  start: number,
  count: number,
  stride = 1,
): Float64Array {
  const isBits = arrayTag(data) === 'Uint16Array';
  const decode = !isBits ? undefined : dtype === 'f16' ? halfToNumber : bfloatToNumber;
  const values = new Float64Array(count);
  for (let i = 0; i < count; ++i) {
    const element = data[start + i * stride];
    values[i] = decode === undefined ? element : decode(element);
  }
  return values;
}
