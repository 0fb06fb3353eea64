// The ready-made operators by name, for whoever goes through all of them or takes a name from a user.
import type { TileProgram } from '../ir/program.js';
import { addRmsNorm } from './add-rms-norm.js';
import { geluResidual } from './gelu-residual.js';
import { gelu } from './gelu.js';
import { l2Normalize } from './l2-normalize.js';
import { layerNorm } from './layer-norm.js';
import { logSoftmax } from './log-softmax.js';
import { meanPool } from './mean-pool.js';
import { quantizeRows } from './quantize-rows.js';
import { rmsNorm } from './rms-norm.js';
import { rope } from './rope.js';
import { silu } from './silu.js';
import { softmax } from './softmax.js';
import { swiglu } from './swiglu.js';

/** What all operators have in common: the program of a variant. Each takes options of its own. */
export interface Operator {
  program(options?: object): TileProgram;
}

export const operators: Readonly<Record<string, Operator>> = Object.freeze({
  addRmsNorm,
  gelu,
  geluResidual,
  l2Normalize,
  layerNorm,
  logSoftmax,
  meanPool,
  quantizeRows,
  rmsNorm,
  rope,
  silu,
  softmax,
  swiglu,
} as unknown as Record<string, Operator>);
