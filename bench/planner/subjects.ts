// Programs, shapes and arguments that the planner's commands go through.
import { operators } from '../../lib/kernels/operators.js';
import { dtypes, type StorageArray } from '../../lib/ir/dtype.js';
import { extentOf, type Extents } from '../../lib/ir/json.js';
import type { TileProgram } from '../../lib/ir/program.js';
import type { KernelArgument } from '../../lib/runtime/arguments.js';

export interface Subject {
  readonly name: string;
  readonly program: TileProgram;
  readonly extents: Extents;
}

export const variants: readonly (readonly [string, object])[] = [
  ['rmsNorm', {}],
  ['layerNorm', {}],
  ['softmax', {}],
  ['softmax', { mask: 'row' }],
  ['logSoftmax', {}],
  ['swiglu', {}],
  ['geluResidual', {}],
  ['gelu', { approximate: 'tanh' }],
  ['rope', {}],
  ['rope', { layout: 'interleaved' }],
  ['addRmsNorm', {}],
  ['l2Normalize', {}],
];

/** An operator's program at so many columns (for rotary embeddings, the next even number). */
export function subjectOf(operator: string, options: object, cols: number): Subject {
  const program = operators[operator].program(options);
  const even = cols + (cols % 2);
  const extents: Record<string, number> = program.dims.includes('half')
    ? { cols: even, half: even / 2 }
    : { cols };
  const name = `${operator}${Object.values(options)
    .map((value) => `.${String(value)}`)
    .join('')}`;
  return { name, program, extents };
}

const arrays = {
  f32: Float32Array,
  f16: Uint16Array,
  bf16: Uint16Array,
  i8: Int8Array,
  i32: Int32Array,
} as const;

/** Arguments of `rows` rows: ordinary numbers in f32, bits of small ones elsewhere, and row numbers that exist. */
export function argumentsOf({ program, extents }: Subject, rows: number): Record<string, KernelArgument> {
  const args: Record<string, KernelArgument> = {};
  for (const param of program.params) {
    if (param.kind === 'scalar') {
      args[param.name] = param.dtype === 'f32' ? 0.5 : 1;
      continue;
    }
    const access = param.kind === 'input' ? param.access : 'row';
    const length = extentOf(param.dim, extents) * (access === 'column' ? 1 : rows);
    const array: StorageArray = new arrays[param.dtype](length);
    if (dtypes[param.dtype].bytes === 4 && param.dtype === 'f32')
      for (let i = 0; i < length; ++i) array[i] = ((i * 7919) % 1000) / 500 - 1;
    args[param.name] = array;
  }
  return args;
}
