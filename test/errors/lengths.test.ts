// Arrays of the wrong length, values out of range, and the empty shapes: a RangeError that gives both lengths, or an
// empty result.
import { describe, expect, it } from 'vitest';
import { compile, layerNorm, reference, rmsNorm } from '../../lib/index.js';
import { expectRefusal } from '../support/refuse.js';

const f32 = (length: number, value = 1) => new Float32Array(length).fill(value);
const refuseLength = (action: () => unknown, argument: string, given: number, arrays: unknown[] = []) => {
  const error = expectRefusal(action, {
    code: 'ERR_BUFFER_LENGTH',
    argument,
    says: ['expected', new RegExp(`given ${given} elements`)],
    arrays,
  });
  expect(error).toBeInstanceOf(RangeError);
  expect(error.given).toBe(given);
};

describe('lengths of the one-line calls', () => {
  const [cols, rows] = [5, 3];
  const w = f32(cols);

  it('x holds whole rows', () => {
    for (const length of [1, 4, 6, 14, 16]) {
      const x = f32(length);
      refuseLength(() => rmsNorm(x, w), 'x', length, [x]);
      refuseLength(() => layerNorm(x, w, w), 'x', length, [x]);
    }
    // With a stride the last row may lack its padding, but no element.
    for (const length of [1, 8, 11, 18]) {
      refuseLength(() => rmsNorm(f32(length), w, { rowStride: 7 }), 'x', length);
    }
    for (const length of [0, 5, 7, 12, 14])
      expect(rmsNorm(f32(length), w, { rowStride: 7 }).length).toBe(5 * Math.ceil(length / 7));
  });

  it('weight and bias have one element per column', () => {
    const x = f32(rows * cols);
    for (const length of [0, 1, 4, 6, 15]) {
      const wrong = f32(length);
      refuseLength(() => rmsNorm(x, wrong, { cols }), 'weight', length, [x, wrong]);
      refuseLength(() => layerNorm(x, wrong, w, { cols }), 'weight', length, [x, wrong]);
      refuseLength(() => layerNorm(x, w, wrong), 'bias', length, [x, wrong]);
    }
  });

  it('outputs are long enough, and may be longer', () => {
    const x = f32(rows * cols);
    for (const length of [0, 1, 14]) {
      const out = f32(length, 7);
      refuseLength(() => rmsNorm(x, w, { out }), 'out', length, [x, out]);
      refuseLength(() => layerNorm(x, w, null, { out }), 'out', length, [x, out]);
    }
    refuseLength(() => rmsNorm(x, w, { out: f32(16), outRowStride: 6 }), 'out', 16, [x]);
    for (const length of [0, 2]) {
      const short = f32(length, 7);
      const out = f32(rows * cols, 7);
      refuseLength(() => layerNorm(x, w, w, { out, mean: short }), 'mean', length, [x, out, short]);
      refuseLength(() => layerNorm(x, w, w, { out, invStdDev: short }), 'invStdDev', length, [x, out]);
    }
    const long = f32(20, 7);
    rmsNorm(x, w, { out: long });
    expect([...long.subarray(15)]).toEqual([7, 7, 7, 7, 7]);
    expect(rmsNorm(x, w, { out: f32(17), outRowStride: 6 })).toHaveLength(17);
  });

  it('no rows give an empty result and no columns too', () => {
    const out = f32(3, 7);
    expect(rmsNorm(f32(0), w)).toHaveLength(0);
    expect(rmsNorm(f32(0), w, { out })).toBe(out);
    expect([...layerNorm(f32(0), w, w, { out, mean: f32(0), invStdDev: f32(2) })]).toEqual([7, 7, 7]);
    expect(rmsNorm(f32(0), f32(0))).toHaveLength(0);
    expect(rmsNorm(f32(0), null, { cols: 0, rowStride: 4 })).toHaveLength(0);
    // But elements in no columns, or arguments that would be wrong with rows, are errors all the same.
    refuseLength(() => rmsNorm(f32(4), f32(0)), 'x', 4);
    refuseLength(() => layerNorm(f32(4), null, null, { cols: 0 }), 'x', 4);
    refuseLength(() => layerNorm(f32(0), w, f32(4)), 'bias', 4);
    expectRefusal(() => rmsNorm(f32(0), w, { out: [] as any }), {
      code: 'ERR_INVALID_ARG_TYPE',
      argument: 'out',
    });
    expectRefusal(() => rmsNorm(f32(0), w, { eps: NaN }), { code: 'ERR_INVALID_ARG_VALUE', argument: 'eps' });
    expectRefusal(() => rmsNorm(f32(0), w, { plan: { width: 3 as any } }), {
      code: 'ERR_INVALID_PLAN',
      argument: 'plan.width',
    });
  });
});

