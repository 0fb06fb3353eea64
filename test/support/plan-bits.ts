// What every plan must give: the bits of the default plan, which must be near the FP64 interpreter, for every number of
// programs around a packet. Throws plain errors: runners that are no vitest use this too.
import {
  compile,
  type Kernel,
  type KernelArguments,
  type PlanOptions,
  type StorageArray,
  type TileProgram,
} from '../../lib/index.js';
import { extentOf } from '../../lib/ir/json.js';
import { expectRight, expectSameOutputs } from './outputs.js';
import { newStorage } from './storage.js';

/** One program at one shape, with inputs for `rows` rows. Row-indexed inputs are cut to the rows of each launch. */
export interface Subject {
  readonly program: TileProgram;
  readonly shape: Readonly<Record<string, number>>;
  readonly rows: number;
  readonly inputs: KernelArguments;
  /** Rows that are not compared with the reference; none by default. */
  readonly skips?: (row: number) => boolean;
  /** Looks at the default plan's outputs in place of the comparison with the reference. */
  readonly check?: (outputs: Outputs) => void;
}

type Outputs = Readonly<Record<string, StorageArray>>;

/** Rows, or programs of a grid, of the largest launch: three packets and one. */
export const mostPrograms = (width: number): number => 3 * width + 1;

const guard = 16;
const sentinel = 77;

/** Programs that share a row. */
const innerOf = ({ program, shape }: Subject): number =>
  program.grid === undefined ? 1 : shape[program.grid];

/**
 * Runs the first `programs` programs and gives the outputs of their rows. What lies behind these must stay as it was; what
 * the programs of the last row that did not run would have written is for the caller to look at.
 */
function launch(subject: Subject, kernel: Kernel, programs: number, what: string): Outputs {
  const { program, inputs } = subject;
  const inner = innerOf(subject);
  const rows = Math.ceil(programs / inner);
  const args: Record<string, StorageArray | number> = {};
  const outputs: Record<string, StorageArray> = {};
  for (const param of program.params) {
    const length = param.kind === 'scalar' ? 0 : rows * extentOf(param.dim, kernel.shape) * inner;
    if (param.kind === 'output') {
      const memory = newStorage(param.dtype, length + guard).fill(sentinel);
      args[param.name] = memory;
      outputs[param.name] = memory.subarray(0, length);
      continue;
    }
    const given = inputs[param.name] as Float32Array | number;
    const isRows = param.kind === 'input' && param.access === 'row' && typeof given !== 'number';
    args[param.name] = isRows ? given.subarray(0, length) : given;
  }
  kernel.launch(kernel.record(args), { programs: [0, programs] });
  for (const [name, { length }] of Object.entries(outputs)) {
    const behind = (args[name] as Float32Array).subarray(length);
    if (!behind.every((element) => element === sentinel))
      throw new Error(`${what}: elements behind ${name} were written`);
  }
  return outputs;
}

/** What is left of the full result where only the first programs ran. */
function leading(subject: Subject, all: Outputs, programs: number): Outputs {
  const inner = innerOf(subject);
  const rows = Math.ceil(programs / inner);
  const inLast = programs - (rows - 1) * inner;
  return Object.fromEntries(
    Object.entries(all).map(([name, array]) => {
      const length = array.length / subject.rows;
      const part = (array as Float32Array).slice(0, rows * length);
      for (let i = Math.max(0, rows - 1) * length; i < part.length; ++i)
        if (i % inner >= inLast) part[i] = sentinel;
      return [name, part];
    }),
  );
}

const spell = ({ program, shape }: Subject, plan: PlanOptions) =>
  `${program.name} ${program.params.map(({ dtype }) => dtype).join(' ')} ${JSON.stringify({ ...shape, ...plan })}`;

/** The outputs of all rows under the default plan, which are near the reference. */
export function defaultOutputs(subject: Subject): Outputs {
  const { program, shape, inputs, rows, skips, check } = subject;
  const what = spell(subject, {});
  const kernel = compile(program, shape);
  try {
    const outputs = launch(subject, kernel, rows * innerOf(subject), what);
    if (check === undefined) expectRight(program, shape, inputs, outputs, rows, what, skips);
    else check(outputs);
    return outputs;
  } finally {
    kernel.dispose();
  }
}

/** What a plan was compiled to, and how often it was launched. */
export type Compiled = Pick<Kernel, 'plan' | 'specialization'> & { readonly launches: number };

/** Expects a plan to give the bits of `want`, for 0 to 3W + 1 programs, or as many as the subject has. */
export function expectBits(subject: Subject, plan: PlanOptions, want: Outputs): Compiled {
  const kernel = compile(subject.program, subject.shape, plan);
  try {
    const most = Math.min(mostPrograms(kernel.plan.width), subject.rows * innerOf(subject));
    for (let programs = 0; programs <= most; ++programs) {
      const what = `${spell(subject, plan)}, ${programs} programs`;
      const got = launch(subject, kernel, programs, what);
      expectSameOutputs(subject.program, got, leading(subject, want, programs), what);
    }
    return { plan: kernel.plan, specialization: kernel.specialization, launches: most + 1 };
  } finally {
    kernel.dispose();
  }
}
