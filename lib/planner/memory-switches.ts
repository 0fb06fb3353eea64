// Legality of the switches that say how buffers are accessed: stores, prefetch, tail. Each function returns the value
// that is compiled, which is the usual one where the switch has no effect, or throws ERR_INVALID_PLAN with the reason.
// Native code checks the same once more (native/codegen/plan.cpp).
import { dtypes } from '../ir/dtype.js';
import { extentOf } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import { isBuffer, one, type LoadOp, type StoreOp, type ValueType } from '../ir/types.js';
import { maxPrefetch, type Stores, type Tail } from './plan.js';
import type { PrivateMemory } from './private-memory.js';
import { scheduleOf } from './schedule.js';
import { refuse, type Situation } from './switches.js';
import { tileExtent, tileExtents } from './tiles.js';

/** What the legality of these switches depends on. */
export interface AccessSituation extends Situation {
  /** The kernel for every length: one element per program. */
  readonly flat: boolean;
  readonly memory: PrivateMemory;
}

/** Every target streams vectors of this many bytes; for smaller ones there is no instruction. */
const leastStreamedBytes = 16;

/** Whether a store writes vectors of neighbouring elements that are large enough. */
function isStreamable({ program, width }: AccessSituation, op: StoreOp): boolean {
  const param = program.params.find(({ name }) => name === op.param);
  if (param === undefined || !isBuffer(param) || program.grid !== undefined) return false;
  const isTile = program.types[op.args[0]]?.shape === 'tile';
  return isTile && (op.slice?.stride ?? 1) === 1 && width * dtypes[param.dtype].bytes >= leastStreamedBytes;
}

/**
 * Registers of half a line: a streaming store is worth its two ends of a row, and the code that decides, where it takes
 * no more than two of them to write a line.
 */
const leastLanesByChoice = 8;

/**
 * By size wherever streaming is legal and a loop over a row, or over packets, writes lines. What was asked of prefetching
 * or of the tail is asked of every launch.
 */
function chooseStores(context: AccessSituation): Stores {
  const { options, mapping, memory, program, flat, target } = context;
  const isLooped = flat || (mapping === 'packet-local' && memory.materialize !== 'registers');
  const mayChoose =
    [options.prefetch, options.tail].every((asked) => asked === 'auto') && options.cooperative !== true;
  const isCovered = !program.ops.some(({ op }) => op === 'loop') && target.lanes >= leastLanesByChoice;
  const streams = () => program.ops.some((op) => op.op === 'store' && isStreamable(context, op));
  return isLooped && mayChoose && isCovered && memory.contiguous && streams() ? 'by-size' : 'cached';
}

/** Streaming stores, given what becomes of the tail: of whole vectors of neighbouring elements, at addresses that a loop's head leads up to. */
export function resolveStores(context: AccessSituation, tail: Tail): Stores {
  const { options, mapping, memory, program, flat } = context;
  const { stores } = options;
  if (stores === 'auto') return chooseStores(context);
  if (stores === 'cached') return stores;
  const no = (reason: string, expected = "'cached'") => refuse('stores', stores, reason, expected);
  if (mapping === 'whole-program' && !flat) {
    no(
      'needs vectors of neighbouring elements, and under whole-program a row is stored in pieces of 16 bytes',
      "'cached', or the mapping 'packet-local'",
    );
  }
  if (!memory.contiguous) no('reads snapshots at any element, and contiguous: false takes them lane by lane');
  if (tail !== 'peeled') no(`peels both ends of a row itself, and cannot go with tail '${tail}'`);
  const streamable = program.ops.some((op) => op.op === 'store' && isStreamable(context, op));
  if (!streamable)
    no(`needs an output whose vectors are ${leastStreamedBytes} bytes or more of neighbouring elements`);
  // Nothing chooses within straight-line code.
  return stores === 'by-size' && memory.materialize === 'registers' && !flat ? 'cached' : stores;
}

/** Slices up to this stride are loaded as the neighbours that they are part of. */
const mostInterleaved = 4;
/** Columns that whole-program moves at a time; what is less goes element by element. */
const blockColumns = 4;

/** Whether a load goes along rows, vector by vector, so that there is something ahead of it. */
function goesAlongRows(context: AccessSituation, op: LoadOp, id: number): boolean {
  const { program, flat, mapping } = context;
  const param = program.params.find(({ name }) => name === op.param);
  const { dim } = program.types[id] as ValueType;
  if (param?.kind !== 'input' || param.access !== 'row' || dim === one) return false;
  const stride = op.slice?.stride ?? 1;
  if (mapping === 'packet-local') return program.grid === undefined && stride <= mostInterleaved;
  if (flat || program.grid !== undefined) return true;
  return stride === 1 && tileExtent(context, dim) >= blockColumns;
}

