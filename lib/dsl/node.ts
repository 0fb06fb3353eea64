// What the graph of a program under construction is made of.
import { argsOf, type LoopOp, type Op, type Slice } from '../ir/types.js';

/** A node's id while the program is being built; finish() renumbers. */
export type NodeId = number;

/** A loop whose callback runs, or has run. */
export interface GraphLoop {
  readonly op: LoopOp;
  readonly carries: NodeId[];
  readonly stores: GraphStore[];
  /** By carry; empty while the callback runs. */
  next: readonly NodeId[];
}

/** A store of the program, or of a loop. */
export interface GraphStore {
  readonly param: string;
  readonly value: NodeId;
  readonly slice: Slice | undefined;
}

/** Equal for equal ops with the same arguments. */
export function keyOf(op: Op): string {
  switch (op.op) {
    case 'load': {
      const { dim, offset, stride } = op.slice ?? {};
      return `load ${op.param} ${dim} ${offset} ${stride}`;
    }
    case 'scalar':
      return `scalar ${op.param}`;
    case 'const':
      return `const ${op.element} ${Object.is(op.value, -0) ? '-0' : String(op.value)}`;
    case 'columnIndex':
      return `columnIndex ${op.dim}`;
    case 'reduce':
      return `reduce.${op.kind} ${op.args.join()}`;
    default:
      return `${op.op} ${argsOf(op).join()}`;
  }
}
