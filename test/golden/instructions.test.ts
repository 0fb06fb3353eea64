// The instructions that decide whether a switch is worth something, pinned: in the objects of x86-64-v3, which are the
// same on every machine that runs them, at eight lanes. A number that changes is a change of the generated code.
import { describe, expect, it } from 'vitest';
import {
  compile,
  layerNorm,
  realization,
  rmsNorm,
  rope,
  silu,
  softmax,
  type FunctionRealization,
  type Kernel,
  type PlanOptions,
  type TileProgram,
} from '../../lib/index.js';
import { operators } from '../../lib/kernels/operators.js';
import { functionsOf } from './support/llvm-text.js';

type Shape = Readonly<Record<string, number>>;

const fixed = { features: 'x86-64-v3', width: 8, fullPacket: 'require' } as const;
const local = { ...fixed, mapping: 'packet-local', tail: 'peeled', unroll: 4 } as const;
const norm = rmsNorm.program();

function withKernel<T>(program: TileProgram, shape: Shape, plan: PlanOptions, use: (kernel: Kernel) => T): T {
  const kernel = compile(program, shape, plan);
  try {
    return use(kernel);
  } finally {
    kernel.dispose();
  }
}

/** Cold functions are never of interest here. */
const hot = (kernel: Kernel): FunctionRealization[] =>
  realization(kernel).functions.filter(({ name }) => !/\.(?:rescue|large_angle)/.test(name));

interface Counts {
  readonly loads: FunctionRealization['vectorLoads'];
  readonly stores: FunctionRealization['vectorStores'];
  /** Vector loads and stores of the stack. */
  readonly stack: readonly [loads: number, stores: number];
  readonly calls: number;
  readonly divisions: number;
  readonly snapshotBytes: number;
}

/**
 * Counters of the one hot function that the body was inlined to, per copy of the body: it stands there once for whole
 * blocks and once for partial ones.
 */
function counts(program: TileProgram, shape: Shape, plan: PlanOptions, copies = 2): Counts {
  return withKernel(program, shape, plan, (kernel) => {
    const functions = hot(kernel);
    expect(functions).toHaveLength(1);
    const [{ vectorLoads, vectorStores, stackLoads, stackStores, calls, divisions }] = functions;
    const each = (count: number) => {
      expect(count % copies).toBe(0);
      return count / copies;
    };
    const perCopy = <T extends Readonly<Record<string, number>>>(given: T) =>
      Object.fromEntries(Object.entries(given).map(([key, count]) => [key, each(count)])) as unknown as T;
    return {
      loads: perCopy(vectorLoads),
      stores: perCopy(vectorStores),
      stack: [each(stackLoads), each(stackStores)],
      calls: each(calls),
      divisions: each(divisions),
      snapshotBytes: kernel.info.snapshotBytes,
    };
  });
}

/** Masked accesses of the hot functions in LLVM IR after the pipeline, per copy of the body. */
function maskedInIr(cols: number, plan: PlanOptions): readonly [loads: number, stores: number] {
  return withKernel(norm, { cols }, plan, ({ asm }) => {
    const texts = [...functionsOf(asm.optimized)]
      .filter(([name]) => !name.endsWith('.rescue'))
      .map(([, text]) => text);
    const count = (what: string) =>
      texts.reduce((sum, text) => sum + text.split(`@llvm.masked.${what}.`).length - 1, 0) / 2;
    return [count('load'), count('store')];
  });
}

