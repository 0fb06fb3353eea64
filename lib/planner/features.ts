// The code of a candidate's packet body, told before it is generated: accesses of buffers by class, its size, registers
// that are spilled. Tests compare all of it with counters decoded from objects (test/support/code-features.ts).
import { argsOf } from '../ir/types.js';
import {
  gathers,
  isStaged,
  lineElements,
  noAccesses,
  unitAccesses,
  type Access,
  type AccessCounts,
  type UnitContext,
} from './accesses.js';
import { codeSize } from './code-size.js';
import { WorkFinder, type WorkTarget } from './packet-work.js';
import type { Plan } from './plan.js';
import type { ElementLoop, Schedule } from './schedule.js';
import { reductionChunk, type Accumulation, type Segment } from './segments.js';
import type { ShapedProgram } from './shaped-program.js';

/** Accesses of buffers in the code of one packet body, each instruction once. */
export interface CodeAccesses {
  readonly loads: AccessCounts;
  readonly stores: AccessCounts;
}

export interface CodeFeatures extends CodeAccesses {
  /** Instructions of the body. */
  readonly instructions: number;
  /** Vectors that do not fit the registers. */
  readonly spilled: number;
  /**
   * Whether some loads may be masked or not, as LLVM finds: those that merge with the select that uses them, and lines of
   * a ragged row, whose masks it may prove.
   */
  readonly masksAreOpen: boolean;
}

function addTo(to: AccessCounts, from: AccessCounts, times: number): void {
  for (const kind of Object.keys(from) as (keyof AccessCounts)[]) to[kind] += times * from[kind];
}

const registersOf = (plan: Plan, { registerBytes }: WorkTarget) =>
  Math.max(1, (4 * plan.width) / registerBytes);

/** Features of the body that full packets run; `full`: it is the clone. */
export function codeFeatures(
  shaped: ShapedProgram,
  plan: Plan,
  target: WorkTarget,
  full: boolean,
): CodeFeatures {
  const accesses = codeAccesses(shaped, plan, target, full);
  const work = new WorkFinder(shaped, target).work(plan, full);
  return {
    ...accesses,
    instructions: codeSize(shaped, plan, target, full, accesses),
    spilled: Math.max(0, ...work.loops.map(({ spilled }) => spilled)),
    masksAreOpen: loopsOf(shaped, plan).some(
      (loop) => selectedLoads(shaped, target, loop).size > 0 || masksLines(shaped, plan, loop),
    ),
  };
}

function loopsOf(shaped: ShapedProgram, plan: Plan): readonly ElementLoop[] {
  return shaped.schedule(plan).levels.flatMap(({ loops }) => loops);
}

/** Whether rows of a loop are loaded line by line, with a last line that is cut. */
function masksLines(shaped: ShapedProgram, plan: Plan, { dim, body }: ElementLoop): boolean {
  const extent = shaped.extent(dim);
  const isCut = (access: Access) =>
    isStaged(plan, extent, access) && extent % lineElements(access.bytes) !== 0;
  return plan.mapping === 'whole-program' && body.some((id) => shaped.isLoad(id) && isCut(shaped.access(id)));
}

/** Accesses in the code of the body that full packets run; `full`: of the clone. */
function codeAccesses(shaped: ShapedProgram, plan: Plan, target: WorkTarget, full: boolean): CodeAccesses {
  const total = { loads: noAccesses(), stores: noAccesses() };
  const schedule = shaped.schedule(plan);
  let known: ReadonlySet<string> = new Set<string>();
  const { inWorkspace } = shaped.privateBytes(plan);
  const rowExtent = (dim: string) => shaped.extent(dim);
  for (const { loops } of schedule.levels) {
    for (const loop of loops) {
      const loads = loop.body.filter((id) => shaped.isLoad(id));
      const before = known;
      let accumulation: Accumulation | undefined;
      for (const variant of shaped.variants(plan, loop)) {
        const seen = new Set(before);
        const context: UnitContext = {
          plan: variant,
          target,
          full,
          extent: rowExtent(loop.dim),
          accessOf: (id) => shaped.access(id),
          known: seen,
          rowExtent,
          inWorkspace,
          selected: selectedLoads(shaped, target, loop),
        };
        const shape = shaped.loopShape(variant, target.vectorRegisters, loop);
        ({ accumulation } = shape);
        // Too many stores of waiting accumulators in loops hide a masked load from LLVM.
        const isLooped = shape.segments.some(({ iterations }) => iterations > 1);
        if (accumulation !== undefined && accumulation.waiting > 0 && isLooped) forgetMasked(seen);
        const prefetches = prefetchesIn(shaped, variant, loop, loads);
        for (const segment of shape.segments) addSegment(context, loop, loads, segment, prefetches, total);
        // What joins accumulators or chunks in memory is called, and may write anywhere for all LLVM knows.
        if (accumulation !== undefined && (accumulation.chunks > 1 || accumulation.joinedInMemory))
          forgetRows(seen);
        known = seen;
      }
      if (
        inWorkspace &&
        accumulation !== undefined &&
        accumulation.chunks > 1 &&
        plan.mapping === 'whole-program'
      ) {
        const sites = shaped.extent(loop.dim) % reductionChunk === 0 ? 1 : 2;
        total.stores.contiguous += sites * loop.reductions.length * registersOf(plan, target);
      }
    }
  }
  addScalars(shaped, plan, target, schedule, total);
  return total;
}

