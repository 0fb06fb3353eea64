// Files that this user keeps in the cache directory and trusts: what is read must be a regular file of the user's own,
// and what is written appears whole or not at all.
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The JSON value in a file; undefined if there is no file. @throws Error saying why it cannot be used. */
export function readOwnFile(file: string): unknown {
  let text: string;
  try {
    const { uid, mode } = lstatSync(file);
    if ((mode & 0o170000) !== 0o100000) throw new Error('it is no regular file');
    if (uid !== process.getuid?.()) throw new Error('it belongs to another user');
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw code === undefined ? error : new Error(`it cannot be read (${message})`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error('it is no JSON', { cause: error });
  }
}

/** Writes a JSON value, whole or not at all, in a folder that is made for this user alone if it is not there. */
export function writeOwnFile(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
