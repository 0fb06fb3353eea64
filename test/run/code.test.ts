// What must not be in generated code: fast-math in any form, contraction, calls, instructions above the level asked
// for. And what must: vectors of the width asked for.
import { describe, expect, it } from 'vitest';
import {
  addRmsNorm,
  compile,
  cpu,
  l2Normalize,
  layerNorm,
  program,
  quantizeRows,
  rmsNorm,
  softmax,
  swiglu,
  type Kernel,
  type PlanOptions,
  type RowScalar,
  type Tile,
} from '../../lib/index.js';
import { symbolsOf } from '../../lib/inspect/elf.js';

/** A program of a user: a comparison with itself, a maximum, a division, a product that is used twice. */
const userProgram = program('user', (b) => {
  const x = b.input('x');
  const scaled = x.mul(b.scalar('scale'));
  const clean = x.ne(x).select(0, scaled);
  b.output('y').store(clean.sub(scaled.reduceMax()).div(clean.abs().sum()).min(1));
});

/** Every storage type, as tile and per row, in FP64 too. */
const storageProgram = program('storage', (b) => {
  const x = b.input('x');
  let sum = x;
  for (const dtype of ['f16', 'bf16', 'i8', 'i32'] as const) {
    const number = <V extends Tile | RowScalar>(value: V): V =>
      dtype === 'i32' ? (value.toFloat() as V) : value;
    sum = sum
      .add(number(b.input(`row_${dtype}`, { dtype })))
      .mul(number(b.input(`one_${dtype}`, { dtype, dim: 'one' })));
    sum = sum.add(number(b.input(`column_${dtype}`, { dtype, access: 'column' })));
  }
  b.rescue(sum.sum().ge(0).not());
  for (const dtype of ['f16', 'bf16', 'i8'] as const) {
    b.output(`y_${dtype}`, { dtype }).store(sum);
    b.output(`mean_${dtype}`, { dtype }).store(sum.mean());
  }
});

const programs: [string, Parameters<typeof compile>[0]][] = [
  ['rmsNorm', rmsNorm.program()],
  ['rmsNorm without weight', rmsNorm.program({ weight: false })],
  ['layerNorm', layerNorm.program({ mean: true, invStdDev: true })],
  ['rmsNorm in f16', rmsNorm.program({ dtype: 'f16' })],
  ['layerNorm in bf16', layerNorm.program({ dtype: 'bf16', weightDtype: 'f32', mean: true })],
  ['addRmsNorm in f16', addRmsNorm.program({ dtype: 'f16' })],
  ['l2Normalize', l2Normalize.program()],
  ['quantizeRows in bf16', quantizeRows.program({ dtype: 'bf16' })],
  ['a program with ne, max and div', userProgram],
  ['a program with every storage type', storageProgram],
];

const plans: PlanOptions[] = [
  {},
  { fullPacket: false, width: 4 },
  { mapping: 'whole-program', width: 8 },
  { mapping: 'whole-program', width: 4, fullPacket: false },
];

function withKernel(what: Parameters<typeof compile>[0], plan: PlanOptions, use: (kernel: Kernel) => void) {
  const kernel = compile(what, { cols: 77 }, plan);
  try {
    use(kernel);
  } finally {
    kernel.dispose();
  }
}

/** Instruction lines of LLVM IR, without metadata, attributes and comments. */
function instructions(ir: string): string[] {
  return ir
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.replace(/;.*$/, '').replace(/@[\w.]+/g, '@'));
}

