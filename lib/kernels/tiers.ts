// Tier-up: a column count never seen is answered by the kernel that takes the columns with each launch, while the one for
// this count is compiled in the background and replaces it.
//
// The switch changes no bit: both follow the fixed reduction order. It happens within a later call of the same shape,
// which asks whether the kernel is there; so nothing is held up, no timer runs, and a process that ends waits for nothing. How often
// it asks halves with every question: after 1, 2, 4, 8 ... calls.
import { channel } from 'node:diagnostics_channel';
import type { Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import type { CheckedPlanOptions, Plan } from '../planner/plan.js';
import { compileSoon, findReady, prepareCompilation, type Compilation } from '../runtime/compile.js';
import type { Kernel } from '../runtime/kernel.js';
import type { KernelCache } from '../runtime/kernel-cache.js';
import { compileForColumns, hasRunTimeColumns } from '../runtime/run-time-columns.js';

/** Message on the diagnostics channel `tile-simd:tier-up`: a one-line call goes over to its own kernel. */
export interface TierUpMessage {
  /** Name of the program. */
  readonly program: string;
  readonly shape: Extents;
  /** Calls that the general kernel answered. */
  readonly calls: number;
  /** Since the first of them. */
  readonly milliseconds: number;
  /** Of the kernel that answers from now on. */
  readonly plan: Plan;
}

const tierUp = channel('tile-simd:tier-up');

/** The kernel of a shape, for now. */
export interface Tier {
  readonly kernel: Kernel;
  /** What its launchers are made for; undefined for a kernel that was compiled for its columns. */
  readonly columns?: number | undefined;
  /** What will replace it. */
  readonly pending?: PendingKernel | undefined;
}

/** A kernel that is on its way. */
export class PendingKernel {
  /** What the call fixed of the plan. */
  readonly options: CheckedPlanOptions;
  readonly #compilation: Compilation;
  readonly #put: (kernel: Kernel) => void;
  readonly #since = performance.now();
  #calls = 0;
  #kernel: Kernel | undefined;

  constructor(compilation: Compilation, options: CheckedPlanOptions, put: (kernel: Kernel) => void) {
    this.options = options;
    this.#compilation = compilation;
    this.#put = put;
    this.#kernel = compileSoon(compilation); // this begins it
  }

  /** Called by every call that the general kernel would answer: the kernel for the shape, if it is there. */
  ask(): Kernel | undefined {
    const calls = ++this.#calls;
    if ((calls & (calls - 1)) !== 0) return undefined;
    const kernel = (this.#kernel ??= compileSoon(this.#compilation));
    if (kernel === undefined) return undefined;
    this.#put(kernel);
    if (tierUp.hasSubscribers) {
      tierUp.publish({
        program: kernel.program.name,
        shape: kernel.shape,
        calls,
        milliseconds: performance.now() - this.#since,
        plan: kernel.plan,
      } satisfies TierUpMessage);
    }
    return kernel;
  }
}

/**
 * The kernel for a shape: its own, where that is compiled already or where there is no general one (see
 * `hasRunTimeColumns`); otherwise the general one. TILE_SIMD_DISABLE_TIER_UP=1 compiles each kernel when it is first asked for.
 */
export function tierFor(
  cache: KernelCache,
  program: TileProgram,
  extents: Extents,
  options: CheckedPlanOptions,
  flat: boolean,
): Tier {
  if (flat || process.env.TILE_SIMD_DISABLE_TIER_UP === '1' || !hasRunTimeColumns(program, options))
    return { kernel: cache.get(program, extents, options, flat) };
  const own = cache.peek(program, extents, options);
  if (own !== undefined) return { kernel: cache.get(program, extents, options) };
  const put = (kernel: Kernel) => cache.put(program, extents, options, kernel);
  const compilation = prepareCompilation(program, extents, options, flat);
  const ready = findReady(compilation);
  if (ready !== undefined) {
    put(ready);
    return { kernel: ready };
  }
  const kernel = cache.getForColumns(program, options, () => compileForColumns(program, options));
  return { kernel, columns: extents[program.dims[0]], pending: new PendingKernel(compilation, options, put) };
}
