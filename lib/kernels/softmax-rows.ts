// What softmax and log-softmax share: the logits of a row (scale, mask, causality), their maximum and the sum of
// exponentials; options and their checks; the call.
//
// Accuracy: x - max is off by half an ulp of itself, so nothing is lost without scale and mask. With them the logits
// are rounded before the maximum is subtracted, by up to 2^-24 of their magnitude twice over, which an exponential shows
// as that error relative to 1: beyond `largestTrusted` the row is rescued in FP64, and so are rows whose logits
// overflowed. A product and a difference stay two operations: contracted to one, x * scale - max would leave at the
// maximum itself the rounding error of the product, which may be hundreds.
import { invalidLength, invalidType, invalidValue } from '../errors.js';
import { program, type ProgramBuilder } from '../dsl/builder.js';
import type { RowScalar, Tile } from '../dsl/values.js';
import type { TileProgram } from '../ir/program.js';
import { maxExtent } from '../ir/types.js';
import { expectRowStride } from '../runtime/arguments.js';
import { rowsIn } from '../runtime/rows.js';
import { asyncOf } from './async.js';
import { RowLaunches } from './launches.js';
import { addRows, emptyResult, layoutOf, newOutput, type RowLayout } from './layout.js';
import {
  checkOptions,
  dtypeOf,
  rowOptionNames,
  vectorDType,
  type RowArray,
  type RowDType,
  type RowOptions,
} from './one-line.js';
import { checkProgramOptions, Variants } from './variants.js';

/** How the rows of a mask go with those of x: one each, one for all, one for each group of neighbouring rows. */
export type MaskRows = 'row' | 'column' | 'group';

export interface SoftmaxOptions<T extends RowArray = Float32Array> extends RowOptions<T> {
  /** Factor of x, before anything else; rounded to f32. 1 by default. */
  readonly scale?: number | undefined;
  /**
   * Added to `x * scale`; -Infinity takes an element out. f32 or x's dtype. Of rows * cols elements, or of cols, which all
   * rows share, or with `rowsPerGroup` of groups * cols.
   */
  readonly mask?: Float32Array | T | null | undefined;
  /** Elements from one row of the mask to the next; `cols` by default. */
  readonly maskRowStride?: number | undefined;
  /** So many neighbouring rows of x share one row of the mask. */
  readonly rowsPerGroup?: number | undefined;
  /** Whether only elements c <= r + rowOffset of row r take part. The others do not count, whatever they hold. */
  readonly causal?: boolean | undefined;
  /** Number of the first row for `causal`; 0 by default. An integer, negative ones included. */
  readonly rowOffset?: number | undefined;
  /**
   * Elements between neighbouring columns; 1 by default. x is then [rows][cols][inner], and the softmax runs along cols for
   * each of the inner elements: any axis of any array, without transposing. Row strides are those of all cols * inner
   * elements. Without mask and `causal`.
   */
  readonly inner?: number | undefined;
}

/** Which variant of the program. */
export interface SoftmaxProgramOptions {
  /** Whether the scale is a scalar of the program; false by default, for a scale of 1. */
  readonly scale?: boolean | undefined;
  /** Rows of the mask; by default there is none. */
  readonly mask?: MaskRows | undefined;
  /** Whether there is a scalar rowOffset and only elements c <= r + rowOffset take part; false by default. */
  readonly causal?: boolean | undefined;
  /** Whether the programs are a grid with an inner extent; false by default. */
  readonly inner?: boolean | undefined;
  /** Storage type of x and y; f32 by default. */
  readonly dtype?: RowDType | undefined;
  /** Storage type of the mask; that of x by default. */
  readonly maskDtype?: RowDType | undefined;
}

/** One row in the DSL: all are tiles but the sum. */
export interface SoftmaxRow {
  /** Logits less the largest of them: at most 0. */
  readonly shifted: Tile;
  readonly exponentials: Tile;
  /** Sum of the exponentials: 1 or more. */
  readonly sum: RowScalar;
}

/** Largest magnitude of a row's maximum where logits may be rounded: half an ulp of 256 is 1.5e-5. */
const largestTrusted = 256;

