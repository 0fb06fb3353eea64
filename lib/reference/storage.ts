// Stored elements as FP64 numbers: exact, for every storage type.
import { arrayTag, type StorageArray } from '../ir/dtype.js';
import type { DType } from '../ir/types.js';

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
