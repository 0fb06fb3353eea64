// A program's outputs as enclosures: the interpreter once more, on intervals, row by row. What a kernel gives must lie
// within, whatever its plan; so must the FP64 reference.
import type { Op, OutputDType, Slice, TileProgram } from '../../lib/index.js';
import { loopsOf, type Loop } from '../../lib/ir/loops.js';
import { argsOf, isElementwise } from '../../lib/ir/types.js';
import type { TilePart } from '../../lib/reference/evaluate.js';
import { decode, encode } from '../support/storage.js';
import { reductionChunk, reductionLanes, type Situation } from './situation.js';
import { applyIndexOp, applyOp, applyReduce, onlyNaN, point, interval, type Interval } from './interval.js';

/** Where a row's inputs come from. */
export interface RowSource {
  readonly row: number;
  readonly inner: number;
  /** The numbers that the row's elements stand for. */
  load(param: string, slice: Slice | undefined, part?: TilePart): Float64Array;
  scalar(param: string): number;
}

export type StoreBounds = (
  param: string,
  slice: Slice | undefined,
  value: readonly Interval[],
  part?: TilePart,
) => void;

/** The longest chain of additions of a row of `extent` elements. */
function additions(extent: number, order: Situation['order']): number {
  if (order === 'mapping') return extent;
  const perLane = Math.ceil(Math.min(extent, reductionChunk) / reductionLanes);
  const chunks = Math.ceil(extent / reductionChunk);
  return perLane + Math.log2(reductionLanes) + Math.ceil(Math.log2(chunks)) + 1;
}

/** Evaluates one row; `extentOf` gives the elements of a dim. */
export function evaluateBounds(
  program: TileProgram,
  extentOf: (dim: string) => number,
  { order, precision }: Situation,
  source: RowSource,
  store: StoreBounds,
): void {
  const values: (readonly Interval[])[] = [];
  const evaluate = (op: Op, id: number, part?: TilePart): readonly Interval[] => {
    const type = program.types[id];
    const extent = type?.shape === 'tile' ? (part?.extent ?? extentOf(type.dim)) : 1;
    if (isElementwise(op)) {
      const args = op.args.map((arg) => values[arg]);
      return Array.from({ length: extent }, (_, e) => {
        const elements = args.map((arg) => (arg.length === 1 ? arg[0] : arg[e]));
        return type?.element === 'i32' ? applyIndexOp(op.op, elements) : applyOp(op.op, elements, precision);
      });
    }
    switch (op.op) {
      case 'load':
        return Array.from(source.load(op.param, op.slice, part), point);
      case 'scalar':
        return [point(source.scalar(op.param))];
      case 'const':
        return [point(op.value)];
      case 'columnIndex':
        return Array.from({ length: extent }, (_, e) => point(e));
      case 'tileStart':
        return [point(part?.start ?? 0)];
      case 'result':
        return values[op.args[0]];
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
        store(op.param, op.slice, values[op.args[0]], part);
        return [];
      default:
        return []; // loops are run as a whole
    }
  };
  const evaluateAll = (begin: number, end: number, part?: TilePart): void => {
    for (let id = begin; id < end; ++id) values[id] = evaluate(program.ops[id], id, part);
  };
  const runLoop = ({ op, begin, end, carries, next }: Loop): void => {
    const [row, tile] = [extentOf(op.dim), extentOf(op.tile)];
    const carried = carries.map((id) => {
      const [initial] = values[argsOf(program.ops[id])[0]];
      return Array.from({ length: program.types[id]?.shape === 'tile' ? tile : 1 }, () => initial);
    });
    const show = (elements: number) =>
      carries.forEach((id, i) => (values[id] = carried[i].slice(0, elements)));
    for (let start = 0; start < row; start += tile) {
      const part = { start, extent: Math.min(tile, row - start) };
      show(part.extent);
      evaluateAll(begin + carries.length + 1, end, part);
      carried.forEach((all, i) => all.splice(0, values[next[i]].length, ...values[next[i]]));
    }
    show(tile);
  };
  let done = 0;
  for (const loop of loopsOf(program.ops)) {
    evaluateAll(done, loop.begin);
    runLoop(loop);
    done = loop.end + 1;
  }
  evaluateAll(done, program.ops.length);
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
