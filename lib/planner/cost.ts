// What a candidate costs: the work of its packets times a target policy, in microseconds by term.
//
// A task's time is the sum over its packets; a kernel's, that of its longest task and what starts it. Execution and
// memory overlap: the longer of both counts, and a share of the shorter.
import type { LoopWork, PacketWork } from './packet-work.js';
import type { Plan } from './plan.js';
import type { ByLevel, MemoryLevel, TargetPolicy } from './policy.js';
import type { ShapedProgram } from './shaped-program.js';
import { isStreamable } from './accesses.js';

/** Bytes of the caches that one core has the use of. */
export interface CacheSizes {
  readonly l1: number;
  readonly l2: number;
  readonly l3: number;
}

/** Microseconds of one launch, by what takes them. */
export interface CostTerms {
  /** Loads and stores of buffers and private memory, as far as their units are busy for longer than the others. */
  readonly accesses: number;
  /** The same of arithmetic, divisions among it, and of bringing instructions there at all. */
  readonly arithmetic: number;
  /** Latencies: chains of accumulations, lanes that are joined, row scalars. */
  readonly latency: number;
  /** Starting rows, packets, loops; ragged vectors; spilled registers. */
  readonly overhead: number;
  /** Bytes that caches and memory move, as far as it is not hidden. */
  readonly memory: number;
  /** Blocks, the launch itself, dispatch to other threads. */
  readonly launch: number;
}

export interface Cost extends CostTerms {
  /** The sum, in microseconds. */
  readonly total: number;
}

/** Bytes of a row that the memory costs are about. */
export interface RowBytes {
  readonly read: number;
  readonly written: number;
  /** Written by stores that can stream. */
  readonly streamable: number;
  /** Of what all rows share. */
  readonly shared: number;
}

/** Bytes per row of a shaped program's buffers. */
export function rowBytesOf(shaped: ShapedProgram, plan: Pick<Plan, 'width'>): RowBytes {
  let read = 0;
  let written = 0;
  let streamable = 0;
  let shared = 0;
  const seen = new Set<string>();
  shaped.program.ops.forEach((op, id) => {
    if (op.op !== 'load' && op.op !== 'store') return;
    const access = shaped.access(id);
    const type = shaped.program.types[op.op === 'store' ? op.args[0] : id];
    const key = `${op.op}/${access.param.name}/${access.offset}/${access.stride}`;
    if (seen.has(key)) return;
    seen.add(key);
    const extent = type?.shape === 'tile' ? shaped.extent(type.dim) : 1;
    const bytes = access.bytes * extent;
    if (op.op === 'store') {
      written += bytes;
      if (isStreamable(access, plan)) streamable += bytes;
    } else if (access.access === 'column' || access.access === 'gather' || access.access === 'group')
      shared += bytes;
    else read += bytes;
  });
  return { read, written, streamable, shared };
}

/** A working set leaves this share of a cache to everything else. */
const usable = 0.8;

export function levelOf(bytes: number, caches: CacheSizes): MemoryLevel {
  if (bytes <= usable * caches.l1) return 'l1';
  if (bytes <= usable * caches.l2) return 'l2';
  return bytes <= usable * caches.l3 ? 'l3' : 'memory';
}

/** Nanoseconds that a packet's instructions take, by term. */
export interface PacketTime {
  readonly accesses: number;
  readonly arithmetic: number;
  readonly latency: number;
  readonly overhead: number;
}

/** Times of one packet. */
export function packetTime(
  work: PacketWork,
  plan: Plan,
  { execution: e, exposed }: TargetPolicy,
): PacketTime {
  let accesses = 0;
  let arithmetic = 0;
  let latency = 0;
  let overhead = plan.mapping === 'packet-local' ? e.row : e.packet;
  for (const loop of work.loops) {
    let busy = 0;
    for (const unit of loop.units) {
      const { loads, stores } = unit;
      const loading =
        loads.contiguous * e.load +
        loads.masked * e.maskedLoad +
        loads.gathered * e.gather +
        (loads.broadcast + loads.scalar) * e.scalar +
        0.5 * unit.kept * e.load;
      const storing =
        (stores.contiguous + stores.streamed) * e.store +
        stores.masked * e.maskedStore +
        stores.gathered * e.scatter +
        stores.scalar * e.store +
        0.5 * unit.kept * e.store;
      const computing = Math.max(
        unit.arithmetic * e.arithmetic + unit.divisions * e.division,
        unit.instructions * e.issue,
      );
      const moving = Math.max(loading, storing);
      busy += unit.runs * Math.max(moving, computing);
      // The shorter of both hides behind the longer.
      if (moving > computing) accesses += unit.runs * moving;
      else arithmetic += unit.runs * computing;
      if (unit.ragged) overhead += unit.runs * e.ragged;
    }
    const chain = loop.chain * e.chain;
    if (chain > busy) latency += chain - busy;
    accesses += 0.5 * loop.waiting * (e.load + e.store);
    arithmetic += loop.joined * e.arithmetic;
    latency += exposed * loop.joins * e.join;
    overhead += loop.loops * e.loop + loop.spilled * (e.spill + e.load + e.store) * runsOf(loop);
  }
  latency += exposed * (work.scalars * e.scalarOp + work.scalarDivisions * e.scalarDivision);
  return { accesses, arithmetic, latency, overhead };
}

