// Reads and lays out the numeric cases of test/data/cases (format: test/data/README.md).
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Tolerance } from './compare.js';
import { lcg } from './random.js';

type JsonNumber = number | 'NaN' | 'Infinity' | '-Infinity' | '-0';

/** How the elements of an array are given. */
export interface Elements {
  readonly values?: readonly JsonNumber[];
  readonly const?: JsonNumber;
  readonly ramp?: readonly [start: number, step: number];
  readonly cycle?: readonly JsonNumber[];
  readonly lcg?: readonly [seed: number, low: number, high: number];
  readonly set?: readonly (readonly [index: number, value: JsonNumber])[];
}

/** Where an array lies. */
export interface MemoryLayout {
  readonly byteOffset?: number;
  readonly rowStride?: number;
  readonly fill?: JsonNumber;
}

/** `Params` are the operator's own. */
export interface NumericCase<Params = { readonly eps: number }> {
  readonly id: string;
  readonly op: string;
  readonly why: string;
  readonly rows: number;
  readonly cols: number;
  readonly params: Params;
  /** Position of each row, for rope. */
  readonly positions?: readonly number[];
  readonly inputs: { readonly x: Elements; readonly gamma?: Elements; readonly beta?: Elements };
  readonly memory?: { readonly x?: MemoryLayout; readonly y?: MemoryLayout; readonly alias?: string };
  readonly tolerance?: Tolerance;
  readonly expected: {
    readonly y: {
      readonly values?: readonly JsonNumber[];
      readonly count?: number;
      readonly at?: readonly (readonly [index: number, value: JsonNumber])[];
    };
  };
}

const data = resolve(__dirname, '..', 'data', 'cases');

/** All cases of an operator. */
export function readCases<Params = { readonly eps: number }>(operator: string): NumericCase<Params>[] {
  const file = JSON.parse(readFileSync(join(data, `${operator}.json`), 'utf8')) as {
    count: number;
    cases: NumericCase<Params>[];
  };
  if (file.cases.length !== file.count) throw new Error(`${operator}.json does not hold ${file.count} cases`);
  return file.cases;
}

/** The elements in FP64, rounded to f32 by the array. */
export function elements(count: number, given: Elements): Float32Array {
  const result = Float32Array.from({ length: count }, generator(given, count));
  for (const [index, value] of given.set ?? []) result[index] = Number(value);
  return result;
}

function generator({ values, const: constant, ramp, cycle, lcg: seeded }: Elements, count: number) {
  if (values !== undefined) {
    if (values.length !== count) throw new Error(`${values.length} values for ${count} elements`);
    return (_: unknown, i: number) => Number(values[i]);
  }
  if (constant !== undefined) return () => Number(constant);
  if (ramp !== undefined) return (_: unknown, i: number) => ramp[0] + ramp[1] * i;
  if (cycle !== undefined) return (_: unknown, i: number) => Number(cycle[i % cycle.length]);
  if (seeded === undefined) throw new Error('no elements');
  return lcg(...seeded);
}

/** The expected elements, as pairs of index and value. */
export function expectedPairs(
  { rows, cols, expected: { y } }: NumericCase<unknown>,
  elements = rows * cols,
): (readonly [number, number])[] {
  const count = y.values?.length ?? y.count;
  if (count !== elements) throw new Error(`${count} expected elements of ${elements}`);
  if (y.values !== undefined) return y.values.map((value, i) => [i, Number(value)]);
  return (y.at ?? []).map(([index, value]) => [index, Number(value)]);
}
