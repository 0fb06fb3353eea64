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
import { spellBuffer, spellType } from './infer.js';
import { formatF32 } from './number.js';
import { argsOf, type Op, type Param, type ProgramParts } from './types.js';
import { dimsOf, type ValueTypes } from './verify.js';

/** What print() needs: a program and its inferred types. */
export interface Printable extends ProgramParts {
  readonly types: ValueTypes;
}

/** The text form; ends with a newline. */
export function print(program: Printable): string {
  const lines = [
    `program ${program.name}(${dimsOf(program.params).join(', ')}) {`,
    ...program.params.map((param) => `  ${printParam(param)}`),
    '',
    ...program.ops.map((op, id) => `  ${printOp(op, id, program.types)}`),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function printParam(param: Param): string {
  if (param.kind === 'scalar') return `scalar ${param.name}: ${param.dtype}`;
  return `${param.kind} ${param.name}: ${param.access} ${spellBuffer(param)}`;
}

function printOp(op: Op, id: number, types: ValueTypes): string {
  const operands = [...('param' in op ? [op.param] : []), ...argsOf(op).map((arg) => `%${arg}`)];
  if (op.op === 'const') operands.push(formatF32(op.value));
  const mnemonic = op.op === 'reduce' ? `reduce.${op.kind}` : op.op;
  const text = `${mnemonic} ${operands.join(', ')}`;
  const type = types[id];
  return type === undefined ? text : `%${id}: ${spellType(type)} = ${text}`;
}
