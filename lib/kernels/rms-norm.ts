// RMSNorm: y = x / sqrt(mean(x^2) + eps) * weight, row by row.
//
// Source: Zhang and Sennrich, "Root Mean Square Layer Normalization" (2019), with eps inside the root as in ONNX
// RMSNormalization (opset 23). Accuracy: the mean of squares is a blocked f32 sum; rows whose squares leave the range
// of f32, or are so small that they lose bits, are rescued in FP64 (accuracy.ts).
import { program } from '../dsl/builder.js';
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

export interface RmsNormOptions extends RowOptions {
  /** Added to the mean of squares; rounded to f32. 1e-5 by default. */
  readonly eps?: number | undefined;
}

/** Which variant of the program. */
export interface RmsNormProgramOptions {
  /** Whether there is a weight; true by default. */
  readonly weight?: boolean | undefined;
}

function write(hasWeight: boolean): TileProgram {
  return program('rms_norm', (b) => {
    const x = b.input('x');
    const weight = hasWeight ? b.input('weight', { access: 'column' }) : undefined;
    const eps = b.scalar('eps');
    const y = b.output('y');

    const variance = x.mul(x).mean().add(eps);
    b.rescue(isTrusted(variance).not());
    const normalized = x.mul(variance.rsqrt());
    y.store(weight === undefined ? normalized : normalized.mul(weight));
  });
}

const programs: (TileProgram | undefined)[] = [];

/** Written on first use, once: kernels are cached by the program's identity. */
function programFor(hasWeight: boolean): TileProgram {
  return (programs[Number(hasWeight)] ??= write(hasWeight));
}

function rmsNormProgram(options: RmsNormProgramOptions = {}): TileProgram {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'an object', options);
  for (const key of Object.keys(options)) {
    if (key !== 'weight') throw invalidValue(key, 'only the option weight', options[key as never]);
  }
  const { weight = true } = options;
  if (typeof weight !== 'boolean') throw invalidType('weight', 'a boolean', weight);
  return programFor(weight);
}

const known: ReadonlySet<string> = new Set(['eps', ...rowOptionNames]);
const noOptions: RmsNormOptions = Object.freeze({});
const launches = new RowLaunches();

function rmsNormCall(
  x: Float32Array,
  weight: Float32Array | null,
  options: RmsNormOptions = noOptions,
): Float32Array {
  checkOptions<RmsNormOptions>(options, known);
  expectVector(weight, 'weight');
  const eps = checkEps(options.eps === undefined ? defaultEps : options.eps);
  const layout = layoutOf(x, weight, options);
  const { rows } = layout;
  checkVectorLength(weight, layout.cols, 'weight');
  if (rows === 0) {
    checkPlanOptions(options.plan);
    checkIdleOutput(options.out, 'out');
    return options.out ?? newOutput(layout);
  }
  const compiled = programFor(weight !== null);
  const run = launches.find(compiled, layout, options.plan);
  const out = options.out === undefined ? newOutput(layout) : options.out;
  const status = weight === null ? run(rows, 0, rows, x, eps, out) : run(rows, 0, rows, x, weight, eps, out);
  if (status !== 0) {
    throw refusal(status, compiled, layout, weight === null ? [x, eps, out] : [x, weight, eps, out]);
  }
  return out;
}

/** RMSNorm over the rows of `x`, and the program that it compiles. */
export interface RmsNorm {
  /**
   * `x / sqrt(mean(x^2) + eps) * weight` for each row of `x`, right to 5e-5 whatever the magnitude of the row.
   *
   * @param x rows * cols elements, row by row (`rowStride` apart). No rows, or no columns, give an empty result.
   * @param weight cols elements, or null for none; then `cols` must be given.
   * @returns `out`, or a new array of rows * `outRowStride` elements.
   * @throws before anything is written: ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH,
   * ERR_BUFFER_DETACHED, ERR_BUFFER_OVERLAP (`out` is neither exactly `x` nor apart from every input),
   * ERR_INVALID_PLAN, ERR_TARGET, ERR_FULL_PACKET_REFUSED, ERR_NATIVE_LOAD.
   */
  (x: Float32Array, weight: Float32Array | null, options?: RmsNormOptions): Float32Array;
  /** The tile program: parameters x, weight, eps, y; dim cols. */
  program(options?: RmsNormProgramOptions): TileProgram;
}

export const rmsNorm: RmsNorm = Object.assign(rmsNormCall, { program: rmsNormProgram });
