// A program's outputs as enclosures: the interpreter once more, on intervals, row by row. What a kernel gives must lie
// within, whatever its plan; so must the FP64 reference.
import type { Op, OutputDType, Slice, TileProgram } from '../../lib/index.js';
import { decode, encode } from '../support/storage.js';
import { reductionChunk, reductionLanes, type Situation } from './situation.js';
import { applyIndexOp, applyOp, applyReduce, onlyNaN, point, interval, type Interval } from './interval.js';

/** Where a row's inputs come from. */
export interface RowSource {
  readonly row: number;
  readonly inner: number;
  /** The numbers that the row's elements stand for. */
  load(param: string, slice: Slice | undefined): Float64Array;
  scalar(param: string): number;
}

export type StoreBounds = (param: string, slice: Slice | undefined, value: readonly Interval[]) => void;

/** The longest chain of additions of a row of `extent` elements. */
function additions(extent: number, order: Situation['order']): number {
  if (order === 'mapping') return extent;
  const perLane = Math.ceil(Math.min(extent, reductionChunk) / reductionLanes);
  const chunks = Math.ceil(extent / reductionChunk);
  return perLane + Math.log2(reductionLanes) + Math.ceil(Math.log2(chunks)) + 1;
}

/** Evaluates one row; `extents` are the element counts of each op's value. */
export function evaluateBounds(
  program: TileProgram,
  extents: readonly number[],
  { order, precision }: Situation,
  source: RowSource,
  store: StoreBounds,
): void {
  const values: (readonly Interval[])[] = [];
  const evaluate = (op: Op, id: number): readonly Interval[] => {
    switch (op.op) {
      case 'load':
        return Array.from(source.load(op.param, op.slice), point);
      case 'scalar':
        return [point(source.scalar(op.param))];
      case 'const':
        return [point(op.value)];
      case 'columnIndex':
        return Array.from({ length: extents[id] }, (_, e) => point(e));
      case 'rowIndex':
        return [point(source.row)];
      case 'innerIndex':
        return [point(source.inner)];
      case 'reduce': {
        const value = values[op.args[0]];
        return [applyReduce(op.kind, value, additions(value.length, order), precision)];
      }
      case 'rescue':
        return [];
      case 'store':
        store(op.param, op.slice, values[op.args[0]]);
        return [];
      default: {
        const args = op.args.map((arg) => values[arg]);
        const isIndex = program.types[id]?.element === 'i32';
        return Array.from({ length: extents[id] }, (_, e) => {
          const elements = args.map((arg) => (arg.length === 1 ? arg[0] : arg[e]));
          return isIndex ? applyIndexOp(op.op, elements) : applyOp(op.op, elements, precision);
        });
      }
    }
  };
  program.ops.forEach((op, id) => values.push(evaluate(op, id)));
}

/** What an element of an output of `dtype` may stand for. */
export function storedBounds({ lo, hi, nan }: Interval, dtype: OutputDType): Interval {
  if (lo > hi) return dtype === 'i8' ? point(0) : onlyNaN;
  const [low, high] = [decode(encode(lo, dtype), dtype), decode(encode(hi, dtype), dtype)];
  if (dtype !== 'i8') return interval(low, high, nan);
  return nan ? interval(Math.min(low, 0), Math.max(high, 0)) : interval(low, high);
}

/** Whether a stored number is within its bounds. */
export function isWithin(value: number, { lo, hi, nan }: Interval): boolean {
  return Number.isNaN(value) ? nan : value >= lo && value <= hi;
}

/** Bounds that a wrong result would miss: 1e-3 of the value apart, or certainly NaN. */
export function isDecisive({ lo, hi, nan }: Interval): boolean {
  if (lo > hi) return true;
  return !nan && (lo === hi || hi - lo <= 1e-3 * Math.max(Math.abs(lo), Math.abs(hi)) + 1e-6);
}
