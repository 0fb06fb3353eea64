// Aligned arrays: where they lie, what they are, and that nothing takes their memory away.
import { describe, expect, it, vi } from 'vitest';
import { allocAligned, rmsNorm, softmax } from '../../lib/index.js';
import { native } from '../../lib/native/load.js';
import { expectRefusal } from '../support/refuse.js';

const past = (array: ArrayBufferView) => native().misalignment(array);

describe('allocAligned()', () => {
  it('gives arrays of zeros at a multiple of 64 bytes, of every type and length', () => {
    for (const [type, create] of [
      [undefined, Float32Array],
      ['f32', Float32Array],
      ['f16', Uint16Array],
      ['bf16', Uint16Array],
      ['i8', Int8Array],
      ['i32', Int32Array],
      [Float32Array, Float32Array],
      [Uint16Array, Uint16Array],
      [Int8Array, Int8Array],
      [Int32Array, Int32Array],
    ] as const) {
      for (let length = 0; length < 200; ++length) {
        const array = allocAligned(length, type);
        expect(array).toBeInstanceOf(create);
        expect(array.length).toBe(length);
        expect(past(array)).toBe(0);
        expect(array.every((value) => value === 0)).toBe(true);
      }
    }
    expect(past(allocAligned(1 << 24))).toBe(0);
  });

  it('has a Float16Array where this Node has one', () => {
    const { Float16Array } = globalThis as { Float16Array?: any };
    if (Float16Array === undefined)
      return expect(Number(process.versions.node.split('.')[0])).toBeLessThan(24);
    const array: ArrayBufferView = allocAligned(7, Float16Array);
    expect(array).toBeInstanceOf(Float16Array);
    expect(past(array)).toBe(0);
  });

  it('tells the alignment of what is not aligned', () => {
    const array = allocAligned(64);
    expect([0, 1, 2, 15, 16].map((start) => past(array.subarray(start)))).toEqual([0, 4, 8, 60, 0]);
  });

  it('lies over memory that can be neither detached nor resized, and is shared with workers', () => {
    const array = allocAligned(8);
    expect(array.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect((array.buffer as unknown as { growable: boolean }).growable).toBe(false);
    expect(() => structuredClone(array.buffer, { transfer: [array.buffer as never] })).toThrow();
    array[3] = 5;
    const clone = structuredClone(array);
    clone[4] = 6;
    expect([...array.subarray(3, 5)]).toEqual([5, 6]);
  });

  it('serves as input and output', () => {
    const x = allocAligned(12);
    x.set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    const out = allocAligned(12);
    expect(rmsNorm(x, null, { cols: 4, out })).toBe(out);
    expect([...out]).toEqual([...rmsNorm(Float32Array.from(x), null, { cols: 4 })]);
    expect(softmax(x, { cols: 12, out: x })).toBe(x);
  });

  it('refuses what is no length and no type', () => {
    const refuse =
      (code: 'ERR_INVALID_ARG_TYPE' | 'ERR_INVALID_ARG_VALUE', argument: string) => (given: any[]) =>
        expectRefusal(() => allocAligned(...(given as [number])), { code, argument });
    [[], ['8'], [null], [8n], [{}]].forEach(refuse('ERR_INVALID_ARG_TYPE', 'elements'));
    [[-1], [1.5], [NaN], [Infinity], [2 ** 32]].forEach(refuse('ERR_INVALID_ARG_VALUE', 'elements'));
    [
      [1, 'f64'],
      [1, ''],
      [1, 'toString'],
    ].forEach(refuse('ERR_INVALID_ARG_VALUE', 'type'));
    [
      [1, null],
      [1, Float64Array],
      [1, DataView],
      [1, 4],
      [1, {}],
    ].forEach(refuse('ERR_INVALID_ARG_TYPE', 'type'));
    vi.stubGlobal(
      'SharedArrayBuffer',
      class {
        constructor(bytes: number) {
          throw new RangeError(`Array buffer allocation failed: ${bytes}`);
        }
      },
    );
    const { message } = expectRefusal(() => allocAligned(100), {
      code: 'ERR_OUT_OF_MEMORY',
      argument: 'elements',
    });
    expect(message).toContain('400 bytes');
    vi.unstubAllGlobals();
  });

  it('refuses to tell where something else lies', () => {
    for (const other of [undefined, null, 4, new DataView(new ArrayBuffer(8)), new ArrayBuffer(8), [1]])
      expect(() => native().misalignment(other as never)).toThrow(/array: expected a typed array/);
  });
});
