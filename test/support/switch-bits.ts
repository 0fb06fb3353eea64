// Programs of every kind of access, and a run of them through a plan at any alignment of their buffers: what a switch
// of the plan must not change a bit of.
import { expect } from 'vitest';
import {
  compile,
  layerNorm,
  program,
  rmsNorm,
  type Kernel,
  type PlanOptions,
  type TileProgram,
} from '../../lib/index.js';
import { randomArray } from './random.js';

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

/** Where the buffers of a run lie. */
export interface Lie {
  /** Elements by which the buffers are shifted. */
  readonly shift: number;
  /** Elements by which each is shifted against the one before it. */
  readonly apart: number;
  /** Elements between rows. */
  readonly gap: number;
  readonly inPlace: boolean;
}

const classes = { f32: Float32Array, f16: Uint16Array, bf16: Uint16Array, i8: Int8Array, i32: Int32Array };
const guard = 80;
const sentinel = 0x55;

/** An array among bytes of the sentinel. */
function place(dtype: keyof typeof classes, length: number, shift: number) {
  const Class = classes[dtype];
  const bytes = new Uint8Array(length * Class.BYTES_PER_ELEMENT + 64 + 2 * guard * Class.BYTES_PER_ELEMENT);
  bytes.fill(sentinel);
  // Where the allocation itself lies is unknown: `shift` has to go through every residue.
  return new Class(bytes.buffer, (guard + shift) * Class.BYTES_PER_ELEMENT, length);
}

/**
 * Runs a subject's kernel and returns the bytes of every output buffer, what stands around and between its rows
 * included. The inputs depend on nothing but the shape and the place.
 */
export function runSubject(
  { program: tile, inPlace }: Subject,
  kernel: Kernel,
  rows: number,
  lie: Lie,
): Record<string, Uint8Array> {
  const args: Record<string, unknown> = {};
  const outputs: Record<string, ArrayBufferView> = {};
  for (const param of tile.params) {
    if (param.kind === 'scalar') {
      args[param.name] = 1e-5;
      continue;
    }
    const extent = param.dim === 'one' ? 1 : kernel.shape[param.dim];
    const isColumn = param.access === 'column';
    const rowStride = extent + (isColumn || param.dim === 'one' ? 0 : lie.gap);
    const length = isColumn ? extent : (rows - 1) * rowStride + extent;
    const number = tile.params.indexOf(param);
    const data = place(param.dtype, length, lie.shift + number * lie.apart);
    if (param.kind === 'input') {
      const random = randomArray(length, extent + number, -2, 2);
      for (let i = 0; i < length; ++i) data[i] = param.dtype === 'f16' ? 0x3c00 + (i % 500) : random[i];
    } else if (lie.inPlace && param.name === inPlace[0]) {
      const input = args[inPlace[1]] as { data: ArrayBufferView };
      args[param.name] = { ...input };
      outputs[param.name] = input.data;
      continue;
    } else {
      outputs[param.name] = data;
    }
    args[param.name] = isColumn ? data : { data, rowStride };
  }
  kernel.launch(kernel.record(args as never));
  return Object.fromEntries(
    Object.entries(outputs).map(([name, { buffer }]) => [name, new Uint8Array(buffer)]),
  );
}

/** Expects a plan to give the bytes of another one, wherever the buffers lie and in place. */
export function expectSameBytes(
  subject: Subject,
  columns: number,
  plan: PlanOptions,
  usual: PlanOptions,
  lies: readonly Lie[],
): void {
  const kernels = [plan, usual].map((options) => compile(subject.program, subject.extents(columns), options));
  for (const lie of lies) {
    const [got, want] = kernels.map((kernel) => runSubject(subject, kernel, 3, lie));
    for (const [name, bytes] of Object.entries(want)) {
      const at = got[name].findIndex((byte, i) => byte !== bytes[i]);
      if (at >= 0)
        expect.fail(
          `${name}: byte ${at} differs; ${columns} columns, ${JSON.stringify({ ...plan, ...lie })}`,
        );
    }
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
