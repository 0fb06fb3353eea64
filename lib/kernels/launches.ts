// The kernels behind the one-line calls, and the launchers of the last few shapes.
//
// A hot one-line call must cost little more than the native launch. So nothing is compiled, hashed or looked up by
// text when the shape was seen lately: a short list is compared field by field. Nothing here holds on to the
// caller's arrays after a call.
import { performance } from 'node:perf_hooks';
import type { Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import { LaunchStatus, type NativeLauncher } from '../native/binding.js';
import { checkPlanOptions, userPlanKey, type PlanOptions } from '../planner/plan.js';
import { compileChecked } from '../runtime/compile.js';
import type { BoundLaunch } from '../runtime/bound-launch.js';
import { launchChannel, publishFinished } from '../runtime/diagnostics.js';
import { explainStatus, type RefusedLaunch } from '../runtime/explain-status.js';
import type { Kernel } from '../runtime/kernel.js';
import { KernelCache } from '../runtime/kernel-cache.js';
import { nativePoolOf, openPool, type PoolOption } from '../runtime/pool-handle.js';
import { defaultRowStride } from '../runtime/rows.js';
import { onTuned } from '../runtime/tuned-plans.js';
import { noteLaunch, type Noting } from './async.js';
import type { RowLayout } from './layout.js';
import { tierFor, type PendingKernel } from './tiers.js';

/** All kernels behind one-line calls. */
export const kernelCache: KernelCache = new KernelCache(compileChecked);
onTuned(() => {
  kernelCache.clear(); // whatever was tuned, kernels are made again by what is known now
});

/** One entry of the short list: what it is found by, and the launcher. */
interface Launch {
  readonly program: TileProgram;
  readonly layout: RowLayout;
  /** Key of the plan options, empty for none. */
  readonly plan: string;
  readonly pool: PoolOption;
  kernel: Kernel;
  run: NativeLauncher;
  /** What will replace them. */
  pending: PendingKernel | undefined;
}

/** What the options of a call say about where and how it runs. */
export interface LaunchPlace {
  readonly plan?: PlanOptions | undefined;
  readonly pool?: PoolOption;
}

/** Launchers remembered per operator. */
const remembered = 16;

/** What an operator's parameters are to its layout. */
export interface LaunchesOptions {
  /** Parameters whose row strides are `layout.strides`, in that order; the rows of others stand side by side. */
  readonly strided?: readonly string[];
  /** Extents of the program's dims; by default `cols`, and `inner` for a grid. */
  readonly extents?: (layout: RowLayout, program: TileProgram) => Extents;
  /** Names of arguments that are not those of the parameters; y is `out`. */
  readonly names?: Readonly<Record<string, string>>;
}

/** The launchers of one operator. */
export class RowLaunches {
  readonly #recent: Launch[] = [];
  readonly #strided: readonly string[];
  readonly #extents: (layout: RowLayout, program: TileProgram) => Extents;
  readonly #names: Readonly<Record<string, string>>;

  constructor({ strided = ['x', 'y'], extents = defaultExtents, names = {} }: LaunchesOptions = {}) {
    this.#strided = strided;
    this.#extents = extents;
    this.#names = { y: 'out', ...names };
  }

  /** The launcher for a program and a layout, compiled at need. @throws ERR_POOL_CLOSED. */
  find(program: TileProgram, layout: RowLayout, options: LaunchPlace & Noting): NativeLauncher {
    const launch = this.#find(program, layout, options);
    const { [noteLaunch]: note } = options;
    if (note !== undefined) return this.#noting(launch, layout, note);
    return launchChannel.hasSubscribers ? aloud(launch) : launch.run;
  }

  #find(program: TileProgram, layout: RowLayout, { plan, pool }: LaunchPlace): Launch {
    if (pool !== undefined && pool !== null) openPool(pool, 'pool');
    const key = plan === undefined ? '' : userPlanKey(plan);
    const recent = this.#recent;
    for (let i = 0; i < recent.length; ++i) {
      const launch = recent[i];
      if (launch.program !== program || launch.plan !== key || launch.pool !== pool) continue;
      if (!isSameShape(launch.layout, layout)) continue;
      if (launch.kernel.disposed) {
        recent.splice(i, 1);
        break;
      }
      if (i > 0) {
        recent[i] = recent[i - 1];
        recent[i - 1] = launch;
      }
      if (launch.pending !== undefined) this.#ask(launch, launch.pending);
      return launch;
    }
    return this.#prepare(program, layout, plan, key, pool);
  }

  /** The error for a launch that native code refused, in the names of the one-line call. */
  refusal(status: number, program: TileProgram, layout: RowLayout, values: readonly unknown[]): Error {
    return explainStatus(status, this.#describe(program, layout, values));
  }

  #describe(program: TileProgram, layout: RowLayout, values: readonly unknown[]): RefusedLaunch {
    return {
      program,
      extents: this.#extentsOf(program, layout),
      rows: layout.rows,
      rowStrides: this.#rowStrides(program, layout),
      values,
      nameOf: (param) => this.#names[param] ?? param,
    };
  }

  /** A launcher that launches nothing and notes what it is called with. */
  #noting(
    { program, kernel, run }: Launch,
    layout: RowLayout,
    note: (launch: BoundLaunch) => void,
  ): NativeLauncher {
    return (_rows, begin, end, ...values) => {
      const { plan } = kernel;
      note({ ...this.#describe(program, layout, values), plan, launcher: run, begin, end });
      return LaunchStatus.done;
    };
  }

  #prepare(
    program: TileProgram,
    layout: RowLayout,
    options: PlanOptions | undefined,
    plan: string,
    pool: PoolOption,
  ): Launch {
    const extents = this.#extentsOf(program, layout);
    const checked = checkPlanOptions(options);
    const { kernel, columns, pending } = tierFor(kernelCache, program, extents, checked, layout.flat);
    const run = kernel.launcher(
      this.#rowStrides(program, layout),
      nativePoolOf(pool, 'pool'),
      checked,
      columns,
    );
    const launch = { program, layout, plan, pool, kernel, run, pending };
    this.#recent.unshift(launch);
    if (this.#recent.length > remembered) this.#recent.pop();
    return launch;
  }

  #ask(launch: Launch, pending: PendingKernel): void {
    const kernel = pending.ask();
    if (kernel !== undefined) {
      const rowStrides = this.#rowStrides(launch.program, launch.layout);
      launch.run = kernel.launcher(rowStrides, nativePoolOf(launch.pool, 'pool'), pending.options);
      launch.kernel = kernel;
      launch.pending = undefined;
    }
  }

  #extentsOf(program: TileProgram, layout: RowLayout): Extents {
    const extents = this.#extents(layout, program);
    return program.grid === undefined ? extents : { ...extents, [program.grid]: layout.inner };
  }

  #rowStrides(program: TileProgram, layout: RowLayout): number[] {
    const extents = this.#extentsOf(program, layout);
    return program.params.map((param) => {
      const at = this.#strided.indexOf(param.name);
      return at >= 0 ? layout.strides[at] : defaultRowStride(param, program, extents);
    });
  }
}

/** The launcher with somebody listening. */
function aloud({ program, kernel, run }: Launch): NativeLauncher {
  return (rows, begin, end, ...values) => {
    const start = performance.now();
    const status = run(rows, begin, end, ...values);
    if (status === LaunchStatus.done)
      publishFinished({ program, plan: kernel.plan, programs: end - begin, start });
    return status;
  };
}

function defaultExtents({ cols }: RowLayout): Extents {
  return { cols };
}

/** Whether one kernel and one launcher serve both. */
function isSameShape(a: RowLayout, b: RowLayout): boolean {
  if (a.cols !== b.cols || a.inner !== b.inner || a.part !== b.part || a.flat !== b.flat) return false;
  for (let i = 0; i < a.strides.length; ++i) if (a.strides[i] !== b.strides[i]) return false;
  return a.strides.length === b.strides.length;
}
