// Every operator of the library, and the variants of its program that tests go through. An operator that is not listed
// here takes part with its program as it is.
import type { RowDType, TileProgram } from '../../lib/index.js';
import { operators as library } from '../../lib/kernels/operators.js';

export type ProgramOptions = Readonly<Record<string, unknown>>;

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

/**
 * Operators whose special rows (isSpecial() of subjects.ts) the interpreter in FP64 does not judge: rope adds products as
 * they are, so that where these cancel the error is relative to them; quantizeRows rounds the scale to f32 first, and
 * what is left of a subnormal one decides about the elements. test/run has their limits.
 */
export const plainOperators: ReadonlySet<string> = new Set(['rope', 'quantizeRows']);

export const operators: readonly string[] = Object.keys(library);

/** What an operator's program is made with, variant by variant, but for its storage type. */
export function variantsOf(operator: string): readonly ProgramOptions[] {
  return Object.hasOwn(variants, operator) ? variants[operator] : [{}];
}

/** The program of an operator's variant, counted round and round. */
export function operatorProgram(operator: string, variant: number, dtype: RowDType): TileProgram {
  const choices = variantsOf(operator);
  return library[operator].program({ ...choices[variant % choices.length], dtype });
}
