import { describe, expect, it } from 'vitest';
import { TileSimdError } from '../../lib/errors.js';
import { layerNorm } from '../../lib/kernels/layer-norm.js';
import { logSoftmax } from '../../lib/kernels/log-softmax.js';
import { rmsNorm } from '../../lib/kernels/rms-norm.js';
import { softmax } from '../../lib/kernels/softmax.js';
import type { TileProgram } from '../../lib/ir/program.js';
import { program } from '../../lib/dsl/builder.js';
import type { NativeCpu } from '../../lib/native/binding.js';
import { checkPlanOptions, planKey, userPlanKey, type PlanOptions } from '../../lib/planner/plan.js';
import { decideFullPacket, resolvePlan } from '../../lib/planner/resolve.js';
import { expectError } from './support/throws.js';

const avx2: NativeCpu = { name: 'a', features: ['avx2'], levels: ['x86-64-v2', 'x86-64-v3'], maxWidth: 8 };
const avx512: NativeCpu = { ...avx2, levels: ['x86-64-v2', 'x86-64-v3', 'x86-64-v4'], maxWidth: 16 };
const neon: NativeCpu = { name: 'n', features: ['neon'], levels: ['neon'], maxWidth: 4 };

const rms = rmsNorm.program();
const elementwise = program('twice', (b) => b.output('y').store(b.input('x').mul(2)));

function resolve(cols: number, options: PlanOptions = {}, cpu = avx512, tile = rms, env = {}) {
  return resolvePlan(tile, { cols }, checkPlanOptions(options), cpu, env).plan;
}

describe('validation of plan options', () => {
  it('names the switch and what it may be', () => {
    const wrong = (options: unknown, argument: string) =>
      expectError(() => checkPlanOptions(options), 'ERR_INVALID_PLAN', argument);
    const unknownKey = wrong({ with: 8 }, 'plan.with');
    expect(unknownKey.message).toMatch(/no such switch.*mapping, width/);
    const width = wrong({ width: 3 }, 'plan.width');
    expect(width).toBeInstanceOf(RangeError);
    expect(width).toMatchObject({ given: 3, expected: "one of 2, 4, 8, 16, 'auto'" });
    for (const value of [0, 1, 32, NaN, -8, 'wide']) {
      expect(wrong({ width: value }, 'plan.width')).toBeInstanceOf(RangeError);
    }
    for (const value of [null, true, [8], {}])
      expect(wrong({ width: value }, 'plan.width')).toBeInstanceOf(TypeError);
    wrong({ mapping: 'packet' }, 'plan.mapping');
    wrong({ fullPacket: 'yes' }, 'plan.fullPacket');
    wrong({ fullPacket: 1 }, 'plan.fullPacket');
    wrong({ materialize: 'stack' }, 'plan.materialize');
    wrong({ features: 'avx512' }, 'plan.features');
    for (const value of [0, 1, 2.5, 65537, '64', null]) wrong({ blockWidth: value }, 'plan.blockWidth');
  });

  it('refuses what is no object', () => {
    for (const value of [null, 8, 'auto']) {
      const error = expectError(() => checkPlanOptions(value), 'ERR_INVALID_ARG_TYPE', 'plan');
      expect(error).toBeInstanceOf(TypeError);
    }
  });

  it('takes undefined and auto for not given, and has one key per choice', () => {
    const auto = planKey(checkPlanOptions(undefined));
    expect(planKey(checkPlanOptions({ width: 'auto', mapping: undefined, features: 'auto' }))).toBe(auto);
    expect(planKey(checkPlanOptions({ features: 'native' }))).toBe(auto);
    const keys = [
      { width: 8 },
      { blockWidth: 8 },
      { fullPacket: true },
      { fullPacket: 'require' },
      { width: 16 },
    ] as const;
    expect(new Set([auto, ...keys.map((options) => planKey(checkPlanOptions(options)))]).size).toBe(6);
  });
});

