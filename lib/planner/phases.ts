// How a program falls into passes over the row, and how many tile values must survive from one pass to the next.
//
// A reduction needs the whole row before anything that depends on it can start. So tile work falls into phases:
// phase 0 depends on no reduction, phase p + 1 on a reduction that ended phase p; stores belong to the last phase.
// A tile value is computed in the first phase that needs it. It is *kept* if a later phase needs it too: then it
// waits in registers or in a snapshot, or it is loaded or computed anew (`plan.materialize`).
//
// Column-indexed inputs are never kept: all rows share them, so they are in cache and loaded where they are used. Nor
// are conditions and indices: they are made again, from operands that are then kept for them.
//
// A loop over column tiles is a program of its own in this respect, which runs over each tile: its phases are passes over
// a tile, and what it keeps are values of a tile. Carried tiles are in memory anyway and are no kept values.
//
// The analysis looks at the structure alone; no operator is known by name.
import { enclosingLoops, type Loop } from '../ir/loops.js';
import type { TileProgram } from '../ir/program.js';
import { argsOf, elementaryOps, isElementwise, type Op } from '../ir/types.js';

export interface Phases {
  /** Passes over the row, or over a tile of the loop that has most of them; at least 1. */
  readonly count: number;
  /** Largest number of tile values that wait at one time: the registers (or snapshots) needed per column. */
  readonly keptValues: number;
  /** Whether one of them is the result of an elementary function or of arithmetic on one: dear to compute again. */
  readonly keepsElementary: boolean;
  /** Whether tiles go through an elementary function at all: it takes registers to work in. */
  readonly hasElementary: boolean;
  /** The same where only what was loaded waits, and the rest is computed again. */
  readonly keptLoads: number;
  /** Dims of the row-indexed tiles that reductions load; load and reduction fusion is about them alone. */
  readonly reducedDims: ReadonlySet<string>;
}

/** The same names, to be asked. */
export const elementary: ReadonlySet<string> = new Set(elementaryOps);

export function isElementaryOp(op: string): boolean {
  return elementary.has(op);
}

/** A stretch of a program that is scheduled by itself: the ops of a loop, or all that stand in none. */
interface Scope {
  /** By id: what stands in it. */
  readonly has: (id: number) => boolean;
  /** Phase at the start of which each op's value is available: the number of reductions in sequence before it. */
  readonly available: readonly number[];
  readonly lastPhase: number;
}

/** The ops outside of loops, then each loop. What a loop results in is there when it has ended, as a reduction is. */
function scopesOf(program: TileProgram): Scope[] {
  const { ops } = program;
  const loops = enclosingLoops(ops);
  const available: number[] = [];
  const started = new Map<Loop, number>(); // the phase in which a loop runs: not before the rescue, for it may store
  let rescued = 0;
  ops.forEach((op, id) => {
    const loop = loops[id];
    const args = argsOf(op);
    if (op.op === 'rescue') rescued = available[op.args[0]];
    if (loop !== undefined) {
      const before = args.filter((arg) => loops[arg] !== loop).map((arg) => available[arg]);
      started.set(loop, Math.max(rescued, started.get(loop) ?? 0, ...before));
    }
    const from = args.filter((arg) => loops[arg] === loop && op.op !== 'carry').map((arg) => available[arg]);
    const latest = Math.max(0, ...from);
    if (op.op === 'result') available.push((started.get(loops[op.args[0]] as Loop) as number) + 1);
    else available.push(op.op === 'reduce' ? latest + 1 : latest);
  });
  return [undefined, ...new Set(loops.filter((loop) => loop !== undefined))].map((loop) => {
    const has = (id: number) => loops[id] === loop;
    const phases = loop === undefined ? [...started.values()] : [];
    return { has, available, lastPhase: Math.max(0, ...phases, ...available.filter((_, id) => has(id))) };
  });
}

/** Phases of the needs of one tile value. */
interface Need {
  first: number;
  last: number;
}

function needsOf(
  program: TileProgram,
  scope: Scope,
  isRemade: (id: number) => boolean,
): (Need | undefined)[] {
  const needs: (Need | undefined)[] = program.ops.map(() => undefined);
  const isTile = (id: number) => program.types[id]?.shape === 'tile';
  const note = (id: number, phase: number) => {
    const need = needs[id];
    if (need === undefined) needs[id] = { first: phase, last: phase };
    else needs[id] = { first: Math.min(need.first, phase), last: Math.max(need.last, phase) };
  };
  // Users have larger ids than what they use, so going down every need of a value is known when its turn comes.
  for (let id = program.ops.length - 1; id >= 0; --id) {
    const op = program.ops[id];
    if (!scope.has(id)) continue;
    for (const phase of phasesOf(op, needs[id], isRemade(id), scope)) {
      argsOf(op)
        .filter(isTile)
        .forEach((arg) => note(arg, phase));
    }
  }
  return needs;
}

