// Basic blocks that hardly ever run: those that call a cold function. What such a call does not preserve is saved and
// restored around it, and that costs the ordinary path nothing.
import type { Architecture } from '../runtime/kernel.js';
import type { Instruction } from './assembly.js';
import { isBranch, isCall } from './memory-access.js';

/** Functions that rows or vectors come to only in need, and the section that they stand in. */
export const coldName = /\.(?:rescue|large_angle\w*)$|^\.text\.unlikely\./;

/** Where a branch goes, as an offset in its section; undefined for a computed address. */
export function branchTarget({ operands }: Instruction): number | undefined {
  const match = /^#?0x([0-9a-f]+)$/.exec(operands.at(-1) ?? '');
  return match === null ? undefined : parseInt(match[1], 16);
}

/** The instructions of a function, basic block by basic block. */
export function blocksOf(instructions: readonly Instruction[], architecture: Architecture): Instruction[][] {
  const branches = instructions.filter((instruction) => isBranch(instruction, architecture));
  const targets = new Set(branches.map(branchTarget));
  const blocks: Instruction[][] = [];
  let open = false;
  for (const instruction of instructions) {
    if (!open || targets.has(instruction.offset)) blocks.push([]);
    (blocks.at(-1) as Instruction[]).push(instruction);
    open = !isBranch(instruction, architecture) && !instruction.mnemonic.startsWith('ret');
  }
  return blocks;
}

/** The instructions outside of cold blocks. */
export function hotInstructions(
  instructions: readonly Instruction[],
  architecture: Architecture,
): Instruction[] {
  const isCold = (block: readonly Instruction[]) =>
    block.some((instruction) => isCall(instruction, architecture) && coldName.test(instruction.symbol ?? ''));
  return blocksOf(instructions, architecture)
    .filter((block) => !isCold(block))
    .flat();
}
