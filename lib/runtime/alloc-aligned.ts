// allocAligned(): arrays that start at a cache line.
//
// JavaScript allocates where it likes, and an address is native code's to know: a buffer with room to spare is made, and
// the view begins at the first multiple of 64 in it. The buffer is a SharedArrayBuffer, because that one can be neither
// detached nor moved: whatever the caller does with the array, native code may go on using its memory.
import { invalidType, invalidValue, TileSimdError } from '../errors.js';
import { native } from '../native/load.js';

const float16Array = (globalThis as { Float16Array?: typeof Uint16Array }).Float16Array;

/** By dtype: the class that carries it, f16 and bf16 as their bits. */
const classes = {
  f32: Float32Array,
  f16: Uint16Array,
  bf16: Uint16Array,
  i8: Int8Array,
  i32: Int32Array,
} as const;

/** Class of a storage array, for `allocAligned`. */
export type StorageArrayClass =
  Float32ArrayConstructor | Uint16ArrayConstructor | Int8ArrayConstructor | Int32ArrayConstructor;

interface ArrayByDtype {
  readonly f32: Float32Array;
  readonly f16: Uint16Array;
  readonly bf16: Uint16Array;
  readonly i8: Int8Array;
  readonly i32: Int32Array;
}

/** What `allocAligned` takes as its type: a dtype, or the class of the array. */
export type AlignedType = keyof ArrayByDtype | StorageArrayClass;

/** The array that `allocAligned` gives for a type. */
export type AlignedArray<T extends AlignedType> = T extends keyof ArrayByDtype
  ? ArrayByDtype[T]
  : T extends StorageArrayClass
    ? InstanceType<T>
    : never;

/** In bytes. */
const alignment = 64;
/** Beyond this no Node has arrays, whatever memory there is. */
const maxElements = 2 ** 32 - 1;

type ArrayClass = new (buffer: SharedArrayBuffer, byteOffset: number, length: number) => ArrayBufferView;

function classOf(type: unknown): { readonly create: ArrayClass; readonly bytes: number } {
  if (typeof type === 'string' && Object.hasOwn(classes, type)) {
    const create = classes[type as keyof typeof classes];
    return { create, bytes: create.BYTES_PER_ELEMENT };
  }
  for (const create of [...Object.values(classes), float16Array])
    if (create !== undefined && type === create) return { create, bytes: create.BYTES_PER_ELEMENT };
  const names = Object.keys(classes).map((name) => `'${name}'`);
  const constructors = [...new Set(Object.values(classes).map(({ name }) => name))];
  const expected = `${names.join(', ')} or one of the classes ${constructors.join(', ')}`;
  if (typeof type === 'string') throw invalidValue('type', expected, type);
  throw invalidType('type', expected, type);
}

/**
 * A new array of zeros whose first element is 64-byte aligned. Kernels take any array; aligned rows spare them cache
 * lines that two rows share and vectors that two lines share. The array lies over a SharedArrayBuffer: worker threads can
 * have it too, and it stays valid in flight whatever the caller does (it can be neither transferred nor detached).
 *
 * @param elements how many, 0 or more.
 * @param type a dtype, by default `f32`, or the class of the array: Float32Array, Uint16Array, Int8Array, Int32Array,
 * and Float16Array where Node has it. `f16` and `bf16` are the bits in a Uint16Array.
 * @returns an array whose `byteOffset` need not be 0.
 * @throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE; ERR_OUT_OF_MEMORY; ERR_NATIVE_LOAD.
 */
export function allocAligned<T extends AlignedType = 'f32'>(elements: number, type?: T): AlignedArray<T>;
export function allocAligned(elements: unknown, type: unknown = 'f32'): ArrayBufferView {
  if (typeof elements !== 'number') throw invalidType('elements', 'a number of elements', elements);
  const { create, bytes } = classOf(type);
  if (!Number.isInteger(elements) || elements < 0 || elements > maxElements)
    throw invalidValue('elements', `an integer from 0 to ${maxElements}`, elements);
  const binding = native();
  try {
    const buffer = new SharedArrayBuffer(elements * bytes + alignment - 1);
    const past = binding.misalignment(new Uint8Array(buffer, 0, 0));
    return new create(buffer, (alignment - past) % alignment, elements);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new TileSimdError('ERR_OUT_OF_MEMORY', `elements: ${elements * bytes} bytes are not to be had`, {
      argument: 'elements',
      given: elements,
      expected: 'as much as there is memory for',
      cause,
    });
  }
}