describe('the key of plan options as users pass them', () => {
  it('follows the values and not the object', () => {
    const options: { width: 8 | 16 } = { width: 8 };
    const narrow = userPlanKey(options);
    expect(userPlanKey({ width: 8 })).toBe(narrow);
    options.width = 16;
    expect(userPlanKey(options)).toBe(userPlanKey({ width: 16 }));
    expect(userPlanKey(options)).not.toBe(narrow);
    expect(userPlanKey({ ...options, fullPacket: false })).not.toBe(userPlanKey(options));
  });

  it('does not let an unknown switch or no object pass because the rest was seen before', () => {
    userPlanKey({});
    expectError(() => userPlanKey({ grains: 4 } as never), 'ERR_INVALID_PLAN', 'plan.grains');
    expectError(() => userPlanKey(null as never), 'ERR_INVALID_ARG_TYPE', 'plan');
    expectError(() => userPlanKey(4 as never), 'ERR_INVALID_ARG_TYPE', 'plan');
    expectError(() => userPlanKey({ width: 7 } as never), 'ERR_INVALID_PLAN', 'plan.width');
    expectError(() => userPlanKey({ width: 7 } as never), 'ERR_INVALID_PLAN', 'plan.width');
  });
});

describe('what auto becomes', () => {
  it('is a frozen, complete plan', () => {
    const plan = resolve(256);
    expect(plan).toEqual({
      mapping: 'packet-local',
      width: 16,
      fullPacket: true,
      fuse: true,
      materialize: 'registers',
      interleave: true,
      contiguous: true,
      accumulators: 4,
      unroll: 4,
      stores: 'cached',
      prefetch: 0,
      tail: 'peeled',
      cooperative: false,
      blockWidth: 256,
      order: 'fixed',
      math: 'strict',
      accumulate: 'corrected',
      features: 'native',
      grain: 'auto',
      workers: 'auto',
    });
    expect(Object.isFrozen(plan)).toBe(true);
  });

  it('takes the widest register, less for rows that do not fill it, never under 4', () => {
    const width = (cols: number, cpu = avx512) => resolve(cols, {}, cpu).width;
    expect([1, 2, 4, 5, 8, 9, 16, 17, 4096].map((cols) => width(cols))).toEqual([
      4, 4, 4, 8, 8, 16, 16, 16, 16,
    ]);
    expect([1, 5, 9, 4096].map((cols) => width(cols, avx2))).toEqual([4, 8, 8, 8]);
    expect([1, 4096].map((cols) => width(cols, neon))).toEqual([4, 4]);
    expect(resolve(1, { mapping: 'whole-program' }).width).toBe(16);
    expect(resolve(4096, { features: 'x86-64-v2' }).width).toBe(4);
    expect(resolve(4096, { features: 'x86-64-v3' }).width).toBe(8);
  });

  it('keeps the row in registers as long as it fits them', () => {
    const kept = (cols: number, options: PlanOptions = {}, cpu = avx512, tile = rms) =>
      resolve(cols, options, cpu, tile).materialize;
    expect([320, 321].map((cols) => kept(cols))).toEqual(['registers', 'reload']); // 20 vectors of 16
    expect([80, 81].map((cols) => kept(cols, {}, avx2))).toEqual(['registers', 'reload']); // 10 vectors of 8
    expect([80, 81].map((cols) => kept(cols, {}, neon))).toEqual(['registers', 'reload']); // 20 vectors of 4
    expect([40, 41].map((cols) => kept(cols, { features: 'x86-64-v2' }))).toEqual(['registers', 'reload']);
    // A vector of 16 takes two registers of AVX2.
    expect([80, 81].map((cols) => kept(cols, { width: 16 }, avx2))).toEqual(['registers', 'reload']);
    expect([16, 17].map((cols) => kept(cols, { mapping: 'whole-program' }))).toEqual(['registers', 'reload']);
    expect(kept(320, {}, avx512, layerNorm.program())).toBe('registers');
  });

  it('keeps results of elementary functions in the output, or in a snapshot, if they stay near', () => {
    const kept = (cols: number, tile: TileProgram, options: PlanOptions = {}) =>
      resolve(cols, options, avx512, tile).materialize;
    expect([160, 161, 4096].map((cols) => kept(cols, softmax.program()))).toEqual([
      'registers',
      'output',
      'output',
    ]);
    // An output of f16 holds no f32: 256 KiB of snapshot at the most.
    const half = softmax.program({ dtype: 'f16' });
    expect([65536, 65537].map((cols) => kept(cols, half))).toEqual(['snapshot', 'reload']);
    expect(kept(4096, softmax.program(), { tail: 'overlapping' })).toBe('snapshot'); // takes elements twice
    const whole = { mapping: 'whole-program' } as const;
    expect([4096, 4097].map((cols) => kept(cols, softmax.program(), whole))).toEqual(['snapshot', 'reload']);
    expect(kept(4096, logSoftmax.program())).toBe('reload');
  });

  it('does not unroll where nothing is kept', () => {
    expect(resolve(16, {}, avx512, elementwise).materialize).toBe('reload');
    expect(resolve(1_000_000, {}, avx512, elementwise).materialize).toBe('reload');
  });

  it('gives a block 16 packets', () => {
    expect(resolve(4096, { width: 8 }).blockWidth).toBe(128);
    expect(resolve(4096, { width: 2, mapping: 'whole-program' }).blockWidth).toBe(32);
  });
});

