// What one packet executes: counts of accesses, arithmetic and latencies per packet, from the shape of its loops. It is
// the part of the features that costs are made of, and is found for thousands of candidates, so units that candidates
// share are looked at once.
import { unitAccesses, type AccessCounts, type AccessTarget } from './accesses.js';
import { isElementwise } from '../ir/types.js';
import { isElementaryOp } from './phases.js';
import { storeKinds, type Plan } from './plan.js';
import { elementaryWork, keptVectorsByChoice } from './private-memory.js';
import type { ElementLoop, Schedule } from './schedule.js';
import { columnsPerBlock, unitOf, type Accumulation, type Bound, type Segment } from './segments.js';
import { shapeKey, type ShapedProgram } from './shaped-program.js';
import { arithmeticOf, type Arithmetic, type InstructionTable } from './unit-code.js';

/** What the work of a packet depends on beside program, shape and plan. */
export interface WorkTarget extends AccessTarget {
  readonly vectorRegisters: 16 | 32;
  /** Whether arithmetic takes memory operands at any address. */
  readonly folds: boolean;
  readonly table: InstructionTable;
}

/** One stretch of units of a kind, as often as it runs for a packet. */
export interface UnitWork {
  readonly runs: number;
  readonly ragged: boolean;
  readonly loads: AccessCounts;
  readonly stores: AccessCounts;
  /** Vector instructions of a unit. */
  readonly arithmetic: number;
  readonly divisions: number;
  /** Vector accesses of private memory. */
  readonly kept: number;
  /** All instructions. */
  readonly instructions: number;
}

export interface LoopWork {
  readonly units: readonly UnitWork[];
  readonly loops: number;
  /** Accumulations in sequence: length of the longest chain. */
  readonly chain: number;
  /** Vector accesses of accumulators that wait. */
  readonly waiting: number;
  /** Combinations in sequence until the lanes of a row are joined, and in all. */
  readonly joins: number;
  readonly joined: number;
  /** Vectors that are spilled, as far as register pressure tells. */
  readonly spilled: number;
  /** Whether this is the first pass over the row, and bytes that it moves per row. */
  readonly readBytes: number;
  readonly writtenBytes: number;
  readonly keptBytes: number;
}

export interface PacketWork {
  readonly loops: readonly LoopWork[];
  /** Ops on row scalars in sequence, and divisions and roots among them. */
  readonly scalars: number;
  readonly scalarDivisions: number;
  /** Programs that a packet runs. */
  readonly programs: number;
  /** Bytes of private memory. */
  readonly privateBytes: number;
}

interface Unit {
  readonly loads: AccessCounts;
  readonly stores: AccessCounts;
}

const bounds: readonly Bound[] = ['full', 'ragged', 'row-end', 'owners', 'owners-ragged'];

interface LoopFacts {
  readonly arithmetic: Arithmetic;
  /** Loads in the loop; those and stores that move rows of their own. */
  readonly loads: number;
  readonly moved: number;
  readonly readBytes: number;
  readonly writtenBytes: number;
  readonly keptBytes: number;
  readonly extent: number;
}

type Scalars = Pick<PacketWork, 'scalars' | 'scalarDivisions'>;

const divides: ReadonlySet<string> = new Set(['div', 'sqrt', 'rsqrt', 'reciprocal']);

/** Finds the work of candidates of one shaped program, and remembers what they share. */
export class WorkFinder {
  readonly #units = new Map<ElementLoop, Map<number, Unit>>();
  readonly #facts = new Map<ElementLoop, LoopFacts>();
  readonly #works = new Map<ElementLoop, Map<number, LoopWork>>();
  readonly #scalars = new Map<Schedule, Scalars>();

  constructor(
    readonly shaped: ShapedProgram,
    readonly target: WorkTarget,
  ) {}

