// What the one-line calls share: options, layout of the rows, and the launcher of the last few shapes.
//
// A hot one-line call must cost little more than the native launch. So nothing is compiled, hashed or looked up by
// text when the shape was seen lately: a short list is compared field by field. Nothing here holds on to the
// caller's arrays after a call.
import { invalidLength, invalidType, invalidValue } from '../errors.js';
import { arrayTag, dtypes, isArrayOf, newArrayLike, type Float16ArrayLike } from '../ir/dtype.js';
import { extentOf, type Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import { maxExtent } from '../ir/types.js';
import type { NativeLauncher } from '../native/binding.js';
import { checkPlanOptions, userPlanKey, type PlanOptions } from '../planner/plan.js';
import { expectArray, expectRowStride } from '../runtime/arguments.js';
import { rowsIn } from '../runtime/rows.js';
import { compileChecked } from '../runtime/compile.js';
import { explainStatus } from '../runtime/explain-status.js';
import type { Kernel } from '../runtime/kernel.js';
import { KernelCache } from '../runtime/kernel-cache.js';
import { expectRowDType } from './variants.js';

/** Storage types of `x` and `out`. Everything is computed in f32. */
export type RowDType = 'f32' | 'f16' | 'bf16';

/** Arrays of rows: f32, f16 or bf16 as their bits in a Uint16Array, f16 where this Node has Float16Array. */
export type RowArray = Float32Array | Uint16Array | Float16ArrayLike;

/** Of the same class as `T`. */
export type SameArray<T extends RowArray> = [T] extends [Float32Array]
  ? Float32Array
  : [T] extends [Uint16Array]
    ? Uint16Array
    : T;

/** Options of every operator that goes row by row from `x` to `out`. */
export interface RowOptions<T extends RowArray = Float32Array> {
  /** Columns of a row; by default the length of the weight. */
  readonly cols?: number | undefined;
  /** Elements from one row of `x` to the next; `cols` by default. What stands between rows is never touched. */
  readonly rowStride?: number | undefined;
  /** Elements from one row of `out` to the next; `cols` by default, or `rowStride` where `out` is `x` itself. */
  readonly outRowStride?: number | undefined;
  /** Where the result goes, of the same dtype as `x`; it may be `x`. By default a new array of its class is made. */
  readonly out?: T | undefined;
  /** Storage type of `x` and `out`. Must be given for a Uint16Array, which holds f16 or bf16; others tell theirs. */
  readonly dtype?: RowDType | undefined;
  /** Switches of the compilation to fix; see `PlanOptions`. Results never depend on them. */
  readonly plan?: PlanOptions | undefined;
  /** Only `null`: calls run on the caller's thread. */
  readonly pool?: null | undefined;
}

export const rowOptionNames = ['cols', 'rowStride', 'outRowStride', 'out', 'dtype', 'plan', 'pool'] as const;

/** Checks that options are an object of known keys, and those that every operator has. */
export function checkOptions<T extends RowOptions<RowArray>>(
  options: unknown,
  known: ReadonlySet<string>,
): asserts options is T {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'an object', options);
  for (const key in options) {
    if (!known.has(key))
      throw invalidValue(key, `one of the options ${[...known].join(', ')}`, (options as never)[key]);
  }
  const { pool } = options as { pool?: unknown };
  if (pool !== undefined && pool !== null) {
    throw invalidValue('pool', "null (calls run on the caller's thread in this version)", pool);
  }
}

/**
 * Storage type of a call: what the option says, else what the array tells. Whether `x` is an array of it at all is
 * layoutOf's to check.
 */
export function dtypeOf(x: unknown, { dtype }: RowOptions<RowArray>): RowDType {
  if (dtype === undefined) {
    const tag = arrayTag(x);
    if (tag === 'Uint16Array') {
      throw invalidType('dtype', "'f16' or 'bf16' (x is a Uint16Array, which may hold either)", dtype);
    }
    return tag === 'Float16Array' ? 'f16' : 'f32';
  }
  expectRowDType(dtype, 'dtype');
  return dtype;
}

/** What is added under the root where nothing is said: the value of PyTorch's and ONNX' normalizations. */
export const defaultEps = 1e-5;

/** Checks an epsilon and rounds it to f32. */
export function checkEps(eps: unknown): number {
  if (typeof eps !== 'number') throw invalidType('eps', 'a number', eps);
  const rounded = Math.fround(eps);
  if (!(rounded >= 0 && rounded < Infinity))
    throw invalidValue('eps', 'a number that is not negative and finite in f32', eps);
  return rounded;
}

/** How the rows of a call lie in memory. */
export interface RowLayout {
  readonly rows: number;
  readonly cols: number;
  readonly rowStride: number;
  readonly outRowStride: number;
}

/**
 * Columns and rows of a call; `vector`'s length gives the columns where the options do not. Checks that x is an array
 * of `dtype`.
 */
export function layoutOf(
  x: unknown,
  dtype: RowDType,
  vector: RowArray | null,
  options: RowOptions<RowArray>,
): RowLayout {
  // Options first: a getter may do anything, detach x for instance.
  const {
    cols = vector?.length,
    out,
    rowStride = cols,
    outRowStride = out === x ? rowStride : cols,
  } = options;
  const hint =
    dtype === 'f32' && options.dtype === undefined ? ', or a Uint16Array and the option dtype' : '';
  expectArray(x, dtype, 'x', dtypes[dtype].expected + hint);
  if (typeof cols !== 'number') {
    throw invalidType('cols', 'the number of columns (there is no weight to take it from)', cols);
  }
  if (!Number.isInteger(cols) || cols < 0 || cols > maxExtent) {
    throw invalidValue('cols', `an integer from 0 to ${maxExtent}`, cols);
  }
  if (rowStride !== cols) expectRowStride(rowStride, cols, 'rowStride');
  if (outRowStride !== cols) expectRowStride(outRowStride, cols, 'outRowStride');
  return { rows: countRows(x.length, cols, rowStride), cols, rowStride, outRowStride };
}

