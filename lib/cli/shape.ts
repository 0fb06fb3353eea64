// The extents that a command works on.
import type { TileProgram } from '../ir/program.js';
import { readAssignments } from './assignments.js';

export interface ShapeOptions {
  readonly cols?: string;
  /** Further extents: `half=32`. */
  readonly dim?: readonly string[];
}

/** Extents from the command line. */
export function shapeOf(program: TileProgram, { cols, dim }: ShapeOptions): Record<string, number> {
  const shape = readAssignments(dim, '--dim') as Record<string, number>;
  if (cols !== undefined) shape.cols = Number(cols);
  // RoPE over whole rows, the usual form: half of the columns are pairs.
  if (program.dims.join() === 'cols,half' && shape.half === undefined && shape.cols !== undefined)
    shape.half = shape.cols / 2;
  return shape;
}
