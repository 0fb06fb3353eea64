// What explain() and tune() are asked about: a program at a shape, with the rows of a launch among its extents.
import { invalidValue } from '../errors.js';
import { flatExtents, isElementwiseProgram } from '../ir/elementwise.js';
import { bindDims } from '../ir/json.js';
import { expectProgram, type TileProgram } from '../ir/program.js';
import type { PlanRequest } from '../planner/choose.js';
import { checkPlanOptions, type PlanOptions } from '../planner/plan.js';

/** Rows of a launch where nothing is said. */
export const usualRows = 64;

/** A request with its rows known. */
export interface Asked extends PlanRequest {
  readonly rows: number;
}

/**
 * Checks program, shape and switches. The rows are those of the shape, or else of the switches, or else 64; a shape of
 * rows alone asks for the kernel for every length, of an elementwise program.
 * @throws as compile() does; ERR_INVALID_ARG_VALUE for `shape.rows`.
 */
export function askedOf(
  program: TileProgram,
  shape: Readonly<Record<string, number>>,
  switches: PlanOptions,
): Asked {
  expectProgram(program);
  const options = checkPlanOptions(switches);
  const { rows = usualRows, ...dims } = shape ?? {};
  if (!Number.isSafeInteger(rows) || rows < 0)
    throw invalidValue('shape.rows', 'an integer, the rows of a launch, at least 0', rows);
  const flat = Object.keys(dims).length === 0 && isElementwiseProgram(program);
  const extents = flat
    ? flatExtents(program)
    : bindDims(program, shape === null || shape === undefined ? shape : dims);
  return { program, extents, options, flat, rows: options.rows === 'auto' ? rows : options.rows };
}
