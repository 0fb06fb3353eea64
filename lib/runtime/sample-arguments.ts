// Arguments for any program: seeded numbers in every input, and outputs to take the results.
import { bindDims, type Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import type { DType } from '../ir/types.js';
import type { StorageArray } from '../ir/dtype.js';
import type { KernelArguments } from './arguments.js';
import { rowExtentOf } from './rows.js';

/** Numbers from -2 to 2, the same on every machine. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 22 - 2;
  };
}

/** Bits of 0.25 and of 2: between them lie numbers of the format. */
const ranges = { f16: [0x3400, 0x4000], bf16: [0x3e80, 0x4000] } as const;

function fill(dtype: DType, length: number, next: () => number): StorageArray {
  switch (dtype) {
    case 'f32':
      return Float32Array.from({ length }, next);
    case 'f16':
    case 'bf16': {
      const [low, high] = ranges[dtype];
      return Uint16Array.from({ length }, () => low + Math.floor(((next() + 2) / 4) * (high - low)));
    }
    case 'i8':
      return Int8Array.from({ length }, () => Math.round(next() * 60));
    case 'i32':
      return new Int32Array(length); // row numbers: row 0 is always there
  }
}

/** Extents for a program's dims: `cols` as given, and what RoPE wants beside it. */
export function sampleShape(program: TileProgram, cols: number): Record<string, number> {
  const shape: Record<string, number> = {};
  for (const dim of program.dims) shape[dim] = dim === 'cols' ? cols : dim === 'half' ? cols / 2 : 4;
  return shape;
}

/** Arguments of `rows` rows. */
export function sampleArguments(program: TileProgram, shape: Extents, rows: number): KernelArguments {
  const extents = bindDims(program, shape);
  const next = numbers(rows + 1);
  const entries = program.params.map((param): [string, StorageArray | number] => {
    if (param.kind === 'scalar') return [param.name, param.dtype === 'i32' ? 1 : 0.5];
    const length = (param.access === 'column' ? 1 : rows) * rowExtentOf(param, program, extents);
    if (param.kind === 'input') return [param.name, fill(param.dtype, length, next)];
    return [param.name, fill(param.dtype, length, () => -2)];
  });
  return Object.fromEntries(entries);
}
