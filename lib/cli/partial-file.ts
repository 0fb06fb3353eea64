// A file that appears whole or not at all: it is written under another name beside its own and moved into place at the
// end. Whatever goes wrong, an interrupt included, nothing is left behind and an older file of the name stays.
import { unlinkSync } from 'node:fs';
import { open, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { badFile } from './formats/array-info.js';
import { accessError } from './formats/open-array.js';

/** Files in the making in this process, removed if it is interrupted. */
const unfinished = new Set<string>();

function interrupted(signal: NodeJS.Signals): void {
  for (const path of unfinished) {
    try {
      unlinkSync(path);
    } catch {
      // There is nothing left to do.
    }
  }
  process.removeListener('SIGINT', interrupted);
  process.removeListener('SIGTERM', interrupted);
  process.kill(process.pid, signal); // and now as if nobody had listened
}

export class PartialFile {
  readonly path: string;
  readonly #temporary: string;
  readonly #file: FileHandle;

  private constructor(path: string, temporary: string, file: FileHandle) {
    this.path = path;
    this.#temporary = temporary;
    this.#file = file;
  }

  /** Begins a file. @throws ERR_FILE_ACCESS, ERR_FILE_FORMAT if something else than a file is there. */
  static async create(path: string): Promise<PartialFile> {
    const temporary = join(dirname(path), `.${basename(path)}.${process.pid}-${unfinished.size}.partial`);
    try {
      const there = await stat(path).catch(() => undefined);
      if (there !== undefined && !there.isFile())
        throw badFile(path, 'no ordinary file', 'a file, or nothing yet');
      if (unfinished.size === 0) {
        process.on('SIGINT', interrupted);
        process.on('SIGTERM', interrupted);
      }
      unfinished.add(temporary);
      return new PartialFile(path, temporary, await open(temporary, 'wx'));
    } catch (error) {
      forget(temporary);
      throw accessError(path, error);
    }
  }

  /** Writes all of `bytes` at a byte of the file. */
  async write(bytes: Uint8Array, position: number): Promise<void> {
    try {
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, position + done);
        done += bytesWritten;
      }
    } catch (error) {
      throw accessError(this.path, error);
    }
  }

  /** Moves the file into place, its contents on the disk. */
  async commit(): Promise<void> {
    try {
      await this.#file.datasync();
      await this.#file.close();
      await rename(this.#temporary, this.path);
      forget(this.#temporary);
    } catch (error) {
      throw accessError(this.path, error);
    }
  }

  /** Removes what was written. Harmless after commit(). */
  async discard(): Promise<void> {
    if (!unfinished.has(this.#temporary)) return;
    await this.#file.close().catch(() => undefined);
    await unlink(this.#temporary).catch(() => undefined);
    forget(this.#temporary);
  }
}

function forget(temporary: string): void {
  unfinished.delete(temporary);
  if (unfinished.size > 0) return;
  process.removeListener('SIGINT', interrupted);
  process.removeListener('SIGTERM', interrupted);
}
