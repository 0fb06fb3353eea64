// Cosines and sines for rope. The angles are formed in FP64: in f32 the angle of position 131071 is off by up to 2^-8.
import { invalidType, invalidValue } from '../errors.js';
import { maxLength } from './layout.js';

export interface RopeTablesOptions {
  /** Number of positions, counted from 0. */
  readonly positions: number;
  /** The rotary dim: elements of a row that are turned, an even number. */
  readonly dim: number;
  /** The pairs' wavelengths go from 2 pi to 2 pi base; 10000 by default. */
  readonly base?: number | undefined;
}

/** Tables of f32, [positions, dim / 2]. */
export interface RopeTables {
  readonly cos: Float32Array;
  readonly sin: Float32Array;
}

/**
 * Tables for `rope`: the cosine and sine of position * base^(-2i / dim) for pair i (RoFormer, section 3.2.2), each
 * rounded once from FP64.
 *
 * @throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE.
 */
export function ropeTables(options: RopeTablesOptions): RopeTables {
  if (typeof options !== 'object' || (options as unknown) === null)
    throw invalidType('options', 'an object', options);
  for (const key of Object.keys(options))
    if (!['positions', 'dim', 'base'].includes(key))
      throw invalidValue(key, 'one of the options positions, dim, base', (options as never)[key]);
  const { positions, dim, base = 10000 } = options;
  expectNumbers({ positions, dim, base });
  if (!Number.isInteger(dim / 2) || dim < 2 || dim > maxLength)
    throw invalidValue('dim', `an even integer from 2 to ${maxLength}`, dim);
  const half = dim / 2;
  const most = Math.floor(maxLength / half);
  if (!Number.isInteger(positions) || positions < 0 || positions > most)
    throw invalidValue('positions', `an integer from 0 to ${most} (${half} elements each)`, positions);
  if (!(base > 0 && base < Infinity)) throw invalidValue('base', 'a positive finite number', base);

  const frequencies = Float64Array.from({ length: half }, (_, i) => base ** ((-2 * i) / dim));
  const cos = new Float32Array(positions * half);
  const sin = new Float32Array(positions * half);
  for (let position = 0; position < positions; ++position)
    for (let i = 0; i < half; ++i) {
      const angle = position * frequencies[i];
      cos[position * half + i] = Math.cos(angle);
      sin[position * half + i] = Math.sin(angle);
    }
  return { cos, sin };
}

function expectNumbers(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values))
    if (typeof value !== 'number') throw invalidType(name, 'a number', value);
}
