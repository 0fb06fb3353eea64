// .npy and .safetensors headers: what is read, what is refused, and that no header however damaged does more than that.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArrayInfo } from '../../lib/cli/formats/array-info.js';
import { npyHeaderEnd, parseNpy, writeNpyHeader } from '../../lib/cli/formats/npy.js';
import { parseSafetensors } from '../../lib/cli/formats/safetensors.js';
import { TileSimdError } from '../../lib/errors.js';

/** A header around a dictionary, as NumPy lays it out. */
function npy(dictionary: string, version = 1): Buffer {
  const prefix = version === 1 ? 10 : 12;
  const text = `${dictionary.padEnd(Math.ceil((prefix + dictionary.length + 1) / 64) * 64 - prefix - 1)}\n`;
  const header = Buffer.alloc(prefix + text.length);
  header.write('\x93NUMPY', 0, 'latin1');
  header[6] = version;
  if (version === 1) header.writeUInt16LE(text.length, 8);
  else header.writeUInt32LE(text.length, 8);
  header.write(text, prefix, 'latin1');
  return header;
}

const dictionary = (descr: string, shape: string, order = 'False') =>
  `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': ${shape}, }`;
const parse = (header: Buffer, elementBytes: number) =>
  parseNpy('x.npy', header, header.length + elementBytes);

function refuse(action: () => unknown, says: RegExp): void {
  let error: unknown;
  try {
    action();
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(TileSimdError);
  expect((error as TileSimdError).code).toBe('ERR_FILE_FORMAT');
  expect((error as TileSimdError).message).toMatch(says);
}

describe('.npy', () => {
  it('reads what NumPy writes, in all versions', () => {
    const header = npy(dictionary('<f4', '(2, 3)'));
    expect(parse(header, 24)).toEqual({ dtype: 'f32', shape: [2, 3], begin: header.length, bytes: 24 });
    for (const version of [2, 3])
      expect(parse(npy(dictionary('<f2', '(5,)'), version), 10)).toMatchObject({ dtype: 'f16', shape: [5] });
    expect(parse(npy(dictionary('|i1', '()')), 1)).toMatchObject({ dtype: 'i8', shape: [] });
    expect(parse(npy(dictionary('<u2', '(0, 7)')), 0)).toMatchObject({ dtype: 'bits16', shape: [0, 7] });
    expect(parse(npy(dictionary('|V2', '(1, 2, 3)')), 12).dtype).toBe('bits16');
    expect(parse(npy(dictionary('<i4', '(3L, 1L)')), 12).shape).toEqual([3, 1]);
    const other = `{"shape":(2,),"fortran_order":False,"descr":"<f4"}`;
    expect(parse(npy(other), 8).shape).toEqual([2]);
  });

  it('reads back what it writes', () => {
    const dtypes = {
      f32: ['f32', 4],
      f16: ['f16', 2],
      bf16: ['bits16', 2],
      i8: ['i8', 1],
      i32: ['i32', 4],
    } as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(dtypes) as (keyof typeof dtypes)[])),
        fc.array(fc.nat(1000), { maxLength: 5 }),
        (dtype, shape) => {
          const header = writeNpyHeader(dtype, shape);
          const [read, size] = dtypes[dtype];
          const bytes = shape.reduce((product, extent) => product * extent, size);
          expect(header.length % 64).toBe(0);
          expect(npyHeaderEnd('y', header.subarray(0, 12))).toBe(header.length);
          expect(parse(header, bytes)).toEqual({ dtype: read, shape, begin: header.length, bytes });
        },
      ),
    );
  });

  it('refuses what it cannot use, and says what would do', () => {
    const one =
      (descr: string, shape = '(1,)', order = 'False') =>
      () =>
        parse(npy(dictionary(descr, shape, order)), 4);
    refuse(one('>f4'), /big-endian.*>f4/);
    refuse(one('<f8'), /type <f8, expected float32/);
    refuse(one('toString'), /type toString/);
    refuse(one('<f4', '(1,)', 'True'), /Fortran order/);
    refuse(
      () => parse(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}"), 4),
      /several fields/,
    );
    refuse(() => parse(Buffer.from('PK\x03\x04 an .npz file'), 0), /lacks the magic/);
    refuse(() => parse(npy(dictionary('<f4', '(1,)'), 4), 4), /version 4\.0/);
    refuse(() => parseNpy('x', npy(dictionary('<f4', '(1,)')).subarray(0, 40), 40), /ends inside its header/);
    refuse(() => parseNpy('x', npy(dictionary('<f4', '(1,)')).subarray(0, 8), 8), /no \.npy file/);
  });

  it('refuses headers that lie', () => {
    const of = (shape: string, bytes: number) => () => parse(npy(dictionary('<f4', shape)), bytes);
    refuse(of('(2, 3)', 23), /cut short: shape \(2, 3\) of <f4 is 24 bytes, the file has 23/);
    refuse(of('(2, 3)', 25), /something follows its elements/);
    refuse(of('(9007199254740993,)', 4), /too large to be true/);
    refuse(of('(4294967296, 4294967296)', 4), /too large to be true/);
    refuse(of('(99999999999999999999,)', 4), /too large to be true/);
    for (const shape of ['(2 3)', '(-2,)', '(2.0,)', '2', '(6)', '(2,', '(,)', "('2',)", 'None', '(1,,)'])
      refuse(of(shape, 24), /its header has/);
  });

  it('refuses dictionaries that are none', () => {
    for (const text of [
      '',
      '{}',
      "{'descr': '<f4', 'shape': (1,)}",
      `${dictionary('<f4', '(1,)')} {}`,
      "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'more': True}",
      "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
      "{'descr': True, 'fortran_order': False, 'shape': (1,)}",
      "{'descr': '<f4' 'fortran_order': False, 'shape': (1,)}",
      "{'descr': '<f\\x34', 'fortran_order': False, 'shape': (1,)}",
      '__import__("os")',
    ])
      refuse(() => parse(npy(text), 4), /header/);
  });

  it('gives an answer to any bytes', () => {
    const good = npy(dictionary('<f4', '(2, 3)'));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.nat(good.length),
        fc.nat(64),
        (changes, cut, bytes) => {
          const header = Buffer.from(good);
          for (const [at, value] of changes) header[at] = value;
          onlyRefuses(() =>
            parseNpy('x', cut % 3 === 0 ? header.subarray(0, cut) : header, header.length + bytes),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });
});

