// The rules of Tile IR. Invariant: whatever passes here is safe to interpret and to hand to the code generator,
// which verifies once more in C++ but whose errors would no longer point at the user's program.
//
// The input is typed, but trusted in nothing: it may come from a parsed text or from JavaScript.
import { describe, invalidIr } from '../errors.js';
import { inputDTypes, outputDTypes } from './dtype.js';
import { bufferType, checkRescue, checkStore, inferElementwise, inferReduce, rowScalar } from './infer.js';
import {
  arityOf,
  isIdentifier,
  maxNameLength,
  maxOps,
  maxParams,
  one,
  reduceKinds,
  type InputParam,
  type Op,
  type OutputParam,
  type Param,
  type ProgramParts,
  type ScalarParam,
  type ValueType,
} from './types.js';

/** A value type per op; undefined for ops without a value (rescue, store). */
export type ValueTypes = readonly (ValueType | undefined)[];

/** Checks every rule and infers the types. Throws ERR_INVALID_IR whose `argument` is the place. */
export function verify(parts: ProgramParts): ValueTypes {
  checkName(parts.name, 'ir.name');
  const params = verifyParams(parts.params);
  return new OpVerifier(params).run(parts.ops);
}

function checkName(name: unknown, where: string): void {
  if (isIdentifier(name)) return;
  const expected = `an identifier ([A-Za-z_][A-Za-z0-9_]*) of at most ${maxNameLength} characters`;
  throw invalidIr(where, `expected ${expected}, given ${describe(name)}`, { given: name, expected });
}

function expectOneOf(value: unknown, choices: readonly string[], where: string): void {
  if (typeof value === 'string' && choices.includes(value)) return;
  const expected = choices.map((choice) => `'${choice}'`).join(' or ');
  throw invalidIr(where, `expected ${expected}, given ${describe(value)}`, { given: value, expected });
}

const dtypesOf: Readonly<Record<Param['kind'], readonly string[]>> = {
  input: inputDTypes,
  output: outputDTypes,
  scalar: ['f32'],
};

function verifyParams(params: readonly Param[]): Map<string, Param> {
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
      if (param.kind === 'output' && (param.access as string) === 'column') {
        throw invalidIr(
          `${where}.access`,
          `output '${param.name}' cannot be indexed by column: rows would share it`,
        );
      }
      expectOneOf(param.access, ['row', 'column'], `${where}.access`);
      checkName(param.dim, `${where}.dim`);
    }
    byName.set(param.name, param);
  });
  return byName;
}

class OpVerifier {
  readonly #params: Map<string, Param>;
  readonly #used = new Set<string>();
  readonly #types: (ValueType | undefined)[] = [];
  #rescued = false;
  #stored = false;

  constructor(params: Map<string, Param>) {
    this.#params = params;
  }

