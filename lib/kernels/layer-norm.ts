// LayerNorm: y = (x - mean) / sqrt(var + eps) * weight + bias, var = mean((x - mean)^2), row by row
// or along another axis.
//
// Source: Ba, Kiros and Hinton, "Layer Normalization" (2016), as ONNX LayerNormalization (opset 17) defines it.
// Accuracy: the corrected two-pass algorithm (Chan, Golub and LeVeque, "Algorithms for computing the sample variance",
// 1983). The f32 mean m of a row with a large mean is off by up to half an ulp of it, which shifts the whole row; the
// mean c of d = x - m, which is exact for neighbours of m, is that shift: var = mean(d^2) - c^2, y from d - c. Rows
// whose squares leave the trusted range of f32 (accuracy.ts), and rows where c^2 is not small beside the variance, so
// that the subtraction cancels, are rescued in FP64.
import { program } from '../dsl/builder.js';
import type { RowMask, RowScalar } from '../dsl/values.js';
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

export interface LayerNormOptions<T extends RowArray = Float32Array> extends RowOptions<T>, InnerOption {
  /** Added to the variance; rounded to f32. 1e-5 by default. */
  readonly eps?: number | undefined;
  /** Takes the mean of each row: one element per row (with `inner`, [rows][inner]), f32 whatever x holds. */
  readonly mean?: Float32Array | undefined;
  /** Takes 1 / sqrt(var + eps) of each row: laid out as `mean`, f32 whatever x holds. */
  readonly invStdDev?: Float32Array | undefined;
}

/** Which variant of the program. */
export interface LayerNormProgramOptions extends AccumulateOption {
  /** Whether there is a weight; true by default. */
  readonly weight?: boolean | undefined;
  /** Whether there is a bias; true by default. */
  readonly bias?: boolean | undefined;
  /** Whether the row means are an output; false by default. */
  readonly mean?: boolean | undefined;
  /** Whether the row's 1 / sqrt(var + eps) is an output; false by default. */
  readonly invStdDev?: boolean | undefined;
  /** Whether it runs along another axis than the last: a grid, with `inner` elements between columns; false by default. */
  readonly inner?: boolean | undefined;
  /** Storage type of x and y; f32 by default. */
  readonly dtype?: RowDType | undefined;
  /** Storage type of the weight; that of x by default. */
  readonly weightDtype?: RowDType | undefined;
  /** Storage type of the bias; that of x by default. */
  readonly biasDtype?: RowDType | undefined;
}

function write(
  dtype: RowDType,
  weightDtype: RowDType | undefined,
  biasDtype: RowDType | undefined,
  hasMean: boolean,
  hasInvStdDev: boolean,
  hasInner: boolean,
  isPlain: boolean,
): TileProgram {
  return program('layer_norm', (b) => {
    if (hasInner) b.grid('inner');
    const x = b.input('x', { dtype });
    const weight = weightDtype && b.input('weight', { access: 'column', dtype: weightDtype });
    const bias = biasDtype && b.input('bias', { access: 'column', dtype: biasDtype });
    const eps = b.scalar('eps');
    const y = b.output('y', { dtype });

    const roughMean = x.mean();
    const centered = x.sub(roughMean);
    const correction = isPlain ? undefined : centered.mean();
    const square = correction?.mul(correction);
    const spread = centered.mul(centered).mean();
    const variance = (square === undefined ? spread : spread.sub(square)).add(eps);
    if (square !== undefined) {
      let trusted = isTrusted(variance).and(square.le(variance.mul(8)));
      if (hasMean) trusted = trusted.and(isMeanTrusted(roughMean, spread));
      b.rescue(trusted.not());
    }

    const invStdDev = variance.rsqrt();
    let result = (correction === undefined ? centered : centered.sub(correction)).mul(invStdDev);
    if (weight !== undefined) result = result.mul(weight);
    if (bias !== undefined) result = result.add(bias);
    y.store(result);
    if (hasMean) b.output('mean').store(correction === undefined ? roughMean : roughMean.add(correction));
    if (hasInvStdDev) b.output('invStdDev').store(invStdDev);
  });
}

/**
 * Whether the mean itself may be shown. Where large values cancel it is off by about 2^-24 of the row's spread, which
 * is nothing to y but too much beside a mean that is over 512 times smaller.
 */
function isMeanTrusted(mean: RowScalar, spread: RowScalar): RowMask {
  return spread.le(
    mean
      .mul(mean)
      .add(1)
      .mul(2 ** 18),
  );
}

const programs = new Variants(write);

function layerNormProgram(options: LayerNormProgramOptions = {}): TileProgram {
  checkProgramOptions(
    options,
    ['weight', 'bias', 'mean', 'invStdDev', 'inner'],
    ['dtype', 'weightDtype', 'biasDtype'],
    ['accumulate'],
  );
  const { weight = true, bias = true, mean = false, invStdDev = false, inner = false } = options;
  const { dtype = 'f32', weightDtype = dtype, biasDtype = dtype } = options;
  const isPlain = options.accumulate === 'f32';
  return programs.get(
    dtype,
    weight ? weightDtype : undefined,
    bias ? biasDtype : undefined,
    mean,
    invStdDev,
    inner,
    isPlain,
  );
}

