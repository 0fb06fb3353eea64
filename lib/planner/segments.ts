// How a loop over a row falls into units: stretches of code that each do one vector (packet-local) or one block of four
// columns (whole-program). It follows native/codegen/element_loops.cpp and row_ends.cpp, whose words are used here:
// steps of the 64 logical lanes, sweeps over a part of them, chunks of 8192 elements.
import type { Plan } from './plan.js';

/** Logical lanes and chunk of the fixed reduction order. */
const reductionLanes = 64;
export const reductionChunk = 8192;
/** Elements of a unit under whole-program. */
export const columnsPerBlock = 4;

/**
 * Which of a unit's elements exist: all, the first ones (told at compile time), up to the row's end (told at run time),
 * or those of its owners (a unit that starts at any element).
 */
export type Bound = 'full' | 'ragged' | 'row-end' | 'owners' | 'owners-ragged';

/** Units of one kind. */
export interface Segment {
  /** Units in the code. */
  readonly copies: number;
  /** Units that run for one row, in all copies together. */
  readonly runs: number;
  /** Elements of a unit that exist. */
  readonly valid: number;
  readonly bound: Bound;
  /** First element of the first unit where the code knows it: it stands in no loop. */
  readonly first?: number;
  /** Iterations of the loop that the copies stand in; 1 for straight-line code. */
  readonly iterations: number;
}

/** How the accumulators of a loop's reductions live. */
export interface Accumulation {
  /** Vectors per reduction that are in registers at the same time. */
  readonly live: number;
  /** Vectors per reduction that the lanes of a chunk are joined from. */
  readonly joined: number;
  /** Vector loads and stores of waiting accumulators, per row and reduction. */
  readonly waiting: number;
  /** Chunks that are combined at the end. */
  readonly chunks: number;
  /** Joined by a function of its own that reads them from memory. */
  readonly joinedInMemory: boolean;
}

export interface LoopShape {
  readonly segments: readonly Segment[];
  /** Of loops with reductions. */
  readonly accumulation?: Accumulation;
  /** Times that code of this loop is there for whole chunks and for the last one; else 1. */
  readonly loops: number;
}

/** What the shape of loops depends on. */
export interface LoopContext {
  readonly plan: Plan;
  readonly vectorRegisters: number;
}

/** Elements of one unit. */
export function unitOf({ mapping, width }: Plan): number {
  return mapping === 'packet-local' ? width : columnsPerBlock;
}

const vectorsPerUnit = ({ mapping }: Plan) => (mapping === 'packet-local' ? 1 : columnsPerBlock);

/** A loop that only stores or copies; `streamed`: its stores go past the cache, from the first aligned element on. */
export function plainLoop(
  { plan }: LoopContext,
  extent: number,
  stores: boolean,
  streamed: boolean,
): LoopShape {
  const unit = unitOf(plan);
  const unrolled = plan.materialize === 'registers';
  if (streamed && !unrolled) return streamedLoop(plan, extent);
  if (plan.tail === 'masked' && !unrolled && plan.mapping === 'packet-local')
    return { segments: maskedUnits(extent, unit, plan.unroll), loops: 1 };
  const perIteration = plan.unroll * unit;
  const iterations = unrolled ? 0 : Math.floor(extent / perIteration);
  const segments: Segment[] = [];
  if (iterations > 0) segments.push(repeated(plan.unroll, iterations, unit, 0));
  const done = iterations * perIteration;
  const whole = Math.floor((extent - done) / unit);
  if (whole > 0) segments.push(straight(whole, unit, unit, done));
  const rest = extent % unit;
  if (rest > 0) {
    const overlaps = plan.tail === 'overlapping' && stores && extent > unit;
    segments.push(
      overlaps
        ? { ...straight(1, unit, unit, extent - unit), bound: 'owners' }
        : straight(1, rest, unit, extent - rest),
    );
  }
  return { segments, loops: iterations > 1 ? 1 : 0 };
}

function repeated(copies: number, iterations: number, unit: number, first: number): Segment {
  const place = iterations === 1 ? { first } : {};
  return { copies, runs: copies * iterations, valid: unit, bound: 'full', iterations, ...place };
}

function straight(copies: number, valid: number, unit: number, first: number): Segment {
  return { copies, runs: copies, valid, bound: valid < unit ? 'ragged' : 'full', first, iterations: 1 };
}

/** A loop that runs once is none, and its masks are known. */
function unitsOnce(extent: number, unit: number): Segment[] {
  const whole = Math.floor(extent / unit);
  const rest = extent % unit;
  const segments = whole > 0 ? [straight(whole, unit, unit, 0)] : [];
  return rest > 0 ? [...segments, straight(1, rest, unit, whole * unit)] : segments;
}

function maskedUnits(extent: number, unit: number, unroll: number): Segment[] {
  const copies = Math.min(unroll, Math.ceil(extent / unit));
  const iterations = Math.ceil(extent / (copies * unit));
  if (iterations === 1) return unitsOnce(extent, unit);
  return [{ copies, runs: copies * iterations, valid: unit, bound: 'row-end', iterations }];
}

function streamedLoop({ width, unroll }: Plan, extent: number): LoopShape {
  const units = Math.floor(extent / width);
  const swept = Math.floor(units / unroll) * unroll;
  const some = (width - 1) / width; // of the places where a row may start, those that are not aligned
  const owners = (copies: number, runs: number): Segment => ({
    copies,
    runs,
    valid: width,
    bound: 'owners',
    iterations: runs / copies,
  });
  const segments: Segment[] = [{ copies: 1, runs: some, valid: width, bound: 'row-end', iterations: 1 }];
  if (swept > 0) segments.push(owners(unroll, swept));
  if (unroll > 1 && units > 0) segments.push(owners(1, units - swept));
  segments.push({ ...owners(1, some), bound: 'owners-ragged', iterations: 1 });
  return { segments, loops: unroll > 1 ? 2 : 1 };
}

