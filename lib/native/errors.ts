// Errors of the addon become errors of this package here, and nowhere else.
import { TileSimdError, type ErrorCode } from '../errors.js';

/** Runs `call`; an Error with a string `code` that native code throws becomes a TileSimdError of that code. */
export function fromNative<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw translate(error);
  }
}

/** The same for a promise that native code rejects. */
export async function fromNativeAsync<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  if (error instanceof TileSimdError) return error; // ours already, thrown on the way to native code
  const { code, argument, message } = (error ?? {}) as {
    code?: unknown;
    argument?: unknown;
    message?: unknown;
  };
  if (typeof code !== 'string' || !code.startsWith('ERR_')) return error;
  return new TileSimdError(code as ErrorCode, String(message), {
    argument: typeof argument === 'string' && argument !== '' ? argument : undefined,
    cause: error,
  });
}
