// Runs an example as its reader does.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';

export const examples = resolve(__dirname, '..', '..', '..', 'examples');

export interface Running {
  readonly child: ChildProcess;
  /** The first line of its output, which is JSON. */
  readonly first: () => Promise<any>;
  /** How it ended, and all that it said. */
  readonly end: Promise<{ status: number | null; stdout: string; stderr: string }>;
}

export function start(script: string, ...args: string[]): Running {
  const child = spawn(process.execPath, [join(examples, script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const lines = createInterface(child.stdout);
  const first = () => once(lines, 'line').then(([line]) => JSON.parse(line as string));
  const end = once(child, 'close').then(([status]) => ({ status: status as number | null, stdout, stderr }));
  return { child, first, end };
}

/** Runs to the end, expects that it ends well and complains of nothing, and gives its JSON. */
export async function run(script: string, ...args: string[]): Promise<any> {
  const { end } = start(script, ...args);
  const { status, stdout, stderr } = await end;
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}