const maskRows: readonly MaskRows[] = ['row', 'column', 'group'];

type Choices = [
  dtype: RowDType,
  maskDtype: RowDType | undefined,
  isShared: boolean,
  isGrouped: boolean,
  isScaled: boolean,
  isCausal: boolean,
  isGrid: boolean,
];

/** The logits of a row, declared in the order x, scale, rowsPerGroup, mask, rowOffset. */
function logitsOf(
  b: ProgramBuilder,
  [dtype, maskDtype, isShared, isGrouped, isScaled, isCausal]: Choices,
): Tile {
  let logits = b.input('x', { dtype });
  if (isScaled) logits = logits.mul(b.scalar('scale'));
  if (maskDtype !== undefined) {
    const by = isGrouped ? b.scalar('rowsPerGroup', { dtype: 'i32' }) : undefined;
    const access = isGrouped ? 'group' : isShared ? 'column' : 'row';
    logits = logits.add(b.input('mask', { access, by, dtype: maskDtype }));
  }
  if (!isCausal) return logits;
  const last = b.rowIndex().add(b.scalar('rowOffset', { dtype: 'i32' }));
  return b.columnIndex().le(last).select(logits, -Infinity);
}

function write(name: string, finish: (row: SoftmaxRow) => Tile, choices: Choices): TileProgram {
  const [dtype, maskDtype, , , isScaled, , isGrid] = choices;
  return program(name, (b) => {
    if (isGrid) b.grid('inner');
    const logits = logitsOf(b, choices);
    const y = b.output('y', { dtype });
    const max = logits.reduceMax();
    if (isScaled || maskDtype !== undefined) b.rescue(max.abs().gt(largestTrusted));
    const shifted = logits.sub(max);
    const exponentials = shifted.exp();
    y.store(finish({ shifted, exponentials, sum: exponentials.sum() }));
  });
}

const known: ReadonlySet<string> = new Set([
  'scale',
  'mask',
  'maskRowStride',
  'rowsPerGroup',
  'causal',
  'rowOffset',
  'inner',
  ...rowOptionNames,
]);
const noOptions: SoftmaxOptions = Object.freeze({});
const largestI32 = 2 ** 31 - 1;

function checkInteger(value: unknown, least: number, most: number, argument: string): void {
  if (typeof value !== 'number') throw invalidType(argument, 'an integer', value);
  if (!Number.isInteger(value) || value < least || value > most)
    throw invalidValue(argument, `an integer from ${least} to ${most}`, value);
}

/** Scale rounded to f32, 1 where there is none. */
function checkScale(scale: unknown): number {
  if (scale === undefined) return 1;
  if (typeof scale !== 'number') throw invalidType('scale', 'a number', scale);
  const rounded = Math.fround(scale);
  if (!Number.isFinite(rounded)) throw invalidValue('scale', 'a number that is finite in f32', scale);
  return rounded;
}

/** Checks the options that are about neither memory nor scale. */
function checkRowOptions({ rowsPerGroup, causal, rowOffset, inner, mask }: SoftmaxOptions<RowArray>): void {
  if (causal !== undefined && typeof causal !== 'boolean') throw invalidType('causal', 'a boolean', causal);
  if (rowsPerGroup !== undefined) checkInteger(rowsPerGroup, 1, largestI32, 'rowsPerGroup');
  if (rowOffset !== undefined) checkInteger(rowOffset, -largestI32, largestI32, 'rowOffset');
  if (inner === undefined) return;
  checkInteger(inner, 1, maxExtent, 'inner');
  if (inner === 1) return;
  if (causal === true) throw invalidValue('causal', 'false where inner is above 1', causal);
  if (mask !== undefined && mask !== null) throw invalidValue('mask', 'none where inner is above 1', mask);
}