  run(ops: readonly Op[]): ValueTypes {
    if (!Array.isArray(ops) || ops.length < 1 || ops.length > maxOps) {
      const given = Array.isArray(ops) ? ops.length : describe(ops);
      const expected = `1 to ${maxOps} ops`;
      throw invalidIr('ir.ops', `expected ${expected}, given ${given}`, { given, expected });
    }
    ops.forEach((op: Op, id) => this.#types.push(this.#check(op, id, `ir.ops[${id}]`)));
    let index = 0;
    for (const param of this.#params.values()) {
      if (!this.#used.has(param.name)) {
        const fault = param.kind === 'output' ? 'stored' : 'used';
        throw invalidIr(`ir.params[${index}]`, `${param.kind} '${param.name}' is never ${fault}`);
      }
      ++index;
    }
    if (!this.#stored) throw invalidIr('ir.ops', 'the program stores nothing');
    return this.#types;
  }

  #check(op: Op, id: number, where: string): ValueType | undefined {
    if (typeof op !== 'object' || op === null)
      throw invalidIr(where, `expected an object, given ${describe(op)}`);
    const arity = arityOf(op.op);
    if (arity === undefined)
      throw invalidIr(`${where}.op`, `unknown op ${describe(op.op)}`, { given: op.op });
    const args = this.#argTypes(op, arity, id, where);
    switch (op.op) {
      case 'load':
        return bufferType(this.#use(op, 'input', where) as InputParam);
      case 'scalar':
        this.#use(op, 'scalar', where);
        return rowScalar;
      case 'const':
        return checkConst(op.value, where);
      case 'reduce':
        expectOneOf(op.kind, reduceKinds, `${where}.kind`);
        return inferReduce(args[0], where);
      case 'rescue':
        if (this.#rescued) throw invalidIr(where, 'a program has at most one rescue');
        if (this.#stored) throw invalidIr(where, 'the rescue must come before every store');
        this.#rescued = true;
        return void checkRescue(args[0], `${where}.args[0]`);
      case 'store':
        this.#stored = true;
        return void checkStore(args[0], this.#use(op, 'output', where) as OutputParam, `${where}.args[0]`);
      default:
        return inferElementwise(op, args, where);
    }
  }

  #argTypes(op: Op, arity: number, id: number, where: string): ValueType[] {
    const args: unknown = (op as { args?: unknown }).args ?? [];
    if (!Array.isArray(args) || args.length !== arity) {
      const given = Array.isArray(args) ? args.length : describe(args);
      throw invalidIr(
        `${where}.args`,
        `${op.op} takes ${arity} argument${arity === 1 ? '' : 's'}, given ${given}`,
        {
          given,
          expected: String(arity),
        },
      );
    }
    return args.map((arg: unknown, i) => {
      if (typeof arg !== 'number' || !Number.isInteger(arg) || arg < 0 || arg >= id) {
        throw invalidIr(
          `${where}.args[${i}]`,
          `expected the id of an earlier value, given ${describe(arg)}`,
          {
            given: arg,
            expected: `an integer from 0 to ${id - 1}`,
          },
        );
      }
      const type = this.#types[arg];
      if (type === undefined)
        throw invalidIr(`${where}.args[${i}]`, `%${arg} is an op without a value`, { given: arg });
      return type;
    });
  }

  /** The parameter of a load, scalar or store: of the right kind, and not used by another op of that kind. */
  #use(
    op: { readonly op: string; readonly param: string },
    kind: Param['kind'],
    where: string,
  ): Param | ScalarParam {
    const param = this.#params.get(op.param);
    if (param === undefined) {
      throw invalidIr(`${where}.param`, `there is no parameter ${describe(op.param)}`, { given: op.param });
    }
    if (param.kind !== kind) {
      throw invalidIr(
        `${where}.param`,
        `${op.op} takes ${article(kind)}, '${param.name}' is ${article(param.kind)}`,
        {
          given: param.kind,
          expected: kind,
        },
      );
    }
    if (kind !== 'scalar' && this.#used.has(param.name)) {
      const fault = kind === 'output' ? 'stored' : 'loaded';
      throw invalidIr(`${where}.param`, `'${param.name}' is ${fault} twice`);
    }
    this.#used.add(param.name);
    return param;
  }
}

function article(kind: Param['kind']): string {
  return kind === 'scalar' ? 'a scalar' : `an ${kind}`;
}

function checkConst(value: unknown, where: string): ValueType {
  if (typeof value !== 'number' || !Object.is(Math.fround(value), value)) {
    const expected = 'a number that f32 holds exactly';
    throw invalidIr(`${where}.value`, `expected ${expected}, given ${describe(value)}`, {
      given: value,
      expected,
    });
  }
  return rowScalar;
}

/** Names of the dims that must be bound to compile, in the order of their first use by a parameter. */
export function dimsOf(params: readonly Param[]): string[] {
  const names = new Set<string>();
  for (const param of params) if (param.kind !== 'scalar' && param.dim !== one) names.add(param.dim);
  return [...names];
}
