// What the loads and stores of a unit come to as instructions, by class. Nothing here knows an operator: the class
// follows from the slice, the mapping, the bound of the unit and what the target has for it.
//
// The rules are those by which the generator's masked accesses leave LLVM; `npm run check:features` compares them with
// the objects of every candidate.
import { evaluateAffine } from '../ir/affine.js';
import { dtypes } from '../ir/dtype.js';
import { extentOf, type Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import { isBuffer, one, type BufferParam, type LoadOp, type StoreOp } from '../ir/types.js';
import type { Plan } from './plan.js';
import type { ElementLoop } from './schedule.js';
import { columnsPerBlock, type Bound, type Segment } from './segments.js';

/** Vector accesses by class, and single elements. */
export interface AccessCounts {
  contiguous: number;
  masked: number;
  gathered: number;
  streamed: number;
  broadcast: number;
  scalar: number;
}

export const noAccesses = (): AccessCounts => ({
  contiguous: 0,
  masked: 0,
  gathered: 0,
  streamed: 0,
  broadcast: 0,
  scalar: 0,
});

/** What the classes depend on beside the op. */
export interface AccessTarget {
  /** Bytes of the widest register. */
  readonly registerBytes: number;
  /** Masked vectors of 32-bit elements, and of smaller ones. */
  readonly masks: 'none' | 'wide' | 'every';
}

/** A load or store of a tile, with its place resolved. */
export interface Access {
  readonly param: BufferParam;
  readonly access: 'row' | 'column' | 'group' | 'gather';
  readonly bytes: number;
  /** Elements of memory from one element of the tile to the next. */
  readonly distance: number;
  readonly stride: number;
  readonly offset: number;
  /** Whether neighbouring programs are neighbours in memory. */
  readonly lanesAreNeighbours: boolean;
  readonly isTile: boolean;
}

/** Slices up to this stride move as the vectors of neighbours that they interleave in. */
const mostInterleaved = 4;
/** Rows of this many columns are moved a line at a time under the widest packets. */
const stagedExtent = 1024;
const lineBytes = 64;
const leastStreamedBytes = 16;

/** Resolves an access of a program at given extents. */
export function accessOf(
  program: TileProgram,
  extents: Extents,
  flat: boolean,
  op: LoadOp | StoreOp,
  isTile: boolean,
): Access {
  const param = program.params.find(({ name }) => name === op.param) as BufferParam;
  if (!isBuffer(param)) throw new Error(`${op.param} is no buffer`);
  const access = param.kind === 'input' ? param.access : 'row';
  const inner = program.grid === undefined || access === 'column' ? 1 : extentOf(program.grid, extents);
  const stride = op.slice?.stride ?? 1;
  const offset =
    op.slice === undefined ? 0 : evaluateAffine(op.slice.offset, (dim) => extentOf(dim, extents));
  return {
    param,
    access,
    bytes: dtypes[param.dtype].bytes,
    distance: stride * inner,
    stride,
    offset,
    lanesAreNeighbours: access === 'row' && (program.grid !== undefined || flat),
    isTile: isTile && param.dim !== one,
  };
}

/** Whether a store writes vectors of neighbours that are large enough to stream. */
export function isStreamable(access: Access, { width }: Pick<Plan, 'width'>): boolean {
  return access.isTile && access.distance === 1 && width * access.bytes >= leastStreamedBytes;
}

/** Registers that W elements take once they are converted to f32. */
function registersOf(plan: Plan, target: AccessTarget): number {
  return Math.max(1, (4 * plan.width) / target.registerBytes);
}

function hasMasks(bytes: number, { masks }: AccessTarget): boolean {
  return masks === 'every' || (masks === 'wide' && bytes >= 4);
}

/** What counts accesses: how many of a class. */
type Add = (kind: keyof AccessCounts, count: number) => void;

/**
 * Accesses of one vector of neighbours, of which `valid` exist. `known`: the code knows which; else it masks.
 * `narrows`: a store that narrows its elements itself, which it does for whole vectors alone.
 */
function neighbours(
  plan: Plan,
  target: AccessTarget,
  bytes: number,
  valid: number,
  known: boolean,
  add: Add,
  narrows = false,
): void {
  const registers = registersOf(plan, target);
  const lanes = plan.width / registers;
  if (!known) {
    const touched = Math.min(registers, Math.ceil(valid / lanes));
    if (hasMasks(bytes, target)) add('masked', touched);
    else add('gathered', Math.min(valid, plan.width));
    return;
  }
  add(lanes * bytes > 4 ? 'contiguous' : 'scalar', Math.floor(valid / lanes));
  const rest = valid % lanes;
  if (rest === 1 && !narrows) add('scalar', 1);
  else if (rest > 0) {
    if (hasMasks(bytes, target)) add('masked', 1);
    else add('gathered', rest);
  }
}

/** The accesses of one unit of a loop. */
export interface UnitAccesses {
  readonly loads: AccessCounts;
  readonly stores: AccessCounts;
}

export interface UnitContext {
  readonly plan: Plan;
  readonly target: AccessTarget;
  /** Whether the packet is known to be full (the clone). */
  readonly full: boolean;
  /** Extent of the loop. */
  readonly extent: number;
  readonly accessOf: (id: number) => Access;
  /** Elements of a row along a dim. */
  readonly rowExtent: (dim: string) => number;
  /** Whether private memory is in the workspace, and so no part of the stack. */
  readonly inWorkspace: boolean;
  /** Loads that a select of a condition can take along: they become masked. */
  readonly selected: ReadonlySet<number>;
  /** Loads whose value is there already, by place. */
  readonly known: Set<string>;
}

/** Whether the code knows which elements of a unit exist. */
function isKnown(bound: Bound, full: boolean): boolean {
  return full && (bound === 'full' || bound === 'ragged');
}

/** Loads and stores of one unit of a segment, the `copy`th of its copies. */
export function unitAccesses(
  context: UnitContext,
  loop: ElementLoop,
  loads: readonly number[],
  segment: Segment,
  copy: number,
): UnitAccesses {
  const unit = context.plan.mapping === 'packet-local' ? context.plan.width : columnsPerBlock;
  const element = segment.first === undefined ? undefined : segment.first + copy * unit;
  const counts = { loads: noAccesses(), stores: noAccesses() };
  if (context.plan.mapping === 'packet-local') packetUnit(context, loop, loads, segment, element, counts);
  else blockUnit(context, loop, loads, segment, copy, element, counts);
  return counts;
}

/** Whether a load is there already; remembers it where its address is known. */
function isThere({ known }: UnitContext, key: string | undefined): boolean {
  if (key === undefined) return false;
  if (known.has(key)) return true;
  known.add(key);
  return false;
}

function packetUnit(
  context: UnitContext,
  loop: ElementLoop,
  loads: readonly number[],
  segment: Segment,
  element: number | undefined,
  counts: UnitAccesses,
): void {
  const { plan, target, full, extent } = context;
  const { bound, valid } = segment;
  const add =
    (to: AccessCounts): Add =>
    (kind, count) => {
      to[kind] += count;
    };
  const load = add(counts.loads);
  const known = isKnown(bound, full) || (full && bound === 'owners');
  const groups = new Set<string>();
  for (const id of loads) {
    const access = context.accessOf(id);
    const { param, bytes, stride, offset, distance } = access;
    const where = `${access.access === 'column' ? 'column:' : ''}${param.name}/${stride}`;
    const isPlain = known && valid === plan.width && !context.selected.has(id);
    const prefix = isPlain ? '' : 'masked:';
    const at = element === undefined ? undefined : `${prefix}${where}/${offset}/${element}/${valid}/${bound}`;
    if (stride > 1 && stride <= mostInterleaved && distance === stride) {
      const start = Math.floor(offset / stride) * stride;
      const group = `${where}/${start}`;
      const whole = start + extent * stride <= rowLength(context, access);
      if (whole && groups.has(group)) continue;
      groups.add(group);
      if (
        isThere(
          context,
          element === undefined ? undefined : `${prefix}${group}/${element}/${whole ? '' : offset}`,
        )
      )
        continue;
      interleaved(context, access, valid, known, whole ? 1 : stride, load);
      continue;
    }
    const once = `${where}/${offset}`;
    if (groups.has(once)) continue;
    groups.add(once);
    if (isThere(context, at)) continue;
    if (distance !== 1) load('gathered', gathers(plan, target));
    else neighbours(plan, target, bytes, valid, known && !context.selected.has(id), load);
  }
  const store = add(counts.stores);
  if (context.inWorkspace) {
    load('contiguous', loop.reads.length * registersOf(plan, target));
    store('contiguous', loop.keeps.length * registersOf(plan, target));
  }
  if (plan.materialize === 'output') {
    for (let i = 0; i < loop.reads.length; ++i) neighbours(plan, target, 4, valid, known, load);
    for (let i = 0; i < loop.keeps.length; ++i) neighbours(plan, target, 4, valid, known, store);
  }
  const pending = new Map<string, number>();
  for (const id of loop.stores) {
    const access = context.accessOf(id);
    const { param, bytes, stride, offset, distance } = access;
    if (stride > 1 && stride <= mostInterleaved && distance === stride) {
      const start = `${param.name}/${Math.floor(offset / stride) * stride}`;
      const seen = (pending.get(start) ?? 0) + 1;
      pending.set(start, seen);
      if (seen === stride) interleaved(context, access, valid, known, 1, store);
      continue;
    }
    if (distance !== 1) store('gathered', gathers(plan, target));
    else storeNeighbours(context, loop, id, access, segment, known, bytes, store);
  }
  for (const [start, seen] of pending) {
    const stride = strideOf(context, loop, start);
    if (seen < stride) store('gathered', seen * gathers(plan, target));
  }
}

function strideOf(context: UnitContext, loop: ElementLoop, start: string): number {
  const id = loop.stores.find((store) => {
    const { param, stride, offset } = context.accessOf(store);
    return stride > 1 && `${param.name}/${Math.floor(offset / stride) * stride}` === start;
  }) as number;
  return context.accessOf(id).stride;
}

function storeNeighbours(
  context: UnitContext,
  loop: ElementLoop,
  id: number,
  access: Access,
  { bound, valid }: Segment,
  known: boolean,
  bytes: number,
  store: Add,
): void {
  const { plan, target, full } = context;
  const unrolled = plan.materialize === 'registers';
  const streams =
    plan.stores === 'streaming' &&
    isStreamable(access, plan) &&
    (unrolled ? bound === 'full' : bound === 'owners');
  const narrows = access.param.dtype === 'bf16' && hasMasks(bytes, target);
  if (!streams) {
    neighbours(plan, target, bytes, valid, known, store, narrows);
    return;
  }
  const streamable = loop.stores.filter((other) => isStreamable(context.accessOf(other), plan));
  // A conversion in front of the store is folded with it, and the hint is lost.
  const folds = full && !unrolled && streamable[0] === id && convertsToMemory(access.param.dtype, target);
  store(folds ? 'contiguous' : 'streamed', storedRegisters(plan, target, bytes));
  if (unrolled || !full || streamable[0] !== id) neighbours(plan, target, bytes, valid, known, store);
}

/** Whether the target has an instruction that converts to a storage type and stores. */
function convertsToMemory(dtype: string, { masks }: AccessTarget): boolean {
  return dtype === 'f16' || (masks === 'every' && dtype !== 'f32');
}

/** Registers that W elements take as they are stored. */
function storedRegisters({ width }: Plan, { registerBytes }: AccessTarget, bytes: number): number {
  return Math.max(1, (bytes * width) / registerBytes);
}

/** Vectors of slices that interleave: `stride` of them make the group. `share`: of so many elements one is ours. */
function interleaved(
  { plan, target }: UnitContext,
  { bytes, stride }: Access,
  valid: number,
  known: boolean,
  share: number,
  add: Add,
): void {
  for (let part = 0; part < stride; ++part) {
    const elements = Math.min(plan.width, Math.max(0, valid * stride - part * plan.width));
    if (elements === 0) continue;
    neighbours(plan, target, bytes, elements, known && share === 1, add);
  }
}

function rowLength(context: UnitContext, { param }: Access): number {
  return context.rowExtent(param.dim);
}

/**
 * Instructions of a gather or scatter of W elements at 64-bit addresses. Where a target has none, lanes are inserted and
 * extracted, but for the first of each 128 bits.
 */
export function gathers({ width }: Plan, { masks }: AccessTarget): number {
  if (masks !== 'every') return width - Math.ceil(width / 4);
  return width <= 4 ? 1 : 2;
}

function blockUnit(
  context: UnitContext,
  loop: ElementLoop,
  loads: readonly number[],
  segment: Segment,
  copy: number,
  element: number | undefined,
  counts: UnitAccesses,
): void {
  const { plan, target, full, extent } = context;
  const { valid } = segment;
  const isRagged = valid < columnsPerBlock;
  if (context.inWorkspace) {
    counts.loads.contiguous += valid * loop.reads.length * registersOf(plan, target);
    counts.stores.contiguous += valid * loop.keeps.length * registersOf(plan, target);
  }
  for (const id of loads) {
    const access = context.accessOf(id);
    const { param, access: by, bytes, stride, offset } = access;
    const { loads: to } = counts;
    const where = `${by === 'column' ? 'column:' : ''}${param.name}/${stride}`;
    const key = element === undefined ? undefined : `${where}/${offset}/${element}`;
    if (isThere(context, key)) continue;
    if (by === 'column') {
      if (bytes === 4 && target.masks !== 'none') to.broadcast += valid;
      else to.scalar += valid;
    } else if (access.lanesAreNeighbours) {
      for (let column = 0; column < valid; ++column)
        neighbours(plan, target, bytes, plan.width, full, (kind, count) => (to[kind] += count));
    } else if (stride > 1 || (isRagged && by !== 'row')) {
      // Lanes under a run-time mask are loaded one by one; those beyond 128 bits by a broadcast that is blended.
      const each = full || target.masks === 'every' ? gathers(plan, target) : 3 * registersOf(plan, target);
      to.gathered += valid * each;
    } else if (isRagged) to.scalar += valid;
    else if (isStaged(plan, extent, access)) {
      if (startsLine(segment, copy, bytes))
        to[extent % lineElements(bytes) === 0 ? 'contiguous' : 'masked'] += lineBytes / target.registerBytes;
    } else to.contiguous += plan.width;
  }
  for (const id of loop.stores) {
    const access = context.accessOf(id);
    const { bytes, stride } = access;
    const { stores: to } = counts;
    if (access.lanesAreNeighbours) {
      const streamable = isStreamable(access, plan) ? streamedShare(plan) : 0;
      const isFirst = loop.stores.find((other) => isStreamable(context.accessOf(other), plan)) === id;
      // A packet that is known to be full is aligned for the first output.
      const cached = full && isFirst ? 1 - streamable : 1;
      for (let column = 0; column < valid; ++column) {
        to.streamed += streamable * storedRegisters(plan, target, bytes);
        neighbours(plan, target, bytes, plan.width, full, (kind, count) => (to[kind] += cached * count));
      }
    } else if (stride > 1) to.gathered += valid * gathers(plan, target);
    else if (isRagged) to.scalar += valid;
    else if (isStaged(plan, extent, access)) {
      const blocksEnd = extent - (extent % columnsPerBlock);
      if (endsLine(segment, copy, bytes, blocksEnd))
        to[blocksEnd % lineElements(bytes) === 0 ? 'contiguous' : 'masked'] +=
          lineBytes / target.registerBytes;
    } else if (full) to.contiguous += plan.width;
    else if (hasMasks(bytes, target)) to.masked += plan.width;
    else to.gathered += columnsPerBlock * plan.width;
  }
}

/** In a kernel for every length: of the loops over packets, those that stream. One of the two, where it is by size. */
const streamedShare = ({ stores }: Plan) => (stores === 'streaming' ? 1 : stores === 'by-size' ? 0.5 : 0);

export const lineElements = (bytes: number) => lineBytes / bytes;

/** Low bits of a copy's first element that the code knows: it is `at` modulo `modulus`. */
function placeOf(
  { first, copies, iterations }: Segment,
  copy: number,
  bytes: number,
): { at: number; modulus: number } {
  const at = (first ?? 0) + copy * columnsPerBlock;
  const step = copies * columnsPerBlock;
  const line = lineElements(bytes);
  return { at, modulus: iterations === 1 ? line : Math.min(line, step & -step) };
}

/** Whether a block can be the first of a line: there its whole line is loaded. */
function startsLine(segment: Segment, copy: number, bytes: number): boolean {
  const { at, modulus } = placeOf(segment, copy, bytes);
  return at % modulus === 0;
}

/** Whether a block can be the last of a line, or of the row: there its whole line is stored. */
function endsLine(segment: Segment, copy: number, bytes: number, blocksEnd: number): boolean {
  const { at, modulus } = placeOf(segment, copy, bytes);
  const isLast = (block: number) => (block - columnsPerBlock - at) % modulus === 0;
  if (isLast(lineElements(bytes))) return true;
  if (blocksEnd % lineElements(bytes) === 0) return false;
  return segment.iterations === 1 ? at === blocksEnd - columnsPerBlock : isLast(blocksEnd);
}

export function isStaged({ width }: Plan, extent: number, { access, stride, offset }: Access): boolean {
  return width > 8 && extent >= stagedExtent && access === 'row' && stride === 1 && offset === 0;
}
