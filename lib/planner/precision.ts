// The switches that results depend on: order and accumulators, math, accumulate. What they ask of the program is done to
// it here, before anything else looks at it. Like every switch, they have their usual value where they change nothing.
import { contract } from '../ir/contract.js';
import type { TileProgram } from '../ir/program.js';
import { withoutRescue } from '../ir/rewrite.js';
import type { CheckedPlanOptions, Plan } from './plan.js';
import { refuse } from './switches.js';

export interface Precision {
  /** The program that is compiled. */
  readonly program: TileProgram;
  readonly switches: Pick<Plan, 'order' | 'accumulators' | 'math' | 'accumulate'>;
}

/** Accumulators where nobody says how many: enough to hide the latency of an addition. */
const usualAccumulators = 4;

/** @throws ERR_INVALID_PLAN for `accumulators` under the fixed order. */
export function resolvePrecision(program: TileProgram, options: CheckedPlanOptions): Precision {
  const { accumulators, accumulate } = options;
  // The usual number is what a plan of the fixed order shows: `kernel.plan` may be given back as options.
  if (accumulators !== 'auto' && accumulators !== usualAccumulators && options.order !== 'mapping') {
    refuse(
      'accumulators',
      accumulators,
      "cannot be had: accumulators are free only under order: 'mapping', and the fixed order has 64 logical lanes",
      "'auto', or the order 'mapping'",
    );
  }
  const reduces = program.ops.some((op) => op.op === 'reduce');
  const order = options.order === 'mapping' && reduces ? 'mapping' : 'fixed';

  const isPlain = accumulate === 'f32' || accumulate === 'f64';
  const plain = isPlain ? withoutRescue(program) : program;
  const compiled = options.math === 'contract' ? contract(plain) : plain;
  return {
    program: compiled,
    switches: {
      order,
      accumulators: order === 'mapping' && accumulators !== 'auto' ? accumulators : usualAccumulators,
      math: compiled === plain ? 'strict' : 'contract',
      accumulate: accumulate === 'f64' ? 'f64' : plain === program ? 'corrected' : 'f32',
    },
  };
}
