// JSON form "tile-simd/ir@1", the one native code reads: a program with every dim bound to an extent.
import { invalidType, invalidValue } from '../errors.js';
import type { TileProgram } from './program.js';
import { maxExtent, one, type Op, type Param } from './types.js';

/** Extents of a program's dims, `{ cols: 256 }`; `one` is implied. */
export type Extents = Readonly<Record<string, number>>;

/** What `compile`'s request carries as `ir`. */
export interface EncodedProgram {
  readonly format: 'tile-simd/ir@1';
  readonly name: string;
  readonly dims: Extents;
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
  return Object.freeze(bound);
}

/** Extent of a dim, the built-in one included. */
export function extentOf(dim: string, extents: Extents): number {
  return dim === one ? 1 : extents[dim];
}

/** The JSON form of a program with its dims bound by bindDims. */
export function encodeProgram(program: TileProgram, extents: Extents): EncodedProgram {
  return {
    format: 'tile-simd/ir@1',
    name: program.name,
    dims: extents,
    params: program.params,
    ops: program.ops.map(encodeOp),
  };
}

/** JSON has no NaN, no infinities and no -0: these constants travel as strings. */
function encodeOp(op: Op): unknown {
  if (op.op !== 'const') return op;
  const { value } = op;
  if (Number.isFinite(value) && !Object.is(value, -0)) return op;
  return { op: 'const', value: Object.is(value, -0) ? '-0' : String(value) };
}