const known: ReadonlySet<string> = new Set(['eps', 'mean', 'invStdDev', 'inner', ...rowOptionNames]);
const noOptions: LayerNormOptions = Object.freeze({});
const launches = new RowLaunches();

function layerNormCall(
  x: RowArray,
  weight: RowArray | null,
  bias: RowArray | null = null,
  options: LayerNormOptions<RowArray> = noOptions,
): RowArray {
  checkOptions<LayerNormOptions<RowArray>>(options, known);
  const dtype = dtypeOf(x, options);
  const weightDtype = vectorDType(weight, dtype, 'weight');
  const biasDtype = vectorDType(bias, dtype, 'bias');
  const { mean, invStdDev } = options;
  const eps = checkEps(options.eps === undefined ? defaultEps : options.eps);
  const inner = innerOf(options);
  const layout = layoutOf(x, dtype, options, { cols: (weight ?? bias)?.length, inner });
  checkVectorLength(weight, layout.cols, 'weight');
  checkVectorLength(bias, layout.cols, 'bias');
  if (layout.rows === 0) {
    checkPlanOptions(options.plan);
    checkIdleOutput(options.out, dtype, 'out');
    checkIdleOutput(mean, 'f32', 'mean');
    checkIdleOutput(invStdDev, 'f32', 'invStdDev');
    return options.out ?? newOutput(layout, x);
  }
  const compiled = programs.get(
    dtype,
    weightDtype,
    biasDtype,
    mean !== undefined,
    invStdDev !== undefined,
    inner > 1,
    options.plan?.accumulate === 'f32',
  );
  const run = launches.find(compiled, layout, options);
  const out = options.out === undefined ? newOutput(layout, x) : options.out;
  const { rows } = layout;
  const count = rows * inner;
  if (weight !== null && bias !== null && mean === undefined && invStdDev === undefined) {
    const status = run(rows, 0, count, x, weight, bias, eps, out); // the usual form: no array of values
    if (status !== 0) throw launches.refusal(status, compiled, layout, [x, weight, bias, eps, out]);
    return out;
  }
  // In the order in which write() declares the parameters.
  const values: unknown[] = [x];
  if (weight !== null) values.push(weight);
  if (bias !== null) values.push(bias);
  values.push(eps, out);
  if (mean !== undefined) values.push(mean);
  if (invStdDev !== undefined) values.push(invStdDev);
  const status = run(rows, 0, count, ...values);
  if (status !== 0) throw launches.refusal(status, compiled, layout, values);
  return out;
}

/** LayerNorm over the rows of `x`, and the program that it compiles. */
export interface LayerNorm {
  /**
   * `(x - mean) / sqrt(var + eps) * weight + bias` for each row of `x`, right to 5e-5 also for rows with a large mean
   * and for squares beyond f32. With eps > 0 a constant row gives the bias exactly.
   *
   * @param x rows * cols elements, row by row (`rowStride` apart); with `inner`, [rows][cols][inner]. No rows, or no
   * columns, give an empty result. A Uint16Array holds f16 or bf16, as `options.dtype` says.
   * @param weight cols elements of f32 or of x's dtype, or null for none.
   * @param bias cols elements of f32 or of x's dtype, or null for none. With neither weight nor bias `cols` must be given.
   * @returns `out`, or a new array of x's class of rows * `outRowStride` elements.
   * @throws before anything is written: ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH,
   * ERR_BUFFER_DETACHED, ERR_BUFFER_OVERLAP (an output is neither exactly `x` nor apart from every other array),
   * ERR_INVALID_PLAN, ERR_TARGET, ERR_FULL_PACKET_REFUSED, ERR_NATIVE_LOAD.
   */
  <T extends RowArray>(
    x: T,
    weight: Float32Array | SameArray<T> | null,
    bias?: Float32Array | SameArray<T> | null,
    options?: LayerNormOptions<SameArray<T>>,
  ): SameArray<T>;
  /**
   * The same on threads of a pool, as `kernel.launchAsync` runs it: resolves with the result, rejects with what the call
   * throws and what AsyncOptions name.
   */
  async<T extends RowArray>(
    x: T,
    weight: Float32Array | SameArray<T> | null,
    bias?: Float32Array | SameArray<T> | null,
    options?: LayerNormOptions<SameArray<T>> & AsyncOptions,
  ): Promise<SameArray<T>>;
  /** The tile program: parameters x, weight, bias, eps, y, mean, invStdDev; dim cols, and inner for a grid. */
  program(options?: LayerNormProgramOptions): TileProgram;
}

export const layerNorm = Object.assign(layerNormCall, {
  program: layerNormProgram,
  async: asyncOf(layerNormCall, 3),
}) as LayerNorm;
