// Random expressions in the public DSL. Each value carries the range that its elements ordinarily have, by which
// arguments are chosen: mostly where an op is well-conditioned, now and then anywhere.
import type { ElementwiseOpName, ProgramBuilder, ReduceKind } from '../../lib/index.js';
import { binaryOps, compareOps, logicalOps, reduceKinds, unaryOps } from '../../lib/ir/types.js';
import { anything, applyOp, interval, point, type Interval } from './interval.js';
import type { Random } from '../support/draws.js';

export type Element = 'f32' | 'i32' | 'i1';

/** A value of a program under construction. */
export interface Value {
  /** Tile, RowScalar, TileMask, RowMask, or a number that becomes a constant. */
  readonly handle: object | number;
  readonly element: Element;
  /** Dim of a tile; undefined for one value per row. */
  readonly dim: string | undefined;
  readonly range: Interval;
  used: boolean;
}

/** Gives a value that is not an op's: a load, a scalar, an index, a constant. */
export type MakeLeaf = (element: 'f32' | 'i32', dim: string | undefined) => Value;

const indexOps = ['add', 'sub', 'mul', 'min', 'max', 'select'] as const;
const casts: Readonly<Record<string, string>> = { castF32: 'f32', castF16: 'f16', castBf16: 'bf16' };
const reduceMethods: Readonly<Record<ReduceKind, string>> = {
  sum: 'sum',
  mean: 'mean',
  product: 'product',
  max: 'reduceMax',
  min: 'reduceMin',
};

/** Where an op is well-conditioned, by argument. */
interface Domain {
  readonly lo: number;
  readonly hi: number;
}
const ordinary: Domain = { lo: -1e4, hi: 1e4 };
const positive: Domain = { lo: 0.25, hi: 1e4 };
const domains: Readonly<Record<string, readonly Domain[]>> = {
  sqrt: [positive],
  rsqrt: [positive],
  log: [positive],
  reciprocal: [positive],
  div: [ordinary, positive],
  exp: [{ lo: -20, hi: 8 }],
  exp2: [{ lo: -30, hi: 10 }],
  tanh: [{ lo: -6, hi: 6 }],
  erf: [{ lo: -4, hi: 4 }],
  sigmoid: [{ lo: -20, hi: 20 }],
  sin: [{ lo: -100, hi: 100 }],
  cos: [{ lo: -100, hi: 100 }],
};
/** A product of many numbers stays a number if they are near 1. */
const nearOne: Domain = { lo: 0.96875, hi: 1.03125 };

export class Expressions {
  readonly #b: ProgramBuilder;
  readonly #random: Random;
  readonly #leaf: MakeLeaf;
  readonly pool: Value[] = [];

  constructor(b: ProgramBuilder, random: Random, leaf: MakeLeaf) {
    this.#b = b;
    this.#random = random;
    this.#leaf = leaf;
  }

