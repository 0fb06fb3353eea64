// Every operator of the library, and the variants of its program that are worth a turn. An operator that is not listed
// here takes part with its program as it is.
import * as library from '../../../lib/index.js';
import type { RowDType, TileProgram } from '../../../lib/index.js';

type ProgramOptions = Readonly<Record<string, unknown>>;

interface Operator {
  program(options: ProgramOptions): TileProgram;
}

const variants: Readonly<Record<string, readonly ProgramOptions[]>> = {
  rmsNorm: [{}, { weight: false }, { weightDtype: 'f32' }, { inner: true }],
  layerNorm: [
    {},
    { bias: false, mean: true },
    { weight: false, bias: false, invStdDev: true },
    { inner: true },
  ],
  addRmsNorm: [{}, { weight: false }],
  l2Normalize: [{}, { inner: true }],
  meanPool: [{ axis: 'rows' }, { axis: 'columns' }],
  silu: [{}, { alpha: true }],
  swiglu: [{}, { alpha: true }],
  gelu: [{}, { approximate: 'tanh' }],
  geluResidual: [{}, { approximate: 'tanh' }],
  softmax: [
    {},
    { scale: true, mask: 'row' },
    { causal: true },
    { inner: true },
    { scale: true, mask: 'group', causal: true, maskDtype: 'f32' },
  ],
  logSoftmax: [{}, { scale: true, mask: 'column' }, { causal: true }, { inner: true }],
  rope: [
    {},
    { layout: 'interleaved', partial: true },
    { positionIds: true, heads: true },
    { layout: 'interleaved', positionIds: true, partial: true },
  ],
};

/** Operators that add products as they are: where these cancel, the error is relative to them and not to the result. */
export const cancelling: ReadonlySet<string> = new Set(['rope']);

/** Names of the public operators: what has a program. */
export const operators: readonly string[] = Object.entries(library)
  .filter(([, value]) => typeof value === 'function' && 'program' in value)
  .map(([name]) => name);

/** The program that an operator runs with in `turn`. */
export function operatorProgram(name: string, turn: number, dtype: RowDType): TileProgram {
  const choices = Object.hasOwn(variants, name) ? variants[name] : [{}];
  const operator = (library as unknown as Readonly<Record<string, Operator>>)[name];
  return operator.program({ ...choices[turn % choices.length], dtype });
}
