// What calibrate() measures: small programs of our own, each of which is bound by one thing. A probe's result is
// nanoseconds per unit of work; how it compares with the same probe on the machine that a policy was fitted on scales the
// costs that it stands for.
import { program } from '../dsl/builder.js';
import type { TileProgram } from '../ir/program.js';
import type { CacheSizes } from '../planner/cost.js';
import type { PlanOptions } from '../planner/plan.js';

export interface Probe {
  readonly name: string;
  readonly program: TileProgram;
  readonly cols: number;
  readonly rows: number;
  readonly plan: PlanOptions;
  /** Units of work of one launch: bytes, vectors, rows. */
  readonly units: number;
  /** Costs of the policy that it scales, by path. */
  readonly scales: readonly string[];
}

const copied = program('copied', (b) => {
  b.output('y').store(b.input('x'));
});
const summed = program('summed', (b) => {
  b.output('y', { dim: 'one' }).store(b.input('x').sum());
});
const filled = program('filled', (b) => {
  const tile = b.input('x', { access: 'column' });
  b.output('y').store(tile);
});
const divided = program('divided', (b) => {
  b.output('y').store(b.input('x').div(b.input('z')));
});
const exponentials = program('exponentials', (b) => {
  b.output('y').store(b.input('x').exp());
});
const roots = program('roots', (b) => {
  const row = b.input('x');
  b.output('y').store(row.mul(row.sum().sqrt().reciprocal()));
});
const apart = program('apart', (b) => {
  const tile = b.input('x', { dim: 'wide' }).slice({ dim: 'cols', stride: 8 });
  b.output('y').store(tile);
});

const megabyte = 2 ** 20;
/** Most memory that a probe takes. */
const mostBytes = 96 * megabyte;

/** Elements that fill half of a cache, and for memory, more than the last one where that can be had. */
function elementsOf(caches: CacheSizes): Record<'l1' | 'l2' | 'l3' | 'memory', number> {
  const of = (bytes: number) => Math.floor(Math.min(bytes, mostBytes) / 4 / 64) * 64;
  return {
    l1: of(caches.l1 / 2),
    l2: of(Math.max(caches.l2 / 2, 2 * caches.l1)),
    l3: of(Math.min(Math.max(caches.l3 / 4, 2 * caches.l2), 24 * megabyte)),
    memory: of(Math.max(4 * caches.l3, 32 * megabyte)),
  };
}

/** The probes for a machine with these caches, at packets of `lanes`. */
export function probesFor(caches: CacheSizes, lanes: number): Probe[] {
  const width = lanes as PlanOptions['width'];
  const plain: PlanOptions = {
    mapping: 'packet-local',
    width,
    materialize: 'reload',
    unroll: 8,
    tail: 'peeled',
    stores: 'cached',
    prefetch: 0,
    fullPacket: true,
  };
  const sizes = elementsOf(caches);
  const small = sizes.l1 / 4;
  const vectors = small / lanes;
  const natural: PlanOptions = { ...plain, order: 'mapping', accumulators: 8 };
  const probes: Probe[] = [];
  for (const [level, cols] of Object.entries(sizes)) {
    probes.push({
      name: `read.${level}`,
      program: summed,
      cols,
      rows: 1,
      plan: natural,
      units: 4 * cols,
      scales: [`read.${level}`, `prefetched.${level}`].slice(0, 1),
    });
    probes.push({
      name: `write.${level}`,
      program: filled,
      cols: 1024,
      rows: Math.max(1, Math.floor(cols / 1024)),
      plan: plain,
      units: 4 * cols,
      scales: [`write.${level}`],
    });
  }
  const tiny = 2 * lanes;
  return [
    ...probes,
    {
      name: 'streamed',
      program: filled,
      cols: 1024,
      rows: sizes.memory / 1024,
      plan: { ...plain, stores: 'streaming' },
      units: 4 * sizes.memory,
      scales: ['streamed'],
    },
    {
      name: 'copy',
      program: copied,
      cols: small,
      rows: 1,
      plan: plain,
      units: vectors,
      scales: ['execution.load', 'execution.store', 'execution.scalar', 'execution.issue', 'execution.spill'],
    },
    {
      name: 'masked',
      program: copied,
      cols: small,
      rows: 1,
      plan: { ...plain, fullPacket: false },
      units: vectors,
      scales: ['execution.maskedLoad', 'execution.maskedStore'],
    },
    {
      name: 'gather',
      program: apart,
      cols: small / 8,
      rows: 1,
      plan: plain,
      units: vectors / 8,
      scales: ['execution.gather', 'execution.scatter'],
    },
    {
      name: 'arithmetic',
      program: exponentials,
      cols: small,
      rows: 1,
      plan: plain,
      units: vectors,
      scales: ['execution.arithmetic'],
    },
    {
      name: 'division',
      program: divided,
      cols: small,
      rows: 1,
      plan: plain,
      units: vectors,
      scales: ['execution.division'],
    },
    {
      name: 'reduction',
      program: roots,
      cols: tiny,
      rows: 256,
      plan: { ...plain, materialize: 'registers' },
      units: 256,
      scales: ['execution.chain', 'execution.join', 'execution.scalarOp', 'execution.scalarDivision'],
    },
    {
      name: 'rows',
      program: copied,
      cols: tiny,
      rows: 256,
      plan: { ...plain, materialize: 'registers' },
      units: 256,
      scales: ['execution.row', 'execution.packet', 'execution.loop', 'execution.ragged', 'execution.block'],
    },
    {
      name: 'launch',
      program: copied,
      cols: tiny,
      rows: 0,
      plan: plain,
      units: 1,
      scales: ['execution.launch'],
    },
  ];
}
