// Plans that differ from a plan in one switch: what is tried beside it where measuring decides.
import { TileSimdError } from '../errors.js';
import { axisValues, type Axis } from './candidates.js';
import type { Machine, PlanRequest } from './choose.js';
import { keyOfPlan, type CheckedPlanOptions, type Plan } from './plan.js';
import { resolvePlan, type Environment } from './resolve.js';

/** Switches that mapping and width decide about where nobody else does. */
const dependent = ['fuse', 'materialize', 'tail', 'stores', 'unroll', 'prefetch', 'accumulators'] as const;

/** A plan as options in which every switch is fixed; what is each launch's own stays as asked. */
export function optionsOf(
  plan: Plan,
  { rows, grain, workers, fullPacket }: CheckedPlanOptions,
): CheckedPlanOptions {
  const required = fullPacket === 'require' ? fullPacket : plan.fullPacket;
  return { ...plan, fullPacket: required, rows, grain, workers };
}

/**
 * The legal plans one switch away, each once: where the other switches do not go with the new value, they are decided anew.
 * What the request fixes is left alone.
 */
export function neighboursOf(
  request: PlanRequest,
  plan: Plan,
  { cpu }: Pick<Machine, 'cpu'>,
  environment: Environment,
): Plan[] {
  const { program, extents, options, flat } = request;
  const found = new Map([[keyOfPlan(plan), plan]]);
  const resolve = (asked: CheckedPlanOptions): Plan | undefined => {
    try {
      return resolvePlan(program, extents, asked, cpu, environment, flat).plan;
    } catch (error) {
      if (error instanceof TileSimdError) return undefined;
      throw error;
    }
  };
  for (const axis of Object.keys(axisValues) as Axis[]) {
    if (options[axis] !== 'auto') continue;
    for (const value of axisValues[axis]) {
      const fixed = { ...optionsOf(plan, options), [axis]: value };
      const loose: Record<string, unknown> = { ...fixed };
      for (const key of dependent) if (key !== axis) loose[key] = options[key];
      const blockWidth = axis === 'width' ? options.blockWidth : plan.blockWidth;
      const neighbour =
        resolve({ ...fixed, blockWidth }) ?? resolve({ ...loose, blockWidth } as CheckedPlanOptions);
      if (neighbour !== undefined && !found.has(keyOfPlan(neighbour)))
        found.set(keyOfPlan(neighbour), neighbour);
    }
  }
  return [...found.values()].slice(1);
}
