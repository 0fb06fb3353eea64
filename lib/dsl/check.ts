// Checks of what the caller of the DSL passes, by the name of the method and the argument.
import { invalidType, invalidValue } from '../errors.js';
import { isIdentifier, maxNameLength } from '../ir/types.js';

/** Throws unless `name` can name a program, a parameter or a dim. */
export function checkName(name: unknown, argument: string): asserts name is string {
  if (typeof name !== 'string') throw invalidType(argument, 'a string', name);
  if (!isIdentifier(name)) {
    throw invalidValue(
      argument,
      `an identifier ([A-Za-z_][A-Za-z0-9_]*) of at most ${maxNameLength} characters`,
      name,
    );
  }
}

/** Throws unless `options` is an object with none but known keys. */
export function checkKeys(options: unknown, known: readonly string[], argument: string): void {
  if (typeof options !== 'object' || options === null) throw invalidType(argument, 'an object', options);
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) {
      throw invalidValue(
        argument.replace(')', `.${key})`),
        `only ${known.join(', ')}`,
        (options as never)[key],
      );
    }
  }
}
