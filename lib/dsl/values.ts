// The values a program is written with. Four kinds: a Tile (one number per column) and a RowScalar (one number per
// row), and the conditions that comparing them yields, TileMask and RowMask.
//
// Naming: an elementwise op carries its usual name (`a.max(b)` is the larger of two values, column by column); what
// folds a tile into one value per row is called `sum`, `mean`, `product`, `reduceMax`, `reduceMin`.
import { invalidIr, invalidType, invalidValue } from '../errors.js';
import { canonicalAffine } from '../ir/affine.js';
import {
  isIdentifier,
  maxStride,
  one,
  type BinaryOp,
  type CompareOp,
  type ElementwiseOpName,
  type ReduceKind,
  type Slice,
  type UnaryOp,
} from '../ir/types.js';
import { checkKeys } from './check.js';
import type { Graph, NodeId } from './graph.js';

/** What an arithmetic method takes. A number becomes a constant, rounded to f32; a RowScalar is broadcast. */
export type Operand = Tile | RowScalar | number;

/** What a logical method takes. */
export type Condition = TileMask | RowMask;

/** Type of an elementwise result: a tile as soon as one operand is a tile. */
export type Joined<A, B = never, C = never> = true extends IsTile<A> | IsTile<B> | IsTile<C>
  ? Tile
  : RowScalar;
/** The same for conditions. */
export type JoinedMask<A, B = never> = true extends IsTile<A> | IsTile<B> ? TileMask : RowMask;
type IsTile<T> = T extends { readonly shape: 'tile' } ? true : never;

const castOps = Object.freeze({
  __proto__: null,
  f32: 'castF32',
  f16: 'castF16',
  bf16: 'castBf16',
} as const);

abstract class Value {
  /** @internal */
  readonly graph: Graph;
  /** @internal */
  readonly id: NodeId;

  /** @internal */
  constructor(graph: Graph, id: NodeId) {
    this.graph = graph;
    this.id = id;
  }
}

/**
 * What Tile and RowScalar have in common. All of it is IEEE f32, every op rounded once, nothing contracted; only the
 * elementary functions (exp and after) are not rounded exactly.
 */
abstract class Numeric extends Value {
  abstract readonly shape: 'tile' | 'scalar';

  add<B extends Operand>(other: B): Joined<this, B> {
    return this.#binary('add', other);
  }
  sub<B extends Operand>(other: B): Joined<this, B> {
    return this.#binary('sub', other);
  }
  mul<B extends Operand>(other: B): Joined<this, B> {
    return this.#binary('mul', other);
  }
  div<B extends Operand>(other: B): Joined<this, B> {
    return this.#binary('div', other);
  }
  /** The smaller of two values, column by column; NaN if either is NaN, and -0 is below +0 (IEEE 754 minimum). */
  min<B extends Operand>(other: B): Joined<this, B> {
    return this.#binary('min', other);
  }
  /** The larger of two values, column by column; NaN if either is NaN, and +0 is above -0 (IEEE 754 maximum). */
  max<B extends Operand>(other: B): Joined<this, B> {
    return this.#binary('max', other);
  }

  neg(): this {
    return this.#unary('neg');
  }
  abs(): this {
    return this.#unary('abs');
  }
  sqrt(): this {
    return this.#unary('sqrt');
  }
  /** 1 / sqrt(value): two IEEE operations, no hardware estimate. */
  rsqrt(): this {
    return this.#unary('rsqrt');
  }
  /** 1 / value, an IEEE division. */
  reciprocal(): this {
    return this.#unary('reciprocal');
  }
  floor(): this {
    return this.#unary('floor');
  }
  /** To the nearest integer, ties to even. */
  round(): this {
    return this.#unary('round');
  }
  // The elementary functions: at most 2 ULP from the exact value for every f32 (docs/numerics.md has the figures),
  // denormal arguments and results included; NaN for NaN.

