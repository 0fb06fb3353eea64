// Programs made of programs. Parameters stay as they are, so a launch record of the one serves the other.
import { enclosingLoops, type Loop } from './loops.js';
import { TileProgram } from './program.js';
import { argsOf, type Op } from './types.js';
import { dimsOf } from './verify.js';

/** A program's ops with other arguments: `renamed` gives an argument's new id. */
export function withArgs(op: Op, renamed: (id: number) => number): Op {
  return 'args' in op ? { ...op, args: op.args.map(renamed) } : op;
}

/**
 * Ops that a store or a rescue needs, and of each parameter that nobody else uses, one. A loop keeps all that it
 * carries.
 */
function liveOps(program: TileProgram, ops: readonly Op[]): Set<number> {
  const live = new Set<number>();
  const loops = enclosingLoops(ops);
  const keepLoop = ({ begin, end, carries }: Loop): void => {
    for (const id of [begin, end, ...carries]) live.add(id);
  };
  ops.forEach((op, id) => {
    const loop = loops[id];
    if (op.op === 'store' && loop !== undefined) keepLoop(loop);
  });
  const used = new Set<string>();
  for (const param of program.params)
    if (param.kind === 'input' && param.by !== undefined) used.add(param.by);
  for (let id = ops.length - 1; id >= 0; --id) {
    const op = ops[id];
    if (op.op === 'store' || op.op === 'rescue') live.add(id);
    if (!live.has(id)) continue;
    if (op.op === 'result') keepLoop(loops[op.args[0]] as Loop);
    for (const arg of argsOf(op)) live.add(arg);
    if ('param' in op) used.add(op.param);
  }
  ops.forEach((op, id) => {
    if (!('param' in op) || used.has(op.param)) return;
    used.add(op.param);
    live.add(id);
  });
  return live;
}

/** Of the extents that a program fixes, those that `ops` still have a use for. */
function fixedDims({ fixed, params, name }: TileProgram, ops: readonly Op[]): TileProgram['fixed'] {
  if (fixed === undefined) return undefined;
  const dims = dimsOf({ name, params, ops });
  const used = Object.entries(fixed).filter(([dim]) => dims.includes(dim));
  return used.length === 0 ? undefined : Object.fromEntries(used);
}

/** `program` with other ops, of which those that nothing needs are left out. */
export function withOps(program: TileProgram, ops: readonly Op[]): TileProgram {
  const live = liveOps(program, ops);
  const ids = new Map<number, number>();
  const kept: Op[] = [];
  ops.forEach((op, id) => {
    if (!live.has(id)) return;
    ids.set(id, kept.length);
    kept.push(withArgs(op, (arg) => ids.get(arg) as number));
  });
  const { name, grid, params } = program;
  const fixed = fixedDims(program, kept);
  return new TileProgram({
    name,
    ...(grid === undefined ? {} : { grid }),
    ...(fixed === undefined ? {} : { fixed }),
    params,
    ops: kept,
  });
}

/**
 * A rewrite that gives the same program for the same program: kernels are cached by the program's identity. It
 * returns its argument where there is nothing to rewrite.
 */
export function rewriting(
  rewrite: (program: TileProgram) => TileProgram,
): (program: TileProgram) => TileProgram {
  const known = new WeakMap<TileProgram, TileProgram>();
  return (program) => {
    let rewritten = known.get(program);
    if (rewritten === undefined) {
      rewritten = rewrite(program);
      known.set(program, rewritten);
    }
    return rewritten;
  };
}

/** The program without its rescue: no row is evaluated again in FP64. */
export const withoutRescue = rewriting((program) => {
  const { ops } = program;
  if (!ops.some((op) => op.op === 'rescue')) return program;
  // The op has no value, so only what stands behind it moves.
  const at = ops.findIndex((op) => op.op === 'rescue');
  const renamed = (id: number): number => (id > at ? id - 1 : id);
  return withOps(
    program,
    ops.filter((_, id) => id !== at).map((op) => withArgs(op, renamed)),
  );
});
