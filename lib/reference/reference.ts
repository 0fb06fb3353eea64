// The FP64 interpreter: the oracle that every kernel is measured against. It runs any valid program, knows no
// operator, needs no native code, and aims at being obviously right rather than fast.
import type { StorageArray } from '../ir/dtype.js';
import { bindDims, extentOf } from '../ir/json.js';
import { expectProgram, type TileProgram } from '../ir/program.js';
import type { BufferParam, OutputParam } from '../ir/types.js';
import { bindArguments, type BoundArguments, type KernelArguments } from '../runtime/arguments.js';
import { evaluateRow, type RowAccess } from './evaluate.js';
import { readElements } from './storage.js';

/**
 * Evaluates a program in FP64 from the values of its inputs, which are exact whatever their dtype. Scalars are rounded to f32 first, as a launch does;
 * sums are compensated; nothing else is rounded, not even the result to its output's dtype.
 *
 * @param shape extents of the program's dims, `{ cols: 256 }`.
 * @param args as for `kernel.record`: arrays or `{ data, rowStride }`, and numbers. Outputs may be left out;
 * where they are given, they are not written.
 * @returns per output a Float64Array of rows * extent elements without gaps, in row order.
 * @throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_BUFFER_LENGTH, ERR_BUFFER_DETACHED.
 */
export function reference(
  program: TileProgram,
  shape: Readonly<Record<string, number>>,
  args: KernelArguments,
): Record<string, Float64Array> {
  expectProgram(program);
  const extents = bindDims(program, shape);
  const bound = bindArguments(program, extents, args, { outputs: 'optional' });
  const outputs: Record<string, Float64Array> = {};
  for (const param of program.params) {
    if (param.kind === 'output')
      outputs[param.name] = new Float64Array(bound.rows * extentOf(param.dim, extents));
  }
  const sizes = program.types.map((type) => (type === undefined ? 0 : extentOf(type.dim, extents)));
  const access = new Rows(program, extents, bound, outputs);
  for (access.row = 0; access.row < bound.rows; ++access.row) evaluateRow(program, sizes, access);
  return outputs;
}

class Rows implements RowAccess {
  row = 0;
  readonly #extents: Readonly<Record<string, number>>;
  readonly #bound: BoundArguments;
  readonly #outputs: Readonly<Record<string, Float64Array>>;
  readonly #params: ReadonlyMap<string, { readonly param: BufferParam; readonly index: number }>;
  readonly #scalars: ReadonlyMap<string, number>;

  constructor(
    program: TileProgram,
    extents: Readonly<Record<string, number>>,
    bound: BoundArguments,
    outputs: Readonly<Record<string, Float64Array>>,
  ) {
    this.#extents = extents;
    this.#bound = bound;
    this.#outputs = outputs;
    const params = new Map<string, { param: BufferParam; index: number }>();
    const scalars = new Map<string, number>();
    program.params.forEach((param, index) => {
      if (param.kind === 'scalar') scalars.set(param.name, bound.values[index] as number);
      else params.set(param.name, { param, index });
    });
    this.#params = params;
    this.#scalars = scalars;
  }

  load(name: string): Float64Array {
    const { param, index } = this.#params.get(name) as { param: BufferParam; index: number };
    const data = this.#bound.values[index] as StorageArray;
    const start = param.access === 'row' ? this.row * this.#bound.rowStrides[index] : 0;
    return readElements(data, param.dtype, start, extentOf(param.dim, this.#extents));
  }

  scalar(name: string): number {
    return this.#scalars.get(name) as number;
  }

  store(name: string, value: Float64Array): void {
    const { param } = this.#params.get(name) as { param: OutputParam };
    this.#outputs[name].set(value, this.row * extentOf(param.dim, this.#extents));
  }
}
