import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parseProgram } from '../../lib/ir/parse.js';
import { bindArguments } from '../../lib/runtime/arguments.js';
import { lengthFor, rowsIn } from '../../lib/runtime/rows.js';
import { affine } from './support/fake-native.js';
import { expectError } from './support/throws.js';

const f32 = (length: number) => new Float32Array(length);
const cols = 4;
const good = () => ({
  x: f32(8) as unknown,
  shift: f32(4) as unknown,
  scale: 2 as unknown,
  y: f32(8) as unknown,
});
const bind = (changes: Record<string, unknown> = {}, outputs: 'required' | 'optional' = 'required') =>
  bindArguments(affine, { cols }, { ...good(), ...changes }, { outputs });
const refuse = (
  changes: Record<string, unknown>,
  code: Parameters<typeof expectError>[1],
  argument: string,
) => expectError(() => bind(changes), code, argument);

function detachedArray(length: number): Float32Array {
  const array = f32(length);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

describe('rows in a buffer', () => {
  it('are whole rows, of which the last may lack its padding', () => {
    const rows = (length: number) => rowsIn(length, 3, 5);
    expect([0, 3, 4, 5, 8, 9, 10, 13].map(rows)).toEqual([0, 1, 1, 1, 2, 2, 2, 3]);
    expect([1, 2, 6, 7, 11, 12].map(rows)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([0, 3, 6, 7].map((length) => rowsIn(length, 3, 3))).toEqual([0, 1, 2, undefined]);
  });

  it('need the length that lengthFor says, and no element more', () => {
    for (const [rows, extent, stride] of [
      [1, 3, 5],
      [4, 3, 5],
      [4, 3, 3],
      [0, 3, 5],
    ]) {
      expect(rowsIn(lengthFor(rows, extent, stride), extent, stride)).toBe(rows);
    }
  });
});

describe('binding arguments', () => {
  it('gives values and strides in the order of the parameters', () => {
    const x = f32(10);
    const { rows, values, rowStrides } = bind({ x: { data: x, rowStride: 6 }, scale: 0.1 });
    expect(rows).toBe(2);
    expect(values[0]).toBe(x);
    expect(values[2]).toBe(Math.fround(0.1));
    expect(rowStrides).toEqual([6, 0, 0, 4]);
  });

  it('infers rows from the first row-indexed input, wherever it stands', () => {
    const program = parseProgram(`program p(cols) {
      output y: row f32[cols]
      input w: column f32[cols]
      input x: row f32[cols]
      %0 = load w
      %1 = load x
      %2 = mul %0, %1
      store y, %2
    }`);
    const args = { y: f32(100), w: f32(4), x: f32(12) };
    expect(bindArguments(program, { cols }, args, { outputs: 'required' }).rows).toBe(3);
  });

  it('lets other buffers be longer, but not shorter', () => {
    expect(bind({ y: f32(9), shift: f32(5) }).rows).toBe(2);
    expect(refuse({ y: f32(7) }, 'ERR_BUFFER_LENGTH', 'y').message).toMatch(
      /at least 8 \(2 rows of 4\), given 7/,
    );
    expect(refuse({ shift: f32(3) }, 'ERR_BUFFER_LENGTH', 'shift').message).toMatch(/at least 4, given 3/);
    refuse({ y: { data: f32(8), rowStride: 5 } }, 'ERR_BUFFER_LENGTH', 'y');
    expect(bind({ y: { data: f32(9), rowStride: 5 } }).rowStrides[3]).toBe(5);
    expect(refuse({ x: f32(10) }, 'ERR_BUFFER_LENGTH', 'x').message).toMatch(/whole rows of 4, given 10/);
    expect(refuse({ x: { data: f32(8), rowStride: 7 } }, 'ERR_BUFFER_LENGTH', 'x').message).toMatch(
      /rows 7 apart/,
    );
  });

  it('accepts no rows', () => {
    expect(bind({ x: f32(0), y: f32(0) }).rows).toBe(0);
  });

  it('accepts arrays of another realm, Buffers of no kind, and subclasses', () => {
    class Mine extends Float32Array {}
    expect(bind({ x: runInNewContext('new Float32Array(8)') as unknown }).rows).toBe(2);
    expect(bind({ x: new Mine(8) }).rows).toBe(2);
    expect(bind({ x: new Float32Array(new SharedArrayBuffer(32)) }).rows).toBe(2);
  });

  it('refuses what is no Float32Array', () => {
    const others = [
      undefined,
      null,
      4,
      '4',
      [1, 2, 3, 4],
      new Float64Array(8),
      new Uint8Array(32),
      new ArrayBuffer(32),
      {},
    ];
    for (const other of [
      ...others,
      new DataView(new ArrayBuffer(32)),
      Object.create(Float32Array.prototype),
    ]) {
      refuse({ x: other }, 'ERR_INVALID_ARG_TYPE', 'x');
    }
    expect(refuse({ x: new Float64Array(8) }, 'ERR_INVALID_ARG_TYPE', 'x').message).toBe(
      'x: expected a Float32Array or { data, rowStride }, given Float64Array(8)',
    );
    refuse({ x: { data: [1] } }, 'ERR_INVALID_ARG_TYPE', 'x.data');
    for (const other of [undefined, null, '2', 2n, f32(1)])
      refuse({ scale: other }, 'ERR_INVALID_ARG_TYPE', 'scale');
  });

  it('refuses detached arrays', () => {
    expect(refuse({ x: detachedArray(8) }, 'ERR_BUFFER_DETACHED', 'x')).toBeInstanceOf(TypeError);
    refuse({ shift: detachedArray(4) }, 'ERR_BUFFER_DETACHED', 'shift');
    refuse({ y: { data: detachedArray(8) } }, 'ERR_BUFFER_DETACHED', 'y.data');
  });

  it('refuses strides that are none', () => {
    for (const rowStride of [3, 0, -4, 4.5, NaN, Infinity]) {
      refuse({ x: { data: f32(8), rowStride } }, 'ERR_INVALID_ARG_VALUE', 'x.rowStride');
    }
    refuse({ x: { data: f32(8), rowStride: '4' } }, 'ERR_INVALID_ARG_TYPE', 'x.rowStride');
    refuse({ shift: { data: f32(4), rowStride: 4 } }, 'ERR_INVALID_ARG_VALUE', 'shift.rowStride');
    refuse({ x: { data: f32(8), stride: 4 } }, 'ERR_INVALID_ARG_VALUE', 'x.stride');
  });

  it('refuses unknown names, and sees no inherited ones', () => {
    expect(refuse({ gamma: f32(4) }, 'ERR_INVALID_ARG_VALUE', 'gamma').message).toMatch(/x, shift, scale, y/);
    const inherited = Object.create(good()) as Record<string, unknown>;
    expectError(
      () => bindArguments(affine, { cols }, inherited, { outputs: 'required' }),
      'ERR_INVALID_ARG_TYPE',
      'x',
    );
    expectError(
      () => bindArguments(affine, { cols }, null, { outputs: 'required' }),
      'ERR_INVALID_ARG_TYPE',
      'args',
    );
  });

  it('lets outputs be left out only where that is allowed', () => {
    expect(bind({ y: undefined }, 'optional').values[3]).toBeUndefined();
    refuse({ y: undefined }, 'ERR_INVALID_ARG_TYPE', 'y');
  });
});
