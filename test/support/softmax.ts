// Softmax and log-softmax for tests: the function in FP64, and the slice over plans that two files run, one for each.
import type { KernelArguments, RowDType, SoftmaxProgramOptions, TileProgram } from '../../lib/index.js';
import { everyPlan } from './every-plan.js';
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
function rowsOf(rows: number, cols: number, dtype: RowDType) {
  const x = randomArray(rows * cols, cols, -6, 6);
  for (let number = 0; number < rows; ++number) {
    const row = x.subarray(number * cols, (number + 1) * cols);
    switch (number % 41) {
      case 3:
        row.fill(-Infinity);
        break;
      case 5:
        row.forEach((value, c) => (row[c] = value * 1e30));
        break;
      case 7:
        row[cols >> 1] = Infinity;
        break;
      case 11:
        row[cols - 1] = NaN;
        break;
      case 33:
        row.forEach((value, c) => (row[c] = value + 40000));
        break;
      case 40:
        row[0] = -Infinity;
        break;
    }
  }
  return encodeAll(x, dtype);
}

function maskOf(length: number, dtype: RowDType) {
  const mask = randomArray(length, length, -4, 4);
  for (let i = 0; i < length; i += 5) mask[i] = -Infinity;
  return encodeAll(mask, dtype);
}

/** The slice over plans, every variant in turn. */
export function describeSoftmaxSlice(
  name: string,
  program: (options: SoftmaxProgramOptions) => TileProgram,
): void {
  everyPlan(name, ({ cols, dtype, rows, turn }) => {
    const options = variants[Math.floor(turn / 3) % variants.length];
    const { mask, maskDtype = dtype } = options;
    const maskRows = { row: rows, column: 1, group: Math.ceil(rows / 3), none: 0 }[mask ?? 'none'];
    const inputs: KernelArguments = {
      x: rowsOf(rows, cols, dtype),
      ...(options.scale && { scale: 0.37 }),
      ...(mask && { mask: maskOf(maskRows * cols, maskDtype) }),
      ...(mask === 'group' && { rowsPerGroup: 3 }),
      ...(options.causal && { rowOffset: -2 }),
    };
    return { program: program({ ...options, dtype }), shape: { cols }, rows, inputs };
  });
}
