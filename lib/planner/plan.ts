// Plans: the switches a kernel can be compiled with. This file knows their names and values and validates what a
// user passes; what 'auto' becomes is resolve.ts's.
import { invalidPlan, invalidType, TileSimdRangeError, TileSimdTypeError, describe } from '../errors.js';

export const mappings = ['packet-local', 'whole-program'] as const;
export const widths = [2, 4, 8, 16] as const;
export const materializations = ['registers', 'snapshot', 'reload', 'recompute', 'output'] as const;
export const accumulatorCounts = [1, 2, 4, 8] as const;
export const unrolls = [1, 2, 4, 8] as const;
export const storeKinds = ['cached', 'streaming', 'by-size'] as const;
export const tails = ['masked', 'peeled', 'overlapping'] as const;
export const orders = ['fixed', 'mapping'] as const;
export const maths = ['strict', 'contract'] as const;
export const accumulations = ['corrected', 'f32', 'f64'] as const;
export const targets = ['native', 'x86-64-v2', 'x86-64-v3', 'x86-64-v4', 'neon'] as const;

export type Mapping = (typeof mappings)[number];
export type Width = (typeof widths)[number];
export type Materialize = (typeof materializations)[number];
export type TargetFeatures = (typeof targets)[number];

export type Accumulators = (typeof accumulatorCounts)[number];
export type Unroll = (typeof unrolls)[number];
export type Stores = (typeof storeKinds)[number];
export type Tail = (typeof tails)[number];
export type Order = (typeof orders)[number];
export type MathMode = (typeof maths)[number];
export type Accumulate = (typeof accumulations)[number];

/** Largest number of lanes in a block. */
export const maxBlockWidth = 65536;
/** Largest distance of a prefetch, in bytes. */
export const maxPrefetch = 65536;
/** Largest number of threads of a launch, and of a worker pool. */
export const maxWorkers = 256;
/** Largest number of blocks of a task. */
export const maxGrain = 0x7fffffff;

/** What a user may fix; everything else is decided for the program, the shape and this CPU. */
export interface PlanOptions {
  /** `packet-local`: W lanes share one row. `whole-program`: every lane has a row of its own. */
  readonly mapping?: Mapping | 'auto' | undefined;
  /** SIMD lanes of a packet. */
  readonly width?: Width | 'auto' | undefined;
  /**
   * P, full-packet specialization: full packets get a clone of the packet body in which the number of active lanes is
   * a constant. `require` throws where it cannot be had.
   */
  readonly fullPacket?: boolean | 'auto' | 'require' | undefined;
  /**
   * F, load and reduction fusion: a row is loaded within the loop of its first reduction; `false` copies it to its
   * snapshot first and reduces from there. Not with `registers` or `reload`, which have no snapshot.
   */
  readonly fuse?: boolean | 'auto' | undefined;
  /**
   * Where values wait that a later pass over the row needs again: in registers, in a snapshot, or not at all (loaded and
   * computed again). `recompute` keeps what was loaded in a snapshot, and computes the rest again; `output` keeps what
   * elementary functions went into in the rows of outputs, which are overwritten at the end, and the rest is as under `reload`.
   */
  readonly materialize?: Materialize | 'auto' | undefined;
  /** Whether snapshots lie in slots q * W + lane; `false` gives each lane an array of its own. */
  readonly interleave?: boolean | 'auto' | undefined;
  /** Whether snapshots are accessed by vectors; `false` takes gathers and scatters. Not with `interleave: false`. */
  readonly contiguous?: boolean | 'auto' | undefined;
  /** Vectors that a reduction accumulates in; free only under `order: 'mapping'`. */
  readonly accumulators?: Accumulators | 'auto' | undefined;
  /** Vectors (whole-program: blocks of four columns) per iteration of a loop without reductions. */
  readonly unroll?: Unroll | 'auto' | undefined;
  /**
   * Whether outputs are written through the cache or past it; `by-size`: past it in launches that write more than the
   * second-level cache of a core keeps.
   */
  readonly stores?: Stores | 'auto' | undefined;
  /** How far ahead of its loads a row is prefetched, in bytes; 0 for not at all. Under stores 'by-size', where they stream. */
  readonly prefetch?: number | 'auto' | undefined;
  /**
   * The ragged end of a row: `masked` bounds every vector, `peeled` the last one alone, `overlapping` moves the last one
   * of elementwise loops back so that it is whole.
   */
  readonly tail?: Tail | 'auto' | undefined;
  /**
   * Whether tasks can share one row: whole chunks of it each, phase by phase. `'auto'` is false. It is for few and very
   * long rows; a launch on one thread runs all phases there.
   */
  readonly cooperative?: boolean | 'auto' | undefined;
  /** Lanes per block, a multiple of the width, at most 65536. */
  readonly blockWidth?: number | 'auto' | undefined;
  /** Tree of the reductions: `fixed` (default), the same for every plan, or what comes natural to the `mapping`. */
  readonly order?: Order | 'auto' | undefined;
  /** `strict` (default): every op is rounded. `contract`: a product that is added becomes one fused operation. */
  readonly math?: MathMode | 'auto' | undefined;
  /**
   * `corrected` (default): f32, with the operator's corrections and its rescue in FP64. `f32`: the plain form of the
   * operator without them. `f64`: everything in double precision.
   */
  readonly accumulate?: Accumulate | 'auto' | undefined;
  /** Instruction set: this machine's (default) or a named level that it has. */
  readonly features?: TargetFeatures | 'auto' | undefined;
  /**
   * Blocks that one task of a launch takes; in a cooperative kernel, chunks. A choice of run time: it changes no code and
   * no bit.
   */
  readonly grain?: number | 'auto' | undefined;
  /** Threads of a launch, the caller's included, as far as the pool has them. A choice of run time, too. */
  readonly workers?: number | 'auto' | undefined;
  /**
   * Rows that launches usually have: the switches left to 'auto' are then chosen by predicted cost, which takes tens of
   * milliseconds for a new shape, and otherwise by rules. No part of the plan: any number of rows can be launched.
   */
  readonly rows?: number | 'auto' | undefined;
}

