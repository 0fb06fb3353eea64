// Refusals that ordinary draws hardly meet, each provoked on purpose.
import { compile, program, type PlanOptions, type TileProgram } from '../../lib/index.js';
import type { Coverage } from '../support/coverage.js';
import { switchValues } from './plans.js';
import type { Random } from '../support/draws.js';
import { refusalOf } from './refusals.js';

type Shape = Readonly<Record<string, number>>;

const plain = program('plain', (b) => {
  const x = b.input('x', { dim: 'n' });
  b.output('y').store(x.sub(x.mean()).div(x.reduceMax()));
});

const sliced = program('sliced', (b) => {
  const x = b.input('x', { dim: 'w' });
  const y = b.output('y', { dim: 'w' });
  y.store(x.slice({ dim: 'n', stride: 2 }), { dim: 'n' });
  y.store(x.slice({ dim: 'n', offset: 1, stride: 2 }), { dim: 'n', offset: 4, stride: 3 });
});

/** Exponentials wait for their sum. */
const shares = program('shares', (b) => {
  const exponentials = b.input('x', { dim: 'n' }).exp();
  b.output('y').store(exponentials.div(exponentials.sum()));
});
const inOutput = { mapping: 'packet-local', materialize: 'output' } as const;

/** `length` elementary functions, one after the other. */
function chain(length: number): TileProgram {
  return program('chain', (b) => {
    let value = b.input('x', { dim: 'n' });
    for (let i = 0; i < length; ++i) value = i % 2 === 0 ? value.tanh() : value.sin();
    b.output('y').store(value);
  });
}

/** One refusal, which must come for the reason that is wanted. */
type Attempt = (random: Random, coverage: Coverage) => void;

function refused(
  reason: string,
  what: TileProgram,
  shape: Shape,
  plan: PlanOptions,
  coverage: Coverage,
): void {
  try {
    compile(what, shape, plan).dispose();
  } catch (error) {
    const found = refusalOf(error);
    if (found === reason) return coverage.add('refused', reason);
    throw error;
  }
  throw new Error(
    `not refused (${reason}): ${JSON.stringify(shape)} ${JSON.stringify(plan)}\n${String(what)}`,
  );
}

const variable = 'TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION';

const attempts: readonly Attempt[] = [
  (random, coverage) => {
    const key = random.pick(Object.keys(switchValues));
    refused('no such value', plain, { n: 5 }, { [key]: random.pick([3.5, 'none', -1]) }, coverage);
  },
  (random, coverage) => {
    refused('no such switch', plain, { n: 5 }, { [random.pick(['grain_', 'Width'])]: 4 }, coverage);
  },
  (random, coverage) => {
    const width = random.pick([4, 8, 16] as const);
    const plan = { mapping: 'packet-local', width, materialize: 'registers' } as const;
    refused('too many operations', chain(64), { n: 64 * width }, plan, coverage);
  },
  (random, coverage) => {
    const plan = { mapping: 'whole-program', width: 16, materialize: 'snapshot' } as const;
    refused('too much private memory', plain, { n: 2 ** 27 + random.int(0, 9) }, plan, coverage);
  },
  (random, coverage) => {
    const plan = { ...inOutput, accumulate: 'f64' } as const;
    refused('output: double precision', shares, { n: random.int(2, 90) }, plan, coverage);
  },
  (random, coverage) => {
    const plan = { ...inOutput, width: random.pick([2, 4, 8, 16] as const), tail: 'overlapping' } as const;
    refused('overlapping: values in outputs', shares, { n: random.int(17, 90) }, plan, coverage);
  },
  (random, coverage) => {
    const n = random.int(2, 20);
    refused('slice beyond the row', sliced, { n, w: 3 * n + random.int(-3, 1) }, {}, coverage);
  },
  (random, coverage) => {
    const n = random.int(5, 20);
    refused('stored slices meet', sliced, { n, w: 3 * n + 2 + random.int(0, 5) }, {}, coverage);
  },
  (random, coverage) => {
    const plan = {
      mapping: 'packet-local',
      width: random.pick([2, 4] as const),
      fullPacket: 'require',
    } as const;
    const what = chain(24);
    const kernel = compile(what, { n: 300 }, { ...plan, fullPacket: true });
    const { applied, reason = '' } = kernel.specialization;
    kernel.dispose();
    if (applied) throw new Error('a body beyond the budget was specialized');
    coverage.add('specialization', reason);
    refused('require: instruction-budget', what, { n: 300 }, plan, coverage);
  },
  (_, coverage) => {
    const before = process.env[variable];
    process.env[variable] = '1';
    try {
      refused('require: environment', plain, { n: 5 }, { fullPacket: 'require' }, coverage);
      const kernel = compile(plain, { n: 5 }, { fullPacket: true });
      coverage.add('specialization', kernel.specialization.reason);
      kernel.dispose();
    } finally {
      if (before === undefined) delete process.env[variable];
      else process.env[variable] = before;
    }
  },
];

/** One of the attempts. */
export function tryRefusals(random: Random, coverage: Coverage): void {
  random.pick(attempts)(random, coverage);
}
