// Arguments of the wrong type, for every argument of every public call that takes arrays: TypeError with code
// ERR_INVALID_ARG_TYPE. And what only looks wrong: arrays of another realm, subclasses, shared memory.
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  compile,
  layerNorm,
  reference,
  rmsNorm,
  type KernelArguments,
  type LayerNormOptions,
} from '../../lib/index.js';
import { expectRefusal } from '../support/refuse.js';

const f32 = (...values: number[]) => Float32Array.from(values);
const foreign = (source: string): any => runInNewContext(source);

/** Values that are no Float32Array, with what a message calls them. */
const noArrays: [string, unknown][] = [
  ['7', 7],
  ['"1,2,3"', '1,2,3'],
  ['true', true],
  ['10n', 10n],
  ['Symbol(x)', Symbol('x')],
  ['a function', () => f32(1)],
  ['Array(4)', [1, 2, 3, 4]],
  ['Float64Array(4)', new Float64Array(4)],
  ['Int32Array(4)', new Int32Array(4)],
  ['Uint8Array(16)', Buffer.alloc(16)],
  ['ArrayBuffer', new ArrayBuffer(16)],
  ['SharedArrayBuffer', new SharedArrayBuffer(16)],
  ['DataView', new DataView(new ArrayBuffer(16))],
  ['', { length: 4, 0: 1, 1: 2, 2: 3, 3: 4 }],
  ['', new Proxy(f32(1, 2, 3, 4), {})],
  ['', Object.create(Float32Array.prototype)],
  ['', { [Symbol.toStringTag]: 'Float32Array', length: 4 }],
  ['Float64Array(4)', foreign('new Float64Array(4)')],
];
const given = (name: string) => `given ${name}`.replace(/[()[\]]/g, '\\$&');

/** The arrays of one call, each to be replaced by something else. */
function freshArrays() {
  return { x: f32(1, 2, 3, 4), weight: f32(1, 1), bias: f32(0, 0), out: f32(9, 9, 9, 9), mean: f32(8, 8) };
}

describe.each(noArrays)('%s is no array', (name, value) => {
  const refusal = (argument: string, arrays: object) => ({
    code: 'ERR_INVALID_ARG_TYPE' as const,
    argument,
    says: [new RegExp(given(name)), /expected a Float32Array/],
    arrays: Object.values(arrays),
  });

  it.each(['x', 'weight', 'out'])('rmsNorm: %s', (argument) => {
    const arrays = { ...freshArrays(), [argument]: value };
    const { x, weight, out } = arrays as ReturnType<typeof freshArrays>;
    const error = expectRefusal(() => rmsNorm(x, weight, { out }), refusal(argument, arrays));
    expect(error).toBeInstanceOf(TypeError);
  });

  it.each(['x', 'weight', 'bias', 'out', 'mean', 'invStdDev'])('layerNorm: %s', (argument) => {
    const arrays: Record<string, unknown> = { ...freshArrays(), invStdDev: f32(7, 7), [argument]: value };
    const { x, weight, bias, ...options } = arrays;
    expectRefusal(
      () => layerNorm(x as any, weight as any, bias as any, options as LayerNormOptions),
      refusal(argument, arrays),
    );
  });

  it.each(['x', 'weight', 'y'])('kernel.record, record.set and reference: %s', (argument) => {
    const program = rmsNorm.program();
    const kernel = compile(program, { cols: 2 });
    const good = { x: f32(1, 2, 3, 4), weight: f32(1, 1), eps: 0, y: f32(9, 9, 9, 9) };
    const bad = { ...good, [argument]: value } as KernelArguments;
    expectRefusal(() => kernel.record(bad), refusal(argument, bad));
    expectRefusal(() => reference(program, { cols: 2 }, bad), refusal(argument, bad));
    const record = kernel.record(good);
    expectRefusal(() => record.set({ [argument]: value as any }), refusal(argument, bad));
    kernel.launch(record); // with what was bound before
    expect(good.y[3]).toBeCloseTo(4 / Math.sqrt(12.5), 6);
    const strided = { ...good, [argument]: { data: value } } as KernelArguments;
    expectRefusal(() => kernel.record(strided), refusal(`${argument}.data`, bad));
    kernel.dispose();
  });
});