describe('lengths of a record', () => {
  const program = layerNorm.program({ mean: true });
  const kernel = compile(program, { cols: 4 });
  const good = () => ({ x: f32(12), weight: f32(4), bias: f32(4), eps: 0, y: f32(12, 7), mean: f32(3, 7) });

  it.each([
    ['x', 11],
    ['weight', 3],
    ['bias', 0],
    ['y', 11],
    ['mean', 2],
  ])('%s of %i elements', (argument, length) => {
    const args = { ...good(), [argument]: f32(length) };
    refuseLength(() => kernel.record(args), argument, length, Object.values(args));
    refuseLength(() => reference(program, { cols: 4 }, args), argument, length, Object.values(args));
    const record = kernel.record(good());
    refuseLength(() => record.set({ [argument]: f32(length) }), argument, length);
    expect(record.rows).toBe(3);
    kernel.launch(record);
  });

  it('strided rows need their length, without the last padding', () => {
    const strided = (length: number) => ({ ...good(), y: { data: f32(length), rowStride: 6 } });
    kernel.launch(kernel.record(strided(16)));
    refuseLength(() => kernel.record(strided(15)), 'y', 15);
    const means = (length: number) => ({ ...good(), mean: { data: f32(length), rowStride: 3 } });
    kernel.launch(kernel.record(means(7)));
    refuseLength(() => kernel.record(means(6)), 'mean', 6);
  });

  it('no rows run nothing, and no columns are no shape', () => {
    const none = kernel.record({ ...good(), x: f32(0), y: f32(0), mean: f32(0) });
    expect(none.rows).toBe(0);
    kernel.launch(none);
    kernel.launch(none, { programs: [0, 0] });
    for (const cols of [0, -1, 1.5, NaN, Infinity, 2 ** 31, 2 ** 40]) {
      expectRefusal(() => compile(program, { cols }), {
        code: 'ERR_INVALID_ARG_VALUE',
        argument: 'shape.cols',
        says: ['from 1 to 2147483647'],
      });
    }
    for (const shape of [{}, { cols: '4' }, { cols: null }] as any[]) {
      expectRefusal(() => compile(program, shape), { code: 'ERR_INVALID_ARG_TYPE', argument: 'shape.cols' });
    }
    expectRefusal(() => compile(program, { cols: 4, rows: 3 }), {
      code: 'ERR_INVALID_ARG_VALUE',
      argument: 'shape.rows',
    });
  });

  it('a launch takes rows that the record has', () => {
    const args = good();
    const record = kernel.record(args);
    const arrays = Object.values(args);
    const ranges = [
      [-1, 2],
      [0, 4],
      [2, 1],
      [0.5, 2],
      [0, NaN],
      [0, Infinity],
      ['0', 2],
      [0n, 2],
      [4, 4],
    ];
    for (const programs of ranges as any[]) {
      expectRefusal(() => kernel.launch(record, { programs }), {
        code: 'ERR_INVALID_ARG_VALUE',
        argument: 'options.programs',
        says: ['the record', 'given'],
        arrays,
      });
    }
    for (const programs of [null, 3, [0], [0, 1, 2], {}, new Uint32Array(2)] as any[]) {
      expectRefusal(() => kernel.launch(record, { programs }), {
        code: 'ERR_INVALID_ARG_TYPE',
        argument: 'options.programs',
        arrays,
      });
    }
    expectRefusal(() => kernel.launch(record, { pool: {} as any }), {
      code: 'ERR_INVALID_ARG_TYPE',
      argument: 'options.pool',
      arrays,
    });
    expectRefusal(() => kernel.launch(record, { rows: 1 } as any), {
      code: 'ERR_INVALID_ARG_VALUE',
      argument: 'options.rows',
      arrays,
    });
    for (const options of [null, 4] as any[]) {
      expectRefusal(() => kernel.launch(record, options), {
        code: 'ERR_INVALID_ARG_TYPE',
        argument: 'options',
        arrays,
      });
    }
    for (const wrong of [undefined, null, {}, args] as any[]) {
      expectRefusal(() => kernel.launch(wrong), {
        code: 'ERR_INVALID_ARG_TYPE',
        argument: 'record',
        arrays,
      });
    }
    const other = compile(program, { cols: 4 });
    expectRefusal(() => other.launch(record), {
      code: 'ERR_INVALID_ARG_VALUE',
      argument: 'record',
      says: ['of this kernel'],
      arrays,
    });
    other.dispose();
  });
});

