// Cooperative kernels: one row is split over tasks. What a program and the other switches must be for that.
import type { TileProgram } from '../ir/program.js';
import type { CheckedPlanOptions } from './plan.js';
import { refusal } from './switches.js';

/**
 * Values that the other switches have in a cooperative kernel, and why. A task knows its own chunks of a row and the
 * results of the others' reductions, nothing else.
 */
const required = {
  mapping: { value: 'packet-local', reason: 'a lane runs a whole row of its own' },
  materialize: { value: 'reload', reason: 'nothing but results of chunks waits from phase to phase' },
  fuse: { value: true, reason: 'there is no snapshot to copy a row to' },
  stores: { value: 'cached', reason: 'a row is aligned for streaming as a whole' },
  tail: { value: 'peeled', reason: 'only the last chunk ends raggedly' },
  order: { value: 'fixed', reason: 'rows are split into the chunks of the fixed order' },
} as const;

/**
 * The options with everything fixed that a cooperative kernel decides.
 * @throws ERR_INVALID_PLAN naming `plan.cooperative` for a program whose row cannot be split, or the other switch.
 */
export function cooperativeOptions(
  options: CheckedPlanOptions,
  program: TileProgram,
  flat: boolean,
): CheckedPlanOptions {
  const refuse = (reason: string) => refusal('cooperative', true, reason, 'false');
  if (flat) throw refuse('a kernel for every length has one element per program, and so no row to split');
  if (program.ops.some(({ op }) => op === 'loop'))
    throw refuse('a loop over column tiles goes from tile to tile, and tasks work beside each other');
  if (program.grid !== undefined)
    throw refuse('the programs of a grid share their rows, so a row of one cannot be split');
  const dims = loopDims(program).size;
  if (dims !== 1) throw refuse(`a row is split along the one dim of its tiles, and here are ${dims}`);
  const fixed: Record<string, unknown> = { ...options };
  for (const [key, { value, reason }] of Object.entries(required)) {
    const given = options[key as keyof typeof required];
    if (given !== 'auto' && given !== value) {
      const expected = typeof value === 'string' ? `'${value}'` : String(value);
      throw refusal(key, given, `under cooperative: true ${reason}`, `'auto' or ${expected}`);
    }
    fixed[key] = value;
  }
  return fixed as CheckedPlanOptions;
}

/** Dims that tiles are reduced or stored along. */
function loopDims({ ops, types }: TileProgram): Set<string> {
  const dims = new Set<string>();
  for (const op of ops) {
    if (op.op !== 'store' && op.op !== 'reduce') continue;
    const type = types[op.args[0]];
    if (type?.shape === 'tile') dims.add(type.dim);
  }
  return dims;
}
