// Mean pooling: the mean over the columns of each row, or over the rows of each matrix.
//
// Over rows the program is a grid: its columns are the rows of the matrix, and neighbouring programs are neighbouring
// columns, so nothing is transposed. Accuracy: a mean that large elements of both signs cancel to has, in f32, the error
// of the elements and not of itself. Where sum(|x|) says that this may be too much, the program is rescued in FP64; so is
// one whose f32 sum overflows.
import { program } from '../dsl/builder.js';
import { invalidLength, invalidType, invalidValue } from '../errors.js';
import type { TileProgram } from '../ir/program.js';
import { maxExtent } from '../ir/types.js';
import { checkPlanOptions } from '../planner/plan.js';
import { type PoolOption } from '../runtime/pool-handle.js';
import { expectArray, expectRowStride } from '../runtime/arguments.js';
import type { AsyncOptions } from '../runtime/flights.js';
import { asyncOf } from './async.js';
import { RowLaunches } from './launches.js';
import { layoutOf, newOutput, type RowLayout } from './layout.js';
import {
  checkIdleOutput,
  checkOptions,
  dtypeOf,
  type RowArray,
  type RowDType,
  type RowOptions,
  type SameArray,
} from './one-line.js';
import { checkProgramOptions, Variants } from './variants.js';

/** What the mean goes over, and what is left: `rows` leaves one value per column, `columns` one per row. */
export type PoolAxis = 'rows' | 'columns';

export interface MeanPoolOptions<T extends RowArray = Float32Array> {
  /** Columns of a row; must be given. */
  readonly cols?: number | undefined;
  /** `rows` (default): the mean of each column over the rows. `columns`: the mean of each row over its columns. */
  readonly axis?: PoolAxis | undefined;
  /** Axis `rows`: rows of one matrix, if `x` is a batch of them, [batch][rows][cols]; all rows by default. */
  readonly rows?: number | undefined;
  /** Axis `columns`: elements from one row of `x` to the next; `cols` by default. */
  readonly rowStride?: number | undefined;
  /** Axis `rows`: elements from one matrix of the batch to the next; rows * cols by default. */
  readonly batchStride?: number | undefined;
  /** Elements from one result to the next: `cols` by default for axis `rows`, 1 for axis `columns`. */
  readonly outRowStride?: number | undefined;
  /** Where the result goes, of the same dtype as `x`. By default a new array of its class is made. */
  readonly out?: T | undefined;
  /** Storage type of `x` and `out`. Must be given for a Uint16Array, which holds f16 or bf16; others tell theirs. */
  readonly dtype?: RowDType | undefined;
  /** Switches of the compilation to fix; see `PlanOptions`. Results never depend on them. */
  readonly plan?: RowOptions['plan'];
  /** Only `null`: calls run on the caller's thread. */
  readonly pool?: PoolOption;
}

/** Which variant of the program. */
export interface MeanPoolProgramOptions {
  /** `rows` by default. */
  readonly axis?: PoolAxis | undefined;
  /** Storage type of x and y; f32 by default. */
  readonly dtype?: RowDType | undefined;
}

/**
 * Where every addition rounds the same way, the worst case, a lane's 128 additions put the sum off by 2^-18 of sum(|x|).
 * So the mean is right to 2^-15 (1 + |mean|) where the mean magnitude is at most this times 1 + |mean|.
 */
const largestMagnitude = 8;

function write(dtype: RowDType, overRows: boolean): TileProgram {
  return program('mean_pool', (b) => {
    if (overRows) b.grid('inner');
    const x = b.input('x', { dtype });
    const mean = x.mean();
    const bound = mean.abs().add(1).mul(largestMagnitude);
    b.rescue(x.abs().mean().le(bound).and(bound.lt(Infinity)).not());
    b.output('y', { dtype }).store(mean);
  });
}

const programs = new Variants(write);
const axes: readonly unknown[] = ['rows', 'columns'];

function isOverRows(axis: unknown): boolean {
  if (!axes.includes(axis)) throw invalidValue('axis', "'rows' or 'columns'", axis);
  return axis === 'rows';
}

function meanPoolProgram(options: MeanPoolProgramOptions = {}): TileProgram {
  const { axis = 'rows', ...others } = (options as MeanPoolProgramOptions | null) ?? {};
  checkProgramOptions(typeof options === 'object' && options !== null ? others : options, [], ['dtype']);
  return programs.get(others.dtype ?? 'f32', isOverRows(axis));
}

const known: ReadonlySet<string> = new Set([
  ...['cols', 'axis', 'rows', 'rowStride', 'batchStride', 'outRowStride', 'out', 'dtype', 'plan', 'pool'],
]);
const launches = new RowLaunches();

/** Refuses an option that has no meaning for the axis. */
function refuseOption(options: object, name: string, axis: PoolAxis): void {
  const value = (options as Readonly<Record<string, unknown>>)[name];
  if (value !== undefined) throw invalidValue(name, `nothing, for axis '${axis}'`, value);
}

