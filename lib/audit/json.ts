// Reading values that may be anything. A value of another type than it should have throws BadShape with its place.

export class BadShape extends Error {
  constructor(
    readonly where: string,
    expected: string,
  ) {
    super(`expected ${expected}`);
  }
}

export type Json = Readonly<Record<string, unknown>>;

export function object(value: unknown, where: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadShape(where, 'an object');
  return value as Json;
}

export function array(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new BadShape(where, 'an array');
  return value as readonly unknown[];
}

export function text(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new BadShape(where, 'a string');
  return value;
}

export function flag(value: unknown, where: string): boolean {
  if (typeof value !== 'boolean') throw new BadShape(where, 'true or false');
  return value;
}

export function number(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new BadShape(where, 'a finite number');
  return value;
}

/** An integer from `least` on. */
export function integer(value: unknown, where: string, least = 0): number {
  if (!Number.isSafeInteger(value) || (value as number) < least)
    throw new BadShape(where, `an integer of at least ${least}`);
  return value as number;
}

export function digest(value: unknown, where: string): string {
  const found = text(value, where);
  if (!/^[0-9a-f]{64}$/.test(found)) throw new BadShape(where, 'a SHA-256 in hexadecimal');
  return found;
}
