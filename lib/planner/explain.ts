// What the planner considered: every candidate with its cost by term, every refusal with its reason, what was chosen,
// and what would have to change for the next one to win.
import type { Cost } from './cost.js';
import type { PricedCandidates } from './choose.js';
import type { Plan, PlanOptions } from './plan.js';

/** A candidate that can be compiled, with its predicted cost. */
export interface ExplainedCandidate {
  readonly plan: Plan;
  /** Microseconds of one launch, by what takes them. */
  readonly cost: Cost;
  readonly refused?: undefined;
}

/** Values that cannot be had together. */
export interface RefusedCandidate {
  /** The switches that were tried; every combination with them is ruled out. */
  readonly plan: PlanOptions;
  readonly cost?: undefined;
  /** Why. */
  readonly refused: string;
}

/** The closest candidate that makes different code, and what speaks for it. */
export interface RunnerUp {
  readonly plan: Plan;
  /** Microseconds that it costs more than the selected one; negative where both are ties and the usual plan was taken. */
  readonly behind: number;
  /** The switches in which it differs. */
  readonly differs: readonly (keyof Plan)[];
  /** By term: microseconds more than the selected one's (negative: less). */
  readonly terms: Readonly<Record<string, number>>;
  /**
   * Term that would decide otherwise if it cost `factor` times what the policy says; absent where no single one would.
   */
  readonly flips?: { readonly term: string; readonly factor: number };
}

export interface Explanation {
  readonly selected: ExplainedCandidate;
  /** Those that were priced, the cheapest first; then those refused. */
  readonly candidates: readonly (ExplainedCandidate | RefusedCandidate)[];
  readonly runnerUp?: RunnerUp;
  /** Switches that were left with their usual value because there were too many combinations. */
  readonly thinned: readonly string[];
  /** Rows that costs are of. */
  readonly rows: number;
  /** Policy that priced them. */
  readonly policy: string;
  /** What compile() takes in place of the selected one: a plan that tune() found faster here. */
  readonly tuned?: TunedPlan;
}

const terms = ['accesses', 'arithmetic', 'latency', 'overhead', 'memory', 'launch'] as const;

/** A plan that won against the one that is chosen otherwise, by measurement. */
export interface TunedPlan {
  /** Rows of the launches that were measured. */
  readonly rows: number;
  readonly plan: Plan;
  /** Median of its time by that of the plan it replaced, in the rounds that confirmed it. */
  readonly ratio: number;
}

/** What would have to change for `second` to win. */
function compare(first: ExplainedCandidate, second: ExplainedCandidate): RunnerUp {
  const differs = (Object.keys(first.plan) as (keyof Plan)[]).filter(
    (key) => first.plan[key] !== second.plan[key],
  );
  const behind = second.cost.total - first.cost.total;
  const more = Object.fromEntries(terms.map((term) => [term, second.cost[term] - first.cost[term]]));
  // A term that is larger in the selected plan: were it dearer by a factor, the other would win.
  const flips =
    behind <= 0
      ? undefined
      : terms
          .filter((term) => more[term] < 0)
          .map((term) => ({ term, factor: 1 + behind / -more[term] }))
          .sort((a, b) => a.factor - b.factor)
          .at(0);
  return { plan: second.plan, behind, differs, terms: more, ...(flips === undefined ? {} : { flips }) };
}

/** Makes an explanation of priced candidates, of which one was selected. */
export function explanationOf(priced: PricedCandidates, rows: number, policy: string): Explanation {
  const candidates = priced.candidates.map(({ plan, cost }): ExplainedCandidate => ({ plan, cost }));
  const refused = priced.refused.map(({ plan, reason }): RefusedCandidate => ({ plan, refused: reason }));
  const selected = priced.selected as ExplainedCandidate;
  const second = candidates.find(({ plan }) => plan !== selected.plan);
  return {
    selected,
    candidates: [...candidates, ...refused],
    ...(second === undefined ? {} : { runnerUp: compare(selected, second) }),
    thinned: priced.thinned,
    rows,
    policy,
  };
}
