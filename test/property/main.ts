// npm run test:property -- [--count 2000] [--from 0] [--seed N] [--workers 2] [--case I]
//
// Random tile programs x random plans x random shapes; case.ts has the oracles. Prints the seed, what was met how often,
// and each failure in its smallest form; ends with status 1 for a failure or if something expected was never met.
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { expected } from './census.js';
import { PropertyFailure, runCase } from './case.js';
import { Coverage, wrap } from '../support/coverage.js';
import { shrink } from './shrink.js';

/** From here on everything expected must have been met. */
const completeFrom = 2000;
/** Failures after which a worker stops. */
const mostFailures = 5;

interface Share {
  readonly seed: number;
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

type Message =
  | { readonly kind: 'begin'; readonly index: number }
  | { readonly kind: 'failure'; readonly text: string }
  | { readonly kind: 'end'; readonly counts: Record<string, Record<string, number>>; readonly cases: number };

const send = (message: Message): void => void process.send?.(message);

/** A worker's share: the cases first, first + step, ... */
function runShare({ seed, first, step, count }: Share): void {
  const coverage = new Coverage();
  let failures = 0;
  let cases = 0;
  for (let index = first; index < count && failures < mostFailures; index += step) {
    send({ kind: 'begin', index });
    ++cases;
    try {
      runCase({ seed, index }, coverage);
    } catch (error) {
      ++failures;
      send({ kind: 'failure', text: shrink({ seed, index }, error as Error) });
    }
  }
  send({ kind: 'end', counts: coverage.toJSON() as Record<string, Record<string, number>>, cases });
}

interface Result {
  readonly coverage: Coverage;
  readonly failures: readonly string[];
  readonly cases: number;
}

/** Runs a share in a process of its own: a crash there names its case and leaves the others alone. */
function startWorker(share: Share): Promise<Result> {
  return new Promise((resolve) => {
    const failures: string[] = [];
    const fail = (text: string) => {
      failures.push(text);
      console.error(`\nFAILED ${text}`);
    };
    let last = -1;
    let end: Result | undefined;
    const child = fork(__filename, ['--share', JSON.stringify(share)], { stdio: 'inherit' });
    child.on('message', (message: Message) => {
      if (message.kind === 'begin') last = message.index;
      else if (message.kind === 'failure') fail(message.text);
      else end = { coverage: new Coverage(message.counts), failures, cases: message.cases };
    });
    child.on('exit', (status, signal) => {
      if (end === undefined)
        fail(`--seed ${share.seed} --case ${last}: the process ended (${signal ?? `status ${status}`})`);
      resolve(end ?? { coverage: new Coverage(), failures, cases: 0 });
    });
  });
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { count: text, from: text, seed: text, workers: text, case: text, share: text },
  });
  if (values.share !== undefined) {
    runShare(JSON.parse(values.share) as Share);
    process.disconnect();
    return 0;
  }
  const number = (given: string | undefined, otherwise: number): number => {
    const value = given === undefined ? otherwise : Number(given);
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`expected a number, given ${given}`);
    return value;
  };
  const seed = number(values.seed, Math.floor(Math.random() * 2 ** 32));
  if (values.case !== undefined) return runOne(seed, number(values.case, 0));
  const count = number(values.count, completeFrom);
  const workers = Math.max(1, number(values.workers, 2));
  const from = Math.min(number(values.from, 0), count);
  console.log(`property test: cases ${from} to ${count - 1}, --seed ${seed}`);
  const begun = performance.now();
  const results = await Promise.all(
    Array.from({ length: workers }, (_, first) =>
      startWorker({ seed, first: from + first, step: workers, count }),
    ),
  );
  const coverage = new Coverage();
  for (const result of results) coverage.merge(result.coverage);
  console.log(coverage.table(expected));
  const failures = results.flatMap((result) => result.failures);
  const cases = results.reduce((sum, result) => sum + result.cases, 0);
  const never = coverage.missing(expected);
  if (never.length > 0) console.log(wrap('never met:', never));
  const isComplete = count - from >= completeFrom;
  if (!isComplete) console.log(`(only from ${completeFrom} cases on must everything be met)`);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${cases} cases, ${failures.length} failed, ${seconds} s, --seed ${seed}`);
  return failures.length > 0 || (isComplete && never.length > 0) ? 1 : 0;
}

/** One case again, in this process. */
function runOne(seed: number, index: number): number {
  try {
    runCase({ seed, index, tell: (about) => console.log(about) }, new Coverage());
    console.log(`seed ${seed}, case ${index}: passed`);
    return 0;
  } catch (error) {
    if (!(error instanceof PropertyFailure)) throw error;
    console.error(`FAILED ${shrink({ seed, index }, error)}`);
    return 1;
  }
}

void main().then((status) => {
  process.exitCode = status;
});
