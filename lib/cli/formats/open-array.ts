// Opens an array in a file, whatever the format: `x.npy`, `model.safetensors:name`. What is inside decides, not the
// file's name.
import { open, type FileHandle } from 'node:fs/promises';
import { invalidValue, TileSimdError } from '../../errors.js';
import type { DType } from '../../ir/types.js';
import { badFile, type ArrayInfo } from './array-info.js';
import { isNpy, npyHeaderEnd, npyPrefixBytes, parseNpy } from './npy.js';
import {
  isSupportedType,
  parseSafetensors,
  safetensorsHeaderEnd,
  safetensorsPrefixBytes,
} from './safetensors.js';

/** An array whose elements can be read. */
export interface ArrayFile {
  /** What the user wrote. */
  readonly spec: string;
  readonly dtype: DType;
  readonly shape: readonly number[];
  /** Reads whole elements from the array's byte `position` on, and exactly as many as `target` takes. */
  read(target: Uint8Array, position: number): Promise<void>;
  close(): Promise<void>;
}

/** ERR_FILE_ACCESS for an error of the file system. */
export function accessError(path: string, error: unknown): TileSimdError {
  if (error instanceof TileSimdError) return error;
  const { code = '', message } = error as { code?: string; message: string };
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    EPERM: 'not permitted',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of the path is no folder',
    ENOSPC: 'the disk is full',
    EROFS: 'the file system is read-only',
  };
  return new TileSimdError('ERR_FILE_ACCESS', `${path}: ${words[code] ?? message}`, {
    argument: path,
    given: code || message,
    expected: 'a file that can be used',
    cause: error,
  });
}

/**
 * Opens an array.
 * @param spec a path; for one tensor of several, `PATH.safetensors:NAME`.
 * @param as what 16 bits mean that the file does not explain: bf16 in .npy, which has no name for it.
 * @throws ERR_FILE_ACCESS, ERR_FILE_FORMAT; ERR_INVALID_ARG_VALUE for a name that the file does not have.
 */
export async function openArray(spec: string, as?: 'f16' | 'bf16'): Promise<ArrayFile> {
  const [, path = spec, name] = /^(.+\.safetensors):(.+)$/s.exec(spec) ?? [];
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const stats = await file.stat();
    if (!stats.isFile()) throw badFile(path, 'no ordinary file', 'a .npy or .safetensors file');
    const info = await readInfo(file, path, name, stats.size);
    return new OpenArray(spec, path, file, info, dtypeOf(spec, info, as));
  } catch (error) {
    await file?.close();
    throw accessError(path, error);
  }
}

async function readInfo(
  file: FileHandle,
  path: string,
  name: string | undefined,
  fileBytes: number,
): Promise<ArrayInfo> {
  const start = await readStart(file, Math.max(npyPrefixBytes, safetensorsPrefixBytes));
  if (isNpy(start)) {
    if (name !== undefined)
      throw badFile(path, `a .npy file, which has no tensor '${name}'`, 'a .safetensors file');
    return parseNpy(path, await readStart(file, npyHeaderEnd(path, start)), fileBytes);
  }
  const header = await readStart(file, safetensorsHeaderEnd(path, start, fileBytes));
  const tensors = parseSafetensors(path, header, fileBytes);
  const names = [...tensors.keys()];
  const list = `${names.slice(0, 8).join(', ')}${names.length > 8 ? `, and ${names.length - 8} more` : ''}`;
  if (name === undefined && names.length !== 1)
    throw invalidValue(
      path,
      `the name of one of its tensors, as in ${path}:NAME (it has ${list || 'none'})`,
      path,
    );
  const tensor = tensors.get(name ?? names[0]);
  if (tensor === undefined) throw invalidValue(path, `one of its tensors (${list || 'it has none'})`, name);
  if (!isSupportedType(tensor.type))
    throw badFile(path, `tensor ${name ?? names[0]} is of type ${tensor.type}`, 'F32, F16, BF16, I8 or I32');
  return tensor;
}

function dtypeOf(spec: string, { dtype }: ArrayInfo, as: 'f16' | 'bf16' | undefined): DType {
  if (dtype !== 'bits16') return dtype;
  if (as === undefined)
    throw badFile(
      spec,
      'holds 16 bits per element and does not say what they mean',
      '--dtype bf16 or --dtype f16',
    );
  return as;
}

/** The first bytes of a file; fewer if it has fewer. */
async function readStart(file: FileHandle, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  let done = 0;
  while (done < bytes) {
    const { bytesRead } = await file.read(buffer, done, bytes - done, done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}

class OpenArray implements ArrayFile {
  readonly spec: string;
  readonly dtype: DType;
  readonly shape: readonly number[];
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #begin: number;

  constructor(spec: string, path: string, file: FileHandle, info: ArrayInfo, dtype: DType) {
    this.spec = spec;
    this.dtype = dtype;
    this.shape = info.shape;
    this.#path = path;
    this.#file = file;
    this.#begin = info.begin;
  }

  async read(target: Uint8Array, position: number): Promise<void> {
    try {
      for (let done = 0; done < target.length;) {
        const { bytesRead } = await this.#file.read(
          target,
          done,
          target.length - done,
          this.#begin + position + done,
        );
        if (bytesRead === 0)
          throw badFile(this.#path, 'was cut short while it was read', 'a file that stays as it is');
        done += bytesRead;
      }
    } catch (error) {
      throw accessError(this.#path, error);
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
