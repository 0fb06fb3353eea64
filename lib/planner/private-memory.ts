// Where values wait from one pass over a row to the next, and how they get there: materialize, F (fuse), and the layout
// of private memory (interleave, contiguous). docs/design.md has the table of what goes with what.
import { TileSimdError } from '../errors.js';
import { canWaitInOutput, requireOutputs, waitsInOutput } from './kept-in-output.js';
import type { Mapping, Materialize, Plan, Width } from './plan.js';
import { refusal, type Situation } from './switches.js';
import { widestTile } from './tiles.js';

/**
 * `registers` unrolls the loops over a row; beyond this many vectors straight-line code only spills. In whole-program
 * mapping a vector is a column of all rows, and moving it takes far more code.
 */
const maxUnrolledVectors = { 'packet-local': 64, 'whole-program': 16 } as const;

/** Most vectors kept in registers by choice: of 32, four accumulate and eight are in work; of 16, six are left over. */
export const keptVectorsByChoice = { 16: 10, 32: 20 } as const;

/** Registers that an elementary function is in work with: so many fewer are left to keep values in. */
export const elementaryWork = 10;

/** Most bytes of a row's snapshots by choice: a part of the L2 cache, which the row's buffers share. */
const snapshotBytesByChoice = 2 ** 18;

export type PrivateMemory = Pick<Plan, 'fuse' | 'materialize' | 'interleave' | 'contiguous'>;

/** @throws ERR_INVALID_PLAN naming the switch that the others rule out. */
export function resolvePrivateMemory(situation: Situation): PrivateMemory {
  const fuse = resolveFuse(situation);
  const materialize = resolveMaterialize(situation, fuse);
  const isUsed = materialize === 'snapshot' || materialize === 'recompute';
  return {
    fuse,
    materialize,
    ...(isUsed ? resolveLayout(situation) : { interleave: true, contiguous: true }),
  };
}

/**
 * F is about row-indexed tiles that reductions load. `false` copies them to a snapshot first, so there must be one;
 * where no reduction loads such a tile it is without effect.
 */
function resolveFuse({ options, phases }: Situation): boolean {
  if (options.fuse !== false || phases.reducedDims.size === 0) return true;
  const { materialize } = options;
  if (materialize === 'registers' || materialize === 'reload' || materialize === 'output') {
    const reason = `false copies a row to its snapshot before it is reduced, and materialize: '${materialize}' has none`;
    throw refusal('fuse', false, reason, "true, or materialize: 'snapshot' or 'recompute'");
  }
  return false;
}

/** Vectors that a tile of `columns` takes: in whole-program mapping, one per column. */
function vectorsOf(mapping: Mapping, width: Width, columns: number): number {
  return mapping === 'packet-local' ? Math.ceil(columns / width) : columns;
}

/**
 * Registers if what must be kept fits them, otherwise everything is loaded and computed again: that costs less than
 * a snapshot's stores and loads, unless an elementary function would be computed again and its results stay near: in the
 * output's row where they may, else in a snapshot. Where nothing is kept the switch is idle (but that `registers` unrolls),
 * and `reload` stands for that.
 */
function resolveMaterialize(situation: Situation, fuse: boolean): Materialize {
  const { mapping, width, target, phases } = situation;
  const option = situation.options.materialize;
  const columns = widestTile(situation);
  const vectors = vectorsOf(mapping, width, columns);
  const kept = vectors * phases.keptValues;
  if (option === 'auto') {
    if (!fuse) return 'snapshot';
    // A mask computed from the row's end is a matter of loops.
    const isLooped = situation.options.tail === 'masked' && mapping === 'packet-local';
    const registers = kept * Math.max(1, width / target.lanes);
    const left = keptVectorsByChoice[target.vectorRegisters] - (phases.hasElementary ? elementaryWork : 0);
    const fits = phases.keptValues > 0 && registers <= Math.min(left, maxUnrolledVectors[mapping]);
    if (fits && !isLooped) return 'registers';
    if (!phases.keepsElementary || 4 * width * kept > snapshotBytesByChoice) return 'reload';
    const overlaps = situation.options.tail === 'overlapping';
    return canWaitInOutput(situation) && !overlaps ? 'output' : 'snapshot';
  }
  if (option === 'output') {
    if (!waitsInOutput(situation)) return 'reload';
    requireOutputs(situation);
    return option;
  }
  if (option === 'registers') {
    const needed = Math.max(vectors, kept);
    const most = maxUnrolledVectors[mapping];
    if (needed <= most) return option;
    const each = mapping === 'packet-local' ? `${columns} columns at width ${width}` : `${columns} columns`;
    throw new TileSimdError(
      'ERR_INVALID_PLAN',
      `plan.materialize: 'registers' would take ${needed} vectors (${phases.keptValues} kept tile values, ${each}), ` +
        `at most ${most} are possible; 'snapshot' and 'reload' have no such limit`,
      { argument: 'plan.materialize', given: option, expected: `at most ${most} vectors` },
    );
  }
  const waiting = option === 'snapshot' ? phases.keptValues : phases.keptLoads;
  return fuse && waiting === 0 ? 'reload' : option;
}

/** Lanes with arrays of their own are never neighbours in memory. */
function resolveLayout({ options }: Situation): Pick<Plan, 'interleave' | 'contiguous'> {
  const interleave = options.interleave !== false;
  if (!interleave && options.contiguous === true) {
    const reason =
      'vectors take neighbouring elements, and interleave: false gives each lane an array of its own';
    throw refusal('contiguous', true, reason, 'false, or interleave: true');
  }
  return { interleave, contiguous: interleave && options.contiguous !== false };
}
