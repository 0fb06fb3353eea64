// What a saved kernel says of itself, as JSON beside its code: enough to compile it again without that code.
import { invalidType, invalidValue } from '../errors.js';
import { bindDims, type Extents } from '../ir/json.js';
import { flatExtents, isElementwiseProgram } from '../ir/elementwise.js';
import { parseProgram } from '../ir/parse.js';
import type { TileProgram } from '../ir/program.js';
import { checkPlanOptions, type CheckedPlanOptions, type Plan } from '../planner/plan.js';

const format = 'tile-simd/saved-kernel@1';

/** The part of a Kernel that is described. */
export interface DescribedKernel {
  readonly program: TileProgram;
  readonly shape: Extents;
  readonly flat: boolean;
  readonly plan: Plan;
}

/** A description, checked: the arguments of a compilation. */
export interface KernelDescription {
  readonly program: TileProgram;
  readonly shape: Extents;
  readonly flat: boolean;
  readonly options: CheckedPlanOptions;
}

export function describeKernel({ program, shape, flat, plan }: DescribedKernel): string {
  return JSON.stringify({ format, program: String(program), shape, flat, plan });
}

/** Reads a description back. Throws whatever is wrong with it. */
export function parseDescription(text: string): KernelDescription {
  const given = JSON.parse(text) as Record<string, unknown> | null;
  if (given?.format !== format) throw invalidValue('format', `'${format}'`, given?.format);
  if (typeof given.program !== 'string') throw invalidType('program', 'a string', given.program);
  if (typeof given.flat !== 'boolean') throw invalidType('flat', 'a boolean', given.flat);
  const program = parseProgram(given.program);
  if (given.flat && !isElementwiseProgram(program))
    throw invalidValue('flat', 'false (the program is not elementwise)', given.flat);
  const shape = given.flat ? flatExtents(program) : bindDims(program, given.shape);
  return { program, shape, flat: given.flat, options: checkPlanOptions(given.plan) };
}
