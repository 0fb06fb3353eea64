// Calls of a native launcher by arity. A launch must not allocate, so the arguments stand in fixed fields and are
// passed one by one: no rest parameter, no spread, no array. Programs of more than eight parameters pay for a spread.
import type { NativeLauncher } from '../native/binding.js';

/**
 * A record's values, one field per parameter. The fields start out undefined on purpose: so V8 keeps them as tagged
 * references, and a number is boxed once when it is set and not at every launch.
 */
export class Slots {
  v0: unknown = undefined;
  v1: unknown = undefined;
  v2: unknown = undefined;
  v3: unknown = undefined;
  v4: unknown = undefined;
  v5: unknown = undefined;
  v6: unknown = undefined;
  v7: unknown = undefined;
  all: readonly unknown[] = [];

  /** Replaces all values. */
  assign(values: readonly unknown[]): void {
    [this.v0, this.v1, this.v2, this.v3, this.v4, this.v5, this.v6, this.v7] = values;
    this.all = values;
  }
}

/** Calls `f` with rows, range and the values in `s`. */
export type Call = (f: NativeLauncher, rows: number, begin: number, end: number, s: Slots) => number;

const byArity: readonly Call[] = [
  (f, r, b, e) => f(r, b, e),
  (f, r, b, e, s) => f(r, b, e, s.v0),
  (f, r, b, e, s) => f(r, b, e, s.v0, s.v1),
  (f, r, b, e, s) => f(r, b, e, s.v0, s.v1, s.v2),
  (f, r, b, e, s) => f(r, b, e, s.v0, s.v1, s.v2, s.v3),
  (f, r, b, e, s) => f(r, b, e, s.v0, s.v1, s.v2, s.v3, s.v4),
  (f, r, b, e, s) => f(r, b, e, s.v0, s.v1, s.v2, s.v3, s.v4, s.v5),
  (f, r, b, e, s) => f(r, b, e, s.v0, s.v1, s.v2, s.v3, s.v4, s.v5, s.v6),
  (f, r, b, e, s) => f(r, b, e, s.v0, s.v1, s.v2, s.v3, s.v4, s.v5, s.v6, s.v7),
];

const anyArity: Call = (f, r, b, e, s) => f(r, b, e, ...s.all);

/** The call for a program of `arity` parameters. */
export function callOf(arity: number): Call {
  return byArity[arity] ?? anyArity;
}
