// The native visits: exactly those of the experiment, in all six orders, of the objects that were captured, as the
// runner's own journal has them.
import type { CaptureFacts } from './captures.js';
import { expectedContests, timings, type ExpectedContest, type Part, type Timing } from './experiment.js';
import type { Findings } from './findings.js';
import type { Folder } from './folder.js';
import { array, digest, flag, integer, object, text, type Json } from './json.js';
import { checkSamples, checkVerdict, Clock, readTiming } from './visits.js';

/** A measured visit, as figures are made of it. */
export interface NativeFact {
  readonly label: string;
  readonly round: number;
  readonly calls: number;
  readonly threadNs: readonly number[];
}

export interface ContestFacts {
  readonly expected: ExpectedContest;
  readonly visits: readonly NativeFact[];
  /** Outputs by digest, with the largest error that visits said. */
  readonly outputs: ReadonlyMap<string, number>;
}

const rounds = 6;

export function checkNative(
  folder: Folder,
  captures: ReadonlyMap<string, CaptureFacts>,
  mode: string,
  part: Part,
  readsRaw: boolean,
  findings: Findings,
): ContestFacts[] {
  const document = folder.document('native');
  findings.equal(document.mode, mode, 'native.mode');
  const timing = readTiming(document.timing, 'native.timing');
  findings.equal(JSON.stringify(timing), JSON.stringify(timings[mode]), 'native.timing');
  const expected = new Map(expectedContests(part).map((one) => [one.id, one]));
  const clock = new Clock(findings);
  const found = new Map<string, ContestFacts>();
  for (const value of array(document.contests, 'native.contests')) {
    const contest = object(value, 'native.contests');
    const id = text(contest.id, 'native.contests.id');
    const plan = expected.get(id);
    if (
      !findings.expect(
        plan !== undefined && !found.has(id),
        id,
        'is no contest of the experiment, or there twice',
      )
    )
      continue;
    found.set(
      id,
      new ContestCheck(folder, captures, plan as ExpectedContest, contest, timing, clock, findings).check(
        readsRaw,
      ),
    );
  }
  for (const id of expected.keys()) findings.expect(found.has(id), id, 'was not held');
  checkCounts([...found.values()], part, findings);
  return [...found.values()];
}

/** 18 visits of each contest whose contenders were all to be had; so 144 of the published table and 432 of the later. */
function checkCounts(contests: readonly ContestFacts[], { levels, only }: Part, findings: Findings): void {
  for (const level of levels)
    for (const [set, full] of [
      ['published', 144],
      ['later', 432],
    ] as const) {
      const own = contests.filter(({ expected }) => expected.set === set && expected.level === level);
      const visits = own.reduce((sum, contest) => sum + contest.visits.length, 0);
      const present = own.reduce(
        (sum, contest) => sum + rounds * new Set(contest.visits.map(({ label }) => label)).size,
        0,
      );
      findings.equal(visits, present, `visits of the ${set} cells at ${level}`);
      if (visits === full || only !== undefined) continue;
      findings.note(`${set} cells at ${level}`, `${visits} of ${full} visits: a contender was not to be had`);
    }
}

class ContestCheck {
  readonly #outputs = new Map<string, number>();

  constructor(
    private readonly folder: Folder,
    private readonly captures: ReadonlyMap<string, CaptureFacts>,
    private readonly expected: ExpectedContest,
    private readonly contest: Json,
    private readonly timing: Timing,
    private readonly clock: Clock,
    private readonly findings: Findings,
  ) {}

  check(readsRaw: boolean): ContestFacts {
    const { expected, contest, findings } = this;
    const { id, set, shape, level } = expected;
    for (const [key, value] of Object.entries({ ...shape, set, level }))
      findings.equal(contest[key], value, `${id}.${key}`);
    const present = this.#contenders();
    const visits = array(contest.visits, `${id}.visits`).map((visit) => object(visit, `${id}.visits`));
    if (readsRaw) this.#compareJournal(visits);
    const measured: NativeFact[] = [];
    const preflight: Json[] = [];
    let begun = false;
    visits.forEach((visit, i) => {
      const where = `${id}.visits[${i}]`;
      const excluded = flag(visit.excluded, `${where}.excluded`);
      findings.equal(visit.phase, excluded ? 'preflight' : 'measured', `${where}.phase`);
      if (excluded) findings.expect(!begun, where, 'is a preflight visit among measured ones');
      begun ||= !excluded;
      const fact = this.#visit(visit, excluded, where, present);
      if (excluded) preflight.push(visit);
      else measured.push(fact);
    });
    this.#rounds(
      visits.filter(({ excluded }) => excluded === false),
      present,
    );
    findings.equal(preflight.length, present.length, `${id}: preflight visits`);
    return { expected, visits: measured, outputs: this.#outputs };
  }