describe('missing arguments', () => {
  it('null stands for no weight and no bias, and for nothing else', () => {
    const x = f32(1, 2, 3, 4);
    const w = f32(1, 1);
    const code = 'ERR_INVALID_ARG_TYPE';
    for (const nothing of [null, undefined] as any[]) {
      expectRefusal(() => rmsNorm(nothing, w), { code, argument: 'x', says: [`given ${nothing}`] });
      expectRefusal(() => layerNorm(nothing, w, w), { code, argument: 'x', says: [`given ${nothing}`] });
    }
    expectRefusal(() => rmsNorm(x, undefined as any), { code, argument: 'weight', says: ['or null'] });
    expectRefusal(() => layerNorm(x, undefined as any, w), { code, argument: 'weight', says: ['or null'] });
    for (const argument of ['out', 'mean', 'invStdDev']) {
      expectRefusal(() => layerNorm(x, w, w, { [argument]: null }), { code, argument, arrays: [x] });
    }
    expectRefusal(() => rmsNorm(x, null), { code, argument: 'cols', says: ['given undefined'] });
    expectRefusal(() => (rmsNorm as any)(), { code, argument: 'weight' });
    expect(rmsNorm(x, null, { cols: 2 })).toHaveLength(4);
    expect(layerNorm(x, null, undefined, { cols: 2 })).toHaveLength(4);
  });

  it('every parameter of a kernel must be given, and no other', () => {
    const kernel = compile(rmsNorm.program(), { cols: 2 });
    const good: Record<string, any> = { x: f32(1, 2), weight: f32(1, 1), eps: 0, y: f32(0, 0) };
    for (const name of Object.keys(good)) {
      const { [name]: _, ...rest } = good;
      expectRefusal(() => kernel.record(rest), {
        code: 'ERR_INVALID_ARG_TYPE',
        argument: name,
        says: ['given undefined'],
      });
    }
    expectRefusal(() => kernel.record({ ...good, gamma: f32(1) }), {
      code: 'ERR_INVALID_ARG_VALUE',
      argument: 'gamma',
      says: ['x, weight, eps, y'],
    });
    for (const args of [undefined, null, 4, 'x'] as any[]) {
      expectRefusal(() => kernel.record(args), { code: 'ERR_INVALID_ARG_TYPE', argument: 'args' });
    }
    kernel.dispose();
  });
});

describe('scalars and options', () => {
  const x = f32(1, 2, 3, 4);
  const w = f32(1, 1);
  const numbers = ['eps', 'cols', 'rowStride', 'outRowStride'];
  const noNumbers: any[] = [null, '1', 1n, true, [1], {}, f32(1), Symbol('one'), new Number(1)];

  it.each(numbers)('%s must be a number', (argument) => {
    for (const value of noNumbers) {
      for (const call of [
        () => rmsNorm(x, w, { [argument]: value }),
        () => layerNorm(x, w, w, { [argument]: value }),
      ]) {
        expectRefusal(call, {
          code: 'ERR_INVALID_ARG_TYPE',
          argument,
          says: ['expected', 'given'],
          arrays: [x, w],
        });
      }
    }
  });

  it('a kernel takes numbers for its scalars', () => {
    const kernel = compile(rmsNorm.program(), { cols: 2 });
    for (const eps of noNumbers) {
      const args = { x, weight: w, eps, y: f32(0, 0, 0, 0) };
      expectRefusal(() => kernel.record(args), {
        code: 'ERR_INVALID_ARG_TYPE',
        argument: 'eps',
        arrays: [args.y],
      });
    }
    kernel.dispose();
  });

  it('options must be an object of known keys', () => {
    for (const options of [null, 1, 'out', true, 3n] as any[]) {
      const refusal = { code: 'ERR_INVALID_ARG_TYPE' as const, argument: 'options', arrays: [x] };
      expectRefusal(() => rmsNorm(x, w, options), refusal);
      expectRefusal(() => layerNorm(x, w, w, options), refusal);
      const plan = { code: 'ERR_INVALID_ARG_TYPE' as const, argument: 'plan', arrays: [x] };
      expectRefusal(() => rmsNorm(x, w, { plan: options }), plan);
      expectRefusal(() => compile(rmsNorm.program(), { cols: 2 }, options), plan);
    }
    for (const key of ['epsilon', 'Cols', 'axis', 'output']) {
      const refusal = {
        code: 'ERR_INVALID_ARG_VALUE' as const,
        argument: key,
        says: [/one of/],
        arrays: [x],
      };
      expectRefusal(() => rmsNorm(x, w, { [key]: 1 } as any), refusal);
      expectRefusal(() => layerNorm(x, w, w, { [key]: 1 } as any), refusal);
    }
  });

  it('program and shape', () => {
    for (const value of [undefined, null, 'rms_norm', {}, rmsNorm, String(rmsNorm.program())] as any[]) {
      expectRefusal(() => compile(value, { cols: 2 }), {
        code: 'ERR_INVALID_ARG_TYPE',
        argument: 'program',
        says: ['a TileProgram'],
      });
      expectRefusal(() => reference(value, { cols: 2 }, {}), {
        code: 'ERR_INVALID_ARG_TYPE',
        argument: 'program',
      });
    }
    for (const shape of [undefined, null, 4] as any[]) {
      expectRefusal(() => compile(rmsNorm.program(), shape), {
        code: 'ERR_INVALID_ARG_TYPE',
        argument: 'shape',
      });
    }
  });
});

