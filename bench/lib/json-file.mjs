// Results on disk: written whole or not at all, so that an interruption leaves the last ones.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export function writeJson(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(value));
  renameSync(`${file}.new`, file);
}

/** @throws an error that names the file where it is no JSON, or of another format. */
export function readJson(file, format) {
  let value;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${error.message}`, { cause: error });
  }
  if (value?.format !== format) throw new Error(`${file}: expected format ${format}, given ${value?.format}`);
  return value;
}
