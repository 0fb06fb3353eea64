// The switches of private memory and loops: F, materialize, interleave, contiguous, unroll. They change code and no bit;
// what each is said to do is pinned on the code.
import { describe, expect, it } from 'vitest';
import {
  compile,
  cpu,
  layerNorm,
  program,
  rmsNorm,
  type Kernel,
  type PlanOptions,
  type TileProgram,
} from '../../lib/index.js';
import { lint } from '../../lib/inspect/lint.js';
import { parseAssembly } from '../../lib/inspect/assembly.js';
import { memoryAccess } from '../../lib/inspect/memory-access.js';
import { realization } from '../../lib/inspect/realization.js';
import { functionsOf } from '../golden/support/llvm-text.js';
import { expectSameBits } from '../support/compare.js';
import { randomArray } from '../support/random.js';

const mappings = ['packet-local', 'whole-program'] as const;
const widths = [2, 4, 8, 16] as const;
const unrolls = [1, 2, 4, 8] as const;

const layouts = [
  { interleave: true, contiguous: true },
  { interleave: true, contiguous: false },
  { interleave: false, contiguous: false },
] as const;

/** Every legal choice of F, materialize and layout where there is private memory. */
const choices: PlanOptions[] = (['snapshot', 'recompute'] as const).flatMap((materialize) =>
  [true, false].flatMap((fuse) => layouts.map((layout) => ({ materialize, fuse, ...layout }))),
);

/** Values that wait of every kind: loads, what is computed of them, an index that is loaded, a condition. */
const everything = program('everything', (b) => {
  const x = b.input('x');
  const ids = b.input('ids', { dtype: 'i32' });
  const weight = b.input('weight', { access: 'column' });
  const scaled = x.mul(weight).add(ids.toFloat());
  const top = scaled.reduceMax();
  const shifted = scaled.sub(top);
  const odd = ids.lt(2);
  const total = odd.select(shifted, x).abs().sum();
  const late = b.input('late');
  const again = late.mul(shifted).div(total);
  const mean = again.mean();
  b.output('y').store(odd.select(again.sub(mean), x).add(late));
  b.output('total', { dim: 'one' }).store(total);
});

/** Reductions of two dims, one of them of values of another storage type. */
const twoDims = program('two_dims', (b) => {
  const x = b.input('x', { dtype: 'bf16' });
  const z = b.input('z', { dim: 'other' });
  const [a, c] = [x.mean(), z.reduceMax()];
  const near = z.sub(c).add(a);
  const spread = x.sub(a).mul(x.sub(a)).sum().add(near.sum());
  b.output('y').store(x.sub(a).div(spread));
  b.output('w', { dim: 'other' }).store(near.mul(spread));
});

type Arguments = Record<string, Float32Array | Uint16Array | Int32Array | number>;

interface Subject {
  readonly program: TileProgram;
  readonly shape: Record<string, number>;
  readonly inputs: Arguments;
  readonly outputs: Record<string, number>;
}

const rows = 37;

function subjects(cols: number): Subject[] {
  const x = randomArray(rows * cols, cols, -2, 2);
  const weight = randomArray(cols, 1, 0.5, 1.5);
  const y = { y: rows * cols };
  const bf16 = new Uint16Array(new Uint32Array(x.buffer).map((bits) => bits >>> 16));
  return [
    { program: rmsNorm.program(), shape: { cols }, inputs: { x, weight, eps: 1e-5 }, outputs: y },
    {
      program: layerNorm.program(),
      shape: { cols },
      inputs: { x, weight, bias: weight, eps: 1e-5 },
      outputs: y,
    },
    {
      program: everything,
      shape: { cols },
      inputs: {
        x,
        weight,
        ids: Int32Array.from(x, (value) => Math.round(value * 3)),
        late: randomArray(rows * cols, 5),
      },
      outputs: { ...y, total: rows },
    },
    {
      program: twoDims,
      shape: { cols, other: 2 * cols + 3 },
      inputs: { x: bf16, z: randomArray(rows * (2 * cols + 3), 9) },
      outputs: { ...y, w: rows * (2 * cols + 3) },
    },
  ];
}

