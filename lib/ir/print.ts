// Text form of a program. Golden files are made of it: changing a character of it is a visible change.
//
//   program rms_norm(cols) {
//     input x: row f32[cols]
//     scalar eps: f32
//     output y: row f32[cols]
//
//     %0: f32[cols] = load x
//     %1: f32[cols] = mul %0, %0
//     %2: f32 = reduce.mean %1
//     ...
//     rescue %9
//     store y, %12
//   }
//
// A value is named by its op's index, so the numbers skip over ops that have no value.
import { spellType } from './infer.js';
import { formatF32 } from './number.js';
import {
  argsOf,
  one,
  type LoadOp,
  type Op,
  type Param,
  type ProgramParts,
  type ScalarOp,
  type StoreOp,
} from './types.js';
import { dimsOf, type ValueTypes } from './verify.js';

/** What print() needs: a program and its inferred types. */
export interface Printable extends ProgramParts {
  readonly types: ValueTypes;
}

/** The text form; ends with a newline. */
export function print(program: Printable): string {
  const lines = [
    `program ${program.name}(${dimsOf(program).join(', ')})${program.grid === undefined ? '' : ` grid ${program.grid}`} {`,
    ...program.params.map((param) => `  ${printParam(param)}`),
    '',
    ...program.ops.map((op, id) => `  ${printOp(op, id, program.types)}`),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function printParam(param: Param): string {
  if (param.kind === 'scalar') return `scalar ${param.name}: ${param.dtype}`;
  const by = param.kind === 'input' && param.by !== undefined ? `(${param.by})` : '';
  const dim = param.dim === one ? '' : `[${param.dim}]`;
  return `${param.kind} ${param.name}: ${param.access}${by} ${param.dtype}${dim}`;
}

function printOp(op: Op, id: number, types: ValueTypes): string {
  const operands = [...('param' in op ? [printPlace(op)] : []), ...argsOf(op).map((arg) => `%${arg}`)];
  if (op.op === 'const') operands.push(op.element === 'i32' ? String(op.value) : formatF32(op.value));
  if (op.op === 'columnIndex') operands.push(op.dim);
  const text = `${mnemonicOf(op)} ${operands.join(', ')}`.trimEnd();
  const type = types[id];
  return type === undefined ? text : `%${id}: ${spellType(type)} = ${text}`;
}

function mnemonicOf(op: Op): string {
  if (op.op === 'reduce') return `reduce.${op.kind}`;
  return op.op === 'const' && op.element !== undefined ? `const.${op.element}` : op.op;
}

/** The parameter, and of a slice [offset : dim : stride]. */
function printPlace(op: LoadOp | StoreOp | ScalarOp): string {
  if (op.op === 'scalar' || op.slice === undefined) return op.param;
  const { offset, dim, stride } = op.slice;
  return `${op.param}[${offset} : ${dim} : ${stride}]`;
}
