// Operators by the name that a user types.
import { existsSync, readFileSync } from 'node:fs';
import { invalidValue } from '../errors.js';
import { parseProgram } from '../ir/parse.js';
import type { TileProgram } from '../ir/program.js';
import { operators, type Operator } from '../kernels/operators.js';

const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

/** The operator of a name, however it is written: layerNorm, layernorm, layer-norm. */
export function findOperator(name: string): Operator | undefined {
  const found = Object.keys(operators).find((operator) => plain(operator) === plain(name));
  return found === undefined ? undefined : operators[found];
}

/** The program of an operator's variant, or of a file with a program's text. @throws ERR_INVALID_ARG_VALUE */
export function programOf(name: string, options: Record<string, unknown>): TileProgram {
  const operator = findOperator(name);
  if (operator !== undefined) return operator.program(options);
  if (existsSync(name)) return parseProgram(readFileSync(name, 'utf8'));
  const names = Object.keys(operators).join(', ');
  throw invalidValue('OP', `an operator (${names}) or a file with a program's text`, name);
}
