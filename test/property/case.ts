// One case: a random program, shape, plan and inputs, everything decided by the seed and the case's number. The oracles:
//
// 1. what the kernel gives, and the FP64 reference, lie within the bounds of bounds.ts;
// 2. bits are those of a simple plan (order 'fixed'), or of a plan that differs in what never counts (order 'mapping');
//    those of fewer rows are those of the first of more, and a launch in two parts has those of one;
// 3. nothing but the stored elements of the outputs is written.
import {
  compile,
  reference,
  type BufferParam,
  type Kernel,
  type KernelArgument,
  type OutputParam,
  type Plan,
  type PlanOptions,
  type TileProgram,
} from '../../lib/index.js';
import { native } from '../../lib/native/load.js';
import { checkPlanOptions } from '../../lib/planner/plan.js';
import { resolvePlan } from '../../lib/planner/resolve.js';
import { isBuffer } from '../../lib/ir/types.js';
import { decode } from '../support/storage.js';
import { evaluateBounds, isDecisive, isWithin, storedBounds } from './bounds.js';
import { countProgram, countRun } from './census.js';
import type { Coverage } from '../support/coverage.js';
import { Inputs, makeShape } from './inputs.js';
import type { Interval } from './interval.js';
import { isSameElement, Placed, type Layout } from '../support/placed.js';
import { basePlan, makePlan, neighbourPlan, without } from './plans.js';
import { makeProgram, type MadeProgram } from './programs.js';
import { mixSeed, Random } from '../support/draws.js';
import { refusalOf } from './refusals.js';
import { situationOf } from './situation.js';
import { tryRefusals } from './special.js';

export interface CaseOptions {
  readonly seed: number;
  readonly index: number;
  /** Ops of the program; what the seed says by default. Smaller numbers give beginnings of the same choices. */
  readonly steps?: number | undefined;
  /** Switches that are left to the planner although the seed fixes them. */
  readonly unfixed?: readonly string[] | undefined;
  /** Most rows of a launch. */
  readonly rows?: number | undefined;
  /** Is told the program, the shape and the plan before they are compiled: for crashes. */
  readonly tell?: ((about: string) => void) | undefined;
}

/** What is wrong, and with what. */
export class PropertyFailure extends Error {}

interface Subject {
  readonly made: MadeProgram;
  readonly shape: Readonly<Record<string, number>>;
  /** The shape with the extents that a kernel for every length stands for. */
  readonly extents: Readonly<Record<string, number>>;
}

/** Most elements of a launch's longest row times its rows: bounds are evaluated one by one. */
const mostElements = 20000;

export function stepsOf({ seed, index, steps }: CaseOptions): number {
  const drawn = new Random(mixSeed(seed, index)).fork('steps');
  return (
    steps ??
    drawn.weighted([
      [6, drawn.int(1, 4)],
      [6, drawn.int(4, 9)],
      [1, drawn.int(10, 16)],
    ])
  );
}

/** @throws PropertyFailure, whose message has everything that is needed to see it again. */
export function runCase(options: CaseOptions, coverage: Coverage): void {
  const random = new Random(mixSeed(options.seed, options.index));
  let about = '';
  try {
    if (random.fork('kind').chance(0.05)) {
      tryRefusals(random.fork('special'), coverage);
      return;
    }
    const made = makeProgram(random.fork('program'), stepsOf(options));
    const shape = makeShape(random.fork('shape'), made);
    about = `${String(made.program)}shape ${JSON.stringify(shape)}${made.flat ? ', flat' : ''}\n`;
    const plan = without(makePlan(random.fork('plan'), made.flat), options.unfixed ?? []);
    about += `plan ${JSON.stringify(plan)}\n`;
    options.tell?.(about);
    const extents = made.flat ? Object.fromEntries(made.program.dims.map((dim) => [dim, 1])) : shape;
    runSubject({ made, shape: made.flat ? {} : shape, extents }, plan, shape, random, options, coverage);
  } catch (error) {
    const what = error instanceof PropertyFailure ? error.message : String((error as Error).stack);
    throw new PropertyFailure(`${what}\n${about}`);
  }
}

