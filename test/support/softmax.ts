// Softmax and log-softmax for tests: the function in FP64, and the slice over plans that two files run, one for each.
import { it } from 'vitest';
import {
  compile,
  type KernelArguments,
  type RowDType,
  type SoftmaxProgramOptions,
  type TileProgram,
} from '../../lib/index.js';
import {
  expectLeadingRows,
  expectReference,
  mostRows,
  rowDTypes,
  sliceColumns,
  slicePlan,
  type SliceCase,
} from './plan-slice.js';
import { randomArray } from './random.js';
import { encodeAll } from './storage.js';

/** Log-softmax of logits in FP64, -Infinity included. */
export function exactLogSoftmax(logits: readonly number[]): number[] {
  const max = logits.reduce((a, b) => (Number.isNaN(a) || Number.isNaN(b) ? NaN : Math.max(a, b)), -Infinity);
  const shifted = logits.map((z) => z - max);
  const sum = shifted.reduce((a, d) => a + Math.exp(d), 0);
  return shifted.map((d) => d - Math.log(sum));
}

const variants: readonly SoftmaxProgramOptions[] = [
  {},
  { scale: true, mask: 'row' },
  { causal: true },
  { mask: 'column', maskDtype: 'f32' },
  { scale: true, mask: 'group', causal: true, maskDtype: 'f32' },
  { scale: true },
];

/** Ordinary rows, and among them rows of nothing, with an infinity, with NaN, with huge values and on a large offset. */
function rowsOf(cols: number, dtype: RowDType) {
  const x = randomArray(mostRows * cols, cols, -6, 6);
  const row = (number: number) => x.subarray(number * cols, (number + 1) * cols);
  row(3).fill(-Infinity);
  row(7)[cols >> 1] = Infinity;
  row(11)[cols - 1] = NaN;
  row(18).forEach((value, c) => (row(18)[c] = value * 1e30));
  row(33).forEach((value, c) => (row(33)[c] = value + 40000));
  row(40)[0] = -Infinity;
  return encodeAll(x, dtype);
}

function maskOf(length: number, dtype: RowDType) {
  const mask = randomArray(length, length, -4, 4);
  for (let i = 0; i < length; i += 5) mask[i] = -Infinity;
  return encodeAll(mask, dtype);
}

function caseOf(program: (options: SoftmaxProgramOptions) => TileProgram, cols: number): SliceCase {
  const dtype = rowDTypes[cols % 3];
  const options = variants[Math.floor(cols / 3) % variants.length];
  const { mask, maskDtype = dtype } = options;
  const maskRows = { row: mostRows, column: 1, group: Math.ceil(mostRows / 3), none: 0 }[mask ?? 'none'];
  const inputs: KernelArguments = {
    x: rowsOf(cols, dtype),
    ...(options.scale && { scale: 0.37 }),
    ...(mask && { mask: maskOf(maskRows * cols, maskDtype) }),
    ...(mask === 'group' && { rowsPerGroup: 3 }),
    ...(options.causal && { rowOffset: -2 }),
  };
  return { program: program({ ...options, dtype }), dtype, inputs };
}

/** Columns, every variant and storage type in turn, under the plan of that column count and one for all. */
export function describeSoftmaxSlice(
  program: (options: SoftmaxProgramOptions) => TileProgram,
  columns = sliceColumns,
): void {
  it(
    `every plan gives the same bits, ${columns.length} of 1 to 70 columns, 0 to 3W+1 rows`,
    { timeout: 240_000 },
    () => {
      for (const cols of columns) {
        const given = caseOf(program, cols);
        const base = compile(given.program, { cols }, { mapping: 'packet-local', fullPacket: false });
        const y = expectReference(base, cols, given, `${String(given.dtype)}, ${cols} columns`);
        base.dispose();
        expectLeadingRows(given, cols, slicePlan(cols), y);
      }
    },
  );
}
