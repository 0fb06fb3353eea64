// Arrays that lose their memory and kernels that were disposed: checked anew at every launch, and no launch begins.
import { describe, expect, it } from 'vitest';
import { compile, layerNorm, reference, rmsNorm, type Kernel } from '../../lib/index.js';
import { kernelCache } from '../../lib/kernels/launches.js';
import { detach, expectRefusal } from '../support/refuse.js';

const f32 = (length: number, value = 1) => new Float32Array(length).fill(value);
const [rows, cols] = [3, 4];

/** Arrays of a call by the name of their argument. */
const fresh = () => ({
  x: f32(rows * cols, 2),
  weight: f32(cols),
  bias: f32(cols, 0),
  y: f32(rows * cols, 7),
  mean: f32(rows, 7),
  invStdDev: f32(rows, 7),
});
type Name = keyof ReturnType<typeof fresh>;
const names = Object.keys(fresh()) as Name[];
const program = layerNorm.program({ mean: true, invStdDev: true });

function call({ x, weight, bias, y: out, mean, invStdDev }: ReturnType<typeof fresh>) {
  return layerNorm(x, weight, bias, { cols, out, mean, invStdDev });
}
const callName = (name: Name) => (name === 'y' ? 'out' : name);

describe('a detached array', () => {
  const refusal = (argument: string, arrays: object) => ({
    code: 'ERR_BUFFER_DETACHED' as const,
    argument,
    says: ['detached'],
    arrays: Object.values(arrays),
  });

  it.each(names)('%s of a one-line call', (name) => {
    const arrays = fresh();
    detach(arrays[name]);
    const error = expectRefusal(() => call(arrays), refusal(callName(name), arrays));
    expect(error).toBeInstanceOf(TypeError);
    if (name === 'x' || name === 'weight') {
      expectRefusal(() => rmsNorm(arrays.x, arrays.weight, { cols }), refusal(name, arrays));
    }
  });

  it.each(names)('%s of a one-line call that has no rows', (name) => {
    const none = f32(0);
    const arrays = { ...fresh(), x: none, y: none, mean: none, invStdDev: none, [name]: detach(f32(4)) };
    expectRefusal(() => call(arrays), refusal(callName(name), arrays));
  });

  it.each(names)('%s of record(), set() and reference()', (name) => {
    const kernel = compile(program, { cols });
    const arrays = fresh();
    const record = kernel.record({ ...arrays, eps: 0 });
    detach(arrays[name]);
    const args = { ...arrays, eps: 0 };
    expectRefusal(() => kernel.record(args), refusal(name, arrays));
    expectRefusal(() => reference(program, { cols }, args), refusal(name, arrays));
    expectRefusal(() => record.set({ [name]: arrays[name] }), refusal(name, arrays));
    const strided = { ...args, [name]: { data: arrays[name] } };
    expectRefusal(() => kernel.record(strided), refusal(`${name}.data`, arrays));
    kernel.dispose();
  });

  it.each(names)('%s, between record() and launch()', (name) => {
    const kernel = compile(program, { cols });
    const arrays = fresh();
    const record = kernel.record({ ...arrays, eps: 0 });
    kernel.launch(record);
    for (const key of ['y', 'mean', 'invStdDev'] as const) arrays[key].fill(7);
    detach(arrays[name]);
    for (const launch of [
      () => kernel.launch(record),
      () => kernel.launch(record, { programs: [0, 1] }),
      () => kernel.launch(record, { programs: [1, 1] }),
    ]) {
      expectRefusal(launch, refusal(name, arrays));
    }
    record.set({ [name]: fresh()[name] }); // heals it
    kernel.launch(record);
    if (name !== 'mean') expect([...arrays.mean]).toEqual([2, 2, 2]);
    kernel.dispose();
  });

  it('is noticed when a getter of the options detaches it on the way', () => {
    for (const name of ['x', 'weight', 'y'] as const) {
      const { x, weight, y } = fresh();
      const options = {
        out: y,
        get plan() {
          detach({ x, weight, y }[name]);
          return undefined;
        },
      };
      expectRefusal(() => rmsNorm(x, weight, options), refusal(callName(name), { x, weight, y }));
    }
  });
});

/** Resizable buffers are younger than the library of types that this project compiles against. */
interface Resizable extends ArrayBuffer {
  resize(bytes: number): void;
}

