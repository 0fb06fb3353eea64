// JSON form "tile-simd/ir@1", the one native code reads: a program with every dim bound to an extent.
import { invalidType, invalidValue } from '../errors.js';
import type { TileProgram } from './program.js';
import { evaluateAffine } from './affine.js';
import { maxExtent, one, type BufferParam, type Op, type Param, type Slice } from './types.js';

/** Extents of a program's dims, `{ cols: 256 }`; `one` is implied. */
export type Extents = Readonly<Record<string, number>>;

/** What `compile`'s request carries as `ir`. */
export interface EncodedProgram {
  readonly format: 'tile-simd/ir@1';
  readonly name: string;
  readonly dims: Extents;
  /** Extent of a grid's inner index; absent without a grid. */
  readonly inner?: number;
  /** True for one element per program: dims are then 1 and buffers have no gaps. */
  readonly flat?: true;
  /** True where the extent of the one dim comes with each launch: it is then 1 here. */
  readonly runTimeColumns?: true;
  readonly params: readonly Param[];
  readonly ops: readonly unknown[];
}

/**
 * Checks a shape given by the user against the program's dims.
 * @throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE naming `shape.DIM`.
 */
export function bindDims(program: TileProgram, shape: unknown): Extents {
  if (typeof shape !== 'object' || shape === null) {
    throw invalidType('shape', `an object of extents ({ ${program.dims.join(', ')} })`, shape);
  }
  const given = shape as Record<string, unknown>;
  for (const key of Object.keys(given)) {
    if (program.dims.includes(key)) continue;
    const fixed = program.fixed?.[key];
    if (fixed !== undefined) {
      if (given[key] === fixed) continue; // as a kernel's shape has it
      throw invalidValue(`shape.${key}`, `${fixed}, to which the program fixes it`, given[key]);
    }
    const hint = key === 'rows' ? '; the number of rows comes with the arrays of each launch' : '';
    throw invalidValue(
      `shape.${key}`,
      `only the program's dims (${program.dims.join(', ')})${hint}`,
      given[key],
    );
  }
  const bound: Record<string, number> = {};
  for (const dim of program.dims) {
    const extent = given[dim];
    if (typeof extent !== 'number') throw invalidType(`shape.${dim}`, 'a number', extent);
    if (!Number.isInteger(extent) || extent < 1 || extent > maxExtent) {
      throw invalidValue(`shape.${dim}`, `an integer from 1 to ${maxExtent}`, extent);
    }
    bound[dim] = extent;
  }
  Object.assign(bound, program.fixed);
  checkSlices(program, bound);
  return Object.freeze(bound);
}

/** Slices lie within their rows, and those stored to one output share no element. */
function checkSlices(program: TileProgram, extents: Extents): void {
  const stored = new Map<string, Slice[]>();
  for (const op of program.ops) {
    if ((op.op !== 'load' && op.op !== 'store') || op.slice === undefined) continue;
    const param = program.params.find(({ name }) => name === op.param) as BufferParam;
    const { offset, stride, extent } = boundSlice(op.slice, extents);
    const last = offset + (extent - 1) * stride;
    const length = extentOf(param.dim, extents);
    if (last >= length) {
      const place = `${op.param}[${op.slice.offset} : ${op.slice.dim} : ${stride}]`;
      throw invalidValue(
        `shape.${op.slice.dim}`,
        `extents for which ${place} ends within the ${length} elements of a row of ${op.param} (its last is ${last})`,
        extent,
      );
    }
    if (op.op === 'store') stored.set(op.param, [...(stored.get(op.param) ?? []), op.slice]);
  }
  for (const [output, slices] of stored) checkDisjoint(output, slices, extents);
}

function checkDisjoint(output: string, slices: readonly Slice[], extents: Extents): void {
  const bound = slices.map((slice) => boundSlice(slice, extents));
  for (let i = 1; i < bound.length; ++i)
    for (let k = 0; k < i; ++k)
      if (slicesMeet(bound[i], bound[k])) {
        throw invalidValue(
          `shape.${slices[i].dim}`,
          `extents for which the slices stored to ${output} share no element`,
          bound[i].extent,
        );
      }
}

/** A slice with its numbers. */
export interface BoundSlice {
  readonly offset: number;
  readonly extent: number;
  readonly stride: number;
}

export function boundSlice(slice: Slice, extents: Extents): BoundSlice {
  const offset = evaluateAffine(slice.offset, (dim) => extentOf(dim, extents));
  return { offset, extent: extentOf(slice.dim, extents), stride: slice.stride };
}

/** Whether two slices of one buffer share an element. */
export function slicesMeet(a: BoundSlice, b: BoundSlice): boolean {
  const [short, long] = a.extent <= b.extent ? [a, b] : [b, a];
  const first = Math.max(0, Math.ceil((long.offset - short.offset) / short.stride));
  for (let e = first; e < short.extent; ++e) {
    const distance = short.offset + e * short.stride - long.offset;
    if (distance >= long.extent * long.stride) return false;
    if (distance % long.stride === 0) return true;
    if (short.stride % long.stride === 0) return false; // the same remainder for every element
  }
  return false;
}

/** Extent of a dim, the built-in one included. */
export function extentOf(dim: string, extents: Extents): number {
  return dim === one ? 1 : extents[dim];
}

/** The JSON form of a program with its dims bound by bindDims. */
export function encodeProgram(program: TileProgram, extents: Extents, flat = false): EncodedProgram {
  return {
    format: 'tile-simd/ir@1',
    name: program.name,
    dims: extents,
    ...(program.grid === undefined ? {} : { inner: extentOf(program.grid, extents) }),
    ...(flat ? { flat } : {}),
    params: program.params,
    ops: program.ops.map((op) => encodeOp(op, extents)),
  };
}

/** Offsets become numbers. JSON has no NaN, no infinities and no -0: these constants travel as strings. */
function encodeOp(op: Op, extents: Extents): unknown {
  if ((op.op === 'load' || op.op === 'store') && op.slice !== undefined) {
    const { offset, stride } = boundSlice(op.slice, extents);
    return { ...op, slice: { dim: op.slice.dim, offset, stride } };
  }
  if (op.op !== 'const') return op;
  const { value } = op;
  if (Number.isFinite(value) && !Object.is(value, -0)) return op;
  return { op: 'const', value: Object.is(value, -0) ? '-0' : String(value) };
}