describe.each(programs)('%s', (_, what) => {
  it('has no fast-math flag and no fast-math attribute', () => {
    for (const plan of plans) {
      withKernel(what, plan, (kernel) => {
        for (const ir of [kernel.asm.llvm, kernel.asm.optimized]) {
          expect(instructions(ir).length).toBeGreaterThan(20);
          const flagged = instructions(ir).filter((line) =>
            /\b(fast|nnan|ninf|nsz|arcp|afn|contract|reassoc)\b/.test(line.replace(/[%!][\w.]+/g, '')),
          );
          expect(flagged).toEqual([]);
          expect(ir).not.toMatch(
            /"(unsafe-fp-math|no-nans-fp-math|no-infs-fp-math|approx-func-fp-math)"="true"/,
          );
          expect(ir).not.toMatch(/"no-signed-zeros-fp-math"="true"|"denormal-fp-math|fmuladd/);
        }
      });
    }
  });

  it('contracts nothing: no fused operation that was not asked for', () => {
    for (const plan of plans) {
      withKernel(what, plan, ({ asm }) => {
        expect(asm.optimized).not.toMatch(/llvm\.fma\b|llvm\.fma\./);
        expect(asm.assembly).not.toMatch(/\bvfn?m(add|sub)\d/);
      });
    }
  });

  it('calls no function but its own, and leaves the floating-point environment alone', () => {
    for (const plan of plans) {
      withKernel(what, plan, ({ asm, program: { name } }) => {
        const outside = [...asm.optimized.matchAll(/call [^\n]*?@([\w.]+)\(/g)]
          .map(([, callee]) => callee)
          .filter((callee) => !callee.startsWith('llvm.') && !callee.startsWith(name));
        expect(outside).toEqual([]);
        expect(asm.assembly).not.toMatch(/ldmxcsr|fldcw|vrsqrt|vrcp|\brsqrt|\brcpp/);
      });
    }
  });
});

// What an object wants from elsewhere would be a call: of the compiler's runtime library, where the target lacks an
// instruction (conversions of f16 without F16C, fused multiply-add without FMA), or of memcpy and its like.
describe.each(['native', ...cpu().levels] as NonNullable<PlanOptions['features']>[])(
  'at level %s',
  (features) => {
    it.each(programs)('%s needs nothing from outside of its object', (_, what) => {
      // Eight lanes of small elements without masked accesses are branches upon branches.
      for (const plan of plans.filter(({ width }) => width !== 8 || features !== 'x86-64-v2')) {
        withKernel(what, { ...plan, features }, ({ asm }) => {
          const symbols = symbolsOf(asm.object);
          expect(symbols.undefined).toEqual([]);
          expect(symbols.defined).toContain(what.name);
          expect(asm.assembly).not.toMatch(/__(extend|trunc)|gnu_[fh]2[fh]|vcvtne\w*bf16/);
        });
      }
    });
  },
);

describe.runIf(process.arch === 'x64')('levels of the instruction set', () => {
  const { levels, maxWidth } = cpu();
  const avx = /^\s.*\bv[a-z]+[ps][sd]\b/m;

  const assemblyAt = (features: PlanOptions['features'], plan: PlanOptions): string => {
    let text = '';
    withKernel(layerNorm.program(), { ...plan, features }, ({ asm }) => (text = asm.assembly));
    expect(text.split('\n').length).toBeGreaterThan(50);
    return text;
  };

  it.each(plans.map((plan): [string, PlanOptions] => [JSON.stringify(plan), plan]))('%s', (_, plan) => {
    if (levels.includes('x86-64-v2')) {
      const text = assemblyAt('x86-64-v2', plan);
      expect(text).not.toMatch(/[yz]mm|\bk[0-7]\b|xmm(1[6-9]|[23]\d)/);
      expect(text).not.toMatch(avx);
    }
    if (levels.includes('x86-64-v3')) {
      const text = assemblyAt('x86-64-v3', plan);
      expect(text).not.toMatch(/zmm|\bk[0-7]\b|[xy]mm(1[6-9]|[23]\d)/);
      expect(text).toMatch(avx);
    }
  });

  it.runIf(maxWidth >= 16)('width 16 means 512-bit vectors, width 8 none of them', () => {
    for (const mapping of ['packet-local', 'whole-program'] as const) {
      const count = (width: 8 | 16) => assemblyAt('native', { mapping, width }).match(/zmm/g)?.length ?? 0;
      expect(count(16)).toBeGreaterThan(20);
      expect(count(8)).toBe(0);
    }
  });
});

describe('whole-program bodies', () => {
  const bodyOf = (cols: number, width: 2 | 4 | 8 | 16) => {
    const plan = { mapping: 'whole-program', width, materialize: 'reload', fullPacket: 'require' } as const;
    const kernel = compile(layerNorm.program(), { cols }, plan);
    const { info, asm } = kernel;
    const result = { instructions: info.bodyInstructions, optimized: asm.optimized };
    kernel.dispose();
    return result;
  };

  it('are as long for a row of any length, give or take its ragged end: all whole blocks are looped', () => {
    for (const width of [2, 4, 8, 16] as const) {
      const [short, long, longer] = [63, 255, 511].map((cols) => bodyOf(cols, width).instructions);
      expect(short).toBeLessThan(900);
      expect(Math.abs(long - short)).toBeLessThan(100); // the accumulators are read from the second step on
      expect(longer).toBe(long);
    }
  });

  it('have no masked access in full packets, ragged columns included', () => {
    for (const width of [4, 16] as const) {
      for (const cols of [64, 65]) {
        const { optimized } = bodyOf(cols, width);
        const clone = /^define [^\n]*@layer_norm\.full_packet\([\s\S]*?^}/m.exec(optimized)?.[0] ?? '';
        expect(clone.split('\n').length).toBeGreaterThan(50);
        expect(clone).not.toMatch(/llvm\.masked/);
        const tail = /^define [^\n]*@layer_norm\.packet\([\s\S]*?^}/m.exec(optimized)?.[0] ?? '';
        expect(tail).toMatch(/llvm\.masked\.store/);
      }
    }
  });
});

describe('a maximum over a row', () => {
  /** Mnemonics of softmax at a level. */
  const instructions = (features: 'x86-64-v3' | 'x86-64-v4') => {
    const kernel = compile(softmax.program(), { cols: 4096 }, { features, mapping: 'packet-local' });
    const { assembly } = kernel.asm;
    kernel.dispose();
    return assembly;
  };

  it.runIf(cpu().levels.includes('x86-64-v4'))('takes vrangeps, and its NaN a comparison beside it', () => {
    const assembly = instructions('x86-64-v4');
    expect(assembly).toMatch(/\tvrangeps\tzmm/);
    expect(assembly).toMatch(/\tvcmpordps\tk1 \{k1\}/);
    expect(assembly).not.toMatch(/\tvblendmps|\tvpmovd2m/);
  });

  it.runIf(cpu().levels.includes('x86-64-v4'))(
    'leaves exponentials without a limit above, scaled at once',
    () => {
      const assembly = instructions('x86-64-v4');
      expect(assembly).toMatch(/\tvscalefps\tzmm\d+ \{k\d\} \{z\}/);
      expect(assembly).not.toMatch(/\tv(?:min|max)ps\tzmm/);
    },
  );

  it.runIf(cpu().levels.includes('x86-64-v3'))('takes maxps both ways round in AVX2', () => {
    const assembly = instructions('x86-64-v3');
    expect(assembly).toMatch(/\tvmaxps\tymm/);
    expect(assembly).toMatch(/\tvcmpunordps\tymm|\tvcmpordps\tymm/);
  });
});

describe('packets without a loop', () => {
  it.runIf(cpu().levels.includes('x86-64-v4'))('with an elementary function stand side by side', () => {
    const kernel = compile(swiglu.program(), {}, { features: 'x86-64-v4' });
    const { optimized } = kernel.asm;
    kernel.dispose();
    const loop = /^packets\.i:[\s\S]*?!tile_simd\.packets/m.exec(optimized)?.[0] ?? '';
    const order = [...loop.matchAll(/= (load) <16 x float>|(fdiv) <16 x float>|(store) <16 x float>/g)]
      .map(([, load, division, store]) => load ?? division ?? store)
      .join(' ');
    const four = (what: string) => Array.from({ length: 4 }, () => what).join(' ');
    expect(order).toMatch(new RegExp(`^load.* ${four('fdiv')} .*${four('store')}$`));
  });
});