describe('P: masks of RMSNorm under packet-local', () => {
  const reload = { ...local, materialize: 'reload' } as const;

  it('17x65: exactly the peeled last vector of each loop', () => {
    // x in the loop of the sum, x and the weight in the loop of the store. The last vector has one element here: the
    // target then loads it as a scalar, so the masks are in the IR alone.
    expect(maskedInIr(65, reload)).toEqual([3, 1]);
    expect(counts(norm, { cols: 65 }, reload)).toMatchObject({
      loads: { contiguous: 16, masked: 0 },
      stores: { contiguous: 4, masked: 0 },
    });
  });

  it('17x67: the same as instructions', () => {
    expect(maskedInIr(67, reload)).toEqual([3, 1]);
    expect(counts(norm, { cols: 67 }, reload)).toMatchObject({
      loads: { contiguous: 16, masked: 3 },
      stores: { contiguous: 4, masked: 1 },
    });
  });

  it('64x256: none', () => {
    expect(maskedInIr(256, reload)).toEqual([0, 0]);
    expect(counts(norm, { cols: 256 }, reload)).toMatchObject({
      loads: { contiguous: 16, masked: 0 },
      stores: { contiguous: 4, masked: 0 },
    });
  });

  it.each([67, 256])('and without P every access of %i columns', (cols) => {
    const { loads, stores } = counts(norm, { cols }, { ...reload, fullPacket: false });
    expect([loads.contiguous, stores.contiguous]).toEqual([0, 0]);
    expect([loads.masked, stores.masked]).toEqual(cols === 67 ? [19, 5] : [16, 4]);
  });

  it('a short row in registers is loaded once, all of it', () => {
    // 65 columns: eight vectors of x and of the weight, eight stores, beside the one element that is left.
    expect(counts(norm, { cols: 65 }, { ...local, materialize: 'registers' })).toMatchObject({
      loads: { contiguous: 16, masked: 0 },
      stores: { contiguous: 8, masked: 0 },
      stack: [0, 0],
      snapshotBytes: 0,
    });
  });
});

