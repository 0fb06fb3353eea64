// Type inference, one op at a time: from the types of the arguments to the type of the value, or an error that says
// which argument is wrong. Whole-program rules (uses, order, counts) are verify.ts's.
import { invalidIr } from '../errors.js';
import {
  compareOps,
  logicalOps,
  one,
  type BufferParam,
  type DType,
  type ElementType,
  type ElementwiseOp,
  type OutputParam,
  type ScalarParam,
  type Slice,
  type ValueType,
} from './types.js';

export const rowScalar: ValueType = Object.freeze({ shape: 'scalar', element: 'f32', dim: one });

/** `f32`, `i1`, `f32[cols]`, `i1[cols]`: the spelling in the text form and in messages. */
export function spellType(type: ValueType): string {
  return type.shape === 'tile' ? `${type.element}[${type.dim}]` : type.element;
}

export const rowIndex: ValueType = Object.freeze({ shape: 'scalar', element: 'i32', dim: one });

/** Type of a carried value: that of its first, or a tile of such elements. */
export function inferCarry(initial: ValueType, where: string, dim?: string): ValueType {
  if (initial.shape !== 'scalar' || (dim !== undefined && initial.element === 'i1')) {
    const expected = dim === undefined ? 'one value per row' : 'one number or index per row';
    throw invalidIr(`${where}.args[0]`, `carry starts with ${expected}, given ${spellType(initial)}`, {
      given: spellType(initial),
      expected,
    });
  }
  return dim === undefined ? initial : { shape: 'tile', element: initial.element, dim };
}

/** Checks what a carry is in the next tile. */
export function checkYield(value: ValueType, carry: ValueType, where: string): void {
  if (spellType(value) === spellType(carry)) return;
  throw invalidIr(where, `the loop carries ${spellType(carry)} here, given ${spellType(value)}`, {
    given: spellType(value),
    expected: spellType(carry),
  });
}

/** Type of the values that a parameter's elements are computed with. */
function elementOf(dtype: DType): ElementType {
  return dtype === 'i32' ? 'i32' : 'f32';
}

/** The type of what a buffer holds for one row, or of a slice of it. */
export function bufferType(param: BufferParam, slice?: Slice): ValueType {
  const dim = slice?.dim ?? param.dim;
  const element = elementOf(param.dtype);
  return dim === one ? { shape: 'scalar', element, dim } : { shape: 'tile', element, dim };
}

/** The type of what one pass of a loop takes of a buffer's row, or of a slice of it. */
export function tilePartType(whole: ValueType, tile: string): ValueType {
  return { ...whole, dim: tile };
}

/** Whether a slice takes every element of a row in its place. */
export function isWholeRow({ dim, offset, stride }: Slice, param: BufferParam): boolean {
  return dim === param.dim && offset === '0' && stride === 1;
}

/** The type of a number that is the same for all rows. */
export function scalarType(param: ScalarParam): ValueType {
  return { shape: 'scalar', element: elementOf(param.dtype), dim: one };
}

const conditions: ReadonlySet<string> = new Set<string>([...compareOps, ...logicalOps]);
const logical: ReadonlySet<string> = new Set<string>(logicalOps);
/** Ops that take indices as well as numbers; all of their arguments are then indices. */
const alsoIndices: ReadonlySet<string> = new Set<string>([
  ...['add', 'sub', 'mul', 'min', 'max', 'select'],
  ...compareOps,
]);

const spelled: Readonly<Record<ElementType, string>> = {
  f32: 'a number (f32)',
  i32: 'an index (i32)',
  i1: 'a condition (i1)',
};

/** The element type that an op wants at position `i`. */
function wanted(op: string, i: number, args: readonly ValueType[]): ElementType {
  if (logical.has(op) || (op === 'select' && i === 0)) return 'i1';
  if (op === 'toFloat') return 'i32';
  const leading = args[op === 'select' ? 1 : 0]?.element;
  return alsoIndices.has(op) && leading === 'i32' ? 'i32' : 'f32';
}

function resultOf(op: string, args: readonly ValueType[]): ElementType {
  if (conditions.has(op)) return 'i1';
  return op === 'toFloat' ? 'f32' : wanted(op, args.length - 1, args);
}

/** Type of an elementwise op's value. */
export function inferElementwise(op: ElementwiseOp, args: readonly ValueType[], where: string): ValueType {
  let dim: string | undefined;
  args.forEach((arg, i) => {
    const wants = wanted(op.op, i, args);
    if (arg.element !== wants) {
      const expected = spelled[wants];
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
  const element = resultOf(op.op, args);
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

/** Checks that a value has the shape of the output it is stored to, or in a loop, of its part of the dim `tile`. */
export function checkStore(
  value: ValueType,
  param: OutputParam,
  where: string,
  slice?: Slice,
  tile?: string,
): void {
  const whole = bufferType(param, slice);
  const wanted = tile === undefined ? whole : tilePartType(whole, tile);
  if (value.element !== 'f32' || value.shape !== wanted.shape || value.dim !== wanted.dim) {
    throw invalidIr(where, `output '${param.name}' holds ${spellType(wanted)}, given ${spellType(value)}`, {
      given: spellType(value),
      expected: spellType(wanted),
    });
  }
}
