// A pairwise slice over plans, columns, rows and storage types: one plan for each column count, in turn, so that every
// value of every switch meets every other, for every row count around a packet. All must have the bits of one kernel.
import { expect } from 'vitest';
import {
  compile,
  reference,
  type Kernel,
  type KernelArguments,
  type PlanOptions,
  type RowDType,
  type TileProgram,
} from '../../lib/index.js';
import { expectClose, promised, type Tolerance } from './compare.js';
import { decodeAll, expectElements, newStorage } from './storage.js';

export const mostRows = 3 * 16 + 1;

/** Every column count up to a step of logical lanes and a ragged vector beyond it. */
export const sliceColumns = Array.from({ length: 70 }, (_, i) => i + 1);

export const rowDTypes = ['f32', 'f16', 'bf16'] as const;

const mappings = ['packet-local', 'whole-program'] as const;
const widths = [2, 4, 8, 16] as const;
const materializations = ['snapshot', 'reload', 'registers'] as const;

/** The plan for a column count. `registers` where it is possible: it is refused for more than 64 vectors. */
export function slicePlan(cols: number): PlanOptions {
  const mapping = mappings[cols <= 32 ? cols % 2 : Number(cols % 4 === 1)]; // long rows compile long in whole-program
  const width = widths[Math.floor(cols / 2) % 4];
  const fullPacket = Math.floor(cols / 8) % 2 === 0; // not 'require': some bodies are above the instruction budget
  const choice = materializations[Math.floor(cols / 16 + cols / 3) % 3];
  const isPossible = mapping === 'packet-local' || cols <= 12;
  return {
    mapping,
    width,
    fullPacket,
    materialize: choice === 'registers' && !isPossible ? 'reload' : choice,
  };
}

/** What is promised, and half an ulp of the storage beyond it. */
export function toleranceOf(dtype: RowDType): Tolerance {
  const { abs, rel } = promised;
  if (dtype === 'f32') return promised;
  return dtype === 'f16' ? { abs: abs + 2 ** -25, rel: rel + 2 ** -11 } : { abs, rel: rel + 2 ** -8 };
}

/** A program on one shape: `inputs` hold mostRows rows. */
export interface SliceCase {
  readonly program: TileProgram;
  readonly dtype: RowDType;
  readonly inputs: KernelArguments;
}

/** Expects a kernel's result for mostRows rows to be near the reference, and gives it. */
export function expectReference(
  kernel: Kernel,
  cols: number,
  { program, dtype, inputs }: SliceCase,
  what: string,
) {
  const y = newStorage(dtype, mostRows * cols);
  kernel.launch(kernel.record({ ...inputs, y }));
  expectClose(decodeAll(y, dtype), reference(program, { cols }, inputs).y, what, toleranceOf(dtype));
  return y;
}

/** Expects rows 0 to 3W+1 under a plan to be the leading rows of `expected`, each launch in a fresh output. */
export function expectLeadingRows(
  { program, dtype, inputs }: SliceCase,
  cols: number,
  plan: PlanOptions,
  expected: ReturnType<typeof newStorage>,
): void {
  const kernel = compile(program, { cols }, plan);
  const guard = 16;
  const first = (program.params[0] as { name: string }).name;
  for (let rows = 0; rows <= 3 * kernel.plan.width + 1; ++rows) {
    const y = newStorage(dtype, rows * cols + guard).fill(77);
    const x = inputs[first] as Float32Array;
    kernel.launch(kernel.record({ ...inputs, [first]: x.subarray(0, rows * cols), y }));
    const what = `${program.name} ${dtype} ${rows}x${cols} ${JSON.stringify(plan)}`;
    expectElements(y.subarray(0, rows * cols), expected.subarray(0, rows * cols), dtype, what);
    for (const value of y.subarray(rows * cols)) expect(value, what).toBe(77);
  }
  kernel.dispose();
}
