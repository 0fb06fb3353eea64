// `key=value` arguments of the command line.
import { invalidValue } from '../errors.js';

/** Reads `true`, `false` and numbers as such, and everything else as text. */
function readValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** An object of `key=value` arguments. @throws ERR_INVALID_ARG_VALUE for one without `=`. */
export function readAssignments(
  args: readonly string[] | undefined,
  argument: string,
): Record<string, unknown> {
  const entries = (args ?? []).map((text): [string, unknown] => {
    const at = text.indexOf('=');
    if (at < 1) throw invalidValue(argument, 'KEY=VALUE', text);
    return [text.slice(0, at), readValue(text.slice(at + 1))];
  });
  return Object.fromEntries(entries);
}
