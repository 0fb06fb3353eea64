// Elementwise programs: those whose rows could be cut anywhere. One kernel serves them at every length.
import type { Extents } from './json.js';
import type { TileProgram } from './program.js';
import { one } from './types.js';

const positional: ReadonlySet<string> = new Set([
  'reduce',
  'rescue',
  'columnIndex',
  'rowIndex',
  'innerIndex',
  'loop',
]);

/** Whether every output element depends on nothing but the same element of the inputs, and on scalars. */
export function isElementwiseProgram({ grid, dims, params, ops }: TileProgram): boolean {
  return (
    grid === undefined &&
    dims.length === 1 &&
    params.every((param) => param.kind === 'scalar' || (param.access === 'row' && param.dim !== one)) &&
    ops.every((op) => !positional.has(op.op) && !('slice' in op && op.slice !== undefined))
  );
}

/** The extents of the kernel for every length: each program is one element. */
export function flatExtents(program: TileProgram): Extents {
  return Object.freeze(Object.fromEntries(program.dims.map((dim) => [dim, 1])));
}