function countRows(length: number, cols: number, rowStride: number): number {
  if (cols === 0) {
    if (length === 0) return 0;
    throw invalidLength('x', '0 where there are no columns', length);
  }
  const rows = rowsIn(length, cols, rowStride);
  if (rows !== undefined) return rows;
  const apart = rowStride === cols ? '' : `, rows ${rowStride} apart`;
  throw invalidLength('x', `whole rows of ${cols}${apart}`, length);
}

/**
 * Storage type of a weight or bias, told by its class: f32, or the call's own `dtype`. Undefined where there is none.
 * @throws ERR_INVALID_ARG_TYPE, ERR_BUFFER_DETACHED.
 */
export function vectorDType(value: unknown, dtype: RowDType, argument: string): RowDType | undefined {
  if (value === null) return undefined;
  if (dtype !== 'f32' && isArrayOf(value, dtype)) {
    expectArray(value, dtype, argument);
    return dtype;
  }
  const own = dtype === 'f32' ? '' : `, ${dtypes[dtype].expected}`;
  expectArray(value, 'f32', argument, `${dtypes.f32.expected}${own} or null`);
  return 'f32';
}

/** Checks a weight's or bias' length against the columns. */
export function checkVectorLength(vector: RowArray | null, cols: number, argument: string): void {
  if (vector !== null && vector.length !== cols)
    throw invalidLength(argument, `${cols} (the columns)`, vector.length);
}

/** Checks an output of a call that has no rows: native code, which checks the others, is not called then. */
export function checkIdleOutput(value: unknown, dtype: RowDType, argument: string): void {
  if (value !== undefined) expectArray(value, dtype, argument);
}

/** A new array for the result, of x's class: with its own padding behind every row, as the stride says. */
export function newOutput<T extends RowArray>({ rows, outRowStride }: RowLayout, x: T): SameArray<T> {
  const length = rows * outRowStride;
  if (length > maxLength)
    throw invalidValue('outRowStride', `at most ${maxLength} elements in the result`, outRowStride);
  return newArrayLike(x, length) as SameArray<T>;
}

/** Elements that an array can have at most, in every Node version that is supported. */
const maxLength = 2 ** 30 - 1;

/** One entry of the short list: what it is found by, and the launcher. */
interface Launch {
  readonly program: TileProgram;
  readonly cols: number;
  readonly rowStride: number;
  readonly outRowStride: number;
  /** Key of the plan options, empty for none. */
  readonly plan: string;
  readonly kernel: Kernel;
  readonly run: NativeLauncher;
}

/** Launchers remembered per operator. */
const remembered = 16;

/** All kernels behind one-line calls. */
export const kernelCache: KernelCache = new KernelCache(compileChecked);

/** The launchers of one operator: x is indexed by `rowStride`, y by `outRowStride`, other buffers without gaps. */
export class RowLaunches {
  readonly #recent: Launch[] = [];

  /** The launcher for a program and a layout, compiled at need. */
  find(program: TileProgram, layout: RowLayout, plan: PlanOptions | undefined): NativeLauncher {
    const key = plan === undefined ? '' : userPlanKey(plan);
    const recent = this.#recent;
    for (let i = 0; i < recent.length; ++i) {
      const launch = recent[i];
      if (
        launch.program === program &&
        launch.cols === layout.cols &&
        launch.rowStride === layout.rowStride &&
        launch.outRowStride === layout.outRowStride &&
        launch.plan === key
      ) {
        if (launch.kernel.disposed) {
          recent.splice(i, 1);
          break;
        }
        if (i > 0) {
          recent[i] = recent[i - 1];
          recent[i - 1] = launch;
        }
        return launch.run;
      }
    }
    return this.#prepare(program, layout, plan, key);
  }

  #prepare(
    program: TileProgram,
    layout: RowLayout,
    options: PlanOptions | undefined,
    plan: string,
  ): NativeLauncher {
    const { cols, rowStride, outRowStride } = layout;
    const kernel = kernelCache.get(program, { cols }, checkPlanOptions(options));
    const run = kernel.launcher(rowStridesOf(program, layout));
    this.#recent.unshift({ program, cols, rowStride, outRowStride, plan, kernel, run });
    if (this.#recent.length > remembered) this.#recent.pop();
    return run;
  }
}

function rowStridesOf(program: TileProgram, { cols, rowStride, outRowStride }: RowLayout): number[] {
  const extents: Extents = { cols };
  return program.params.map((param) => {
    if (param.kind === 'scalar' || param.access === 'column') return 0;
    if (param.name === 'x') return rowStride;
    return param.name === 'y' ? outRowStride : extentOf(param.dim, extents);
  });
}

const argumentNames: Readonly<Record<string, string>> = { y: 'out' };

/** The error for a launch that native code refused, in the names of the one-line call. */
export function refusal(
  status: number,
  program: TileProgram,
  layout: RowLayout,
  values: readonly unknown[],
): Error {
  return explainStatus(status, {
    program,
    extents: { cols: layout.cols },
    rows: layout.rows,
    rowStrides: rowStridesOf(program, layout),
    values,
    nameOf: (param) => argumentNames[param] ?? param,
  });
}