/** Bytes ahead of elements that are all beside each other. */
const aheadOfElements = 2048;
/** Bytes ahead of rows too long to be prefetched a row ahead. */
const aheadOfLongRows = 4096;

/** Loads that there is something ahead of. */
function loadsAhead(context: AccessSituation): readonly LoadOp[] {
  return context.program.ops.filter(
    (op, id): op is LoadOp => op.op === 'load' && goesAlongRows(context, op, id),
  );
}

/** Where stores stream, the next row arrives beside them: a row's bytes, in whole lines; 0 if nothing is loaded along rows. */
export function prefetchBesideStreams(context: AccessSituation): number {
  const loads = loadsAhead(context);
  if (context.flat || loads.length === 0) return loads.length > 0 ? aheadOfElements : 0;
  const rowBytes = loads.map(({ param: name }) => {
    const param = context.program.params.find((each) => each.name === name);
    return param !== undefined && isBuffer(param)
      ? extentOf(param.dim, context.extents) * dtypes[param.dtype].bytes
      : 0;
  });
  const bytes = Math.ceil(Math.max(...rowBytes) / 64) * 64;
  return bytes <= maxPrefetch ? bytes : aheadOfLongRows;
}

/** Whether the loops that stream load along rows: by size, nothing else prefetches, and values that wait need no loads. */
function loadsWhereItStreams(context: AccessSituation): boolean {
  const { program, memory, flat } = context;
  const ahead = loadsAhead(context);
  if (flat || ahead.length === 0) return flat;
  const { levels } = scheduleOf(program, memory.materialize, memory.fuse);
  const streaming = levels.flatMap(({ loops }) => loops).filter(({ stores }) => stores.length > 0);
  return streaming.some(({ body }) => body.some((id) => ahead.includes(program.ops[id] as LoadOp)));
}

/**
 * Bytes ahead of the loads of row-indexed inputs; 0 where no input is loaded along its rows. `stores`: as they are
 * resolved; launches that store by size prefetch where they stream.
 */
export function resolvePrefetch(context: AccessSituation, stores: Stores): number {
  const { prefetch } = context.options;
  if (prefetch === 'auto')
    return stores === 'by-size' && loadsWhereItStreams(context) ? prefetchBesideStreams(context) : 0;
  return loadsAhead(context).length > 0 ? prefetch : 0;
}

/** Dims along which tiles are stored: the loops over them have no reductions. */
function storedDims(program: TileProgram): Set<string> {
  const dims = new Set<string>();
  for (const op of program.ops) {
    const type = op.op === 'store' ? program.types[op.args[0]] : undefined;
    if (type?.shape === 'tile') dims.add(type.dim);
  }
  return dims;
}

/**
 * The ragged end of a row. There is one under packet-local alone; the last vector of a loop that stores moves back only
 * where it is ragged, over rows of at least one vector.
 */
export function resolveTail(context: AccessSituation): Tail {
  const { program, options, mapping, width, memory } = context;
  const { tail } = options;
  if (tail === 'auto' || tail === 'peeled' || mapping === 'whole-program') return 'peeled';
  if (tail === 'masked') {
    if (!program.types.some((type) => type?.shape === 'tile')) return 'peeled';
    if (memory.materialize !== 'registers') return tail;
    return refuse(
      'tail',
      tail,
      "masks the vectors of loops over a row, and under materialize 'registers' there are none",
      "'peeled' or 'overlapping', or another materialize",
    );
  }
  if (!memory.contiguous) {
    refuse(
      'tail',
      tail,
      'reads snapshots at any element, and contiguous: false takes them lane by lane',
      "'peeled' or 'masked'",
    );
  }
  if (memory.materialize === 'output') {
    refuse(
      'tail',
      tail,
      "takes elements twice, and under materialize 'output' they are overwritten the first time",
      "'peeled' or 'masked', or another materialize",
    );
  }
  const isRagged = (extent: number) => extent % width !== 0;
  const ragged = [...storedDims(program)].filter((dim) => tileExtents(context, dim).some(isRagged));
  const short = ragged.find((dim) => tileExtent(context, dim) < width);
  if (short !== undefined) {
    refuse(
      'tail',
      tail,
      `takes rows of at least one vector, and ${short} is ${tileExtent(context, short)} at width ${width}`,
      "'peeled' or 'masked'",
    );
  }
  return ragged.length > 0 ? tail : 'peeled';
}
