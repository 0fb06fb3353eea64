// The rules of loops over column tiles: what may stand in one, and which values are seen where. Those of the single ops
// are verify.ts's.
import { invalidIr } from '../errors.js';
import { checkYield, inferCarry, spellType } from './infer.js';
import type { CarryOp, LoopOp, Op, ValueType } from './types.js';

/** A loop whose yield has not come yet. */
interface OpenLoop {
  readonly op: LoopOp;
  readonly begin: number;
  readonly carries: ValueType[];
  doesSomething: boolean;
}

/** Ops that a loop has none of: they are the same in every tile, so they stand before it, or end what it is part of. */
const outside: ReadonlySet<string> = new Set([
  'scalar',
  'const',
  'rowIndex',
  'innerIndex',
  'rescue',
  'result',
]);

/** Follows the loops of a program, op by op. */
export class LoopScope {
  #open: OpenLoop | undefined;
  /** By op: number of its loop, counted from 1; 0 outside. */
  readonly #loopOf: number[] = [];
  readonly #isCarry: boolean[] = [];
  #loops = 0;

  /** Dims of the loop in which the next op stands; undefined outside. */
  get op(): LoopOp | undefined {
    return this.#open?.op;
  }

  /** Number of the loop in which the next op stands, 0 outside. */
  get number(): number {
    return this.#open === undefined ? 0 : this.#loops;
  }

  /** Number of arguments that a yield takes here. */
  get carried(): number {
    return this.#open?.carries.length ?? 0;
  }

  /** Checks that an op may stand here and sees its arguments; `id` is that of the next op. */
  enter(op: Op, args: readonly number[], types: readonly ValueType[], id: number, where: string): void {
    if (op.op === 'loop') this.#begin(op, id, where);
    else if (this.#open === undefined) {
      if (op.op === 'carry' || op.op === 'tileStart' || op.op === 'yield')
        throw invalidIr(`${where}.op`, `${op.op} stands in a loop alone`, { given: op.op });
    } else if (outside.has(op.op)) {
      throw invalidIr(`${where}.op`, `${op.op} cannot stand in a loop`, { given: op.op });
    }
    args.forEach((arg, i) => this.#see(op, arg, types[i], `${where}.args[${i}]`));
    this.#loopOf.push(this.number);
    this.#isCarry.push(op.op === 'carry');
  }

  #begin(op: LoopOp, id: number, where: string): void {
    if (this.#open !== undefined) throw invalidIr(where, 'a loop cannot stand in a loop');
    if (op.dim === op.tile)
      throw invalidIr(`${where}.tile`, `expected another dim than the loop's own, given ${op.tile}`, {
        given: op.tile,
      });
    this.#open = { op, begin: id, carries: [], doesSomething: false };
    ++this.#loops;
  }

  /** Values of a loop end with it; into it come those that are one per row. */
  #see(op: Op, arg: number, type: ValueType, where: string): void {
    if (op.op === 'result') {
      if (this.#isCarry[arg]) return;
      throw invalidIr(where, `result takes the carry of a loop, %${arg} is none`, { given: arg });
    }
    const from = this.#loopOf[arg];
    if (from === this.number && op.op !== 'carry') return;
    if (from !== 0)
      throw invalidIr(
        where,
        op.op === 'carry'
          ? `a carry starts outside of its loop, %${arg} is inside`
          : `%${arg} is of no use outside of its loop`,
        { given: arg },
      );
    if (type.shape === 'tile')
      throw invalidIr(where, `a loop sees nothing of outside but values per row, given ${spellType(type)}`, {
        given: spellType(type),
        expected: 'a value per row',
      });
  }

  /** The type of a carry, which stands before everything else in its loop. */
  carry(op: CarryOp, initial: ValueType, id: number, where: string): ValueType {
    const open = this.#open as OpenLoop;
    if (id !== open.begin + open.carries.length + 1)
      throw invalidIr(where, 'the carries stand first in their loop');
    if (op.dim !== undefined && op.dim !== open.op.tile) {
      throw invalidIr(`${where}.dim`, `expected the loop's tile dim ${open.op.tile}, given ${op.dim}`, {
        given: op.dim,
        expected: open.op.tile,
      });
    }
    const type = inferCarry(initial, where, op.dim);
    open.carries.push(type);
    open.doesSomething = true;
    return type;
  }

  /** A store stands in the loop, if there is one. */
  store(): void {
    if (this.#open !== undefined) this.#open.doesSomething = true;
  }

  /** Ends the loop. */
  yield(types: readonly ValueType[], where: string): void {
    const { carries, doesSomething } = this.#open as OpenLoop;
    types.forEach((type, i) => {
      checkYield(type, carries[i], `${where}.args[${i}]`);
    });
    if (!doesSomething) throw invalidIr(where, 'the loop neither carries nor stores anything');
    this.#open = undefined;
  }

  finish(): void {
    if (this.#open !== undefined)
      throw invalidIr('ir.ops', `the loop over ${this.#open.op.dim} has no yield`);
  }
}
