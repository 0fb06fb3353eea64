// Storage types: what the buffers of a program hold in memory, and which arrays carry it. Programs compute in f32
// whatever their buffers hold; see docs/numerics.md on the conversions.
//
// Arrays are told by their tag and not by instanceof, so those of another realm (vm, jest) are as good as ours.
import type { DType, OutputDType } from './types.js';

/** What this package needs of a Float16Array; Node has that class from version 24 on. */
export interface Float16ArrayLike {
  readonly [Symbol.toStringTag]: 'Float16Array';
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  readonly length: number;
  [index: number]: number;
}

/** Arrays that buffers may be. Values of f16 and bf16 stand in a Uint16Array as their bits. */
export type StorageArray = Float32Array | Uint16Array | Int8Array | Int32Array | Float16ArrayLike;

export interface DTypeFacts {
  /** Bytes of one element. */
  readonly bytes: number;
  /** Tags of the arrays that carry it. */
  readonly arrays: readonly string[];
  /** The same in words. */
  readonly expected: string;
}

type Float16ArrayConstructor = new (length: number) => Float16ArrayLike;
const float16Array = (globalThis as { Float16Array?: Float16ArrayConstructor }).Float16Array;

export const dtypes: Readonly<Record<DType, DTypeFacts>> = Object.freeze({
  f32: { bytes: 4, arrays: ['Float32Array'], expected: 'a Float32Array' },
  f16: {
    bytes: 2,
    arrays: ['Uint16Array', 'Float16Array'],
    expected: `a Uint16Array${float16Array === undefined ? '' : ' or Float16Array'} of f16`,
  },
  bf16: { bytes: 2, arrays: ['Uint16Array'], expected: 'a Uint16Array of bf16' },
  i8: { bytes: 1, arrays: ['Int8Array'], expected: 'an Int8Array' },
  i32: { bytes: 4, arrays: ['Int32Array'], expected: 'an Int32Array' },
});

export const inputDTypes: readonly DType[] = Object.freeze(['f32', 'f16', 'bf16', 'i8', 'i32'] as const);
export const outputDTypes: readonly OutputDType[] = Object.freeze(['f32', 'f16', 'bf16', 'i8'] as const);

const tag = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
) as { readonly get: { call(value: unknown): string | undefined } };

/** Class name of a typed array of any realm; undefined for everything else, whatever it pretends to be. */
export function arrayTag(value: unknown): string | undefined {
  return tag.get.call(value);
}

/** Whether `value` is an array that carries this dtype. */
export function isArrayOf(value: unknown, dtype: DType): value is StorageArray {
  const name = arrayTag(value);
  return name !== undefined && dtypes[dtype].arrays.includes(name);
}

/** A new array of zeros of the same class as `array`. */
export function newArrayLike(array: StorageArray, length: number): StorageArray {
  switch (arrayTag(array)) {
    case 'Float16Array':
      return new (float16Array as Float16ArrayConstructor)(length);
    case 'Uint16Array':
      return new Uint16Array(length);
    case 'Int8Array':
      return new Int8Array(length);
    case 'Int32Array':
      return new Int32Array(length);
    default:
      return new Float32Array(length);
  }
}
