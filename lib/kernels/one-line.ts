// What the one-line calls share: options, layout of the rows, and the launcher of the last few shapes.
//
// A hot one-line call must cost little more than the native launch. So nothing is compiled, hashed or looked up by
// text when the shape was seen lately: a short list is compared field by field. Nothing here holds on to the
// caller's arrays after a call.
import { invalidLength, invalidType, invalidValue } from '../errors.js';
import { extentOf, type Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import { maxExtent } from '../ir/types.js';
import type { NativeLauncher } from '../native/binding.js';
import { checkPlanOptions, userPlanKey, type PlanOptions } from '../planner/plan.js';
import { expectFloat32Array, expectRowStride, rowsIn } from '../runtime/arguments.js';
import { compileChecked } from '../runtime/compile.js';
import { explainStatus } from '../runtime/explain-status.js';
import type { Kernel } from '../runtime/kernel.js';
import { KernelCache } from '../runtime/kernel-cache.js';

/** Options of every operator that goes row by row from `x` to `out`. */
export interface RowOptions {
  /** Columns of a row; by default the length of the weight. */
  readonly cols?: number | undefined;
  /** Elements from one row of `x` to the next; `cols` by default. What stands between rows is never touched. */
  readonly rowStride?: number | undefined;
  /** Elements from one row of `out` to the next; `cols` by default, or `rowStride` where `out` is `x` itself. */
  readonly outRowStride?: number | undefined;
  /** Where the result goes; it may be `x`. By default a new array is made. */
  readonly out?: Float32Array | undefined;
  /** Storage type of the arrays. */
  readonly dtype?: 'f32' | undefined;
  /** Switches of the compilation to fix; see `PlanOptions`. Results never depend on them. */
  readonly plan?: PlanOptions | undefined;
  /** Only `null`: calls run on the caller's thread. */
  readonly pool?: null | undefined;
}

export const rowOptionNames = ['cols', 'rowStride', 'outRowStride', 'out', 'dtype', 'plan', 'pool'] as const;

/** Checks that options are an object of known keys, and those that every operator has. */
export function checkOptions<T extends RowOptions>(
  options: unknown,
  known: ReadonlySet<string>,
): asserts options is T {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'an object', options);
  for (const key in options) {
    if (!known.has(key))
      throw invalidValue(key, `one of the options ${[...known].join(', ')}`, (options as never)[key]);
  }
  const { dtype, pool } = options as { dtype?: unknown; pool?: unknown };
  if (dtype !== undefined && dtype !== 'f32') throw invalidValue('dtype', "'f32'", dtype);
  if (pool !== undefined && pool !== null) {
    throw invalidValue('pool', "null (calls run on the caller's thread in this version)", pool);
  }
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

/** Columns and rows of a call; `vector`'s length gives the columns where the options do not. */
export function layoutOf(x: unknown, vector: Float32Array | null, options: RowOptions): RowLayout {
  // Options first: a getter may do anything, detach x for instance.
  const {
    cols = vector?.length,
    out,
    rowStride = cols,
    outRowStride = out === x ? rowStride : cols,
  } = options;
  expectFloat32Array(x, 'x');
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

/** Checks a weight or bias by type; null stands for none. */
export function expectVector(value: unknown, argument: string): asserts value is Float32Array | null {
  if (value !== null) expectFloat32Array(value, argument, 'a Float32Array or null');
}

/** Checks a weight's or bias' length against the columns. */
export function checkVectorLength(vector: Float32Array | null, cols: number, argument: string): void {
  if (vector !== null && vector.length !== cols)
    throw invalidLength(argument, `${cols} (the columns)`, vector.length);
}

/** Checks an output of a call that has no rows: native code, which checks the others, is not called then. */
export function checkIdleOutput(value: unknown, argument: string): void {
  if (value !== undefined) expectFloat32Array(value, argument);
}

/** A new array for the result: with its own padding behind every row, as the stride says. */
export function newOutput({ rows, outRowStride }: RowLayout): Float32Array {
  const length = rows * outRowStride;
  if (length > maxLength)
    throw invalidValue('outRowStride', `at most ${maxLength} elements in the result`, outRowStride);
  return new Float32Array(length);
}

/** Elements that a Float32Array can have at most, in every Node version that is supported. */
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