/** Nothing but a refusal may come of a bad file; and what is accepted lies inside the file. */
function onlyRefuses(action: () => ArrayInfo | ReadonlyMap<string, ArrayInfo>): void {
  try {
    const result = action();
    for (const { begin, bytes, shape } of result instanceof Map ? result.values() : [result as ArrayInfo]) {
      expect([begin, bytes, ...shape].every((value) => Number.isSafeInteger(value) && value >= 0)).toBe(true);
    }
  } catch (error) {
    expect(error).toBeInstanceOf(TileSimdError);
    expect((error as TileSimdError).code).toBe('ERR_FILE_FORMAT');
  }
}

function safetensors(header: unknown, bytes: number): { header: Buffer; size: number } {
  const text = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header));
  const prefix = Buffer.alloc(8);
  prefix.writeBigUInt64LE(BigInt(text.length));
  return { header: Buffer.concat([prefix, text]), size: 8 + text.length + bytes };
}
const tensor = (dtype: string, shape: unknown, begin: unknown, end: unknown) => ({
  dtype,
  shape,
  data_offsets: [begin, end],
});
const read = (header: unknown, bytes: number) => {
  const file = safetensors(header, bytes);
  return parseSafetensors('m.safetensors', file.header, file.size);
};

describe('.safetensors', () => {
  it('reads tensors wherever they stand in the header', () => {
    const tensors = read(
      {
        __metadata__: { format: 'pt' },
        b: tensor('BF16', [2, 2], 16, 24),
        a: tensor('F32', [4], 0, 16),
        scalar: tensor('I64', [], 24, 32),
        none: tensor('F16', [0, 5], 32, 32),
      },
      32,
    );
    const begin = tensors.get('a')?.begin as number;
    expect(tensors.get('a')).toEqual({ dtype: 'f32', type: 'F32', shape: [4], begin, bytes: 16 });
    expect(tensors.get('b')).toMatchObject({ dtype: 'bf16', begin: begin + 16, bytes: 8 });
    expect([...tensors.keys()].sort()).toEqual(['a', 'b', 'none', 'scalar']);
    expect(read({}, 0).size).toBe(0);
  });

  it('refuses what is not what it says', () => {
    const one =
      (entry: unknown, bytes = 16) =>
      () =>
        read({ a: entry }, bytes);
    refuse(one(tensor('F32', [4], 0, 12)), /in 12 bytes/);
    refuse(one(tensor('F32', [4], 4, 20), 20), /begins at byte 4/);
    refuse(one(tensor('F32', [4], 0, 16), 15), /cut short/);
    refuse(one(tensor('F32', [4], 0, 16), 17), /something follows/);
    refuse(one(tensor('F32', [4], 16, 0)), /offsets that are none/);
    for (const end of [-1, 1.5, '16', null, 2 ** 60])
      refuse(one(tensor('F32', [4], 0, end)), /offsets|bytes/);
    for (const shape of [[-4], [4.5], ['4'], 4, null, [2 ** 40, 2 ** 40]])
      refuse(one(tensor('F32', shape, 0, 16)), /shape/);
    for (const dtype of ['F128', '', 'toString', 'f32']) refuse(one(tensor(dtype, [4], 0, 16)), /no dtype/);
    for (const entry of [null, 4, [], {}]) refuse(one(entry), /tensor a/);
    refuse(() => read({ a: tensor('F32', [2], 0, 8), b: tensor('F32', [2], 4, 12) }, 12), /tensor b begins/);
    const twice =
      '{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}';
    refuse(() => read(twice, 8), /begins at byte 4/);
    for (const text of ['[]', 'null', '"a"', '4 ', '{"a":', '{}x', '\ufeff{}'])
      refuse(() => read(text, 0), /JSON/);
    refuse(() => parseSafetensors('m', Buffer.alloc(4), 4), /ends inside its header/);
    refuse(() => parseSafetensors('m', Buffer.alloc(100), 100), /no \.safetensors file/);
    refuse(() => parseSafetensors('m', Buffer.alloc(100, 255), 100), /no \.safetensors file/);
    const { header, size } = safetensors({}, 0);
    refuse(() => parseSafetensors('m', header, size - 1), /ends inside its header/);
    const invalid = Buffer.from(header);
    invalid[9] = 0xff;
    refuse(() => parseSafetensors('m', invalid, size), /no JSON/);
  });

  it('has no tensor that the object itself has', () => {
    const named = read('{"__proto__":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}', 4);
    expect([...named.keys()]).toEqual(['__proto__']);
  });

  it('gives an answer to any bytes', () => {
    const good = safetensors({ a: tensor('F32', [4], 0, 16), b: tensor('I8', [3, 1], 16, 19) }, 19);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(good.header.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.nat(40),
        (changes, more) => {
          const header = Buffer.from(good.header);
          for (const [at, value] of changes) header[at] = value;
          onlyRefuses(() => parseSafetensors('m', header, good.size - 20 + more));
        },
      ),
      { numRuns: 2000 },
    );
    fc.assert(fc.property(fc.json(), (json) => onlyRefuses(() => read(json, 8))));
  });
});
