// A program at a shape, with what all its candidates share: resolved accesses, schedules, private memory.
import { extentOf, type Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import type { LoadOp, StoreOp } from '../ir/types.js';
import { accessOf, isStreamable, type Access } from './accesses.js';
import { isElementaryOp } from './phases.js';
import { storeKinds, tails, type Plan } from './plan.js';
import { scheduleOf, type ElementLoop, type Schedule } from './schedule.js';
import { chunksOf, plainLoop, reducingLoop, type LoopShape } from './segments.js';

/** Bytes of private memory from which on it is in the workspace, not on the stack. */
const mostStackBytes = 64 * 1024;
const lineBytes = 64;
const widestPacket = 16;

export interface PrivateBytes {
  /** Of waiting values. */
  readonly slots: number;
  readonly inWorkspace: boolean;
}

/** A number for the switches that the shape of a loop depends on: loops with reductions know no unrolling and no stores. */
export function shapeKey(
  { mapping, width, materialize, order, accumulators, tail, unroll, stores }: Plan,
  { reductions }: ElementLoop,
): number {
  let key = (mapping === 'packet-local' ? 1 : 0) + (materialize === 'registers' ? 2 : 0);
  key = key * 32 + width;
  if (reductions.length > 0)
    return ((key * 2 + (tail === 'masked' ? 1 : 0)) * 2 + (order === 'mapping' ? 1 : 0)) * 16 + accumulators;
  return (
    ((key * tails.length + tails.indexOf(tail)) * storeKinds.length + storeKinds.indexOf(stores)) * 16 +
    unroll
  );
}

export class ShapedProgram {
  readonly #accesses = new Map<number, Access>();
  readonly #shapes = new Map<ElementLoop, Map<number, LoopShape>>();

  /** `flat`: one element per program, one kernel for every length. */
  constructor(
    readonly program: TileProgram,
    readonly extents: Extents,
    readonly flat: boolean,
  ) {}

  /** Where a load or store goes. */
  access(id: number): Access {
    let access = this.#accesses.get(id);
    if (access === undefined) {
      const op = this.program.ops[id] as LoadOp | StoreOp;
      const type = this.program.types[op.op === 'store' ? op.args[0] : id];
      access = accessOf(this.program, this.extents, this.flat, op, type?.shape === 'tile');
      this.#accesses.set(id, access);
    }
    return access;
  }

  schedule({ materialize, fuse }: Plan): Schedule {
    return scheduleOf(this.program, materialize, fuse);
  }

  extent(dim: string): number {
    return extentOf(dim, this.extents);
  }

  isLoad(id: number): boolean {
    return this.program.ops[id].op === 'load';
  }

  /** The plans that a loop is written out for: one that stores by size is there for each way to store. */
  variants(plan: Plan, loop: ElementLoop): readonly Plan[] {
    if (plan.stores !== 'by-size' || plan.mapping !== 'packet-local') return [plan];
    const cached: Plan = { ...plan, stores: 'cached', prefetch: 0 };
    const streams = loop.stores.some((id) => isStreamable(this.access(id), plan));
    return streams ? [{ ...plan, stores: 'streaming' }, cached] : [cached];
  }

  /** How a loop falls into units under a plan, on a target with so many registers. */
  loopShape(plan: Plan, vectorRegisters: 16 | 32, loop: ElementLoop): LoopShape {
    let shapes = this.#shapes.get(loop);
    if (shapes === undefined) this.#shapes.set(loop, (shapes = new Map<number, LoopShape>()));
    const key = shapeKey(plan, loop) * 2 + (vectorRegisters === 32 ? 1 : 0);
    let shape = shapes.get(key);
    if (shape === undefined) shapes.set(key, (shape = this.#shapeOf(plan, vectorRegisters, loop)));
    return shape;
  }

  #shapeOf(plan: Plan, vectorRegisters: number, loop: ElementLoop): LoopShape {
    const extent = this.extent(loop.dim);
    const context = { plan, vectorRegisters };
    if (loop.reductions.length > 0) {
      const isElementary = loop.body.some((id) => isElementaryOp(this.program.ops[id].op));
      return reducingLoop(context, extent, loop.reductions.length, isElementary);
    }
    const streamed =
      plan.stores === 'streaming' &&
      plan.mapping === 'packet-local' &&
      loop.stores.some((id) => isStreamable(this.access(id), plan));
    return plainLoop(context, extent, loop.stores.length > 0, streamed);
  }

  /** Private memory of a packet body. */
  privateBytes(plan: Plan): PrivateBytes {
    const schedule = this.schedule(plan);
    const programs = plan.mapping === 'packet-local' ? 1 : plan.width;
    const element = plan.accumulate === 'f64' ? 8 : 4;
    const align = (bytes: number) => Math.ceil(bytes / lineBytes) * lineBytes;
    const slack =
      plan.tail === 'masked' ? widestPacket * widestPacket : plan.stores === 'cached' ? 0 : widestPacket;
    let slots = 0;
    if (plan.materialize === 'snapshot' || plan.materialize === 'recompute')
      for (const dim of schedule.slots) {
        const padded = Math.ceil(this.extent(dim) / widestPacket) * widestPacket;
        slots += align((padded + slack) * programs * element);
      }
    let chunkBytes = 0;
    for (const { loops } of schedule.levels)
      for (const loop of loops) {
        const chunks = chunksOf(plan, this.extent(loop.dim));
        if (chunks > 1)
          chunkBytes = Math.max(chunkBytes, loop.reductions.length * align(chunks * programs * element));
      }
    return { slots, inWorkspace: slots + chunkBytes > mostStackBytes };
  }
}
