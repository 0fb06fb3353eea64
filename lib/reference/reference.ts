// The FP64 interpreter: the oracle that every kernel is measured against. It runs any valid program, knows no
// operator, needs no native code, and aims at being obviously right rather than fast.
import { invalidValue } from '../errors.js';
import type { StorageArray } from '../ir/dtype.js';
import { bindDims, boundSlice, extentOf, type BoundSlice, type Extents } from '../ir/json.js';
import { expectProgram, type TileProgram } from '../ir/program.js';
import type { BufferParam, InputParam, OutputParam, Slice } from '../ir/types.js';
import { bindArguments, type BoundArguments, type KernelArguments } from '../runtime/arguments.js';
import { programsPerRow, rowExtentOf, rowsIn } from '../runtime/rows.js';
import { evaluateRow, type RowAccess, type TilePart } from './evaluate.js';
import { readElements } from './storage.js';

/**
 * Evaluates a program in FP64 from the values of its inputs, which are exact whatever their dtype. Scalars are rounded
 * to f32 first, as a launch does; sums are compensated; nothing else is rounded, not even the result to its dtype.
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
  return referenceRows(program, extents, bindArguments(program, extents, args, { outputs: 'optional' }));
}

/**
 * The same for arguments that are bound already, and for some rows alone: the outputs then have these rows, in this
 * order. @internal
 */
export function referenceRows(
  program: TileProgram,
  extents: Extents,
  bound: BoundArguments,
  rows: Iterable<number> & { readonly length: number } = Array.from({ length: bound.rows }, (_, row) => row),
): Record<string, Float64Array> {
  const outputs: Record<string, Float64Array> = {};
  for (const param of program.params) {
    if (param.kind === 'output')
      outputs[param.name] = new Float64Array(rows.length * rowExtentOf(param, program, extents));
  }
  const inner = programsPerRow(program, extents);
  const access = new Rows(program, extents, inner, bound, outputs);
  const sizeOf = (dim: string): number => extentOf(dim, extents);
  for (const row of rows) {
    access.row = row;
    for (access.inner = 0; access.inner < inner; ++access.inner) evaluateRow(program, sizeOf, access);
    ++access.outputRow;
  }
  return outputs;
}

class Rows implements RowAccess {
  row = 0;
  inner = 0;
  /** Row of the outputs that takes the row's results. */
  outputRow = 0;
  /** Programs per row; elements from one column to the next of a row-indexed buffer. */
  readonly #pitch: number;
  readonly #extents: Readonly<Record<string, number>>;
  readonly #bound: BoundArguments;
  readonly #outputs: Readonly<Record<string, Float64Array>>;
  readonly #params: ReadonlyMap<string, { readonly param: BufferParam; readonly index: number }>;
  readonly #scalars: ReadonlyMap<string, number>;

  constructor(
    program: TileProgram,
    extents: Readonly<Record<string, number>>,
    pitch: number,
    bound: BoundArguments,
    outputs: Readonly<Record<string, Float64Array>>,
  ) {
    this.#pitch = pitch;
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

  load(name: string, slice?: Slice, tile?: TilePart): Float64Array {
    const { param, index } = this.#params.get(name) as { param: BufferParam; index: number };
    const data = this.#bound.values[index] as StorageArray;
    const row = this.#rowOf(param);
    const pitch = param.access === 'row' ? this.#pitch : 1;
    const start = row * this.#bound.rowStrides[index] + (param.access === 'row' ? this.inner : 0);
    const { offset, extent, stride } = this.#part(param, slice, tile);
    return readElements(data, param.dtype, start + offset * pitch, extent, stride * pitch);
  }

  scalar(name: string): number {
    return this.#scalars.get(name) as number;
  }

  store(name: string, value: Float64Array, slice?: Slice, tile?: TilePart): void {
    const { param } = this.#params.get(name) as { param: OutputParam };
    const start = this.outputRow * extentOf(param.dim, this.#extents) * this.#pitch + this.inner;
    const { offset, extent, stride } = this.#part(param, slice, tile);
    const output = this.#outputs[name];
    for (let e = 0; e < extent; ++e) output[start + (offset + e * stride) * this.#pitch] = value[e];
  }

  #part(param: BufferParam, slice: Slice | undefined, tile: TilePart | undefined): BoundSlice {
    const whole =
      slice === undefined
        ? { offset: 0, extent: extentOf(param.dim, this.#extents), stride: 1 }
        : boundSlice(slice, this.#extents);
    if (tile === undefined) return whole;
    return { ...whole, offset: whole.offset + tile.start * whole.stride, extent: tile.extent };
  }

  /** The row of a buffer that this row of the launch works on. */
  #rowOf(param: BufferParam): number {
    switch (param.access) {
      case 'row':
        return this.row;
      case 'column':
        return 0;
      case 'group':
        return Math.floor(this.row / this.scalar(param.by as string));
      case 'gather':
        return this.#gatheredRow(param);
    }
  }

  #gatheredRow(param: InputParam): number {
    const numbers = param.by as string;
    const [number] = this.load(numbers);
    const { index } = this.#params.get(param.name) as { index: number };
    const { length } = this.#bound.values[index] as StorageArray;
    const rows = rowsIn(length, extentOf(param.dim, this.#extents), this.#bound.rowStrides[index]) ?? 0;
    if (number >= 0 && number < rows) return number;
    throw invalidValue(numbers, `row numbers from 0 to ${rows - 1} (${param.name} has ${rows} rows)`, number);
  }
}