/** Phases in which an op runs over tiles: the first that needs it; for what is made again, up to the last. */
function phasesOf(
  op: Op,
  need: Need | undefined,
  remade: boolean,
  { available, lastPhase }: Scope,
): readonly number[] {
  if (op.op === 'store' || op.op === 'yield') return [lastPhase];
  if (op.op === 'reduce') return [available[op.args[0]]];
  if (need === undefined || !isElementwise(op)) return [];
  return remade ? [need.first, need.last] : [need.first];
}

/** For each op, whether it is a tile that an elementary function of a tile went into. */
export function elementaryTiles(program: TileProgram): boolean[] {
  const result: boolean[] = [];
  for (const [id, op] of program.ops.entries()) {
    const isTile = program.types[id]?.shape === 'tile';
    result.push(isTile && (elementary.has(op.op) || argsOf(op).some((arg) => result[arg])));
  }
  return result;
}

/** What waits at the ends of phases, where `isRemade` says what never waits. */
interface Waiting {
  /** Largest number of tile values at one time. */
  readonly most: number;
  /** All of them, by id. */
  readonly ids: ReadonlySet<number>;
}

function waitingOf(
  program: TileProgram,
  scopes: readonly Scope[],
  isRemade: (id: number) => boolean,
): Waiting {
  const ids = new Set<number>();
  let most = 0;
  for (const scope of scopes) {
    const needs = needsOf(program, scope, isRemade);
    for (let phase = 0; phase < scope.lastPhase; ++phase) {
      let waiting = 0;
      for (const [id, need] of needs.entries()) {
        if (need === undefined || isRemade(id) || need.first > phase || need.last <= phase) continue;
        ++waiting;
        ids.add(id);
      }
      most = Math.max(most, waiting);
    }
  }
  return { most, ids };
}

/** Dims of the row loads that some reduction's tile is made of. */
function reducedDims(program: TileProgram, isRowLoad: (id: number) => boolean): Set<string> {
  const isReduced = program.ops.map(() => false);
  const dims = new Set<string>();
  for (let id = program.ops.length - 1; id >= 0; --id) {
    const op = program.ops[id];
    if (op.op !== 'reduce' && !(isReduced[id] && isElementwise(op))) continue;
    for (const arg of argsOf(op)) {
      const type = program.types[arg];
      if (type?.shape !== 'tile') continue;
      isReduced[arg] = true;
      if (isRowLoad(arg)) dims.add(type.dim);
    }
  }
  return dims;
}

const known = new WeakMap<TileProgram, Phases>();

/** Number of passes and of tile values kept between them. A program is analyzed once. */
export function analyzePhases(program: TileProgram): Phases {
  let phases = known.get(program);
  if (phases === undefined) known.set(program, (phases = phasesOfProgram(program)));
  return phases;
}

function phasesOfProgram(program: TileProgram): Phases {
  const scopes = scopesOf(program);
  const columnInputs = new Set(
    program.params
      .filter((param) => param.kind === 'input' && param.access === 'column')
      .map((param) => param.name),
  );
  const isColumnLoad = (id: number) => {
    const op = program.ops[id];
    return op.op === 'load' && columnInputs.has(op.param);
  };
  const isRowLoad = (id: number) => program.ops[id].op === 'load' && !isColumnLoad(id);
  // Conditions and indices are made again in every phase that needs them; what loops carry stays where it is.
  const isCarried = (id: number) => program.ops[id].op === 'carry' || program.ops[id].op === 'result';
  const isRemade = (id: number) => isColumnLoad(id) || isCarried(id) || program.types[id]?.element !== 'f32';
  const isElementary = elementaryTiles(program);
  const kept = waitingOf(program, scopes, isRemade);
  return {
    count: Math.max(...scopes.map(({ lastPhase }) => lastPhase)) + 1,
    keptValues: kept.most,
    hasElementary: isElementary.includes(true),
    keepsElementary: [...kept.ids].some((id) => isElementary[id]),
    keptLoads: waitingOf(program, scopes, (id) => !isRowLoad(id)).most,
    reducedDims: reducedDims(program, isRowLoad),
  };
}
