// What tune() measures beside the plan in force.
import { isPriced, priceCandidates } from '../planner/choose.js';
import { neighboursOf } from '../planner/neighbours.js';
import { keyOfPlan, type Plan } from '../planner/plan.js';
import type { Environment } from '../planner/resolve.js';
import type { Asked } from '../runtime/asked.js';
import { planFor } from '../runtime/compile.js';
import { machineOf } from '../runtime/planning.js';

export interface ToTune {
  /** The plan in force. */
  readonly incumbent: Plan;
  readonly others: readonly Plan[];
}

/**
 * At most `most` plans: the one in force; the one that the planner takes for this number of rows; then in turn those that
 * it prices best and those one switch away from the plan in force. What is not priced has neighbours alone.
 * @throws as compile() does.
 */
export function candidatesToTune(asked: Asked, most: number, environment: Environment): ToTune {
  const { options, rows } = asked;
  const machine = machineOf(options);
  const incumbent = planFor(asked).plan;
  const found = new Map<string, Plan>([[keyOfPlan(incumbent), incumbent]]);
  const add = (plan: Plan | undefined): void => {
    if (plan !== undefined && found.size < most && !found.has(keyOfPlan(plan)))
      found.set(keyOfPlan(plan), plan);
  };
  const neighbours = neighboursOf(asked, incumbent, machine, environment);
  let priced: readonly Plan[] = [];
  if (isPriced(asked)) {
    add(planFor({ ...asked, options: { ...options, rows } }).plan);
    priced = priceCandidates(asked, machine, environment, { isQuick: true }).candidates.map(
      ({ plan }) => plan,
    );
  }
  for (let i = 0; i < Math.max(priced.length, neighbours.length) && found.size < most; ++i) {
    add(priced.at(i));
    if (i < neighbours.length) add(neighbours[i]);
  }
  return { incumbent, others: [...found.values()].slice(1) };
}
