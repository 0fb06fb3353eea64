// Symbols of a relocatable ELF64 object, little-endian: what kernel.asm.object is on Linux.

const sectionSymbols = 2; // SHT_SYMTAB

export interface ObjectSymbols {
  readonly defined: readonly string[];
  /** Wanted from elsewhere. */
  readonly undefined: readonly string[];
}

export function symbolsOf(object: Buffer): ObjectSymbols {
  if (object.toString('latin1', 0, 4) !== '\x7fELF') throw new Error('not an ELF object');
  const sections = Number(object.readBigUInt64LE(40));
  const header = (index: number) => {
    const at = sections + 64 * index;
    const field = (offset: number) => Number(object.readBigUInt64LE(at + offset));
    return {
      type: object.readUInt32LE(at + 4),
      offset: field(24),
      size: field(32),
      link: object.readUInt32LE(at + 40),
    };
  };
  const symbols = { defined: [] as string[], undefined: [] as string[] };
  for (let index = 0; index < object.readUInt16LE(60); ++index) {
    const { type, offset, size, link } = header(index);
    if (type !== sectionSymbols) continue;
    const strings = header(link).offset;
    for (let at = offset + 24; at < offset + size; at += 24) {
      const start = strings + object.readUInt32LE(at);
      const name = object.toString('latin1', start, object.indexOf(0, start));
      (object.readUInt16LE(at + 6) === 0 ? symbols.undefined : symbols.defined).push(name);
    }
  }
  return symbols;
}
