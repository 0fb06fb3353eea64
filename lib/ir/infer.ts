// Type inference, one op at a time: from the types of the arguments to the type of the value, or an error that says
// which argument is wrong. Whole-program rules (uses, order, counts) are verify.ts's.
import { invalidIr } from '../errors.js';
import {
  compareOps,
  logicalOps,
  one,
  type ElementwiseOp,
  type InputParam,
  type OutputParam,
  type ValueType,
} from './types.js';

export const rowScalar: ValueType = Object.freeze({ shape: 'scalar', element: 'f32', dim: one });

/** `f32`, `i1`, `f32[cols]`, `i1[cols]`: the spelling in the text form and in messages. */
export function spellType(type: ValueType): string {
  return type.shape === 'tile' ? `${type.element}[${type.dim}]` : type.element;
}

/** `f32`, `bf16[cols]`: what a buffer holds for one row, in the text form. */
export function spellBuffer(param: InputParam | OutputParam): string {
  return param.dim === one ? param.dtype : `${param.dtype}[${param.dim}]`;
}

/** The type of what is loaded from a buffer, or stored to it, for one row. */
export function bufferType(param: InputParam | OutputParam): ValueType {
  return param.dim === one ? rowScalar : { shape: 'tile', element: 'f32', dim: param.dim };
}

const conditions: ReadonlySet<string> = new Set<string>([...compareOps, ...logicalOps]);
const logical: ReadonlySet<string> = new Set<string>(logicalOps);

/** Type of an elementwise op's value. */
export function inferElementwise(op: ElementwiseOp, args: readonly ValueType[], where: string): ValueType {
  let dim: string | undefined;
  args.forEach((arg, i) => {
    const wants = logical.has(op.op) || (op.op === 'select' && i === 0) ? 'i1' : 'f32';
    if (arg.element !== wants) {
      const expected = wants === 'i1' ? 'a condition (i1)' : 'a number (f32)';
      throw invalidIr(`${where}.args[${i}]`, `${op.op} expects ${expected}, given ${spellType(arg)}`, {
        given: spellType(arg),
        expected,
      });
    }
    if (arg.shape !== 'tile') return;
    if (dim !== undefined && dim !== arg.dim) {
      throw invalidIr(
        `${where}.args[${i}]`,
        `${op.op} expects tiles of one dim, given ${arg.dim} beside ${dim}`,
        { given: arg.dim, expected: dim },
      );
    }
    dim = arg.dim;
  });
  const element = conditions.has(op.op) ? 'i1' : 'f32';
  return dim === undefined ? { shape: 'scalar', element, dim: one } : { shape: 'tile', element, dim };
}

/** Checks a reduction's argument; the value is always one number per row. */
export function inferReduce(arg: ValueType, where: string): ValueType {
  if (arg.shape !== 'tile' || arg.element !== 'f32') {
    throw invalidIr(`${where}.args[0]`, `reduce expects a tile of numbers, given ${spellType(arg)}`, {
      given: spellType(arg),
      expected: 'a tile of f32',
    });
  }
  return rowScalar;
}

/** Checks that a rescue's condition is one per row. */
export function checkRescue(arg: ValueType, where: string): void {
  if (arg.shape !== 'scalar' || arg.element !== 'i1') {
    throw invalidIr(
      where,
      `rescue expects a condition that is one value per row (i1), given ${spellType(arg)}`,
      { given: spellType(arg), expected: 'i1' },
    );
  }
}

/** Checks that a value has the shape of the output it is stored to. */
export function checkStore(value: ValueType, param: OutputParam, where: string): void {
  const wanted = bufferType(param);
  if (value.element !== 'f32' || value.shape !== wanted.shape || value.dim !== wanted.dim) {
    throw invalidIr(where, `output '${param.name}' holds ${spellType(wanted)}, given ${spellType(value)}`, {
      given: spellType(value),
      expected: spellType(wanted),
    });
  }
}
