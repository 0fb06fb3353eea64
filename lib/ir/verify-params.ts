// The rules of a program's parameters; those of its ops are verify.ts's.
import { describe, invalidIr } from '../errors.js';
import { inputDTypes, outputDTypes } from './dtype.js';
import {
  bufferAccesses,
  isIdentifier,
  maxNameLength,
  maxParams,
  one,
  type InputParam,
  type Param,
} from './types.js';

export function checkName(name: unknown, where: string): asserts name is string {
  if (isIdentifier(name)) return;
  const expected = `an identifier ([A-Za-z_][A-Za-z0-9_]*) of at most ${maxNameLength} characters`;
  throw invalidIr(where, `expected ${expected}, given ${describe(name)}`, { given: name, expected });
}

export function expectOneOf(value: unknown, choices: readonly string[], where: string): void {
  if (typeof value === 'string' && choices.includes(value)) return;
  const expected = choices.map((choice) => `'${choice}'`).join(' or ');
  throw invalidIr(where, `expected ${expected}, given ${describe(value)}`, { given: value, expected });
}

const dtypesOf: Readonly<Record<Param['kind'], readonly string[]>> = {
  input: inputDTypes,
  output: outputDTypes,
  scalar: ['f32', 'i32'],
};

export function verifyParams(params: readonly Param[], isGrid: boolean): Map<string, Param> {
  if (!Array.isArray(params) || params.length < 1 || params.length > maxParams) {
    const given = Array.isArray(params) ? params.length : describe(params);
    const expected = `1 to ${maxParams} parameters`;
    throw invalidIr('ir.params', `expected ${expected}, given ${given}`, { given, expected });
  }
  const byName = new Map<string, Param>();
  params.forEach((param: Param, i) => {
    const where = `ir.params[${i}]`;
    if (typeof param !== 'object' || param === null) {
      throw invalidIr(where, `expected an object, given ${describe(param)}`);
    }
    checkName(param.name, `${where}.name`);
    if (byName.has(param.name)) throw invalidIr(`${where}.name`, `'${param.name}' is declared twice`);
    expectOneOf(param.kind, ['input', 'output', 'scalar'], `${where}.kind`);
    expectOneOf(param.dtype, dtypesOf[param.kind], `${where}.dtype`);
    if (param.kind !== 'scalar') {
      if (param.kind === 'output' && (param.access as string) !== 'row') {
        throw invalidIr(
          `${where}.access`,
          `output '${param.name}' must be indexed by row: rows would share it`,
        );
      }
      expectOneOf(param.access, bufferAccesses, `${where}.access`);
      checkName(param.dim, `${where}.dim`);
    }
    byName.set(param.name, param);
  });
  [...byName.values()].forEach((param, i) => {
    if (param.kind === 'input') verifyIndirection(param, byName, isGrid, `ir.params[${i}]`);
  });
  return byName;
}

/** `by` of group and gather: which parameter tells the row. */
function verifyIndirection(
  { name, access, by }: InputParam,
  params: ReadonlyMap<string, Param>,
  isGrid: boolean,
  where: string,
): void {
  if (access === 'row' || access === 'column') {
    if (by !== undefined)
      throw invalidIr(`${where}.by`, `only 'group' and 'gather' have it, '${name}' has neither`);
    return;
  }
  if (isGrid) throw invalidIr(`${where}.access`, `'${access}' cannot stand in a grid`);
  const source = params.get(by as string);
  const fits =
    access === 'group'
      ? source?.kind === 'scalar' && source.dtype === 'i32'
      : source?.kind === 'input' &&
        source.dtype === 'i32' &&
        source.dim === one &&
        (source.access === 'row' || source.access === 'group');
  if (fits) return;
  const expected =
    access === 'group'
      ? 'the name of an i32 scalar, the number of rows per group'
      : 'the name of an i32 input of dim one, indexed by row or group: the row numbers';
  throw invalidIr(`${where}.by`, `expected ${expected}, given ${describe(by)}`, { given: by, expected });
}