/** Elements that a row is reduced by at a time, and the vectors that they accumulate in. */
function stepOf(plan: Plan): { step: number; accumulators: number } {
  const unit = unitOf(plan);
  if (plan.order === 'fixed')
    return { step: reductionLanes, accumulators: (reductionLanes / unit) * vectorsPerUnit(plan) };
  const { accumulators, width } = plan;
  const isPacket = plan.mapping === 'packet-local';
  return { step: isPacket ? accumulators * width : Math.max(accumulators, unit), accumulators };
}

/** Units whose accumulators are in registers at the same time. */
function unitsPerSweep(context: LoopContext, reductions: number, elementary: boolean): number {
  const { plan, vectorRegisters } = context;
  let budget = Math.floor(vectorRegisters / 2 / reductions);
  if (elementary) budget = Math.floor(budget / 4);
  const { step } = stepOf(plan);
  let units = 1;
  while (units * 2 <= budget && units * 2 * unitOf(plan) <= step) units *= 2;
  return units;
}

/** Chunks that a row is reduced in. */
export function chunksOf({ order }: Plan, extent: number): number {
  return order === 'mapping' ? 1 : Math.ceil(extent / reductionChunk);
}

/** A loop with reductions. */
export function reducingLoop(
  context: LoopContext,
  extent: number,
  reductions: number,
  elementary: boolean,
): LoopShape {
  const chunks = chunksOf(context.plan, extent);
  if (chunks === 1) return chunkOf(context, 0, extent, reductions, elementary);
  const whole = Math.floor(extent / reductionChunk);
  const parts = [chunkOf(context, undefined, reductionChunk, reductions, elementary, whole)];
  const rest = extent - whole * reductionChunk;
  if (rest > 0) parts.push(chunkOf(context, whole * reductionChunk, rest, reductions, elementary));
  const accumulations = parts.map(({ accumulation }) => accumulation as Accumulation);
  return {
    segments: parts.flatMap(({ segments }) => segments),
    accumulation: {
      ...accumulations[0],
      waiting: accumulations[0].waiting * whole + (accumulations[1]?.waiting ?? 0),
      chunks,
    },
    loops: parts.reduce((sum, { loops }) => sum + loops, 1),
  };
}

/** `times`: how often the chunk's code runs for a row; `base`: its first element, where the code knows it. */
function chunkOf(
  context: LoopContext,
  base: number | undefined,
  length: number,
  reductions: number,
  elementary: boolean,
  times = 1,
): LoopShape {
  const { plan } = context;
  const unit = unitOf(plan);
  const vectors = vectorsPerUnit(plan);
  const unrolled = plan.materialize === 'registers';
  const known = (first: number) => (base === undefined ? undefined : base + first);
  const often = (segment: Segment): Segment => {
    if (times === 1 && base === 0) return segment;
    const { first, ...rest } = segment;
    const place = first === undefined ? undefined : known(first);
    return { ...rest, runs: rest.runs * times, ...(place === undefined ? {} : { first: place }) };
  };
  if (!unrolled && plan.order === 'fixed' && vectors > 1 && length > 2 * unit) {
    const whole = Math.floor(length / unit);
    const rest = length % unit;
    const segments = [often(repeated(1, whole, unit, 0))];
    if (rest > 0) segments.push(often(straight(1, rest, unit, whole * unit)));
    const used = Math.min(length, reductionLanes);
    return {
      segments,
      accumulation: {
        live: vectors,
        joined: 2 ** Math.ceil(Math.log2(used)),
        waiting: 2 * length * times,
        chunks: 1,
        joinedInMemory: true,
      },
      loops: whole > 1 ? 1 : 0,
    };
  }
  const { step, accumulators } = stepOf(plan);
  const masked = plan.tail === 'masked' && !unrolled && plan.mapping === 'packet-local';
  const steps = unrolled ? 0 : masked ? Math.ceil(length / step) : Math.floor(length / step);
  const segments: Segment[] = [];
  const bounded = (segment: Segment): Segment => (masked ? { ...segment, bound: 'row-end' } : segment);
  let live = Math.min(accumulators, Math.ceil((Math.min(step, length) * vectors) / unit));
  const joined = live;
  let waiting = 0;
  let sweeps = 1;
  if (steps > 0) {
    const units = Math.ceil(Math.min(length, step) / unit);
    const perSweep = unitsPerSweep(context, reductions, elementary);
    const isSwept = perSweep < units && units % perSweep === 0;
    const copies = isSwept ? perSweep : units;
    if (isSwept) {
      sweeps = units / perSweep;
      live = perSweep * vectors;
      waiting = 2 * units * vectors * times;
    }
    const { first, ...segment } = repeated(copies, steps, unit, 0);
    const place = isSwept || first === undefined ? {} : { first };
    if (masked && steps === 1 && !isSwept) segments.push(...unitsOnce(length, unit).map(often));
    else segments.push(bounded(often({ ...segment, ...place, runs: segment.runs * sweeps })));
  }
  const done = masked ? Math.ceil(length / step) * step : steps * step;
  const whole = Math.max(0, Math.floor((length - done) / unit));
  if (whole > 0) segments.push(often(straight(whole, unit, unit, done)));
  const rest = length - done - whole * unit;
  if (rest > 0) segments.push(often(straight(1, rest, unit, done + whole * unit)));
  return {
    segments,
    accumulation: { live, joined, waiting, chunks: 1, joinedInMemory: false },
    loops: (steps > 1 ? 1 : 0) + (sweeps > 1 ? 1 : 0),
  };
}
