// NumPy's .npy format, versions 1 to 3 (numpy.lib.format): a magic, the length of the header, the header, which is a
// Python dictionary, and the elements.
//
// Ours and not a package's: those of npm read whole files into memory and believe what a header says. This one reads
// the header alone and accepts no file that is shorter or longer than its shape.
import { badFile, elementsOf, type ArrayInfo } from './array-info.js';

/** Bytes that tell where the header ends: magic, version and length. */
export const npyPrefixBytes = 12;

const magic = Buffer.from('\x93NUMPY', 'latin1');
/** NumPy itself refuses longer ones unless it is told to trust the file. */
const longestHeader = 65536;

const types: Readonly<Record<string, readonly [ArrayInfo['dtype'], bytes: number]>> = {
  '<f4': ['f32', 4],
  '<f2': ['f16', 2],
  '<u2': ['bits16', 2],
  '|V2': ['bits16', 2],
  '<V2': ['bits16', 2],
  '|i1': ['i8', 1],
  '<i4': ['i32', 4],
};
const expectedTypes = 'float32 (<f4), float16 (<f2), 16 bits of bf16 (<u2, |V2), int8 (|i1) or int32 (<i4)';

/** Whether a file that begins with these bytes means to be a .npy file. */
export function isNpy(start: Buffer): boolean {
  return start.subarray(0, magic.length).equals(magic);
}

/** Bytes from the file's beginning to the elements, told by its first `npyPrefixBytes` bytes. */
export function npyHeaderEnd(path: string, prefix: Buffer): number {
  if (!isNpy(prefix) || prefix.length < 10)
    throw badFile(path, 'no .npy file (it lacks the magic)', 'a .npy file');
  const [major, minor] = [prefix[6], prefix[7]];
  if (!(major >= 1 && major <= 3 && minor === 0))
    throw badFile(path, `version ${major}.${minor} of .npy`, 'version 1.0, 2.0 or 3.0');
  const wide = major > 1;
  if (wide && prefix.length < 12) throw badFile(path, 'ends inside its header', 'a whole file');
  const length = wide ? prefix.readUInt32LE(8) : prefix.readUInt16LE(8);
  if (length > longestHeader)
    throw badFile(path, `a header of ${length} bytes`, `a header of at most ${longestHeader} bytes`);
  return (wide ? 12 : 10) + length;
}

/** Reads a header: the bytes from the file's beginning to `npyHeaderEnd`. */
export function parseNpy(path: string, header: Buffer, fileBytes: number): ArrayInfo {
  const begin = npyHeaderEnd(path, header.subarray(0, npyPrefixBytes));
  if (header.length < begin) throw badFile(path, 'ends inside its header', 'a whole file');
  const wide = header[6] > 1;
  const { descr, order, shape } = new HeaderParser(
    path,
    header.toString('latin1', wide ? 12 : 10, begin),
  ).parse();
  if (typeof descr !== 'string') throw badFile(path, 'records of several fields', expectedTypes);
  if (descr.startsWith('>')) {
    throw badFile(
      path,
      `big-endian elements (${descr})`,
      "little-endian ones: x.astype(x.dtype.newbyteorder('<'))",
    );
  }
  if (!Object.hasOwn(types, descr))
    throw badFile(path, `elements of type ${descr}, expected ${expectedTypes}`, expectedTypes);
  if (order) throw badFile(path, 'Fortran order (columns first)', 'C order: numpy.ascontiguousarray(x)');
  const [dtype, size] = types[descr];
  const elements = elementsOf(shape);
  const text = `(${shape.join(', ')})`;
  if (elements === undefined || !Number.isSafeInteger(elements * size))
    throw badFile(path, `shape ${text} is too large to be true`, 'a shape that the file can hold');
  const bytes = elements * size;
  const rest = fileBytes - begin;
  if (rest !== bytes) {
    const what = rest < bytes ? 'it is cut short' : 'something follows its elements';
    throw badFile(
      path,
      `${what}: shape ${text} of ${descr} is ${bytes} bytes, the file has ${rest}`,
      `${bytes} bytes`,
    );
  }
  return { dtype, shape, begin, bytes };
}

interface Header {
  /** Undefined for a list of fields. */
  readonly descr: string | undefined;
  readonly order: boolean;
  readonly shape: readonly number[];
}

type Value = string | boolean | readonly number[] | undefined;

