// The surface of the native addon, as lib/ relies on it. Internal: the public names are in index.ts.
//
// Handles are opaque. Nothing here is called by users, so the addon may change together with this file.

/** What the addon knows of this machine, from CPUID and XGETBV. */
export interface NativeCpu {
  readonly name: string;
  readonly features: readonly string[];
  readonly levels: readonly string[];
  /** f32 lanes of the widest register. */
  readonly maxWidth: number;
}

declare const kernelTag: unique symbol;

/** A compiled kernel; tagged, so that no other external passes for one. */
export interface NativeKernel {
  readonly [kernelTag]: true;
}

declare const poolTag: unique symbol;

/** A worker pool: a limit on the threads of the process. */
export interface NativePool {
  readonly [poolTag]: true;
}

export interface NativePoolStats {
  readonly workers: number;
  readonly launches: number;
  readonly wakeUps: number;
  readonly idleMicroseconds: number;
  readonly blocks: readonly number[];
}

export interface NativeCpuBudget {
  readonly cores: number;
  /** Cores' worth of time; 0 without a limit. */
  readonly quota: number;
  /** Threads that make sense on both. */
  readonly workers: number;
}

/**
 * How launches are split: work, programs per packet and programs per block of a unit (a program, or the chunk of a
 * cooperative kernel); the most units whose outputs stay in a core's cache; least work per worker and per task; grain and workers, 0 for what seems best.
 */
export type NativeSplit = readonly [
  work: number,
  perPacket: number,
  perBlock: number,
  inCache: number,
  leastWorkPerWorker: number,
  leastWorkPerTask: number,
  grain: number,
  workers: number,
];

/**
 * Runs programs [begin, end) of `rows` on one value per parameter (array or number), at the row strides it
 * was created with. Allocates nothing on the JS heap. Returns 0, or a LaunchStatus + 256 * parameter index
 * (+ 65536 * the other parameter's index for an overlap), in which case nothing has run.
 */
export type NativeLauncher = (rows: number, begin: number, end: number, ...values: unknown[]) => number;

/**
 * A launcher that also launches the same once more, without looking at the arrays: called without arguments. The caller
 * answers for them: the same objects, as long as they were. LaunchStatus.notBound if it cannot be repeated.
 */
export interface NativeRepeater extends NativeLauncher {
  (): number;
}

export type CompletionHandler = (
  ticket: number,
  /** False if there was no memory for the workspace. */
  isDone: boolean,
  workers: number,
  tasks: number,
  microseconds: number,
) => void;

export const LaunchStatus = {
  done: 0,
  wrongArray: 1,
  detached: 2,
  tooShort: 3,
  overlap: 4,
  disposed: 5,
  notNumber: 6,
  /** The parameter index is 0 for rows, 1 for begin, 2 for end, 3 for rows that a cooperative kernel cannot number. */
  badRange: 7,
  outOfMemory: 8,
  /** An i32 scalar is no integer of that range, or counts the rows of a group and is below 1. */
  badIndex: 9,
  /** An array of row numbers names a row that the other parameter's buffer does not have. */
  badRowNumber: 10,
  /** A launch in flight, of any thread, writes what this one uses, or uses what this one writes. */
  busy: 11,
  /** A launch to be repeated is not what was bound last. */
  notBound: 12,
} as const;

/** Where a kernel came from: `saved` are bytes that a user kept. */
export type KernelSource = 'compiled' | 'memory' | 'disk' | 'saved';

/** The process's code cache, all environments together. */
export interface NativeCacheStats {
  /** Kernels in memory, and the bytes of their objects. */
  readonly kernels: number;
  readonly bytes: number;
  readonly fromMemory: number;
  readonly fromDisk: number;
  readonly compiled: number;
  /** Kernels put on disk, and those that could not be. */
  readonly stored: number;
  readonly notStored: number;
}

