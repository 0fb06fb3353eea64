// Buffers of a launch: views at odd places inside larger ones full of a pattern, rows apart, so that a byte that is
// written outside of the elements an output stores shows, and a read outside poisons what is computed from it.
import type { BufferParam, DType, KernelArgument, StorageArray } from '../../lib/index.js';
import { dtypes } from '../../lib/ir/dtype.js';
import { lengthFor } from '../../lib/runtime/rows.js';
import { newStorage } from './storage.js';

type Elements = ReturnType<typeof newStorage>;

/** Elements of the pattern on either side. */
const guard = 64;

/** NaN, or for integers some number: no result is expected to be it. */
const patterns: Readonly<Record<DType, number>> = {
  f32: 0x7fa5c3e1,
  f16: 0x7e57,
  bf16: 0x7fd7,
  i8: 0x5b,
  i32: 0x7a5c3e1f,
};

export interface Layout {
  readonly param: BufferParam;
  /** Elements of a row; in a grid, of all of its programs. */
  readonly extent: number;
  readonly rowStride: number;
  /** Elements by which the view is moved inside its buffer. */
  readonly shift: number;
}

/** The array's bits as integers. */
function bitsOf(array: Elements | StorageArray): Uint8Array | Uint16Array | Uint32Array {
  const { buffer, byteOffset, length } = array;
  switch ((array as Elements).BYTES_PER_ELEMENT) {
    case 1:
      return new Uint8Array(buffer, byteOffset, length);
    case 2:
      return new Uint16Array(buffer, byteOffset, length);
    default:
      return new Uint32Array(buffer, byteOffset, length);
  }
}

export class Placed {
  readonly layout: Layout;
  readonly rows: number;
  readonly array: StorageArray;
  readonly #all: Uint8Array | Uint16Array | Uint32Array;
  readonly #before: Uint8Array | Uint16Array | Uint32Array;
  readonly #start: number;

  /** `values`: the elements of the rows without gaps; none for an output. */
  constructor(layout: Layout, rows: number, values?: Elements) {
    const { param, extent, rowStride, shift } = layout;
    const length = lengthFor(rows, extent, rowStride);
    this.layout = layout;
    this.rows = rows;
    this.#start = guard + shift;
    const whole = newStorage(param.dtype, this.#start + length + guard);
    this.#all = bitsOf(whole).fill(patterns[param.dtype]);
    this.array = whole.subarray(this.#start, this.#start + length);
    if (values !== undefined) {
      const bits = bitsOf(values);
      for (let row = 0; row < rows; ++row)
        this.#all.set(bits.subarray(row * extent, (row + 1) * extent), this.#start + row * rowStride);
    }
    this.#before = this.#all.slice();
  }

  get argument(): KernelArgument {
    const { param, extent, rowStride } = this.layout;
    return param.access === 'column' || rowStride === extent ? this.array : { data: this.array, rowStride };
  }

  /** The rows without what is between them. */
  elements(): Elements {
    const { param, extent, rowStride } = this.layout;
    const result = newStorage(param.dtype, this.rows * extent);
    const bits = bitsOf(result);
    for (let row = 0; row < this.rows; ++row) {
      const from = this.#start + row * rowStride;
      bits.set(this.#all.subarray(from, from + extent), row * extent);
    }
    return result;
  }

  /** Where an element other than those stored in each row has changed; `stored` is empty for inputs. */
  changedOutside(stored: Uint8Array): string | undefined {
    const { extent, rowStride, param } = this.layout;
    for (let i = 0; i < this.#all.length; ++i) {
      if (this.#all[i] === this.#before[i]) continue;
      const inside = i - this.#start;
      const row = Math.floor(inside / rowStride);
      const column = inside - row * rowStride;
      const isStored = inside >= 0 && row < this.rows && column < extent && stored[column] === 1;
      if (!isStored)
        return `${param.name}: element ${inside} of ${this.array.length} (row ${row}, ${column} of ${extent}) was written`;
    }
    return undefined;
  }
}

/** Whether two elements of equal type are the same number; any NaN is. */
export function isSameElement(a: number, b: number, dtype: DType): boolean {
  if (Object.is(a, b)) return true;
  if (dtype === 'f16') return (a & 0x7fff) > 0x7c00 && (b & 0x7fff) > 0x7c00;
  if (dtype === 'bf16') return (a & 0x7fff) > 0x7f80 && (b & 0x7fff) > 0x7f80;
  return false;
}

export const bytesOf = (dtype: DType): number => dtypes[dtype].bytes;
