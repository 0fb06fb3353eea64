// Storage types and the arrays that carry them: what is accepted, what is refused and how it says so, and overlap
// between arrays of different elements. A refused call changes no byte.
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  compile,
  layerNorm,
  parseProgram,
  program,
  reference,
  rmsNorm,
  type DType,
  type LayerNormOptions,
  type OutputDType,
  type RmsNormOptions,
  type RowArray,
} from '../../lib/index.js';
import { decodeAll, encodeAll, newStorage } from '../support/storage.js';
import { detach, expectRefusal } from '../support/refuse.js';

const f32 = (...values: number[]) => Float32Array.from(values);
const half = (...values: number[]) => encodeAll(values, 'f16') as Uint16Array;
const type = 'ERR_INVALID_ARG_TYPE';
const value = 'ERR_INVALID_ARG_VALUE';

describe('one-line calls', () => {
  it('work on f16 and bf16, with weights of f32 or their own type', () => {
    for (const dtype of ['f16', 'bf16'] as const) {
      const small = (...values: number[]) => encodeAll(values, dtype) as Uint16Array;
      const x = small(3, 4, -6, 8);
      const want = small(0.8485, 2.2627, -0.8485, 2.2627);
      const close = (got: Uint16Array) => {
        expect(got).toBeInstanceOf(Uint16Array);
        decodeAll(got, dtype).forEach((number, i) =>
          expect(number).toBeCloseTo(decodeAll(want, dtype)[i], dtype === 'f16' ? 3 : 1),
        );
      };
      close(rmsNorm(x, f32(1, 2), { eps: 0, dtype }));
      close(rmsNorm(x, small(1, 2), { eps: 0, dtype }));
      const out = small(9, 9, 9, 9, 9);
      expect(rmsNorm(x, small(1, 2), { eps: 0, dtype, out })).toBe(out);
      close(out.subarray(0, 4));
      expect(decodeAll(out, dtype)[4]).toBe(9);
      const mean = f32(0, 0);
      const y = layerNorm(x, f32(1, 1), small(0.5, 0.5), { dtype, mean });
      expect([...mean]).toEqual([3.5, 1]);
      expect(decodeAll(y, dtype)[0]).toBeCloseTo(-0.5, 2);
      expect(rmsNorm(x, null, { dtype, cols: 2, out: x })).toBe(x); // in place
      close(rmsNorm(x, f32(1, 2), { dtype, eps: 0 }));
      expect(rmsNorm(new Uint16Array(0), null, { dtype, cols: 0 })).toEqual(new Uint16Array(0));
    }
  });

  it('take arrays of another realm, and rows at any element', () => {
    const x = runInNewContext('new Uint16Array([0, 0x3c00, 0x4000, 0, 0])') as Uint16Array;
    const y = rmsNorm(x.subarray(1, 3), null, { cols: 2, dtype: 'f16', eps: 0 });
    expect(y).toEqual(half(Math.sqrt(1 / 2.5), 2 * Math.sqrt(1 / 2.5)));
  });

  it('a Uint16Array needs a dtype: the error names both', () => {
    const [x, w] = [half(1, 2), f32(1, 1)];
    const refusal = {
      code: type,
      argument: 'dtype',
      says: [/'f16' or 'bf16'/, /Uint16Array/],
      arrays: [x, w],
    } as const;
    expectRefusal(() => rmsNorm(x, w), refusal);
    expectRefusal(() => layerNorm(x, w, null, {}), refusal);
  });

  it('no other dtype', () => {
    for (const dtype of ['i8', 'f64', 'F16', '', 2, null, {}, 'constructor'] as any[]) {
      const refusal = { code: value, argument: 'dtype', says: ["'f32', 'f16', 'bf16'"] } as const;
      expectRefusal(() => rmsNorm(half(1, 2), f32(1, 1), { dtype }), refusal);
      expectRefusal(() => layerNorm(f32(1, 2), f32(1, 1), null, { dtype }), refusal);
      expectRefusal(() => rmsNorm.program({ dtype }), refusal);
      expectRefusal(() => layerNorm.program({ biasDtype: dtype }), { ...refusal, argument: 'biasDtype' });
    }
    expectRefusal(() => rmsNorm.program({ biasDtype: 'f16' } as never), {
      code: value,
      argument: 'biasDtype',
      says: ['weight, inner, dtype, weightDtype'],
    });
  });

  const arrays = [
    f32(1, 2),
    half(1, 2),
    Int8Array.of(1, 2),
    Int32Array.of(1, 2),
    new Int16Array(2),
    new Float64Array(2),
  ];
  it.each(['f32', 'f16', 'bf16'] as const)('dtype %s takes its own array alone', (dtype) => {
    const own = newStorage(dtype, 2) as RowArray;
    const name = dtype === 'f32' ? 'a Float32Array' : `a Uint16Array.* of ${dtype}`;
    for (const other of arrays) {
      if (other.constructor === own.constructor) continue;
      const given = `given ${other.constructor.name}`;
      const refuse = (
        argument: string,
        call: () => unknown,
        says = [new RegExp(`expected .*${name}`), given],
      ) => expectRefusal(call, { code: type, argument, says, arrays: [other, own] });
      const options = { dtype } as RmsNormOptions<RowArray> & LayerNormOptions<RowArray>;
      refuse('x', () => rmsNorm(other as any, null, { ...options, cols: 2 } as any));
      refuse('out', () => rmsNorm(own, f32(1, 1), { ...options, out: other as any }));
      const none = newStorage(dtype, 0) as RowArray;
      refuse('out', () => rmsNorm(none, f32(1, 1), { ...options, out: other as any }));
      if (other instanceof Float32Array) continue;
      refuse('weight', () => rmsNorm(own, other as any, options));
      refuse('bias', () => layerNorm(own, null, other as any, options));
      refuse('mean', () => layerNorm(own, f32(1, 1), null, { ...options, mean: other as any }), [
        'a Float32Array',
        given,
      ]);
    }
  });

  it('detached arrays', () => {
    const refuse = (argument: string, call: () => unknown) => {
      const error = expectRefusal(call, { code: 'ERR_BUFFER_DETACHED', argument });
      expect(error.expected).toMatch(/Uint16Array.* of f16 over a live buffer/);
    };
    const options = { dtype: 'f16' } as const;
    refuse('x', () => rmsNorm(detach(half(1, 2)), f32(1, 1), options));
    refuse('weight', () => rmsNorm(half(1, 2), detach(half(1, 1)), options));
    refuse('out', () => rmsNorm(half(1, 2), f32(1, 1), { ...options, out: detach(half(1, 2)) }));
  });
});

