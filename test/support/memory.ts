// Arrays with a known pattern around them, so that a byte written outside shows.
import { expect } from 'vitest';

/** Floats of the pattern on each side. */
export const guardFloats = 64;

/** A NaN with a payload: no result has these bits, and a read beyond an array poisons what is computed from it. */
const pattern = 0x7fa5c3e1;

/** What a guarded array may be made with. */
export interface Placement {
  /** In bytes, a multiple of 4: moves the array inside its buffer. */
  readonly byteOffset?: number | undefined;
  /** Makes the buffer a SharedArrayBuffer. */
  readonly shared?: boolean;
}

/** A Float32Array inside a larger buffer full of the pattern. */
export class Guarded {
  readonly array: Float32Array;
  readonly #words: Uint32Array;
  readonly #start: number;

  constructor(length: number, { byteOffset = 0, shared = false }: Placement = {}) {
    this.#start = guardFloats + byteOffset / 4;
    const bytes = 4 * (this.#start + length + guardFloats);
    const buffer = shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
    this.#words = new Uint32Array(buffer).fill(pattern);
    this.array = new Float32Array(buffer, 4 * this.#start, length);
  }

  static of(values: ArrayLike<number>, placement?: Placement): Guarded {
    const guarded = new Guarded(values.length, placement);
    guarded.array.set(values);
    return guarded;
  }

  /** Expects the pattern around the array to be whole, and between its rows where those do not touch. */
  expectUntouchedAround(what: string, rows?: { cols: number; rowStride: number }): void {
    const end = this.#start + this.array.length;
    for (let i = 0; i < this.#words.length; ++i) {
      const inside = i - this.#start;
      const guard =
        i < this.#start || i >= end || (rows !== undefined && inside % rows.rowStride >= rows.cols);
      if (guard && this.#words[i] !== pattern) {
        expect.fail(
          `${what}: float ${inside} of an array of ${this.array.length} was written (its guard is broken)`,
        );
      }
    }
  }
}

/** Bytes of everything that a failing call must leave as it was. */
export class Snapshot {
  readonly #buffers: readonly (readonly [ArrayBufferLike, Uint8Array])[];

  constructor(...arrays: readonly unknown[]) {
    const buffers = new Set<ArrayBufferLike>();
    for (const array of arrays) {
      if (ArrayBuffer.isView(array) && array.buffer.byteLength > 0) buffers.add(array.buffer);
    }
    this.#buffers = [...buffers].map((buffer) => [buffer, new Uint8Array(buffer).slice()]);
  }

  /** Expects every buffer to hold the bytes that it held then; a buffer that shrank, as far as it goes. */
  expectUnchanged(): void {
    for (const [buffer, before] of this.#buffers) {
      if (buffer.byteLength === 0) continue; // shrunk to nothing, or transferred away
      const now = new Uint8Array(buffer);
      expect(Buffer.compare(now, before.subarray(0, now.length))).toBe(0);
    }
  }
}

/** Rows of `cols` elements, `rowStride` apart, taken out of their gaps. */
export function withoutGaps(
  array: Float32Array,
  rows: number,
  cols: number,
  rowStride: number,
): Float32Array {
  const result = new Float32Array(rows * cols);
  for (let row = 0; row < rows; ++row) {
    result.set(array.subarray(row * rowStride, row * rowStride + cols), row * cols);
  }
  return result;
}

/** The reverse, into `array`. */
export function spreadRows(
  values: ArrayLike<number>,
  array: Float32Array,
  cols: number,
  rowStride: number,
): void {
  for (let i = 0; i < values.length; ++i) {
    array[Math.floor(i / cols) * rowStride + (i % cols)] = values[i];
  }
}
