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
// A loop reads
//
//     loop cols by tile64 {
//       %3: f32 = carry %0
//       %4: f32[tile64] = load x
//       ...
//       yield %6
//     }
//     %8: f32 = result %3
//
// and an extent that the program fixes stands in its head: `program sums(cols, tile64 = 64)`. A value is named by its op's index, so the numbers skip over ops that have no value.
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
    `program ${program.name}(${printDims(program)})${program.grid === undefined ? '' : ` grid ${program.grid}`} {`,
    ...program.params.map((param) => `  ${printParam(param)}`),
    '',
    ...printOps(program),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function printDims(program: Printable): string {
  const fixed = program.fixed ?? {};
  return dimsOf(program)
    .map((dim) => (dim in fixed ? `${dim} = ${fixed[dim]}` : dim))
    .join(', ');
}

/** A line per op; those of a loop are indented, and its yield ends it. */
function printOps({ ops, types }: Printable): string[] {
  let indent = '  ';
  const lines: string[] = [];
  ops.forEach((op, id) => {
    if (op.op === 'loop') {
      lines.push(`${indent}loop ${op.dim} by ${op.tile} {`);
      indent = '    ';
      return;
    }
    lines.push(`${indent}${printOp(op, id, types)}`);
    if (op.op !== 'yield') return;
    indent = '  ';
    lines.push(`${indent}}`);
  });
  return lines;
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
  if (op.op === 'carry' && op.dim !== undefined) operands[0] += ` : ${op.dim}`;
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
