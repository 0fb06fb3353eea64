// What the code of a candidate will be, told before it is generated: accesses by class, arithmetic by class, registers,
// memory. Counts of instructions in the code are tested against those decoded from the object; counts per row are what
// the cost is made of.
import { extentOf, type Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import { argsOf, type LoadOp, type StoreOp } from '../ir/types.js';
import {
  accessOf,
  gathers,
  noAccesses,
  unitAccesses,
  type Access,
  type AccessCounts,
  type AccessTarget,
  type UnitContext,
} from './accesses.js';
import type { Plan } from './plan.js';
import { arithmeticOf, type InstructionTable } from './unit-code.js';
import { scheduleOf, type ElementLoop, type Schedule } from './schedule.js';
import { plainLoop, reducingLoop, type LoopShape, type Segment } from './segments.js';
import { isStreamable } from './accesses.js';

/** Facts about a program at a shape that all its candidates share. */
export class ShapedProgram {
  readonly #accesses = new Map<number, Access>();
  readonly #schedules = new Map<string, Schedule>();

  constructor(
    readonly program: TileProgram,
    readonly extents: Extents,
    readonly flat: boolean,
  ) {}

  access(id: number): Access {
    let access = this.#accesses.get(id);
    if (access === undefined) {
      const op = this.program.ops[id] as LoadOp | StoreOp;
      const valueId = op.op === 'store' ? op.args[0] : id;
      const isTile = this.program.types[valueId]?.shape === 'tile';
      access = accessOf(this.program, this.extents, this.flat, op, isTile);
      this.#accesses.set(id, access);
    }
    return access;
  }

  schedule({ materialize, fuse }: Plan): Schedule {
    const key = `${materialize}/${fuse}`;
    let schedule = this.#schedules.get(key);
    if (schedule === undefined) {
      schedule = scheduleOf(this.program, materialize, fuse);
      this.#schedules.set(key, schedule);
    }
    return schedule;
  }
}

export interface FeatureTarget extends AccessTarget {
  readonly vectorRegisters: number;
}

/** Accesses of buffers in the code of one packet body, each instruction once. */
export interface CodeAccesses {
  readonly loads: AccessCounts;
  readonly stores: AccessCounts;
}

const elementary: ReadonlySet<string> = new Set([
  'exp', 'exp2', 'log', 'tanh', 'erf', 'sigmoid', 'sin', 'cos',
]);

function addTo(to: AccessCounts, from: AccessCounts, times: number): void {
  for (const kind of Object.keys(from) as (keyof AccessCounts)[]) to[kind] += times * from[kind];
}

export function shapeOf(
  shaped: ShapedProgram,
  plan: Plan,
  target: FeatureTarget,
  loop: ElementLoop,
): LoopShape {
  const extent = extentOf(loop.dim, shaped.extents);
  const context = { plan, vectorRegisters: target.vectorRegisters };
  const { ops } = shaped.program;
  if (loop.reductions.length > 0) {
    const isElementary = loop.body.some((id) => elementary.has(ops[id].op));
    return reducingLoop(context, extent, loop.reductions.length, isElementary);
  }
  const streamed =
    plan.stores === 'streaming' && loop.stores.some((id) => isStreamable(shaped.access(id), plan)) && plan.mapping === 'packet-local';
  return plainLoop(context, extent, loop.stores.length > 0, streamed);
}

/** Accesses in the code of the body that full packets run; `full`: of the clone. */
export function codeAccesses(
  shaped: ShapedProgram,
  plan: Plan,
  target: FeatureTarget,
  full: boolean,
): CodeAccesses {
  const total = { loads: noAccesses(), stores: noAccesses() };
  const schedule = shaped.schedule(plan);
  const known = new Set<string>();
  const inWorkspace = privateBytes(shaped, plan).all > mostStackBytes;
  const { ops } = shaped.program;
  const rowExtent = (dim: string) => extentOf(dim, shaped.extents);
  for (const { loops } of schedule.levels) {
    for (const loop of loops) {
      const context: UnitContext = {
        plan, target, full, extent: rowExtent(loop.dim), accessOf: (id) => shaped.access(id), known, rowExtent,
        inWorkspace, selected: selectedLoads(shaped, target, loop),
      };
      const loads = loop.body.filter((id) => ops[id].op === 'load');
      const shape = shapeOf(shaped, plan, target, loop);
      const { accumulation } = shape;
      if (accumulation !== undefined && accumulation.waiting > 0) forgetMasked(known);
      for (const segment of shape.segments) addSegment(context, loop, loads, segment, total);
      // What joins accumulators or chunks in memory is called, and may write anywhere for all LLVM knows.
      if (accumulation !== undefined && (accumulation.chunks > 1 || accumulation.joinedInMemory)) forgetRows(known);
      if (inWorkspace && accumulation !== undefined && accumulation.chunks > 1 && plan.mapping === 'whole-program') {
        const sites = extentOf(loop.dim, shaped.extents) % 8192 === 0 ? 1 : 2;
        total.stores.contiguous += sites * loop.reductions.length * Math.max(1, (4 * plan.width) / target.registerBytes);
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
  target: FeatureTarget,
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
      else if (access.lanesAreNeighbours) counts.contiguous += Math.max(1, (4 * plan.width) / target.registerBytes);
      else counts.gathered += gathers(plan, target);
    }
}

function addSegment(
  context: UnitContext,
  loop: ElementLoop,
  loads: readonly number[],
  segment: Segment,
  total: CodeAccesses,
): void {
  const { plan, known } = context;
  for (let copy = 0; copy < segment.copies; ++copy) {
    // A masked load is a call, and LLVM does not know that a prefetch leaves it alone.
    if (plan.prefetch > 0 && loads.length > 0 && startsPrefetch(context, segment, copy)) forgetMasked(known);
    const counts = unitAccesses(context, loop, loads, segment, copy);
    addTo(total.loads, counts.loads, 1);
    addTo(total.stores, counts.stores, 1);
    if (loop.stores.length > 0) forgetRows(known);
  }
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

/** Bytes of private memory from which on it is in the workspace. */
const mostStackBytes = 64 * 1024;

/** Bytes of private memory: slots of waiting values, and results of chunks. */
export function privateBytes(shaped: ShapedProgram, plan: Plan): { slots: number; all: number } {
  const schedule = shaped.schedule(plan);
  const programs = plan.mapping === 'packet-local' ? 1 : plan.width;
  const element = plan.accumulate === 'f64' ? 8 : 4;
  const align = (bytes: number) => Math.ceil(bytes / 64) * 64;
  const slack = plan.tail === 'masked' ? 256 : plan.stores === 'streaming' ? 16 : 0;
  let slots = 0;
  if (plan.materialize === 'snapshot' || plan.materialize === 'recompute')
    for (const dim of schedule.slots) {
      const padded = Math.ceil(extentOf(dim, shaped.extents) / 16) * 16;
      slots += align((padded + slack) * programs * element);
    }
  let chunkBytes = 0;
  for (const { loops } of schedule.levels)
    for (const loop of loops) {
      const chunks = plan.order === 'mapping' ? 1 : Math.ceil(extentOf(loop.dim, shaped.extents) / 8192);
      if (chunks > 1)
        chunkBytes = Math.max(chunkBytes, loop.reductions.length * align(chunks * programs * element));
    }
  return { slots, all: slots + chunkBytes };
}

/** Loads that are used once within their loop, by a select: AVX-512 loads them under its condition. */
function selectedLoads(shaped: ShapedProgram, target: FeatureTarget, loop: ElementLoop): Set<number> {
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

/** Size of the code of one packet body, in instructions. */
export function codeSize(shaped: ShapedProgram, plan: Plan, target: FeatureTarget & {folds: boolean}, full: boolean, table: InstructionTable): {parts: number[]} {
  const total = [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0];
  const schedule = shaped.schedule(plan);
  const { program } = shaped;
  const regs = Math.max(1, (4 * plan.width) / target.registerBytes);
  const isPacket = plan.mapping === 'packet-local';
  const accesses = codeAccesses(shaped, plan, target, full);
  const sum = (c: AccessCounts) => c.contiguous + c.masked + c.gathered + c.streamed + c.broadcast + c.scalar;
  total[0] = sum(accesses.loads) + sum(accesses.stores);
  const gathered = accesses.loads.gathered + accesses.stores.gathered;
  total[full || target.masks === 'every' ? 1 : 11] = gathered;
  total[10] = accesses.stores.streamed;
  total[12] = accesses.loads.masked + accesses.stores.masked;
  for (const { loops, scalars } of schedule.levels) {
    total[2] += scalars.length;
    for (const loop of loops) {
      const a = arithmeticOf(program, loop, table, target.folds && full);
      const shape = shapeOf(shaped, plan, target, loop);
      total[3] += shape.loops;
      for (const s of shape.segments) {
        const vectors = s.copies * regs * (isPacket ? 1 : s.valid);
        if (s.bound === 'row-end') total[8] += s.copies;
        if (s.bound.startsWith('owners')) total[13] += s.copies;
        if (s.bound === 'ragged') total[14] += s.copies;
        if (plan.prefetch > 0) total[9] += loop.body.filter(i=>program.ops[i].op==='load' && shaped.access(i).access === 'row').length * Math.ceil(s.copies * (isPacket ? plan.width * 4 / 64 : plan.width*0));
        total[4] += vectors * (a.instructions + a.loads + a.stores + a.accumulating - a.folded);
        total[5] += vectors * (loop.reads.length + loop.keeps.length) * (plan.materialize === 'registers' ? 0 : 1);
        if (!isPacket) total[6] += s.copies * (loop.body.filter(i=>program.ops[i].op==='load' && shaped.access(i).access !== 'column').length + loop.stores.length) * (s.valid === 4 ? 1 : 0) * plan.width;
      }
      for (const r of loop.reductions) {
        const op = program.ops[r] as any;
        const acc = table.reductions[op.kind === 'mean' ? 'sum' : op.kind];
        const j = shape.accumulation!.joinedInMemory ? 1 : shape.accumulation!.joined;
        total[7] += (acc) * (regs * (j - 1)) + (isPacket ? (Math.log2(plan.width)) * (acc+1) : 0);
      }
    }
  }
  return { parts: total };
}
