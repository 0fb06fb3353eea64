// What the activations and softmax refuse, and how they say it: by argument, before a byte is written. And what they
// accept: no rows, no columns.
import { describe, expect, it } from 'vitest';
import {
  gelu,
  geluResidual,
  logSoftmax,
  silu,
  softmax,
  swiglu,
  type ErrorCode,
  type RowArray,
} from '../../lib/index.js';
import { detach, expectRefusal } from '../support/refuse.js';

const f32 = (...values: number[]) => Float32Array.from(values);
const x4 = () => f32(1, 2, 3, 4);
const type: ErrorCode = 'ERR_INVALID_ARG_TYPE';
const value: ErrorCode = 'ERR_INVALID_ARG_VALUE';
const length: ErrorCode = 'ERR_BUFFER_LENGTH';

type AnyCall = (arrays: readonly any[], options?: any) => RowArray;

interface Subject {
  /** The arrays, first to last. */
  readonly inputs: readonly string[];
  readonly strides: readonly string[];
  readonly call: AnyCall;
  readonly program: (options: any) => unknown;
  /** Options that make every call complete. */
  readonly options: Readonly<Record<string, unknown>>;
}

const subjects: Record<string, Subject> = {
  silu: {
    inputs: ['x'],
    strides: ['rowStride'],
    call: ([x], options) => silu(x, options),
    program: (options) => silu.program(options),
    options: {},
  },
  swiglu: {
    inputs: ['gate', 'up'],
    strides: ['gateRowStride', 'upRowStride'],
    call: ([gate, up], options) => swiglu(gate, up, options),
    program: (options) => swiglu.program(options),
    options: {},
  },
  gelu: {
    inputs: ['x'],
    strides: ['rowStride'],
    call: ([x], options) => gelu(x, options),
    program: (options) => gelu.program(options),
    options: {},
  },
  geluResidual: {
    inputs: ['x', 'residual'],
    strides: ['rowStride', 'residualRowStride'],
    call: ([x, residual], options) => geluResidual(x, residual, options),
    program: (options) => geluResidual.program(options),
    options: {},
  },
  softmax: {
    inputs: ['x'],
    strides: ['rowStride'],
    call: ([x], options) => softmax(x, options),
    program: (options) => softmax.program(options),
    options: { cols: 2 },
  },
  logSoftmax: {
    inputs: ['x'],
    strides: ['rowStride'],
    call: ([x], options) => logSoftmax(x, options),
    program: (options) => logSoftmax.program(options),
    options: { cols: 2 },
  },
};

