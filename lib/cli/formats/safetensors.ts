// The .safetensors format: eight bytes of length, a JSON header, and the tensors' bytes, without gaps. Read as strictly as
// its specification says, because weights come from anywhere. Only the header is read here.
//
// Two tensors of one name would leave a gap where the first one lies, so the rule against gaps refuses them as well.
import { badFile, elementsOf, type ArrayInfo } from './array-info.js';

/** Bytes that tell where the header ends. */
export const safetensorsPrefixBytes = 8;

/** The specification's limit. */
const longestHeader = 100_000_000;

const sizes: Readonly<Record<string, number>> = {
  ...{ BOOL: 1, U8: 1, I8: 1, F8_E5M2: 1, F8_E4M3: 1, U16: 2, I16: 2, F16: 2, BF16: 2 },
  ...{ U32: 4, I32: 4, F32: 4, U64: 8, I64: 8, F64: 8 },
};
const dtypes = { F32: 'f32', F16: 'f16', BF16: 'bf16', I8: 'i8', I32: 'i32' } as const;

/** Bytes from the file's beginning to the tensors, told by its first eight. */
export function safetensorsHeaderEnd(path: string, prefix: Buffer, fileBytes: number): number {
  if (prefix.length < safetensorsPrefixBytes)
    throw badFile(path, 'ends inside its header', 'a .safetensors file');
  const length = prefix.readBigUInt64LE(0);
  if (length < 2n || length > BigInt(longestHeader))
    throw badFile(path, `no .safetensors file (a header of ${length} bytes)`, `2 to ${longestHeader} bytes`);
  const end = safetensorsPrefixBytes + Number(length);
  if (end > fileBytes) throw badFile(path, 'ends inside its header', `at least ${end} bytes`);
  return end;
}

/** Reads a header: the bytes from the file's beginning to `safetensorsHeaderEnd`. */
export function parseSafetensors(
  path: string,
  header: Buffer,
  fileBytes: number,
): Map<string, ArrayInfo & { readonly type: string }> {
  const begin = safetensorsHeaderEnd(path, header, fileBytes);
  if (header.length < begin) throw badFile(path, 'ends inside its header', `at least ${begin} bytes`);
  const entries = Object.entries(parseJson(path, header.subarray(safetensorsPrefixBytes, begin)));
  const tensors = new Map<string, ArrayInfo & { readonly type: string }>();
  for (const [name, entry] of entries) {
    if (name !== '__metadata__') tensors.set(name, readEntry(path, name, entry, begin));
  }
  let expected = begin;
  for (const [name, { begin: first, bytes }] of [...tensors].sort(
    ([, a], [, b]) => a.begin - b.begin || a.bytes - b.bytes,
  )) {
    if (first !== expected)
      throw badFile(
        path,
        `tensor ${name} begins at byte ${first - begin}, expected ${expected - begin}`,
        'tensors side by side',
      );
    expected += bytes;
  }
  if (expected !== fileBytes) {
    const what = fileBytes < expected ? 'it is cut short' : 'something follows its tensors';
    throw badFile(
      path,
      `${what}: ${expected} bytes by its header, ${fileBytes} in the file`,
      `${expected} bytes`,
    );
  }
  return tensors;
}

function parseJson(path: string, text: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text));
  } catch {
    throw badFile(path, 'no .safetensors file (its header is no JSON)', 'a header of UTF-8 JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badFile(path, 'its header is no JSON object', 'a JSON object');
  return value as Record<string, unknown>;
}

function readEntry(
  path: string,
  name: string,
  entry: unknown,
  begin: number,
): ArrayInfo & { readonly type: string } {
  const bad = (what: string, expected: string) => badFile(path, `tensor ${name} ${what}`, expected);
  if (typeof entry !== 'object' || entry === null)
    throw bad('is no object', '{ dtype, shape, data_offsets }');
  const { dtype: type, shape, data_offsets: offsets } = entry as Record<string, unknown>;
  if (typeof type !== 'string' || !Object.hasOwn(sizes, type))
    throw bad('has no dtype that is known', Object.keys(sizes).join(', '));
  const elements = Array.isArray(shape) ? elementsOf(shape) : undefined;
  if (elements === undefined) throw bad('has a shape that is none', 'integers from 0 on');
  const span: readonly unknown[] = Array.isArray(offsets) ? offsets : [];
  const [first, last] = span;
  if (span.length !== 2 || elementsOf(span) === undefined || (first as number) > (last as number))
    throw bad('has offsets that are none', '[begin, end]');
  const bytes = (last as number) - (first as number);
  if (elements * sizes[type] !== bytes)
    throw bad(
      `has shape (${(shape as number[]).join(', ')}) of ${type} in ${bytes} bytes`,
      `${elements * sizes[type]} bytes`,
    );
  const dtype = Object.hasOwn(dtypes, type) ? dtypes[type as keyof typeof dtypes] : undefined;
  // A tensor of another type may stand in the file; it cannot be asked for.
  return {
    dtype: dtype ?? 'bits16',
    type,
    shape: shape as number[],
    begin: begin + (first as number),
    bytes,
  };
}

/** Whether tensors of this type can be used here. */
export function isSupportedType(type: string): boolean {
  return Object.hasOwn(dtypes, type);
}
