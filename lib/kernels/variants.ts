// Variants of an operator's program: which buffers there are, and what they hold.
import { invalidType, invalidValue } from '../errors.js';
import type { TileProgram } from '../ir/program.js';
import { accumulations, type Accumulate } from '../planner/plan.js';
import type { RowDType } from './one-line.js';

/** One choice of a variant: a storage type, undefined where there is no such buffer, or whether something is there. */
export type Choice = RowDType | boolean | undefined;

function codeOf(choice: Choice): number {
  switch (choice) {
    case undefined:
    case false:
      return 0;
    case 'f16':
      return 2;
    case 'bf16':
      return 3;
    default:
      return 1;
  }
}

/** The programs of one operator, written on first use, once: kernels are cached by the program's identity. */
export class Variants<Choices extends readonly Choice[]> {
  readonly #write: (...choices: Choices) => TileProgram;
  readonly #programs = new Map<number, TileProgram>();

  constructor(write: (...choices: Choices) => TileProgram) {
    this.#write = write;
  }

  /** The program of a variant. Called by every one-line call, so it makes no key of text. */
  get(...choices: Choices): TileProgram {
    let key = 0;
    for (const choice of choices) key = 4 * key + codeOf(choice);
    let program = this.#programs.get(key);
    if (program === undefined) {
      program = this.#write(...choices);
      this.#programs.set(key, program);
    }
    return program;
  }
}

/** Which form of an operator a program is. */
export interface AccumulateOption {
  /**
   * `f32`: the plain form, without corrections and rescue, which one-line calls take under `plan.accumulate: 'f32'`.
   * Every other value, as by default, gives the corrected form.
   */
  readonly accumulate?: Accumulate | undefined;
}

/** Storage types of the one-line calls. */
export const rowDTypes: readonly RowDType[] = ['f32', 'f16', 'bf16'];

/** Throws unless `value` is a storage type of the one-line calls. */
export function expectRowDType(value: unknown, argument: string): asserts value is RowDType {
  if (!rowDTypes.includes(value as RowDType)) {
    throw invalidValue(argument, rowDTypes.map((dtype) => `'${dtype}'`).join(', '), value);
  }
}

/**
 * Checks the options of `.program()`: `flags` are booleans, `storage` are storage types, `others` the operator checks
 * itself, but for `accumulate`, which is as in plans; all may be left out.
 */
export function checkProgramOptions(
  options: unknown,
  flags: readonly string[],
  storage: readonly string[],
  others: readonly string[] = [],
): void {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'an object', options);
  for (const [key, value] of Object.entries(options) as [string, unknown][]) {
    if (flags.includes(key)) {
      if (value !== undefined && typeof value !== 'boolean') throw invalidType(key, 'a boolean', value);
    } else if (storage.includes(key)) {
      if (value !== undefined) expectRowDType(value, key);
    } else if (key === 'accumulate' && others.includes(key)) {
      if (value !== undefined && !accumulations.includes(value as Accumulate)) {
        throw invalidValue(key, accumulations.map((choice) => `'${choice}'`).join(', '), value);
      }
    } else if (!others.includes(key)) {
      throw invalidValue(key, `one of the options ${[...flags, ...storage, ...others].join(', ')}`, value);
    }
  }
}