/** The Python literals that NumPy writes, and no others: a dictionary of strings, booleans and tuples of integers. */
class HeaderParser {
  readonly #path: string;
  readonly #text: string;
  #at = 0;

  constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
  }

  parse(): Header {
    const entries = new Map<string, Value>();
    this.#expect(/\{/y);
    while (this.#match(/\}/y) === undefined) {
      const key = this.#string();
      this.#expect(/:/y);
      if (entries.has(key)) throw this.#bad(`the key '${key}' twice`);
      entries.set(key, this.#value());
      if (this.#match(/,/y) !== undefined) continue;
      this.#expect(/\}/y);
      break;
    }
    if (this.#match(/$/y) === undefined) throw this.#bad('more than one dictionary');
    const unknown = [...entries.keys()].filter((key) => !['descr', 'fortran_order', 'shape'].includes(key));
    if (unknown.length > 0 || entries.size !== 3) throw this.#bad(`keys ${[...entries.keys()].join(', ')}`);
    const [descr, order, shape] = ['descr', 'fortran_order', 'shape'].map((key) => entries.get(key));
    if (typeof order !== 'boolean') throw this.#bad('fortran_order that is neither True nor False');
    if (!Array.isArray(shape)) throw this.#bad('shape that is no tuple of integers');
    if (descr !== undefined && typeof descr !== 'string') throw this.#bad('descr that is no type');
    return { descr, order, shape: shape as number[] };
  }

  #value(): Value {
    if (/['"]/.test(this.#peek())) return this.#string();
    if (this.#match(/True\b/y) !== undefined) return true;
    if (this.#match(/False\b/y) !== undefined) return false;
    if (this.#match(/\[[^\]]*\](?:\s*\])?/y) !== undefined) return undefined; // fields of a record
    return this.#tuple();
  }

  #tuple(): readonly number[] {
    const numbers: number[] = [];
    this.#expect(/\(/y);
    let comma = true;
    while (this.#match(/\)/y) === undefined) {
      if (!comma) throw this.#bad('a tuple without commas');
      numbers.push(Number(this.#expect(/\d{1,20}(?:L)?/y).replace('L', ''))); // Python 2 wrote longs as 3L
      comma = this.#match(/,/y) !== undefined;
    }
    if (numbers.length === 1 && !comma) throw this.#bad('a number in brackets, which is no tuple');
    return numbers;
  }

  #string(): string {
    const quoted = this.#expect(/'[^'\\\n]*'|"[^"\\\n]*"/y);
    return quoted.slice(1, -1);
  }

  #peek(): string {
    this.#match(/(?=.|$)/sy);
    return this.#text[this.#at] ?? '';
  }

  /** What stands next, after white space, if it is this. */
  #match(pattern: RegExp): string | undefined {
    const space = /\s*/y;
    space.lastIndex = this.#at;
    space.exec(this.#text);
    pattern.lastIndex = space.lastIndex;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    return found[0];
  }

  #expect(pattern: RegExp): string {
    const found = this.#match(pattern);
    if (found === undefined) throw this.#bad(`'${this.#text.slice(this.#at, this.#at + 20).trim()}'`);
    return found;
  }

  #bad(what: string) {
    return badFile(
      this.#path,
      `its header has ${what}`,
      "{'descr': ..., 'fortran_order': ..., 'shape': (...)}",
    );
  }
}

const descriptions = { f32: '<f4', f16: '<f2', bf16: '<u2', i8: '|i1', i32: '<i4' } as const;

/** The header of a file of this type and shape, as NumPy writes it. bf16, which .npy has no name for, is written as its bits. */
export function writeNpyHeader(dtype: keyof typeof descriptions, shape: readonly number[]): Buffer {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const text = `{'descr': '${descriptions[dtype]}', 'fortran_order': False, 'shape': (${sizes}), }`;
  const narrow = text.length + 1 + 10 <= 65535;
  const prefix = narrow ? 10 : 12;
  const length = Math.ceil((prefix + text.length + 1) / 64) * 64 - prefix; // elements begin at a multiple of 64
  const header = Buffer.alloc(prefix + length, ' ');
  magic.copy(header);
  header[6] = narrow ? 1 : 2;
  header[7] = 0;
  if (narrow) header.writeUInt16LE(length, 8);
  else header.writeUInt32LE(length, 8);
  header.write(text, prefix, 'latin1');
  header.write('\n', header.length - 1, 'latin1');
  return header;
}
