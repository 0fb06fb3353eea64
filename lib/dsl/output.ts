// Outputs of a program under construction.
import { invalidType, invalidValue } from '../errors.js';
import { one, type Slice } from '../ir/types.js';
import type { Graph, GraphLoop } from './graph.js';
import { checkSlice, operand, type RowScalar, type SliceOptions, type Tile } from './values.js';

/** An output buffer; it is stored once, or once per slice. */
export class Output {
  readonly #graph: Graph;
  readonly #name: string;
  readonly #dim: string | undefined;

  /** @internal */
  constructor(graph: Graph, name: string, dim: string | undefined) {
    this.#graph = graph;
    this.#name = name;
    this.#dim = dim;
  }

  /**
   * Stores one row's value. A RowScalar makes the buffer one value per row. With a slice, only that part of the row is
   * written; slices of one output share no element.
   */
  store(value: Tile | RowScalar, slice?: SliceOptions): void {
    const id = operand(this.#graph, value, `${this.#name}.store(value)`);
    const type = this.#graph.typeOf(id);
    const part = this.#checkSlice(slice, `${this.#name}.store(slice)`);
    this.#graph.store(this.#name, id, this.#dim ?? (type.shape === 'tile' ? type.dim : one), part);
  }

  /** Stores a loop's current tile. @internal */
  storeTile(loop: GraphLoop, value: unknown, slice?: SliceOptions): void {
    const id = operand(this.#graph, value, 'store(value)');
    const part = this.#checkSlice(slice, 'store(slice)');
    this.#graph.storeTile(loop, this.#name, id, this.#dim ?? loop.op.dim, part);
  }

  #checkSlice(slice: SliceOptions | undefined, argument: string): Slice | undefined {
    if (slice === undefined) return undefined;
    if (this.#dim !== undefined) return checkSlice(slice, argument);
    throw invalidValue(argument, `an output declared with its dim: output('${this.#name}', { dim })`, slice);
  }
}

export function expectOutput(value: unknown, argument: string): asserts value is Output {
  if (!(value instanceof Output)) throw invalidType(argument, 'an output of the program', value);
}