describe('numbers out of range', () => {
  const x = f32(6, 3);
  const w = f32(2);
  const out = f32(6, 7);
  const refuse = (argument: string, value: number) => {
    for (const call of [
      () => rmsNorm(x, w, { out, [argument]: value }),
      () => layerNorm(x, w, w, { out, [argument]: value }),
    ]) {
      const error = expectRefusal(call, {
        code: 'ERR_INVALID_ARG_VALUE',
        argument,
        says: ['expected', `given ${Object.is(value, -0) ? '-0' : value}`],
        arrays: [x, w, out],
      });
      expect(error.given).toBe(value);
    }
  };

  it('eps is finite and not negative, in f32', () => {
    for (const eps of [NaN, -1, -1e-30, Infinity, -Infinity, 3.5e38, 1e300]) refuse('eps', eps);
    // 1e-46 is 0 in f32, and -1e-46 is -0, which is not negative.
    for (const eps of [0, -0, 1e-46, -1e-46, 1e-45, 3.4e38]) expect(rmsNorm(x, w, { eps })).toHaveLength(6);
  });

  it('cols is a count', () => {
    for (const cols of [-1, -2, 0.5, 1.5, NaN, Infinity, 2 ** 31, 2 ** 53]) refuse('cols', cols);
  });

  it('strides are at least a row', () => {
    for (const argument of ['rowStride', 'outRowStride']) {
      for (const stride of [0, 1, -2, 2.5, NaN, Infinity, 2 ** 53]) refuse(argument, stride);
    }
  });

  it('a stride beyond every array is of no matter for one row, and an error for two', () => {
    const huge = Number.MAX_SAFE_INTEGER;
    const one = f32(2, 3);
    expect([...rmsNorm(one, w, { rowStride: huge, outRowStride: huge, out: f32(2), eps: 0 })]).toEqual([
      1, 1,
    ]);
    for (const stride of [huge, 2 ** 40, 2 ** 32, 2 ** 31, 2 ** 30]) {
      refuseLength(() => rmsNorm(x, w, { outRowStride: stride, out }), 'out', 6, [x, out]);
    }
    for (const stride of [huge, 2 ** 40, 2 ** 30]) {
      expectRefusal(() => rmsNorm(one, w, { outRowStride: stride }), {
        code: 'ERR_INVALID_ARG_VALUE',
        argument: 'outRowStride',
        says: ['at most 1073741823 elements'],
      });
    }
  });

  it('values that no option has', () => {
    for (const dtype of ['f64', 'i8', 'float32', 'toString', null, 1] as any[]) {
      expectRefusal(() => rmsNorm(x, w, { dtype }), {
        code: 'ERR_INVALID_ARG_VALUE',
        argument: 'dtype',
        says: ["'f32', 'f16', 'bf16'"],
      });
    }
    for (const pool of [{}, 4, undefined] as any[]) {
      if (pool === undefined) continue;
      expectRefusal(() => rmsNorm(x, w, { pool }), { code: 'ERR_INVALID_ARG_TYPE', argument: 'pool' });
    }
  });
});
