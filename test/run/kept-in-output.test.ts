// materialize: 'output': what was computed waits in the rows of outputs. It changes no bit, whatever is in place, and is
// refused where something would read what was overwritten.
import { describe, expect, it } from 'vitest';
import {
  compile,
  cpu,
  layerNorm,
  logSoftmax,
  program,
  rmsNorm,
  softmax,
  type Kernel,
  type PlanOptions,
  type TileProgram,
} from '../../lib/index.js';
import { realization } from '../../lib/inspect/realization.js';
import { expectSameBits } from '../support/compare.js';
import { randomArray } from '../support/random.js';

const rows = 5;
const columns = [1, 2, 15, 16, 17, 63, 64, 65, 130, 1538, 8193] as const;
const output = { materialize: 'output', mapping: 'packet-local' } as const;

/** Two values that wait at a time, and an output for each; `x` is read for the last time before the first one waits. */
const twoValues = program('two_values', (b) => {
  const x = b.input('x');
  const e = x.sub(x.reduceMax()).exp();
  const s = x.sub(x.reduceMax()).sigmoid();
  const total = e.sum().add(s.sum());
  b.output('y').store(e.div(total));
  b.output('z').store(s.div(total).add(e));
});

interface Subject {
  readonly name: string;
  readonly program: TileProgram;
  readonly outputs: readonly string[];
}

const subjects: readonly Subject[] = [
  { name: 'softmax', program: softmax.program(), outputs: ['y'] },
  { name: 'scaled softmax', program: softmax.program({ scale: true }), outputs: ['y'] },
  { name: 'two values', program: twoValues, outputs: ['y', 'z'] },
];

/** Rows of ordinary numbers, one with NaN, one with infinities, one of -0 alone. */
function inputRows(cols: number): Float32Array {
  const x = randomArray(rows * cols, cols, -8, 8);
  x[cols + (cols >> 1)] = Number.NaN;
  x[2 * cols] = -Infinity;
  x[3 * cols + cols - 1] = Infinity;
  x.fill(-0, 4 * cols);
  return x;
}

function run(
  { outputs }: Subject,
  kernel: Kernel,
  x: Float32Array,
  inPlace?: string,
): Record<string, Float32Array> {
  const input = Float32Array.from(x);
  const buffers = Object.fromEntries(
    outputs.map((name) => [name, name === inPlace ? input : new Float32Array(x.length).fill(7)]),
  );
  const scale: Record<string, number> = kernel.program.params.some(({ name }) => name === 'scale')
    ? { scale: 0.75 }
    : {};
  kernel.launch(kernel.record({ x: input, ...buffers, ...scale }));
  return buffers;
}

function withKernel<T>({ program }: Subject, cols: number, plan: PlanOptions, use: (kernel: Kernel) => T): T {
  const kernel = compile(program, { cols }, plan);
  try {
    return use(kernel);
  } finally {
    kernel.dispose();
  }
}

const variants: readonly PlanOptions[] = [
  {},
  { fullPacket: false },
  { width: 4, unroll: 8 },
  { tail: 'masked', width: 8 },
  { stores: 'streaming', prefetch: 256 },
  ...(cpu().levels.includes('x86-64-v3') ? [{ features: 'x86-64-v3' } as const] : []),
];

describe.each(subjects)('$name keeps values in its outputs', (subject) => {
  it.each(columns)('with the bits of a snapshot, in place as well: %i columns', (cols) => {
    const x = inputRows(cols);
    const expected = withKernel(subject, cols, { materialize: 'snapshot', width: 8 }, (kernel) =>
      run(subject, kernel, x),
    );
    for (const variant of variants)
      withKernel(subject, cols, { ...output, ...variant }, (kernel) => {
        expect(kernel.plan.materialize).toBe('output');
        expect(realization(kernel).snapshotBytes).toBe(0);
        for (const inPlace of [undefined, ...subject.outputs]) {
          const made = run(subject, kernel, x, inPlace);
          for (const name of subject.outputs) expectSameBits(made[name], expected[name]);
        }
      });
  });
});

describe('values that cannot wait in an output', () => {
  const refused = (tile: TileProgram, plan: PlanOptions, key: string, says: RegExp) => {
    let error: unknown;
    try {
      compile(tile, { cols: 65 }, { ...output, ...plan }).dispose();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: 'ERR_INVALID_PLAN', argument: `plan.${key}` });
    expect(String(error)).toMatch(says);
  };
  const none = /takes an f32 output stored whole/;
  const tile = softmax.program();

  it('are refused where a lane runs a row', () => {
    refused(tile, { mapping: 'whole-program' }, 'materialize', /under whole-program a lane runs a row/);
  });
  it('are refused where everything is f64', () => {
    refused(tile, { accumulate: 'f64' }, 'materialize', /everything is computed in f64/);
  });
  it('are refused where rows are copied first', () => {
    refused(tile, { fuse: false }, 'fuse', /copies a row to its snapshot/);
  });
  it('are refused where the last vector takes elements twice', () => {
    refused(tile, { tail: 'overlapping' }, 'tail', /overwritten the first time/);
  });
  it('are refused where the output rounds', () => {
    refused(softmax.program({ dtype: 'f16' }), {}, 'materialize', none);
  });
  it('are refused where a row may be rescued afterwards', () => {
    const doubtful = program('doubtful', (b) => {
      const e = b.input('x').exp();
      const total = e.sum();
      b.rescue(total.gt(1e30));
      b.output('y').store(e.div(total));
    });
    refused(doubtful, {}, 'materialize', none);
  });
  it('are refused where an input that may be the same memory is read afterwards', () => {
    const again = program('again', (b) => {
      const x = b.input('x');
      const e = x.sub(x.reduceMax()).exp();
      b.output('y').store(e.div(e.sum()).add(x));
    });
    refused(again, {}, 'materialize', none);
  });
  it('are refused where there are more of them than outputs', () => {
    const both = program('both', (b) => {
      const x = b.input('x');
      const e = x.sub(x.reduceMax()).exp();
      const s = x.sub(x.reduceMax()).sigmoid();
      b.output('y').store(e.div(e.sum().add(s.sum())).add(s));
    });
    refused(both, {}, 'materialize', none);
  });
  it('are none where no elementary function went into them: the plan says reload', () => {
    for (const tile of [rmsNorm.program(), layerNorm.program(), logSoftmax.program()]) {
      const kernel = compile(tile, { cols: 65 }, output);
      expect(kernel.plan.materialize).toBe('reload');
      kernel.dispose();
    }
  });
});

it('is where exponentials wait by default, in rows that the registers do not hold', () => {
  const kernel = compile(softmax.program(), { cols: 4096 });
  expect(kernel.plan).toMatchObject({ mapping: 'packet-local', materialize: 'output' });
  kernel.dispose();
});
