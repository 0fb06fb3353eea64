// What meanPool and quantizeRows refuse: code, argument, and not one byte changed.
import { describe, expect, it } from 'vitest';
import { meanPool, quantizeRows, type MeanPoolOptions, type QuantizeRowsOptions } from '../../lib/index.js';
import { detach, expectRefusal, type Refusal } from '../support/refuse.js';

const type = 'ERR_INVALID_ARG_TYPE';
const value = 'ERR_INVALID_ARG_VALUE';
const length = 'ERR_BUFFER_LENGTH';
const isDetached = 'ERR_BUFFER_DETACHED';
const overlap = 'ERR_BUFFER_OVERLAP';

const array = () => Float32Array.of(1, 2, 3, 4, 5, 6);
const none = new Float32Array(0);

describe('meanPool', () => {
  const refuse = (
    x: unknown,
    options: object,
    code: Refusal['code'],
    argument: string,
    says?: Refusal['says'],
  ) => {
    const out = new Float32Array(6).fill(9);
    const all = { cols: 2, out, ...options } as MeanPoolOptions;
    expectRefusal(() => meanPool(x as Float32Array, all), { code, argument, says, arrays: [x, out] });
  };

  it('refuses bad arrays', () => {
    for (const axis of ['rows', 'columns']) {
      for (const bad of [null, undefined, [1, 2], new Float64Array(6), 'x', 7])
        refuse(bad, { axis }, type, 'x');
      refuse(new Uint16Array(6), { axis }, type, 'dtype');
      refuse(detach(array()), { axis }, isDetached, 'x');
      refuse(array(), { axis, out: detach(array()) }, isDetached, 'out');
      refuse(array(), { axis, out: [] }, type, 'out');
      refuse(array(), { axis, out: new Float32Array(1) }, length, 'out');
      refuse(array().subarray(1), { axis }, length, 'x', ['whole rows of 2']);
      const memory = new Float32Array(9).fill(1);
      refuse(memory.subarray(0, 6), { axis, out: memory.subarray(4) }, overlap, 'out');
      refuse(memory.subarray(0, 6), { axis, out: memory.subarray(0, 6) }, overlap, 'out');
    }
    refuse(array(), { cols: 1, rows: 4 }, length, 'x', ['whole rows of 4']);
  });

  it('refuses bad options', () => {
    for (const axis of ['row', '', null, 0]) refuse(array(), { axis }, value, 'axis', ['rows', 'columns']);
    for (const axis of ['rows', 'columns']) {
      for (const cols of [undefined, null, '2']) refuse(array(), { axis, cols }, type, 'cols');
      for (const cols of [-1, 1.5, NaN, 2 ** 31]) refuse(array(), { axis, cols }, value, 'cols');
      refuse(array(), { axis, outRowStride: axis === 'rows' ? 1 : 0 }, value, 'outRowStride');
      refuse(array(), { axis, outRowStride: null }, type, 'outRowStride');
      refuse(array(), { axis, plan: { width: 3 } }, 'ERR_INVALID_PLAN', 'plan.width');
      refuse(array(), { axis, inner: 2 }, value, 'inner');
      refuse(array(), { axis, pool: {} }, type, 'pool');
    }
    for (const rows of [-1, 1.5, NaN]) refuse(array(), { rows }, value, 'rows');
    refuse(array(), { rows: '2' }, type, 'rows');
    for (const batchStride of [5, NaN, 6.5]) refuse(array(), { batchStride }, value, 'batchStride');
    refuse(array(), { rowStride: 2 }, value, 'rowStride', ["nothing, for axis 'rows'"]);
    refuse(array(), { axis: 'columns', rows: 3 }, value, 'rows', ["nothing, for axis 'columns'"]);
    refuse(array(), { axis: 'columns', batchStride: 6 }, value, 'batchStride');
    refuse(array(), { axis: 'columns', rowStride: 1 }, value, 'rowStride');
    refuse(array(), { rows: 0 }, length, 'x');
  });

  it('gives an empty result for an empty array', () => {
    for (const axis of ['rows', 'columns'] as const) {
      expect(meanPool(none, { cols: 3, axis })).toHaveLength(0);
      expect(meanPool(none, { cols: 0, axis })).toHaveLength(0);
      refuse(none, { axis, out: [] }, type, 'out');
      refuse(none, { axis, plan: { width: 3 } }, 'ERR_INVALID_PLAN', 'plan.width');
    }
  });

  it('.program refuses unknown variants', () => {
    const refuseProgram = (options: unknown, code: Refusal['code'], argument: string) =>
      expectRefusal(() => meanPool.program(options as never), { code, argument });
    refuseProgram({ axis: 'x' }, value, 'axis');
    refuseProgram({ dtype: 'i8' }, value, 'dtype');
    refuseProgram({ inner: true }, value, 'inner');
    refuseProgram(null, type, 'options');
    expect(meanPool.program({ axis: 'rows' })).toBe(meanPool.program());
  });
});

