// Plans that cannot be had: an error that names the switch, what was given and what is possible. Everything that is
// possible is honoured.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compile, cpu, layerNorm, rmsNorm, type PlanOptions } from '../../lib/index.js';
import { native } from '../../lib/native/load.js';
import { requestOf } from '../../lib/runtime/compile.js';
import { expectRefusal } from '../support/refuse.js';

const x = new Float32Array(8).fill(3);
const w = new Float32Array(4).fill(1);
const out = new Float32Array(8).fill(7);

/** Refused by compile() and by the one-line calls alike, and nothing is written. */
function refuse(plan: Record<string, unknown>, key: string, says: (string | RegExp)[], cols = 4): Error {
  const refusal = { code: 'ERR_INVALID_PLAN' as const, argument: `plan.${key}`, says, arrays: [x, w, out] };
  if (cols === 4) {
    expectRefusal(() => rmsNorm(x, w, { out, plan }), refusal);
    expectRefusal(() => layerNorm(x, w, w, { out, plan }), refusal);
  }
  return expectRefusal(() => compile(rmsNorm.program(), { cols }, plan), refusal);
}

describe('a plan', () => {
  it('has no switch but those it has', () => {
    for (const key of ['widht', 'Width', 'simd', 'threads', '__proto__x', 'grains']) {
      refuse({ [key]: 4 }, key, ['no such switch', 'mapping, width, fullPacket, fuse, materialize']);
    }
  });

  it.each<[string, unknown[], RegExp]>([
    ['width', [3, 1, 0, -4, 32, 6, 4.5, NaN, Infinity, '4', '8', null, true, [4], 4n], /2, 4, 8, 16, 'auto'/],
    [
      'mapping',
      ['packet', 'whole', '', 'PACKET-LOCAL', 1, null, true, {}],
      /'packet-local', 'whole-program'/,
    ],
    ['fullPacket', ['yes', 'Auto', 1, 0, null, {}], /true, false, 'auto', 'require'/],
    ['fuse', ['yes', 'Auto', 1, 0, null, {}], /true, false, 'auto'/],
    ['interleave', ['no', 'AUTO', 1, 0, null, []], /true, false, 'auto'/],
    ['contiguous', ['no', '', 1, 0, null, {}], /true, false, 'auto'/],
    ['unroll', [0, 3, 16, -1, 2.5, NaN, '4', null, true, [4]], /1, 2, 4, 8, 'auto'/],
    ['materialize', ['register', 'none', 1, true, null], /'registers', 'snapshot', 'reload'/],
    [
      'features',
      ['avx2', 'sse2', 'x86-64', 'x86-64-v5', 'Native', 4, null, ['avx2']],
      /'native', 'x86-64-v2'/,
    ],
    ['stores', ['streamed', 'nontemporal', '', true, 1, null], /'cached', 'streaming'/],
    ['tail', ['mask', 'Peeled', false, 0, null], /'masked', 'peeled', 'overlapping'/],
    ['order', ['free', 'FIXED', true, null], /'fixed', 'mapping'/],
    ['accumulators', [0, 3, 16, -1, 1.5, NaN, '4', null], /1, 2, 4, 8/],
    ['math', ['fast', 'Contract', true, null], /'strict', 'contract'/],
    ['accumulate', ['f16', 'double', 64, null], /'corrected', 'f32', 'f64'/],
    ['grain', [0, -1, 0.5, 2 ** 31, Infinity, NaN, '4', null, true], /1 to 2147483647/],
    ['workers', [0, -1, 1.5, 257, 1e9, Infinity, NaN, '2', null, true], /1 to 256/],
    ['prefetch', [-1, 0.5, 65537, Infinity, NaN, '64', null, true], /0 to 65536/],
  ])('%s has no value but those it has', (key, values, expected) => {
    for (const value of values) {
      const error = refuse({ [key]: value }, key, [expected, 'given']);
      expect(error).toBeInstanceOf(error instanceof TypeError ? TypeError : RangeError);
    }
  });

  it('says of a wrong type that it is one, and of a wrong value too', () => {
    expect(refuse({ width: 3 }, 'width', ['given 3'])).toBeInstanceOf(RangeError);
    expect(refuse({ mapping: 'local' }, 'mapping', ['given "local"'])).toBeInstanceOf(RangeError);
    expect(refuse({ mapping: 4 }, 'mapping', ['given 4'])).toBeInstanceOf(TypeError);
    expect(refuse({ materialize: {} }, 'materialize', ['given an object'])).toBeInstanceOf(TypeError);
  });

  it('a block is a multiple of the width, at most 65536 lanes', () => {
    for (const blockWidth of [0, 1, -16, 2.5, NaN, 65537, 2 ** 32, '256', null]) {
      refuse({ blockWidth }, 'blockWidth', ['65536', 'given']);
    }
    refuse({ blockWidth: 24, width: 16 }, 'blockWidth', ['multiple of the width 16', 'given 24']);
    refuse({ blockWidth: 10, width: 4 }, 'blockWidth', ['multiple of the width 4']);
    for (const blockWidth of [16, 48, 65536]) {
      const kernel = compile(rmsNorm.program(), { cols: 4 }, { blockWidth, width: 16 });
      expect(kernel.plan.blockWidth).toBe(blockWidth);
      kernel.dispose();
    }
  });

  it('keeps rows in registers only if they are short enough', () => {
    refuse(
      { materialize: 'registers', width: 4 },
      'materialize',
      ['1024 vectors', 'at most 64', 'snapshot'],
      4096,
    );
    refuse(
      { materialize: 'registers', mapping: 'whole-program' },
      'materialize',
      ['17 columns', 'at most 16'],
      17,
    );
    const kernel = compile(rmsNorm.program(), { cols: 1024 }, { materialize: 'registers', width: 16 });
    expect(kernel.plan.materialize).toBe('registers');
    kernel.dispose();
  });

  it('copies rows to a snapshot before they are reduced only where there is one', () => {
    for (const materialize of ['registers', 'reload'])
      refuse({ fuse: false, materialize }, 'fuse', [
        `'${materialize}' has none`,
        "'snapshot' or 'recompute'",
      ]);
    for (const materialize of ['auto', 'snapshot', 'recompute'] as const) {
      const kernel = compile(rmsNorm.program(), { cols: 4 }, { fuse: false, materialize });
      const kept = materialize === 'auto' ? 'snapshot' : materialize;
      expect(kernel.plan).toMatchObject({ fuse: false, materialize: kept });
      kernel.dispose();
    }
  });

  it('has no vectors of neighbours where each lane has an array of its own', () => {
    const own = { materialize: 'snapshot', interleave: false } as const;
    refuse({ ...own, contiguous: true }, 'contiguous', ['interleave: false', 'expected false']);
    for (const contiguous of ['auto', false] as const) {
      const kernel = compile(rmsNorm.program(), { cols: 4 }, { ...own, contiguous });
      expect(kernel.plan).toMatchObject({ interleave: false, contiguous: false });
      kernel.dispose();
    }
  });

  it('is honoured, every switch of it', () => {
    const wanted: PlanOptions[] = [
      { mapping: 'whole-program', width: 2, fullPacket: false, materialize: 'snapshot', blockWidth: 6 },
      { mapping: 'packet-local', width: 8, fullPacket: 'require', materialize: 'reload', blockWidth: 8 },
      {
        mapping: 'packet-local',
        width: 2,
        fuse: false,
        materialize: 'recompute',
        contiguous: false,
        unroll: 2,
      },
      {
        mapping: 'whole-program',
        fuse: false,
        materialize: 'snapshot',
        interleave: false,
        contiguous: false,
      },
    ];
    for (const plan of wanted) {
      const kernel = compile(rmsNorm.program(), { cols: 4 }, plan);
      const fullPacket = plan.fullPacket !== false;
      expect(kernel.plan).toMatchObject({ ...plan, fullPacket, features: 'native' });
      expect(kernel.specialization.applied).toBe(fullPacket);
      expect(Object.isFrozen(kernel.plan)).toBe(true);
      kernel.dispose();
    }
    const unsaid = compile(rmsNorm.program(), { cols: 4 }, { width: 'auto', mapping: undefined });
    expect(unsaid.plan).toEqual(compile(rmsNorm.program(), { cols: 4 }).plan);
  });

  it('names levels of the instruction set that this machine has, or is refused', () => {
    const { levels } = cpu();
    for (const features of ['x86-64-v2', 'x86-64-v3', 'x86-64-v4', 'neon'] as const) {
      const run = () => rmsNorm(x, w, { out, plan: { features } });
      if (levels.includes(features)) {
        expect(run()).toBe(out);
        out.fill(7);
      } else {
        expectRefusal(run, {
          code: 'ERR_TARGET',
          argument: 'plan.features',
          says: [features, "'native'"],
          arrays: [x, w, out],
        });
      }
    }
  });
});

