// Kernels that take the number of columns with each launch: one for all of them, in place of one for each. They follow the same
// reduction tree, so their results have the bits of every other kernel in the fixed order.
import type { TileProgram } from '../ir/program.js';
import { runTimeSwitches, type CheckedPlanOptions } from '../planner/plan.js';
import { compileNow, prepareCompilation, requestOf } from './compile.js';
import type { Kernel } from './kernel.js';

/** All that may be fixed: switches that say what is computed, and not how, and those of each launch. */
const free: ReadonlySet<string> = new Set([
  'order',
  'math',
  'accumulate',
  'features',
  'rows',
  ...runTimeSwitches,
]);

/**
 * Whether there is such a kernel: the program works along one dim and takes its rows whole, and no switch is fixed that the
 * kernel for one column count would have to honour.
 */
export function hasRunTimeColumns(program: TileProgram, options: CheckedPlanOptions): boolean {
  const { dims, grid, ops, params } = program;
  return (
    dims.length === 1 &&
    grid === undefined &&
    params.length < maxParams &&
    ops.every((op) => !('slice' in op && op.slice !== undefined)) &&
    options.order !== 'mapping' &&
    Object.entries(options).every(([key, value]) => free.has(key) || value === 'auto')
  );
}

/** Slots of a launch record; the columns take one. */
const maxParams = 64;

/** Columns that the plan is made for: rows that fill every register, and no more than one chunk. */
const typical = 4096;

/** Compiles the kernel; its launchers are made for a number of columns. */
export function compileForColumns(program: TileProgram, options: CheckedPlanOptions): Kernel {
  const [dim] = program.dims;
  const fixed: CheckedPlanOptions = {
    ...options,
    mapping: 'packet-local',
    materialize: 'reload',
    stores: 'cached',
    tail: 'peeled',
    prefetch: 0,
    cooperative: false,
  };
  const compilation = prepareCompilation(program, { [dim]: typical }, fixed, false);
  const shape = { [dim]: 1 }; // what native code wants where the extent is not known
  const { ir, ...rest } = requestOf(compilation.program, shape, compilation.plan, false);
  const request = JSON.stringify({ ir: { ...ir, runTimeColumns: true }, ...rest });
  return compileNow({ ...compilation, shape, request });
}