describe('fixed switches', () => {
  it('are honoured', () => {
    const fixed = {
      mapping: 'whole-program',
      width: 2,
      fullPacket: false,
      materialize: 'snapshot',
      blockWidth: 6,
      features: 'x86-64-v3',
    } as const;
    expect(resolve(4096, fixed)).toMatchObject(fixed);
    expect(resolve(1, { width: 16 }, neon).width).toBe(16); // wider than the registers is legal
  });

  it('may be those of a plan that was resolved before', () => {
    for (const options of [
      {},
      { mapping: 'whole-program' },
      { order: 'mapping', accumulators: 8 },
    ] as const) {
      const plan = resolve(256, options);
      expect(resolve(256, plan)).toEqual(plan);
    }
  });

  it('or refused with the reason', () => {
    const refuse = (cols: number, options: PlanOptions, argument: string, cpu = avx512) =>
      expectError(
        () => resolve(cols, options, cpu),
        argument === 'plan.features' ? 'ERR_TARGET' : 'ERR_INVALID_PLAN',
        argument,
      );
    expect(refuse(64, { width: 8, blockWidth: 20 }, 'plan.blockWidth').message).toMatch(
      /multiple of the width 8/,
    );
    expect(refuse(64, { width: 16, blockWidth: 8 }, 'plan.blockWidth')).toBeInstanceOf(RangeError);
    expect(resolve(1024, { materialize: 'registers' }).materialize).toBe('registers'); // 64 vectors
    expect(refuse(1025, { materialize: 'registers' }, 'plan.materialize').message).toMatch(
      /take 65 vectors.*at most 64/,
    );
    refuse(17, { materialize: 'registers', mapping: 'whole-program' }, 'plan.materialize');
    expect(refuse(64, { features: 'x86-64-v4' }, 'plan.features', avx2).message).toMatch(
      /'native', 'x86-64-v2', 'x86-64-v3'/,
    );
    refuse(64, { features: 'x86-64-v2' }, 'plan.features', neon);
    refuse(64, { features: 'neon' }, 'plan.features', avx512);
  });

  it('registers are refused beyond 64 vectors even where nothing is kept: the loops are unrolled', () => {
    const options = checkPlanOptions({ materialize: 'registers' });
    expect(() => resolvePlan(elementwise, { cols: 1025 }, options, avx512, {})).toThrow(TileSimdError);
  });
});

