// Programs of every kind of access, run through a plan at any alignment of their buffers: what a switch of the plan must
// not change a bit of. every-plan.ts is about columns and rows, this about where they lie.
import {
  compile,
  layerNorm,
  program,
  rmsNorm,
  type Kernel,
  type KernelArgument,
  type OutputDType,
  type PlanOptions,
  type TileProgram,
} from '../../lib/index.js';
import { isBuffer } from '../../lib/ir/types.js';
import { Placed } from './placed.js';
import { randomArray } from './random.js';
import { encodeAll, expectElements } from './storage.js';

/** Several outputs of several storage types; some may be the memory of an input. */
const mixed = program('mixed', (b) => {
  const x = b.input('x');
  const h = b.input('h', { dtype: 'f16' });
  const weight = b.input('weight', { access: 'column' });
  const scaled = x.mul(x.reduceMax().reciprocal()).add(h);
  b.output('y').store(scaled.mul(weight));
  b.output('z', { dtype: 'bf16' }).store(scaled.sub(x));
  b.output('q', { dtype: 'i8' }).store(scaled.mul(100));
  b.output('m').store(scaled.mean());
});

/** Both halves of a row from both: the rotation of positional embeddings, over halves or over pairs. */
const rotation = (name: string, pairs: boolean): TileProgram =>
  program(name, (b) => {
    const x = b.input('x', { dim: 'cols' });
    const part = (second: boolean) =>
      pairs
        ? { dim: 'half', offset: second ? '1' : '0', stride: 2 }
        : { dim: 'half', offset: second ? 'half' : '0' };
    const low = x.slice(part(false));
    const high = x.slice(part(true));
    const angle = b.columnIndex('half').toFloat().mul(0.01).add(b.rowIndex().toFloat());
    const y = b.output('y', { dim: 'cols' });
    y.store(low.mul(angle.cos()).sub(high.mul(angle.sin())), part(false));
    y.store(high.mul(angle.cos()).add(low.mul(angle.sin())), part(true));
  });

export interface Subject {
  readonly name: string;
  readonly program: TileProgram;
  /** Extents for a number of columns. */
  readonly extents: (cols: number) => Record<string, number>;
  /** Output that may be the memory of an input, both of f32. */
  readonly inPlace: readonly [output: string, input: string];
}

const cols = (n: number) => ({ cols: n });
const halves = (n: number) => ({ cols: 2 * n, half: n });

export const subjects: readonly Subject[] = [
  { name: 'rmsNorm', program: rmsNorm.program(), extents: cols, inPlace: ['y', 'x'] },
  {
    name: 'layerNorm',
    program: layerNorm.program({ mean: true, invStdDev: true }),
    extents: cols,
    inPlace: ['y', 'x'],
  },
  { name: 'mixed', program: mixed, extents: cols, inPlace: ['y', 'x'] },
  { name: 'halves', program: rotation('halves', false), extents: halves, inPlace: ['y', 'x'] },
  { name: 'pairs', program: rotation('pairs', true), extents: halves, inPlace: ['y', 'x'] },
];

/** Where the buffers of a run lie: an allocation's own place is unknown, so `shift` has to go through every residue. */
export interface Lie {
  /** Elements by which the buffers are shifted. */
  readonly shift: number;
  /** Elements by which each is shifted against the one before it. */
  readonly apart: number;
  /** Elements between rows. */
  readonly gap: number;
  readonly inPlace: boolean;
}

type Elements = ReturnType<Placed['elements']>;

/** Numbers of a parameter's rows; they depend on nothing but the shape and the parameter. */
function valuesOf(dtype: OutputDType, length: number, seed: number): Elements {
  if (dtype !== 'f16') return encodeAll(randomArray(length, seed, -2, 2), dtype);
  return Uint16Array.from({ length }, (_, i) => 0x3c00 + (i % 500)); // 1 to 1.49
}

/**
 * Runs a subject's kernel and gives the elements of its outputs. What stands around the rows of any buffer and between
 * them must stay as it was.
 */
function runSubject(
  { program: tile, inPlace }: Subject,
  kernel: Kernel,
  rows: number,
  lie: Lie,
): Record<string, Elements> {
  const buffers = new Map<string, Placed>();
  const args: Record<string, KernelArgument> = {};
  tile.params.forEach((param, number) => {
    if (!isBuffer(param)) {
      args[param.name] = 1e-5;
      return;
    }
    const extent = param.dim === 'one' ? 1 : kernel.shape[param.dim];
    const isColumn = param.access === 'column';
    const rowStride = extent + (isColumn || param.dim === 'one' ? 0 : lie.gap);
    const count = isColumn ? 1 : rows;
    const layout = { param, extent, rowStride, shift: lie.shift + number * lie.apart };
    const isShared = lie.inPlace && param.name === inPlace[0];
    const values =
      param.kind === 'input'
        ? valuesOf(param.dtype as OutputDType, count * extent, extent + number)
        : undefined;
    const placed = isShared ? (buffers.get(inPlace[1]) as Placed) : new Placed(layout, count, values);
    buffers.set(param.name, placed);
    args[param.name] = placed.argument;
  });
  kernel.launch(kernel.record(args));
  const outputs: Record<string, Elements> = {};
  for (const { name, kind } of tile.params) {
    const placed = buffers.get(name);
    if (placed === undefined) continue;
    const isStored = kind === 'output' || (lie.inPlace && name === inPlace[1]);
    const fault = placed.changedOutside(new Uint8Array(isStored ? placed.layout.extent : 0).fill(1));
    if (fault !== undefined) throw new Error(fault);
    if (kind === 'output') outputs[name] = placed.elements();
  }
  return outputs;
}

/** Expects a plan to give the bits of another one, wherever the buffers lie and in place. */
export function expectSameElsewhere(
  subject: Subject,
  columns: number,
  plan: PlanOptions,
  usual: PlanOptions,
  lies: readonly Lie[],
): void {
  const kernels = [plan, usual].map((options) => compile(subject.program, subject.extents(columns), options));
  for (const lie of lies) {
    const [got, want] = kernels.map((kernel) => runSubject(subject, kernel, 3, lie));
    const what = `${columns} columns, ${JSON.stringify({ ...plan, ...lie })}`;
    for (const { name, kind, dtype } of subject.program.params)
      if (kind === 'output') expectElements(got[name], want[name], dtype, `${what}, ${name}`);
  }
  for (const kernel of kernels) kernel.dispose();
}

/** Every residue of an alignment to 64 bytes, with and without gaps, apart and in place. */
export const everyLie: readonly Lie[] = Array.from({ length: 16 }, (_, shift) => ({
  shift,
  apart: shift % 2,
  gap: (shift * 5) % 7,
  inPlace: shift % 3 === 0,
}));
