// A kernel: one program, one shape, one plan, compiled. Holds the native handle and gives out launch records.
//
// Invariant: after dispose() nothing reaches the native kernel from here, and every use says ERR_KERNEL_DISPOSED.
// Records keep the kernel alive; a kernel that nobody holds is freed with its handle by the garbage collector.
import { performance } from 'node:perf_hooks';
import { describe, invalidType, invalidValue, TileSimdRangeError } from '../errors.js';
import type { Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import type {
  KernelSource,
  NativeBinding,
  NativeKernel,
  NativeLauncher,
  NativePool,
  NativeRepeater,
} from '../native/binding.js';
import { fromNative } from '../native/errors.js';
import { splitOf } from '../planner/dispatch.js';
import type { Dispatch, Plan } from '../planner/plan.js';
import type { KernelArguments } from './arguments.js';
import { kernelDisposed } from './explain-status.js';
import { launchChannel, publishFinished } from './diagnostics.js';
import { asyncOptionNames, checkAsyncOptions, fly, type AsyncOptions } from './flights.js';
import {
  boundLaunch,
  explainRecord,
  isLaunchRecord,
  LaunchRecord,
  runRecord,
  runRecordOn,
  runWholeRecord,
} from './launch-record.js';
import { expectOptions } from './options.js';
import { asyncPoolOf, defaultPoolState, nativePoolOf, type PoolOption } from './pool-handle.js';
import type { WorkerPool } from './worker-pool.js';
import { describeKernel } from './kernel-description.js';
import { hostCaches } from './planning.js';

/** What became of full-packet specialization. */
export interface Specialization {
  /** Whether full packets run the clone. */
  readonly applied: boolean;
  /** Why not; `environment` if TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION=1 decided it. */
  readonly reason?: string;
  readonly clones: number;
  /** LLVM instructions of the body when it was cloned. */
  readonly clonedInstructions: number;
  readonly fullCallSites: number;
  readonly tailCallSites: number;
}

/** Stack frame of a compiled function, in bytes and slots. */
export interface StackFrame {
  /** Slots of vectors that register allocation asked for. */
  readonly vectorSpills: number;
  readonly vectorSpillBytes: number;
  /** Spilled scalars, saved registers among them. */
  readonly scalarSpillBytes: number;
  /** What the code generator asked for: snapshots, waiting accumulators. */
  readonly variableBytes: number;
}

/** How a row of a cooperative kernel is split over tasks. */
export interface Cooperation {
  /** Chunks of a row; a task takes a range of them. */
  readonly chunks: number;
  /**
   * What runs one after the other, with a barrier in between: `chunks`, all tasks; `one`, only the task that has
   * chunk 0.
   */
  readonly phases: readonly { readonly tasks: 'chunks' | 'one' }[];
}

/** Instruction set family of compiled code. */
export type Architecture = 'x86-64' | 'aarch64';

/** Figures of a compilation. */
export interface KernelInfo {
  readonly specialization: Specialization;
  /**
   * Where the code came from: `compiled` just now, from `memory` (the process had it already), from the `disk`, or from the
   * bytes of a `saved` kernel.
   */
  readonly source: KernelSource;
  readonly architecture: Architecture;
  /** Cooperative kernels alone. */
  readonly cooperative?: Cooperation;
  /** Scratch memory that a launch needs per thread; in a cooperative kernel, for all tasks that share a row. */
  readonly workspaceBytes: number;
  /** Symbol of the native entry. */
  readonly entry: string;
  /** Symbol of the packet body. */
  readonly packet: string;
  /** LLVM instructions of the packet body before optimization. */
  readonly bodyInstructions: number;
  /** What it took to get the code into memory, whenever that was. */
  readonly compileMicroseconds: number;
  /** The same by phase: generate, optimize, emit, link; from disk: load, link. */
  readonly phaseMicroseconds: Readonly<Record<string, number>>;
  /** Private memory of the packet body for values that wait across a reduction, in bytes. */
  readonly snapshotBytes: number;
  /** What the compiler put on the stack, by function. */
  readonly frames: Readonly<Record<string, StackFrame>>;
  /** Size of the object that was linked: code, constants and relocations. */
  readonly objectBytes: number;
}

/**
 * What was compiled, at every stage: text, and the bytes of the object that really runs. LLVM IR is not kept: it is
 * generated again when it is first asked for.
 */
export interface KernelArtifacts {
  /** Tile IR, as `String(program)`. */
  readonly tile: string;
  /** LLVM IR before the optimization pipeline. */
  readonly llvm: string;
  /** LLVM IR after it. */
  readonly optimized: string;
  /** Disassembly of `object`. */
  readonly assembly: string;
  /** The relocatable object that was linked; a copy. */
  readonly object: Buffer;
}

/** Options of a launch. */
export interface LaunchOptions {
  /**
   * Programs [begin, end) alone, which are the rows (of a grid, row by row the inner indices); the others are neither
   * read nor written.
   */
  readonly programs?: readonly [begin: number, end: number] | undefined;
  /** Where tasks run: a pool, or with `null` the caller's thread. By default the default pool, if there is work for it. */
  readonly pool?: PoolOption;
}

/** Options of an asynchronous launch. */
export interface LaunchAsyncOptions extends AsyncOptions {
  /** As in LaunchOptions. */
  readonly programs?: readonly [begin: number, end: number] | undefined;
  /** By default the default pool; it cannot be `null`: nothing of the caller's thread is used. */
  readonly pool?: WorkerPool | undefined;
}

/** What compile() hands over. @internal */
export interface KernelParts {
  readonly binding: NativeBinding;
  readonly handle: NativeKernel;
  readonly program: TileProgram;
  readonly shape: Extents;
  readonly flat: boolean;
  readonly plan: Plan;
  readonly info: KernelInfo;
}

/** A compiled program; made by `compile()`. */
export class Kernel {
  readonly program: TileProgram;
  /** Extents that the program's dims were bound to; all 1 for a kernel for every length. */
  readonly shape: Extents;
  /** Whether this is the one kernel for every length: its rows are single elements, side by side. */
  readonly flat: boolean;
  /** The complete plan that was compiled. */
  readonly plan: Plan;
  readonly info: KernelInfo;
  readonly #binding: NativeBinding;
  #handle: NativeKernel | undefined;

  /** @internal */
  constructor({ binding, handle, program, shape, flat, plan, info }: KernelParts) {
    this.program = program;
    this.shape = shape;
    this.flat = flat;
    this.plan = plan;
    this.info = info;
    this.#binding = binding;
    this.#handle = handle;
  }

  get specialization(): Specialization {
    return this.info.specialization;
  }

  get disposed(): boolean {
    return this.#handle === undefined;
  }

  /** Artifacts of the compilation, produced as they are asked for. @throws ERR_KERNEL_DISPOSED */
  get asm(): KernelArtifacts {
    const artifact = (what: 'llvm' | 'optimized' | 'assembly'): string =>
      fromNative(() => this.#binding.kernelArtifact(this.#open(), what));
    const object = (): Buffer => fromNative(() => this.#binding.kernelArtifact(this.#open(), 'object'));
    this.#open();
    const tile = String(this.program);
    return {
      tile,
      get llvm() {
        return artifact('llvm');
      },
      get optimized() {
        return artifact('optimized');
      },
      get assembly() {
        return artifact('assembly');
      },
      get object() {
        return object();
      },
    };
  }

  /**
   * Checks and binds arguments, one per parameter of the program by its name: an array of its
   * dtype (Float32Array; Uint16Array, or for f16 Float16Array; Int8Array; Int32Array), or `{ data, rowStride }` with the stride in elements, or a number (rounded to f32). The number of rows comes from
   * the first row-indexed input; every other buffer must be at least long enough. A record may be launched again
   * and again, while the contents of its arrays change.
   * @throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH, ERR_BUFFER_DETACHED, ERR_KERNEL_DISPOSED.
   */
  record(args: KernelArguments): LaunchRecord {
    this.#open();
    return new LaunchRecord(this, args);
  }

  /**
   * Runs a record's rows, on this thread and where there is enough work others, and returns when they are done. A
   * launch of a whole record allocates nothing.
   * @throws before anything is written: ERR_BUFFER_DETACHED, ERR_BUFFER_LENGTH (an array shrank since it was bound),
   * ERR_BUFFER_OVERLAP, ERR_BUFFER_BUSY (a launch in flight uses that memory), ERR_KERNEL_DISPOSED, ERR_POOL_CLOSED,
   * ERR_OUT_OF_MEMORY (for the workspace); ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE for record and options.
   */
  launch(record: LaunchRecord, options?: LaunchOptions): void {
    this.#expectOwn(record);
    if (launchChannel.hasSubscribers) return this.#launchAloud(record, options);
    const status = options === undefined ? runWholeRecord(record) : launchRange(record, options);
    if (status !== 0) throw explainRecord(record, status);
  }

  /**
   * Runs a record's rows on threads of a pool. The arguments are those bound at the call: `record.set` affects later
   * launches, and `dispose()` takes effect after the last one. The arrays must not be transferred meanwhile, unless they
   * lie over a SharedArrayBuffer (as those of `allocAligned` do) or `copy` is set; nor should they be written, and what
   * outputs hold before the end is unspecified. Keeps the event loop alive while it runs.
   * @returns resolves when outputs are complete.
   * @throws as a promise, before anything is written: what `launch` throws; ERR_INVALID_ARG_VALUE for arrays over
   * resizable or growable buffers; ERR_QUEUE_FULL. At the end: ABORT_ERR, ERR_BUFFER_DETACHED.
   */
  async launchAsync(record: LaunchRecord, options: LaunchAsyncOptions = {}): Promise<void> {
    this.#expectOwn(record);
    expectOptions(options, ['programs', 'pool', ...asyncOptionNames], 'options.');
    checkAsyncOptions(options, 'options.');
    const { begin, end } = rangeOf(record, options.programs);
    await fly([boundLaunch(record, begin, end)], asyncPoolOf(options.pool, 'options.pool'), options);
  }

  #expectOwn(record: LaunchRecord): void {
    if (!isLaunchRecord(record)) throw invalidType('record', 'a LaunchRecord', record);
    if (record.kernel !== this)
      throw invalidValue('record', "a record of this kernel (made by this kernel's record())", record);
  }

  /** launch() with somebody listening. */
  #launchAloud(record: LaunchRecord, options: LaunchOptions = {}): void {
    const start = performance.now();
    const status = launchRange(record, options);
    if (status !== 0) throw explainRecord(record, status);
    const { begin, end } = rangeOf(record, options.programs);
    publishFinished({ program: this.program, plan: this.plan, programs: end - begin, start });
  }

  /**
   * The kernel as bytes, for `loadKernel()`: its machine code, and the program, shape and plan to compile it again.
   * @throws ERR_KERNEL_DISPOSED
   */
  save(): Buffer {
    const handle = this.#open();
    return fromNative(() => this.#binding.kernelImage(handle, describeKernel(this)));
  }

  /**
   * Frees the machine code, once no other kernel of this process shares it. Idempotent; afterwards every use throws
   * ERR_KERNEL_DISPOSED.
   */
  dispose(): void {
    if (this.#handle === undefined) return;
    this.#binding.kernelDispose(this.#handle);
    this.#handle = undefined;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /**
   * A new launcher; it remembers the overlap test of its last arguments, so each record has its own. `dispatch`: the
   * kernel's own, where nothing else is said. `columns`: of a kernel that takes them with a launch. @internal
   */
  launcher(
    rowStrides: readonly number[],
    pool: NativePool | null = defaultPoolState().native,
    dispatch: Dispatch = this.plan,
    columns?: number,
  ): NativeLauncher {
    const handle = this.#open();
    const chunks = this.info.cooperative?.chunks ?? 0;
    const shape = columns === undefined ? this.shape : { [this.program.dims[0]]: columns };
    const split = splitOf(this.program, shape, this.plan, chunks, dispatch, hostCaches().l2);
    return fromNative(() => this.#binding.createLauncher(handle, rowStrides, split, pool, columns));
  }

  /** @internal */
  repeater(launcher: NativeLauncher): NativeRepeater {
    return fromNative(() => this.#binding.createRepeater(launcher));
  }

  #open(): NativeKernel {
    if (this.#handle === undefined) throw kernelDisposed(this.program.name);
    return this.#handle;
  }
}

function launchRange(record: LaunchRecord, options: LaunchOptions): number {
  expectOptions(options, ['programs', 'pool'], 'options.');
  const { programs, pool } = options;
  const on = pool === undefined ? undefined : nativePoolOf(pool, 'options.pool');
  const { begin, end } = rangeOf(record, programs);
  return on === undefined ? runRecord(record, begin, end) : runRecordOn(record, on, begin, end);
}

/** The programs that the option names; all without it. */
function rangeOf(record: LaunchRecord, programs: unknown): { begin: number; end: number } {
  if (programs === undefined) return { begin: 0, end: record.programs };
  if (!Array.isArray(programs) || programs.length !== 2)
    throw invalidType('options.programs', '[begin, end]', programs);
  const [begin, end] = programs as readonly unknown[];
  if (isIndex(begin) && isIndex(end) && begin <= end && end <= record.programs) return { begin, end };
  const expected = `integers 0 <= begin <= end <= ${record.programs} (the record's programs)`;
  const given = `[${describe(begin)}, ${describe(end)}]`;
  throw new TileSimdRangeError(
    'ERR_INVALID_ARG_VALUE',
    `options.programs: expected ${expected}, given ${given}`,
    { argument: 'options.programs', given, expected },
  );
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