it('the addon makes code for its own architecture alone', () => {
  const { plan } = compile(rmsNorm.program(), { cols: 4 });
  const other = process.arch === 'arm64' ? 'x86-64-v3' : 'neon';
  const request = requestOf(rmsNorm.program(), { cols: 4 }, { ...plan, features: other }, false);
  const refused = { code: 'ERR_TARGET', argument: 'target.features' };
  const refusal = `'${other}' is unknown; expected one of native, `;
  expect(() => native().compile(JSON.stringify(request), '', 0)).toThrow(
    expect.objectContaining({ ...refused, message: expect.stringContaining(refusal) }),
  );
});

describe('full-packet specialization against the environment', () => {
  afterEach(() => vi.unstubAllEnvs());
  const disable = 'TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION';

  it('require is refused where it is disabled', () => {
    vi.stubEnv(disable, '1');
    expectRefusal(() => compile(rmsNorm.program(), { cols: 4 }, { fullPacket: 'require' }), {
      code: 'ERR_FULL_PACKET_REFUSED',
      argument: 'plan.fullPacket',
      says: [`${disable}=1`],
    });
    const { specialization } = compile(rmsNorm.program(), { cols: 4 }, { fullPacket: true });
    expect(specialization).toMatchObject({ applied: false, reason: 'environment', clones: 0 });
  });
});
