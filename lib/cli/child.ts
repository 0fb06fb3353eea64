// Runs a part of this command line in a process of its own and hands over what it says line by line: a binary that kills
// its process then kills that one.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** How a child ended. */
export interface ChildEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Its last words. */
  readonly stderr: string;
  /** Whether it was ended because its time was up. */
  readonly timedOut: boolean;
}

/** Starts `tile-simd ARGS`; each line of its output that is JSON goes to `onMessage`. */
export function runSelf(
  args: readonly string[],
  timeoutMilliseconds: number,
  onMessage: (message: unknown) => void,
): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [process.argv[1], ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeoutMilliseconds);
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-4000)));
    createInterface(child.stdout).on('line', (line) => {
      let message: unknown;
      try {
        message = JSON.parse(line);
      } catch {
        return; // not ours
      }
      onMessage(message);
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      resolve({ status, signal, stderr: stderr.trim(), timedOut });
    });
  });
}

/** How a child ended that did not end well, in words. */
export function describeEnd({ status, signal, stderr, timedOut }: ChildEnd): string {
  const last = stderr === '' ? '' : `: ${stderr.split('\n').slice(-3).join(' ')}`;
  if (timedOut) return `it did not end in time${last}`;
  return `${signal === null ? `exit status ${status}` : `ended by ${signal}`}${last}`;
}
