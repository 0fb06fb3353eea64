import { describe, expect, it } from 'vitest';
import { program, type ProgramBuilder } from '../../lib/dsl/builder.js';
import { layerNorm } from '../../lib/kernels/layer-norm.js';
import { logSoftmax } from '../../lib/kernels/log-softmax.js';
import type { TileProgram } from '../../lib/ir/program.js';
import { rmsNorm } from '../../lib/kernels/rms-norm.js';
import { softmax } from '../../lib/kernels/softmax.js';
import { analyzePhases } from '../../lib/planner/phases.js';

const analyze = (tile: TileProgram) => {
  const { count, keptValues, keepsElementary } = analyzePhases(tile);
  return { count, keptValues, keepsElementary };
};
const phases = (build: (b: ProgramBuilder) => void) => analyze(program('p', build));

describe('phases and kept values', () => {
  it('elementwise work is one phase and keeps nothing', () => {
    const build = (b: ProgramBuilder) =>
      b.output('y').store(b.input('x').mul(b.input('w', { access: 'column' })));
    expect(phases(build)).toMatchObject({ count: 1, keptValues: 0 });
  });

  it('a reduction alone keeps nothing: no later phase works on tiles', () => {
    expect(phases((b) => b.output('s').store(b.input('x').sum()))).toMatchObject({ count: 2, keptValues: 0 });
  });

  it('RMSNorm keeps x; the weight is loaded where it is used', () => {
    expect(analyzePhases(rmsNorm.program())).toMatchObject({ count: 2, keptValues: 1 });
    expect(analyzePhases(rmsNorm.program({ weight: false }))).toMatchObject({ count: 2, keptValues: 1 });
  });

  it('LayerNorm keeps x, then the centred row in its place', () => {
    expect(analyzePhases(layerNorm.program())).toMatchObject({ count: 3, keptValues: 1 });
    expect(analyzePhases(layerNorm.program({ mean: true, invStdDev: true }))).toMatchObject({
      count: 3,
      keptValues: 1,
    });
  });

  it('keeps what was computed, and not its operands, if only that is needed again', () => {
    const build = (b: ProgramBuilder) => {
      const product = b.input('x').mul(b.input('w'));
      b.output('y').store(product.div(product.sum()));
    };
    expect(phases(build)).toMatchObject({ count: 2, keptValues: 1 });
  });

  it('keeps several values at a time', () => {
    const build = (b: ProgramBuilder) => {
      const [x, w] = [b.input('x'), b.input('w')];
      const product = x.mul(w);
      b.output('y').store(product.div(product.sum()).add(x).sub(w));
    };
    expect(phases(build)).toMatchObject({ count: 2, keptValues: 3 });
  });

  it('does not keep a column input, however often it is used', () => {
    const build = (b: ProgramBuilder) => {
      const [x, w] = [b.input('x'), b.input('w', { access: 'column' })];
      b.output('y').store(w.mul(x.mul(w).sum()));
    };
    expect(phases(build)).toMatchObject({ count: 2, keptValues: 0 });
  });

  it('computes a value in the phase that first needs it: an input used late is not kept', () => {
    const build = (b: ProgramBuilder) => {
      const [x, late] = [b.input('x'), b.input('late')];
      b.output('y').store(late.mul(late).add(x.sum()));
    };
    expect(phases(build)).toMatchObject({ count: 2, keptValues: 0 });
  });

  it('compares conditions again, from operands that are kept for them through all their phases', () => {
    const build = (b: ProgramBuilder) => {
      const x = b.input('x');
      const shifted = x.add(1);
      const positive = shifted.gt(0);
      const first = positive.select(x, 0).sum();
      const second = x.sub(first).abs().sum();
      b.output('y').store(positive.select(x, second));
    };
    expect(phases(build)).toMatchObject({ count: 3, keptValues: 2 }); // x and shifted, not positive
  });

  it('takes stores as work of the last phase: an output may be the memory of an input', () => {
    const build = (b: ProgramBuilder) => {
      const x = b.input('x');
      b.output('y').store(x.mul(2));
      b.output('s').store(x.sum());
    };
    expect(phases(build)).toMatchObject({ count: 2, keptValues: 1 });
  });

  it('tells what is dear to compute again: softmax keeps exponentials, log-softmax and RMSNorm do not', () => {
    const kept = [softmax, logSoftmax, rmsNorm].map((operator) => analyzePhases(operator.program()));
    expect(kept.map(({ keepsElementary }) => keepsElementary)).toEqual([true, false, false]);
    const derived = phases((b) => {
      const y = b.input('x').sigmoid().mul(3);
      b.output('y').store(y.sub(y.mean()));
    });
    expect(derived).toEqual({ count: 2, keptValues: 1, keepsElementary: true });
    // A function of the row alone is computed once per row.
    const scaled = phases((b) => {
      const x = b.input('x');
      b.output('y').store(x.sub(x.mul(b.scalar('s').exp()).sum()));
    });
    expect(scaled.keepsElementary).toBe(false);
  });
});

describe('loads', () => {
  const loads = (build: (b: ProgramBuilder) => void) => {
    const { keptLoads, reducedDims } = analyzePhases(program('p', build));
    return { keptLoads, reduced: [...reducedDims] };
  };

  it('wait until what is computed of them was computed for the last time', () => {
    const ratio = (b: ProgramBuilder) => {
      const part = b.input('x').div(b.input('z'));
      b.output('y').store(part.mul(part.sum()));
    };
    expect(phases(ratio).keptValues).toBe(1);
    expect(loads(ratio)).toEqual({ keptLoads: 2, reduced: ['cols'] });
    // LayerNorm: the centred row takes the place of x in a snapshot, and is made of x again here.
    expect(analyzePhases(layerNorm.program()).keptLoads).toBe(1);
  });

  it('of indices wait as well; those of vectors that rows share do not', () => {
    expect(
      loads((b) => {
        const ids = b.input('ids', { dtype: 'i32' });
        const shared = b.input('w', { access: 'column' });
        b.output('y').store(ids.toFloat().add(ids.toFloat().mul(shared).sum()).mul(shared));
      }),
    ).toEqual({ keptLoads: 1, reduced: ['cols'] });
  });

  it('are for a reduction however much is computed between, and not beyond another reduction', () => {
    expect(
      loads((b) => {
        const late = b.input('late');
        const [x, z] = [b.input('x', { dim: 'a' }), b.input('z', { dim: 'b' })];
        b.output('y').store(late.mul(x.exp().neg().sum()).add(z.reduceMax()));
      }),
    ).toEqual({ keptLoads: 0, reduced: ['b', 'a'] });
    expect(loads((b) => b.output('y').store(b.input('x').mul(b.input('w'))))).toEqual({
      keptLoads: 0,
      reduced: [],
    });
    expect(loads((b) => b.output('s').store(b.input('w', { access: 'column' }).sum())).reduced).toEqual([]);
  });
});
