// The loops of a program: which ops stand in them, and what they carry.
import { argsOf, type Op, type LoopOp } from './types.js';

export interface Loop {
  readonly op: LoopOp;
  /** Ids of the loop op and of the yield that ends it. */
  readonly begin: number;
  readonly end: number;
  /** Ids of the carries, which stand first. */
  readonly carries: readonly number[];
  /** By carry, the id of what it is in the next tile. */
  readonly next: readonly number[];
}

/** In the order of the program. */
export function loopsOf(ops: readonly Op[]): Loop[] {
  const loops: Loop[] = [];
  let begin = -1;
  ops.forEach((op, id) => {
    if (op.op === 'loop') begin = id;
    if (op.op !== 'yield') return;
    const carries = argsOf(op).map((_, i) => begin + 1 + i);
    loops.push({ op: ops[begin] as LoopOp, begin, end: id, carries, next: argsOf(op) });
  });
  return loops;
}

/** By op, the loop that it stands in, its own `loop` and `yield` included; undefined outside. */
export function enclosingLoops(ops: readonly Op[]): (Loop | undefined)[] {
  const enclosing: (Loop | undefined)[] = ops.map(() => undefined);
  for (const loop of loopsOf(ops)) enclosing.fill(loop, loop.begin, loop.end + 1);
  return enclosing;
}