describe('quantizeRows', () => {
  const refuse = (
    x: unknown,
    options: object,
    code: Refusal['code'],
    argument: string,
    says?: Refusal['says'],
  ) => {
    const [out, scale] = [new Int8Array(6).fill(9), new Float32Array(3).fill(9)];
    const all = { cols: 2, out, scale, ...options } as QuantizeRowsOptions;
    expectRefusal(() => quantizeRows(x as Float32Array, all), {
      code,
      argument,
      says,
      arrays: [x, out, scale],
    });
  };

  it('refuses bad arrays', () => {
    for (const bad of [null, undefined, [1, 2], new Float64Array(6), new Int8Array(6)])
      refuse(bad, {}, type, 'x');
    refuse(new Uint16Array(6), {}, type, 'dtype');
    refuse(detach(array()), {}, isDetached, 'x');
    for (const out of [[], new Uint8Array(6), array(), null]) refuse(array(), { out }, type, 'out');
    for (const scale of [[], new Int8Array(3), null]) refuse(array(), { scale }, type, 'scale');
    refuse(array(), { out: new Int8Array(5) }, length, 'out');
    refuse(array(), { scale: new Float32Array(2) }, length, 'scale');
    refuse(array(), { scale: detach(new Float32Array(3)) }, isDetached, 'scale');
    refuse(array().subarray(1), {}, length, 'x');
    const memory = new Float32Array(9).fill(1);
    const bytes = new Int8Array(memory.buffer, 4, 6);
    refuse(memory.subarray(0, 6), { out: bytes }, overlap, 'out', ['x']);
    refuse(memory.subarray(0, 6), { scale: memory.subarray(0, 3) }, overlap, 'scale', ['x']);
    refuse(array(), { out: bytes, scale: memory.subarray(0, 3) }, overlap, 'scale', ['out']);
  });

  it('refuses bad options', () => {
    refuse(array(), { cols: undefined }, type, 'cols');
    for (const cols of [-1, 1.5, NaN]) refuse(array(), { cols }, value, 'cols');
    refuse(array(), { rowStride: 1 }, value, 'rowStride');
    refuse(array(), { outRowStride: 1 }, value, 'outRowStride');
    refuse(array(), { out: undefined, outRowStride: 2 ** 40 }, value, 'outRowStride');
    refuse(array(), { bits: 4 }, value, 'bits');
    refuse(array(), { dtype: 'i8' }, value, 'dtype');
  });

  it('gives empty results for no rows and no columns', () => {
    const empty = { out: new Int8Array(0), scale: none };
    expect(quantizeRows(none, { cols: 2 })).toEqual(empty);
    expect(quantizeRows(none, { cols: 0 })).toEqual(empty);
    refuse(none, { out: [] }, type, 'out');
    refuse(none, { scale: [] }, type, 'scale');
    refuse(none, { plan: { width: 3 } }, 'ERR_INVALID_PLAN', 'plan.width');
  });

  it('.program refuses unknown variants', () => {
    expectRefusal(() => quantizeRows.program({ dtype: 'i8' } as never), { code: value, argument: 'dtype' });
    expectRefusal(() => quantizeRows.program({ scale: true } as never), { code: value, argument: 'scale' });
    expect(quantizeRows.program({ dtype: 'f32' })).toBe(quantizeRows.program());
  });
});