describe('a resizable buffer that shrinks after record()', () => {
  const resizable = (length: number): Resizable =>
    new (ArrayBuffer as any)(4 * length, { maxByteLength: 8 * length }) as Resizable;

  it.each(
    names.flatMap((name): [Name, string][] => [
      [name, 'of a fixed length'],
      [name, 'that follows its buffer'],
    ]),
  )('%s %s', (name, kind) => {
    const kernel = compile(program, { cols });
    const arrays = fresh();
    const { length } = arrays[name];
    const buffer = resizable(length);
    const array =
      kind === 'of a fixed length' ? new Float32Array(buffer, 0, length) : new Float32Array(buffer);
    array.set(arrays[name]);
    arrays[name] = array;
    const record = kernel.record({ ...arrays, eps: 0 });
    kernel.launch(record);

    for (const key of ['y', 'mean', 'invStdDev'] as const) arrays[key].fill(7);
    for (const bytes of [4 * length - 4, 4, 0]) {
      buffer.resize(bytes);
      // A view of a fixed length is out of bounds then, and reads as empty.
      const left = kind === 'of a fixed length' ? 0 : bytes / 4;
      expectRefusal(() => kernel.launch(record), {
        code: 'ERR_BUFFER_LENGTH',
        argument: name,
        says: [`at least ${length}`, `given ${left} elements`],
        arrays: Object.values(arrays),
      });
    }
    buffer.resize(8 * length); // and longer again, zeros in the new part
    kernel.launch(record);
    expect(arrays[name].length).toBe(kind === 'of a fixed length' ? length : 2 * length);
    kernel.dispose();
  });

  it('is an error in a one-line call, not a wrong access', () => {
    const buffer = resizable(rows * cols);
    const out = new Float32Array(buffer, 4 * cols, (rows - 1) * cols);
    const x = f32((rows - 1) * cols);
    rmsNorm(x, f32(cols), { out });
    buffer.resize(4 * (rows * cols - 1));
    expectRefusal(() => rmsNorm(x, f32(cols), { out }), {
      code: 'ERR_BUFFER_LENGTH',
      argument: 'out',
      arrays: [x, new Float32Array(buffer)],
    });
  });
});

describe('a disposed kernel', () => {
  const refusal = {
    code: 'ERR_KERNEL_DISPOSED' as const,
    argument: 'kernel',
    says: ['rms_norm', 'disposed'],
  };

  function disposed(): { kernel: Kernel; record: ReturnType<Kernel['record']>; y: Float32Array } {
    const kernel = compile(rmsNorm.program(), { cols });
    const y = f32(rows * cols, 7);
    const record = kernel.record({ x: f32(rows * cols), weight: f32(cols), eps: 0, y });
    kernel.dispose();
    return { kernel, record, y };
  }

  it('refuses every use, and says so', () => {
    const { kernel, record, y } = disposed();
    expect(kernel.disposed).toBe(true);
    const uses: (() => unknown)[] = [
      () => kernel.launch(record),
      () => kernel.launch(record, { programs: [0, 1] }),
      () => kernel.record({ x: f32(4), weight: f32(4), eps: 0, y: f32(4) }),
      () => kernel.asm,
      () => record.set({ y: { data: f32(40), rowStride: 8 } }),
      () => record.set({ eps: 1 }),
    ];
    for (const use of uses) expectRefusal(use, { ...refusal, arrays: [y] });
    kernel.dispose();
    kernel[Symbol.dispose]();
    expect(kernel.plan.features).toBe('native');
    expect(kernel.specialization.clones).toBe(1);
  });

  it('refuses artifacts that were asked for before', () => {
    const kernel = compile(rmsNorm.program(), { cols });
    const { asm } = kernel;
    kernel.dispose();
    for (const what of ['llvm', 'optimized', 'assembly', 'object'] as const)
      expectRefusal(() => asm[what], refusal);
    expect(asm.tile).toBe(String(rmsNorm.program()));
  });

  it('is compiled again behind one-line calls', () => {
    const [x, w] = [f32(8), f32(4)];
    const before = rmsNorm(x, w);
    kernelCache.clear();
    expect(rmsNorm(x, w)).toEqual(before);
  });

  it('leaves other kernels of the same program alone', () => {
    const other = compile(rmsNorm.program(), { cols });
    const { record } = disposed();
    const y = f32(rows * cols, 7);
    other.launch(other.record({ x: f32(rows * cols, 3), weight: f32(cols, 2), eps: 0, y }));
    expect([...y]).toEqual(Array(rows * cols).fill(2));
    expect(record.rows).toBe(rows);
    other.dispose();
  });
});
