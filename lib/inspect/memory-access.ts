// What one instruction does to memory, told from its text: vectors by how their elements lie, and the stack apart.
//
// - contiguous: neighbouring elements, all of them
// - masked: neighbouring elements, of which a mask may leave some out
// - gathered: elements at addresses of their own (gather, scatter, single lanes of a vector)
// - streamed: past the cache (non-temporal)
// - broadcast: one element for all lanes
// - scalar: one element
import type { Architecture } from '../runtime/kernel.js';
import type { Instruction } from './assembly.js';

export type AccessClass = 'contiguous' | 'masked' | 'gathered' | 'streamed' | 'broadcast' | 'scalar';

export interface MemoryAccess {
  readonly direction: 'load' | 'store';
  readonly class: AccessClass;
  readonly bytes: number;
  readonly onStack: boolean;
  /** Whether the elements are in vector registers, or go there. */
  readonly vector: boolean;
}

const x86Bytes: Readonly<Record<string, number>> = {
  byte: 1,
  word: 2,
  dword: 4,
  qword: 8,
  xmmword: 16,
  ymmword: 32,
  zmmword: 64,
};
const x86Memory = /^(?:(byte|word|dword|qword|xmmword|ymmword|zmmword) ptr )?(?:[c-g]s:)?\[(.*)\]/;
const x86Vector = /\b[xyz]mm\d+/;
/** They name an address or hint at one, and move nothing. */
const x86NoAccess = /^(?:lea|nop|prefetch)/;
/** Their first operand is read, not written. */
const x86FirstIsRead = /^(?:v?u?comis|cmp|test|push|call|jmp|v?ptest|bt$)/;

function x86Access({ mnemonic, operands }: Instruction): MemoryAccess | undefined {
  if (x86NoAccess.test(mnemonic)) return undefined;
  const at = operands.findIndex((operand) => x86Memory.test(operand));
  if (at < 0) return undefined;
  const [, size, address] = x86Memory.exec(operands[at]) as RegExpExecArray;
  if (address.startsWith('rip')) return undefined; // a constant of the module
  const direction = at === 0 && !x86FirstIsRead.test(mnemonic) ? 'store' : 'load';
  const gathers = /^vp?(?:gather|scatter)/.test(mnemonic);
  const vector = operands.some((operand) => x86Vector.test(operand));
  const masked = operands.some((operand) => /\{k[1-7]\}/.test(operand)) || /^vp?maskmov/.test(mnemonic);
  const broadcast = /^v?p?broadcast|^vmovddup/.test(mnemonic) || operands.some((o) => o.includes('{1to'));
  const scalar = !vector || /(?:ss|sh|sd)$|^v?mov[dw]$/.test(mnemonic.replace(/^vmovsd$/, ''));
  let kind: AccessClass = 'contiguous';
  if (gathers || /^v?p?(?:insert|extract)[bwdqp]|^v?p(?:insr|extr)[bwdq]/.test(mnemonic)) kind = 'gathered';
  else if (/^v?movnt/.test(mnemonic)) kind = 'streamed';
  else if (broadcast) kind = 'broadcast';
  else if (masked) kind = scalar ? 'scalar' : 'masked';
  else if (scalar) kind = 'scalar';
  const bytes = size === undefined ? 0 : x86Bytes[size];
  return { direction, class: kind, bytes, onStack: /\brsp\b/.test(address), vector };
}

const armRegisterBytes: Readonly<Record<string, number>> = { b: 1, h: 2, s: 4, d: 8, q: 16, w: 4, x: 8 };

function armAccess({ mnemonic, operands, symbol }: Instruction): MemoryAccess | undefined {
  const address = operands.find((operand) => operand.startsWith('['));
  if (address === undefined || !/^(?:ld|st)/.test(mnemonic)) return undefined;
  if (symbol !== undefined) return undefined; // a constant of the module
  const direction = mnemonic.startsWith('ld') ? 'load' : 'store';
  const onStack = /^\[sp\b/.test(address);
  const list = operands[0].startsWith('{');
  if (list) {
    const lane = /\}\s*\[\d+\]/.test(operands[0]);
    const one = /^ld\dr$/.test(mnemonic) ? 'broadcast' : lane ? 'gathered' : 'contiguous';
    const [, lanes, element] = /\.(\d*)([bhsd])/.exec(operands[0]) ?? [];
    const perVector = one === 'contiguous' ? Number(lanes) : 1;
    const bytes = operands[0].split(',').length * perVector * (armRegisterBytes[element] ?? 0);
    return { direction, class: one, bytes, onStack, vector: true };
  }
  const register = operands[0].charAt(0);
  const pair = /^(?:ldp|stp|ldnp|stnp)/.test(mnemonic);
  const bytes = (armRegisterBytes[register] ?? 0) * (pair ? 2 : 1);
  const vector = 'bhsdq'.includes(register);
  const streamed = mnemonic === 'stnp' || mnemonic === 'ldnp';
  const wide = register === 'q' || (register === 'd' && vector);
  return {
    direction,
    class: streamed ? 'streamed' : vector && wide ? 'contiguous' : 'scalar',
    bytes,
    onStack,
    vector,
  };
}

/** The access that an instruction makes; undefined if it makes none. Reads of the module's constants are none. */
export function memoryAccess(instruction: Instruction, architecture: Architecture): MemoryAccess | undefined {
  return architecture === 'x86-64' ? x86Access(instruction) : armAccess(instruction);
}

/** Whether the instruction may go elsewhere than to the next one, but for calls and returns. */
export function isBranch({ mnemonic }: Instruction, architecture: Architecture): boolean {
  return architecture === 'x86-64'
    ? mnemonic.startsWith('j')
    : /^(?:b|b\.\w+|br|cbn?z|tbn?z)$/.test(mnemonic);
}

export function isCall({ mnemonic }: Instruction, architecture: Architecture): boolean {
  return architecture === 'x86-64' ? mnemonic === 'call' : mnemonic === 'bl' || mnemonic === 'blr';
}
