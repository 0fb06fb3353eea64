// What l2Normalize, and the option `inner` of all norms, refuse: code, argument, and not one byte changed.
import { describe, expect, it } from 'vitest';
import { l2Normalize, layerNorm, rmsNorm, type L2NormalizeOptions } from '../../lib/index.js';
import { detach, expectRefusal, type Refusal } from '../support/refuse.js';

const type = 'ERR_INVALID_ARG_TYPE';
const value = 'ERR_INVALID_ARG_VALUE';
const length = 'ERR_BUFFER_LENGTH';

const array = () => Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8);

function refuse(
  x: unknown,
  options: object,
  code: Refusal['code'],
  argument: string,
  says?: Refusal['says'],
) {
  const out = new Float32Array(8).fill(9);
  expectRefusal(() => l2Normalize(x as Float32Array, { cols: 2, out, ...options } as L2NormalizeOptions), {
    code,
    argument,
    says,
    arrays: [x, out],
  });
}

describe('l2Normalize', () => {
  it('refuses bad arrays', () => {
    for (const bad of [null, undefined, [1, 2], new Float64Array(8), 'x', 7]) refuse(bad, {}, type, 'x');
    refuse(new Uint16Array(8), {}, type, 'dtype');
    refuse(detach(array()), {}, 'ERR_BUFFER_DETACHED', 'x');
    refuse(array(), { out: detach(array()) }, 'ERR_BUFFER_DETACHED', 'out');
    refuse(array(), { out: new Float32Array(7) }, length, 'out', ['at least 8']);
    refuse(array(), { out: [] }, type, 'out');
    refuse(array().subarray(1), {}, length, 'x');
    const memory = new Float32Array(12);
    refuse(memory.subarray(0, 8), { out: memory.subarray(1, 9) }, 'ERR_BUFFER_OVERLAP', 'out');
  });

  it('refuses bad options', () => {
    refuse(array(), { cols: undefined }, type, 'cols');
    for (const cols of [-1, 1.5, NaN]) refuse(array(), { cols }, value, 'cols');
    for (const eps of [-1, NaN, Infinity, 1e39]) refuse(array(), { eps }, value, 'eps');
    refuse(array(), { eps: '1' }, type, 'eps');
    refuse(array(), { dim: 1 }, value, 'dim', ['inner']);
    refuse(array(), { rowStride: 3, inner: 2 }, value, 'rowStride', ["at least the row's 4 elements"]);
    for (const options of [null, 3])
      expectRefusal(() => l2Normalize(array(), options as never), { code: type, argument: 'options' });
  });

  it('gives an empty result for no rows and no columns', () => {
    const none = new Float32Array(0);
    for (const options of [{ cols: 2 }, { cols: 0 }, { cols: 2, inner: 3 }, { cols: 2, inner: 0 }])
      expect(l2Normalize(none, options)).toHaveLength(0);
    refuse(none, { out: [] }, type, 'out');
    refuse(none, { plan: { width: 3 } }, 'ERR_INVALID_PLAN', 'plan.width');
    refuse(array(), { cols: 0 }, length, 'x');
  });

  it('.program refuses unknown variants', () => {
    const refuseProgram = (options: unknown, code: Refusal['code'], argument: string) =>
      expectRefusal(() => l2Normalize.program(options as never), { code, argument });
    refuseProgram({ weight: true }, value, 'weight');
    refuseProgram({ inner: 2 }, type, 'inner');
    refuseProgram({ dtype: 'i8' }, value, 'dtype');
    refuseProgram(null, type, 'options');
    expect(l2Normalize.program({ inner: false })).toBe(l2Normalize.program());
  });
});

describe('inner', () => {
  const weight = Float32Array.of(1, 1);
  const calls = (options: object): [unknown[], () => unknown][] => {
    const [x, out] = [array(), new Float32Array(8).fill(9)];
    const all = { out, ...options } as object;
    return [
      [[x, out], () => l2Normalize(x, { cols: 2, ...all })],
      [[x, out], () => rmsNorm(x, weight, all)],
      [[x, out], () => layerNorm(x, weight, null, all)],
    ];
  };
  const refuseAll = (options: object, code: Refusal['code'], argument: string) => {
    for (const [arrays, call] of calls(options)) expectRefusal(call, { code, argument, arrays });
  };

  it('is a number of elements that makes whole rows', () => {
    for (const inner of [-1, 1.5, NaN, 2 ** 31, Infinity]) refuseAll({ inner }, value, 'inner');
    for (const inner of [null, '2', {}]) refuseAll({ inner }, type, 'inner');
    refuseAll({ inner: 3 }, length, 'x');
    refuseAll({ inner: 0 }, length, 'x');
  });

  it('counts in the statistics of layerNorm', () => {
    const mean = new Float32Array(3).fill(9);
    const x = array();
    const refusal = { code: length, argument: 'mean', says: ['at least 4'], arrays: [x, mean] } as const;
    expectRefusal(() => layerNorm(x, weight, null, { inner: 2, mean }), refusal);
    expect(layerNorm(x, weight, null, { inner: 2, mean: new Float32Array(4) })).toHaveLength(8);
  });
});
