// A launch record: the arguments of a kernel, checked and bound once, to be launched many times.
//
// Invariant: the record holds one value per parameter and a launcher whose row strides fit them; `set` replaces both
// or neither. Array addresses and lengths are read anew by native code at each launch, so an array that was detached
// or shrunk since is an error there and not a wrong access.
import { bindArguments, type KernelArguments } from './arguments.js';
import type { BoundLaunch } from './bound-launch.js';
import { programsPerRow } from './rows.js';
import { RepeatedLaunch } from './repeated-launch.js';
import { callOf, Slots, type Call } from './calls.js';
import type { Kernel } from './kernel.js';
import { explainStatus, kernelDisposed, type RefusedLaunch } from './explain-status.js';
import { invalidType, invalidValue } from '../errors.js';
import type { TileProgram } from '../ir/program.js';
import type { NativeLauncher, NativePool } from '../native/binding.js';

/** Runs programs [begin, end) of a record on behalf of its kernel. @internal */
export let runRecord: (record: LaunchRecord, begin: number, end: number) => number;
/** Runs all rows of a record. @internal */
export let runWholeRecord: (record: LaunchRecord) => number;
/** runRecord() on another pool than the default one; null: on the caller's thread. @internal */
export let runRecordOn: (record: LaunchRecord, pool: NativePool | null, begin: number, end: number) => number;
/** A launch of the arguments that are bound now. Where it runs is the caller's matter. @internal */
export let boundLaunch: (record: LaunchRecord, begin: number, end: number) => BoundLaunch;
/** Whether a value is a record: one of its own, not something that inherits from one or stands for one. @internal */
export let isLaunchRecord: (value: unknown) => value is LaunchRecord;
/** The error for a status that running a record gave. @internal */
export let explainRecord: (record: LaunchRecord, status: number) => Error;

/** The arguments as they are bound, to be bound and so checked once more. @internal */
export let argumentsOf: (record: LaunchRecord) => KernelArguments;

/** Arguments bound to a kernel; made by `kernel.record()`. */
export class LaunchRecord {
  /** The kernel that this record launches. */
  readonly kernel: Kernel;
  readonly #call: Call;
  readonly #slots = new Slots();
  #launcher: NativeLauncher | undefined;
  #repeated: RepeatedLaunch | undefined;
  #wasLaunched = false;
  /** The launcher of the pool that was named last. */
  #elsewhere: { readonly pool: NativePool | null; readonly launcher: NativeLauncher } | undefined;
  #rowStrides: readonly number[] = [];
  #rows = 0;
  #programs = 0;

  /** @internal */
  constructor(kernel: Kernel, args: KernelArguments) {
    this.kernel = kernel;
    this.#call = callOf(kernel.program.params.length);
    this.#bind(args);
  }

  static {
    isLaunchRecord = (value): value is LaunchRecord =>
      typeof value === 'object' && value !== null && #slots in value;
    runRecord = (record, begin, end) =>
      record.#call(record.#launcher as NativeLauncher, record.#rows, begin, end, record.#slots);
    argumentsOf = (record) => record.#bound();
    runWholeRecord = (record) => {
      const repeated = record.#repeated ?? record.#toRepeat();
      return repeated === undefined
        ? runRecord(record, 0, record.#programs)
        : repeated.launch(record.#call, record.#rows, record.#programs, record.#slots);
    };
    runRecordOn = (record, pool, begin, end) =>
      record.#call(record.#launcherOn(pool), record.#rows, begin, end, record.#slots);
    boundLaunch = (record, begin, end) => ({
      ...refusedLaunch(record),
      plan: record.kernel.plan,
      launcher: record.#launcher as NativeLauncher,
      begin,
      end,
    });
    const refusedLaunch = (record: LaunchRecord): RefusedLaunch => ({
      program: record.kernel.program,
      extents: record.kernel.shape,
      rows: record.#rows,
      rowStrides: record.#rowStrides,
      values: record.#slots.all,
    });
    explainRecord = (record, status) => explainStatus(status, refusedLaunch(record));
  }

  /** Rows that a launch runs, from the arrays bound last. */
  get rows(): number {
    return this.#rows;
  }

  /** Programs that a launch runs: one per row, or as many as a grid has inner indices. */
  get programs(): number {
    return this.#programs;
  }

  /**
   * Binds other arguments; those not named stay. Takes effect at the next launch, and not at all if it throws.
   * @throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH, ERR_BUFFER_DETACHED, ERR_KERNEL_DISPOSED.
   */
  set(args: KernelArguments): this {
    if (typeof args !== 'object' || args === null)
      throw invalidType('args', 'an object of arguments by name', args);
    if (this.kernel.disposed) throw kernelDisposed(this.kernel.program.name);
    this.#bind({ ...this.#bound(), ...args });
    return this;
  }

  /** From the second launch on: what is launched once need not pay for it. */
  #toRepeat(): RepeatedLaunch | undefined {
    if (this.#wasLaunched && !isIndirect(this.kernel.program) && !this.kernel.disposed)
      this.#repeated = new RepeatedLaunch(this.kernel.repeater(this.#launcher as NativeLauncher));
    this.#wasLaunched = true;
    return this.#repeated;
  }

  #launcherOn(pool: NativePool | null): NativeLauncher {
    if (this.#elsewhere?.pool !== pool)
      this.#elsewhere = { pool, launcher: this.kernel.launcher(this.#rowStrides, pool) };
    return this.#elsewhere.launcher;
  }

  /** The arguments as they are bound: later changes to the caller's objects have no part in it. */
  #bound(): KernelArguments {
    const entries = this.kernel.program.params.map((param, i) => {
      const value = this.#slots.all[i];
      const strided = param.kind !== 'scalar' && param.access !== 'column';
      return [param.name, strided ? { data: value, rowStride: this.#rowStrides[i] } : value];
    });
    return Object.fromEntries(entries) as KernelArguments;
  }

  /** Everything that can throw comes before the first assignment. */
  #bind(args: KernelArguments): void {
    const { program, shape, flat } = this.kernel;
    const { rows, values, rowStrides } = bindArguments(program, shape, args, { outputs: 'required' });
    if (flat) expectNoStrides(program, rowStrides);
    if (this.#launcher === undefined || !sameStrides(rowStrides, this.#rowStrides)) {
      this.#launcher = this.kernel.launcher(rowStrides);
      this.#elsewhere = undefined;
      this.#repeated = undefined;
    }
    this.#repeated?.forget();
    this.#rowStrides = rowStrides;
    this.#rows = rows;
    this.#programs = rows * programsPerRow(program, shape);
    this.#slots.assign(values);
  }
}

/** Whether rows are told by the values of a launch, which are read each time then. */
function isIndirect({ params }: TileProgram): boolean {
  return params.some(
    (param) => param.kind === 'input' && (param.access === 'group' || param.access === 'gather'),
  );
}

/** A kernel for every length knows no rows. */
function expectNoStrides(program: TileProgram, rowStrides: readonly number[]): void {
  const at = program.params.findIndex((param, i) => param.kind !== 'scalar' && rowStrides[i] !== 1);
  if (at < 0) return;
  throw invalidValue(
    `${program.params[at].name}.rowStride`,
    'none: this kernel is for every length, its elements stand side by side; compile for an extent to have rows',
    rowStrides[at],
  );
}

function sameStrides(a: readonly number[], b: readonly number[]): boolean {
  return a.every((stride, i) => stride === b[i]);
}
