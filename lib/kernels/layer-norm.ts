// LayerNorm: y = (x - mean) / sqrt(var + eps) * weight + bias, var = mean((x - mean)^2), row by row.
//
// Source: Ba, Kiros and Hinton, "Layer Normalization" (2016), as ONNX LayerNormalization (opset 17) defines it.
// Accuracy: the corrected two-pass algorithm (Chan, Golub and LeVeque, "Algorithms for computing the sample variance",
// 1983). The f32 mean m of a row with a large mean is off by up to half an ulp of it, which shifts the whole row; the
// mean c of d = x - m, which is exact for neighbours of m, is that shift: var = mean(d^2) - c^2, y from d - c. Rows
// whose squares leave the trusted range of f32 (accuracy.ts), and rows where c^2 is not small beside the variance, so
// that the subtraction cancels, are rescued in FP64.
import { program } from '../dsl/builder.js';
import type { RowMask, RowScalar } from '../dsl/values.js';
import { invalidType, invalidValue } from '../errors.js';
import type { TileProgram } from '../ir/program.js';
import { checkPlanOptions } from '../planner/plan.js';
import { isTrusted } from './accuracy.js';
import {
  checkEps,
  checkIdleOutput,
  checkOptions,
  checkVectorLength,
  defaultEps,
  expectVector,
  layoutOf,
  newOutput,
  refusal,
  RowLaunches,
  rowOptionNames,
  type RowOptions,
} from './one-line.js';

export interface LayerNormOptions extends RowOptions {
  /** Added to the variance; rounded to f32. 1e-5 by default. */
  readonly eps?: number | undefined;
  /** Takes the mean of each row: one element per row. */
  readonly mean?: Float32Array | undefined;
  /** Takes 1 / sqrt(var + eps) of each row: one element per row. */
  readonly invStdDev?: Float32Array | undefined;
}

/** Which variant of the program. */
export interface LayerNormProgramOptions {
  /** Whether there is a weight; true by default. */
  readonly weight?: boolean | undefined;
  /** Whether there is a bias; true by default. */
  readonly bias?: boolean | undefined;
  /** Whether the row means are an output; false by default. */
  readonly mean?: boolean | undefined;
  /** Whether the row's 1 / sqrt(var + eps) is an output; false by default. */
  readonly invStdDev?: boolean | undefined;
}

interface Variant {
  readonly weight: boolean;
  readonly bias: boolean;
  readonly mean: boolean;
  readonly invStdDev: boolean;
}

