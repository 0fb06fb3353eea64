// What a launcher's non-zero status means, as an error. Native code answers with a number, so that the hot path
// carries no message; nothing has run or been written when it does.
import { invalidLength, invalidType, invalidValue, TileSimdError } from '../errors.js';
import { dtypes, type StorageArray } from '../ir/dtype.js';
import { extentOf, type Extents } from '../ir/json.js';
import type { TileProgram } from '../ir/program.js';
import type { InputParam, Param } from '../ir/types.js';
import { LaunchStatus } from '../native/binding.js';
import { detached, leastIndex } from './arguments.js';
import { lengthFor, rowExtentOf, rowsIn, rowsNeeded } from './rows.js';

/** The launch that was refused. */
export interface RefusedLaunch {
  readonly program: TileProgram;
  readonly extents: Extents;
  readonly rows: number;
  readonly rowStrides: readonly number[];
  readonly values: readonly unknown[];
  /** Name of a parameter as the caller knows it; the parameter's own by default. */
  readonly nameOf?: (param: string) => string;
}

export function kernelDisposed(program: string): TileSimdError {
  return new TileSimdError(
    'ERR_KERNEL_DISPOSED',
    `kernel '${program}' was disposed and cannot be used any more`,
    {
      argument: 'kernel',
      given: 'a disposed kernel',
      expected: 'a kernel in use',
    },
  );
}

/** The error for a status other than 0. */
export function explainStatus(status: number, launch: RefusedLaunch): Error {
  const code = status % 256;
  const index = Math.floor(status / 256) % 256;
  const other = Math.floor(status / 65536) % 256;
  const param = launch.program.params[index];
  if (code === LaunchStatus.disposed) return kernelDisposed(launch.program.name);
  if (code === LaunchStatus.outOfMemory) return outOfMemory(launch.program.name);
  if (code === LaunchStatus.badRange && index === 3) return tooManyRows(launch.rows);
  if (code === LaunchStatus.badRange || param === undefined) return unknownStatus(status);
  const name = nameOf(param, launch);
  const value = launch.values[index];
  switch (code) {
    case LaunchStatus.wrongArray:
      return invalidType(name, dtypes[param.dtype].expected, value);
    case LaunchStatus.detached:
      return detached(name, param.dtype);
    case LaunchStatus.tooShort:
      return invalidLength(name, needed(param, index, launch), (value as StorageArray).length);
    case LaunchStatus.overlap:
      return overlap(name, launch.program.params[other], launch);
    case LaunchStatus.busy:
      return busy(name);
    case LaunchStatus.notNumber:
      return invalidType(name, 'a number', value);
    case LaunchStatus.badIndex:
      return invalidValue(
        name,
        `an integer from ${leastIndex(launch.program, param.name)} to 2147483647`,
        value,
      );
    case LaunchStatus.badRowNumber:
      return badRowNumber(name, value as Int32Array, other, launch);
    default:
      return unknownStatus(status);
  }
}

function nameOf(param: Param, launch: RefusedLaunch): string {
  return launch.nameOf?.(param.name) ?? param.name;
}

function needed(param: Param, index: number, launch: RefusedLaunch): string {
  if (param.kind === 'scalar') return 'nothing';
  const extent = rowExtentOf(param, launch.program, launch.extents);
  if (param.access === 'column') return `at least ${extent}`;
  const rowStride = launch.rowStrides[index];
  const apart = rowStride === extent ? '' : `, ${rowStride} apart`;
  const scalar = (wanted: string) =>
    launch.values[launch.program.params.findIndex(({ name }) => name === wanted)] as number;
  const rows = rowsNeeded(param, launch.rows, scalar);
  return `at least ${lengthFor(rows, extent, rowStride)} (${rows} rows of ${extent}${apart})`;
}

function badRowNumber(name: string, numbers: Int32Array, other: number, launch: RefusedLaunch): Error {
  const table = launch.program.params[other] as InputParam;
  const extent = extentOf(table.dim, launch.extents);
  const { length } = launch.values[other] as StorageArray;
  const rows =
    rowsIn(length, extent, launch.rowStrides[other]) ?? Math.floor(length / launch.rowStrides[other]);
  const expected = `row numbers from 0 to ${rows - 1} (${nameOf(table, launch)} has ${rows} rows)`;
  return invalidValue(
    name,
    expected,
    numbers.find((number) => number < 0 || number >= rows),
  );
}

function overlap(name: string, other: Param | undefined, launch: RefusedLaunch): TileSimdError {
  const otherName = other === undefined ? 'another argument' : nameOf(other, launch);
  const beside = otherName === name ? 'itself: its rows overlap' : otherName;
  const expected =
    'an output that is exactly one row-indexed input (same start, row stride, dim and dtype) or shares no element with any argument';
  return new TileSimdError(
    'ERR_BUFFER_OVERLAP',
    `${name}: shares elements with ${beside}; expected ${expected}`,
    {
      argument: name,
      given: `shares elements with ${beside}`,
      expected,
    },
  );
}

function busy(name: string): TileSimdError {
  const given = 'memory that a launch in flight writes, or reads while this one would write it';
  return new TileSimdError('ERR_BUFFER_BUSY', `${name}: ${given}`, {
    argument: name,
    given,
    expected: 'to wait until that launch is done, or other memory',
  });
}

function outOfMemory(program: string): TileSimdError {
  return new TileSimdError(
    'ERR_OUT_OF_MEMORY',
    `there is no memory for the workspace of kernel '${program}'`,
    {
      argument: 'kernel',
      expected: "a plan that takes less (materialize: 'reload' takes none)",
    },
  );
}

function tooManyRows(rows: number): Error {
  return invalidValue(
    'rows',
    `at most ${2 ** 32} rows in a cooperative kernel, which numbers them by 32 bits (a range below that, or cooperative: false)`,
    rows,
  );
}

/** Ranges are checked before the call, so a refused one is a fault of ours like a status that is not known. */
function unknownStatus(status: number): TileSimdError {
  return new TileSimdError(
    'ERR_INTERNAL',
    `the native launcher answered with the unexpected status ${status}`,
    { given: status },
  );
}
