// Candidates that can be timed: compiled, bound to one set of arguments, and known to give the right output.
//
// Invariant: all trials share inputs and outputs, so none has the better place in memory.
import { invalidValue } from '../errors.js';
import type { Float16ArrayLike, StorageArray } from '../ir/dtype.js';
import { verify } from '../inspect/verify.js';
import { optionsOf } from '../planner/neighbours.js';
import type { Plan } from '../planner/plan.js';
import type { KernelArgument, KernelArguments } from '../runtime/arguments.js';
import type { Asked } from '../runtime/asked.js';
import { compileCheckedAsync } from '../runtime/compile.js';
import type { Kernel } from '../runtime/kernel.js';
import type { LaunchRecord } from '../runtime/launch-record.js';
import { programsPerRow } from '../runtime/rows.js';
import { sampleArguments } from '../runtime/sample-arguments.js';
import type { Contender } from './rounds.js';

/** Samples are about this long, in nanoseconds; a launch that takes longer is a sample by itself. */
const sampleNanoseconds = 500_000;
/** Elements that the reference computes: it takes some ten nanoseconds for each operation of each. */
const mostReferenced = 2 ** 18;

/** A plan that can be timed. */
export interface Trial extends Contender {
  readonly plan: Plan;
}

/** Sample arguments are arrays of this Node's own classes. */
function bytesOf(array: StorageArray): Buffer {
  const { buffer, byteOffset, byteLength } = array as Exclude<StorageArray, Float16ArrayLike>;
  return Buffer.from(buffer, byteOffset, byteLength);
}

export class Trials {
  readonly #asked: Asked;
  readonly #args: Record<string, KernelArgument>;
  readonly #kernels: Kernel[] = [];
  /** What the plan in force computes, by output. */
  readonly #expected = new Map<string, Buffer>();

  /** @throws what sample arguments of this size throw (a RangeError if there is no memory for them). */
  constructor(asked: Asked, inputs: KernelArguments) {
    const { program, extents, rows } = asked;
    this.#asked = asked;
    this.#args = { ...sampleArguments(program, extents, rows), ...inputs };
  }

  /**
   * The plan in force, whose output is compared with the reference and then is what others are compared with.
   * @throws Error if it is wrong.
   */
  async begin(plan: Plan): Promise<Trial> {
    const { kernel, record } = await this.#compile(plan);
    const { program, rows, extents } = this.#asked;
    const inner = programsPerRow(program, extents);
    if (record.programs !== rows * inner)
      throw invalidValue(
        'options.inputs',
        `inputs of ${rows} rows, as the shape says`,
        record.programs / inner,
      );
    this.#blank();
    this.#check(kernel, record);
    for (const [name, array] of this.#outputs()) this.#expected.set(name, Buffer.from(bytesOf(array)));
    return trialOf(kernel, record);
  }

  /** Another plan; undefined if its output differs. */
  async add(plan: Plan): Promise<Trial | undefined> {
    const { kernel, record } = await this.#compile(plan);
    this.#blank();
    if (this.#asked.options.order === 'mapping') {
      // Each mapping has a tree of its own, and so other bits.
      const { passed } = verify(kernel, record, { sample: this.#sample() });
      return passed ? trialOf(kernel, record) : undefined;
    }
    kernel.launch(record);
    for (const [name, array] of this.#outputs())
      if (!bytesOf(array).equals(this.#expected.get(name) as Buffer)) return undefined;
    return trialOf(kernel, record);
  }

  dispose(): void {
    for (const kernel of this.#kernels) kernel.dispose();
  }

  async #compile(plan: Plan): Promise<{ kernel: Kernel; record: LaunchRecord }> {
    const { program, extents, options, flat } = this.#asked;
    const fixed = { ...optionsOf(plan, options), rows: 'auto' as const };
    const kernel = await compileCheckedAsync(program, extents, fixed, flat);
    this.#kernels.push(kernel);
    return { kernel, record: kernel.record(this.#args) };
  }

  #check(kernel: Kernel, record: LaunchRecord): void {
    const { passed, first } = verify(kernel, record, { sample: this.#sample() });
    if (passed) return;
    const [{ output, row, element, got, expected }] = first;
    throw new Error(
      `tune: the plan in force computes ${output}[${row}][${element}] = ${got}, and the FP64 reference ${expected}`,
    );
  }

  /** So that nothing of the launch before is taken for a result. */
  #blank(): void {
    for (const [, array] of this.#outputs()) bytesOf(array).fill(0xa5);
  }

  *#outputs(): Generator<readonly [string, StorageArray]> {
    for (const { kind, name } of this.#asked.program.params)
      if (kind === 'output') yield [name, this.#args[name] as StorageArray];
  }

  /** Rows that are compared with the reference. */
  #sample(): number {
    const { rows } = this.#asked;
    let elements = 1;
    for (const [, array] of this.#outputs()) elements = Math.max(elements, array.length / Math.max(1, rows));
    return Math.max(1, Math.floor(mostReferenced / elements));
  }
}

function trialOf(kernel: Kernel, record: LaunchRecord): Trial {
  const time = (calls: number): number => {
    const start = process.hrtime.bigint();
    for (let call = 0; call < calls; ++call) kernel.launch(record);
    return Number(process.hrtime.bigint() - start) / calls;
  };
  time(2);
  const calls = Math.max(1, Math.round(sampleNanoseconds / time(2)));
  return { plan: kernel.plan, time, calls };
}