function write(variant: Variant): TileProgram {
  return program('layer_norm', (b) => {
    const x = b.input('x');
    const weight = variant.weight ? b.input('weight', { access: 'column' }) : undefined;
    const bias = variant.bias ? b.input('bias', { access: 'column' }) : undefined;
    const eps = b.scalar('eps');
    const y = b.output('y');

    const roughMean = x.mean();
    const centered = x.sub(roughMean);
    const correction = centered.mean();
    const square = correction.mul(correction);
    const spread = centered.mul(centered).mean();
    const variance = spread.sub(square).add(eps);
    let trusted = isTrusted(variance).and(square.le(variance.mul(8)));
    if (variant.mean) trusted = trusted.and(isMeanTrusted(roughMean, spread));
    b.rescue(trusted.not());

    const invStdDev = variance.rsqrt();
    let result = centered.sub(correction).mul(invStdDev);
    if (weight !== undefined) result = result.mul(weight);
    if (bias !== undefined) result = result.add(bias);
    y.store(result);
    if (variant.mean) b.output('mean').store(roughMean.add(correction));
    if (variant.invStdDev) b.output('invStdDev').store(invStdDev);
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

const programs: (TileProgram | undefined)[] = [];

/** Written on first use, once: kernels are cached by the program's identity. */
function programFor(weight: boolean, bias: boolean, mean: boolean, invStdDev: boolean): TileProgram {
  const index = Number(weight) + 2 * Number(bias) + 4 * Number(mean) + 8 * Number(invStdDev);
  return (programs[index] ??= write({ weight, bias, mean, invStdDev }));
}

const variantNames: readonly string[] = ['weight', 'bias', 'mean', 'invStdDev'];

function layerNormProgram(options: LayerNormProgramOptions = {}): TileProgram {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'an object', options);
  for (const key of Object.keys(options)) {
    if (!variantNames.includes(key)) {
      throw invalidValue(key, `one of the options ${variantNames.join(', ')}`, options[key as never]);
    }
    const value: unknown = options[key as keyof LayerNormProgramOptions];
    if (value !== undefined && typeof value !== 'boolean') throw invalidType(key, 'a boolean', value);
  }
  const { weight = true, bias = true, mean = false, invStdDev = false } = options;
  return programFor(weight, bias, mean, invStdDev);
}

const known: ReadonlySet<string> = new Set(['eps', 'mean', 'invStdDev', ...rowOptionNames]);
const noOptions: LayerNormOptions = Object.freeze({});
const launches = new RowLaunches();

function layerNormCall(
  x: Float32Array,
  weight: Float32Array | null,
  bias: Float32Array | null = null,
  options: LayerNormOptions = noOptions,
): Float32Array {
  checkOptions<LayerNormOptions>(options, known);
  expectVector(weight, 'weight');
  expectVector(bias, 'bias');
  const { mean, invStdDev } = options;
  const eps = checkEps(options.eps === undefined ? defaultEps : options.eps);
  const layout = layoutOf(x, weight ?? bias, options);
  checkVectorLength(weight, layout.cols, 'weight');
  checkVectorLength(bias, layout.cols, 'bias');
  if (layout.rows === 0) {
    checkPlanOptions(options.plan);
    checkIdleOutput(options.out, 'out');
    checkIdleOutput(mean, 'mean');
    checkIdleOutput(invStdDev, 'invStdDev');
    return options.out ?? newOutput(layout);
  }
  const compiled = programFor(weight !== null, bias !== null, mean !== undefined, invStdDev !== undefined);
  const run = launches.find(compiled, layout, options.plan);
  const out = options.out === undefined ? newOutput(layout) : options.out;
  const { rows } = layout;
  if (weight !== null && bias !== null && mean === undefined && invStdDev === undefined) {
    const status = run(rows, 0, rows, x, weight, bias, eps, out); // the usual form: no array of values
    if (status !== 0) throw refusal(status, compiled, layout, [x, weight, bias, eps, out]);
    return out;
  }
  // In the order in which write() declares the parameters.
  const values: unknown[] = [x];
  if (weight !== null) values.push(weight);
  if (bias !== null) values.push(bias);
  values.push(eps, out);
  if (mean !== undefined) values.push(mean);
  if (invStdDev !== undefined) values.push(invStdDev);
  const status = run(rows, 0, rows, ...values);
  if (status !== 0) throw refusal(status, compiled, layout, values);
  return out;
}

/** LayerNorm over the rows of `x`, and the program that it compiles. */
export interface LayerNorm {
  /**
   * `(x - mean) / sqrt(var + eps) * weight + bias` for each row of `x`, right to 5e-5 also for rows with a large mean
   * and for squares beyond f32. With eps > 0 a constant row gives the bias exactly.
   *
   * @param x rows * cols elements, row by row (`rowStride` apart). No rows, or no columns, give an empty result.
   * @param weight cols elements, or null for none.
   * @param bias cols elements, or null for none. With neither weight nor bias `cols` must be given.
   * @returns `out`, or a new array of rows * `outRowStride` elements.
   * @throws before anything is written: ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH,
   * ERR_BUFFER_DETACHED, ERR_BUFFER_OVERLAP (an output is neither exactly `x` nor apart from every other array),
   * ERR_INVALID_PLAN, ERR_TARGET, ERR_FULL_PACKET_REFUSED, ERR_NATIVE_LOAD.
   */
  (
    x: Float32Array,
    weight: Float32Array | null,
    bias?: Float32Array | null,
    options?: LayerNormOptions,
  ): Float32Array;
  /** The tile program: parameters x, weight, bias, eps, y, mean, invStdDev; dim cols. */
  program(options?: LayerNormProgramOptions): TileProgram;
}

export const layerNorm: LayerNorm = Object.assign(layerNormCall, { program: layerNormProgram });