describe('what is an array all the same', () => {
  const expected = rmsNorm(f32(1, 2, 3, 4), f32(2, 3));
  class Mine extends Float32Array {}

  const over = (buffer: ArrayBufferLike, values: Float32Array) => {
    const array = new Float32Array(buffer, 0, values.length);
    array.set(values);
    return array;
  };
  const shared = (values: Float32Array) => over(new SharedArrayBuffer(4 * values.length), values);
  // Node has them, the library of types that this project compiles against has not.
  const resizable = (values: Float32Array) =>
    over(new (ArrayBuffer as any)(4 * values.length, { maxByteLength: 64 }), values);
  const growable = (values: Float32Array) =>
    over(new (SharedArrayBuffer as any)(4 * values.length, { maxByteLength: 64 }), values);

  it.each<[string, (values: Float32Array) => Float32Array]>([
    ['of another realm', (values) => foreign(`Float32Array.from([${values.join()}])`)],
    ['of a subclass', (values) => Mine.from(values)],
    ['over shared memory', shared],
    [
      'with another toStringTag',
      (values) => Object.defineProperty(values, Symbol.toStringTag, { value: 'Float64Array' }),
    ],
    ['over a resizable buffer', resizable],
    ['that follows the length of a resizable buffer', (values) => new Float32Array(resizable(values).buffer)],
    ['over a growable shared buffer', growable],
    ['that cannot be extended', (values) => Object.preventExtensions(values.slice())],
  ])('an array %s', (_, make) => {
    const x = make(f32(1, 2, 3, 4));
    const out = make(f32(0, 0, 0, 0));
    expect(rmsNorm(x, make(f32(2, 3)), { out })).toBe(out);
    expect([...Float32Array.prototype.slice.call(out)]).toEqual([...expected]);
    const kernel = compile(rmsNorm.program(), { cols: 2 });
    const y = make(f32(0, 0, 0, 0));
    kernel.launch(kernel.record({ x, weight: make(f32(2, 3)), eps: 1e-5, y }));
    expect([...Float32Array.prototype.slice.call(y)]).toEqual([...expected]);
    kernel.dispose();
  });

  it('an array whose length lies is taken for what native code sees', () => {
    const lying = (length: number) => Object.defineProperty(f32(1, 2, 3, 4), 'length', { value: length });
    const out = f32(9, 9, 9, 9);
    expectRefusal(() => rmsNorm(lying(2 ** 20), f32(2, 3), { out }), {
      code: 'ERR_BUFFER_LENGTH',
      argument: 'x',
      arrays: [out],
    });
    expectRefusal(
      () =>
        rmsNorm(f32(1, 2, 3, 4), f32(2, 3), { out: Object.defineProperty(f32(0), 'length', { value: 4 }) }),
      {
        code: 'ERR_BUFFER_LENGTH',
        argument: 'out',
      },
    );
    expect([...rmsNorm(lying(2), f32(2, 3), { out })]).toEqual([expected[0], expected[1], 9, 9]);
  });
});
