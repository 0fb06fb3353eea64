// The cache behind the one-line calls: compiled kernels by program, extents and plan options.
//
// Invariant: at most `limit` kernels are alive here; the one used longest ago is disposed when another comes. A
// kernel that is handed out may therefore be disposed later, by a call that compiles another one: whoever remembers
// one looks at `disposed` before using it. Programs are told apart by identity, so they must be made once.
import type { Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import { planKey, type CheckedPlanOptions } from '../planner/plan.js';
import type { Kernel } from './kernel.js';

export type Compile = (
  program: TileProgram,
  extents: Extents,
  options: CheckedPlanOptions,
  flat: boolean,
) => Kernel;

/** Kernels kept by default: far more shapes than a service uses, at a few KiB of code each. */
export const defaultLimit = 64;

export class KernelCache {
  readonly #limit: number;
  readonly #compile: Compile;
  readonly #kernels = new Map<string, Kernel>(); // in the order of last use
  readonly #identities = new WeakMap<TileProgram, number>();
  #programs = 0;

  constructor(compile: Compile, limit: number = defaultLimit) {
    this.#compile = compile;
    this.#limit = limit;
  }

  get size(): number {
    return this.#kernels.size;
  }

  /** The kernel for these, compiled if it is not there; `flat`: the one for every length. */
  get(program: TileProgram, extents: Extents, options: CheckedPlanOptions, flat = false): Kernel {
    const key = this.#key(program, flat ? 'flat' : sizesOf(program, extents), options);
    return this.#get(key, () => this.#compile(program, extents, options, flat));
  }

  /** The kernel for one number of columns, if it is there. */
  peek(program: TileProgram, extents: Extents, options: CheckedPlanOptions): Kernel | undefined {
    const kernel = this.#kernels.get(this.#key(program, sizesOf(program, extents), options));
    return kernel === undefined || kernel.disposed ? undefined : kernel;
  }

  /** Takes over a kernel that was compiled elsewhere, for what `get` would be asked for. */
  put(program: TileProgram, extents: Extents, options: CheckedPlanOptions, kernel: Kernel): void {
    this.#keep(this.#key(program, sizesOf(program, extents), options), kernel);
  }

  /** The kernel that takes the columns with each launch. */
  getForColumns(program: TileProgram, options: CheckedPlanOptions, compile: () => Kernel): Kernel {
    return this.#get(this.#key(program, 'columns', options), compile);
  }

  /** Disposes every kernel. */
  clear(): void {
    for (const kernel of this.#kernels.values()) kernel.dispose();
    this.#kernels.clear();
  }

  #get(key: string, compile: () => Kernel): Kernel {
    let kernel = this.#kernels.get(key);
    if (kernel === undefined || kernel.disposed) kernel = compile();
    this.#keep(key, kernel);
    return kernel;
  }

  #keep(key: string, kernel: Kernel): void {
    this.#kernels.delete(key);
    this.#kernels.set(key, kernel);
    this.#evict();
  }

  #evict(): void {
    for (const [key, kernel] of this.#kernels) {
      if (this.#kernels.size <= this.#limit) return;
      this.#kernels.delete(key);
      kernel.dispose();
    }
  }

  #key(program: TileProgram, form: string, options: CheckedPlanOptions): string {
    let identity = this.#identities.get(program);
    if (identity === undefined) {
      identity = this.#programs++;
      this.#identities.set(program, identity);
    }
    return `${identity}|${form}|${planKey(options)}`;
  }
}

function sizesOf(program: TileProgram, extents: Extents): string {
  return program.dims.map((dim) => extents[dim]).join();
}