function runSubject(
  subject: Subject,
  plan: PlanOptions,
  lengths: Readonly<Record<string, number>>,
  random: Random,
  options: CaseOptions,
  coverage: Coverage,
): void {
  const { made, extents } = subject;
  const kernel = compileDrawn(subject, plan, coverage);
  if (kernel === undefined) return;
  try {
    const most = Math.min(options.rows ?? Infinity, mostRows(subject, lengths, kernel, random.fork('rows')));
    const inputs = new Inputs(random.fork('inputs'), made, extents, most);
    countProgram(made, coverage);
    countRun(kernel, plan, extents, most, coverage);
    const launches = new Launches(subject, inputs, random.fork('memory'), coverage);
    const got = launches.run(kernel, most, 'whole');
    compareWithBounds(subject, inputs, kernel.plan, got, coverage);
    if (most > 1) {
      const fewer = random.fork('fewer').int(0, most - 1);
      compareBits(inputs, launches.run(kernel, fewer, 'whole'), got, `${fewer} rows beside ${most}`);
      if (random.fork('parts').chance(0.3))
        compareBits(inputs, launches.run(kernel, most, 'parts'), got, 'a launch in two parts beside one');
    }
    if (random.fork('in place').chance(0.5)) {
      const shared = launches.run(kernel, most, 'in place');
      compareBits(inputs, shared, got, 'in place beside apart');
    }
    compareWithOtherPlan(subject, kernel.plan, launches, most, got, random.fork('other plan'), coverage);
  } catch (error) {
    if (error instanceof PropertyFailure) error.message += `\ncompiled as ${JSON.stringify(kernel.plan)}`;
    throw error;
  } finally {
    kernel.dispose();
  }
}

/** Compiles a plan; a switch that is refused is counted and left to the planner. */
function compileDrawn(subject: Subject, plan: PlanOptions, coverage: Coverage): Kernel | undefined {
  const { made, shape, extents } = subject;
  for (let options = plan; ;) {
    try {
      const kernel = compile(made.program, shape, options);
      const again = resolvePlan(
        made.program,
        extents,
        checkPlanOptions(kernel.plan),
        native().cpu(),
        {},
        made.flat,
      );
      if (JSON.stringify(again.plan) !== JSON.stringify(kernel.plan))
        throw new PropertyFailure(
          `the plan ${JSON.stringify(kernel.plan)} resolves to another, ${JSON.stringify(again.plan)}`,
        );
      return kernel;
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === undefined) throw error;
      coverage.add('refused', reason);
      const key = (error as { argument?: string }).argument?.replace(/^plan\.?/, '') ?? '';
      if (!(key in options)) return undefined; // the whole of it is too much
      options = without(options, [key]);
    }
  }
}

/** Up to 3W + 1 rows, as far as their elements are not too many; elements for a kernel for every length. */
function mostRows(
  { made, extents }: Subject,
  lengths: Readonly<Record<string, number>>,
  { plan }: Kernel,
  random: Random,
): number {
  if (made.flat) return random.chance(0.05) ? 0 : Math.max(...Object.values(lengths));
  const { program } = made;
  const inner = program.grid === undefined ? 1 : extents[program.grid];
  const longest = Math.max(1, ...program.dims.map((dim) => extents[dim])) * inner;
  const some = Math.floor(mostElements / longest) + 1;
  const rows = random.chance(0.25)
    ? random.pick([0, 1, plan.width - 1, plan.width, plan.width + 1, 3 * plan.width + 1])
    : random.int(0, 3 * plan.width + 1);
  return Math.min(rows, program.grid === undefined ? some : Math.min(some, 5));
}

type Elements = ReturnType<Placed['elements']>;
type Outputs = ReadonlyMap<string, Elements>;

