// Target policies: what a machine's accesses and arithmetic cost, as data. One is shipped per instruction set
// (policies/*.json); calibrate() measures this machine's. The planner reads nothing else about a machine's speed.
import v2 from './policies/x86-64-v2.json';
import v3 from './policies/x86-64-v3.json';
import v4 from './policies/x86-64-v4.json';
import neon from './policies/neon.json';
import instructions from './policies/instructions.json';
import { invalidType, invalidValue } from '../errors.js';
import type { AccessTarget } from './accesses.js';
import type { InstructionTable } from './unit-code.js';

/** Where data is: the nearest memory that holds a working set. */
export type MemoryLevel = 'l1' | 'l2' | 'l3' | 'memory';

/** Nanoseconds of one execution, where nothing else is in the way. */
export interface ExecutionCosts {
  /** Whole vectors of neighbours, per register. */
  readonly load: number;
  readonly store: number;
  /** The same under a mask. */
  readonly maskedLoad: number;
  readonly maskedStore: number;
  /** A gather's or scatter's share of one instruction. */
  readonly gather: number;
  readonly scatter: number;
  /** Single elements and broadcasts. */
  readonly scalar: number;
  /** Any instruction on its way to the execution units. */
  readonly issue: number;
  /** Vector arithmetic. */
  readonly arithmetic: number;
  /** Division or square root of a register, beyond that. */
  readonly division: number;
  /** Latency of accumulating, of one halving of lanes, of a scalar op, of a scalar division. */
  readonly chain: number;
  readonly join: number;
  readonly scalarOp: number;
  readonly scalarDivision: number;
  /** Starting a loop; a ragged vector; a row (packet-local) and a packet (whole-program); a block; a launch. */
  readonly loop: number;
  readonly ragged: number;
  readonly row: number;
  readonly packet: number;
  readonly block: number;
  readonly launch: number;
  /** A register that waits on the stack, per use. */
  readonly spill: number;
}

export type ByLevel = Readonly<Record<MemoryLevel, number>>;

export interface TargetPolicy {
  /** Instruction set that it is for. */
  readonly name: 'x86-64-v2' | 'x86-64-v3' | 'x86-64-v4' | 'neon';
  readonly source: 'shipped' | 'calibrated';
  /** f32 lanes of a register, and how many registers. */
  readonly lanes: number;
  readonly vectorRegisters: 16 | 32;
  /** Elements that masked accesses exist for: of 32 bits, of every size. */
  readonly masks: 'none' | 'wide' | 'every';
  readonly execution: ExecutionCosts;
  /** Share of latencies that other work of the same row or the next ones does not hide, 0 to 1. */
  readonly exposed: number;
  /** Nanoseconds per byte. */
  readonly read: ByLevel;
  readonly write: ByLevel;
  /** Nanoseconds that an access takes more if it lies across two lines. */
  readonly split: ByLevel;
  /** Nanoseconds per byte of streaming stores, wherever the data is. */
  readonly streamed: number;
  /** What a prefetch makes of the time that reading takes. */
  readonly prefetched: ByLevel;
  /** What calibrate()'s probes took on the machine that the costs are of, in nanoseconds per unit; by name. */
  readonly probes: Readonly<Record<string, number>>;
  /** Share of the shorter of execution and memory time that adds to the longer, 0 to 1. */
  readonly serialized: number;
}

const shipped: Readonly<Record<TargetPolicy['name'], TargetPolicy>> = {
  'x86-64-v2': v2 as TargetPolicy,
  'x86-64-v3': v3 as TargetPolicy,
  'x86-64-v4': v4 as TargetPolicy,
  neon: neon as TargetPolicy,
};

/** The policy that is shipped for a target with so many lanes. */
export function shippedPolicy(lanes: number, isX86: boolean): TargetPolicy {
  if (!isX86) return shipped.neon;
  return shipped[lanes >= 16 ? 'x86-64-v4' : lanes >= 8 ? 'x86-64-v3' : 'x86-64-v2'];
}

const tables = instructions as Readonly<Record<string, InstructionTable>>;

/** Instructions per op under a policy's instruction set; NEON's are those of x86-64-v3, whose ops it has. */
export function instructionTable({ name }: TargetPolicy): InstructionTable {
  return tables[name] ?? tables['x86-64-v3'];
}

export function accessTarget({ lanes, masks }: TargetPolicy): AccessTarget {
  return { registerBytes: 4 * lanes, masks };
}

const costOf = (group: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(group, key) ? group[key] : undefined;

/** Problem of a value as a policy: the number that is missing or no cost; undefined if it is one. */
export function policyProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'it is no object';
  const given = value as Readonly<Record<string, unknown>>;
  if (typeof given.name !== 'string' || !Object.hasOwn(shipped, given.name))
    return `name is none of ${Object.keys(shipped).join(', ')}`;
  const model = shipped[given.name as TargetPolicy['name']];
  for (const key of ['lanes', 'vectorRegisters', 'masks'] as const)
    if (given[key] !== model[key]) return `${key} is not ${model[key]}, as ${model.name} has it`;
  if (given.source !== 'shipped' && given.source !== 'calibrated')
    return 'source is neither shipped nor calibrated';
  const isCost = (cost: unknown) => typeof cost === 'number' && Number.isFinite(cost) && cost >= 0;
  for (const group of ['execution', 'read', 'write', 'split', 'prefetched'] as const) {
    const costs = given[group];
    if (typeof costs !== 'object' || costs === null) return `${group} is missing`;
    for (const key of Object.keys(model[group]))
      if (!isCost(costOf(costs as Readonly<Record<string, unknown>>, key)))
        return `${group}.${key} is no cost`;
  }
  for (const key of ['exposed', 'serialized', 'streamed'] as const)
    if (!isCost(given[key])) return `${key} is no cost`;
  if (typeof given.probes !== 'object' || given.probes === null || !Object.values(given.probes).every(isCost))
    return 'probes are no costs';
  return undefined;
}

/** Throws ERR_INVALID_ARG_TYPE or ERR_INVALID_ARG_VALUE unless `value` is a complete policy. */
export function expectPolicy(value: unknown, argument: string): asserts value is TargetPolicy {
  const problem = policyProblem(value);
  if (problem === undefined) return;
  if (typeof value !== 'object' || value === null) throw invalidType(argument, 'a target policy', value);
  throw invalidValue(argument, `a complete target policy (${problem})`, value);
}
