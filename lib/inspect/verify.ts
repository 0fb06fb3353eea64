// verify(): a launch against the FP64 reference.
//
// What a result may be is an interval: the reference, more or less the tolerance, both ends rounded to what the output
// stores. So one tolerance in f32 terms serves every storage type, and a bf16 that rounds to the neighbour is right
// where, and only where, the exact value lies near the middle.
import { invalidType, invalidValue } from '../errors.js';
import type { StorageArray } from '../ir/dtype.js';
import type { OutputDType, OutputParam } from '../ir/types.js';
import { nudgedDown, nudgedUp } from '../reference/nudge.js';
import { referenceRows } from '../reference/reference.js';
import { bfloat, half, readElements, roundToFormat } from '../reference/storage.js';
import { roundTiesToEven } from '../reference/sums.js';
import { bindArguments, type BoundArguments } from '../runtime/arguments.js';
import { Kernel } from '../runtime/kernel.js';
import { argumentsOf, isLaunchRecord, type LaunchRecord } from '../runtime/launch-record.js';
import { rowExtentOf } from '../runtime/rows.js';

/** What a result may be off: |got - expected| <= abs + rel * |expected|, before it is rounded to its storage type. */
export interface Tolerance {
  readonly abs: number;
  readonly rel: number;
}

export interface VerifyOptions {
  /**
   * Rows to check, spread over all, the first and the last among them; all by default. The reference takes some ten
   * nanoseconds per element and operation.
   */
  readonly sample?: number | undefined;
  /** By default what the library promises of its operators: 5e-5, absolute and relative. */
  readonly tolerance?: Tolerance | undefined;
}

/** A result that the reference does not allow. */
export interface Mismatch {
  readonly output: string;
  readonly row: number;
  /** Within the row. */
  readonly element: number;
  readonly got: number;
  /** In FP64. */
  readonly expected: number;
}

/** One output of a verified launch. */
export interface VerifiedOutput {
  /** Elements compared. */
  readonly elements: number;
  readonly mismatches: number;
  /** Largest |got - expected|, the rounding to the storage type included; Infinity if a NaN or an infinity is wrong. */
  readonly largestError: number;
}

export interface VerifyReport {
  /** Whether there is no mismatch. */
  readonly passed: boolean;
  /** Rows of the record, and those that were checked. */
  readonly rows: number;
  readonly checkedRows: number;
  readonly tolerance: Tolerance;
  readonly mismatches: number;
  readonly outputs: Readonly<Record<string, VerifiedOutput>>;
  /** The first mismatches, at most 10. */
  readonly first: readonly Mismatch[];
}

const promised: Tolerance = Object.freeze({ abs: 5e-5, rel: 5e-5 });
const mostShown = 10;

/**
 * Launches a record as `kernel.launch(record)` does and compares its outputs with the FP64 reference
 * interpreter. The outputs are written; inputs are read before the launch, so in-place records are checked as well.
 *
 * A value beside a jump of the program's own (`round`, `floor`, `cast`) may fall to either side; a comparison may not.
 *
 * @returns a report; a mismatch is no error.
 * @throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, and what `kernel.launch` throws.
 */
export function verify(kernel: Kernel, record: LaunchRecord, options: VerifyOptions = {}): VerifyReport {
  if (!(kernel instanceof Kernel)) throw invalidType('kernel', 'a Kernel', kernel);
  if (!isLaunchRecord(record)) throw invalidType('record', 'a LaunchRecord', record);
  const { sample, tolerance } = checkOptions(options);
  kernel.launch(record, { programs: [0, 0] }); // the checks of a launch, before anything is computed
  const { program, shape } = kernel;
  const bound = bindArguments(program, shape, argumentsOf(record), { outputs: 'required' });
  const rows = chooseRows(bound.rows, sample);
  const variants = new Set([program, nudgedDown(program), nudgedUp(program)]);
  const expected = [...variants].map((variant) => referenceRows(variant, shape, bound, rows));
  kernel.launch(record);

  const first: Mismatch[] = [];
  const outputs: Record<string, VerifiedOutput> = {};
  program.params.forEach((param, index) => {
    if (param.kind !== 'output') return;
    const extent = rowExtentOf(param, program, shape);
    const values = expected.map((results) => results[param.name]);
    outputs[param.name] = compareOutput({ param, index, extent, bound, rows, values, tolerance }, first);
  });
  const mismatches = Object.values(outputs).reduce((sum, output) => sum + output.mismatches, 0);
  const report = { passed: mismatches === 0, rows: bound.rows, checkedRows: rows.length, tolerance };
  return { ...report, mismatches, outputs, first };
}

