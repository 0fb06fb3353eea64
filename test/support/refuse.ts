// Expectations on a refusal: code, argument, a message that names what was given and what was expected, and not one
// byte changed.
import { expect } from 'vitest';
import { TileSimdError, type ErrorCode } from '../../lib/index.js';
import { Snapshot } from './memory.js';

export interface Refusal {
  readonly code: ErrorCode;
  /** Undefined for errors that are about no argument. */
  readonly argument: string | undefined;
  /** What the message must hold beside the argument's name. */
  readonly says?: readonly (string | RegExp)[];
  /** Every array that the call could reach: all their buffers must stay as they are. */
  readonly arrays?: readonly unknown[];
}

/** Runs `action`, expects it to be refused like this, and gives the error. */
export function expectRefusal(
  action: () => unknown,
  { code, argument, says = [], arrays = [] }: Refusal,
): TileSimdError {
  const before = new Snapshot(...arrays);
  let error: unknown;
  let result: unknown;
  try {
    result = action();
  } catch (caught) {
    error = caught;
  }
  if (error === undefined)
    expect.fail(`${code} for ${argument} expected, the call returned ${typeof result}`);
  expect(error).toBeInstanceOf(TileSimdError);
  const refused = error as TileSimdError;
  expect({ code: refused.code, argument: refused.argument }, refused.message).toEqual({ code, argument });
  if (argument !== undefined) expect(refused.message).toContain(argument);
  for (const part of says) expect(refused.message).toMatch(part);
  // Whatever is at fault, the error says what would have been right.
  if (argument !== undefined && code !== 'ERR_INVALID_IR') {
    expect(refused.expected, refused.message).toEqual(expect.any(String));
    expect(refused.given, refused.message).not.toBeUndefined();
  }
  before.expectUnchanged();
  return refused;
}

/** An array whose buffer was transferred away. */
export function detach<T extends ArrayBufferView>(array: T): T {
  structuredClone(array.buffer, { transfer: [array.buffer as ArrayBuffer] });
  return array;
}
