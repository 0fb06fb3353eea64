// Streaming stores: the instructions, at every alignment of the rows, and not a bit changed by them.
import { describe, expect, it } from 'vitest';

import {
  compile,
  cpu,
  lint,
  program,
  realization,
  rmsNorm,
  type Kernel,
  type PlanOptions,
} from '../../lib/index.js';
import { expectRefusal } from '../support/refuse.js';
import { everyLie, expectSameElsewhere, subjects, type Subject } from '../support/every-place.js';

const streaming: PlanOptions = { stores: 'streaming' };

function use<T>(kernel: Kernel, read: (kernel: Kernel) => T): T {
  try {
    return read(kernel);
  } finally {
    kernel.dispose();
  }
}

/** Vector stores of the functions on the hot path. */
function stores(kernel: Kernel): { streamed: number; masked: number; contiguous: number } {
  const sum = { streamed: 0, masked: 0, contiguous: 0 };
  for (const { name, vectorStores } of realization(kernel).functions) {
    if (name.endsWith('.rescue')) continue;
    for (const kind of ['streamed', 'masked', 'contiguous'] as const) sum[kind] += vectorStores[kind];
  }
  return sum;
}

const widths = [4, 8, 16] as const;

const contiguous = subjects.filter(({ name }) => name !== 'pairs'); // the only one whose outputs interleave

describe.each(contiguous)('$name', (subject: Subject) => {
  it('has the same bits with streaming stores, at every alignment', () => {
    let turn = 0;
    for (const cols of [1, 7, 16, 31, 33, 64, 130, 259]) {
      const width = widths[turn % 3];
      const materialize = (['reload', 'snapshot', 'auto'] as const)[Math.floor(turn / 3) % 3];
      const fullPacket = turn++ % 4 !== 0;
      const plan = { width, materialize, fullPacket } as const;
      expectSameElsewhere(subject, cols, { ...plan, ...streaming }, {}, everyLie);
    }
  });
});

describe('the code', () => {
  const kernelOf = (cols: number, options: PlanOptions) =>
    compile(rmsNorm.program(), { cols }, { ...streaming, ...options });

  it.each(widths)('streams whole vectors of %i lanes, and masks both ends of a row', (width) => {
    for (const fullPacket of ['require', false] as const) {
      use(kernelOf(1000, { width, materialize: 'reload', fullPacket }), (kernel) => {
        expect(kernel.plan.stores).toBe('streaming');
        const { streamed, masked, contiguous } = stores(kernel);
        expect(streamed).toBeGreaterThanOrEqual(5); // four in the loop, one for each unit that is left
        expect(streamed % 5).toBe(0);
        if (fullPacket === 'require') expect(masked * 5).toBe(streamed * 2);
        expect(contiguous).toBe(0);
        expect(kernel.asm.assembly).toMatch(/\bsfence\b/);
        if (fullPacket === 'require') expect(lint(kernel)).toEqual([]);
      });
    }
  });

  it('streams rows in registers where they are aligned', () => {
    use(kernelOf(128, { width: 8, materialize: 'registers', fullPacket: 'require' }), (kernel) => {
      const { streamed, contiguous } = stores(kernel);
      expect(streamed % 16).toBe(0);
      expect(streamed).toBe(contiguous);
    });
  });

  it.each(cpu().levels)('at %s too', (features) => {
    use(kernelOf(1000, { width: 8, materialize: 'reload', features }), (kernel) => {
      expect(stores(kernel).streamed).toBeGreaterThanOrEqual(5);
    });
  });

  it('streams in the kernel for every length', () => {
    const twice = program('twice', (b) => b.output('y').store(b.input('x').mul(2)));
    for (const fullPacket of ['require', false] as const)
      for (const width of widths)
        use(compile(twice, {}, { ...streaming, width, fullPacket }), (kernel) => {
          expect(kernel.plan.stores).toBe('streaming');
          expect(stores(kernel).streamed).toBeGreaterThanOrEqual(1);
          for (let shift = 0; shift < 17; ++shift)
            for (const length of [1, 5, 16, 31, 64, 100, 1000]) {
              const bytes = new Float32Array(length + 40).fill(-7);
              const y = bytes.subarray(shift, shift + length);
              const x = Float32Array.from({ length }, (_, i) => i + 1);
              kernel.launch(kernel.record({ x, y }), length > 5 ? { programs: [2, length - 1] } : {});
              const [begin, end] = length > 5 ? [2, length - 1] : [0, length];
              bytes.forEach((value, i) => {
                const e = i - shift;
                const want = e >= begin && e < end ? 2 * x[e] : -7;
                if (value !== want) expect.fail(`${length} from ${shift}: element ${e} is ${value}`);
              });
            }
        });
  });

  it('is as it was where stores are cached', () => {
    use(compile(rmsNorm.program(), { cols: 1000 }, { stores: 'cached' }), (kernel) => {
      expect(stores(kernel).streamed).toBe(0);
      expect(kernel.asm.assembly).not.toMatch(/fence/);
    });
  });
});

describe('streaming is refused with the reason', () => {
  const refuse = (run: () => unknown, ...says: (string | RegExp)[]) =>
    expectRefusal(run, { code: 'ERR_INVALID_PLAN', argument: 'plan.stores', says });

  it('under whole-program, for vectors under 16 bytes, for elements apart and with another tail', () => {
    const rms = rmsNorm.program();
    refuse(() => compile(rms, { cols: 64 }, { ...streaming, mapping: 'whole-program' }), 'packet-local');
    refuse(() => compile(rms, { cols: 64 }, { ...streaming, width: 2 }), '16 bytes');
    refuse(
      () => compile(rmsNorm.program({ dtype: 'f16' }), { cols: 64 }, { ...streaming, width: 4 }),
      '16 bytes',
    );
    refuse(() => compile(subjects[4].program, { cols: 64, half: 32 }, streaming), 'neighbouring');
    for (const tail of ['masked', 'overlapping'] as const)
      refuse(() => compile(rms, { cols: 65 }, { ...streaming, tail }), 'tail', tail);
    const grid = program('grid', (b) => {
      b.grid('inner');
      b.output('y').store(b.input('x').mul(2));
    });
    for (const mapping of ['packet-local', 'whole-program'] as const)
      refuse(() => compile(grid, { cols: 4, inner: 64 }, { ...streaming, mapping }), 'neighbouring');
  });
});
