import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TileSimdError } from '../../lib/errors.js';
import { LaunchStatus } from '../../lib/native/binding.js';
import { compile } from '../../lib/runtime/compile.js';
import { callOf, Slots } from '../../lib/runtime/calls.js';
import { affine, FakeNative } from './support/fake-native.js';
import { expectError } from './support/throws.js';

const { fake } = vi.hoisted(() => ({ fake: { current: undefined as unknown as FakeNative } }));
vi.mock('../../lib/native/load.js', () => ({ native: () => fake.current.binding }));

const f32 = (...values: number[]) => new Float32Array(values);
const cols = 2;
const args = () => ({ x: f32(1, 2, 3, 4), shift: f32(10, 20), scale: 2, y: f32(0, 0, 0, 0) });

beforeEach(() => {
  fake.current = new FakeNative();
});

describe('compile()', () => {
  it('sends the bound program and the resolved plan', () => {
    const kernel = compile(affine, { cols }, { mapping: 'packet-local', width: 8, features: 'x86-64-v3' });
    const [request] = fake.current.requests;
    expect(request.ir.dims).toEqual({ cols: 2 });
    expect(request.target).toEqual({ features: 'x86-64-v3' });
    expect(request.plan).toMatchObject({
      mapping: 'packet-local',
      width: 8,
      fullPacket: true,
      materialize: 'reload',
      blockWidth: 128,
    });
    const { doublePrecision, ...switches } = request.plan;
    expect(doublePrecision).toBe(false);
    expect(kernel.plan).toEqual({
      ...switches,
      // The program is rewritten for these, and launches know about those; native code hears of neither.
      ...{ math: 'strict', accumulate: 'corrected' },
      ...{ grain: 'auto', workers: 'auto' },
      features: 'x86-64-v3',
      grain: 'auto',
      workers: 'auto',
    });
    for (const key of ['grain', 'workers']) expect(request.plan).not.toHaveProperty(key);
    expect(Object.isFrozen(kernel.plan)).toBe(true);
    expect(kernel.shape).toEqual({ cols });
    expect(kernel.program).toBe(affine);
  });

  it('reports the specialization, with environment as the reason where it decided', () => {
    expect(compile(affine, { cols }).specialization).toMatchObject({
      applied: true,
      clones: 1,
      fullCallSites: 2,
    });
    expect(compile(affine, { cols }, { fullPacket: false }).specialization).toMatchObject({
      applied: false,
      reason: 'plan',
    });
    vi.stubEnv('TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION', '1');
    const { specialization, plan } = compile(affine, { cols }, { fullPacket: true });
    expect(specialization).toMatchObject({ applied: false, reason: 'environment' });
    expect(plan.fullPacket).toBe(false);
    vi.unstubAllEnvs();
  });

  it('refuses a required specialization that was not applied, and frees the kernel', () => {
    fake.current.specialization = { applied: false, reason: 'the body has 5000 instructions' };
    expect(compile(affine, { cols }, { fullPacket: true }).specialization.reason).toMatch(/5000/);
    const error = expectError(
      () => compile(affine, { cols }, { fullPacket: 'require' }),
      'ERR_FULL_PACKET_REFUSED',
      'plan.fullPacket',
    );
    expect(error.message).toContain('5000 instructions');
    expect(fake.current.kernels.map((kernel) => kernel.disposed)).toEqual([false, true]);
  });

  it('refuses bad arguments before anything native happens', () => {
    expectError(() => compile('affine' as never, { cols }), 'ERR_INVALID_ARG_TYPE', 'program');
    expectError(() => compile(affine, { cols: 0 }), 'ERR_INVALID_ARG_VALUE', 'shape.cols');
    expectError(() => compile(affine, { cols }, { width: 5 as never }), 'ERR_INVALID_PLAN', 'plan.width');
    expect(fake.current.requests).toEqual([]);
  });

  it('passes native errors on under their code', () => {
    fake.current.failure = Object.assign(new Error('target.features: no'), {
      code: 'ERR_TARGET',
      argument: 'target.features',
    });
    const error = expectError(() => compile(affine, { cols }), 'ERR_TARGET', 'target.features');
    expect(error.cause).toBe(fake.current.failure);
  });

  it('leaves foreign errors as they are', () => {
    fake.current.failure = new RangeError('stack');
    expect(() => compile(affine, { cols })).toThrow(fake.current.failure);
  });
});