/** One program per row. */
function columnsLayout(x: RowArray, dtype: RowDType, options: MeanPoolOptions<RowArray>): RowLayout {
  for (const name of ['rows', 'batchStride']) refuseOption(options, name, 'columns');
  const { cols, rowStride } = options;
  return layoutOf(x, dtype, { cols, rowStride, dtype: options.dtype });
}

/** One program per column of a matrix: the program's columns are the rows, what lies between them is a row. */
function rowsLayout(x: RowArray, dtype: RowDType, options: MeanPoolOptions<RowArray>): RowLayout {
  refuseOption(options, 'rowStride', 'rows');
  expectArray(x, dtype, 'x');
  const { cols } = options;
  checkExtent(cols, 'cols');
  const { rows = wholeRows(x.length, cols) } = options;
  checkExtent(rows, 'rows');
  const { batchStride = rows * cols } = options;
  if (batchStride !== rows * cols) expectRowStride(batchStride, rows * cols, 'batchStride');
  return layoutOf(x, dtype, { cols: rows, rowStride: batchStride, dtype: options.dtype }, { inner: cols });
}

function checkExtent(extent: unknown, argument: string): asserts extent is number {
  if (typeof extent !== 'number') throw invalidType(argument, 'a number', extent);
  if (!Number.isInteger(extent) || extent < 0 || extent > maxExtent)
    throw invalidValue(argument, `an integer from 0 to ${maxExtent}`, extent);
}

function wholeRows(length: number, cols: number): number {
  if (length === 0) return 0;
  if (cols === 0 || length % cols !== 0) throw invalidLength('x', `whole rows of ${cols}`, length);
  return length / cols;
}

function meanPoolCall(x: RowArray, options: MeanPoolOptions<RowArray> = {}): RowArray {
  checkOptions<MeanPoolOptions<RowArray>>(options, known);
  const dtype = dtypeOf(x, options);
  const { axis = 'rows', outRowStride } = options;
  const overRows = isOverRows(axis);
  const layout = overRows ? rowsLayout(x, dtype, options) : columnsLayout(x, dtype, options);
  const { rows, inner } = layout;
  if (outRowStride !== undefined) expectRowStride(outRowStride, inner, 'outRowStride');
  layout.strides[1] = outRowStride ?? inner;
  if (rows === 0) {
    checkPlanOptions(options.plan);
    checkIdleOutput(options.out, dtype, 'out');
    return options.out ?? newOutput(layout, x);
  }
  const compiled = programs.get(dtype, overRows);
  const run = launches.find(compiled, layout, options);
  const out = options.out === undefined ? newOutput(layout, x) : options.out;
  const status = run(rows, 0, rows * inner, x, out);
  if (status !== 0) throw launches.refusal(status, compiled, layout, [x, out]);
  return out;
}

/** Mean pooling, and the program that it compiles. */
export interface MeanPool {
  /**
   * The mean of each column over the rows (axis `rows`, as for the tokens of a sentence), or of each row over its columns
   * (axis `columns`). Right to 5e-5 also where large elements cancel or their sum leaves f32.
   *
   * Each number of rows, for axis `rows`, and of columns, for axis `columns`, is a kernel of its own.
   *
   * @param x [rows][cols], or for axis `rows` and with the option `rows` [batch][rows][cols]. An empty array gives an
   * empty result. A Uint16Array holds f16 or bf16, as `options.dtype` says.
   * @param options `cols` must be given.
   * @returns `out`, or a new array of x's class: for axis `rows` [batch][cols], for axis `columns` one element per row.
   * @throws before anything is written: ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH,
   * ERR_BUFFER_DETACHED, ERR_BUFFER_OVERLAP (`out` shares elements with `x`), ERR_INVALID_PLAN, ERR_TARGET,
   * ERR_FULL_PACKET_REFUSED, ERR_NATIVE_LOAD.
   */
  <T extends RowArray>(x: T, options: MeanPoolOptions<SameArray<T>>): SameArray<T>;
  /**
   * The same on threads of a pool, as `kernel.launchAsync` runs it: resolves with the result, rejects with what the call
   * throws and what AsyncOptions name.
   */
  async<T extends RowArray>(
    x: T,
    options: MeanPoolOptions<SameArray<T>> & AsyncOptions,
  ): Promise<SameArray<T>>;
  /**
   * The tile program: parameters x, y. Axis `columns`: dim cols. Axis `rows`: a grid whose dim cols is bound to the rows
   * of a matrix and inner to its columns.
   */
  program(options?: MeanPoolProgramOptions): TileProgram;
}

export const meanPool = Object.assign(meanPoolCall, {
  program: meanPoolProgram,
  async: asyncOf(meanPoolCall, 1),
}) as MeanPool;