  /** One more op. `elementwise`: no reductions. `dims`: those of tiles. */
  step(dims: readonly string[], elementwise: boolean): void {
    const random = this.#random;
    const dim = random.chance(0.85) ? random.pick(dims) : undefined;
    const kind = random.weighted([
      [unaryOps.length, 'unary'],
      [binaryOps.length + 2, 'binary'],
      [2, 'fma'],
      [compareOps.length / 2, 'compare'],
      [logicalOps.length / 2, 'logical'],
      [3, 'select'],
      [2, 'toFloat'],
      [elementwise ? 0 : 3, 'index'],
      [elementwise ? 0 : 7, 'reduce'],
    ] as const);
    switch (kind) {
      case 'unary':
        this.#unary(random.pick(unaryOps), dim);
        return;
      case 'binary': {
        const op = random.pick(binaryOps);
        this.apply(op, [this.#argument(op, 0, dim), this.#argument(op, 1, this.#maybeScalar(dim))]);
        return;
      }
      case 'fma':
        this.apply(
          'fma',
          [0, 1, 2].map((i) => this.#argument('fma', i, i === 0 ? dim : this.#maybeScalar(dim))),
        );
        return;
      case 'compare':
        this.condition(dim);
        return;
      case 'logical': {
        const op = random.pick(logicalOps);
        this.apply(
          op,
          op === 'not' ? [this.anyCondition(dim)] : [this.anyCondition(dim), this.anyCondition(dim)],
        );
        return;
      }
      case 'select':
        this.select(this.anyCondition(dim), dim);
        return;
      case 'toFloat':
        this.toFloat(elementwise ? this.#leaf('i32', dim) : this.index(dim));
        return;
      case 'index':
        this.#indexOp(random.pick(indexOps), dim);
        return;
      case 'reduce':
        this.reduce(random.pick(reduceKinds), this.number(random.pick(dims)));
    }
  }

  /** An op on values; its result joins the pool. The first argument, or for select any, must not be a number. */
  apply(op: ElementwiseOpName, args: readonly Value[]): Value {
    const range =
      args[0].element === 'i32' && op !== 'toFloat'
        ? anything
        : applyOp(
            op,
            args.map((arg) => arg.range),
            'f32',
          );
    const cast = casts[op];
    const [first, ...rest] = args.map(({ handle }) => handle);
    const value = call(first, cast === undefined ? op : 'cast', cast === undefined ? rest : [cast]);
    for (const arg of args) arg.used = true;
    const isCondition = ['lt', 'le', 'gt', 'ge', 'eq', 'ne', 'and', 'or', 'not'].includes(op);
    const element = isCondition ? 'i1' : op === 'toFloat' ? 'f32' : args[args.length - 1].element;
    return this.#add(value, element, args.find((arg) => arg.dim !== undefined)?.dim, range);
  }

  reduce(kind: ReduceKind, tile: Value): Value {
    const arg = kind === 'product' ? this.#within(tile, nearOne) : tile;
    arg.used = true;
    const value = call(arg.handle, reduceMethods[kind], []);
    const n = 64;
    const range =
      kind === 'sum'
        ? applyOp('mul', [arg.range, interval(1, n)], 'f32')
        : kind === 'product'
          ? interval(0, 8)
          : arg.range;
    return this.#add(value, 'f32', undefined, range);
  }

  /** A number: an old value, or a new leaf. */
  number(dim: string | undefined): Value {
    return this.#old('f32', dim) ?? this.#leaf('f32', dim);
  }

  index(dim: string | undefined): Value {
    return this.#old('i32', dim) ?? this.#leaf('i32', dim);
  }

  anyCondition(dim: string | undefined): Value {
    return this.#old('i1', dim) ?? this.condition(dim);
  }

  /** A comparison of numbers or indices. */
  condition(dim: string | undefined): Value {
    const random = this.#random;
    const op = random.pick(compareOps);
    if (random.chance(0.3)) return this.apply(op, [this.index(dim), this.#indexBeside(dim)]);
    const left = this.number(dim);
    const { lo, hi } = left.range;
    const isFinite = Number.isFinite(lo) && Number.isFinite(hi);
    const right =
      isFinite && random.chance(0.4) ? constant(random.between(lo, hi)) : this.number(this.#maybeScalar(dim));
    return this.apply(op, [left, right]);
  }

  select(condition: Value, dim: string | undefined): Value {
    const other = this.#random.chance(0.3)
      ? constant(this.#random.int(-3, 3))
      : this.number(this.#maybeScalar(dim));
    const args = [this.number(dim), other];
    return this.apply('select', [condition, ...(this.#random.chance(0.5) ? args : args.reverse())]);
  }

  toFloat(index: Value): Value {
    return this.apply('toFloat', [index]);
  }

  #unary(op: (typeof unaryOps)[number], dim: string | undefined): void {
    this.apply(op, [this.#argument(op, 0, dim)]);
  }

  #indexOp(op: (typeof indexOps)[number], dim: string | undefined): void {
    const args = [this.index(dim), this.#indexBeside(dim)];
    this.apply(op, op === 'select' ? [this.anyCondition(dim), ...args] : args);
  }

  #indexBeside(dim: string | undefined): Value {
    return this.#random.chance(0.4)
      ? { ...constant(this.#random.int(-9, 9)), element: 'i32' }
      : this.index(this.#maybeScalar(dim));
  }

  #maybeScalar(dim: string | undefined): string | undefined {
    return this.#random.chance(0.35) ? undefined : dim;
  }

  /** Argument `i` of an op, mostly from where the op is well-conditioned. */
  #argument(op: string, i: number, dim: string | undefined): Value {
    if (i > 0 && this.#random.chance(0.15)) return constant(this.#random.pick([-2, -1, 0.5, 1, 1.25, 3, 10]));
    const value = this.number(dim);
    if (this.#random.chance(0.07)) return value;
    return this.#within(value, domains[op]?.[i] ?? ordinary);
  }

  /** The value, moved and scaled if its range is not within the domain. */
  #within(value: Value, { lo, hi }: Domain): Value {
    const { range } = value;
    if (range.lo >= lo && range.hi <= hi) return value;
    const width = range.hi - range.lo;
    if (Number.isFinite(width) && width > 0) {
      // Powers of two scale without a rounding.
      const scale = width <= (hi - lo) / 2 ? 1 : 2 ** Math.floor(Math.log2((hi - lo) / 2 / width));
      const scaled = scale === 1 ? value : this.apply('mul', [value, constant(scale)]);
      const by = Math.min(Math.max(0, lo - scaled.range.lo), hi - scaled.range.hi);
      const off = by !== 0 ? by : Math.max(0, lo - scaled.range.lo);
      return off === 0 ? scaled : this.apply('add', [scaled, constant(Math.fround(off))]);
    }
    return this.apply('max', [this.apply('min', [value, constant(hi)]), constant(lo)]);
  }

  /** A value of the pool, rather one that is not used yet. */
  #old(element: Element, dim: string | undefined): Value | undefined {
    const fitting = this.pool.filter((value) => value.element === element && value.dim === dim);
    if (fitting.length === 0 || (element !== 'i1' && this.#random.chance(0.3))) return undefined;
    const unused = fitting.filter(({ used }) => !used);
    return this.#random.pick(unused.length > 0 && this.#random.chance(0.7) ? unused : fitting);
  }

  /** Takes a leaf or a result in. */
  #add(handle: unknown, element: Element, dim: string | undefined, range: Interval): Value {
    const known = this.pool.find((value) => isSame(value.handle, handle));
    if (known !== undefined) return known;
    const value = { handle: handle as object, element, dim, range, used: false };
    this.pool.push(value);
    return value;
  }

  /** A constant as a value of its own. */
  constantValue(value: number): Value {
    return this.#add(this.#b.const(value), 'f32', undefined, point(value));
  }
}

/** A number in place of a RowScalar. */
export function constant(value: number): Value {
  return { handle: value, element: 'f32', dim: undefined, range: point(value), used: true };
}

/** Equal expressions are one node of the program under two handles. */
function isSame(a: unknown, b: unknown): boolean {
  const id = (value: unknown) => (value as { id?: number }).id;
  return typeof a === 'object' && id(a) === id(b);
}

function call(target: unknown, method: string, args: readonly unknown[]): unknown {
  return (target as Record<string, (...args: readonly unknown[]) => unknown>)[method](...args);
}