function runsOf({ units }: LoopWork): number {
  return units.reduce((most, { runs }) => Math.max(most, runs), 0);
}

/** What a launch looks like to the cost model. */
export interface Launch {
  readonly rows: number;
  /** Programs of a row: the inner extent of a grid, else 1. */
  readonly inner: number;
  readonly caches: CacheSizes;
}

/** What one packet costs, whatever the launch and its prefetches. */
export interface PacketCost {
  readonly time: PacketTime;
  /** Programs that a packet runs. */
  readonly programs: number;
  readonly privateBytes: number;
  /** Bytes of rows that all passes read, and bytes of private memory. */
  readonly readBytes: number;
  readonly keptBytes: number;
  /** Accesses that lie across two lines. */
  readonly splits: number;
}

export function packetCost(work: PacketWork, plan: Plan, policy: TargetPolicy): PacketCost {
  let readBytes = 0;
  let keptBytes = 0;
  for (const loop of work.loops) {
    readBytes += loop.readBytes;
    keptBytes += loop.keptBytes;
  }
  const { programs, privateBytes } = work;
  const splits = splitsOf(work, plan, policy);
  return { time: packetTime(work, plan, policy), programs, privateBytes, readBytes, keptBytes, splits };
}

/** Nanoseconds that memory needs for `rows` rows. */
function memoryTime(
  { programs, privateBytes, readBytes, keptBytes, splits }: PacketCost,
  bytes: RowBytes,
  plan: Plan,
  policy: TargetPolicy,
  { rows: outer, inner, caches }: Launch,
): number {
  const rows = outer * inner;
  const footprint = rows * (bytes.read + bytes.written) + bytes.shared;
  const far = levelOf(footprint, caches);
  const at = (costs: ByLevel, level: MemoryLevel) => costs[level];
  const ahead = plan.prefetch > 0 ? at(policy.prefetched, far) : 1;
  const streamed = plan.stores === 'streaming' ? bytes.streamable : 0;
  let time =
    bytes.read * at(policy.read, far) * ahead +
    (bytes.written - streamed) * at(policy.write, far) +
    streamed * policy.streamed;
  // What later passes read again is as near as a packet's rows and its private memory allow.
  const near = levelOf(programs * (bytes.read + bytes.written) + bytes.shared + privateBytes, caches);
  time += (at(policy.split, far) * splits) / programs;
  const again = Math.max(0, readBytes - bytes.read) + keptBytes + bytes.shared;
  if (near !== 'l1') time += again * at(policy.read, near);
  return rows * time;
}

const lineBytes = 64;

/**
 * Accesses that lie across two lines. Arrays and rows start anywhere, so it is a matter of how large an access is; one
 * that is not aligned to its elements there is not.
 */
function splitsOf(work: PacketWork, { width, mapping }: Plan, { lanes }: TargetPolicy): number {
  const elementBytes = 4;
  const bytes = elementBytes * (mapping === 'packet-local' ? Math.min(width, lanes) : 4);
  let accesses = 0;
  for (const { units } of work.loops)
    for (const { runs, loads, stores } of units)
      accesses += runs * (loads.contiguous + loads.masked + stores.contiguous + stores.masked);
  return (accesses * (bytes - elementBytes)) / lineBytes;
}

/** Packets of a launch that are full, and those that are not. A packet's programs are of one row of a grid. */
export function packetsOf(
  { mapping, width }: Plan,
  { rows, inner }: Pick<Launch, 'rows' | 'inner'>,
): { full: number; partial: number } {
  if (mapping === 'packet-local') return { full: rows * inner, partial: 0 };
  if (inner === 1) return { full: Math.floor(rows / width), partial: rows % width > 0 ? 1 : 0 };
  return { full: rows * Math.floor(inner / width), partial: inner % width > 0 ? rows : 0 };
}

/** Cost of a launch in microseconds. `tail`: the packet that is not full. */
export function costOf(
  packet: PacketCost,
  tail: PacketCost | undefined,
  bytes: RowBytes,
  plan: Plan,
  policy: TargetPolicy,
  launch: Launch,
): Cost {
  const { full, partial } = packetsOf(plan, launch);
  const each = packet.time;
  const last = partial > 0 ? tail?.time : undefined;
  const us = (term: keyof PacketTime) => (full * each[term] + partial * (last?.[term] ?? 0)) / 1000;
  const accesses = us('accesses');
  const arithmetic = us('arithmetic');
  const latency = us('latency');
  const overhead = us('overhead');
  const executing = accesses + arithmetic + latency + overhead;
  const moving = memoryTime(packet, bytes, plan, policy, launch) / 1000;
  const memory = Math.max(0, moving - executing) + policy.serialized * Math.min(moving, executing);
  const blocks = Math.ceil(((full + partial) * plan.width) / plan.blockWidth);
  const starting = (policy.execution.launch + blocks * policy.execution.block) / 1000;
  const total = executing + memory + starting;
  return { accesses, arithmetic, latency, overhead, memory, launch: starting, total };
}
