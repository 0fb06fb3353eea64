// What the value of a switch may depend on, and switches that stand for themselves. A fixed value is honoured or
// refused with the reason; a switch without any effect gets its usual value, so that equal code has equal plans.
import { TileSimdRangeError } from '../errors.js';
import type { Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import type { Phases } from './phases.js';
import type { CheckedPlanOptions, Mapping, Materialize, Unroll, Width } from './plan.js';
import type { Target } from './target.js';
import { tileExtent } from './tiles.js';

/** Program, shape and target, and the switches that are decided before all others. */
export interface Situation {
  readonly program: TileProgram;
  readonly extents: Extents;
  readonly options: CheckedPlanOptions;
  readonly target: Target;
  readonly mapping: Mapping;
  readonly width: Width;
  readonly phases: Phases;
}

/** ERR_INVALID_PLAN for a value that other switches, the program or the shape rule out. */
export function refusal(key: string, given: unknown, reason: string, expected: string): TileSimdRangeError {
  return new TileSimdRangeError('ERR_INVALID_PLAN', `plan.${key}: ${reason}; expected ${expected}`, {
    argument: `plan.${key}`,
    given,
    expected,
  });
}

/** Throws the refusal of a value, in a sentence of which the value is the subject. */
export function refuse(
  key: keyof CheckedPlanOptions,
  given: unknown,
  predicate: string,
  expected: string,
): never {
  const value = typeof given === 'string' ? `'${given}'` : String(given);
  throw refusal(key, given, `${value} ${predicate}`, expected);
}

/** Neighbouring elements that whole-program mapping moves at once: four make a 128-bit lane. */
const columnsPerUnit = 4;

/** Units per iteration of loops without reductions, where nothing else is said. */
const usualUnroll = { 'packet-local': 4, 'whole-program': 1 } as const;

/** Extent of the longest loop without reductions: those of the stores and of carried tiles, and those that copy what is reduced (F off). */
function longestPlainLoop(situation: Situation, fuse: boolean): number {
  const { program, phases } = situation;
  const dims = new Set(fuse ? [] : phases.reducedDims);
  for (const op of program.ops) {
    if (op.op !== 'store' && op.op !== 'yield') continue;
    for (const arg of op.args) {
      const type = program.types[arg];
      if (type?.shape === 'tile') dims.add(type.dim);
    }
  }
  return Math.max(0, ...[...dims].map((dim) => tileExtent(situation, dim)));
}

/** Without effect where loops are unrolled in full, or none has that many units. */
export function resolveUnroll(situation: Situation, fuse: boolean, materialize: Materialize): Unroll {
  const { options, mapping, width } = situation;
  const usual = usualUnroll[mapping];
  if (options.unroll === 'auto' || materialize === 'registers') return usual;
  const unit = mapping === 'packet-local' ? width : columnsPerUnit;
  const units = Math.floor(longestPlainLoop(situation, fuse) / unit);
  return units < options.unroll ? usual : options.unroll;
}
