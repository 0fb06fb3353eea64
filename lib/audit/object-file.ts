// What a captured object says of itself, read from its bytes: sections of code, imports, exported functions.

export interface ObjectFacts {
  readonly code: ReadonlyMap<string, Buffer>;
  readonly imports: readonly string[];
  readonly exports: ReadonlySet<string>;
}

/** Undefined if the bytes are no ELF64 object. */
export function readObject(bytes: Buffer): ObjectFacts | undefined {
  if (bytes.length < 64 || bytes.readUInt32BE(0) !== 0x7f454c46) return undefined;
  const table = Number(bytes.readBigUInt64LE(0x28));
  const count = bytes.readUInt16LE(0x3c);
  const word = (section: number, at: number) => bytes.readUInt32LE(table + 64 * section + at);
  const long = (section: number, at: number) => Number(bytes.readBigUInt64LE(table + 64 * section + at));
  const contentOf = (section: number) =>
    bytes.subarray(long(section, 24), long(section, 24) + long(section, 32));
  const stringIn = (strings: Buffer, at: number) => strings.toString('latin1', at, strings.indexOf(0, at));
  const names = contentOf(bytes.readUInt16LE(0x3e));
  const code = new Map<string, Buffer>();
  const imports = new Set<string>();
  const exports = new Set<string>();
  for (let section = 0; section < count; ++section) {
    const isCode = (long(section, 8) & 4) !== 0;
    if (isCode && long(section, 32) > 0) code.set(stringIn(names, word(section, 0)), contentOf(section));
    if (word(section, 4) !== 2) continue;
    const symbols = contentOf(section);
    const strings = contentOf(word(section, 40));
    for (let at = 24; at < symbols.length; at += 24) {
      const name = stringIn(strings, symbols.readUInt32LE(at));
      if (symbols.readUInt16LE(at + 6) === 0) imports.add(name);
      else if (symbols[at + 4] >> 4 === 1) exports.add(name);
    }
  }
  return { code, imports: [...imports].sort(), exports };
}
