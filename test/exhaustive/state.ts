// How far a run has come, in a file: a run that was ended goes on where it was, if nothing was built meanwhile.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface State {
  /** Of the addon and of this program. */
  readonly fingerprint: string;
  /** Numbers of the batches that ran to their end. */
  readonly done: number[];
  readonly failures: string[];
  counts: Record<string, Record<string, number>>;
  /** Seconds that all runs together took. */
  seconds: number;
}

/** The state in `file`; a new one if there is none, or if it is of another build. */
export function readState(file: string, fingerprint: string): State {
  const fresh: State = { fingerprint, done: [], failures: [], counts: {}, seconds: 0 };
  if (!existsSync(file)) return fresh;
  const state = JSON.parse(readFileSync(file, 'utf8')) as State;
  if (state.fingerprint === fingerprint) return state;
  console.log(`another build than that of ${file}: begins anew`);
  return fresh;
}

/** Replaces the file as a whole, so that there is always one to go on from. */
export function writeState(file: string, state: State): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}
