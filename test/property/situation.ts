// What the results of a kernel may depend on, by its plan.
import type { Plan } from '../../lib/index.js';
import type { Precision } from './interval.js';

/** The fixed order, version 1: docs/numerics.md. */
export const reductionLanes = 64;
export const reductionChunk = 8192;

export interface Situation {
  readonly order: 'fixed' | 'mapping';
  readonly precision: Precision;
}

export function situationOf({ order, accumulate }: Plan): Situation {
  return { order, precision: accumulate === 'f64' ? 'f64' : 'f32' };
}
