// explain(): what the planner would choose for a program at a shape, and why.
import { invalidValue } from '../errors.js';
import { flatExtents, isElementwiseProgram } from '../ir/elementwise.js';
import { bindDims } from '../ir/json.js';
import { expectProgram, type TileProgram } from '../ir/program.js';
import { explainCandidates, isPriced } from '../planner/choose.js';
import { explanationOf, type Explanation } from '../planner/explain.js';
import { checkPlanOptions, type PlanOptions } from '../planner/plan.js';
import { expectPolicy, type TargetPolicy } from '../planner/policy.js';
import { resolvePlan } from '../planner/resolve.js';
import { machineOf } from './planning.js';

/** Rows that explain() prices where nothing is said. */
export const usualRows = 64;

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
  expectProgram(program);
  const { policy, ...switches } = options;
  const checked = checkPlanOptions(options === null ? options : switches);
  if (policy !== undefined) expectPolicy(policy, 'options.policy');
  const { rows = usualRows, ...dims } = shape ?? {};
  if (!Number.isSafeInteger(rows) || rows < 0)
    throw invalidValue('shape.rows', 'an integer, the rows of a launch, at least 0', rows);
  const flat = Object.keys(dims).length === 0 && isElementwiseProgram(program);
  const extents = flat
    ? flatExtents(program)
    : bindDims(program, shape === null || shape === undefined ? shape : dims);
  const machine = machineOf(checked, policy);
  const request = {
    program,
    extents,
    options: checked,
    flat,
    rows: checked.rows === 'auto' ? rows : checked.rows,
  };
  if (!isPriced(request))
    throw invalidValue(
      'program',
      'one that is priced: cooperative kernels and loops over column tiles are planned by rule',
      program,
    );
  resolvePlan(program, extents, checked, machine.cpu, process.env, flat); // throws what compile() would throw
  const priced = explainCandidates(request, machine, process.env);
  return explanationOf(priced, request.rows, `${machine.policy.name}, ${machine.policy.source}`);
}
