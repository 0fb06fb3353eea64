// `tile-simd explain`: what the planner considers for an operator, or a program in its text form.
import type { Explanation } from '../planner/explain.js';
import type { PlanOptions } from '../planner/plan.js';
import { explain } from '../runtime/explain.js';
import { readAssignments } from './assignments.js';
import { explanationLines } from './explanation-text.js';
import { programOf } from './operator-name.js';
import { shapeOf, type ShapeOptions } from './shape.js';

export interface ExplainCommandOptions extends ShapeOptions {
  readonly rows?: string;
  /** Switches of the plan: `width=8`. */
  readonly plan?: readonly string[];
  /** Options of the operator's program: `dtype=bf16`. */
  readonly option?: readonly string[];
  readonly all?: true;
  readonly json?: true;
}

/** Prices and prints. */
export function explainCommand(name: string, options: ExplainCommandOptions): void {
  const program = programOf(name, readAssignments(options.option, '--option'));
  const shape = shapeOf(program, options);
  if (options.rows !== undefined) shape.rows = Number(options.rows);
  const plan = readAssignments(options.plan, '--plan') as PlanOptions;
  const explanation: Explanation = explain(program, shape, plan);
  if (options.json)
    process.stdout.write(`${JSON.stringify({ program: program.name, shape, ...explanation }, null, 2)}\n`);
  else
    process.stdout.write(
      `${explanationLines(program.name, shape, explanation, options.all ?? false).join('\n')}\n`,
    );
}
