// Which registers hold addresses on the stack, instruction by instruction. Loops over private memory step a pointer of
// their own, so the stack pointer's name alone does not tell an access of a snapshot from one of a buffer.
//
// Forward data flow over basic blocks: a register is on the stack once it was made of another that is, and no longer
// once it was made of something else. Where paths join, being on the stack on one of them is enough: no instruction is
// shared by private memory and buffers.
import type { Architecture } from '../runtime/kernel.js';
import type { Instruction } from './assembly.js';
import { blocksOf, branchTarget } from './cold-blocks.js';
import { isCall } from './memory-access.js';

/** The 64-bit name of a general x86 register: eax, ax, r8d are parts of one. */
function x86Register(text: string): string | undefined {
  const match = /^(?:[re]?(ax|bx|cx|dx|si|di|bp|sp)|r(\d+)[dwb]?)$/.exec(text);
  if (match === null) return undefined;
  return match[1] === undefined ? `r${match[2]}` : `r${match[1]}`;
}

const callerSaved = ['rax', 'rcx', 'rdx', 'rsi', 'rdi', 'r8', 'r9', 'r10', 'r11'];

/** Registers in an address, scaled indices apart: an index is no address. */
function basesOf(address: string): string[] {
  return [...address.matchAll(/(?<![\w*])(r[a-z0-9]+)(?!\w*\*)/g)].flatMap(([, name]) => {
    const register = x86Register(name);
    return register === undefined ? [] : [register];
  });
}

/** What an instruction does to the set of registers that are on the stack. */
function step(instruction: Instruction, onStack: Set<string>): void {
  const { mnemonic, operands } = instruction;
  if (isCall(instruction, 'x86-64')) {
    for (const register of callerSaved) onStack.delete(register);
    return;
  }
  const to = x86Register(operands[0] ?? '');
  if (to === undefined || to === 'rsp' || /^(?:cmp|test|push|j)/.test(mnemonic)) return;
  if (mnemonic === 'lea') {
    if (basesOf(operands[1]).some((register) => onStack.has(register))) onStack.add(to);
    else onStack.delete(to);
    return;
  }
  const from = x86Register(operands[1] ?? '');
  if (mnemonic === 'mov') {
    if (from !== undefined && onStack.has(from)) onStack.add(to);
    else onStack.delete(to);
    return;
  }
  if (/^cmov/.test(mnemonic)) {
    if (from !== undefined && onStack.has(from)) onStack.add(to);
    return;
  }
  if (/^(?:add|sub|and|or|inc|dec)$/.test(mnemonic)) {
    if (mnemonic === 'add' && from !== undefined && onStack.has(from)) onStack.add(to);
    return;
  }
  if (!/^v/.test(mnemonic)) onStack.delete(to);
}

/** Instructions whose memory operand lies on the stack. */
export function stackAccesses(
  instructions: readonly Instruction[],
  architecture: Architecture,
): ReadonlySet<Instruction> {
  const result = new Set<Instruction>();
  if (architecture !== 'x86-64') return result;
  const blocks = blocksOf(instructions, architecture);
  const at = new Map(blocks.map((block, number) => [block[0]?.offset, number]));
  const entering: (Set<string> | undefined)[] = blocks.map(() => undefined);
  entering[0] = new Set(['rsp']);
  const pending = [0];
  const enter = (number: number | undefined, registers: ReadonlySet<string>) => {
    if (number === undefined || number >= blocks.length) return;
    const known = entering[number];
    if (known === undefined) entering[number] = new Set(registers);
    else {
      const before = known.size;
      for (const register of registers) known.add(register);
      if (known.size === before) return;
    }
    pending.push(number);
  };
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    const registers = new Set(entering[number]);
    for (const instruction of blocks[number]) {
      const address = instruction.operands.map((operand) => /\[(.*)\]/.exec(operand)?.[1]).find(Boolean);
      if (address !== undefined && basesOf(address).some((register) => registers.has(register)))
        result.add(instruction);
      step(instruction, registers);
    }
    const last = blocks[number].at(-1);
    if (last === undefined) continue;
    const target = branchTarget(last);
    if (last.mnemonic.startsWith('j') && target !== undefined) enter(at.get(target), registers);
    if (last.mnemonic !== 'jmp' && !last.mnemonic.startsWith('ret')) enter(number + 1, registers);
  }
  return result;
}