export interface NativeBinding {
  version(): { readonly llvm: string; readonly library: string };
  cpu(): NativeCpu;
  /** Throws an Error with `code` and `argument`. The directory is empty where nothing is to be kept on disk. */
  compile(requestJson: string, cacheDirectory: string, cacheBytes: number): NativeKernel;
  /** The same, off this thread. */
  compileAsync(requestJson: string, cacheDirectory: string, cacheBytes: number): Promise<NativeKernel>;
  /** The kernel if nothing must be compiled for it: it is in memory or on disk. */
  findKernel(requestJson: string, cacheDirectory: string, cacheBytes: number): NativeKernel | undefined;
  /** The kernel if it is in memory; otherwise its compilation is begun on the process's background thread. */
  compileSoon(requestJson: string, cacheDirectory: string, cacheBytes: number): NativeKernel | undefined;
  kernelInfo(kernel: NativeKernel): string;
  kernelSource(kernel: NativeKernel): KernelSource;
  kernelArtifact(kernel: NativeKernel, what: 'llvm' | 'optimized' | 'assembly'): string;
  kernelArtifact(kernel: NativeKernel, what: 'object'): Buffer;
  kernelDispose(kernel: NativeKernel): void;
  /** A kernel as bytes, with a text of the caller's own. */
  kernelImage(kernel: NativeKernel, description: string): Buffer;
  /** The text, and the features of the code. */
  readImage(bytes: Uint8Array): { readonly description: string; readonly features: readonly string[] };
  /** The code in the bytes; undefined if another build of this library made it, or made it of another request. */
  linkImage(bytes: Uint8Array, requestJson: string): NativeKernel | undefined;
  cacheStats(): NativeCacheStats;
  /** What keeps a directory from being used as a cache, empty for nothing. */
  checkCacheDirectory(path: string): string;
  /** Bytes of the array's address past the last multiple of 64. */
  misalignment(array: ArrayBufferView): number;
  /** `pool`: null for the caller's thread alone. `columns`: of a kernel that takes them with a launch. */
  createLauncher(
    kernel: NativeKernel,
    rowStrides: readonly number[],
    split: NativeSplit,
    pool: NativePool | null,
    columns?: number,
  ): NativeLauncher;
  createRepeater(launcher: NativeLauncher): NativeRepeater;
  createPool(workers: number, spinMicroseconds: number): NativePool;
  /** The pool of the process: whoever comes first says how it is. */
  defaultPool(workers: number, spinMicroseconds: number): NativePool;
  poolStats(pool: NativePool): NativePoolStats;
  cpuBudget(): NativeCpuBudget;
  /**
   * Runs items [launcher, rows, begin, end, ...values], which stand one behind the other, in order. Returns the status
   * of the first that was refused, before any has run, plus 2^32 times its number.
   */
  launchBatch(pool: NativePool, items: readonly unknown[]): number;
  /** Who hears of the ends of asynchronous launches; once per environment. */
  onCompletion(handler: CompletionHandler): void;
  /** launchBatch() on threads of the pool. The handler hears of the end under `ticket`, unless the answer is not 0. */
  launchAsync(ticket: number, pool: NativePool, items: readonly unknown[]): number;
  /** Has no further task of the launch begin. */
  cancelLaunch(ticket: number): void;
  /** Threads and tasks of this environment's last synchronous launch. */
  lastLaunch(): [threads: number, tasks: number];
}

const functions = [
  'version',
  'cpu',
  'compile',
  'compileAsync',
  'findKernel',
  'compileSoon',
  'kernelInfo',
  'kernelSource',
  'kernelArtifact',
  'kernelDispose',
  'kernelImage',
  'readImage',
  'linkImage',
  'cacheStats',
  'checkCacheDirectory',
  'createLauncher',
  'createRepeater',
  'createPool',
  'defaultPool',
  'poolStats',
  'cpuBudget',
  'launchBatch',
  'lastLaunch',
  'onCompletion',
  'launchAsync',
  'cancelLaunch',
  'misalignment',
] as const;

/** Names of what `module` lacks of the surface above: a binary of another version is told apart before it is used. */
export function missingFunctions(module: unknown): string[] {
  if (typeof module !== 'object' || module === null) return [...functions];
  return functions.filter((name) => typeof (module as Record<string, unknown>)[name] !== 'function');
}
