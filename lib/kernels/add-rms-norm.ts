// Residual addition and RMSNorm in one pass: sum = x + residual, y = sum / sqrt(mean(sum^2) + eps) * weight.
//
// Source: the pre-norm residual stream of Transformer decoders; RMSNorm as in rms-norm.ts. The sum is rounded to the
// storage type first and y is made of the rounded sum, so both outputs are those of an addition that stores its result
// and an rmsNorm that reads it again. Accuracy and rescue are rmsNorm's.
import { program } from '../dsl/builder.js';
import type { TileProgram } from '../ir/program.js';
import { checkPlanOptions } from '../planner/plan.js';
import { expectArray, expectRowStride } from '../runtime/arguments.js';
import type { AsyncOptions } from '../runtime/flights.js';
import { isTrusted } from './accuracy.js';
import { asyncOf } from './async.js';
import { RowLaunches } from './launches.js';
import { addRows, layoutOf, newOutput, newRows } from './layout.js';
import {
  checkEps,
  checkIdleOutput,
  checkOptions,
  checkVectorLength,
  defaultEps,
  dtypeOf,
  rowOptionNames,
  vectorDType,
  type RowArray,
  type RowDType,
  type RowOptions,
  type SameArray,
} from './one-line.js';
import { checkProgramOptions, Variants } from './variants.js';

export interface AddRmsNormOptions<T extends RowArray = Float32Array> extends RowOptions<T> {
  /** Added to the mean of squares; rounded to f32. 1e-5 by default. */
  readonly eps?: number | undefined;
  /** Elements from one row of `residual` to the next; `cols` by default. */
  readonly residualRowStride?: number | undefined;
  /** Where the sum goes, of the same dtype as `x`; it may be `residual` or `x`. By default a new array is made. */
  readonly sumOut?: T | undefined;
  /**
   * Elements from one row of `sumOut` to the next; `cols` by default, or the stride of the input that `sumOut` is.
   */
  readonly sumOutRowStride?: number | undefined;
}

/** Both outputs of addRmsNorm. */
export interface AddRmsNormResult<T> {
  /** The normalized rows. */
  readonly out: T;
  /** `x + residual`: the residual of the next layer. */
  readonly sum: T;
}

/** Which variant of the program. */
export interface AddRmsNormProgramOptions {
  /** Whether there is a weight; true by default. */
  readonly weight?: boolean | undefined;
  /** Storage type of x, residual, y and sum; f32 by default. */
  readonly dtype?: RowDType | undefined;
  /** Storage type of the weight; that of x by default. */
  readonly weightDtype?: RowDType | undefined;
}

function write(dtype: RowDType, weightDtype: RowDType | undefined): TileProgram {
  return program('add_rms_norm', (b) => {
    const x = b.input('x', { dtype });
    const residual = b.input('residual', { dtype });
    const weight = weightDtype && b.input('weight', { access: 'column', dtype: weightDtype });
    const eps = b.scalar('eps');
    const y = b.output('y', { dtype });

    const sum = x.add(residual).cast(dtype);
    const variance = sum.mul(sum).mean().add(eps);
    b.rescue(isTrusted(variance).not());
    const normalized = sum.mul(variance.rsqrt());
    y.store(weight === undefined ? normalized : normalized.mul(weight));
    b.output('sum', { dtype }).store(sum);
  });
}

const programs = new Variants(write);

function addRmsNormProgram(options: AddRmsNormProgramOptions = {}): TileProgram {
  checkProgramOptions(options, ['weight'], ['dtype', 'weightDtype']);
  const { weight = true, dtype = 'f32', weightDtype = dtype } = options;
  return programs.get(dtype, weight ? weightDtype : undefined);
}

const known: ReadonlySet<string> = new Set([
  'eps',
  'residualRowStride',
  'sumOut',
  'sumOutRowStride',
  ...rowOptionNames,
]);
const noOptions: AddRmsNormOptions = Object.freeze({});
const launches = new RowLaunches({
  strided: ['x', 'y', 'residual', 'sum'],
  names: { sum: 'sumOut' },
});

