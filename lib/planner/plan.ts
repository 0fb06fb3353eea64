// Plans: the switches a kernel can be compiled with. This file knows their names and values and validates what a
// user passes; what 'auto' becomes is resolve.ts's.
import { invalidPlan, invalidType, TileSimdRangeError, TileSimdTypeError, describe } from '../errors.js';

export const mappings = ['packet-local', 'whole-program'] as const;
export const widths = [2, 4, 8, 16] as const;
export const materializations = ['registers', 'snapshot', 'reload'] as const;
export const targets = ['native', 'x86-64-v2', 'x86-64-v3', 'x86-64-v4'] as const;

export type Mapping = (typeof mappings)[number];
export type Width = (typeof widths)[number];
export type Materialize = (typeof materializations)[number];
export type TargetFeatures = (typeof targets)[number];

/** Largest number of lanes in a block. */
export const maxBlockWidth = 65536;

/** What a user may fix; everything else is decided for the program, the shape and this CPU. */
export interface PlanOptions {
  /** `packet-local`: W lanes share one row. `whole-program`: every lane has a row of its own. */
  readonly mapping?: Mapping | 'auto' | undefined;
  /** SIMD lanes of a packet. */
  readonly width?: Width | 'auto' | undefined;
  /**
   * Full-packet specialization: full packets get a clone of the packet body in which the number of active lanes is
   * a constant. `require` throws where it cannot be had.
   */
  readonly fullPacket?: boolean | 'auto' | 'require' | undefined;
  /** Where values wait that a later pass over the row needs again: in registers, in a snapshot, or not at all. */
  readonly materialize?: Materialize | 'auto' | undefined;
  /** Lanes per block, a multiple of the width, at most 65536. */
  readonly blockWidth?: number | 'auto' | undefined;
  /** Instruction set: this machine's (default) or a named level that it has. */
  readonly features?: TargetFeatures | 'auto' | undefined;
}

/** A complete plan, as `kernel.plan` reports it. */
export interface Plan {
  readonly mapping: Mapping;
  readonly width: Width;
  /** Whether full-packet specialization was asked for; `kernel.specialization` says what came of it. */
  readonly fullPacket: boolean;
  readonly materialize: Materialize;
  readonly blockWidth: number;
  readonly features: TargetFeatures;
}

/** Plan options with defaults filled in and every value known to be one of its switch's. */
export interface CheckedPlanOptions {
  readonly mapping: Mapping | 'auto';
  readonly width: Width | 'auto';
  readonly fullPacket: boolean | 'auto' | 'require';
  readonly materialize: Materialize | 'auto';
  readonly blockWidth: number | 'auto';
  readonly features: TargetFeatures;
}

const choices = {
  mapping: [...mappings, 'auto'],
  width: [...widths, 'auto'],
  fullPacket: [true, false, 'auto', 'require'],
  materialize: [...materializations, 'auto'],
  features: [...targets, 'auto'],
} as const;

const keys: ReadonlySet<string> = new Set([...Object.keys(choices), 'blockWidth']);

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

function checkBlockWidth(value: unknown): number | 'auto' {
  if (value === undefined || value === 'auto') return 'auto';
  if (Number.isInteger(value) && (value as number) >= 2 && (value as number) <= maxBlockWidth)
    return value as number;
  throw invalidPlan('plan.blockWidth', `'auto' or an integer from 2 to ${maxBlockWidth}`, value);
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
    if (!keys.has(key)) {
      const argument = `plan.${key}`;
      const expected = `one of ${[...keys].join(', ')}`;
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
  const given = options as PlanOptions;
  const features = choose('features', given.features, choices.features);
  return {
    mapping: choose('mapping', given.mapping, choices.mapping),
    width: choose('width', given.width, choices.width),
    fullPacket: choose('fullPacket', given.fullPacket, choices.fullPacket),
    materialize: choose('materialize', given.materialize, choices.materialize),
    blockWidth: checkBlockWidth(given.blockWidth),
    features: features === 'auto' ? 'native' : features,
  };
}

const allAuto: CheckedPlanOptions = Object.freeze({
  mapping: 'auto',
  width: 'auto',
  fullPacket: 'auto',
  materialize: 'auto',
  blockWidth: 'auto',
  features: 'native',
});

/** A text that is equal exactly for equal options: part of the kernel cache's key. */
export function planKey(options: CheckedPlanOptions): string {
  const { mapping, width, fullPacket, materialize, blockWidth, features } = options;
  return `${mapping}/${width}/${fullPacket}/${materialize}/${blockWidth}/${features}`;
}

let lastOptions: PlanOptions | undefined;
let lastKey = '';

/**
 * planKey() of options as a user passes them. Calls in a row tend to pass the same options, so the last ones are
 * compared by value first: the object itself may have changed since.
 * @throws as checkPlanOptions does.
 */
export function userPlanKey(options: PlanOptions): string {
  if (lastOptions !== undefined && isSamePlan(options, lastOptions)) return lastKey;
  lastKey = planKey(checkPlanOptions(options));
  lastOptions = { ...options };
  return lastKey;
}

function isSamePlan(options: PlanOptions, last: PlanOptions): boolean {
  if (typeof options !== 'object' || options === null) return false;
  for (const key in options) if (!keys.has(key)) return false;
  return (
    options.mapping === last.mapping &&
    options.width === last.width &&
    options.fullPacket === last.fullPacket &&
    options.materialize === last.materialize &&
    options.blockWidth === last.blockWidth &&
    options.features === last.features
  );
}