describe.each(Object.entries(subjects))('%s', (_, { inputs, strides, call, program, options }) => {
  const arrays = () => inputs.map(x4);
  const refuse = (given: readonly any[], others: any, code: ErrorCode, argument: string, says?: RegExp[]) =>
    expectRefusal(() => call(given, others === undefined ? undefined : { ...options, ...others }), {
      code,
      argument,
      says,
      arrays: given,
    });

  it('arrays of the wrong class, dtype or length, and detached ones', () => {
    inputs.forEach((name, i) => {
      const withOther = (other: unknown) => arrays().map((array, at) => (at === i ? other : array));
      for (const other of [
        null,
        undefined,
        [1, 2, 3, 4],
        'x',
        4,
        {},
        new Float64Array(4),
        new ArrayBuffer(16),
      ]) {
        refuse(withOther(other), {}, type, name);
      }
      refuse(withOther(new Uint16Array(4)), {}, type, i === 0 ? 'dtype' : name);
      refuse(withOther(detach(x4())), {}, 'ERR_BUFFER_DETACHED', name);
      if (i > 0) {
        for (const wrong of [f32(1, 2, 3), f32(1, 2, 3, 4, 5), f32()])
          refuse(withOther(wrong), {}, length, name, [new RegExp(`given ${wrong.length} elements`)]);
      }
    });
    refuse(arrays(), { out: f32(1, 2, 3) }, length, 'out');
    refuse(arrays(), { out: detach(x4()) }, 'ERR_BUFFER_DETACHED', 'out');
    refuse(arrays(), { out: new Float64Array(4) }, type, 'out');
    refuse(arrays(), { cols: 3 }, length, inputs[0], [/whole rows of 3/]);
  });

  it('options that are none, of the wrong type, or out of range', () => {
    for (const cols of [-1, 1.5, NaN, 2 ** 31]) refuse(arrays(), { cols }, value, 'cols');
    refuse(arrays(), { cols: '2' }, type, 'cols');
    for (const stride of strides) {
      for (const bad of [0, 1, -2, 2.5, NaN]) refuse(arrays(), { cols: 2, [stride]: bad }, value, stride);
      refuse(arrays(), { cols: 2, [stride]: '2' }, type, stride);
    }
    refuse(arrays(), { cols: 2, outRowStride: 1 }, value, 'outRowStride');
    refuse(arrays(), { dtype: 'f64' }, value, 'dtype');
    refuse(arrays(), { pool: {} }, type, 'pool');
    refuse(arrays(), { eps: 1 }, value, 'eps');
    refuse(arrays(), { plan: { width: 3 } }, 'ERR_INVALID_PLAN', 'plan.width');
    refuse(arrays(), { plan: { width: 3 }, out: x4() }, 'ERR_INVALID_PLAN', 'plan.width');
    for (const bad of [null, 4, 'x'])
      expectRefusal(() => call(arrays(), bad), { code: type, argument: 'options' });
    expectRefusal(() => program({ dtype: 'i8' }), { code: value, argument: 'dtype' });
    expectRefusal(() => program({ eps: true }), { code: value, argument: 'eps' });
    expectRefusal(() => program(null), { code: type, argument: 'options' });
  });

  it('an output that shares some elements with an input, or with anything in part', () => {
    inputs.forEach((name, i) => {
      const memory = new Float32Array(16);
      const given = arrays().map((array, at) => (at === i ? memory.subarray(4, 8) : array));
      for (const at of [1, 3, 5, 7]) {
        refuse([...given], { out: memory.subarray(at, at + 4) }, 'ERR_BUFFER_OVERLAP', 'out', [
          new RegExp(`shares elements with ${name}`),
        ]);
      }
      call(given, { ...options, out: memory.subarray(8, 12) });
      call(given, { ...options, out: memory.subarray(0, 4) });
    });
  });

  it('nothing to do is no error, and checked all the same', () => {
    const none = inputs.map(() => f32());
    expect(call(none, options)).toEqual(f32());
    expect(call(none, { ...options, cols: 0 })).toEqual(f32());
    const out = f32(5);
    expect(call(none, { ...options, out })).toBe(out);
    expect([...out]).toEqual([5]);
    refuse(none, { out: [] }, type, 'out');
    refuse(none, { plan: { width: 3 } }, 'ERR_INVALID_PLAN', 'plan.width');
    refuse(arrays(), { cols: 0 }, length, inputs[0], [/no columns/]);
    inputs.slice(1).forEach((name) => refuse([f32(), x4()], {}, length, name));
  });
});

describe('elementwise', () => {
  it('rows apart need the columns', () => {
    expectRefusal(() => silu(x4(), { rowStride: 2 }), { code: type, argument: 'cols' });
    expectRefusal(() => gelu(x4(), { outRowStride: 2 }), { code: type, argument: 'cols' });
    expectRefusal(() => swiglu(x4(), x4(), { upRowStride: 2 }), { code: type, argument: 'cols' });
    expectRefusal(() => swiglu(x4(), x4(), { rowStride: 2 } as never), {
      code: value,
      argument: 'rowStride',
    });
  });

  it('alpha and approximate', () => {
    for (const alpha of [NaN, Infinity, 1e39] as any[]) {
      expectRefusal(() => silu(x4(), { alpha }), { code: value, argument: 'alpha' });
      expectRefusal(() => swiglu(x4(), x4(), { alpha }), { code: value, argument: 'alpha' });
    }
    expectRefusal(() => silu(x4(), { alpha: '1' as never }), { code: type, argument: 'alpha' });
    expectRefusal(() => silu.program({ alpha: 2 as never }), { code: type, argument: 'alpha' });
    for (const approximate of ['erf', true, null, ''] as any[]) {
      const refusal = { code: value, argument: 'approximate', says: ["'none' or 'tanh'"] } as const;
      expectRefusal(() => gelu(x4(), { approximate }), refusal);
      expectRefusal(() => geluResidual(x4(), x4(), { approximate }), refusal);
      expectRefusal(() => gelu.program({ approximate }), refusal);
      expectRefusal(() => geluResidual.program({ approximate }), refusal);
    }
  });
});