  /** Work of a full packet; `full`: in the clone. */
  work(plan: Plan, full: boolean): PacketWork {
    const { shaped } = this;
    const schedule = shaped.schedule(plan);
    const loops: LoopWork[] = [];
    for (const level of schedule.levels)
      for (const loop of level.loops) loops.push(this.#knownLoop(plan, full, loop));
    const programs = plan.mapping === 'packet-local' ? 1 : plan.width;
    return { loops, ...this.#scalarsOf(schedule), programs, privateBytes: shaped.privateBytes(plan).slots };
  }

  #scalarsOf(schedule: Schedule): Scalars {
    let found = this.#scalars.get(schedule);
    if (found === undefined) {
      const { ops } = this.shaped.program;
      const ids = schedule.levels.flatMap(({ scalars }) => scalars).filter((id) => isElementwise(ops[id]));
      const divisions = ids.filter((id) => divides.has(ops[id].op));
      found = { scalars: ids.length, scalarDivisions: divisions.length };
      this.#scalars.set(schedule, found);
    }
    return found;
  }

  /** Candidates that differ in other loops, or in nothing that this one knows of, share its work. */
  #knownLoop(plan: Plan, full: boolean, loop: ElementLoop): LoopWork {
    let works = this.#works.get(loop);
    if (works === undefined) this.#works.set(loop, (works = new Map<number, LoopWork>()));
    const key = shapeKey(plan, loop) * 2 + (full ? 1 : 0);
    let work = works.get(key);
    if (work === undefined) works.set(key, (work = this.#loop(plan, full, loop)));
    return work;
  }

  #unit(plan: Plan, full: boolean, loop: ElementLoop, segment: Segment): Unit {
    const { valid, bound } = segment;
    let units = this.#units.get(loop);
    if (units === undefined) this.#units.set(loop, (units = new Map<number, Unit>()));
    const flags =
      (full ? 1 : 0) + (plan.mapping === 'packet-local' ? 2 : 0) + 4 * storeKinds.indexOf(plan.stores);
    const key = ((valid * 32 + plan.width) * bounds.length + bounds.indexOf(bound)) * 16 + flags;
    let unit = units.get(key);
    if (unit === undefined) {
      const { shaped, target } = this;
      const context = {
        plan,
        target,
        full,
        extent: shaped.extent(loop.dim),
        accessOf: (id: number) => shaped.access(id),
        rowExtent: (dim: string) => shaped.extent(dim),
        inWorkspace: false,
        selected: new Set<number>(),
        known: new Set<string>(),
      };
      const loads = loop.body.filter((id) => shaped.isLoad(id));
      const { first: _, ...anywhere } = segment;
      unit = unitAccesses(context, loop, loads, anywhere, 0);
      units.set(key, unit);
    }
    return unit;
  }

  #loop(plan: Plan, full: boolean, loop: ElementLoop): LoopWork {
    const { shaped, target } = this;
    const facts = this.#factsOf(loop);
    const { arithmetic } = facts;
    const registers = Math.max(1, (4 * plan.width) / target.registerBytes);
    const isPacket = plan.mapping === 'packet-local';
    const shape = shaped.loopShape(plan, target.vectorRegisters, loop);
    const reductions = loop.reductions.length;
    const inRegisters = plan.materialize === 'registers';
    const units = shape.segments.map((segment): UnitWork => {
      const { loads, stores } = this.#unit(plan, full, loop, segment);
      const vectors = registers * (isPacket ? 1 : segment.valid);
      // Without the clone, a masked load is no operand, and accumulating selects.
      const folded = full ? arithmetic.folded : 0;
      const selects = full && segment.bound === 'full' ? 0 : isPacket ? reductions : 0;
      // Shuffles that move rows to columns and back.
      const transposes = isPacket || segment.valid < columnsPerBlock ? 0 : 2 * plan.width * facts.moved;
      const compute =
        vectors *
          (arithmetic.instructions +
            arithmetic.accumulating +
            arithmetic.loads +
            arithmetic.stores +
            selects) +
        transposes;
      const isPrivate = !inRegisters && plan.materialize !== 'output'; // outputs' rows are among the accesses
      const kept = !isPrivate ? 0 : vectors * (loop.reads.length + loop.keeps.length);
      const accesses = sum(loads) + sum(stores) + kept;
      return {
        runs: segment.runs,
        ragged: segment.bound !== 'full',
        loads,
        stores,
        arithmetic: compute,
        divisions: vectors * arithmetic.divisions,
        kept,
        instructions: compute + accesses - vectors * folded,
      };
    });
    const { accumulation } = shape;
    const runs = shape.segments.reduce((total, segment) => total + segment.runs, 0);
    const perElement = isPacket ? 1 : unitOf(plan);
    return {
      units,
      loops: shape.loops,
      chain: accumulation === undefined ? 0 : (runs * perElement) / Math.max(1, accumulation.live),
      waiting: (accumulation?.waiting ?? 0) * reductions * registers,
      ...this.#joins(plan, accumulation, reductions, registers),
      spilled: this.#spilled(plan, loop, facts, accumulation, registers),
      readBytes: facts.readBytes,
      writtenBytes: facts.writtenBytes,
      keptBytes: inRegisters ? 0 : facts.keptBytes,
    };
  }