/** Loads and stores of one value per row. */
function addScalars(
  shaped: ShapedProgram,
  plan: Plan,
  target: WorkTarget,
  schedule: Schedule,
  total: CodeAccesses,
): void {
  const { ops } = shaped.program;
  const ids = schedule.levels.flatMap(({ scalars }) => scalars).filter((id) => ops[id].op === 'load');
  for (const [some, counts] of [
    [ids, total.loads],
    [schedule.scalarStores, total.stores],
  ] as const)
    for (const id of some) {
      const access = shaped.access(id);
      if (plan.mapping === 'packet-local' || access.access === 'column') counts.scalar += 1;
      else if (access.lanesAreNeighbours) counts.contiguous += registersOf(plan, target);
      else counts.gathered += gathers(plan, target);
    }
}

function addSegment(
  context: UnitContext,
  loop: ElementLoop,
  loads: readonly number[],
  segment: Segment,
  prefetches: boolean,
  total: CodeAccesses,
): void {
  const { plan, known } = context;
  for (let copy = 0; copy < segment.copies; ++copy) {
    // A masked load is a call, and LLVM does not know that a prefetch leaves it alone.
    if (prefetches && startsPrefetch(context, segment, copy)) forgetMasked(known);
    const counts = unitAccesses(context, loop, loads, segment, copy);
    addTo(total.loads, counts.loads, 1);
    addTo(total.stores, counts.stores, 1);
    const keepsInOutput = plan.materialize === 'output' && loop.keeps.length > 0;
    if (loop.stores.length > 0 || keepsInOutput) forgetRows(known);
  }
}

/** Whether a loop prefetches anything: what is a row or more ahead is asked for by the last loop that loads the rows. */
function prefetchesIn(
  shaped: ShapedProgram,
  plan: Plan,
  loop: ElementLoop,
  loads: readonly number[],
): boolean {
  if (plan.prefetch === 0) return false;
  if (plan.mapping === 'whole-program') return loads.length > 0;
  const names = (ids: readonly number[]) =>
    ids.filter((id) => shaped.isLoad(id)).map((id) => shaped.access(id).param.name);
  return loads.some((id) => {
    const { param, bytes, access } = shaped.access(id);
    if (access !== 'row') return false;
    const last = loopsOf(shaped, plan).findLast(({ body }) => names(body).includes(param.name));
    return plan.prefetch < shaped.extent(param.dim) * bytes || last === loop;
  });
}

function startsPrefetch({ plan }: UnitContext, segment: Segment, copy: number): boolean {
  if (segment.first === undefined || segment.iterations > 1) return true;
  return copy === 0 || ((segment.first + copy * plan.width) * 4) % 64 === 0;
}

function forgetMasked(known: Set<string>): void {
  for (const key of known) if (key.startsWith('masked:')) known.delete(key);
}

/** A store may be to what a row's load read. */
function forgetRows(known: Set<string>): void {
  for (const key of known) if (!key.includes('column:')) known.delete(key);
}

/** Loads that are used once within their loop, by a select: AVX-512 loads them under its condition. */
function selectedLoads(shaped: ShapedProgram, target: WorkTarget, loop: ElementLoop): Set<number> {
  const selected = new Set<number>();
  if (target.masks !== 'every') return selected;
  const { ops } = shaped.program;
  for (const id of loop.body) {
    const op = ops[id];
    if (op.op !== 'select') continue;
    for (const arg of op.args.slice(1)) {
      const uses = [...loop.body, ...loop.reductions, ...loop.stores].filter((user) =>
        argsOf(ops[user]).includes(arg),
      );
      if (ops[arg].op === 'load' && uses.length === 1 && !loop.keeps.includes(arg)) selected.add(arg);
    }
  }
  return selected;
}