describe.each([
  ['softmax', softmax],
  ['logSoftmax', logSoftmax],
] as const)('%s', (_, operator) => {
  const refuse = (options: any, code: ErrorCode, argument: string, says?: RegExp[], x = x4()) =>
    expectRefusal(() => operator(x, options), {
      code,
      argument,
      says,
      arrays: [x, options.mask, options.out],
    });

  it('needs the columns', () => {
    refuse({}, type, 'cols');
  });

  it('scale, causal, offsets and groups', () => {
    for (const scale of [NaN, Infinity, -1e39]) refuse({ cols: 2, scale }, value, 'scale');
    refuse({ cols: 2, scale: null }, type, 'scale');
    for (const causal of [1, null, 'yes']) refuse({ cols: 2, causal }, type, 'causal');
    for (const rowOffset of [0.5, NaN, 2 ** 31])
      refuse({ cols: 2, causal: true, rowOffset }, value, 'rowOffset');
    refuse({ cols: 2, rowOffset: '1' }, type, 'rowOffset');
    for (const rowsPerGroup of [0, -1, 1.5, NaN, 2 ** 31])
      refuse({ cols: 2, mask: f32(0, 0), rowsPerGroup }, value, 'rowsPerGroup');
    refuse({ cols: 2, rowsPerGroup: null }, type, 'rowsPerGroup');
  });

  it('masks of the wrong class or length, which says what would do', () => {
    for (const mask of [[0, 0], 0, 'mask', new Float64Array(2), new Uint16Array(2)])
      refuse({ cols: 2, mask }, type, 'mask');
    refuse({ cols: 2, mask: detach(f32(0, 0)) }, 'ERR_BUFFER_DETACHED', 'mask');
    for (const mask of [f32(), f32(0), f32(0, 0, 0), new Float32Array(6)])
      refuse({ cols: 2, mask }, length, 'mask', [/2 rows of 2, or 2 for all/, /rowsPerGroup/]);
    for (const [rowsPerGroup, elements] of [
      [1, 2],
      [2, 4],
      [3, 0],
    ])
      refuse({ cols: 2, mask: new Float32Array(elements), rowsPerGroup }, length, 'mask', [/rows? of 2/]);
    for (const maskRowStride of [0, 1, 1.5]) {
      refuse({ cols: 2, mask: x4(), maskRowStride }, value, 'maskRowStride');
      refuse({ cols: 2, maskRowStride }, value, 'maskRowStride');
    }
    refuse({ cols: 2, mask: x4(), maskRowStride: 5 }, length, 'mask');
  });

  it('an output over part of the mask, or over a mask that rows share', () => {
    const memory = new Float32Array(12);
    refuse({ cols: 2, mask: memory.subarray(0, 4), out: memory.subarray(1, 5) }, 'ERR_BUFFER_OVERLAP', 'out');
    refuse({ cols: 2, mask: memory.subarray(0, 2), out: memory.subarray(0, 4) }, 'ERR_BUFFER_OVERLAP', 'out');
    const grouped = { mask: memory.subarray(0, 2), rowsPerGroup: 2, out: memory.subarray(0, 4) };
    refuse({ cols: 2, ...grouped }, 'ERR_BUFFER_OVERLAP', 'out');
  });

  it('inner: out of range, in rows that do not come out, with mask or causal', () => {
    for (const inner of [0, -1, 1.5, NaN, 2 ** 31]) refuse({ cols: 2, inner }, value, 'inner');
    refuse({ cols: 2, inner: '2' }, type, 'inner');
    refuse({ cols: 2, inner: 3 }, length, 'x', [/whole rows of 6/]);
    refuse({ cols: 2, inner: 2, rowStride: 3 }, value, 'rowStride', [/4 elements/]);
    refuse({ cols: 2, inner: 2, causal: true }, value, 'causal', [/inner/]);
    refuse({ cols: 2, inner: 2, mask: f32(0, 0) }, value, 'mask', [/inner/]);
    expect(operator(x4(), { cols: 2, inner: 2, causal: false, mask: null })).toHaveLength(4);
    expect(operator(f32(), { cols: 2, inner: 2 })).toHaveLength(0);
    expect(operator(f32(), { cols: 0, inner: 2 })).toHaveLength(0);
  });

  it('programs', () => {
    const program = (options: any) => () => operator.program(options);
    expectRefusal(program({ mask: true }), {
      code: value,
      argument: 'mask',
      says: [/'row', 'column', 'group'/],
    });
    expectRefusal(program({ maskDtype: 'i8' }), { code: value, argument: 'maskDtype' });
    expectRefusal(program({ scale: 2 }), { code: type, argument: 'scale' });
    expectRefusal(program({ inner: true, causal: true }), { code: value, argument: 'causal' });
    expectRefusal(program({ inner: true, mask: 'row' }), { code: value, argument: 'mask' });
    expect(operator.program({ maskDtype: 'f16' })).toBe(operator.program());
  });
});
