// TileProgram: a verified, deeply frozen program. Invariant: an instance exists only if verify() accepted it, so
// nothing downstream (reference interpreter, planner, encoder) checks a rule again.
import { invalidType } from '../errors.js';
import { print } from './print.js';
import type { Op, Param, ProgramParts, StoreOp, ValueType } from './types.js';
import { dimsOf, verify, type ValueTypes } from './verify.js';

const brand: unique symbol = Symbol.for('tile-simd.program');

/**
 * One row's work: parameters, and ops over tiles and row scalars. Made by `program()` or
 * `parseProgram()`; immutable, and usable at any number of column counts. `String(program)` is its text form.
 */
export class TileProgram implements ProgramParts {
  readonly name: string;
  /** Dim of the inner index, for a program over a two-dimensional grid. */
  readonly grid?: string;
  /** In the order in which launch records and native entries take them. */
  readonly params: readonly Param[];
  /** An op's value is named by its index. */
  readonly ops: readonly Op[];
  /** Symbolic extents that `compile` and `reference` want bound, without the built-in `one`. */
  readonly dims: readonly string[];
  /** Extents that the program itself fixes, by dim. */
  readonly fixed?: Readonly<Record<string, number>>;
  /** Inferred type per op; undefined where an op has no value. */
  readonly types: ValueTypes;
  /** @internal */
  declare readonly [brand]: true;

  /** @internal Throws ERR_INVALID_IR. */
  constructor(parts: ProgramParts) {
    this.types = Object.freeze([...verify(parts)].map(freezeType));
    this.name = parts.name;
    if (parts.grid !== undefined) this.grid = parts.grid;
    this.params = Object.freeze(parts.params.map((param) => Object.freeze({ ...param })));
    this.ops = Object.freeze(parts.ops.map(freezeOp));
    const { fixed } = parts;
    if (fixed !== undefined) this.fixed = Object.freeze({ ...fixed });
    this.dims = Object.freeze(dimsOf(parts).filter((dim) => fixed?.[dim] === undefined));
    Object.defineProperty(this, brand, { value: true });
    Object.freeze(this);
  }

  /** The text form, which `parseProgram` reads back. */
  toString(): string {
    return print(this);
  }
}

function freezeType(type: ValueType | undefined): ValueType | undefined {
  return type && Object.freeze(type);
}

function freezeOp(op: Op): Op {
  const copy: { -readonly [key in keyof StoreOp]?: StoreOp[key] } = { ...(op as StoreOp) };
  if ('args' in op) copy.args = Object.freeze([...op.args]);
  if ('slice' in op && op.slice !== undefined) copy.slice = Object.freeze({ ...op.slice });
  return Object.freeze(copy) as unknown as Op;
}

/** Throws ERR_INVALID_ARG_TYPE unless `value` is a TileProgram (of any copy of this package). */
export function expectProgram(value: unknown, argument = 'program'): asserts value is TileProgram {
  if (typeof value === 'object' && value !== null && (value as { [brand]?: unknown })[brand] === true) return;
  throw invalidType(argument, 'a TileProgram', value);
}