function withKernel<T>({ program, shape }: Subject, plan: PlanOptions, use: (kernel: Kernel) => T): T {
  const kernel = compile(program, shape, plan);
  try {
    return use(kernel);
  } finally {
    kernel.dispose();
  }
}

function run(kernel: Kernel, { inputs, outputs }: Subject): Record<string, Float32Array> {
  const results = Object.fromEntries(
    Object.entries(outputs).map(([name, length]) => [name, new Float32Array(length).fill(-77)]),
  );
  kernel.launch(kernel.record({ ...inputs, ...results }));
  return results;
}

describe.each(mappings)('%s', (mapping) => {
  it.each([1, 3, 16, 17, 70, 133])('%i columns: no switch changes a bit', (cols) => {
    for (const [number, subject] of subjects(cols).entries()) {
      const width = widths[(cols + number) % widths.length];
      const plain = { mapping, width, materialize: 'reload' } as const;
      const want = withKernel(subject, plain, (kernel) => run(kernel, subject));
      for (const [turn, choice] of choices.entries()) {
        if ((turn + number + cols) % 3 !== 0) continue; // they take turns: with four programs every one is met
        const unroll = unrolls[(turn + cols) % unrolls.length];
        const plan: PlanOptions = { mapping, width, unroll, fullPacket: turn % 2 === 0, ...choice };
        const got = withKernel(subject, plan, (kernel) => run(kernel, subject));
        for (const [name, values] of Object.entries(got))
          expectSameBits(values, want[name], `${subject.program.name} ${name} ${JSON.stringify(plan)}`);
      }
    }
  });

  it('nor does it above 64 KiB, where private memory is the workspace', () => {
    const [, norm] = subjects(17000);
    const plain = { mapping, width: 8, materialize: 'reload' } as const;
    const want = withKernel(norm, plain, (kernel) => run(kernel, norm));
    for (const choice of choices.filter(({ materialize }) => materialize === 'snapshot'))
      withKernel(norm, { mapping, width: 8, unroll: 2, ...choice }, (kernel) => {
        const programs = mapping === 'packet-local' ? 1 : 8;
        expect(kernel.info.workspaceBytes).toBeGreaterThanOrEqual(4 * 17000 * programs);
        expectSameBits(run(kernel, norm).y, want.y, JSON.stringify(choice));
      });
  });

  it('in place, too: rows that are copied first are read before anything is stored', () => {
    const [norm] = subjects(70);
    const want = withKernel(norm, { mapping }, (kernel) => run(kernel, norm));
    for (const choice of choices)
      withKernel(norm, { mapping, ...choice }, (kernel) => {
        const x = (norm.inputs.x as Float32Array).slice();
        kernel.launch(kernel.record({ ...norm.inputs, x, y: x }));
        expectSameBits(x, want.y, JSON.stringify(choice));
      });
  });
});

/** The packet body before optimization, by the names of its blocks. */
function blocksOf(kernel: Kernel): Map<string, string> {
  const body = functionsOf(kernel.asm.llvm).get(kernel.info.packet) ?? '';
  const blocks = new Map<string, string>();
  for (const part of body.split(/\n\n(?=[\w.]+:)/)) blocks.set(/^([\w.]+):/m.exec(part)?.[1] ?? '', part);
  return blocks;
}
const count = (text: string | undefined, what: RegExp): number => text?.match(what)?.length ?? 0;
const bufferLoads = /@llvm\.masked\.load/g;
const bufferStores = /@llvm\.masked\.store/g;

const [rms] = subjects(256);
const inBody = (plan: PlanOptions) =>
  ({ mapping: 'packet-local', width: 16, features: level, stores: 'cached', ...plan }) as const;
