// What a command works on: the program of an operator, or of a file, at the extents of its options.
import { existsSync, readFileSync } from 'node:fs';
import { invalidValue } from '../errors.js';
import { parseProgram } from '../ir/parse.js';
import type { TileProgram } from '../ir/program.js';
import { operators } from '../kernels/operators.js';
import { readAssignments } from './assignments.js';

export interface ShapeOptions {
  readonly cols?: string;
  /** Further extents: `half=32`. */
  readonly dim?: readonly string[];
}

/** The program of an operator with these options, or of a file with a program's text. @throws ERR_INVALID_ARG_VALUE */
export function programFor(name: string, options: readonly string[] | undefined): TileProgram {
  if (Object.hasOwn(operators, name)) return operators[name].program(readAssignments(options, '--option'));
  if (existsSync(name)) return parseProgram(readFileSync(name, 'utf8'));
  throw invalidValue(
    'OP',
    `an operator (${Object.keys(operators).join(', ')}) or a file with a program's text`,
    name,
  );
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
