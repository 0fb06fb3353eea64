// How the rows of a launch lie in its buffers: extents, default strides, lengths.
import { extentOf, type Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import type { BufferParam, Param } from '../ir/types.js';

/** Programs per row of a launch: the extent of a grid's inner index, 1 without a grid. */
export function programsPerRow(program: TileProgram, extents: Extents): number {
  return program.grid === undefined ? 1 : extentOf(program.grid, extents);
}

/** Elements of one row of a buffer; in a grid, those of all programs of the row. */
export function rowExtentOf(param: BufferParam, program: TileProgram, extents: Extents): number {
  const columns = extentOf(param.dim, extents);
  return param.access === 'row' ? columns * programsPerRow(program, extents) : columns;
}

/** Row stride of a buffer whose rows stand side by side. */
export function defaultRowStride(param: Param, program: TileProgram, extents: Extents): number {
  return param.kind === 'scalar' || param.access === 'column' ? 0 : rowExtentOf(param, program, extents);
}

/** Rows of a buffer that `rows` rows of a launch need at least; a gathered buffer's row numbers say the rest. */
export function rowsNeeded(
  param: BufferParam,
  rows: number,
  rowsPerGroup: (scalar: string) => number,
): number {
  if (rows === 0 || param.access === 'row') return rows;
  return param.access === 'group' ? Math.ceil(rows / rowsPerGroup(param.by as string)) : 1;
}

/**
 * Rows in a buffer of `length` elements: whole rows `rowStride` apart, of which the last may lack its padding.
 * Undefined if the last row is cut short.
 */
export function rowsIn(length: number, extent: number, rowStride: number): number | undefined {
  const rest = length % rowStride;
  const whole = (length - rest) / rowStride;
  if (rest === 0) return whole;
  return rest >= extent ? whole + 1 : undefined;
}

/** Elements that `rows` rows need. */
export function lengthFor(rows: number, extent: number, rowStride: number): number {
  return rows === 0 ? 0 : (rows - 1) * rowStride + extent;
}
