// L2 normalization: y = x / max(sqrt(sum(x^2)), eps), row by row or along another axis.
//
// Source: torch.nn.functional.normalize with p = 2, whose eps is a least norm and not an addend. Accuracy: the sum of
// squares is a blocked f32 sum; rows whose squares leave the range of f32 are rescued in FP64 (accuracy.ts). A sum
// below that range matters only where eps is so small that such a norm counts.
import { program } from '../dsl/builder.js';
import type { TileProgram } from '../ir/program.js';
import { checkPlanOptions } from '../planner/plan.js';
import type { AsyncOptions } from '../runtime/flights.js';
import { isTrusted, largestTrusted } from './accuracy.js';
import { asyncOf } from './async.js';
import { RowLaunches } from './launches.js';
import { innerOf, layoutOf, newOutput, type InnerOption } from './layout.js';
import {
  checkEps,
  checkIdleOutput,
  checkOptions,
  dtypeOf,
  rowOptionNames,
  type RowArray,
  type RowDType,
  type RowOptions,
  type SameArray,
} from './one-line.js';
import { checkProgramOptions, Variants } from './variants.js';

export interface L2NormalizeOptions<T extends RowArray = Float32Array> extends RowOptions<T>, InnerOption {
  /** The least norm that is divided by; rounded to f32. 1e-12 by default. */
  readonly eps?: number | undefined;
}

/** Which variant of the program. */
export interface L2NormalizeProgramOptions {
  /** Whether it runs along another axis than the last: a grid, with `inner` elements between columns; false by default. */
  readonly inner?: boolean | undefined;
  /** Storage type of x and y; f32 by default. */
  readonly dtype?: RowDType | undefined;
}

/** Half of a norm whose square is still trusted: from here on, a sum of squares too small to be right is not looked at. */
const largeEps = 2 ** -49;

function write(dtype: RowDType, hasInner: boolean): TileProgram {
  return program('l2_normalize', (b) => {
    if (hasInner) b.grid('inner');
    const x = b.input('x', { dtype });
    const eps = b.scalar('eps');

    const squares = x.mul(x).sum();
    const isSmall = squares.le(largestTrusted).and(eps.ge(largeEps)); // NaN is not
    b.rescue(isTrusted(squares).or(isSmall).not());
    b.output('y', { dtype }).store(x.mul(squares.sqrt().max(eps).reciprocal()));
  });
}

const programs = new Variants(write);

function l2NormalizeProgram(options: L2NormalizeProgramOptions = {}): TileProgram {
  checkProgramOptions(options, ['inner'], ['dtype']);
  const { dtype = 'f32', inner = false } = options;
  return programs.get(dtype, inner);
}

const known: ReadonlySet<string> = new Set(['eps', 'inner', ...rowOptionNames]);
const launches = new RowLaunches();
const defaultLeastNorm = 1e-12;

function l2NormalizeCall(x: RowArray, options: L2NormalizeOptions<RowArray> = {}): RowArray {
  checkOptions<L2NormalizeOptions<RowArray>>(options, known);
  const dtype = dtypeOf(x, options);
  const eps = checkEps(options.eps === undefined ? defaultLeastNorm : options.eps);
  const inner = innerOf(options);
  const layout = layoutOf(x, dtype, options, { inner });
  const { rows } = layout;
  if (rows === 0) {
    checkPlanOptions(options.plan);
    checkIdleOutput(options.out, dtype, 'out');
    return options.out ?? newOutput(layout, x);
  }
  const compiled = programs.get(dtype, inner > 1);
  const run = launches.find(compiled, layout, options);
  const out = options.out === undefined ? newOutput(layout, x) : options.out;
  const status = run(rows, 0, rows * inner, x, eps, out);
  if (status !== 0) throw launches.refusal(status, compiled, layout, [x, eps, out]);
  return out;
}

/** L2 normalization of the rows of `x`, and the program that it compiles. */
export interface L2Normalize {
  /**
   * `x / max(sqrt(sum(x^2)), eps)` for each row of `x`, as PyTorch's `F.normalize`, right to 5e-5 whatever the magnitude
   * of the row. A row of zeros stays zeros, for eps > 0.
   *
   * @param x rows * cols elements, row by row (`rowStride` apart); with `inner`, [rows][cols][inner]. No rows, or no
   * columns, give an empty result. A Uint16Array holds f16 or bf16, as `options.dtype` says.
   * @param options `cols` must be given.
   * @returns `out`, or a new array of x's class of rows * `outRowStride` elements.
   * @throws before anything is written: ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH,
   * ERR_BUFFER_DETACHED, ERR_BUFFER_OVERLAP (`out` is neither exactly `x` nor apart from it), ERR_INVALID_PLAN,
   * ERR_TARGET, ERR_FULL_PACKET_REFUSED, ERR_NATIVE_LOAD.
   */
  <T extends RowArray>(x: T, options: L2NormalizeOptions<SameArray<T>>): SameArray<T>;
  /**
   * The same on threads of a pool, as `kernel.launchAsync` runs it: resolves with the result, rejects with what the call
   * throws and what AsyncOptions name.
   */
  async<T extends RowArray>(
    x: T,
    options: L2NormalizeOptions<SameArray<T>> & AsyncOptions,
  ): Promise<SameArray<T>>;
  /** The tile program: parameters x, eps, y; dim cols, and inner for a grid. */
  program(options?: L2NormalizeProgramOptions): TileProgram;
}

export const l2Normalize = Object.assign(l2NormalizeCall, {
  program: l2NormalizeProgram,
  async: asyncOf(l2NormalizeCall, 1),
}) as L2Normalize;