describe('P: what is called', () => {
  /** Calls of packet bodies in the block, by callee, before the pipeline. */
  const callees = (plan: PlanOptions) =>
    withKernel(norm, { cols: 64 }, plan, ({ asm }) => {
      const block = functionsOf(asm.llvm).get('rms_norm.block') ?? '';
      return [...block.matchAll(/call void @rms_norm\.(\w+)\(/g)].map(([, name]) => name);
    });

  it('packet-local: the clone at both full call sites; there is no tail', () => {
    expect(callees(local)).toEqual(['full_packet', 'full_packet']);
    expect(callees({ ...local, fullPacket: false })).toEqual(['packet', 'packet']);
  });

  it('whole-program: the tail still calls the body', () => {
    const whole = { ...fixed, mapping: 'whole-program' } as const;
    expect(callees(whole).sort()).toEqual(['full_packet', 'full_packet', 'packet']);
    expect(callees({ ...whole, fullPacket: false })).toEqual(['packet', 'packet', 'packet']);
  });

  it('whole-program: the clone masks no store, the body masks all', () => {
    withKernel(norm, { cols: 65 }, { ...fixed, mapping: 'whole-program' }, (kernel) => {
      const named = new Map(hot(kernel).map((code) => [code.name, code]));
      const [clone, body] = ['full_packet', 'packet'].map(
        (name) => named.get(`rms_norm.${name}`) as FunctionRealization,
      );
      expect(clone.vectorStores).toMatchObject({ contiguous: 8, masked: 0 });
      expect(body.vectorStores).toMatchObject({ contiguous: 0, masked: 8 });
      for (const { vectorLoads } of [clone, body]) expect(vectorLoads).toMatchObject({ gathered: 0, masked: 0 });
    });
  });
});

describe('F: where a row is loaded, 64x256', () => {
  const snapshot = { ...local, materialize: 'snapshot' } as const;

  it('fused: the loop of the sum loads the row and fills the one snapshot', () => {
    expect(counts(norm, { cols: 256 }, { ...snapshot, fuse: true })).toMatchObject({
      loads: { contiguous: 12, masked: 0 }, // eight of x in the sum, four of the weight
      stack: [4, 8],
      snapshotBytes: 1024,
    });
  });

  it('apart: a loop of four vectors copies first, the sum reads that snapshot as its operands', () => {
    expect(counts(norm, { cols: 256 }, { ...snapshot, fuse: false })).toMatchObject({
      // Of the row in its copy loop, and of the weight. The snapshot is read by the sum, eight vectors at a time, and by
      // the store.
      loads: { contiguous: 8, masked: 0 },
      stack: [12, 4],
      snapshotBytes: 1024,
    });
  });

  it('reload: no snapshot, and no byte of the stack', () => {
    expect(counts(norm, { cols: 256 }, { ...local, materialize: 'reload' })).toMatchObject({
      stack: [0, 0],
      snapshotBytes: 0,
    });
  });

  it('LayerNorm keeps one snapshot of its row, not one for each of its reductions', () => {
    for (const fuse of [true, false])
      expect(counts(layerNorm.program(), { cols: 256 }, { ...snapshot, fuse }).snapshotBytes).toBe(1024);
  });

  it('softmax keeps its exponentials and computes each once', () => {
    const { snapshotBytes, divisions } = counts(softmax.program(), { cols: 256 }, snapshot);
    expect([snapshotBytes, divisions]).toEqual([1024, 1]);
  });
});

describe('streaming stores', () => {
  const plan = { ...local, materialize: 'reload' } as const;

  it('are where they were chosen: all whole vectors of a row, masked ends aside', () => {
    // Four in the loop, one for what fills no iteration.
    expect(counts(norm, { cols: 1024 }, { ...plan, stores: 'streaming' })).toMatchObject({
      stores: { streamed: 5, contiguous: 0, masked: 2 },
    });
    withKernel(norm, { cols: 1024 }, { ...plan, stores: 'streaming' }, ({ asm }) => {
      expect(asm.assembly.match(/\bvmovntps\b/g)).toHaveLength(10);
      expect(asm.assembly.match(/\bsfence\b/g)).toHaveLength(1);
    });
  });

  it('and nowhere else', () => {
    expect(counts(norm, { cols: 1024 }, { ...plan, stores: 'cached' })).toMatchObject({
      stores: { streamed: 0, contiguous: 4, masked: 0 },
    });
  });
});

describe('RoPE', () => {
  it.each(['half', 'interleaved'] as const)('%s: no snapshot, no copy, no gather', (layout) => {
    // Per copy four vectors of each half and of both tables, and what is stored is stored once.
    expect(counts(rope.program({ layout }), { cols: 128, half: 64 }, local)).toMatchObject({
      loads: { contiguous: 16, masked: 0, gathered: 0 },
      stores: { contiguous: 8, masked: 0, gathered: 0 },
      stack: [0, 0],
      calls: 0,
      snapshotBytes: 0,
    });
  });
});

describe('every operator', () => {
  const usual: Shape = { cols: 256, half: 128, inner: 48, rest: 0 };
  // A grid (meanPool over rows) has its columns apart.
  const named = Object.entries(operators).map(([name, operator]) => [name, operator.program()] as const);
  it.each(named.filter(([, { grid }]) => grid === undefined))('%s: packet-local gathers nothing and calls nothing outside', (_, program) => {
    const shape = Object.fromEntries(program.dims.map((dim) => [dim, usual[dim]]));
    withKernel(program, shape, local, (kernel) => {
      for (const { vectorLoads, vectorStores } of hot(kernel)) {
        expect([vectorLoads.gathered, vectorStores.gathered, vectorLoads.masked, vectorStores.masked]).toEqual([
          0, 0, 0, 0,
        ]);
      }
      expect(kernel.asm.assembly).not.toMatch(/\bcall\b.*\b(?:expf|erff|tanhf|logf|sinf|cosf|memcpy)\b/);
    });
  });

  it('silu for every length: full packets unmasked in both loops, the tail alone masked', () => {
    const cached = { ...fixed, stores: 'cached' } as const;
    const [full] = withKernel(silu.program(), {}, cached, hot);
    // Both loops take four packets an iteration, and one may be left over in a partial block.
    expect(full.vectorLoads).toMatchObject({ contiguous: 9, masked: 1 });
    expect(full.vectorStores).toMatchObject({ contiguous: 9, masked: 1 });
    const [plain] = withKernel(silu.program(), {}, { ...cached, fullPacket: false }, hot);
    expect(plain.vectorLoads).toMatchObject({ contiguous: 0, masked: 3 });
  });

  it('silu for every length, by size: one loop stores past the cache, one through it', () => {
    const [full] = withKernel(silu.program(), {}, { ...fixed, stores: 'by-size' }, hot);
    expect(full.vectorLoads).toMatchObject({ contiguous: 10, masked: 1 });
    expect(full.vectorStores).toMatchObject({ contiguous: 5, streamed: 5, masked: 1 });
  });
});
