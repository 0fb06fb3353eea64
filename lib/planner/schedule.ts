// The loops over a row that a program becomes, for features: the planner's view of what native/codegen/schedule.cpp
// makes. Level by level, the scalars that earlier reductions made possible, then one loop per dim.
import type { TileProgram } from '../ir/program.js';
import { argsOf, isBuffer, type BufferParam } from '../ir/types.js';
import { elementaryTiles } from './phases.js';
import type { Materialize } from './plan.js';

/** One loop over the elements of a dim. Numbers are ids of ops. */
export interface ElementLoop {
  readonly dim: string;
  /** What is evaluated for each element, in order; loads among it. */
  readonly body: readonly number[];
  /** Values that wait since an earlier loop. */
  readonly reads: readonly number[];
  /** Values of the body that wait for a later loop. */
  readonly keeps: readonly number[];
  readonly reductions: readonly number[];
  readonly stores: readonly number[];
}

export interface Level {
  /** Row scalars that are evaluated before the loops; loads of scalars and rescues among them. */
  readonly scalars: readonly number[];
  readonly loops: readonly ElementLoop[];
}

export interface Schedule {
  readonly levels: readonly Level[];
  /** Stores of row scalars. */
  readonly scalarStores: readonly number[];
  /** The dim of each slot, and the slots of values that wait: of private memory, or rows of outputs. */
  readonly slots: readonly string[];
  readonly slotOf: ReadonlyMap<number, number>;
}

interface GrowingLoop {
  readonly dim: string;
  body: number[];
  reads: number[];
  readonly keeps: number[];
  readonly reductions: number[];
  readonly stores: number[];
}

const emptyLoop = (dim: string): GrowingLoop => ({
  dim,
  body: [],
  reads: [],
  keeps: [],
  reductions: [],
  stores: [],
});

class Scheduler {
  readonly #program: TileProgram;
  readonly #materialize: Materialize;
  readonly #fuse: boolean;
  readonly #level: number[] = [];
  readonly #evaluatedAt: number[];
  readonly #lastRead: number[];
  readonly #copied: number[] = [];
  readonly #isElementary: readonly boolean[];
  readonly #levels: { scalars: number[]; loops: GrowingLoop[] }[] = [];
  readonly #params: ReadonlyMap<string, BufferParam>;

  constructor(program: TileProgram, materialize: Materialize, fuse: boolean) {
    this.#program = program;
    this.#materialize = materialize;
    this.#fuse = fuse;
    this.#isElementary = elementaryTiles(program);
    this.#evaluatedAt = program.ops.map(() => -1);
    this.#lastRead = program.ops.map(() => -1);
    this.#params = new Map(program.params.filter(isBuffer).map((param) => [param.name, param]));
  }

