// Expectations on errors: class, code, argument, and that the message is of use.
import { expect } from 'vitest';
import { TileSimdError, type ErrorCode } from '../../../lib/errors.js';

/** Runs `action`, expects an error of this package with the code and the argument, and returns it. */
export function expectError(
  action: () => unknown,
  code: ErrorCode,
  argument: string | undefined,
): TileSimdError {
  let caught: unknown;
  try {
    action();
  } catch (error) {
    caught = error;
  }
  expect(caught, `nothing was thrown, expected ${code}`).toBeInstanceOf(TileSimdError);
  const error = caught as TileSimdError;
  expect({ code: error.code, argument: error.argument, message: error.message }).toEqual({
    code,
    argument,
    message: expect.stringContaining(argument ?? ''),
  });
  return error;
}