describe('a kernel', () => {
  it('launches a record, whole and in part', () => {
    const kernel = compile(affine, { cols });
    const bound = args();
    const record = kernel.record(bound);
    expect(record.rows).toBe(2);
    kernel.launch(record);
    expect(bound.y).toEqual(f32(12, 24, 16, 28));
    expect(fake.current.launches.at(-1)).toEqual([2, 0, 2, bound.x, bound.shift, 2, bound.y]);

    bound.y.fill(0);
    kernel.launch(record, { programs: [1, 2], pool: null });
    expect(bound.y).toEqual(f32(0, 0, 16, 28));
    kernel.launch(record, { programs: [1, 1] });
    kernel.launch(record, {});
    expect(bound.y).toEqual(f32(12, 24, 16, 28));
  });

  it('launches anew what changed in the arrays', () => {
    const kernel = compile(affine, { cols });
    const bound = args();
    const record = kernel.record(bound);
    bound.x.fill(100);
    kernel.launch(record);
    expect(bound.y).toEqual(f32(210, 220, 210, 220));
  });

  it('rebinds with set(): the rest stays, strides get a new launcher, the same strides do not', () => {
    const kernel = compile(affine, { cols });
    const bound = args();
    const record = kernel.record(bound);
    expect(record.set({ scale: 0.1 })).toBe(record);
    kernel.launch(record);
    expect(fake.current.launches.at(-1)).toEqual([2, 0, 2, bound.x, bound.shift, Math.fround(0.1), bound.y]);
    expect(fake.current.launchers).toEqual([[2, 0, 0, 2]]);

    const x = f32(1, 2, 99, 3, 4);
    record.set({ x: { data: x, rowStride: 3 }, scale: 1 });
    kernel.launch(record);
    expect(bound.y).toEqual(f32(11, 22, 13, 24));
    expect(fake.current.launchers).toEqual([
      [2, 0, 0, 2],
      [3, 0, 0, 2],
    ]);
    record.set({ scale: 2 }); // the stride of x stays
    kernel.launch(record);
    expect(bound.y).toEqual(f32(12, 24, 16, 28));
  });

  it('leaves a record as it was when set() throws', () => {
    const kernel = compile(affine, { cols });
    const bound = args();
    const record = kernel.record(bound);
    expectError(() => record.set({ scale: 5, x: f32(1, 2, 3) }), 'ERR_BUFFER_LENGTH', 'x');
    expectError(() => record.set({ weight: f32(1, 2) }), 'ERR_INVALID_ARG_VALUE', 'weight');
    expectError(() => record.set(null as never), 'ERR_INVALID_ARG_TYPE', 'args');
    kernel.launch(record);
    expect(bound.y).toEqual(f32(12, 24, 16, 28));
  });

  it('does not follow what the caller does to the objects it passed', () => {
    const kernel = compile(affine, { cols });
    const x = { data: f32(1, 2, 3, 4), rowStride: 2 };
    const bound = { ...args(), x };
    const record = kernel.record(bound);
    x.rowStride = 4;
    bound.scale = 77;
    record.set({ shift: f32(0, 0) });
    kernel.launch(record);
    expect(bound.y).toEqual(f32(2, 4, 6, 8));
  });

  it('refuses records that are not its own, and bad options', () => {
    const kernel = compile(affine, { cols });
    const record = kernel.record(args());
    expectError(() => compile(affine, { cols }).launch(record), 'ERR_INVALID_ARG_VALUE', 'record');
    for (const other of [undefined, null, {}, { kernel }]) {
      expectError(() => kernel.launch(other as never), 'ERR_INVALID_ARG_TYPE', 'record');
    }
    const refuse = (
      options: unknown,
      argument: string,
      code: 'ERR_INVALID_ARG_VALUE' | 'ERR_INVALID_ARG_TYPE',
    ) => expectError(() => kernel.launch(record, options as never), code, argument);
    refuse(null, 'options', 'ERR_INVALID_ARG_TYPE');
    refuse({ grain: 1 }, 'options.grain', 'ERR_INVALID_ARG_VALUE');
    refuse({ pool: {} }, 'options.pool', 'ERR_INVALID_ARG_TYPE');
    refuse({ programs: 2 }, 'options.programs', 'ERR_INVALID_ARG_TYPE');
    refuse({ programs: [0] }, 'options.programs', 'ERR_INVALID_ARG_TYPE');
    for (const programs of [
      [0, 3],
      [2, 1],
      [-1, 1],
      [0.5, 1],
      ['0', 1],
      [NaN, NaN],
    ]) {
      refuse({ programs }, 'options.programs', 'ERR_INVALID_ARG_VALUE');
    }
    expect(fake.current.launches).toEqual([]);
  });

  it('explains every status of the launcher', () => {
    const kernel = compile(affine, { cols });
    const bound = args();
    const record = kernel.record(bound);
    const explain = (
      status: number,
      code: Parameters<typeof expectError>[1],
      argument: string | undefined,
    ) => {
      fake.current.status = status;
      return expectError(() => kernel.launch(record), code, argument);
    };
    expect(explain(LaunchStatus.wrongArray, 'ERR_INVALID_ARG_TYPE', 'x')).toBeInstanceOf(TypeError);
    explain(LaunchStatus.detached + 256 * 1, 'ERR_BUFFER_DETACHED', 'shift');
    const short = explain(LaunchStatus.tooShort + 256 * 3, 'ERR_BUFFER_LENGTH', 'y');
    expect(short).toMatchObject({ given: 4, expected: 'at least 4 (2 rows of 2)' });
    expect(explain(LaunchStatus.tooShort + 256 * 1, 'ERR_BUFFER_LENGTH', 'shift').expected).toBe(
      'at least 2',
    );
    const overlap = explain(LaunchStatus.overlap + 256 * 3 + 65536 * 1, 'ERR_BUFFER_OVERLAP', 'y');
    expect(overlap.message).toMatch(/shares elements with shift/);
    explain(LaunchStatus.overlap + 256 * 3 + 65536 * 0, 'ERR_BUFFER_OVERLAP', 'y');
    explain(LaunchStatus.disposed, 'ERR_KERNEL_DISPOSED', 'kernel');
    explain(LaunchStatus.notNumber + 256 * 2, 'ERR_INVALID_ARG_TYPE', 'scale');
    explain(LaunchStatus.outOfMemory, 'ERR_OUT_OF_MEMORY', 'kernel');
    explain(99, 'ERR_INTERNAL', undefined);
    explain(LaunchStatus.tooShort + 256 * 40, 'ERR_INTERNAL', undefined);
    explain(LaunchStatus.badRange + 256 * 2, 'ERR_INTERNAL', undefined);
    explain(LaunchStatus.badRange + 256 * 3, 'ERR_INVALID_ARG_VALUE', 'rows');
  });

  it('has artifacts, produced when they are asked for', () => {
    const { asm } = compile(affine, { cols });
    expect(asm.tile).toBe(String(affine));
    expect([asm.llvm, asm.optimized, asm.assembly]).toEqual(
      ['llvm', 'optimized', 'assembly'].map((what) => `${what} of affine`),
    );
    expect(asm.object).toEqual(Buffer.from('object'));
    expect(Object.keys(asm)).toEqual(['tile', 'llvm', 'optimized', 'assembly', 'object']);
  });

  it('is of no use once disposed, and says so', () => {
    const kernel = compile(affine, { cols });
    const record = kernel.record(args());
    const { asm, plan } = kernel;
    kernel.dispose();
    kernel.dispose();
    expect(kernel.disposed).toBe(true);
    expect(fake.current.kernels[0].disposed).toBe(true);
    const uses = [
      () => kernel.record(args()),
      () => kernel.launch(record),
      () => kernel.asm,
      () => asm.llvm,
      () => record.set({ x: { data: f32(1, 2, 3, 4, 5), rowStride: 3 } }),
    ];
    for (const use of uses) expect(use).toThrow(expect.objectContaining({ code: 'ERR_KERNEL_DISPOSED' }));
    expect(kernel.plan).toBe(plan); // what is known stays known
  });

  it('is disposed at the end of its scope', () => {
    const kernel = compile(affine, { cols });
    kernel[Symbol.dispose]();
    expect(kernel.disposed).toBe(true);
  });

  it('throws only errors of this package', () => {
    fake.current.status = LaunchStatus.detached;
    const kernel = compile(affine, { cols });
    expect(() => kernel.launch(kernel.record(args()))).toThrow(TileSimdError);
  });
});

describe('calls by arity', () => {
  it('pass every value in its place, for any number of parameters', () => {
    for (let arity = 0; arity <= 12; ++arity) {
      const values = Array.from({ length: arity }, (_, i) => `v${i}`);
      const slots = new Slots();
      slots.assign(values);
      const seen: unknown[] = [];
      const status = callOf(arity)((...all) => (seen.push(...all), 7), 5, 1, 4, slots);
      expect(status).toBe(7);
      expect(seen).toEqual([5, 1, 4, ...values]);
    }
  });
});
