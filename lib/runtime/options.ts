// Objects of options: what is no object, or has a key that nobody reads, is an error and not ignored.
import { invalidType, invalidValue } from '../errors.js';

/**
 * Checks that `options` is an object with these keys at most; `prefix` stands before a key in messages.
 * @throws ERR_INVALID_ARG_TYPE naming `options`, ERR_INVALID_ARG_VALUE naming the key.
 */
export function expectOptions(
  options: unknown,
  known: readonly string[],
  prefix: string,
): asserts options is object {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'an object', options);
  for (const key in options) {
    if (!known.includes(key)) {
      const expected = `only ${known.slice(0, -1).join(', ')} and ${known.at(-1)}`;
      throw invalidValue(`${prefix}${key}`, expected, (options as Record<string, unknown>)[key]);
    }
  }
}