/** Runs kernels of one subject on the same inputs, each time in fresh memory. */
class Launches {
  readonly #subject: Subject;
  readonly inputs: Inputs;
  readonly #random: Random;
  readonly #coverage: Coverage;

  constructor(subject: Subject, inputs: Inputs, random: Random, coverage: Coverage) {
    this.#subject = subject;
    this.inputs = inputs;
    this.#random = random;
    this.#coverage = coverage;
  }

  run(kernel: Kernel, rows: number, how: 'whole' | 'parts' | 'in place'): Outputs {
    const { program } = this.#subject.made;
    const placed = this.#place(program, rows);
    const apart = new Map(placed);
    const inputOf = how === 'in place' ? this.#shareMemory(program, placed) : new Map<string, string>();
    const args: Record<string, KernelArgument> = Object.fromEntries(this.inputs.scalars);
    for (const [name, memory] of placed) args[name] = memory.argument;
    const record = kernel.record(args);
    if (record.rows !== rows) throw new PropertyFailure(`${record.rows} rows were found, ${rows} are there`);
    try {
      if (how === 'parts') {
        const middle = this.#random.int(0, record.programs);
        kernel.launch(record, { programs: [middle, record.programs] });
        kernel.launch(record, { programs: [0, middle] });
      } else kernel.launch(record);
    } catch (error) {
      const reason = refusalOf(error);
      if (how !== 'in place' || reason === undefined) throw error;
      this.#coverage.add('refused', reason);
      this.#expectUntouched(program, placed, new Map(), false);
      return this.#run(kernel, apart);
    }
    if (inputOf.size > 0) this.#coverage.add('launch', 'in place');
    else this.#coverage.add('launch', how === 'in place' ? 'whole' : how);
    this.#expectUntouched(program, placed, inputOf, true);
    return outputsOf(program, placed);
  }

  #run(kernel: Kernel, placed: ReadonlyMap<string, Placed>): Outputs {
    const args: Record<string, KernelArgument> = Object.fromEntries(this.inputs.scalars);
    for (const [name, memory] of placed) args[name] = memory.argument;
    kernel.launch(kernel.record(args));
    return outputsOf(kernel.program, placed);
  }

  #place(program: TileProgram, rows: number): Map<string, Placed> {
    const placed = new Map<string, Placed>();
    for (const param of program.params) {
      if (!isBuffer(param)) continue;
      const layout = this.inputs.layouts.get(param.name) as Layout;
      const count = this.inputs.rowsOf(param, rows);
      placed.set(param.name, new Placed(layout, count, this.inputs.elements.get(param.name)));
    }
    return placed;
  }

  /** Lets outputs be the memory of an input of their kind, each of another; says which. */
  #shareMemory(program: TileProgram, placed: Map<string, Placed>): Map<string, string> {
    const inputOf = new Map<string, string>();
    const taken = new Set<string>();
    for (const output of program.params) {
      if (output.kind !== 'output') continue;
      const input = program.params.find(
        (param) =>
          param.kind === 'input' &&
          param.access === 'row' &&
          param.dim === output.dim &&
          param.dtype === output.dtype &&
          !taken.has(param.name),
      );
      if (input === undefined) continue;
      taken.add(input.name);
      inputOf.set(output.name, input.name);
      placed.set(output.name, placed.get(input.name) as Placed);
    }
    return inputOf;
  }

  #expectUntouched(
    program: TileProgram,
    placed: ReadonlyMap<string, Placed>,
    inputOf: ReadonlyMap<string, string>,
    launched: boolean,
  ): void {
    const nothing = new Uint8Array(0);
    const shared = new Set(inputOf.values());
    for (const param of program.params) {
      if (!isBuffer(param) || shared.has(param.name)) continue;
      const stored = launched && param.kind === 'output' ? this.inputs.storedElements(param) : nothing;
      const fault = (placed.get(param.name) as Placed).changedOutside(stored);
      if (fault !== undefined) throw new PropertyFailure(fault);
    }
  }
}

