// The errors that users see. Invariant: everything thrown on purpose carries a stable `code`, the `argument` at
// fault, and, where they make sense, what was `given` and what was `expected`; nothing has been written by then.
//
// Wrong types are TypeErrors and values out of range are RangeErrors, as Node's own API does it. All of them answer
// to `instanceof TileSimdError`, decided by a registered symbol and not by the prototype, so that it also holds for
// an error made by the other copy of this package (CommonJS beside ESM).

/** Stable identifiers of everything that this package throws on purpose. */
export type ErrorCode =
  | 'ERR_INVALID_ARG_TYPE'
  | 'ERR_INVALID_ARG_VALUE'
  | 'ERR_BUFFER_LENGTH'
  | 'ERR_BUFFER_DETACHED'
  | 'ERR_BUFFER_OVERLAP'
  | 'ERR_BUFFER_BUSY'
  | 'ERR_INVALID_IR'
  | 'ERR_INVALID_PLAN'
  | 'ERR_FULL_PACKET_REFUSED'
  | 'ERR_TARGET'
  | 'ERR_KERNEL_DISPOSED'
  | 'ERR_POOL_CLOSED'
  | 'ERR_QUEUE_FULL'
  | 'ABORT_ERR'
  | 'ERR_KERNEL_IMAGE'
  | 'ERR_NATIVE_LOAD'
  | 'ERR_JIT'
  | 'ERR_FILE_ACCESS'
  | 'ERR_FILE_FORMAT'
  | 'ERR_OUT_OF_MEMORY'
  | 'ERR_INTERNAL';

/** The machine-readable part of an error. */
export interface ErrorDetails {
  /** The argument at fault as the caller wrote it: `x`, `plan.width`, `ir.ops[3].args[1]`. */
  readonly argument?: string | undefined;
  /** What was given, described in words or as the value itself. */
  readonly given?: unknown;
  /** What would have been accepted. */
  readonly expected?: string | undefined;
  readonly cause?: unknown;
}

const brand: unique symbol = Symbol.for('tile-simd.error');

type Coded = Pick<TileSimdError, 'code' | 'argument' | 'given' | 'expected'>;

function initialize(error: Error & Coded, name: string, code: ErrorCode, details: ErrorDetails): void {
  const { argument, given, expected, cause } = details;
  Object.assign(error, { code, argument, given, expected });
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  Object.defineProperty(error, brand, { value: true });
  if (cause !== undefined) {
    Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true });
  }
}

/** Any error of this package: test with `instanceof`, then switch on `code`. */
export class TileSimdError extends Error {
  declare readonly code: ErrorCode;
  declare readonly argument: string | undefined;
  declare readonly given: unknown;
  declare readonly expected: string | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    initialize(this, 'TileSimdError', code, details);
  }

  /** True also for this package's TypeErrors and RangeErrors, and for errors of another copy of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== TileSimdError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && (value as { [brand]?: unknown })[brand] === true;
  }
}

/** An argument of the wrong type. */
export class TileSimdTypeError extends TypeError {
  declare readonly code: ErrorCode;
  declare readonly argument: string | undefined;
  declare readonly given: unknown;
  declare readonly expected: string | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    initialize(this, 'TileSimdTypeError', code, details);
  }
}

/** A value of the right type that is out of its range. */
export class TileSimdRangeError extends RangeError {
  declare readonly code: ErrorCode;
  declare readonly argument: string | undefined;
  declare readonly given: unknown;
  declare readonly expected: string | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    initialize(this, 'TileSimdRangeError', code, details);
  }
}

const longestQuote = 60;

/** A value in few words, for messages: `Float64Array(3)`, `"abc"`, `-1`, `null`. Never throws. */
export function describe(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > longestQuote ? `${value.slice(0, longestQuote)}...` : value);
  }
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    const length: unknown = (value as { length?: unknown }).length;
    if (ArrayBuffer.isView(value) || Array.isArray(value)) return `${tag}(${String(length)})`;
    return tag === 'Object' ? 'an object' : tag;
  } catch {
    return 'an object';
  }
}

/** `argument: expected E, given G`, the sentence that every argument error is made of. */
function sentence(argument: string, expected: string, given: unknown): string {
  return `${argument}: expected ${expected}, given ${describe(given)}`;
}

/** ERR_INVALID_ARG_TYPE. */
export function invalidType(argument: string, expected: string, given: unknown): TileSimdTypeError {
  return new TileSimdTypeError('ERR_INVALID_ARG_TYPE', sentence(argument, expected, given), {
    argument,
    given: describe(given),
    expected,
  });
}

/** ERR_INVALID_ARG_VALUE. */
export function invalidValue(argument: string, expected: string, given: unknown): TileSimdRangeError {
  return new TileSimdRangeError('ERR_INVALID_ARG_VALUE', sentence(argument, expected, given), {
    argument,
    given,
    expected,
  });
}

/** ERR_BUFFER_LENGTH: `given` is the length in elements. */
export function invalidLength(argument: string, expected: string, given: number): TileSimdRangeError {
  return new TileSimdRangeError(
    'ERR_BUFFER_LENGTH',
    `${argument}: expected a length of ${expected}, given ${given} elements`,
    { argument, given, expected },
  );
}

/** ERR_INVALID_PLAN for a value that no plan may have. */
export function invalidPlan(argument: string, expected: string, given: unknown): TileSimdRangeError {
  return new TileSimdRangeError('ERR_INVALID_PLAN', sentence(argument, expected, given), {
    argument,
    given,
    expected,
  });
}

/** ABORT_ERR, with the name and cause that Node gives its own: an AbortSignal stopped it. */
export function aborted(reason: unknown): TileSimdError {
  const error = new TileSimdError(
    'ABORT_ERR',
    'signal: the launch was aborted; what its outputs hold is unspecified',
    { argument: 'signal', cause: reason },
  );
  Object.defineProperty(error, 'name', { value: 'AbortError', configurable: true, writable: true });
  return error;
}

/** ERR_INVALID_IR: `where` is a path such as `ir.ops[3].args[1]`, or `text:LINE:COLUMN`. */
export function invalidIr(where: string, message: string, details: ErrorDetails = {}): TileSimdError {
  return new TileSimdError('ERR_INVALID_IR', `${where}: ${message}`, { ...details, argument: where });
}