  /** Labels of those that were to be had. */
  #contenders(): string[] {
    const { expected, contest, findings } = this;
    const given = array(contest.contenders, `${expected.id}.contenders`).map((one) =>
      object(one, `${expected.id}.contenders`),
    );
    findings.equal(given.length, expected.contenders.length, `${expected.id}: contenders`);
    return given.flatMap((one, i) => {
      const [label, kind, capture] = expected.contenders[i] ?? [];
      const where = `${expected.id}.contenders[${i}]`;
      findings.equal(one.label, label, `${where}.label`);
      findings.equal(one.kind, kind, `${where}.kind`);
      findings.equal(one.capture, capture, `${where}.capture`);
      if (one.missing === undefined) return label === undefined ? [] : [label];
      const reason = text(one.missing, `${where}.missing`);
      findings.expect(kind !== 'captured' && reason !== '', where, 'a captured object cannot be missing');
      findings.note(`${expected.id}: ${String(label)}`, reason);
      return [];
    });
  }

  #visit(visit: Json, isPreflight: boolean, where: string, present: readonly string[]): NativeFact {
    const { findings } = this;
    const label = text(visit.label, `${where}.label`);
    findings.expect(present.includes(label), where, `${label} is no contender that was to be had`);
    const samples = array(visit.samples, `${where}.samples`).map((sample) =>
      object(sample, `${where}.samples`),
    );
    const threadNs = samples.map((sample) => integer(sample.threadNs, `${where}.threadNs`, 1));
    const wallNs = samples.map((sample) => integer(sample.wallNs, `${where}.wallNs`, 1));
    const calls = integer(visit.calls, `${where}.calls`, 1);
    // A preflight is too short for its samples to be exact; they are only counted.
    if (isPreflight)
      findings.equal(threadNs.length, timings.preflight.samples, `${where}: number of samples`);
    else checkSamples(threadNs, this.timing, calls === 1, 'thread', where, findings);
    threadNs.forEach((thread, i) => {
      // The two clocks are read one after the other; a thread cannot have run longer than the time that passed.
      findings.expect(thread <= wallNs[i] * 1.02 + 20_000, where, 'ran longer than the time that passed');
    });
    this.clock.pass(
      integer(visit.startNs, `${where}.startNs`, 1),
      wallNs.reduce((a, b) => a + b),
      where,
    );
    integer(visit.warmCalls, `${where}.warmCalls`, 1);
    checkVerdict(visit, where, findings);
    findings.equal(visit.inputsIntact, true, `${where}: inputs`);
    this.#output(visit, label, where);
    return { label, round: integer(visit.round, `${where}.round`), calls, threadNs };
  }

  /** Ours must have the bits that the library's own launch gave; all others are right within the tolerance. */
  #output(visit: Json, label: string, where: string): void {
    const output = digest(visit.output, `${where}.output`);
    const capture = this.expected.contenders.find(([name]) => name === label)?.[2];
    const own = capture === undefined ? undefined : this.captures.get(capture);
    if (own !== undefined) this.findings.equal(output, own.output, `${where}.output beside the capture's`);
    this.#outputs.set(output, Math.max(this.#outputs.get(output) ?? 0, visit.largestError as number));
  }

  /** Six rounds, each with every contender once, and no two in the same order. */
  #rounds(measured: readonly Json[], present: readonly string[]): void {
    const { findings } = this;
    const { id } = this.expected;
    const seen = new Set<string>();
    const full = this.expected.contenders.map(([label]) => label);
    for (let round = 0; round < rounds; ++round) {
      const own = measured.filter((visit) => visit.round === round);
      const labels = own.map(({ label }) => String(label));
      findings.equal(
        JSON.stringify([...labels].sort()),
        JSON.stringify([...present].sort()),
        `${id}: round ${round}`,
      );
      own.forEach((visit, position) =>
        findings.equal(visit.position, position, `${id}: round ${round}: position`),
      );
      seen.add(labels.join(' '));
    }
    findings.equal(measured.length, rounds * present.length, `${id}: measured visits`);
    let orders = 1;
    for (let n = 2; n <= present.length; ++n) orders *= n;
    if (present.length === full.length) findings.equal(seen.size, orders, `${id}: different orders`);
  }

  /** Every visit is a line of the runner's, number by number. */
  #compareJournal(visits: readonly Json[]): void {
    const { findings } = this;
    const { id } = this.expected;
    const journal = this.folder.stored(this.contest.journal, `${id}.journal`);
    if (journal === undefined) return;
    const lines = journal.content
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => object(JSON.parse(line), `${id}.journal`))
      .filter(({ event }) => event === 'visit');
    findings.equal(lines.length, visits.length, `${id}: visits in the journal`);
    const numbers = new Map<unknown, unknown>();
    lines.forEach((line, i) => {
      const { event: _, output, ...said } = line;
      const visit = visits.at(i) ?? {};
      for (const [key, value] of Object.entries(said))
        findings.equal(
          JSON.stringify(visit[key]),
          JSON.stringify(value),
          `${id}.visits[${i}].${key} beside the journal`,
        );
      // The runner numbers outputs; each number is one digest throughout.
      if (!numbers.has(output)) numbers.set(output, visit.output);
      findings.equal(visit.output, numbers.get(output), `${id}.visits[${i}].output beside the journal`);
    });
  }
}
