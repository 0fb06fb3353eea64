// .safetensors files: eight bytes of length, a JSON header, and the tensors' bytes side by side. f32 tensors only.
import { readFileSync, writeFileSync } from 'node:fs';

/** @returns {Map<string, { shape: number[], data: Float32Array }>} */
export function readSafetensors(path) {
  const file = readFileSync(path);
  const begin = 8 + Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.toString('utf8', 8, begin));
  const tensors = new Map();
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    const { dtype, shape, data_offsets: offsets } = entry;
    if (dtype !== 'F32') throw new Error(`${path}: tensor ${name} is ${dtype}, expected F32`);
    const bytes = file.subarray(begin + offsets[0], begin + offsets[1]);
    // A copy, for a Float32Array wants its bytes at a multiple of 4 and the header may have any length.
    tensors.set(name, { shape, data: new Float32Array(new Uint8Array(bytes).buffer) });
  }
  return tensors;
}

/** @param {Record<string, { shape: number[], data: Float32Array }>} tensors */
export function writeSafetensors(path, tensors) {
  let end = 0;
  const entries = Object.entries(tensors).map(([name, { shape, data }]) => {
    const begin = end;
    end += data.byteLength;
    return [name, { dtype: 'F32', shape, data_offsets: [begin, end] }];
  });
  const header = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const parts = Object.values(tensors).map(({ data }) =>
    Buffer.from(data.buffer, data.byteOffset, data.byteLength),
  );
  writeFileSync(path, Buffer.concat([length, header, ...parts]));
}
