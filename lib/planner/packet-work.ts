// What one packet executes: counts of accesses, arithmetic and latencies per packet, from the shape of its loops. It is
// the part of the features that costs are made of, and is found for thousands of candidates, so units that candidates
// share are looked at once.
import { unitAccesses, type AccessCounts, type AccessTarget } from './accesses.js';
import { isElementwise } from '../ir/types.js';
import type { Plan } from './plan.js';
import type { ElementLoop } from './schedule.js';
import { unitOf, type Accumulation, type Segment } from './segments.js';
import type { ShapedProgram } from './shaped-program.js';
import { arithmeticOf, type Arithmetic, type InstructionTable } from './unit-code.js';

/** What the work of a packet depends on beside program, shape and plan. */
export interface WorkTarget extends AccessTarget {
  readonly vectorRegisters: number;
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

/** Finds the work of candidates of one shaped program, and remembers what they share. */
export class WorkFinder {
  readonly #units = new Map<string, Unit>();
  readonly #arithmetic = new Map<ElementLoop, Arithmetic>();

  constructor(
    readonly shaped: ShapedProgram,
    readonly target: WorkTarget,
  ) {}

  /** Work of a full packet; `full`: in the clone. */
  work(plan: Plan, full: boolean): PacketWork {
    const { shaped } = this;
    const schedule = shaped.schedule(plan);
    const loops: LoopWork[] = [];
    let scalars = 0;
    let scalarDivisions = 0;
    for (const [level, { scalars: ids, loops: some }] of schedule.levels.entries()) {
      for (const id of ids) {
        const op = shaped.program.ops[id];
        if (!isElementwise(op)) continue;
        ++scalars;
        if (['div', 'sqrt', 'rsqrt', 'reciprocal'].includes(op.op)) ++scalarDivisions;
      }
      for (const loop of some) loops.push(this.#loop(plan, full, loop, level));
    }
    const programs = plan.mapping === 'packet-local' ? 1 : plan.width;
    return { loops, scalars, scalarDivisions, programs, privateBytes: shaped.privateBytes(plan).slots };
  }

  #arithmeticOf(loop: ElementLoop): Arithmetic {
    let arithmetic = this.#arithmetic.get(loop);
    if (arithmetic === undefined) {
      arithmetic = arithmeticOf(this.shaped.program, loop, this.target.table, this.target.folds);
      this.#arithmetic.set(loop, arithmetic);
    }
    return arithmetic;
  }

  #unit(plan: Plan, full: boolean, loop: ElementLoop, level: number, segment: Segment): Unit {
    const { valid, bound } = segment;
    const key = `${level}/${loop.dim}/${loop.body.length}/${loop.reads.length}/${plan.materialize}/${plan.fuse}/${plan.mapping}/${plan.width}/${full}/${bound}/${valid}/${plan.stores}`;
    let unit = this.#units.get(key);
    if (unit === undefined) {
      const { shaped, target } = this;
      const rowExtent = (dim: string) => shaped.extent(dim);
      const context = {
        plan, target, full, extent: rowExtent(loop.dim), accessOf: (id: number) => shaped.access(id),
        rowExtent, inWorkspace: false, selected: new Set<number>(), known: new Set<string>(),
      };
      const loads = loop.body.filter((id) => shaped.isLoad(id));
      const { first: _, ...anywhere } = segment;
      unit = unitAccesses(context, loop, loads, anywhere, 0);
      this.#units.set(key, unit);
    }
    return unit;
  }

  #loop(plan: Plan, full: boolean, loop: ElementLoop, level: number): LoopWork {
    const { shaped, target } = this;
    const extent = shaped.extent(loop.dim);
    const registers = Math.max(1, (4 * plan.width) / target.registerBytes);
    const isPacket = plan.mapping === 'packet-local';
    const arithmetic = this.#arithmeticOf(loop);
    const shape = shaped.loopShape(plan, target.vectorRegisters, loop);
    const reductions = loop.reductions.length;
    const inRegisters = plan.materialize === 'registers';
    const units = shape.segments.map((segment): UnitWork => {
      const { loads, stores } = this.#unit(plan, full, loop, level, segment);
      const vectors = registers * (isPacket ? 1 : segment.valid);
      // Without the clone, a masked load is no operand, and accumulating selects.
      const folded = full ? arithmetic.folded : 0;
      const selects = full && segment.bound === 'full' ? 0 : isPacket ? reductions : 0;
      const transposes = isPacket ? 0 : this.#shuffles(plan, loop, segment);
      const compute =
        vectors * (arithmetic.instructions + arithmetic.accumulating + arithmetic.loads + arithmetic.stores + selects) +
        transposes;
      const kept = inRegisters ? 0 : vectors * (loop.reads.length + loop.keeps.length);
      const accesses = sum(loads) + sum(stores) + kept;
      return {
        runs: segment.runs,
        ragged: segment.bound !== 'full',
        loads, stores,
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
      spilled: this.#spilled(plan, loop, arithmetic, accumulation, registers),
      ...this.#bytes(plan, loop, extent),
    };
  }

  /** Shuffles that move rows to columns and back, under whole-program. */
  #shuffles(plan: Plan, loop: ElementLoop, { valid }: Segment): number {
    if (valid < 4) return 0;
    const { shaped } = this;
    const moved = [...loop.body.filter((id) => shaped.isLoad(id)), ...loop.stores].filter((id) => {
      const { access, lanesAreNeighbours, stride } = shaped.access(id);
      return access === 'row' && !lanesAreNeighbours && stride === 1;
    }).length;
    return 2 * plan.width * moved;
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
    arithmetic: Arithmetic,
    accumulation: Accumulation | undefined,
    registers: number,
  ): number {
    const isPacket = plan.mapping === 'packet-local';
    const { vectorRegisters } = this.target;
    const accumulators = (accumulation?.joinedInMemory ? 0 : (accumulation?.live ?? 0)) * loop.reductions.length;
    const kept =
      plan.materialize === 'registers'
        ? (loop.reads.length + loop.keeps.length) *
          (isPacket ? Math.ceil(this.shaped.extent(loop.dim) / plan.width) : this.shaped.extent(loop.dim))
        : 0;
    const moved = isPacket ? 0 : 4 * (loop.body.filter((id) => this.shaped.isLoad(id)).length + loop.stores.length);
    const pressure = registers * (accumulators + kept + moved + arithmetic.live);
    return Math.max(0, pressure - vectorRegisters);
  }

  #bytes(
    plan: Plan,
    loop: ElementLoop,
    extent: number,
  ): { readBytes: number; writtenBytes: number; keptBytes: number } {
    const { shaped } = this;
    let readBytes = 0;
    for (const id of loop.body) {
      if (!shaped.isLoad(id)) continue;
      const { access, bytes } = shaped.access(id);
      if (access !== 'column') readBytes += bytes * extent;
    }
    const writtenBytes = loop.stores.reduce((total, id) => total + shaped.access(id).bytes * extent, 0);
    const keptBytes =
      plan.materialize === 'registers' ? 0 : 4 * extent * (loop.reads.length + loop.keeps.length);
    return { readBytes, writtenBytes, keptBytes };
  }
}

export function sum(counts: AccessCounts): number {
  const { contiguous, masked, gathered, streamed, broadcast, scalar } = counts;
  return contiguous + masked + gathered + streamed + broadcast + scalar;
}
