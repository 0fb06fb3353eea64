// stores: 'by-size': one kernel, which stores past the cache in launches that write more than it keeps. Not a bit depends
// on which way a launch goes.
import { describe, expect, it } from 'vitest';
import {
  compile,
  cpu,
  geluResidual,
  lint,
  realization,
  rmsNorm,
  softmax,
  type Kernel,
  type PlanOptions,
  type TileProgram,
} from '../../lib/index.js';
import { hostCaches } from '../../lib/runtime/planning.js';
import { expectSameBits } from '../support/compare.js';
import { randomArray } from '../support/random.js';
import { expectRefusal } from '../support/refuse.js';

const { l2 } = hostCaches();
const isWide = cpu().maxWidth >= 8;

interface Subject {
  readonly name: string;
  readonly program: TileProgram;
  /** Inputs beside x: with a row for each of x, or with one for all. */
  readonly rows: readonly string[];
  readonly shared: readonly string[];
  readonly flat: boolean;
}

const subjects: readonly Subject[] = [
  { name: 'rmsNorm', program: rmsNorm.program(), rows: [], shared: ['weight'], flat: false },
  { name: 'softmax', program: softmax.program(), rows: [], shared: [], flat: false },
  {
    name: 'geluResidual, by rows',
    program: geluResidual.program(),
    rows: ['residual'],
    shared: [],
    flat: false,
  },
  { name: 'geluResidual', program: geluResidual.program(), rows: ['residual'], shared: [], flat: true },
];

function use<T>(kernel: Kernel, read: (kernel: Kernel) => T): T {
  try {
    return read(kernel);
  } finally {
    kernel.dispose();
  }
}

/** One launch over `elements` of x, which starts `shift` elements behind the start of its buffer. */
function run(
  { rows, shared }: Subject,
  kernel: Kernel,
  x: Float32Array,
  cols: number,
  shift: number,
  inPlace: boolean,
): Float32Array {
  const moved = new Float32Array(x.length + shift + 9).fill(-7);
  const input = inPlace ? moved.subarray(shift, shift + x.length) : Float32Array.from(x);
  if (inPlace) input.set(x);
  const y = inPlace ? input : moved.subarray(shift, shift + x.length);
  const others = Object.fromEntries([
    ...rows.map((name) => [name, randomArray(x.length, 3)] as const),
    ...shared.map((name) => [name, randomArray(cols, 5)] as const),
  ]);
  const eps = kernel.program.params.some(({ name }) => name === 'eps') ? { eps: 1e-5 } : {};
  kernel.launch(kernel.record({ x: input, ...others, ...(eps as Record<string, number>), y }));
  for (const [i, value] of moved.entries())
    if ((i < shift || i >= shift + x.length) && value !== -7) expect.fail(`element ${i - shift} was written`);
  return Float32Array.from(y);
}

describe.each(subjects)('$name', (subject) => {
  const shape = (cols: number): Record<string, number> => (subject.flat ? {} : { cols });
  const plans: readonly PlanOptions[] = [{}, { fullPacket: false }, { width: 4, unroll: 2 }];

  it.each([1024, 1031])('has the bits of cached stores on either side of the cache: %i columns', (cols) => {
    const large = Math.ceil(l2 / (4 * cols)) + 3;
    for (const plan of plans)
      for (const rows of [3, large]) {
        const x = randomArray(rows * cols, cols, -4, 4);
        const expected = use(compile(subject.program, shape(cols), { ...plan, stores: 'cached' }), (kernel) =>
          run(subject, kernel, x, cols, 0, false),
        );
        use(compile(subject.program, shape(cols), { ...plan, stores: 'by-size' }), (kernel) => {
          expect(kernel.plan.stores).toBe('by-size');
          for (const shift of [0, 3])
            for (const inPlace of [false, true])
              expectSameBits(run(subject, kernel, x, cols, shift, inPlace), expected);
        });
      }
  });

  it('has both kinds of stores and a fence, and prefetches where the loop that streams loads rows', () => {
    use(compile(subject.program, shape(1024), { stores: 'by-size', fullPacket: 'require' }), (kernel) => {
      const functions = realization(kernel).functions.filter(({ name }) => !name.endsWith('.rescue'));
      const count = (kind: 'streamed' | 'contiguous') =>
        functions.reduce((sum, { vectorStores }) => sum + vectorStores[kind], 0);
      expect(count('streamed')).toBeGreaterThan(0);
      expect(count('contiguous')).toBeGreaterThan(0);
      expect(kernel.asm.assembly).toMatch(/\bsfence\b/);
      const loads = kernel.plan.materialize !== 'output'; // there it reads what waits
      expect(kernel.plan.prefetch > 0).toBe(loads);
      expect(/\bprefetch/.test(kernel.asm.assembly)).toBe(loads);
      expect(lint(kernel)).toEqual([]);
    });
  });

  it.runIf(isWide)('is the default, unless something is asked of prefetching or the tail', () => {
    const stores = (plan: PlanOptions) =>
      use(compile(subject.program, shape(4096), plan), (kernel) => kernel.plan.stores);
    expect(stores({})).toBe('by-size');
    expect(stores({ prefetch: 512 })).toBe('cached');
    if (!subject.flat) expect(stores({ tail: 'masked' })).toBe('cached');
  });

  it('is settled where the rows are given', () => {
    const cols = 4096;
    const plan = (rows: number) =>
      use(
        compile(subject.program, shape(cols), { rows: subject.flat ? rows * cols : rows }),
        (kernel) => kernel.plan,
      );
    expect(plan(1).stores).toBe('cached');
    expect(['cached', 'streaming']).toContain(plan(4096).stores);
  });
});

it('is cached stores where rows stay in registers', () => {
  use(compile(rmsNorm.program(), { cols: 64 }, { stores: 'by-size', materialize: 'registers' }), (kernel) => {
    expect(kernel.plan.stores).toBe('cached');
    expect(kernel.asm.assembly).not.toMatch(/fence/);
  });
});

it('is refused where streaming is', () => {
  const refuse = (plan: PlanOptions, ...says: string[]) =>
    expectRefusal(() => compile(rmsNorm.program(), { cols: 1024 }, { stores: 'by-size', ...plan }), {
      code: 'ERR_INVALID_PLAN',
      argument: 'plan.stores',
      says: ["'by-size'", ...says],
    });
  refuse({ mapping: 'whole-program' }, 'packet-local');
  refuse({ width: 2 }, '16 bytes');
  refuse({ tail: 'masked' }, 'tail');
});