describe('switches without effect have their usual value', () => {
  const usual = { fuse: true, interleave: true, contiguous: true };
  const sum = program('sum', (b) => b.output('s', { dim: 'one' }).store(b.input('x').sum()));
  const weights = program('weights', (b) => {
    const w = b.input('w', { access: 'column' }).exp();
    b.output('y').store(w.div(w.sum()));
  });

  it('F where no reduction loads a row', () => {
    for (const tile of [elementwise, weights])
      for (const materialize of ['auto', 'reload', 'registers'] as const)
        expect(resolve(64, { fuse: false, materialize }, avx512, tile).fuse).toBe(true);
    expect(resolve(64, { fuse: false }, avx512, sum)).toMatchObject({ fuse: false, materialize: 'snapshot' });
  });

  it('materialize where nothing waits, or where what waits was not loaded', () => {
    for (const materialize of ['snapshot', 'recompute'] as const)
      for (const tile of [elementwise, sum])
        expect(resolve(64, { materialize }, avx512, tile).materialize).toBe('reload');
    expect(resolve(64, { materialize: 'snapshot' }, avx512, weights).materialize).toBe('snapshot');
    expect(resolve(64, { materialize: 'recompute' }, avx512, weights).materialize).toBe('reload');
    expect(resolve(64, { materialize: 'recompute' }).materialize).toBe('recompute');
  });

  it('the layout of private memory where there is none', () => {
    const apart = { interleave: false, contiguous: false } as const;
    for (const materialize of ['auto', 'registers', 'reload'] as const)
      expect(resolve(64, { ...apart, materialize })).toMatchObject(usual);
    expect(resolve(64, { ...apart, materialize: 'snapshot' }, avx512, elementwise)).toMatchObject(usual);
    expect(resolve(64, { ...apart, materialize: 'snapshot' })).toMatchObject(apart);
    expect(resolve(64, { ...apart, fuse: false })).toMatchObject(apart);
  });

  it('unroll where no loop without reductions has that many units', () => {
    const unroll = (cols: number, given: 1 | 2 | 4 | 8, options: PlanOptions = {}, tile = elementwise) =>
      resolve(cols, { width: 8, unroll: given, ...options }, avx512, tile).unroll;
    expect([63, 64].map((cols) => unroll(cols, 8))).toEqual([4, 8]); // vectors of 8
    expect([7, 8].map((cols) => unroll(cols, 1))).toEqual([4, 1]);
    const wholeProgram = { mapping: 'whole-program' } as const;
    expect([7, 8].map((cols) => unroll(cols, 2, wholeProgram))).toEqual([1, 2]); // blocks of four columns
    expect(unroll(256, 2, { materialize: 'registers' })).toBe(4);
    expect(unroll(256, 2, {}, sum)).toBe(4); // its only loop reduces
    expect(unroll(256, 2, { fuse: false }, sum)).toBe(2); // and now copies
  });
});

describe('full-packet specialization and the environment', () => {
  const enable = { TILE_SIMD_ENABLE_FULL_PACKET_SPECIALIZATION: '1' };
  const disable = { TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION: '1' };

  it('goes by the option where the environment is silent', () => {
    for (const environment of [{}, { TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION: '' }]) {
      expect(decideFullPacket('auto', environment)).toEqual({ fullPacket: true, required: false });
      expect(decideFullPacket(true, environment)).toEqual({ fullPacket: true, required: false });
      expect(decideFullPacket(false, environment)).toEqual({ fullPacket: false, required: false });
      expect(decideFullPacket('require', environment)).toEqual({ fullPacket: true, required: true });
    }
  });

  it('ENABLE overrides auto and nothing else', () => {
    expect(decideFullPacket('auto', enable)).toEqual({ fullPacket: true, required: false });
    expect(decideFullPacket(false, enable)).toEqual({ fullPacket: false, required: false });
  });

  it('DISABLE wins over everything', () => {
    for (const environment of [disable, { ...enable, ...disable }]) {
      for (const option of ['auto', true, false] as const) {
        expect(decideFullPacket(option, environment)).toEqual({
          fullPacket: false,
          required: false,
          reason: 'environment',
        });
      }
      const error = expectError(
        () => decideFullPacket('require', environment),
        'ERR_FULL_PACKET_REFUSED',
        'plan.fullPacket',
      );
      expect(error.message).toContain('TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION=1');
    }
  });

  it('only 1 counts as set', () => {
    const environment = { TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION: '0' };
    expect(decideFullPacket('auto', environment).fullPacket).toBe(true);
    expect(resolve(64, {}, avx512, rms, disable).fullPacket).toBe(false);
  });
});
