// Prefetches: where they stand, how far ahead, and that nothing else depends on them.
import { describe, expect, it } from 'vitest';

import {
  compile,
  cpu,
  layerNorm,
  program,
  rmsNorm,
  type PlanOptions,
  type TileProgram,
} from '../../lib/index.js';
import { everyLie, expectSameElsewhere, subjects, type Subject } from '../support/every-place.js';

/** Displacements of the prefetches on the hot path, and what kernel.plan says. */
function compiled(
  tile: TileProgram,
  shape: Record<string, number>,
  options: PlanOptions,
): { prefetch: number; lines: string[]; llvm: string } {
  const kernel = compile(tile, shape, options);
  const { assembly, llvm } = kernel.asm;
  const lines = assembly.split('\n').filter((line) => line.includes('\tprefetch'));
  const { prefetch } = kernel.plan;
  kernel.dispose();
  return { prefetch, lines, llvm };
}

describe.each(subjects)('$name', (subject: Subject) => {
  it('has the same bits with prefetches', () => {
    let turn = 0;
    for (const cols of [1, 5, 17, 64, 100, 259]) {
      const mapping = turn % 2 === 0 ? 'packet-local' : 'whole-program';
      const width = ([4, 8, 16, 2] as const)[turn % 4];
      const prefetch = ([64, 1024, 65536, 1] as const)[turn++ % 4];
      expectSameElsewhere(
        subject,
        cols,
        { mapping, width, prefetch },
        { mapping, width },
        everyLie.slice(0, 3),
      );
    }
  });
});

describe('the code', () => {
  it.runIf(cpu().levels.includes('x86-64-v3'))(
    'prefetches each line of a row once per pass, at the distance asked for',
    () => {
      // Two passes over x, 64 elements a step: four lines each. The weight is no row.
      for (const width of [4, 8, 16] as const) {
        const { lines, llvm, prefetch } = compiled(
          rmsNorm.program(),
          { cols: 1024 },
          { width, materialize: 'reload', prefetch: 2048, fullPacket: false, features: 'x86-64-v3' },
        );
        expect(prefetch).toBe(2048);
        const body = /^define [^\n]*@rms_norm\.packet\([\s\S]*?^}/m.exec(llvm)?.[0] ?? '';
        const offsets = [
          ...body.matchAll(/= getelementptr i8, ptr %\w+, i64 (\d+)\n *call void @llvm.prefetch/g),
        ].map(([, offset]) => Number(offset));
        const perPass = (elements: number) =>
          Array.from({ length: (elements * 4) / 64 }, (_, line) => 2048 + 64 * line);
        const sweep = width === 4 ? 32 : 64; // sixteen accumulators do not fit beside what is in work
        expect(offsets).toEqual([...perPass(sweep), ...perPass(4 * width)]);
        expect(lines.length).toBeGreaterThan(0);
        for (const line of lines) expect(line).toMatch(/prefetcht0/);
      }
    },
  );

  it('prefetches other rows in the last pass alone', () => {
    const plan = { materialize: 'reload', fullPacket: false } as const;
    const counted = (prefetch: number) => {
      const { llvm } = compiled(rmsNorm.program(), { cols: 1024 }, { ...plan, prefetch });
      const body = /^define [^\n]*@rms_norm\.packet\([\s\S]*?^}/m.exec(llvm)?.[0] ?? '';
      return body.split('call void @llvm.prefetch').length - 1;
    };
    const ofBoth = counted(4032); // bytes; a row has 4096
    expect(counted(4096)).toBeGreaterThan(0);
    expect(counted(4096)).toBeLessThan(ofBoth);
    expect(counted(16384)).toBe(counted(4096));
  });

  it('prefetches each row under whole-program, in registers too', () => {
    for (const [cols, width] of [
      [64, 8],
      [2048, 16],
      [16, 4],
    ] as const) {
      const plan = { mapping: 'whole-program', width, prefetch: 512 } as const;
      const { lines, prefetch } = compiled(layerNorm.program(), { cols }, plan);
      expect(prefetch).toBe(512);
      expect(lines.length).toBeGreaterThan(0);
    }
  });

  it('has none where none is asked for', () => {
    expect(compiled(rmsNorm.program(), { cols: 1024 }, { stores: 'cached' }).lines).toEqual([]);
    expect(compiled(rmsNorm.program(), { cols: 1024 }, { prefetch: 0 }).lines).toEqual([]);
  });
});

describe('is idle, and 0 in the plan,', () => {
  const columns = program('columns', (b) => {
    const weight = b.input('weight', { access: 'column' });
    b.output('y').store(weight.mul(b.input('scale', { dim: 'one' })));
  });

  it('where no input is loaded along rows', () => {
    for (const mapping of ['packet-local', 'whole-program'] as const) {
      const { prefetch, lines } = compiled(columns, { cols: 64 }, { mapping, prefetch: 256 });
      expect([prefetch, lines]).toEqual([0, []]);
    }
    const narrow = compiled(rmsNorm.program(), { cols: 3 }, { mapping: 'whole-program', prefetch: 256 });
    expect([narrow.prefetch, narrow.lines]).toEqual([0, []]);
  });

  it('but not in the kernel for every length, nor on a grid under whole-program', () => {
    const twice = program('twice', (b) => b.output('y').store(b.input('x').mul(2)));
    expect(compiled(twice, {}, { prefetch: 256 }).lines).not.toEqual([]);
    const grid = program('grid', (b) => {
      b.grid('inner');
      b.output('y').store(b.input('x').mul(2));
    });
    expect(compiled(grid, { cols: 8, inner: 32 }, { prefetch: 256 }).lines).not.toEqual([]);
    const apart = compiled(grid, { cols: 8, inner: 32 }, { prefetch: 256, mapping: 'packet-local' });
    expect([apart.prefetch, apart.lines]).toEqual([0, []]);
  });
});
