// Runs a script in a process of its own against the built package, as a user's program runs it.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect } from 'vitest';

const root = resolve(__dirname, '..', '..');

export interface ChildOptions {
  readonly node?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A fixture's output as JSON. Expects a natural end: exit code 0, no signal, nothing on stderr. */
export function runFixture<T>(name: string, { node = [], args = [], env = {} }: ChildOptions = {}): T {
  const script = resolve(root, 'test', 'process', 'fixtures', name);
  const run = spawnSync(process.execPath, [...node, script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', TILE_SIMD_PACKAGE: root, ...env },
    timeout: 55_000,
  });
  expect({ status: run.status, signal: run.signal, stderr: run.stderr }, name).toEqual({
    status: 0,
    signal: null,
    stderr: '',
  });
  return JSON.parse(run.stdout) as T;
}
