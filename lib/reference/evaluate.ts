// One row of a program, op by op, in FP64. Invariant: nothing is rounded to f32 on the way, but where a cast asks for
// it; only inputs, scalars and constants are f32 values, as the native kernels see them. The rescue is skipped: this is
// what it rescues to.
import type { TileProgram } from '../ir/program.js';
import { loopsOf, type Loop } from '../ir/loops.js';
import {
  argsOf,
  isElementwise,
  type ElementwiseOp,
  type Op,
  type ReduceKind,
  type Slice,
} from '../ir/types.js';
import { erf } from './erf.js';
import { bfloat, half, roundToFormat } from './storage.js';
import { compensatedSum, fusedMultiplyAdd, roundTiesToEven } from './sums.js';

/** A value of one row: one element (row scalars), or one per column. Conditions are 0 and 1. */
export type RowValue = Float64Array;

/** Where a row's inputs come from and its outputs go. */
export interface RowAccess {
  /** The row's number, and in a grid the inner index. */
  readonly row: number;
  readonly inner: number;
  /** The row's elements of an input buffer, or a slice of them; in a loop, those of the current tile. */
  load(param: string, slice?: Slice, part?: TilePart): RowValue;
  scalar(param: string): number;
  store(param: string, value: RowValue, slice?: Slice, part?: TilePart): void;
}

/** A loop's current tile: elements [start, start + extent) along its dim. */
export interface TilePart {
  readonly start: number;
  readonly extent: number;
}

/** Index arithmetic wraps around as i32 does; the other ops are the same for indices. */
const indexFunctions: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => (a + b) | 0,
  sub: (a, b) => (a - b) | 0,
  mul: (a, b) => Math.imul(a, b),
};

