// What executed instructions are for. Each has one class, by what it does and, where it moves data, by which memory its
// address lay in when it was first executed; docs/study.md names the classes. x86-64 alone, like the trace.
import type { Instruction } from '../inspect/assembly.js';
import { parseAssembly } from '../inspect/assembly.js';
import { isBranch, isCall } from '../inspect/memory-access.js';
import type { ReplayTrace } from './replay.js';
import type { ClassCounts } from './schema.js';

type ClassName = keyof ClassCounts;
type Memory = 'buffer' | 'workspace' | 'stack' | 'elsewhere';

const registerNames = ['ax', 'cx', 'dx', 'bx', 'sp', 'bp', 'si', 'di'];

/** Value of a 64-bit general register by its name in Intel's syntax. */
function valueOf(name: string, registers: readonly string[]): bigint | undefined {
  const number = /^r(\d+)$/.exec(name)?.[1];
  const index = number === undefined ? registerNames.indexOf(name.slice(1)) : Number(number);
  return name.startsWith('r') && index >= 0 && index < 16 ? BigInt(registers[index]) : undefined;
}

/** The address in a memory operand, as far as general registers decide it: a gather's is its base. */
function addressOf(operand: string, registers: readonly string[]): bigint | undefined {
  const inside = /\[(.*)\]/.exec(operand)?.[1];
  if (inside === undefined || /\brip\b/.test(inside)) return undefined;
  let address = 0n;
  for (const [, sign, term] of inside.replaceAll(' ', '').matchAll(/([+-]?)([^+-]+)/g)) {
    const factors = term.split('*');
    const factor = factors.reduce((product, part) => {
      const isNumber = /^(?:0x[0-9a-f]+|\d+)$/.test(part);
      return product * (isNumber ? BigInt(part) : (valueOf(part, registers) ?? 0n));
    }, 1n);
    address += sign === '-' ? -factor : factor;
  }
  return BigInt.asUintN(64, address);
}

/** How far from the stack pointer a frame may reach. */
const stackReach = 1n << 20n;

function memoryOf(
  operand: string,
  registers: readonly string[],
  { buffers, workspace }: ReplayTrace,
  workspaceBytes: number,
): Memory {
  const address = addressOf(operand, registers);
  if (address === undefined) return 'elsewhere';
  const isIn = (start: string, bytes: number) =>
    address >= BigInt(start) - 64n && address < BigInt(start) + BigInt(bytes) + 64n;
  if (buffers.some(({ start, bytes }) => isIn(start, bytes))) return 'buffer';
  if (workspaceBytes > 0 && isIn(workspace, workspaceBytes)) return 'workspace';
  const stack = BigInt(registers[4]);
  return address > stack - stackReach && address < stack + stackReach ? 'stack' : 'elsewhere';
}

const isVector = ({ mnemonic, operands }: Instruction) =>
  /^v|^k/.test(mnemonic) || operands.some((operand) => /\b[xyz]mm\d/.test(operand));
const moves =
  /^v?(?:mov(?:[au]p[sd]|dq[au](?:8|16|32|64)?|nt(?:ps|dq|pd)|ss|sd|d|q|lps|hps)|maskmovps|pmaskmovd|gather\w*|pgather\w*|scatter\w*|pscatter\w*)$/;
const broadcasts = /^v?p?broadcast/;
const masks = /^k|^vpcmp|^vpmov[bwdq]2m|^vpmovm2|^vptestn?m|^vcmpp?s?/;
const shuffles =
  /^v?(?:p?perm|p?shuf|p?unpck|p?blend|p?alignr?|extract|insert|pextr|pinsr|movs[hl]dup|movddup|movhlps|movlhps|zero|pslldq|psrldq|compress|expand)/;
const controls = /^(?:cmp|test|ret|jmp|nop|endbr64|vzeroupper)/;

/** What the kernel has on its stack. */
interface Frame {
  readonly hasSnapshot: boolean;
  readonly hasSpills: boolean;
}

/** A vector move to or from the stack: with both, a slot at a fixed distance is the register allocator's. */
function stackClass(operand: string, { hasSnapshot, hasSpills }: Frame): ClassName {
  if (hasSnapshot && hasSpills)
    return /\[rsp(?: [+-] (?:0x)?[0-9a-f]+)?\]/.test(operand) ? 'spill' : 'snapshot';
  return hasSnapshot ? 'snapshot' : 'spill';
}

function moveClass(operand: string, memory: Memory, frame: Frame): ClassName {
  switch (memory) {
    case 'buffer':
      return 'buffer';
    case 'workspace':
      return 'snapshot';
    case 'stack':
      return stackClass(operand, frame);
    case 'elsewhere':
      return 'address'; // constants, the launch record
  }
}

function classOf(instruction: Instruction, memoryAt: (operand: string) => Memory, frame: Frame): ClassName {
  const { mnemonic, operands } = instruction;
  const memoryOperand = operands.find((operand) => operand.includes('['));
  if (isCall(instruction, 'x86-64') || isBranch(instruction, 'x86-64') || controls.test(mnemonic))
    return 'control';
  if (/^(?:push|pop)$/.test(mnemonic)) return 'stack';
  if (!isVector(instruction)) {
    if (/^prefetch/.test(mnemonic)) return 'buffer';
    if (memoryOperand === undefined || mnemonic === 'lea') return 'address';
    const memory = memoryAt(memoryOperand);
    return memory === 'stack' ? 'stack' : memory === 'buffer' ? 'buffer' : 'address';
  }
  if (moves.test(mnemonic) || (broadcasts.test(mnemonic) && memoryOperand !== undefined))
    return memoryOperand === undefined ? 'shuffle' : moveClass(memoryOperand, memoryAt(memoryOperand), frame);
  if (masks.test(mnemonic)) return 'mask';
  return shuffles.test(mnemonic) || broadcasts.test(mnemonic) ? 'shuffle' : 'math';
}

const none = (): ClassCounts => ({
  ...{ buffer: 0, snapshot: 0, spill: 0, stack: 0, math: 0 },
  ...{ mask: 0, shuffle: 0, address: 0, control: 0, outside: 0 },
});

/** Counts by class. `assembly` is that of the traced object. */
export function classify(
  trace: ReplayTrace,
  assembly: string,
  frame: Frame,
  workspaceBytes: number,
): ClassCounts {
  const instructions = new Map<string, Instruction>();
  for (const { section, instructions: own } of parseAssembly(assembly))
    for (const instruction of own) instructions.set(`${section}+${instruction.offset}`, instruction);
  const counts = none();
  for (const [section, offset, count, registers] of trace.places) {
    const instruction = instructions.get(`${section}+${offset}`);
    if (instruction === undefined) throw new Error(`${section}+${offset}: no instruction of the disassembly`);
    const memoryAt = (operand: string) => memoryOf(operand, registers, trace, workspaceBytes);
    counts[classOf(instruction, memoryAt, frame)] += count;
  }
  counts.outside = trace.outside;
  return counts;
}
