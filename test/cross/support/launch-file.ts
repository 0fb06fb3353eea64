// Launches as test/native/cross/driver.c reads them; the format is described there.
import type { Float16ArrayLike, StorageArray, TileProgram } from '../../../lib/index.js';
import type { BoundArguments } from '../../../lib/runtime/arguments.js';
import type { ObjectInfo } from './tools.js';

/** One launch of one of the kernels that the driver was linked with. */
export interface Launch {
  readonly kernel: number;
  readonly program: TileProgram;
  readonly bound: BoundArguments;
  readonly programs: number;
  readonly info: ObjectInfo;
}

type Array = Exclude<StorageArray, Float16ArrayLike>;

const kinds = { scalar: 0, input: 1, output: 2, inPlace: 3 } as const;

function bytesOf(array: StorageArray): Buffer {
  const { buffer, byteOffset, byteLength } = array as Array;
  return Buffer.from(buffer, byteOffset, byteLength);
}

function words(...values: readonly (number | bigint)[]): Buffer {
  const buffer = Buffer.alloc(8 * values.length);
  values.forEach((value, i) => buffer.writeBigUInt64LE(BigInt(value), 8 * i));
  return buffer;
}

function padded(bytes: Buffer): Buffer[] {
  const rest = bytes.length % 8;
  return rest === 0 ? [bytes] : [bytes, Buffer.alloc(8 - rest)];
}

function scalarBits(value: number, dtype: string): number {
  const buffer = Buffer.alloc(4);
  if (dtype === 'i32') buffer.writeInt32LE(value);
  else buffer.writeFloatLE(value);
  return buffer.readUInt32LE();
}

function encodeLaunch({ kernel, program, bound, programs, info }: Launch): Buffer[] {
  const { workspaceBytes, cooperative: { chunks, phases } = { chunks: 0, phases: [] } } = info;
  const parts = [words(kernel, program.params.length, 0, programs, workspaceBytes, chunks, phases.length)];
  program.params.forEach((param, i) => {
    if (param.kind === 'scalar') {
      parts.push(words(kinds.scalar, scalarBits(bound.values[i] as number, param.dtype), 0));
      return;
    }
    const array = bound.values[i] as StorageArray;
    const shared = bound.values.indexOf(array);
    if (shared < i) {
      parts.push(words(kinds.inPlace, shared, bound.rowStrides[i]));
      return;
    }
    const bytes = bytesOf(array);
    parts.push(words(kinds[param.kind], bytes.length, bound.rowStrides[i]), ...padded(bytes));
  });
  return parts;
}

export function encodeLaunches(launches: readonly Launch[]): Buffer {
  return Buffer.concat([words(launches.length), ...launches.flatMap(encodeLaunch)]);
}

/** Copies results into the outputs that the launches were bound to. */
export function decodeResults(launches: readonly Launch[], results: Buffer): void {
  let at = 0;
  for (const { program, bound } of launches)
    program.params.forEach((param, i) => {
      if (param.kind !== 'output') return;
      const to = bytesOf(bound.values[i] as StorageArray);
      at += results.copy(to, 0, at, at + to.length);
    });
  if (at !== results.length) throw new Error(`${results.length} bytes of results, expected ${at}`);
}