  /** What a loop is whatever the plan. */
  #factsOf(loop: ElementLoop): LoopFacts {
    let facts = this.#facts.get(loop);
    if (facts === undefined) {
      const { shaped } = this;
      const loads = loop.body.filter((id) => shaped.isLoad(id));
      const extent = shaped.extent(loop.dim);
      const bytes = (ids: readonly number[]) =>
        ids.reduce((total, id) => total + shaped.access(id).bytes * extent, 0);
      const isMoved = (id: number) => {
        const { access, lanesAreNeighbours, stride } = shaped.access(id);
        return access === 'row' && !lanesAreNeighbours && stride === 1;
      };
      facts = {
        arithmetic: arithmeticOf(shaped.program, loop, this.target.table, this.target.folds),
        loads: loads.length,
        moved: [...loads, ...loop.stores].filter(isMoved).length,
        readBytes: bytes(loads.filter((id) => shaped.access(id).access !== 'column')),
        writtenBytes: bytes(loop.stores),
        keptBytes: 4 * extent * (loop.reads.length + loop.keeps.length),
        extent,
      };
      this.#facts.set(loop, facts);
    }
    return facts;
  }

  #joins(
    plan: Plan,
    accumulation: Accumulation | undefined,
    reductions: number,
    registers: number,
  ): { joins: number; joined: number } {
    if (accumulation === undefined) return { joins: 0, joined: 0 };
    const halvings = Math.ceil(Math.log2(Math.max(1, accumulation.joined)));
    const lanes = plan.mapping === 'packet-local' ? Math.log2(plan.width) : 0;
    const chunks = accumulation.chunks - 1;
    return {
      joins: halvings + 2 * lanes + 2 * chunks,
      joined: reductions * (registers * Math.max(0, accumulation.joined - 1) + 2 * lanes + 2 * chunks),
    };
  }

  #spilled(
    plan: Plan,
    loop: ElementLoop,
    { arithmetic, loads, extent }: LoopFacts,
    accumulation: Accumulation | undefined,
    registers: number,
  ): number {
    const isPacket = plan.mapping === 'packet-local';
    const inMemory = accumulation?.joinedInMemory ?? true;
    const accumulators = inMemory ? 0 : (accumulation?.live ?? 0) * loop.reductions.length;
    const waiting = plan.materialize === 'registers' ? loop.reads.length + loop.keeps.length : 0;
    const kept = waiting * (isPacket ? Math.ceil(extent / plan.width) : extent);
    const moved = isPacket ? 0 : columnsPerBlock * (loads + loop.stores.length + loop.reductions.length);
    // In straight-line code an accumulator begins as the value that is kept, or is done before the next one begins.
    const pressure = registers * ((kept > 0 ? kept : accumulators) + moved + arithmetic.live);
    // Straight-line code keeps more in work than any one unit does.
    const { vectorRegisters } = this.target;
    const hasElementary = loop.body.some((id) => isElementaryOp(this.shaped.program.ops[id].op));
    const room = keptVectorsByChoice[vectorRegisters] - (hasElementary ? elementaryWork : 0);
    return Math.max(0, pressure - vectorRegisters, kept > 0 ? registers * kept - room : 0);
  }
}

export function sum(counts: AccessCounts): number {
  const { contiguous, masked, gathered, streamed, broadcast, scalar } = counts;
  return contiguous + masked + gathered + streamed + broadcast + scalar;
}
