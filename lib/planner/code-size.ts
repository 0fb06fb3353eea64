// Size of a packet body's code: a sum of what stands in it, each with the instructions that it takes on the average. The
// averages are fitted to objects by `npm run fit:code-size` (policies/code-size.json).
import type { AccessCounts } from './accesses.js';
import { sum, type WorkTarget } from './packet-work.js';
import type { Plan } from './plan.js';
import coefficients from './policies/code-size.json';
import type { ReduceOp } from '../ir/types.js';
import { columnsPerBlock } from './segments.js';
import type { ShapedProgram } from './shaped-program.js';
import { arithmeticOf } from './unit-code.js';

/** What code consists of, by what it takes. */
export interface CodeParts {
  /** Accesses of buffers; those of them whose lanes are apart; those under a mask, and that stream. */
  accesses: number;
  gathered: number;
  scalarized: number;
  masked: number;
  streamed: number;
  /** Ops on row scalars, loops, vector instructions of units, accesses of private memory. */
  scalars: number;
  loops: number;
  vectors: number;
  kept: number;
  /** Rows that blocks of columns are put together from. */
  moved: number;
  joined: number;
  /** Units whose end, or whose place, is known at run time alone; ragged ones. */
  rowEnds: number;
  owners: number;
  ragged: number;
  prefetches: number;
  base: number;
  params: number;
  /** Bodies that packets run without knowing that they are full. */
  unspecialized: number;
}

const nothing = (): CodeParts => ({
  accesses: 0,
  gathered: 0,
  scalarized: 0,
  masked: 0,
  streamed: 0,
  scalars: 0,
  loops: 0,
  vectors: 0,
  kept: 0,
  moved: 0,
  joined: 0,
  rowEnds: 0,
  owners: 0,
  ragged: 0,
  prefetches: 0,
  base: 1,
  params: 0,
  unspecialized: 0,
});

const lineBytes = 64;

/** Counts what stands in a packet body. */
export function codeParts(
  shaped: ShapedProgram,
  plan: Plan,
  target: WorkTarget,
  full: boolean,
  { loads, stores }: { loads: AccessCounts; stores: AccessCounts },
): CodeParts {
  const parts = nothing();
  const { program } = shaped;
  const isPacket = plan.mapping === 'packet-local';
  const registers = Math.max(1, (4 * plan.width) / target.registerBytes);
  parts.accesses = sum(loads) + sum(stores);
  const apart = loads.gathered + stores.gathered;
  if (full || target.masks === 'every') parts.gathered = apart * (isPacket ? 1 : plan.width);
  else parts.scalarized = apart;
  parts.masked = loads.masked + stores.masked;
  parts.streamed = stores.streamed;
  parts.params = program.params.length;
  parts.unspecialized = full ? 0 : 1;
  for (const { loops, scalars } of shaped.schedule(plan).levels) {
    parts.scalars += scalars.length;
    for (const loop of loops) {
      const code = arithmeticOf(program, loop, target.table, target.folds && full);
      const each = code.instructions + code.loads + code.stores + code.accumulating - code.folded;
      const rows = loop.body.filter((id) => shaped.isLoad(id) && shaped.access(id).access === 'row').length;
      const moves = loop.body.filter(
        (id) => shaped.isLoad(id) && shaped.access(id).access !== 'column',
      ).length;
      const shapes = shaped
        .variants(plan, loop)
        .map((variant) => ({ variant, ...shaped.loopShape(variant, target.vectorRegisters, loop) }));
      parts.loops += shapes.reduce((sum, { loops: some }) => sum + some, 0);
      const segments = shapes.flatMap(({ variant, segments: some }) =>
        some.map((segment) => ({ ...segment, variant })),
      );
      for (const { copies, bound, valid, variant } of segments) {
        const vectors = copies * registers * (isPacket ? 1 : valid);
        parts.vectors += vectors * each;
        if (plan.materialize !== 'registers' && plan.materialize !== 'output')
          parts.kept += vectors * (loop.reads.length + loop.keeps.length);
        if (bound === 'row-end') parts.rowEnds += copies;
        else if (bound === 'ragged') parts.ragged += copies;
        else if (bound !== 'full') parts.owners += copies;
        if (variant.prefetch > 0 && isPacket)
          parts.prefetches += rows * Math.ceil((copies * plan.width * 4) / lineBytes);
        if (!isPacket && valid === columnsPerBlock)
          parts.moved += copies * plan.width * (moves + loop.stores.length);
      }
      for (const id of loop.reductions) {
        const { kind } = program.ops[id] as ReduceOp;
        const accumulating = target.table.reductions[kind === 'mean' ? 'sum' : kind];
        const { joined = 1, joinedInMemory = false } = shapes[0].accumulation ?? {};
        const vectors = joinedInMemory ? 0 : registers * (joined - 1);
        parts.joined += accumulating * vectors + (isPacket ? Math.log2(plan.width) * (accumulating + 1) : 0);
      }
    }
  }
  return parts;
}

/** Instructions of a packet body. */
export function codeSize(
  shaped: ShapedProgram,
  plan: Plan,
  target: WorkTarget,
  full: boolean,
  accesses: { loads: AccessCounts; stores: AccessCounts },
): number {
  const parts = codeParts(shaped, plan, target, full, accesses);
  const each: Readonly<Record<string, number>> = coefficients[plan.mapping];
  return Math.round(
    Object.entries(parts).reduce((total, [part, count]) => total + count * (each[part] ?? 0), 0),
  );
}