describe('Float16Array', () => {
  const Float16 = (globalThis as any).Float16Array;
  it.runIf(Float16 !== undefined)('needs no dtype, and gives its own class', () => {
    const x = new Float16([3, 4]);
    const y = rmsNorm(x, f32(1, 1), { eps: 0 });
    expect(y).toBeInstanceOf(Float16);
    expect(y[0]).toBeCloseTo(0.8485, 3);
    expect(rmsNorm(x, new Float16([1, 1]), { eps: 0, out: x })).toBe(x);
    expectRefusal(() => rmsNorm(x, f32(1, 1), { dtype: 'bf16' }), {
      code: type,
      argument: 'x',
      says: ['bf16'],
    });
  });
});

describe('kernels', () => {
  const dtypes: DType[] = ['f32', 'f16', 'bf16', 'i8', 'i32'];
  const copy = (from: DType, to: OutputDType) =>
    program('copy', (b) => {
      const x = b.input('x', { dtype: from });
      b.output('y', { dtype: to }).store(from === 'i32' ? x.toFloat() : x);
    });

  it.each(dtypes)('an input of %s takes its own array alone', (dtype) => {
    const what = copy(dtype, 'f32');
    const kernel = compile(what, { cols: 2 });
    const y = f32(0, 0);
    const record = kernel.record({ x: newStorage(dtype, 2), y });
    for (const other of dtypes) {
      const x = newStorage(other, 2);
      if (x.constructor === newStorage(dtype, 0).constructor) continue;
      const refusal = {
        code: type,
        argument: 'x',
        says: [/expected an? \w+Array/, `given ${x.constructor.name}`],
        arrays: [x, y],
      } as const;
      expectRefusal(() => kernel.record({ x, y }), refusal);
      expectRefusal(() => record.set({ x }), refusal);
      expectRefusal(() => reference(what, { cols: 2 }, { x }), refusal);
      expectRefusal(() => kernel.record({ x: { data: x }, y }), { ...refusal, argument: 'x.data' });
    }
    kernel.launch(record);
    kernel.dispose();
  });

  it('lengths count elements, not bytes', () => {
    const kernel = compile(copy('f16', 'i8'), { cols: 3 });
    expect(kernel.record({ x: half(1, 2, 3, 4, 5, 6), y: new Int8Array(6) }).rows).toBe(2);
    expectRefusal(() => kernel.record({ x: half(1, 2, 3, 4, 5, 6), y: new Int8Array(5) }), {
      code: 'ERR_BUFFER_LENGTH',
      argument: 'y',
      says: ['at least 6'],
    });
    const shrinking = new (ArrayBuffer as any)(12, { maxByteLength: 12 }) as ArrayBuffer & {
      resize(bytes: number): void;
    };
    const record = kernel.record({ x: new Uint16Array(shrinking), y: new Int8Array(6) });
    shrinking.resize(10);
    expectRefusal(() => kernel.launch(record), {
      code: 'ERR_BUFFER_LENGTH',
      argument: 'x',
      says: ['given 5 elements'],
    });
    kernel.dispose();
  });

  it('overlap is a matter of bytes: in place means the same dtype, start and stride', () => {
    const memory = new ArrayBuffer(64);
    const views = {
      f32: new Float32Array(memory, 0, 4),
      i32: new Int32Array(memory, 0, 4),
      f16: new Uint16Array(memory, 0, 4),
      bf16: new Uint16Array(memory, 0, 4),
      i8: new Int8Array(memory, 0, 4),
    };
    for (const from of dtypes)
      for (const to of ['f32', 'f16', 'bf16', 'i8'] as const) {
        const kernel = compile(copy(from, to), { cols: 2 });
        const record = kernel.record({ x: views[from], y: views[to] });
        if (from === to) kernel.launch(record);
        else
          expectRefusal(() => kernel.launch(record), {
            code: 'ERR_BUFFER_OVERLAP',
            argument: 'y',
            says: ['dtype'],
            arrays: [views.f32],
          });
        // Behind the input's last byte is apart from it.
        const size = views[from].BYTES_PER_ELEMENT * 4;
        const y = newStorage(to, 0).constructor as new (b: ArrayBuffer, at: number, n: number) => Int8Array;
        kernel.launch(kernel.record({ x: views[from], y: new y(memory, size, 4) }));
        if (size > 4) {
          const inside = kernel.record({ x: views[from], y: new y(memory, size - 4, 4) });
          expectRefusal(() => kernel.launch(inside), {
            code: 'ERR_BUFFER_OVERLAP',
            argument: 'y',
            arrays: [views.f32],
          });
        }
        kernel.dispose();
      }
  });
});