function addRmsNormCall(
  x: RowArray,
  residual: RowArray,
  weight: RowArray | null,
  options: AddRmsNormOptions<RowArray> = noOptions,
): AddRmsNormResult<RowArray> {
  checkOptions<AddRmsNormOptions<RowArray>>(options, known);
  const dtype = dtypeOf(x, options);
  const weightDtype = vectorDType(weight, dtype, 'weight');
  const eps = checkEps(options.eps === undefined ? defaultEps : options.eps);
  const layout = layoutOf(x, dtype, options, { cols: weight?.length });
  const { rows, cols, strides } = layout;
  checkVectorLength(weight, cols, 'weight');
  expectArray(residual, dtype, 'residual');
  addRows(layout, options.residualRowStride, 'residualRowStride');
  const { sumOut } = options;
  const sumStride = sumOut === residual ? strides[2] : sumOut === x ? strides[0] : cols;
  const { sumOutRowStride = sumStride } = options;
  if (sumOutRowStride !== cols) expectRowStride(sumOutRowStride, cols, 'sumOutRowStride');
  strides.push(sumOutRowStride);
  if (rows === 0) {
    checkPlanOptions(options.plan);
    checkIdleOutput(options.out, dtype, 'out');
    checkIdleOutput(sumOut, dtype, 'sumOut');
    return { out: options.out ?? newOutput(layout, x), sum: sumOut ?? newOutput(layout, x) };
  }
  const compiled = programs.get(dtype, weightDtype);
  const run = launches.find(compiled, layout, options);
  const out = options.out === undefined ? newOutput(layout, x) : options.out;
  const sum = sumOut === undefined ? newRows(rows, sumOutRowStride, x, 'sumOutRowStride') : sumOut;
  const status =
    weight === null
      ? run(rows, 0, rows, x, residual, eps, out, sum)
      : run(rows, 0, rows, x, residual, weight, eps, out, sum);
  if (status !== 0) {
    const vectors = weight === null ? [] : [weight];
    throw launches.refusal(status, compiled, layout, [x, residual, ...vectors, eps, out, sum]);
  }
  return { out, sum };
}

/** Residual addition and RMSNorm over rows, and the program that it compiles. */
export interface AddRmsNorm {
  /**
   * `sum = x + residual` and `out = sum / sqrt(mean(sum^2) + eps) * weight` for each row, in one pass. The sum is rounded
   * to the storage type before it is normalized. In place as services do it: `{ out: x, sumOut: residual }`.
   *
   * @param x rows * cols elements, row by row (`rowStride` apart). No rows, or no columns, give empty results. A
   * Uint16Array holds f16 or bf16, as `options.dtype` says.
   * @param residual as many rows of x's dtype, `residualRowStride` apart.
   * @param weight cols elements of f32 or of x's dtype, or null for none; then `cols` must be given.
   * @returns both outputs: the given arrays, or new ones of x's class.
   * @throws before anything is written: ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH,
   * ERR_BUFFER_DETACHED, ERR_BUFFER_OVERLAP (an output is neither exactly `x` or `residual` nor apart from every other
   * array), ERR_INVALID_PLAN, ERR_TARGET, ERR_FULL_PACKET_REFUSED, ERR_NATIVE_LOAD.
   */
  <T extends RowArray>(
    x: T,
    residual: SameArray<T>,
    weight: Float32Array | SameArray<T> | null,
    options?: AddRmsNormOptions<SameArray<T>>,
  ): AddRmsNormResult<SameArray<T>>;
  /**
   * The same on threads of a pool, as `kernel.launchAsync` runs it: resolves with the result, rejects with what the call
   * throws and what AsyncOptions name.
   */
  async<T extends RowArray>(
    x: T,
    residual: SameArray<T>,
    weight: Float32Array | SameArray<T> | null,
    options?: AddRmsNormOptions<SameArray<T>> & AsyncOptions,
  ): Promise<AddRmsNormResult<SameArray<T>>>;
  /** The tile program: parameters x, residual, weight, eps, y, sum; dim cols. */
  program(options?: AddRmsNormProgramOptions): TileProgram;
}

export const addRmsNorm = Object.assign(addRmsNormCall, {
  program: addRmsNormProgram,
  async: asyncOf(addRmsNormCall, 3),
}) as AddRmsNorm;
