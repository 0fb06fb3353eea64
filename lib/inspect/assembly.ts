// Instructions of a kernel's object, from its disassembly. The disassembly is of the very bytes that were linked, so
// what is counted here is what runs.

export interface Instruction {
  /** Bytes from the start of the section. */
  readonly offset: number;
  readonly mnemonic: string;
  /** In the order of the assembler's syntax (Intel's for x86-64). */
  readonly operands: readonly string[];
  /** Symbol or section that a relocation names. */
  readonly symbol?: string;
}

export interface FunctionCode {
  readonly name: string;
  readonly section: string;
  readonly instructions: readonly Instruction[];
}

/** Splits at commas outside of brackets and braces: `{ v0.4s, v1.4s }, [x0]` are two operands. */
function splitOperands(text: string): string[] {
  const operands: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; ++i) {
    const c = text.charAt(i);
    if (c === '[' || c === '{') ++depth;
    else if (c === ']' || c === '}') --depth;
    else if (c === ',' && depth === 0) {
      operands.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = text.slice(start).trim();
  if (last !== '') operands.push(last);
  return operands;
}

/** A relocation's comment begins with a tab; AArch64 writes immediates with the same sign. */
const line = /^\s*([0-9a-f]+):\s*(\S+)\s*(.*?)(?:\t# (\S+).*)?$/;

/** Reads `kernel.asm.assembly`. */
export function parseAssembly(text: string): FunctionCode[] {
  const functions: { name: string; section: string; instructions: Instruction[] }[] = [];
  let section = '';
  for (const row of text.split('\n')) {
    if (row.startsWith('.section ')) section = row.slice('.section '.length).trim();
    else if (/^\S.*:$/.test(row)) functions.push({ name: row.slice(0, -1), section, instructions: [] });
    else {
      const match = line.exec(row);
      const current = functions.at(-1);
      if (match === null || current === undefined) continue;
      const [, offset, mnemonic, operands, symbol] = match;
      current.instructions.push({
        offset: parseInt(offset, 16),
        mnemonic,
        operands: splitOperands(operands),
        ...(symbol === undefined ? {} : { symbol }),
      });
    }
  }
  return functions;
}