const functions: Readonly<Record<string, (a: number, b: number, c: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  min: (a, b) => Math.min(a, b), // NaN propagates and -0 is below +0, as the IR wants
  max: (a, b) => Math.max(a, b),
  neg: (a) => -a,
  abs: (a) => Math.abs(a),
  sqrt: (a) => Math.sqrt(a),
  rsqrt: (a) => 1 / Math.sqrt(a),
  reciprocal: (a) => 1 / a,
  floor: (a) => Math.floor(a),
  round: roundTiesToEven,
  toFloat: (a) => a,
  exp: (a) => Math.exp(a),
  exp2: (a) => 2 ** a,
  log: (a) => Math.log(a),
  tanh: (a) => Math.tanh(a),
  erf,
  sigmoid: (a) => (a < 0 ? Math.exp(a) / (1 + Math.exp(a)) : 1 / (1 + Math.exp(-a))),
  sin: (a) => Math.sin(a),
  cos: (a) => Math.cos(a),
  castF32: Math.fround,
  castF16: (a) => roundToFormat(a, half),
  castBf16: (a) => roundToFormat(a, bfloat),
  fma: fusedMultiplyAdd,
  lt: (a, b) => Number(a < b),
  le: (a, b) => Number(a <= b),
  gt: (a, b) => Number(a > b),
  ge: (a, b) => Number(a >= b),
  eq: (a, b) => Number(a === b),
  ne: (a, b) => Number(a !== b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  not: (a) => 1 - a,
  select: (condition, a, b) => (condition === 0 ? b : a),
};

/** Evaluates one row; `extentOf` gives the elements of a dim. */
export function evaluateRow(program: TileProgram, extentOf: (dim: string) => number, row: RowAccess): void {
  new RowEvaluation(program, extentOf, row).run();
}

const none: RowValue = new Float64Array(0);

class RowEvaluation {
  readonly #program: TileProgram;
  readonly #extentOf: (dim: string) => number;
  readonly #row: RowAccess;
  readonly #values: RowValue[] = [];

  constructor(program: TileProgram, extentOf: (dim: string) => number, row: RowAccess) {
    this.#program = program;
    this.#extentOf = extentOf;
    this.#row = row;
  }

  run(): void {
    let done = 0;
    for (const loop of loopsOf(this.#program.ops)) {
      this.#evaluate(done, loop.begin);
      this.#loop(loop);
      done = loop.end + 1;
    }
    this.#evaluate(done, this.#program.ops.length);
  }

  /**
   * A carry's value stands where its op does: in the loop as many of its elements as the current tile has, afterwards
   * all of them.
   */
  #loop({ op, begin, end, carries, next }: Loop): void {
    const values = this.#values;
    const tile = this.#extentOf(op.tile);
    const extent = this.#extentOf(op.dim);
    const carried = carries.map((id) => {
      const [initial] = values[argsOf(this.#program.ops[id])[0]];
      const isTile = this.#program.types[id]?.shape === 'tile';
      return new Float64Array(isTile ? tile : 1).fill(initial);
    });
    const show = (elements: number): void => {
      carries.forEach((id, i) => {
        values[id] = carried[i].slice(0, elements);
      });
    };
    for (let start = 0; start < extent; start += tile) {
      const part = { start, extent: Math.min(tile, extent - start) };
      show(part.extent);
      this.#evaluate(begin + carries.length + 1, end, part);
      carried.forEach((all, i) => {
        all.set(values[next[i]]);
      });
    }
    show(tile);
  }

  #evaluate(begin: number, end: number, part?: TilePart): void {
    const { ops, types } = this.#program;
    for (let id = begin; id < end; ++id) {
      const type = types[id];
      const isTile = type?.shape === 'tile';
      const extent = isTile ? (part?.extent ?? this.#extentOf(type.dim)) : 1;
      this.#values[id] = evaluateOp(ops[id], extent, type?.element === 'i32', this.#values, this.#row, part);
    }
  }
}

function evaluateOp(
  op: Op,
  extent: number,
  isIndex: boolean,
  values: readonly RowValue[],
  row: RowAccess,
  part?: TilePart,
): RowValue {
  if (isElementwise(op)) return elementwise(op, extent, isIndex, values);
  switch (op.op) {
    case 'load':
      return row.load(op.param, op.slice, part);
    case 'scalar':
      return Float64Array.of(row.scalar(op.param));
    case 'const':
      return Float64Array.of(op.value);
    case 'columnIndex':
      return Float64Array.from({ length: extent }, (_, i) => i);
    case 'rowIndex':
      return Float64Array.of(row.row);
    case 'innerIndex':
      return Float64Array.of(row.inner);
    case 'reduce':
      return Float64Array.of(reduce(op.kind, values[op.args[0]]));
    case 'rescue':
      return none;
    case 'store':
      row.store(op.param, values[op.args[0]], op.slice, part);
      return none;
    case 'tileStart':
      return Float64Array.of(part?.start ?? 0);
    case 'result':
      return values[op.args[0]];
    default: // loops are run as a whole
      return none;
  }
}

function elementwise(
  op: ElementwiseOp,
  extent: number,
  isIndex: boolean,
  values: readonly RowValue[],
): RowValue {
  const f = (isIndex ? indexFunctions[op.op] : undefined) ?? functions[op.op];
  const [a = none, b = none, c = none] = op.args.map((arg) => values[arg]);
  // A row scalar stands beside every column: step 0.
  const stepA = a.length > 1 ? 1 : 0;
  const stepB = b.length > 1 ? 1 : 0;
  const stepC = c.length > 1 ? 1 : 0;
  const result = new Float64Array(extent);
  for (let i = 0; i < extent; ++i) {
    result[i] = f(a[i * stepA], b[i * stepB], c[i * stepC]);
  }
  return result;
}

function reduce(kind: ReduceKind, values: RowValue): number {
  switch (kind) {
    case 'sum':
      return compensatedSum(values);
    case 'mean':
      return compensatedSum(values) / values.length;
    case 'max':
      return values.reduce((a, b) => Math.max(a, b));
    case 'min':
      return values.reduce((a, b) => Math.min(a, b));
    case 'product':
      return values.reduce((a, b) => a * b);
  }
}