/** A complete plan, as `kernel.plan` reports it. Switches without an effect have their usual value. */
export interface Plan {
  readonly mapping: Mapping;
  readonly width: Width;
  /** Whether full-packet specialization was asked for; `kernel.specialization` says what came of it. */
  readonly fullPacket: boolean;
  readonly fuse: boolean;
  readonly materialize: Materialize;
  readonly interleave: boolean;
  readonly contiguous: boolean;
  /** Vectors that a reduction accumulates in; the fixed order decides that itself, and the value is idle. */
  readonly accumulators: Accumulators;
  readonly unroll: Unroll;
  readonly stores: Stores;
  readonly prefetch: number;
  readonly tail: Tail;
  readonly cooperative: boolean;
  readonly blockWidth: number;
  readonly order: Order;
  readonly math: MathMode;
  readonly accumulate: Accumulate;
  readonly features: TargetFeatures;
  /** Decided at each launch where it is `auto`. */
  readonly grain: number | 'auto';
  /** Decided at each launch where it is `auto`. */
  readonly workers: number | 'auto';
}

const choices = {
  mapping: [...mappings, 'auto'],
  width: [...widths, 'auto'],
  fullPacket: [true, false, 'auto', 'require'],
  fuse: [true, false, 'auto'],
  materialize: [...materializations, 'auto'],
  interleave: [true, false, 'auto'],
  contiguous: [true, false, 'auto'],
  accumulators: [...accumulatorCounts, 'auto'],
  unroll: [...unrolls, 'auto'],
  stores: [...storeKinds, 'auto'],
  tail: [...tails, 'auto'],
  cooperative: [true, false, 'auto'],
  order: [...orders, 'auto'],
  math: [...maths, 'auto'],
  accumulate: [...accumulations, 'auto'],
  features: [...targets, 'auto'],
} as const;

/** Switches that take any integer of a range. */
const ranges = {
  blockWidth: { least: 2, most: maxBlockWidth },
  prefetch: { least: 0, most: maxPrefetch },
  grain: { least: 1, most: maxGrain },
  workers: { least: 1, most: maxWorkers },
  rows: { least: 0, most: Number.MAX_SAFE_INTEGER },
} as const;

/** Plan options with defaults filled in and every value known to be one of its switch's. */
export type CheckedPlanOptions = {
  readonly [Key in Exclude<keyof typeof choices, 'features'>]: (typeof choices)[Key][number];
} & { readonly [Key in keyof typeof ranges]: number | 'auto' } & { readonly features: TargetFeatures };

