// RMSNorm: y = x / sqrt(mean(x^2) + eps) * weight, row by row or along another axis.
//
// Source: Zhang and Sennrich, "Root Mean Square Layer Normalization" (2019), with eps inside the root as in ONNX
// RMSNormalization (opset 23). Accuracy: the mean of squares is a blocked f32 sum; rows whose squares leave the range
// of f32, or are so small that they lose bits, are rescued in FP64 (accuracy.ts).
import { program } from '../dsl/builder.js';
import type { TileProgram } from '../ir/program.js';
import { checkPlanOptions } from '../planner/plan.js';
import type { AsyncOptions } from '../runtime/flights.js';
import { isTrusted } from './accuracy.js';
import { asyncOf } from './async.js';
import { RowLaunches } from './launches.js';
import { innerOf, layoutOf, newOutput, type InnerOption } from './layout.js';
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
import { checkProgramOptions, Variants, type AccumulateOption } from './variants.js';

export interface RmsNormOptions<T extends RowArray = Float32Array> extends RowOptions<T>, InnerOption {
  /** Added to the mean of squares; rounded to f32. 1e-5 by default. */
  readonly eps?: number | undefined;
}

/** Which variant of the program. */
export interface RmsNormProgramOptions extends AccumulateOption {
  /** Whether there is a weight; true by default. */
  readonly weight?: boolean | undefined;
  /** Whether it runs along another axis than the last: a grid, with `inner` elements between columns; false by default. */
  readonly inner?: boolean | undefined;
  /** Storage type of x and y; f32 by default. */
  readonly dtype?: RowDType | undefined;
  /** Storage type of the weight; that of x by default. */
  readonly weightDtype?: RowDType | undefined;
}

function write(
  dtype: RowDType,
  weightDtype: RowDType | undefined,
  hasInner: boolean,
  isPlain: boolean,
): TileProgram {
  return program('rms_norm', (b) => {
    if (hasInner) b.grid('inner');
    const x = b.input('x', { dtype });
    const weight = weightDtype && b.input('weight', { access: 'column', dtype: weightDtype });
    const eps = b.scalar('eps');
    const y = b.output('y', { dtype });

    const variance = x.mul(x).mean().add(eps);
    if (!isPlain) b.rescue(isTrusted(variance).not());
    const normalized = x.mul(variance.rsqrt());
    y.store(weight === undefined ? normalized : normalized.mul(weight));
  });
}

const programs = new Variants(write);

function rmsNormProgram(options: RmsNormProgramOptions = {}): TileProgram {
  checkProgramOptions(options, ['weight', 'inner'], ['dtype', 'weightDtype'], ['accumulate']);
  const { weight = true, inner = false, dtype = 'f32', weightDtype = dtype } = options;
  return programs.get(dtype, weight ? weightDtype : undefined, inner, options.accumulate === 'f32');
}

const known: ReadonlySet<string> = new Set(['eps', 'inner', ...rowOptionNames]);
const noOptions: RmsNormOptions = Object.freeze({});
const launches = new RowLaunches();

function rmsNormCall(
  x: RowArray,
  weight: RowArray | null,
  options: RmsNormOptions<RowArray> = noOptions,
): RowArray {
  checkOptions<RmsNormOptions<RowArray>>(options, known);
  const dtype = dtypeOf(x, options);
  const weightDtype = vectorDType(weight, dtype, 'weight');
  const eps = checkEps(options.eps === undefined ? defaultEps : options.eps);
  const inner = innerOf(options);
  const layout = layoutOf(x, dtype, options, { cols: weight?.length, inner });
  const { rows } = layout;
  checkVectorLength(weight, layout.cols, 'weight');
  if (rows === 0) {
    checkPlanOptions(options.plan);
    checkIdleOutput(options.out, dtype, 'out');
    return options.out ?? newOutput(layout, x);
  }
  const compiled = programs.get(dtype, weightDtype, inner > 1, options.plan?.accumulate === 'f32');
  const run = launches.find(compiled, layout, options);
  const out = options.out === undefined ? newOutput(layout, x) : options.out;
  const count = rows * inner;
  const status =
    weight === null ? run(rows, 0, count, x, eps, out) : run(rows, 0, count, x, weight, eps, out);
  if (status !== 0) {
    throw launches.refusal(status, compiled, layout, weight === null ? [x, eps, out] : [x, weight, eps, out]);
  }
  return out;
}

/** RMSNorm over the rows of `x`, and the program that it compiles. */
export interface RmsNorm {
  /**
   * `x / sqrt(mean(x^2) + eps) * weight` for each row of `x`, right to 5e-5 whatever the magnitude of the row.
   *
   * @param x rows * cols elements, row by row (`rowStride` apart); with `inner`, [rows][cols][inner]. No rows, or no
   * columns, give an empty result. A Uint16Array holds f16 or bf16, as `options.dtype` says.
   * @param weight cols elements of f32 or of x's dtype, or null for none; then `cols` must be given.
   * @returns `out`, or a new array of x's class of rows * `outRowStride` elements.
   * @throws before anything is written: ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH,
   * ERR_BUFFER_DETACHED, ERR_BUFFER_OVERLAP (`out` is neither exactly `x` nor apart from every input),
   * ERR_INVALID_PLAN, ERR_TARGET, ERR_FULL_PACKET_REFUSED, ERR_NATIVE_LOAD.
   */
  <T extends RowArray>(
    x: T,
    weight: Float32Array | SameArray<T> | null,
    options?: RmsNormOptions<SameArray<T>>,
  ): SameArray<T>;
  /**
   * The same on threads of a pool, as `kernel.launchAsync` runs it: resolves with the result, rejects with what the call
   * throws and what AsyncOptions name.
   */
  async<T extends RowArray>(
    x: T,
    weight: Float32Array | SameArray<T> | null,
    options?: RmsNormOptions<SameArray<T>> & AsyncOptions,
  ): Promise<SameArray<T>>;
  /** The tile program: parameters x, weight, eps, y; dim cols, and inner for a grid. */
  program(options?: RmsNormProgramOptions): TileProgram;
}

export const rmsNorm = Object.assign(rmsNormCall, {
  program: rmsNormProgram,
  async: asyncOf(rmsNormCall, 2),
}) as RmsNorm;