  /** e to the power of the value. +0 at -Infinity and far left; Infinity above 88.72. Within 2 ULP. */
  exp(): this {
    return this.#unary('exp');
  }
  /** 2 to the power of the value, exact for integers. +0 at -Infinity; Infinity from 128 on. Within 2 ULP. */
  exp2(): this {
    return this.#unary('exp2');
  }
  /** Natural logarithm. -Infinity at either zero, NaN below; Infinity at Infinity. Within 2 ULP. */
  log(): this {
    return this.#unary('log');
  }
  /** Hyperbolic tangent. Keeps the sign of zero; -1 and 1 at the infinities. Within 2 ULP. */
  tanh(): this {
    return this.#unary('tanh');
  }
  /** Error function. Keeps the sign of zero; -1 and 1 at the infinities. Within 2 ULP. */
  erf(): this {
    return this.#unary('erf');
  }
  /** 1 / (1 + exp(-value)). 0 at -Infinity and 1 at Infinity; accurate down to denormals on the left. Within 2 ULP. */
  sigmoid(): this {
    return this.#unary('sigmoid');
  }
  /** Sine of an angle in radians, of any size. Keeps the sign of zero; NaN at the infinities. Within 2 ULP. */
  sin(): this {
    return this.#unary('sin');
  }
  /** Cosine of an angle in radians, of any size. NaN at the infinities. Within 2 ULP. */
  cos(): this {
    return this.#unary('cos');
  }
  /**
   * The nearest number that a storage type holds, ties to even, as storing and loading it again would give: what is
   * computed from it agrees with what is stored. For f32 only a rescued row, which is in FP64, is changed by it.
   */
  cast(dtype: 'f32' | 'f16' | 'bf16'): this {
    const op = castOps[dtype] as UnaryOp | undefined;
    if (op === undefined) throw invalidValue('cast(dtype)', Object.keys(castOps).join(', '), dtype);
    return this.#unary(op);
  }
  /** `this * factor + addend`, rounded once. */
  fma<B extends Operand, C extends Operand>(factor: B, addend: C): Joined<this, B, C> {
    const args = [
      this.id,
      operand(this.graph, factor, 'fma(factor)'),
      operand(this.graph, addend, 'fma(addend)'),
    ];
    return wrap(this.graph, this.graph.elementwise('fma', args)) as Joined<this, B, C>;
  }

  /** Comparisons are false where either side is NaN, except `ne`, which is true there. */
  lt<B extends Operand>(other: B): JoinedMask<this, B> {
    return this.#compare('lt', other);
  }
  le<B extends Operand>(other: B): JoinedMask<this, B> {
    return this.#compare('le', other);
  }
  gt<B extends Operand>(other: B): JoinedMask<this, B> {
    return this.#compare('gt', other);
  }
  ge<B extends Operand>(other: B): JoinedMask<this, B> {
    return this.#compare('ge', other);
  }
  eq<B extends Operand>(other: B): JoinedMask<this, B> {
    return this.#compare('eq', other);
  }
  ne<B extends Operand>(other: B): JoinedMask<this, B> {
    return this.#compare('ne', other);
  }

  /** An index as a number: the nearest f32. */
  toFloat(): this {
    return this.#unary('toFloat');
  }

  #unary(op: UnaryOp | 'toFloat'): this {
    return wrap(this.graph, this.graph.elementwise(op, [this.id])) as this;
  }

  #binary<B extends Operand>(op: BinaryOp, other: B): Joined<this, B> {
    return pair(this, op, other) as Joined<this, B>;
  }

  #compare<B extends Operand>(op: CompareOp, other: B): JoinedMask<this, B> {
    return pair(this, op, other) as JoinedMask<this, B>;
  }
}

/** Which part of an input's row, or of an output's, a tile is: element e is element offset + e * stride of the row. */
export interface SliceOptions {
  /** Dim of the tile. */
  readonly dim: string;
  /** Where it begins: a number, a dim, or a sum such as `'2*half + 1'`. 0 by default. */
  readonly offset?: number | string | undefined;
  /** Elements from one to the next; 1 by default. */
  readonly stride?: number | undefined;
}

/** One number per column of the row. */
export class Tile extends Numeric {
  readonly shape = 'tile';

  /**
   * A part of an input's row, for a tile that `input` gave. The slice must lie within the row for every shape that is
   * compiled. @throws ERR_INVALID_IR for a tile that was computed.
   */
  slice(options: SliceOptions): Tile {
    const id = this.graph.slice(this.id, checkSlice(options, 'slice(options)'));
    if (id === undefined) throw invalidIr('slice', 'only an input can be sliced, this tile was computed');
    return new Tile(this.graph, id);
  }

  /** Sum over the row, in the library's fixed order (see docs/numerics.md). */
  sum(): RowScalar {
    return this.#reduce('sum');
  }
  /** `sum() / columns`, a true division. */
  mean(): RowScalar {
    return this.#reduce('mean');
  }
  product(): RowScalar {
    return this.#reduce('product');
  }
  /** Largest value of the row; NaN if the row holds one. */
  reduceMax(): RowScalar {
    return this.#reduce('max');
  }
  /** Smallest value of the row; NaN if the row holds one. */
  reduceMin(): RowScalar {
    return this.#reduce('min');
  }

