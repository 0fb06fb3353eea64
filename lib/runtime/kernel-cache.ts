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
    const key = this.#key(program, extents, options, flat);
    let kernel = this.#kernels.get(key);
    if (kernel === undefined || kernel.disposed) kernel = this.#compile(program, extents, options, flat);
    this.#kernels.delete(key);
    this.#kernels.set(key, kernel);
    this.#evict();
    return kernel;
  }

  /** Disposes every kernel. */
  clear(): void {
    for (const kernel of this.#kernels.values()) kernel.dispose();
    this.#kernels.clear();
  }

  #evict(): void {
    for (const [key, kernel] of this.#kernels) {
      if (this.#kernels.size <= this.#limit) return;
      this.#kernels.delete(key);
      kernel.dispose();
    }
  }

  #key(program: TileProgram, extents: Extents, options: CheckedPlanOptions, flat: boolean): string {
    let identity = this.#identities.get(program);
    if (identity === undefined) {
      identity = this.#programs++;
      this.#identities.set(program, identity);
    }
    const sizes = program.dims.map((dim) => extents[dim]).join();
    return `${identity}|${flat ? 'flat' : sizes}|${planKey(options)}`;
  }
}
