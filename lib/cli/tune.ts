// `tile-simd tune`: measures plans for an operator, or a program in its text form, and keeps the fastest.
import type { Plan, PlanOptions } from '../planner/plan.js';
import { tune, type TuneProgress, type TuneResult } from '../tune/tune.js';
import { readAssignments } from './assignments.js';
import { planColumns } from './explanation-text.js';
import { programOf } from './operator-name.js';
import { shapeOf, type ShapeOptions } from './shape.js';
import { formatTime, Output, type Column } from './terminal.js';

export interface TuneCommandOptions extends ShapeOptions {
  readonly rows?: string;
  readonly plan?: readonly string[];
  readonly option?: readonly string[];
  readonly candidates?: string;
  readonly store: boolean;
  readonly json?: true;
}

const stages: Readonly<Record<TuneProgress['stage'], string>> = {
  check: 'compiling and checking',
  measure: 'timing all',
  finals: 'timing the fastest',
  confirm: 'confirming the winner',
};

/** Measured candidates that are printed. */
const listed = 10;

/**
 * Measures and prints. The first interrupt from the keyboard ends it with nothing remembered.
 * @returns whether every candidate's output was right, and it was not interrupted.
 */
export async function tuneCommand(name: string, options: TuneCommandOptions): Promise<boolean> {
  const program = programOf(name, readAssignments(options.option, '--option'));
  const shape = shapeOf(program, options);
  if (options.rows !== undefined) shape.rows = Number(options.rows);
  const plan = readAssignments(options.plan, '--plan') as PlanOptions;
  const interrupted = new AbortController();
  const interrupt = () => {
    interrupted.abort();
  };
  process.once('SIGINT', interrupt);
  const progress = new Output(process.stderr);
  try {
    const result = await tune(program, shape, {
      ...plan,
      store: options.store,
      ...(options.candidates === undefined ? {} : { candidates: Number(options.candidates) }),
      signal: interrupted.signal,
      onProgress: ({ stage, done, of }) => {
        progress.progress(`${stages[stage]} ${done}/${of}`);
      },
    });
    progress.progress('');
    if (options.json)
      process.stdout.write(`${JSON.stringify({ program: program.name, shape, ...result }, null, 2)}\n`);
    else print(program.name, shape, result);
    return result.wrong.length === 0;
  } catch (error) {
    progress.progress('');
    if (!interrupted.signal.aborted) throw error;
    process.stderr.write('interrupted: nothing was remembered\n');
    return false;
  } finally {
    process.removeListener('SIGINT', interrupt);
  }
}

const columns: readonly Column[] = [
  ...planColumns.map(({ title, width }): Column => ({ title, width: Math.max(width - 2, title.length) })),
  { title: 'time', width: 8, align: 'right' },
  { title: 'ratio', width: 6, align: 'right' },
  { title: 'rounds', width: 6, align: 'right' },
];

function cellsOf(plan: Plan, ...rest: string[]): { text: string }[] {
  return [...planColumns.map(({ cell }) => cell(plan)), ...rest].map((text) => ({ text }));
}

function print(name: string, shape: Readonly<Record<string, number>>, result: TuneResult): void {
  const output = new Output();
  const { candidates, confirmation, incumbent, changed, wrong, rows, file } = result;
  const extents = Object.entries({ rows, ...shape }).map(([dim, extent]) => `${dim} ${extent}`);
  output.line(`${name} for ${extents.join(', ')}: ${candidates.length} plans measured`);
  output.line();
  output.titles(columns);
  const shown = new Set(candidates.slice(0, listed));
  for (const candidate of candidates) if (candidate.plan === incumbent) shown.add(candidate);
  for (const { plan, microseconds, ratio, rounds } of shown)
    output.row(columns, cellsOf(plan, formatTime(1000 * microseconds), ratio.toFixed(3), String(rounds)));
  output.line();
  output.line('  ratio: to the plan in force, the median over rounds in which all were timed');
  if (confirmation === undefined) output.line('  the plan in force is the fastest, and stays');
  else {
    const { ratio, range, won, rounds } = confirmation;
    const figures = `${ratio.toFixed(3)} (${range.map((end) => end.toFixed(3)).join('..')}), faster in ${won} of ${rounds} fresh rounds`;
    output.line(`  the fastest, against the plan in force: ${figures}`);
    output.line(
      changed
        ? `  it is taken from now on${file === undefined ? ', in this process' : `; kept in ${file}`}`
        : '  too little, or not often enough: the plan in force stays',
    );
  }
  for (const plan of wrong) output.line(`  WRONG OUTPUT, please report: ${JSON.stringify(plan)}`);
}
