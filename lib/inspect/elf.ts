// What a relocatable ELF64 object, little-endian, says of itself: symbols and sections. kernel.asm.object is one on Linux.

const sectionSymbols = 2; // SHT_SYMTAB

export interface ObjectSymbols {
  readonly defined: readonly string[];
  /** Wanted from elsewhere. */
  readonly undefined: readonly string[];
}

export interface ObjectSection {
  readonly name: string;
  readonly isCode: boolean;
  readonly bytes: Buffer;
}

interface Header {
  readonly name: number;
  readonly type: number;
  readonly isCode: boolean;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
}

function headersOf(object: Buffer): Header[] {
  if (object.toString('latin1', 0, 4) !== '\x7fELF') throw new Error('not an ELF object');
  const table = Number(object.readBigUInt64LE(40));
  return Array.from({ length: object.readUInt16LE(60) }, (_, index) => {
    const at = table + 64 * index;
    const field = (offset: number) => Number(object.readBigUInt64LE(at + offset));
    return {
      name: object.readUInt32LE(at),
      type: object.readUInt32LE(at + 4),
      isCode: (field(8) & 4) !== 0, // SHF_EXECINSTR
      offset: field(24),
      size: field(32),
      link: object.readUInt32LE(at + 40),
    };
  });
}

function textAt(object: Buffer, start: number): string {
  return object.toString('latin1', start, object.indexOf(0, start));
}

export function symbolsOf(object: Buffer): ObjectSymbols {
  const headers = headersOf(object);
  const symbols = { defined: [] as string[], undefined: [] as string[] };
  for (const { type, offset, size, link } of headers) {
    if (type !== sectionSymbols) continue;
    const strings = headers[link].offset;
    for (let at = offset + 24; at < offset + size; at += 24) {
      const name = textAt(object, strings + object.readUInt32LE(at));
      (object.readUInt16LE(at + 6) === 0 ? symbols.undefined : symbols.defined).push(name);
    }
  }
  return symbols;
}

export function sectionsOf(object: Buffer): ObjectSection[] {
  const headers = headersOf(object);
  const names = headers[object.readUInt16LE(62)].offset;
  return headers.map(({ name, isCode, offset, size }) => ({
    name: textAt(object, names + name),
    isCode,
    bytes: object.subarray(offset, offset + size),
  }));
}
