// From what the caller passes ({ x, weight, eps, y }) to one value and one row stride per parameter, and the number
// of rows. Invariant: what comes out has been checked by name, type and length; addresses, lengths and overlap are
// checked again by native code at every launch, because arrays may change in between.
//
// `.buffer` is not touched for arrays in use: it would move a small array off the V8 heap.
import { invalidLength, invalidType, invalidValue, TileSimdTypeError } from '../errors.js';
import { dtypes, isArrayOf, type StorageArray } from '../ir/dtype.js';
import type { Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import type { BufferParam, DType, ScalarParam } from '../ir/types.js';
import { defaultRowStride, lengthFor, rowExtentOf, rowsIn, rowsNeeded } from './rows.js';

/** A row-indexed buffer whose rows stand further apart than their length. */
export interface StridedArray {
  readonly data: StorageArray;
  /** Elements from one row to the next, at least the row's length. What stands between rows is never touched. */
  readonly rowStride?: number | undefined;
}

export type KernelArgument = StorageArray | StridedArray | number;

/** One entry per parameter of the program, by name: buffers as the array of their dtype or StridedArray, scalars as numbers. */
export type KernelArguments = Readonly<Record<string, KernelArgument>>;

/** Arguments in the order of the program's parameters. */
export interface BoundArguments {
  readonly rows: number;
  /** Array of its dtype for a buffer (undefined for an output left out), number (already an f32) for scalars. */
  readonly values: readonly (StorageArray | number | undefined)[];
  /** In elements; 0 for scalars and column-indexed buffers. */
  readonly rowStrides: readonly number[];
}

export interface BindOptions {
  /** Whether outputs may be left out. */
  readonly outputs: 'required' | 'optional';
}

/** ERR_BUFFER_DETACHED. */
export function detached(argument: string, dtype: DType): TileSimdTypeError {
  const expected = `${dtypes[dtype].expected} over a live buffer`;
  return new TileSimdTypeError(
    'ERR_BUFFER_DETACHED',
    `${argument}: the buffer is detached (it was transferred away)`,
    {
      argument,
      given: 'a detached buffer',
      expected,
    },
  );
}

/** Whether an array's buffer was transferred away. Only for arrays of length 0: see above on `.buffer`. */
function isDetached(array: StorageArray): boolean {
  if (array.length !== 0) return false;
  try {
    new Uint8Array(array.buffer, 0);
    return false;
  } catch {
    return true;
  }
}

/** Throws unless `value` is an array of any realm that carries `dtype`, over a live buffer. */
export function expectArray(
  value: unknown,
  dtype: DType,
  argument: string,
  expected = dtypes[dtype].expected,
): asserts value is StorageArray {
  if (!isArrayOf(value, dtype)) throw invalidType(argument, expected, value);
  if (isDetached(value)) throw detached(argument, dtype);
}

/** Throws unless `value` is a legal row stride. */
export function expectRowStride(value: unknown, extent: number, argument: string): asserts value is number {
  if (typeof value !== 'number') throw invalidType(argument, 'a number of elements', value);
  if (!Number.isSafeInteger(value) || value < extent) {
    throw invalidValue(
      argument,
      `an integer, at least the row's ${extent} element${extent === 1 ? '' : 's'}`,
      value,
    );
  }
}

/**
 * Checks the arguments of a record. Rows come from the first row-indexed input (the first output if there is none);
 * every other buffer must be long enough for them, and may be longer.
 */
export function bindArguments(
  program: TileProgram,
  extents: Extents,
  args: unknown,
  { outputs }: BindOptions,
): BoundArguments {
  if (typeof args !== 'object' || args === null)
    throw invalidType('args', 'an object of arguments by name', args);
  checkNames(program, args);
  const given = args as Record<string, unknown>;
  const values: (StorageArray | number | undefined)[] = [];
  const rowStrides: number[] = [];
  for (const param of program.params) {
    const value = Object.hasOwn(given, param.name) ? given[param.name] : undefined;
    if (value === undefined && param.kind === 'output' && outputs === 'optional') {
      values.push(undefined);
      rowStrides.push(0);
      continue;
    }
    const slot =
      param.kind === 'scalar'
        ? bindScalar(program, param, value)
        : bindBuffer(program, param, extents, value);
    values.push(slot.value);
    rowStrides.push(slot.rowStride);
  }
  const rows = inferRows(program, extents, values, rowStrides);
  checkLengths(program, extents, values, rowStrides, rows);
  return { rows, values, rowStrides };
}

function checkNames(program: TileProgram, args: object): void {
  for (const key of Object.keys(args)) {
    if (program.params.some((param) => param.name === key)) continue;
    const names = program.params.map((param) => param.name).join(', ');
    throw invalidValue(
      key,
      `only the program's parameters (${names})`,
      (args as Record<string, unknown>)[key],
    );
  }
}

interface Slot {
  readonly value: StorageArray | number;
  readonly rowStride: number;
}

function bindScalar(program: TileProgram, { name, dtype }: ScalarParam, value: unknown): Slot {
  if (typeof value !== 'number') throw invalidType(name, 'a number', value);
  if (dtype === 'f32') return { value: Math.fround(value), rowStride: 0 };
  const least = leastIndex(program, name);
  if ((value | 0) !== value || value < least)
    throw invalidValue(
      name,
      least === 1 ? 'an integer from 1 to 2147483647' : 'an integer that i32 holds',
      value,
    );
  return { value, rowStride: 0 };
}

/** The smallest value of an i32 scalar: 1 where it counts the rows of a group. */
export function leastIndex(program: TileProgram, scalar: string): number {
  const counts = program.params.some(
    (param) => param.kind === 'input' && param.access === 'group' && param.by === scalar,
  );
  return counts ? 1 : -0x80000000;
}

function bindBuffer(program: TileProgram, param: BufferParam, extents: Extents, given: unknown): Slot {
  const extent = rowExtentOf(param, program, extents);
  const rowStrideByDefault = defaultRowStride(param, program, extents);
  const expected = `${dtypes[param.dtype].expected} or { data, rowStride }`;
  if (typeof given !== 'object' || given === null || ArrayBuffer.isView(given)) {
    expectArray(given, param.dtype, param.name, expected);
    return { value: given, rowStride: rowStrideByDefault };
  }
  if (!('data' in given)) throw invalidType(param.name, expected, given);
  for (const key of Object.keys(given)) {
    if (key !== 'data' && key !== 'rowStride') {
      throw invalidValue(
        `${param.name}.${key}`,
        'only data and rowStride',
        (given as Record<string, unknown>)[key],
      );
    }
  }
  const { data, rowStride } = given as { data: unknown; rowStride?: unknown };
  expectArray(data, param.dtype, `${param.name}.data`);
  if (rowStride === undefined) return { value: data, rowStride: rowStrideByDefault };
  if (param.access === 'column') {
    throw invalidValue(`${param.name}.rowStride`, 'none: all rows share this vector', rowStride);
  }
  expectRowStride(rowStride, extent, `${param.name}.rowStride`);
  return { value: data, rowStride };
}

function inferRows(
  program: TileProgram,
  extents: Extents,
  values: readonly unknown[],
  rowStrides: readonly number[],
): number {
  const { params } = program;
  const firstOf = (kind: 'input' | 'output') =>
    params.findIndex((param, i) => param.kind === kind && param.access === 'row' && values[i] !== undefined);
  const input = firstOf('input');
  const index = input >= 0 ? input : firstOf('output');
  if (index < 0) return 1; // nothing depends on the row, and no output says how many there are
  const param = params[index] as BufferParam;
  const { length } = values[index] as StorageArray;
  const extent = rowExtentOf(param, program, extents);
  const rowStride = rowStrides[index];
  const rows = rowsIn(length, extent, rowStride);
  if (rows === undefined) {
    const apart = rowStride === extent ? '' : `, rows ${rowStride} apart`;
    throw invalidLength(param.name, `whole rows of ${extent}${apart}`, length);
  }
  return rows;
}

function checkLengths(
  program: TileProgram,
  extents: Extents,
  values: readonly unknown[],
  rowStrides: readonly number[],
  rows: number,
): void {
  const { params } = program;
  const scalar = (name: string) => values[params.findIndex((param) => param.name === name)] as number;
  params.forEach((param, i) => {
    const value = values[i];
    if (param.kind === 'scalar' || value === undefined) return;
    const extent = rowExtentOf(param, program, extents);
    const needs = param.access === 'column' ? 1 : rowsNeeded(param, rows, scalar);
    const needed = lengthFor(needs, extent, rowStrides[i]);
    const { length } = value as StorageArray;
    if (length >= needed) return;
    const what = param.access === 'column' ? `${extent}` : `${needed} (${needs} rows of ${extent})`;
    throw invalidLength(param.name, `at least ${what}`, length);
  });
}
