// Counts what a case has met, and lists what a run of thousands must meet.
import { cpu, type Kernel, type PlanOptions, type TileProgram } from '../../lib/index.js';
import { inputDTypes, outputDTypes } from '../../lib/ir/dtype.js';
import { canonicalAffine } from '../../lib/ir/affine.js';
import type { Extents } from '../../lib/ir/json.js';
import { loopsOf } from '../../lib/ir/loops.js';
import {
  binaryOps,
  bufferAccesses,
  compareOps,
  isBuffer,
  logicalOps,
  one,
  reduceKinds,
  unaryOps,
} from '../../lib/ir/types.js';
import { orders } from '../../lib/planner/plan.js';
import type { Coverage } from '../support/coverage.js';
import { switchValues } from './plans.js';
import { fillings, type MadeProgram } from './programs.js';
import { refusalNames } from './refusals.js';

const rowCounts = ['none', 'one', 'below a packet', 'whole packets', 'ragged'] as const;

function isOfThisMachine(features: unknown): boolean {
  return features === 'native' || (cpu().levels as readonly unknown[]).includes(features);
}

/** Names by group that a run must have met at least once. */
export const expected: Readonly<Record<string, readonly string[]>> = {
  op: [
    ...['load', 'scalar', 'const', 'columnIndex', 'rowIndex', 'innerIndex', 'toFloat', 'fma', 'select'],
    ...[...unaryOps, ...binaryOps, ...compareOps, ...logicalOps],
    ...[...reduceKinds.map((kind) => `reduce.${kind}`), 'rescue', 'store'],
    ...['loop', 'tileStart', 'carry', 'carry of indices', 'yield', 'result', 'result of indices'],
    ...['add', 'sub', 'mul', 'min', 'max', 'select', ...compareOps].map((op) => `${op} of indices`),
  ],
  input: inputDTypes.flatMap((dtype) => bufferAccesses.map((access) => `${dtype} ${access}`)),
  'input of dim one': [...inputDTypes, ...bufferAccesses],
  output: [...outputDTypes.flatMap((dtype) => [dtype, `${dtype} one`]), 'in slices', 'several'],
  scalar: ['f32', 'i32'],
  slice: [
    'load at 0',
    'load at a number',
    'load at dims',
    'load apart',
    'store at 0',
    'store at dims',
    'store apart',
  ],
  program: ['rows', 'grid', 'flat', 'one dim', 'several dims', 'rescue'],
  loop: ['storing', 'with carried tiles', 'whole tiles', 'ragged', 'longer than the row'],
  extent: ['1', 'up to 16', 'up to 64', 'up to 8192', 'above 8192'],
  rows: rowCounts,
  filling: Object.keys(fillings),
  'drawn switch': [
    ...Object.entries(switchValues).flatMap(([key, values]) =>
      values.map((value) => `${key} ${String(value)}`),
    ),
    ...['blockWidth', 'prefetch'],
  ],
  'compiled switch': Object.entries(switchValues).flatMap(([key, values]) =>
    values
      .filter((value) => value !== 'require' && (key !== 'features' || isOfThisMachine(value)))
      .map((value) => `${key} ${String(value)}`),
  ),
  specialization: ['applied', 'grid', 'instruction-budget', 'environment'],
  launch: ['whole', 'parts', 'in place'],
  compared: orders.map((order) => `same bits, order ${order}`),
  elements: ['within narrow bounds'],
  refused: refusalNames,
};

export function countProgram({ program, flat, fillings: byName }: MadeProgram, coverage: Coverage): void {
  const count = (group: string, name: string) => coverage.add(group, name);
  program.ops.forEach((op, id) => {
    const name = op.op === 'reduce' ? `reduce.${op.kind}` : op.op;
    const first = 'args' in op ? program.types[op.args[op.op === 'select' ? 1 : 0]] : undefined;
    const ofIndices = first?.element === 'i32' && op.op !== 'toFloat' && program.types[id] !== undefined;
    count('op', ofIndices ? `${name} of indices` : name);
    if (op.op === 'rescue') count('program', 'rescue');
    if ((op.op !== 'load' && op.op !== 'store') || op.slice === undefined) return;
    const { offset, stride } = op.slice;
    const isNumber = canonicalAffine(Number(offset)) === offset;
    count('slice', `${op.op} at ${offset === '0' ? '0' : isNumber ? 'a number' : 'dims'}`);
    if (stride > 1) count('slice', `${op.op} apart`);
  });
  for (const param of program.params) {
    const filling = byName.get(param.name);
    if (filling !== undefined) count('filling', filling);
    if (!isBuffer(param)) count('scalar', param.dtype);
    else if (param.kind === 'input' && param.dim === one) {
      count('input of dim one', param.dtype);
      count('input of dim one', param.access);
    } else if (param.kind === 'input') count('input', `${param.dtype} ${param.access}`);
    else {
      count('output', `${param.dtype}${param.dim === one ? ' one' : ''}`);
      const stores = program.ops.filter((op) => op.op === 'store' && op.param === param.name);
      if ('slice' in stores[0]) count('output', 'in slices');
      if (stores.length > 1) count('output', 'several');
    }
  }
  count('program', flat ? 'flat' : program.grid !== undefined ? 'grid' : 'rows');
  count('program', program.dims.length > 1 ? 'several dims' : 'one dim');
}

function countLoops({ ops, types }: TileProgram, extents: Extents, coverage: Coverage): void {
  for (const { op, begin, end, carries } of loopsOf(ops)) {
    const count = (name: string) => coverage.add('loop', name);
    if (ops.slice(begin, end).some((inside) => inside.op === 'store')) count('storing');
    if (carries.some((id) => types[id]?.shape === 'tile')) count('with carried tiles');
    const [row, tile] = [extents[op.dim], extents[op.tile]];
    count(tile > row ? 'longer than the row' : row % tile === 0 ? 'whole tiles' : 'ragged');
  }
}

export function countRun(
  { plan, specialization, flat, program }: Kernel,
  options: PlanOptions,
  extents: Extents,
  rows: number,
  coverage: Coverage,
): void {
  for (const [key, value] of Object.entries(options)) {
    const isSize = key === 'blockWidth' || key === 'prefetch';
    coverage.add('drawn switch', isSize ? key : `${key} ${String(value)}`);
  }
  for (const [key, value] of Object.entries(plan))
    if (key in switchValues) coverage.add('compiled switch', `${key} ${String(value)}`);
  countLoops(program, extents, coverage);
  coverage.add('specialization', specialization.applied ? 'applied' : (specialization.reason ?? 'off'));
  for (const extent of flat ? [rows] : Object.values(extents)) {
    const size = [1, 16, 64, 8192].find((most) => extent <= most);
    coverage.add('extent', size === undefined ? 'above 8192' : size === 1 ? '1' : `up to ${size}`);
  }
  const { width } = plan;
  const kind = rows < 2 ? rows : rows < width ? 2 : rows % width === 0 ? 3 : 4;
  coverage.add('rows', rowCounts[kind]);
}
