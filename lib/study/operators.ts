// The operators of the study: their programs, how their arrays lie, what the arrays hold. One table; the rest of the study
// knows no operator by name.
import {
  geluResidual,
  layerNorm,
  rmsNorm,
  rope,
  softmax,
  swiglu,
  type KernelArguments,
  type TileProgram,
} from '../index.js';
import { random } from './random.js';
import type { OperatorName } from './schema.js';

/** Added to the mean of squares by the norms; rounded to f32. */
export const eps = 1e-5;

/** Whose elements an input has: all rows', half as many of each row, or one row that all share. */
type Extent = 'rows' | 'half-rows' | 'columns';

/** What an input holds, by its number `i` and a source of numbers in [0, 1) with 24 bits. */
type Fill = (next: () => number, i: number, columns: number) => number;

interface InputSpec {
  readonly name: string;
  readonly extent: Extent;
  readonly fill: Fill;
}

export interface OperatorSpec {
  readonly program: () => TileProgram;
  readonly inputs: readonly InputSpec[];
  /** Whether every element is computed by itself: the defaults then are the kernel for every length. */
  readonly isElementwise: boolean;
  /** Whether the program has a reduction of a loaded tile, which F moves loads into. */
  readonly isFused: boolean;
}

const between =
  (low: number, high: number): Fill =>
  (next) =>
    low + (high - low) * next();

/** A quarter of the elements is taken out; never the first of a row. */
const mask: Fill = (next, i, columns) => (next() < 0.25 && i % columns !== 0 ? -Infinity : 0);

/** A point of the circle by a rational parametrization: exact operations alone, so every machine makes the same. */
function circle(part: (t: number, norm: number) => number): Fill {
  return (next) => {
    const t = 2 * next() - 1;
    return part(t, 1 + t * t);
  };
}

const x: InputSpec = { name: 'x', extent: 'rows', fill: between(-2, 2) };
const logits: InputSpec = { name: 'x', extent: 'rows', fill: between(-6, 6) };
const gate: Fill = between(-4, 4);
const weight: InputSpec = { name: 'weight', extent: 'columns', fill: between(0.5, 1.5) };
const bias: InputSpec = { name: 'bias', extent: 'columns', fill: between(-0.5, 0.5) };

export const operators: Readonly<Record<OperatorName, OperatorSpec>> = {
  rms_norm: {
    program: () => rmsNorm.program(),
    inputs: [x, weight],
    isElementwise: false,
    isFused: true,
  },
  layer_norm: {
    program: () => layerNorm.program(),
    inputs: [x, weight, bias],
    isElementwise: false,
    isFused: true,
  },
  softmax: { program: () => softmax.program(), inputs: [logits], isElementwise: false, isFused: true },
  masked_softmax: {
    program: () => softmax.program({ mask: 'row' }),
    inputs: [logits, { name: 'mask', extent: 'rows', fill: mask }],
    isElementwise: false,
    isFused: true,
  },
  swiglu: {
    program: () => swiglu.program(),
    inputs: [
      { name: 'gate', extent: 'rows', fill: gate },
      { name: 'up', extent: 'rows', fill: between(-2, 2) },
    ],
    isElementwise: true,
    isFused: false,
  },
  gelu_residual: {
    program: () => geluResidual.program(),
    inputs: [
      { name: 'x', extent: 'rows', fill: gate },
      { name: 'residual', extent: 'rows', fill: between(-2, 2) },
    ],
    isElementwise: true,
    isFused: false,
  },
  rope: {
    program: () => rope.program(),
    inputs: [
      x,
      { name: 'cos', extent: 'half-rows', fill: circle((t, norm) => (1 - t * t) / norm) },
      { name: 'sin', extent: 'half-rows', fill: circle((t, norm) => (2 * t) / norm) },
    ],
    isElementwise: false,
    isFused: false,
  },
};

/** Extents of a program's dims at so many columns. */
export function shapeOf(program: TileProgram, columns: number): Record<string, number> {
  return program.dims.includes('half') ? { cols: columns, half: columns / 2 } : { cols: columns };
}

/** Elements of one row of an input. */
export function rowExtent(extent: Extent, columns: number): number {
  return extent === 'half-rows' ? columns / 2 : columns;
}

export interface InputArray {
  readonly name: string;
  readonly data: Float32Array;
}

/** The inputs of a cell, the same for everybody: `seed` and names decide them. */
export function inputsOf(operator: OperatorName, rows: number, columns: number, seed: string): InputArray[] {
  return operators[operator].inputs.map(({ name, extent, fill }) => {
    const length = rowExtent(extent, columns) * (extent === 'columns' ? 1 : rows);
    const data = new Float32Array(length);
    const next = random(`${seed}/${operator}/${name}`);
    for (let i = 0; i < length; ++i) data[i] = fill(next, i, columns);
    return { name, data };
  });
}

/** Arguments of a record or of the reference, without outputs. */
export function argumentsOf(program: TileProgram, inputs: readonly InputArray[]): KernelArguments {
  const args: Record<string, Float32Array | number> = {};
  for (const { name, data } of inputs) args[name] = data;
  if (program.params.some(({ name }) => name === 'eps')) args.eps = eps;
  return args;
}
