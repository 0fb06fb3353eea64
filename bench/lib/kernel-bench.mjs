// Runs kernel_bench: on this machine, or in the root of the rivals, whose libraries are newer than the host's.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../scripts/lib/host.mjs';
import { bestProbes, summarize } from './statistics.mjs';

export const program = join(root, 'build', 'cmake', 'native', 'kernel_bench');

/** The events of one request. `rivals`: where to run it, see rivals.mjs. */
async function run(request, rivals) {
  const [command, ...args] = rivals?.command('kernel_bench') ?? [program];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => resolve(status ?? signal));
  });
  ended.catch(() => {}); // awaited below; a missing program must not count as unhandled before that
  child.stdin.on('error', () => {}); // it says itself why it did not read to the end
  child.stdin.end(JSON.stringify(request));
  const events = [];
  for await (const line of createInterface({ input: child.stdout })) events.push(JSON.parse(line));
  const status = await ended;
  if (status !== 0) throw new Error(`kernel_bench ended with ${status}`);
  return events;
}

/**
 * Measures one case: `pivot` against every candidate.
 * @returns machine, largestError, what is missing, and per candidate its figures with all visits behind them.
 */
export async function measure(caseRequest, timing, rivals) {
  const events = await run({ ...timing, cases: [caseRequest] }, rivals);
  const named = (name) => events.filter(({ event }) => event === name);
  const visits = named('visit');
  const best = bestProbes(visits);
  return {
    machine: named('machine')[0],
    probes: best,
    largestError: named('case')[0].largestError,
    missing: named('missing').map(({ label, reason }) => ({ label, reason })),
    candidates: named('candidate').map(({ candidate, label, kind, pivot }) => {
      const own = visits.filter((visit) => visit.candidate === candidate);
      const raw = own.map(({ event: _, case: __, candidate: ___, ...rest }) => rest);
      return { label, kind, pivot, ...summarize(own, best), raw };
    }),
  };
}
