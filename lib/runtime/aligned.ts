// Arrays whose memory suits vectors: 64-byte aligned, and safe in asynchronous launches.
import { invalidType, invalidValue, TileSimdError } from '../errors.js';
import { fromNative } from '../native/errors.js';
import { native } from '../native/load.js';

/** Bytes of a cache line, and of the widest vector. */
const alignment = 64;

const classes = {
  Float32Array,
  Uint16Array,
  Int8Array,
  Int32Array,
  Uint8Array,
  Float64Array,
} as const;

type ClassOf = typeof classes;

/** Names of the arrays that allocAligned makes. */
export type AlignedType = keyof ClassOf;

/**
 * A new array of zeros whose first element lies at a multiple of 64 bytes. It lies over a SharedArrayBuffer: that cannot
 * be transferred away, so nothing that its owner does can take the memory from an asynchronous launch; posted to a
 * worker thread, it is the same memory there. `array.byteOffset` need not be 0.
 *
 * @param elements how many, an integer from 0 on.
 * @param type name of the class; Float32Array by default.
 * @throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE; ERR_OUT_OF_MEMORY; ERR_NATIVE_LOAD.
 */
export function allocAligned<T extends AlignedType = 'Float32Array'>(
  elements: number,
  type: T = 'Float32Array' as T,
): InstanceType<ClassOf[T]> {
  if (typeof elements !== 'number') throw invalidType('elements', 'a number', elements);
  if (!Number.isSafeInteger(elements) || elements < 0)
    throw invalidValue('elements', 'an integer from 0 on', elements);
  if (!Object.hasOwn(classes, type)) {
    const names = Object.keys(classes)
      .map((name) => `'${name}'`)
      .join(', ');
    throw invalidValue('type', `one of ${names}`, type);
  }
  const Class = classes[type] as typeof Float32Array;
  const buffer = allocate(elements * Class.BYTES_PER_ELEMENT + alignment);
  const excess = fromNative(() => native().misalignment(new Uint8Array(buffer), alignment));
  const offset = (alignment - excess) % alignment;
  return new Class(buffer, offset, elements) as unknown as InstanceType<ClassOf[T]>;
}

function allocate(bytes: number): SharedArrayBuffer {
  try {
    return new SharedArrayBuffer(bytes);
  } catch (cause) {
    throw new TileSimdError('ERR_OUT_OF_MEMORY', `elements: there is no memory for ${bytes} bytes`, {
      argument: 'elements',
      given: bytes,
      expected: 'fewer elements',
      cause,
    });
  }
}
