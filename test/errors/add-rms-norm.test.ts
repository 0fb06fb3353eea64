// What addRmsNorm refuses: code, argument, and not one byte changed.
import { describe, expect, it } from 'vitest';
import { addRmsNorm, type AddRmsNormOptions } from '../../lib/index.js';
import { detach, expectRefusal, type Refusal } from '../support/refuse.js';

const type = 'ERR_INVALID_ARG_TYPE';
const value = 'ERR_INVALID_ARG_VALUE';
const length = 'ERR_BUFFER_LENGTH';
const overlap = 'ERR_BUFFER_OVERLAP';

const arrays = () => ({
  x: Float32Array.of(1, 2, 3, 4),
  residual: Float32Array.of(5, 6, 7, 8),
  weight: Float32Array.of(1, 1),
  out: new Float32Array(4).fill(9),
  sumOut: new Float32Array(4).fill(9),
});
type Arrays = ReturnType<typeof arrays>;

function refuse(
  changes: Partial<Record<keyof Arrays, unknown>>,
  options: object,
  code: Refusal['code'],
  argument: string,
  says?: Refusal['says'],
): void {
  const all = { ...arrays(), ...changes } as Arrays;
  const { x, residual, weight, out, sumOut } = all;
  const given = { out, sumOut, ...options } as AddRmsNormOptions;
  expectRefusal(() => addRmsNorm(x, residual, weight, given), {
    code,
    argument,
    says,
    arrays: Object.values(all),
  });
}

describe('addRmsNorm', () => {
  it('wants arrays of one dtype', () => {
    for (const name of ['x', 'residual', 'weight', 'out', 'sumOut'] as const) {
      for (const bad of [[1, 2, 3, 4], new Float64Array(4), 'x', 7, new Int8Array(4)])
        refuse({ [name]: bad }, {}, type, name);
      refuse({ [name]: detach(arrays()[name]) }, {}, 'ERR_BUFFER_DETACHED', name);
    }
    for (const name of ['x', 'residual'] as const) refuse({ [name]: null }, {}, type, name);
  });

  it('wants enough of every array', () => {
    for (const name of ['residual', 'out', 'sumOut'] as const)
      refuse({ [name]: new Float32Array(3) }, {}, length, name, ['at least 4', 'given 3']);
    refuse({ x: new Float32Array(3) }, {}, length, 'x');
    refuse({ weight: new Float32Array(3) }, { cols: 2 }, length, 'weight');
    refuse({}, { residualRowStride: 3 }, length, 'residual');
    refuse({}, { sumOutRowStride: 3 }, length, 'sumOut');
  });

  it('wants legal options', () => {
    for (const stride of ['rowStride', 'residualRowStride', 'outRowStride', 'sumOutRowStride']) {
      for (const bad of [1, 2.5, NaN]) refuse({}, { [stride]: bad }, value, stride);
      refuse({}, { [stride]: null }, type, stride);
    }
    for (const eps of [-1, NaN, Infinity]) refuse({}, { eps }, value, 'eps');
    refuse({ weight: null }, {}, type, 'cols');
    refuse({}, { sum: 1 }, value, 'sum');
    refuse({ sumOut: undefined }, { sumOutRowStride: 2 ** 40 }, value, 'sumOutRowStride');
  });

  it('refuses outputs that overlap otherwise than in place', () => {
    const memory = new Float32Array(12).fill(1);
    const one = memory.subarray(0, 4);
    refuse({ x: one }, { out: memory.subarray(2, 6) }, overlap, 'out', ['x']);
    refuse({ residual: one }, { sumOut: memory.subarray(2, 6) }, overlap, 'sumOut', ['residual']);
    refuse({ out: one }, { sumOut: memory.subarray(2, 6) }, overlap, 'sumOut', ['out']);
    refuse({}, { out: one, sumOut: one }, overlap, 'sumOut', ['out']);
    refuse({ weight: memory.subarray(0, 2) }, { sumOut: one }, overlap, 'sumOut', ['weight']);
  });

  it('gives empty results for no rows and no columns, and checks all the same', () => {
    const none = new Float32Array(0);
    expect(addRmsNorm(none, none, arrays().weight)).toEqual({ out: none, sum: none });
    expect(addRmsNorm(none, none, null, { cols: 0, sumOut: none }).sum).toBe(none);
    refuse({ x: none, sumOut: [] }, {}, type, 'sumOut');
    refuse({ x: none, residual: [] }, {}, type, 'residual');
    refuse({ x: none }, { plan: { width: 5 } }, 'ERR_INVALID_PLAN', 'plan.width');
  });
});