function outputsOf(program: TileProgram, placed: ReadonlyMap<string, Placed>): Outputs {
  const outputs = program.params.filter((param) => param.kind === 'output');
  return new Map(outputs.map(({ name }) => [name, (placed.get(name) as Placed).elements()]));
}

function compareWithOtherPlan(
  subject: Subject,
  plan: Plan,
  launches: Launches,
  rows: number,
  got: Outputs,
  random: Random,
  coverage: Coverage,
): void {
  const { made } = subject;
  const options = plan.order === 'fixed' ? basePlan(plan, made.flat) : neighbourPlan(random, plan);
  const other = compileDrawn(subject, options, coverage);
  if (other === undefined) return;
  try {
    const want = launches.run(other, rows, 'whole');
    compareBits(launches.inputs, got, want, `beside the plan ${JSON.stringify(other.plan)}`);
    coverage.add('compared', `same bits, order ${plan.order}`);
  } finally {
    other.dispose();
  }
}

/** The stored elements of `got` must be the first of those of `want`, bit for bit. */
function compareBits(inputs: Inputs, got: Outputs, want: Outputs, what: string): void {
  for (const param of inputs.program.params) {
    if (param.kind !== 'output') continue;
    const stored = inputs.storedElements(param);
    const [a, b] = [got.get(param.name) as Elements, want.get(param.name) as Elements];
    for (let i = 0; i < a.length; ++i) {
      if (stored[i % stored.length] === 0 || isSameElement(a[i], b[i], param.dtype)) continue;
      const values = `${decode(a[i], param.dtype)} and ${decode(b[i], param.dtype)}`;
      throw new PropertyFailure(`${what}: other bits, ${param.name}[${i}] of ${a.length} is ${values}`);
    }
  }
}

function compareWithBounds(
  { made, extents }: Subject,
  inputs: Inputs,
  plan: Plan,
  got: Outputs,
  coverage: Coverage,
): void {
  const { program } = made;
  const { rows, inner } = inputs;
  const args: Record<string, KernelArgument> = Object.fromEntries(inputs.scalars);
  const memory = new Map<string, Placed>();
  for (const [name, layout] of inputs.layouts)
    memory.set(name, new Placed(layout, inputs.rowsOf(layout.param, rows), inputs.elements.get(name)));
  for (const [name, placed] of memory) args[name] = placed.argument;
  const exact = reference(program, extents, args);
  const extentOf = (dim: string) => extents[dim] ?? 1;
  const situation = situationOf(plan);
  for (let row = 0; row < rows; ++row)
    for (let at = 0; at < inner; ++at)
      evaluateBounds(program, extentOf, situation, inputs.source(row, at), (name, slice, value, tile) => {
        const { param, extent } = inputs.layouts.get(name) as Layout & { param: BufferParam };
        const { offset, stride } = inputs.partOf(param, slice, tile);
        value.forEach((bounds, e) => {
          const index = row * extent + (offset + e * stride) * inner + at;
          const element = (got.get(name) as Elements)[index];
          expectWithin(param as OutputParam, index, element, exact[name][index], bounds, coverage);
        });
      });
}

function expectWithin(
  { name, dtype }: OutputParam,
  index: number,
  element: number,
  exact: number,
  bounds: Interval,
  coverage: Coverage,
): void {
  const stored = storedBounds(bounds, dtype);
  const value = decode(element, dtype);
  coverage.add('elements', isDecisive(stored) ? 'within narrow bounds' : 'within wide bounds');
  const spelled = ({ lo, hi, nan }: Interval) => `${lo} to ${hi}${nan ? ' or NaN' : ''}`;
  if (!isWithin(value, stored))
    throw new PropertyFailure(`${name}[${index}] is ${value}, want ${spelled(stored)} (reference: ${exact})`);
  if (!isWithin(exact, bounds))
    throw new PropertyFailure(`reference: ${name}[${index}] is ${exact}, the bounds are ${spelled(bounds)}`);
}
