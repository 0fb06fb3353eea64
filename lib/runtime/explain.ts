// explain(): what the planner would choose for a program at a shape, and why.
import { invalidValue } from '../errors.js';
import type { TileProgram } from '../ir/program.js';
import { explainCandidates, isPriced } from '../planner/choose.js';
import { explanationOf, type Explanation } from '../planner/explain.js';
import type { PlanOptions } from '../planner/plan.js';
import { expectPolicy, type TargetPolicy } from '../planner/policy.js';
import { resolvePlan } from '../planner/resolve.js';
import { askedOf } from './asked.js';
import { machineOf } from './planning.js';
import { findTuned } from './tuned-plans.js';

export interface ExplainOptions extends PlanOptions {
  /** Price by this policy and not by the one in force. */
  readonly policy?: TargetPolicy | undefined;
}

/**
 * Prices every legal plan of a program at a shape.
 *
 * @param shape an extent for each of the program's dims, and the rows of a launch: `{ rows: 64, cols: 256 }`; 64 rows
 * where none are given. For an elementwise program, rows alone: the elements of the kernel for every length.
 * @param options switches to fix; the others are free. `policy`: the target policy to price by.
 * @returns the selected plan, which is what compile() takes where `rows` is among its switches, every candidate with its predicted microseconds by term or refused with the reason, and
 * what would have to change for the runner-up to win.
 * @throws as compile() does for program, shape and switches; ERR_INVALID_ARG_VALUE for `shape.rows` and `options.policy`,
 * and for what the cost model does not cover (cooperative kernels, loops over column tiles).
 */
export function explain(
  program: TileProgram,
  shape: Readonly<Record<string, number>>,
  options: ExplainOptions = {},
): Explanation {
  const { policy, ...switches } = options ?? {};
  const request = askedOf(program, shape, options === null ? options : switches);
  if (policy !== undefined) expectPolicy(policy, 'options.policy');
  const machine = machineOf(request.options, policy);
  if (!isPriced(request))
    throw invalidValue(
      'program',
      'one that is priced: cooperative kernels and loops over column tiles are planned by rule',
      program,
    );
  const { extents, options: checked, flat, rows } = request;
  resolvePlan(program, extents, checked, machine.cpu, process.env, flat); // throws what compile() would throw
  const priced = explainCandidates(request, machine, process.env);
  const explanation = explanationOf(priced, rows, `${machine.policy.name}, ${machine.policy.source}`);
  const tuned = findTuned({ ...request, options: { ...checked, rows } }, process.env);
  return tuned === undefined ? explanation : { ...explanation, tuned };
}
