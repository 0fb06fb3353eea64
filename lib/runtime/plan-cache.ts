// Plans that were chosen by cost. Choosing takes a millisecond or two, and who compiles a shape again gets the plan of the
// first time: it depends on nothing but what the key holds and the policy.
import type { Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import { planKey, type CheckedPlanOptions } from '../planner/plan.js';
import type { TargetPolicy } from '../planner/policy.js';
import {
  decideFullPacket,
  isFullPacketFree,
  type Environment,
  type ResolvedPlan,
} from '../planner/resolve.js';

/** Plans kept per program: more shapes than a service uses. */
const usualLimit = 64;

/** What a plan is chosen for. */
export interface PlannedShape {
  readonly program: TileProgram;
  readonly extents: Extents;
  readonly options: CheckedPlanOptions;
  readonly flat: boolean;
}

interface Entry {
  readonly policy: TargetPolicy;
  readonly plan: ResolvedPlan;
}

export class PlanCache {
  /** Per program, in the order of last use. */
  readonly #plans = new WeakMap<TileProgram, Map<string, Entry>>();
  readonly #limit: number;

  constructor(limit = usualLimit) {
    this.#limit = limit;
  }

  /** The plan under a policy and an environment, chosen by `choose` if it is not there. */
  get(
    shape: PlannedShape,
    policy: TargetPolicy,
    environment: Environment,
    choose: () => ResolvedPlan,
  ): ResolvedPlan {
    let plans = this.#plans.get(shape.program);
    if (plans === undefined) this.#plans.set(shape.program, (plans = new Map<string, Entry>()));
    const key = keyOf(shape, environment);
    const known = plans.get(key);
    const entry = known?.policy === policy ? known : { policy, plan: choose() };
    plans.delete(key);
    plans.set(key, entry);
    const [oldest] = plans.keys();
    if (plans.size > this.#limit) plans.delete(oldest);
    return entry.plan;
  }
}

function keyOf({ program, extents, options, flat }: PlannedShape, environment: Environment): string {
  const sizes = flat ? 'flat' : program.dims.map((dim) => extents[dim]).join();
  const { fullPacket, required, reason } = decideFullPacket(options.fullPacket, environment);
  const isFree = isFullPacketFree(options.fullPacket, environment);
  const { grain, workers } = options;
  return [sizes, planKey(options), grain, workers, fullPacket, required, reason, isFree].join('|');
}
