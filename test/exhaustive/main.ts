// npm run test:exhaustive -- [--part 1/1] [--for SECONDS] [--workers 1] [--restart] [--group OPERATOR/VARIANT/DTYPE/COLUMNS]
//
// The full product of product.ts, batch by batch, each in a process of its own: memory stays bounded, and a crash names
// its group. What is done is kept in build/exhaustive, and the next run goes on from there. Ends with status 1 for a
// failure, 0 at the end or where --for has ended it.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../lib/native/load.js';
import { Coverage, wrap } from '../support/coverage.js';
import { expected, groups, runGroup, spellGroup } from './product.js';
import { readState, writeState } from './state.js';

const groupsPerBatch = 12;
const batchCount = Math.ceil(groups.length / groupsPerBatch);
const mostFailures = 20;
const secondsBetweenReports = 15;

type Counts = Record<string, Record<string, number>>;
type Message =
  | { readonly kind: 'begin'; readonly group: string }
  | { readonly kind: 'failure'; readonly text: string }
  | { readonly kind: 'end'; readonly counts: Counts };

/** A batch, in this process. */
function runBatch(batch: number): void {
  const send = (message: Message): void => void process.send?.(message);
  const coverage = new Coverage();
  for (const group of groups.slice(batch * groupsPerBatch, (batch + 1) * groupsPerBatch)) {
    send({ kind: 'begin', group: spellGroup(group) });
    runGroup(group, coverage, (text) => send({ kind: 'failure', text }));
  }
  send({ kind: 'end', counts: coverage.toJSON() as Counts });
}

interface BatchResult {
  readonly failures: readonly string[];
  readonly counts: Counts;
}

function startBatch(batch: number): Promise<BatchResult> {
  return new Promise((resolve) => {
    const failures: string[] = [];
    let group = 'before the first group';
    let counts: Counts | undefined;
    const child = fork(__filename, ['--batch', String(batch)], { stdio: 'inherit' });
    child.on('message', (message: Message) => {
      if (message.kind === 'begin') group = message.group;
      else if (message.kind === 'failure') failures.push(message.text);
      else counts = message.counts;
    });
    child.on('exit', (status, signal) => {
      if (counts === undefined)
        failures.push(`${group}: the process ended (${signal ?? `status ${status}`})`);
      resolve({ failures, counts: counts ?? {} });
    });
  });
}

function fingerprint(): string {
  const { resolve } = createRequire(__filename)('node-gyp-build') as { resolve: (root: string) => string };
  const hash = createHash('sha256');
  for (const file of [__filename, resolve(packageRoot())]) hash.update(readFileSync(file));
  return hash.digest('hex');
}

function spellTime(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

interface Run {
  readonly part: number;
  readonly parts: number;
  /** Seconds after which no further batch is begun. */
  readonly limit: number;
  readonly workers: number;
  readonly file: string;
}

async function runAll({ part, parts, limit, workers, file }: Run): Promise<number> {
  const state = readState(file, fingerprint());
  const coverage = new Coverage(state.counts);
  const mine = Array.from({ length: batchCount }, (_, i) => i).filter((i) => i % parts === part - 1);
  const done = new Set(state.done);
  const left = mine.filter((batch) => !done.has(batch));
  const of = parts === 1 ? '' : `, part ${part} of ${parts}`;
  console.log(
    `exhaustive test: ${groups.length} groups in ${batchCount} batches${of}; ${left.length} batches to do`,
  );
  const begun = performance.now();
  const before = state.seconds;
  const elapsed = () => (performance.now() - begun) / 1000;
  let finished = 0;
  let reported = 0;
  const isOver = () => elapsed() > limit || state.failures.length >= mostFailures;
  const total = left.length;

  async function work(): Promise<void> {
    while (!isOver()) {
      const batch = left.shift();
      if (batch === undefined) return;
      const { failures, counts } = await startBatch(batch);
      for (const failure of failures) console.error(`\nFAILED ${failure}`);
      coverage.merge(new Coverage(counts));
      state.failures.push(...failures);
      state.done.push(batch);
      state.counts = coverage.toJSON() as Counts;
      state.seconds = before + elapsed();
      writeState(file, state);
      ++finished;
      if (elapsed() - reported < secondsBetweenReports && left.length > 0) continue;
      reported = elapsed();
      const rest = ((total - finished) * elapsed()) / finished;
      const percent = ((100 * (mine.length - total + finished)) / mine.length).toFixed(1);
      const kernels = coverage.get('total', 'kernels').toLocaleString('en');
      console.log(
        `${percent} %: ${kernels} kernels, ${state.failures.length} failures; ${spellTime(rest)} left`,
      );
    }
  }
  await Promise.all(Array.from({ length: workers }, work));

  const isWhole = state.done.length === batchCount;
  if (finished === total) console.log(coverage.table(expected));
  const never = isWhole ? coverage.missing(expected) : [];
  if (never.length > 0) console.log(wrap('never met:', never));
  const far = finished === total ? 'to the end' : `${total - finished} batches are left`;
  console.log(`${far}, ${state.failures.length} failures, ${spellTime(state.seconds)} in all`);
  return state.failures.length > 0 || never.length > 0 ? 1 : 0;
}

/** One group again, in this process. */
function runOne(name: string): number {
  const group = groups.find((candidate) => spellGroup(candidate) === name);
  if (group === undefined) throw new RangeError(`--group: expected one like ${spellGroup(groups[0])}`);
  let failures = 0;
  runGroup(group, new Coverage(), (text) => {
    ++failures;
    console.error(`FAILED ${text}`);
  });
  console.log(`${name}: ${failures} failures`);
  return failures > 0 ? 1 : 0;
}

function positive(option: string, given: string): number {
  const value = Number(given);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new RangeError(`--${option}: expected a positive integer, given ${given}`);
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { part: text, for: text, workers: text, group: text, batch: text, restart: { type: 'boolean' } },
  });
  if (values.group !== undefined) return runOne(values.group);
  setPriority(constants.priority.PRIORITY_LOW);
  if (values.batch !== undefined) {
    runBatch(Number(values.batch));
    process.disconnect();
    return 0;
  }
  const [part, parts] = (values.part ?? '1/1').split('/').map((given) => positive('part', given));
  if (parts === undefined || part > parts)
    throw new RangeError(`--part: expected I/N with I from 1 to N, given ${values.part}`);
  const file = join(dirname(__filename), parts === 1 ? 'state.json' : `state-${part}-of-${parts}.json`);
  if (values.restart) rmSync(file, { force: true });
  const limit = values.for === undefined ? Infinity : positive('for', values.for);
  return runAll({ part, parts, limit, workers: positive('workers', values.workers ?? '1'), file });
}

void main().then((status) => {
  process.exitCode = status;
});