const keys = [...Object.keys(choices), ...Object.keys(ranges)] as readonly (keyof CheckedPlanOptions)[];

/** Switches that launches obey, and compiled code knows nothing of. */
export const runTimeSwitches = ['grain', 'workers'] as const;
export type Dispatch = Pick<Plan, (typeof runTimeSwitches)[number]>;

const compileTimeKeys = keys.filter((key) => !(runTimeSwitches as readonly string[]).includes(key));
const known: ReadonlySet<string> = new Set(keys);

/** Checks one switch. The type of the value decides between TypeError and RangeError, the code is the same. */
function choose<T>(key: string, value: unknown, allowed: readonly T[]): T | 'auto' {
  if (value === undefined) return 'auto';
  if (allowed.includes(value as T)) return value as T;
  const argument = `plan.${key}`;
  const expected = allowed
    .map((choice) => (typeof choice === 'string' ? `'${choice}'` : String(choice)))
    .join(', ');
  if (allowed.some((choice) => typeof choice === typeof value))
    throw invalidPlan(argument, `one of ${expected}`, value);
  throw new TileSimdTypeError(
    'ERR_INVALID_PLAN',
    `${argument}: expected one of ${expected}, given ${describe(value)}`,
    {
      argument,
      given: value,
      expected: `one of ${expected}`,
    },
  );
}

function chooseInteger(key: keyof typeof ranges, value: unknown): number | 'auto' {
  if (value === undefined || value === 'auto') return 'auto';
  const { least, most } = ranges[key];
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most)
    return value as number;
  throw invalidPlan(`plan.${key}`, `'auto' or an integer from ${least} to ${most}`, value);
}

/**
 * Validates plan options as a user passes them.
 * @throws ERR_INVALID_ARG_TYPE if it is no object; ERR_INVALID_PLAN naming `plan.KEY` for an unknown key or value (a
 * RangeError, or a TypeError if the value has a type that the switch never has).
 */
export function checkPlanOptions(options: unknown): CheckedPlanOptions {
  if (options === undefined) return allAuto;
  if (typeof options !== 'object' || options === null)
    throw invalidType('plan', 'an object of plan options', options);
  for (const key in options) {
    if (!known.has(key)) {
      const argument = `plan.${key}`;
      const expected = `one of ${keys.join(', ')}`;
      throw new TileSimdRangeError(
        'ERR_INVALID_PLAN',
        `${argument}: there is no such switch, expected ${expected}`,
        {
          argument,
          given: key,
          expected,
        },
      );
    }
  }
  return check(options);
}

function check(given: PlanOptions): CheckedPlanOptions {
  const checked: Record<string, unknown> = {};
  for (const [key, allowed] of Object.entries(choices))
    checked[key] = choose<unknown>(key, given[key as keyof typeof choices], allowed);
  for (const key of Object.keys(ranges) as (keyof typeof ranges)[])
    checked[key] = chooseInteger(key, given[key]);
  if (checked.features === 'auto') checked.features = 'native';
  return Object.freeze(checked) as CheckedPlanOptions;
}

const allAuto: CheckedPlanOptions = check({});

/** A text that is equal exactly for options that compile to the same code: part of the kernel cache's key. */
export function planKey(options: CheckedPlanOptions): string {
  return compileTimeKeys.map((key) => String(options[key])).join('/');
}

/** A text that is equal exactly for plans of equal code. */
export function keyOfPlan(plan: Plan): string {
  return planKey({ ...plan, rows: 'auto' });
}

let lastOptions: PlanOptions | undefined;
let lastKey = '';

/**
 * A text that is equal exactly for equal options, as a user passes them. Calls in a row tend to pass the same options, so the last ones are
 * compared by value first: the object itself may have changed since.
 * @throws as checkPlanOptions does.
 */
export function userPlanKey(options: PlanOptions): string {
  if (lastOptions !== undefined && isSamePlan(options, lastOptions)) return lastKey;
  const checked = checkPlanOptions(options);
  lastKey = keys.map((key) => String(checked[key])).join('/');
  lastOptions = { ...options };
  return lastKey;
}

function isSamePlan(options: PlanOptions, last: PlanOptions): boolean {
  if (typeof options !== 'object' || options === null) return false;
  for (const key in options) if (!known.has(key)) return false;
  for (const key of keys) if (options[key] !== last[key]) return false;
  return true;
}