  #reduce(kind: ReduceKind): RowScalar {
    return new RowScalar(this.graph, this.graph.reduce(kind, this.id));
  }
}

/** One number per row. */
export class RowScalar extends Numeric {
  readonly shape = 'scalar';
}

abstract class Logical extends Value {
  abstract readonly shape: 'tile' | 'scalar';

  and<B extends Condition>(other: B): JoinedMask<this, B> {
    return this.#binary('and', other);
  }
  or<B extends Condition>(other: B): JoinedMask<this, B> {
    return this.#binary('or', other);
  }
  not(): this {
    return wrap(this.graph, this.graph.elementwise('not', [this.id])) as this;
  }
  /** `whenTrue` where the condition holds, `whenFalse` elsewhere. Both are evaluated. */
  select<B extends Operand, C extends Operand>(whenTrue: B, whenFalse: C): Joined<this, B, C> {
    const args = [
      this.id,
      operand(this.graph, whenTrue, 'select(whenTrue)', whenFalse),
      operand(this.graph, whenFalse, 'select(whenFalse)', whenTrue),
    ];
    return wrap(this.graph, this.graph.elementwise('select', args)) as Joined<this, B, C>;
  }

  #binary<B extends Condition>(op: 'and' | 'or', other: B): JoinedMask<this, B> {
    if (!(other instanceof Logical)) throw invalidType(`${op}(other)`, 'a condition', other);
    return wrap(
      this.graph,
      this.graph.elementwise(op, [this.id, own(this.graph, other, `${op}(other)`)]),
    ) as JoinedMask<this, B>;
  }
}

/** One condition per column. */
export class TileMask extends Logical {
  readonly shape = 'tile';
}

/** One condition per row. */
export class RowMask extends Logical {
  readonly shape = 'scalar';
}

/** The value object of a node, by the node's type. */
export function wrap(graph: Graph, id: NodeId): Tile | RowScalar | TileMask | RowMask {
  const { shape, element } = graph.typeOf(id);
  if (element !== 'i1') return shape === 'tile' ? new Tile(graph, id) : new RowScalar(graph, id);
  return shape === 'tile' ? new TileMask(graph, id) : new RowMask(graph, id);
}

/** Node of a numeric operand; numbers become constants of the type of `beside`, the value that they stand beside. */
export function operand(graph: Graph, value: unknown, argument: string, beside?: unknown): NodeId {
  if (typeof value === 'number') {
    const isIndex = beside instanceof Numeric && graph.typeOf(own(graph, beside, argument)).element === 'i32';
    if (!isIndex) return graph.constant(value);
    if ((value | 0) !== value) throw invalidValue(argument, 'an integer that i32 holds', value);
    return graph.indexConstant(value | 0);
  }
  if (value instanceof Numeric) return own(graph, value, argument);
  throw invalidType(argument, 'a Tile, a RowScalar or a number', value);
}

/** Node of a condition that is one value per row. */
export function rowCondition(graph: Graph, value: unknown, argument: string): NodeId {
  if (value instanceof RowMask) return own(graph, value, argument);
  throw invalidType(argument, 'a RowMask (a condition that is one value per row)', value);
}

function own(graph: Graph, value: Value, argument: string): NodeId {
  if (value.graph !== graph) throw invalidIr(argument, 'the value belongs to another program');
  return value.id;
}

function pair(left: Numeric, op: ElementwiseOpName, right: unknown): Tile | RowScalar | TileMask | RowMask {
  return wrap(
    left.graph,
    left.graph.elementwise(op, [left.id, operand(left.graph, right, `${op}(other)`, left)]),
  );
}

/** A slice in the IR's form. */
export function checkSlice(options: unknown, argument: string): Slice {
  checkKeys(options, ['dim', 'offset', 'stride'], argument);
  const { dim, offset = 0, stride = 1 } = options as Partial<SliceOptions>;
  if (!isIdentifier(dim) || dim === one) throw invalidValue(`${argument}.dim`, 'the name of a dim', dim);
  const canonical = canonicalAffine(offset);
  if (canonical === undefined)
    throw invalidValue(`${argument}.offset`, "a number, a dim or a sum such as '2*half + 1'", offset);
  if (!Number.isInteger(stride) || stride < 1 || stride > maxStride)
    throw invalidValue(`${argument}.stride`, `an integer from 1 to ${maxStride}`, stride);
  return { dim, offset: canonical, stride };
}