describe('programs', () => {
  it('print and parse their storage types', () => {
    const text = `program p(cols) {
  input x: row bf16[cols]
  input q: column i8[cols]
  input n: row i32
  output y: row f16[cols]
  output m: row i8

  %0: f32[cols] = load x
  %1: f32[cols] = load q
  %2: i32 = load n
  %3: f32 = toFloat %2
  %4: f32[cols] = mul %0, %1
  %5: f32[cols] = add %4, %3
  %6: f32 = reduce.max %5
  store y, %5
  store m, %6
}
`;
    expect(String(parseProgram(text))).toBe(text);
    for (const [bad, given] of [
      ['row f16[cols]\n  output m', 'row i32[cols]\n  output m'],
      ['output m: row i8', 'output m: row i16'],
    ]) {
      expect(() => parseProgram(text.replace(bad, given))).toThrow(/i32|i16/);
    }
  });

  it('refuse a dtype that is none, and an output of i32', () => {
    for (const dtype of ['f64', 'i16', 1, null] as any[]) {
      expectRefusal(() => program('p', (b) => b.output('y').store(b.input('x', { dtype }))), {
        code: value,
        argument: 'input(options.dtype)',
        says: ["'f32', 'f16', 'bf16', 'i8', 'i32'"],
      });
    }
    expectRefusal(() => program('p', (b) => b.output('y', { dtype: 'i32' as never }).store(b.input('x'))), {
      code: value,
      argument: 'output(options.dtype)',
      says: ["'f32', 'f16', 'bf16', 'i8'"],
    });
  });
});
