// Arguments for any program, told from its parameters: an operator that is added needs nothing here as long as its dims
// and index scalars are of a known kind.
import type { KernelArguments, StorageArray, TileProgram } from '../../lib/index.js';
import { extentOf } from '../../lib/ir/json.js';
import type { BufferParam, InputParam, ScalarParam } from '../../lib/ir/types.js';
import { randomArray } from './random.js';
import { makeRows, rowKinds, type RowKind } from './rows.js';
import { encodeAll, newStorage } from './storage.js';

type Shape = Readonly<Record<string, number>>;

/** Rows per group, and rows of a table that others are gathered from. */
const groupRows = 3;
const tableRows = 9;

/** Extents for about `columns` columns, `inner` of a grid: `half` are the pairs of a row, `rest` what is left of it. */
export function shapeFor(
  { dims, grid, name }: TileProgram,
  columns: number,
  inner = 1 + (columns % 5),
): Shape {
  const half = Math.max(1, columns >> 1);
  const rest = 1 + (columns % 3);
  const paired = dims.includes('half');
  const known: Shape = {
    cols: paired ? 2 * half + (dims.includes('rest') ? rest : 0) : columns,
    half,
    rest,
    ...(grid === undefined ? {} : { [grid]: inner }),
  };
  return Object.fromEntries(
    dims.map((dim) => {
      if (!(dim in known)) throw new Error(`${name}: no extent is known for dim ${dim}`);
      return [dim, known[dim]];
    }),
  );
}

function scalarFor({ name, dtype }: ScalarParam, program: TileProgram): number {
  const counts = program.params.some((p) => p.kind !== 'scalar' && p.access === 'group' && p.by === name);
  if (dtype === 'i32') return counts ? groupRows : -2;
  return name === 'eps' ? 1e-5 : 0.375;
}

/** Whether a row of inputsFor() is none of the ordinary ones. */
export const isSpecial = (row: number): boolean => row % 4 === 3;

/**
 * Every fourth row is of a kind that FP32 gets wrong when it is done carelessly; the others are ordinary. Only the first
 * input has such rows: two that meet may overflow where the exact result does not.
 */
function rowsFor(rows: number, extent: number, seed: number): Float32Array {
  const kinds = Object.keys(rowKinds) as RowKind[];
  return makeRows(
    Array.from({ length: rows }, (_, row) =>
      isSpecial(row) ? kinds[(row + 7 * seed) % kinds.length] : 'ordinary',
    ),
    extent,
    seed,
  );
}

function inputFor(param: InputParam, program: TileProgram, shape: Shape, rows: number, seed: number) {
  const inner = program.grid === undefined || param.access !== 'row' ? 1 : shape[program.grid];
  const extent = extentOf(param.dim, shape) * inner;
  const count = { row: rows, column: 1, group: Math.ceil(rows / groupRows), gather: tableRows }[param.access];
  if (param.dtype === 'i32')
    return Int32Array.from({ length: count * extent }, (_, i) => (5 * i + seed) % tableRows);
  const isFirst = param === program.params.find(({ kind }) => kind === 'input');
  const values = isFirst ? rowsFor(count, extent, seed) : randomArray(count * extent, seed);
  if (param.name === 'mask') for (let i = 3; i < values.length; i += 7) values[i] = -Infinity;
  return encodeAll(values, param.dtype);
}

/** Inputs of a program for `rows` rows; row-indexed ones may be cut to fewer. */
export function inputsFor(program: TileProgram, shape: Shape, rows: number, seed: number): KernelArguments {
  const inputs: Record<string, StorageArray | number> = {};
  program.params.forEach((param, i) => {
    if (param.kind === 'scalar') inputs[param.name] = scalarFor(param, program);
    if (param.kind === 'input') inputs[param.name] = inputFor(param, program, shape, rows, seed + i);
  });
  return inputs;
}

/** Elements of `rows` rows of a buffer. */
function lengthOf(param: BufferParam, program: TileProgram, shape: Shape, rows: number): number {
  if (Object.keys(shape).length === 0) return rows; // the kernel for every length
  return rows * extentOf(param.dim, shape) * (program.grid === undefined ? 1 : shape[program.grid]);
}

/**
 * Arguments for a launch of the first `rows` rows, with new outputs. `inPlace`: the first output is a copy of the first
 * input and stands for it, if they are of a kind.
 */
export function launchFor(
  program: TileProgram,
  shape: Shape,
  inputs: KernelArguments,
  rows: number,
  inPlace: boolean,
): KernelArguments {
  const args: Record<string, StorageArray | number> = {};
  const first = program.params.find((param) => param.kind === 'input') as InputParam;
  for (const param of program.params) {
    if (param.kind === 'output') {
      args[param.name] = newStorage(param.dtype, lengthOf(param, program, shape, rows)).fill(77);
      if (inPlace && param.dtype === first.dtype && param.dim === first.dim) {
        args[param.name] = args[first.name] = (args[first.name] as Float32Array).slice();
        inPlace = false;
      }
      continue;
    }
    const given = inputs[param.name] as Float32Array | number;
    const isRows = param.kind === 'input' && param.access === 'row' && typeof given !== 'number';
    args[param.name] = isRows ? given.subarray(0, lengthOf(param, program, shape, rows)) : given;
  }
  return args;
}
