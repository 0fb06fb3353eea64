// What the one-line calls share: their options, and checks of their arrays. How rows lie in memory is layout.ts's, the
// kernels and launchers are launches.ts's.
import { invalidLength, invalidType, invalidValue } from '../errors.js';
import { arrayTag, dtypes, isArrayOf, type Float16ArrayLike } from '../ir/dtype.js';
import type { PlanOptions } from '../planner/plan.js';
import { expectArray } from '../runtime/arguments.js';
import { openPool, type PoolOption } from '../runtime/pool-handle.js';
import { expectRowDType } from './variants.js';

/** Storage types of `x` and `out`. Everything is computed in f32. */
export type RowDType = 'f32' | 'f16' | 'bf16';

/** Arrays of rows: f32, f16 or bf16 as their bits in a Uint16Array, f16 where this Node has Float16Array. */
export type RowArray = Float32Array | Uint16Array | Float16ArrayLike;

/** Of the same class as `T`. */
export type SameArray<T extends RowArray> = [T] extends [Float32Array]
  ? Float32Array
  : [T] extends [Uint16Array]
    ? Uint16Array
    : T;

/** Options of every operator that goes row by row from `x` to `out`. */
export interface RowOptions<T extends RowArray = Float32Array> {
  /** Columns of a row; by default the length of the weight. */
  readonly cols?: number | undefined;
  /** Elements from one row of `x` to the next; `cols` by default. What stands between rows is never touched. */
  readonly rowStride?: number | undefined;
  /** Elements from one row of `out` to the next; `cols` by default, or `rowStride` where `out` is `x` itself. */
  readonly outRowStride?: number | undefined;
  /** Where the result goes, of the same dtype as `x`; it may be `x`. By default a new array of its class is made. */
  readonly out?: T | undefined;
  /** Storage type of `x` and `out`. Must be given for a Uint16Array, which holds f16 or bf16; others tell theirs. */
  readonly dtype?: RowDType | undefined;
  /** Switches of the compilation to fix; see `PlanOptions`. Results depend on `order`, `math` and `accumulate` alone. */
  readonly plan?: PlanOptions | undefined;
  /** Where it runs: a pool, or with `null` the caller's thread. By default the default pool, if there is work for it. */
  readonly pool?: PoolOption;
}

export const rowOptionNames = ['cols', 'rowStride', 'outRowStride', 'out', 'dtype', 'plan', 'pool'] as const;

/** Checks that options are an object of known keys, and those that every operator has. */
export function checkOptions<T extends RowOptions<RowArray>>(
  options: unknown,
  known: ReadonlySet<string>,
): asserts options is T {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'an object', options);
  for (const key in options) {
    if (!known.has(key))
      throw invalidValue(key, `one of the options ${[...known].join(', ')}`, (options as never)[key]);
  }
  const { pool } = options as { pool?: unknown };
  if (pool !== undefined && pool !== null) openPool(pool, 'pool');
}

/**
 * Storage type of a call: what the option says, else what the array tells. Whether `x` is an array of it at all is
 * layoutOf's to check.
 */
export function dtypeOf(x: unknown, { dtype }: RowOptions<RowArray>, argument = 'x'): RowDType {
  if (dtype === undefined) {
    const tag = arrayTag(x);
    if (tag === 'Uint16Array') {
      throw invalidType(
        'dtype',
        `'f16' or 'bf16' (${argument} is a Uint16Array, which may hold either)`,
        dtype,
      );
    }
    return tag === 'Float16Array' ? 'f16' : 'f32';
  }
  expectRowDType(dtype, 'dtype');
  return dtype;
}

/** What is added under the root where nothing is said: the value of PyTorch's and ONNX' normalizations. */
export const defaultEps = 1e-5;

/** Checks an epsilon and rounds it to f32. */
export function checkEps(eps: unknown): number {
  if (typeof eps !== 'number') throw invalidType('eps', 'a number', eps);
  const rounded = Math.fround(eps);
  if (!(rounded >= 0 && rounded < Infinity))
    throw invalidValue('eps', 'a number that is not negative and finite in f32', eps);
  return rounded;
}

/**
 * Storage type of a weight or bias, told by its class: f32, or the call's own `dtype`. Undefined where there is none.
 * @throws ERR_INVALID_ARG_TYPE, ERR_BUFFER_DETACHED.
 */
export function vectorDType(value: unknown, dtype: RowDType, argument: string): RowDType | undefined {
  if (value === null) return undefined;
  if (dtype !== 'f32' && isArrayOf(value, dtype)) {
    expectArray(value, dtype, argument);
    return dtype;
  }
  const own = dtype === 'f32' ? '' : `, ${dtypes[dtype].expected}`;
  expectArray(value, 'f32', argument, `${dtypes.f32.expected}${own} or null`);
  return 'f32';
}

/** Checks a weight's or bias' length against the columns. */
export function checkVectorLength(vector: RowArray | null, cols: number, argument: string): void {
  if (vector !== null && vector.length !== cols)
    throw invalidLength(argument, `${cols} (the columns)`, vector.length);
}

/** Checks an output of a call that has no rows: native code, which checks the others, is not called then. */
export function checkIdleOutput(value: unknown, dtype: RowDType, argument: string): void {
  if (value !== undefined) expectArray(value, dtype, argument);
}