function checkOptions(options: unknown): { sample: number; tolerance: Tolerance } {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'an object', options);
  for (const [key, value] of Object.entries(options)) {
    if (key !== 'sample' && key !== 'tolerance')
      throw invalidValue(`options.${key}`, 'only sample and tolerance', value);
  }
  const { sample = Infinity, tolerance = promised } = options as VerifyOptions;
  if (typeof sample !== 'number') throw invalidType('options.sample', 'a number of rows', sample);
  if (sample !== Infinity && !(Number.isSafeInteger(sample) && sample > 0))
    throw invalidValue('options.sample', 'an integer from 1, or Infinity', sample);
  if (typeof tolerance !== 'object' || (tolerance as unknown) === null)
    throw invalidType('options.tolerance', '{ abs, rel }', tolerance);
  for (const name of ['abs', 'rel'] as const) {
    const value: unknown = tolerance[name];
    const argument = `options.tolerance.${name}`;
    if (typeof value !== 'number') throw invalidType(argument, 'a number', value);
    if (!(value >= 0 && value < Infinity))
      throw invalidValue(argument, 'a finite number that is not negative', value);
  }
  return { sample, tolerance: { abs: tolerance.abs, rel: tolerance.rel } };
}

/**
 * `sample` of `rows` rows in ascending order: one out of each of as many equal parts, at a place that differs from part to
 * part, so that no period of packets or blocks is met or missed throughout. The same for the same numbers.
 */
export function chooseRows(rows: number, sample: number): number[] {
  if (sample >= rows) return Array.from({ length: rows }, (_, row) => row);
  if (sample === 1) return [rows - 1]; // the one in the tail
  const golden = (Math.sqrt(5) - 1) / 2;
  return Array.from({ length: sample }, (_, part) => {
    if (part === 0) return 0;
    if (part === sample - 1) return rows - 1;
    const begin = Math.floor((part * rows) / sample);
    const end = Math.floor(((part + 1) * rows) / sample);
    return begin + Math.floor(((part * golden) % 1) * (end - begin));
  });
}

interface Comparison {
  readonly param: OutputParam;
  readonly index: number;
  readonly extent: number;
  readonly bound: BoundArguments;
  readonly rows: readonly number[];
  /** The reference, and its variants about the jumps of the program. */
  readonly values: readonly Float64Array[];
  readonly tolerance: Tolerance;
}

function compareOutput(comparison: Comparison, first: Mismatch[]): VerifiedOutput {
  const { param, index, extent, bound, rows, values, tolerance } = comparison;
  const data = bound.values[index] as StorageArray;
  let mismatches = 0;
  let largestError = 0;
  rows.forEach((row, at) => {
    const got = readElements(data, param.dtype, row * bound.rowStrides[index], extent);
    for (let element = 0; element < extent; ++element) {
      const place = at * extent + element;
      const expected = values[0][place];
      const error = distanceOf(got[element], expected, param.dtype);
      if (error > largestError) largestError = error;
      if (values.some((variant) => isAllowed(got[element], variant[place], param.dtype, tolerance))) continue;
      if (values.length > 1 && isBetween(got[element], values, place, param.dtype, tolerance)) continue;
      ++mismatches;
      if (first.length < mostShown)
        first.push({ output: param.name, row, element, got: got[element], expected });
    }
  });
  return { elements: rows.length * extent, mismatches, largestError };
}

/** |got - expected|, 0 for what is the same NaN or infinity once it is stored. */
function distanceOf(got: number, expected: number, dtype: OutputDType): number {
  const stored = store(expected, dtype);
  if (Object.is(got, stored) || got === stored) return Number.isFinite(stored) ? Math.abs(got - expected) : 0;
  const error = Math.abs(got - expected);
  return Number.isNaN(error) ? Infinity : error;
}

function isAllowed(got: number, expected: number, dtype: OutputDType, { abs, rel }: Tolerance): boolean {
  if (!Number.isFinite(expected)) return Object.is(got, store(expected, dtype));
  const margin = abs + rel * Math.abs(expected);
  return got >= store(expected - margin, dtype) && got <= store(expected + margin, dtype);
}

/** Whether a result lies between the variants of the reference. */
function isBetween(
  got: number,
  values: readonly Float64Array[],
  place: number,
  dtype: OutputDType,
  { abs, rel }: Tolerance,
): boolean {
  const all = values.map((variant) => variant[place]);
  const margin = abs + rel * Math.abs(all[0]);
  return got >= store(Math.min(...all) - margin, dtype) && got <= store(Math.max(...all) + margin, dtype);
}

/** A number as an output stores it. */
function store(value: number, dtype: OutputDType): number {
  switch (dtype) {
    case 'f32':
      return Math.fround(value);
    case 'f16':
      return roundToFormat(value, half);
    case 'bf16':
      return roundToFormat(value, bfloat);
    case 'i8':
      return Number.isNaN(value) ? 0 : Math.max(-128, Math.min(127, roundTiesToEven(value))) + 0;
  }
}