/** Tells how the rows of a mask go with those of x, checks its length, and adds its row stride to the layout. */
function addMask(
  layout: RowLayout,
  mask: RowArray,
  { maskRowStride, rowsPerGroup, out, outRowStride }: SoftmaxOptions<RowArray>,
): MaskRows {
  const { rows, cols, strides } = layout;
  const { length } = mask;
  if (rowsPerGroup === undefined && maskRowStride === undefined && length === cols) {
    strides.push(0);
    return 'column';
  }
  addRows(layout, maskRowStride, 'maskRowStride');
  if (out === mask && outRowStride === undefined) strides[1] = strides[2]; // in place of the mask
  const needed = rowsPerGroup === undefined ? rows : Math.ceil(rows / rowsPerGroup);
  if (rows === 0 ? length === 0 : rowsIn(length, cols, strides[2]) === needed)
    return rowsPerGroup === undefined ? 'row' : 'group';
  const expected =
    rowsPerGroup === undefined
      ? `${rows} rows of ${cols}, or ${cols} for all of them (rowsPerGroup: neighbouring rows share one)`
      : `${needed} rows of ${cols} (one for ${rowsPerGroup} of x)`;
  throw invalidLength('mask', expected, length);
}

/** Call and program of softmax or of one like it; `finish` makes the result of a row. */
export function softmaxOperator(name: string, finish: (row: SoftmaxRow) => Tile) {
  const programs = new Variants((...choices: Choices) => write(name, finish, choices));
  const launches = new RowLaunches({ strided: ['x', 'y', 'mask'] });

  function programOf(options: SoftmaxProgramOptions = {}): TileProgram {
    checkProgramOptions(options, ['scale', 'causal', 'inner'], ['dtype', 'maskDtype'], ['mask']);
    const { scale = false, mask, causal = false, inner = false } = options;
    const { dtype = 'f32', maskDtype = dtype } = options;
    if (mask !== undefined && !maskRows.includes(mask))
      throw invalidValue('mask', maskRows.map((rows) => `'${rows}'`).join(', '), mask);
    if (inner && causal) throw invalidValue('causal', 'false where inner is true', causal);
    if (inner && mask !== undefined) throw invalidValue('mask', 'none where inner is true', mask);
    const dtypeOfMask = mask === undefined ? undefined : maskDtype;
    return programs.get(dtype, dtypeOfMask, mask === 'column', mask === 'group', scale, causal, inner);
  }

  function call(x: RowArray, options: SoftmaxOptions<RowArray> = noOptions): RowArray {
    checkOptions<SoftmaxOptions<RowArray>>(options, known);
    const dtype = dtypeOf(x, options);
    const scale = checkScale(options.scale);
    checkRowOptions(options);
    const { mask = null, causal = false, rowOffset = 0, rowsPerGroup, inner = 1 } = options;
    const maskDtype = vectorDType(mask, dtype, 'mask');
    const layout = layoutOf(x, dtype, options, { inner });
    const { rows, cols } = layout;
    const kind = mask === null ? undefined : addMask(layout, mask, options);
    if (mask === null && options.maskRowStride !== undefined)
      expectRowStride(options.maskRowStride, cols, 'maskRowStride');
    if (rows === 0) return emptyResult(layout, x, dtype, options);
    const compiled = programs.get(
      dtype,
      maskDtype,
      kind === 'column',
      kind === 'group',
      scale !== 1,
      causal,
      inner !== 1,
    );
    const run = launches.find(compiled, layout, options);
    const out = options.out === undefined ? newOutput(layout, x) : options.out;
    if (compiled.params.length === 2) {
      const status = run(rows, 0, rows * inner, x, out); // the usual form: no array of values
      if (status !== 0) throw launches.refusal(status, compiled, layout, [x, out]);
      return out;
    }
    // In the order in which logitsOf() declares the parameters.
    const values: unknown[] = [x];
    if (scale !== 1) values.push(scale);
    if (kind === 'group') values.push(rowsPerGroup);
    if (mask !== null) values.push(mask);
    if (causal) values.push(Math.min(rowOffset, cols)); // from cols on nothing is hidden; the sum stays in i32
    values.push(out);
    const status = run(rows, 0, rows * inner, ...values);
    if (status !== 0) throw launches.refusal(status, compiled, layout, values);
    return out;
  }

  return Object.assign(call, { program: programOf, async: asyncOf(call, 1) });
}