  run(): Schedule {
    const last = this.#assignLevels();
    for (let level = 0; level <= last; ++level) this.#buildLevel(level, last);
    const { ops } = this.#program;
    return {
      levels: this.#levels,
      scalarStores: ops.flatMap((op, id) => (op.op === 'store' && !this.#isTile(op.args[0]) ? [id] : [])),
      ...this.#assignSlots(),
    };
  }

  #isTile(id: number): boolean {
    return this.#program.types[id]?.shape === 'tile';
  }

  /** The level of a reduction is that of its loop; its result is there one level later. Returns the last one. */
  #assignLevels(): number {
    let last = 0;
    for (const op of this.#program.ops) {
      let level = 0;
      for (const arg of argsOf(op)) {
        const after = this.#program.ops[arg].op === 'reduce' ? 1 : 0;
        level = Math.max(level, this.#level[arg] + after);
      }
      this.#level.push(level);
      last = Math.max(last, op.op === 'reduce' ? level + 1 : level);
    }
    return last;
  }

  #buildLevel(level: number, last: number): void {
    const { ops, types, dims } = this.#program;
    const scalars: number[] = [];
    const loops: GrowingLoop[] = [];
    this.#levels.push({ scalars, loops });
    ops.forEach((op, id) => {
      const isScalar = types[id]?.shape === 'scalar' && op.op !== 'reduce';
      if ((op.op === 'rescue' || isScalar) && this.#level[id] === level) scalars.push(id);
    });
    for (const dim of dims) {
      const loop = emptyLoop(dim);
      ops.forEach((op, id) => {
        const type = types[argsOf(op)[0] ?? -1];
        if (type?.shape !== 'tile' || type.dim !== dim) return;
        if (op.op === 'reduce' && this.#level[id] === level) loop.reductions.push(id);
        else if (op.op === 'store' && level === last) loop.stores.push(id);
      });
      if (loop.reductions.length === 0 && loop.stores.length === 0) continue;
      for (const sink of [...loop.reductions, ...loop.stores])
        this.#demand(argsOf(ops[sink])[0], level, loop);
      loop.body.sort((a, b) => a - b);
      loop.reads.sort((a, b) => a - b);
      if (!this.#fuse && loop.reductions.length > 0) this.#copyFirst(loop, loops);
      for (const id of loop.reads) this.#keepFrom(id, level);
      loops.push(loop);
    }
  }

  /** Loads of a reducing loop move into a copy loop before it. */
  #copyFirst(loop: GrowingLoop, loops: GrowingLoop[]): void {
    const copied = loop.body.filter((id) => this.#isRowLoad(id));
    if (copied.length === 0) return;
    loop.body = loop.body.filter((id) => !copied.includes(id));
    loop.reads = [...loop.reads, ...copied].sort((a, b) => a - b);
    this.#copied.push(...copied);
    loops.push({ ...emptyLoop(loop.dim), body: copied });
  }

  #isRowLoad(id: number): boolean {
    const op = this.#program.ops[id];
    if (op.op !== 'load') return false;
    const param = this.#params.get(op.param);
    return !(param?.kind === 'input' && param.access === 'column');
  }

  #isKeepable(id: number): boolean {
    if (this.#materialize === 'reload') return false;
    if (this.#materialize === 'recompute') return this.#isRowLoad(id);
    const isLoad = this.#program.ops[id].op === 'load';
    const isNumber = this.#program.types[id]?.element === 'f32';
    if (this.#materialize === 'output') return isNumber && this.#isElementary[id];
    return (isNumber && (!isLoad || this.#isRowLoad(id))) || this.#copied.includes(id);
  }

  #demand(id: number, level: number, loop: GrowingLoop): void {
    if (!this.#isTile(id) || loop.body.includes(id) || loop.reads.includes(id)) return;
    const since = this.#evaluatedAt[id];
    if (since >= 0 && since < level && this.#isKeepable(id)) {
      loop.reads.push(id);
      return;
    }
    for (const arg of argsOf(this.#program.ops[id])) this.#demand(arg, level, loop);
    loop.body.push(id);
    this.#evaluatedAt[id] = level;
  }

  #keepFrom(id: number, reader: number): void {
    this.#lastRead[id] = reader;
    for (const loop of this.#levels[this.#evaluatedAt[id]].loops)
      if (loop.body.includes(id) && !loop.keeps.includes(id)) loop.keeps.push(id);
  }

  /** A value may take the slot of one that is read for the last time in the loop that computes it. */
  #assignSlots(): Pick<Schedule, 'slots' | 'slotOf'> {
    const slots: { dim: string; freeAt: number }[] = [];
    const slotOf = new Map<number, number>();
    this.#levels.forEach(({ loops }, level) => {
      for (const loop of loops) {
        const readsEarlier = loop.reductions.length === 0 ? 1 : 0;
        for (const id of loop.keeps) {
          const freeAt = this.#lastRead[id];
          const free = slots.find((slot) => slot.dim === loop.dim && slot.freeAt <= level - readsEarlier);
          if (free === undefined) slots.push({ dim: loop.dim, freeAt });
          else free.freeAt = freeAt;
          slotOf.set(id, free === undefined ? slots.length - 1 : slots.indexOf(free));
        }
      }
    });
    return { slots: slots.map(({ dim }) => dim), slotOf };
  }
}

const known = new WeakMap<TileProgram, Map<string, Schedule>>();

/** Loops of a program whose waiting values are kept as `materialize` says. Equal ones are one, whatever the shape. */
export function scheduleOf(program: TileProgram, materialize: Materialize, fuse: boolean): Schedule {
  let schedules = known.get(program);
  if (schedules === undefined) known.set(program, (schedules = new Map<string, Schedule>()));
  const key = `${materialize}/${fuse}`;
  let schedule = schedules.get(key);
  if (schedule === undefined)
    schedules.set(key, (schedule = new Scheduler(program, materialize, fuse).run()));
  return schedule;
}