/** The level that this machine shares with most: what the code looks like does not depend on the machine. */
const level = cpu().levels.includes('x86-64-v3') ? 'x86-64-v3' : 'native';

describe('F', () => {
  const snapshot = { materialize: 'snapshot', width: 8 } as const;

  it('loads a row within the loop of its reduction, and there fills the snapshot', () => {
    withKernel(rms, inBody(snapshot), (kernel) => {
      const blocks = blocksOf(kernel);
      expect(count(blocks.get('steps'), bufferLoads)).toBe(8); // 64 elements
      expect(count(blocks.get('steps'), /store <8 x float>/g)).toBe(8);
      expect(kernel.plan).toMatchObject({ fuse: true, unroll: 4 });
      expect(count(blocks.get('elements'), bufferLoads)).toBe(4); // weights
    });
  });

  it('or copies the row first and reduces the copy', () => {
    withKernel(rms, inBody({ ...snapshot, fuse: false }), (kernel) => {
      const blocks = blocksOf(kernel);
      expect(count(blocks.get('elements'), bufferLoads)).toBe(4);
      expect(count(blocks.get('elements'), /store <8 x float>/g)).toBe(4);
      expect(count(blocks.get('steps'), bufferLoads)).toBe(0);
      expect(count(blocks.get('steps'), /= load <8 x float>/g)).toBe(8);
      const stores = [...blocks.values()].filter((block) => count(block, bufferStores) > 0);
      expect(stores.map((block) => count(block, bufferLoads))).toEqual([4]); // weights; x is read from the copy
      expect(kernel.plan.fuse).toBe(false);
    });
  });

  it('copies what no later pass needs, too', () => {
    const sum = program('sum', (b) => b.output('s', { dim: 'one' }).store(b.input('x').sum()));
    const bytes = (fuse: boolean) => {
      const subject = { program: sum, shape: { cols: 100 }, inputs: {}, outputs: {} };
      return withKernel(subject, { fuse, materialize: 'snapshot', mapping: 'packet-local' }, (kernel) => {
        expect(kernel.plan.materialize).toBe(fuse ? 'reload' : 'snapshot');
        return realization(kernel).snapshotBytes;
      });
    };
    expect([true, false].map(bytes)).toEqual([0, 4 * 112]); // whole vectors of 16
  });

  it('is one object with and without where no reduction loads a row', () => {
    const gate = program('gate', (b) => b.output('y').store(b.input('x').mul(b.input('up'))));
    const subject = { program: gate, shape: { cols: 33 }, inputs: {}, outputs: {} };
    const [off, on] = [false, true].map((fuse) =>
      withKernel(subject, { fuse }, ({ plan, asm }) => ({ plan, object: asm.object })),
    );
    expect(off).toEqual(on);
    expect(off.plan.fuse).toBe(true);
  });
});

describe('recompute', () => {
  const ratio = program('ratio', (b) => {
    const part = b.input('x').div(b.input('z'));
    b.output('y').store(part.mul(part.sum()));
  });
  const subject = { program: ratio, shape: { cols: 64 }, inputs: {}, outputs: {} };
  const body = (materialize: 'snapshot' | 'recompute' | 'reload') =>
    withKernel(subject, inBody({ materialize, width: 4 }), (kernel) => {
      const text = functionsOf(kernel.asm.llvm).get(kernel.info.packet) ?? '';
      const [divisions, loads] = [count(text, /fdiv <4/g), count(text, bufferLoads)];
      return { divisions, loads, bytes: realization(kernel).snapshotBytes };
    });

  it('keeps what was loaded and computes the rest again', () => {
    // A sweep of eight vectors, and an iteration of four; two inputs, or the quotient alone, wait.
    expect(body('snapshot')).toEqual({ divisions: 8, loads: 16, bytes: 256 });
    expect(body('recompute')).toEqual({ divisions: 12, loads: 16, bytes: 512 });
    expect(body('reload')).toEqual({ divisions: 12, loads: 24, bytes: 0 });
  });
});

