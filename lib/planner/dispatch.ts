// How much work a launch is, so that small ones stay on the caller's thread. A simple rule with its figures as data,
// until the planner knows what a plan costs on a target: results never depend on it.
import { dtypes } from '../ir/dtype.js';
import { extentOf, type Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import { argsOf, isElementwise } from '../ir/types.js';
import type { NativeSplit } from '../native/binding.js';
import { elementary } from './phases.js';
import type { Dispatch, Plan } from './plan.js';

/**
 * Work is counted in bytes moved between the core and its caches, or what takes as long: about 50 bytes per nanosecond
 * on a current core.
 */
export const dispatchPolicy = Object.freeze({
  /** Of one operation on one element. */
  operation: 1,
  /** Of one elementary function of one element. */
  elementary: 24,
  /** A thread more must have this much to do: about 10 microseconds, several times what waking it costs. */
  leastWorkPerWorker: 512 * 1024,
  /** A task must be this much: over a microsecond, next to which taking it is nothing. */
  leastWorkPerTask: 64 * 1024,
});

/** Estimated work of one program. */
export function workOf(program: TileProgram, extents: Extents): number {
  const { ops, types, params } = program;
  let work = 0;
  const elementsOf = (value: number): number => {
    const type = types[value];
    return type?.shape === 'tile' ? extentOf(type.dim, extents) : 1;
  };
  ops.forEach((op, i) => {
    if (op.op === 'load' || op.op === 'store') {
      const param = params.find(({ name }) => name === op.param);
      const elements = elementsOf(op.op === 'load' ? i : op.args[0]);
      work += elements * (param === undefined ? 4 : dtypes[param.dtype].bytes);
    } else if (isElementwise(op)) {
      work += elementsOf(i) * (elementary.has(op.op) ? dispatchPolicy.elementary : dispatchPolicy.operation);
    } else if (op.op === 'reduce') {
      work += elementsOf(argsOf(op)[0]) * dispatchPolicy.operation;
    }
  });
  return Math.max(1, Math.round(work));
}

/** Programs whose outputs the second-level cache of a core keeps, where that decides how a kernel stores. */
function programsInCache(
  program: TileProgram,
  extents: Extents,
  { stores }: Plan,
  cacheBytes: number,
): number {
  if (stores !== 'by-size') return Number.MAX_SAFE_INTEGER;
  const written = program.ops.reduce((bytes, op) => {
    if (op.op !== 'store') return bytes;
    const type = program.types[op.args[0]];
    const param = program.params.find(({ name }) => name === op.param);
    const elements = type?.shape === 'tile' ? extentOf(type.dim, extents) : 1;
    return bytes + elements * (param === undefined ? 4 : dtypes[param.dtype].bytes);
  }, 0);
  return Math.floor(cacheBytes / Math.max(1, written));
}

/**
 * The split of a kernel's launches, as native code takes it. `chunks` of a row in a cooperative kernel, where a task is
 * a range of them; 0 otherwise, and then it is a range of programs. `cacheBytes`: of the second-level cache.
 */
export function splitOf(
  program: TileProgram,
  extents: Extents,
  plan: Plan,
  chunks: number,
  { grain, workers }: Dispatch,
  cacheBytes: number,
): NativeSplit {
  const work = workOf(program, extents);
  const { leastWorkPerWorker, leastWorkPerTask } = dispatchPolicy;
  const rest = [
    programsInCache(program, extents, plan, cacheBytes),
    leastWorkPerWorker,
    leastWorkPerTask,
    grain === 'auto' ? 0 : grain,
    workers === 'auto' ? 0 : workers,
  ] as const;
  if (chunks > 0) return [Math.max(1, Math.round(work / chunks)), 1, 1, ...rest];
  // Packets per block by the lanes of a block; a packet is one program, or one per lane.
  const perPacket = plan.mapping === 'whole-program' ? plan.width : 1;
  return [work, perPacket, (plan.blockWidth / plan.width) * perPacket, ...rest];
}