describe('layout of private memory', () => {
  /** Distances of the lanes from the first one, in elements. */
  const offsets = (kernel: Kernel) =>
    /getelementptr inbounds float, ptr %\w+, <\d+ x i64> <([^>]*)>/
      .exec(kernel.asm.llvm)?.[1]
      .replaceAll('i64 ', '');
  const gathers = (kernel: Kernel) => {
    // Private memory is on the stack here, which the counters of a realization keep apart from buffers.
    const functions = parseAssembly(kernel.asm.assembly);
    const path = functions.find(({ name }) => name.endsWith('.full_packet')) ?? functions[0];
    const accesses = path.instructions.map((instruction) =>
      memoryAccess(instruction, kernel.info.architecture),
    );
    const count = (direction: 'load' | 'store') =>
      accesses.filter((access) => access?.direction === direction && access.class === 'gathered').length;
    return { loads: count('load'), stores: count('store') };
  };

  it.each(mappings)('is vectors of neighbours as a rule, in %s', (mapping) => {
    withKernel(rms, { mapping, materialize: 'snapshot' }, (kernel) => {
      expect(gathers(kernel)).toEqual({ loads: 0, stores: 0 });
      expect(offsets(kernel)).toBeUndefined();
    });
  });

  it.each(mappings)('really gathers and scatters neighbours without contiguous, in %s', (mapping) => {
    for (const features of ['native', ...cpu().levels] as const)
      withKernel(
        rms,
        { mapping, width: 4, features, materialize: 'snapshot', contiguous: false },
        (kernel) => {
          expect(gathers(kernel).loads, features).toBeGreaterThan(3);
          expect(gathers(kernel).stores, features).toBeGreaterThan(3);
          expect(offsets(kernel)).toBe('0, 1, 2, 3');
          if (features === 'x86-64-v4')
            expect(kernel.asm.assembly).toMatch(/vgather[\s\S]*vscatter|vscatter[\s\S]*vgather/);
        },
      );
  });

  it('gives each lane an array of its own without interleave', () => {
    const offsetsIn = (mapping: PlanOptions['mapping']) =>
      withKernel(rms, { mapping, width: 4, materialize: 'snapshot', interleave: false }, (kernel) => {
        expect(kernel.plan).toMatchObject({ interleave: false, contiguous: false });
        expect(gathers(kernel).loads).toBeGreaterThan(3);
        return offsets(kernel);
      });
    expect(offsetsIn('packet-local')).toBe('0, 64, 128, 192'); // 256 columns, a quarter each
    expect(offsetsIn('whole-program')).toBe('0, 256, 512, 768'); // a row each
  });

  it('lint takes such gathers for what was asked', () => {
    for (const layout of layouts)
      withKernel(rms, { mapping: 'packet-local', materialize: 'snapshot', ...layout }, (kernel) => {
        expect(lint(kernel).filter(({ kind }) => kind === 'gather')).toEqual([]);
      });
  });
});

describe('unroll', () => {
  it.each([
    ['packet-local', 1],
    ['whole-program', 8], // rows of a block of four columns
  ] as const)('is units per iteration of the store loop, in %s', (mapping, storesPerUnit) => {
    for (const unroll of unrolls)
      withKernel(rms, inBody({ mapping, width: 8, materialize: 'reload', unroll }), (kernel) => {
        expect(kernel.plan.unroll).toBe(unroll);
        expect(count(blocksOf(kernel).get('elements'), bufferStores)).toBe(unroll * storesPerUnit);
        expect(kernel.specialization.applied).toBe(true);
      });
  });

  it('leaves room for full-packet specialization, ragged rows at the widest', () => {
    const [, norm] = subjects(63);
    for (const mapping of mappings)
      withKernel(norm, { mapping, width: 16, unroll: 8, materialize: 'reload' }, ({ specialization }) => {
        expect(specialization).toMatchObject({ applied: true });
      });
  });
});
