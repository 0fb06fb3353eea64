// The summary, computed again. docs/study.md defines the figures; this is not the study's own code.
import type { CaptureFacts } from './captures.js';
import type { Findings } from './findings.js';
import type { Folder } from './folder.js';
import { array, object, type Json } from './json.js';
import type { MatrixFact } from './matrix.js';
import type { ContestFacts } from './native.js';

function middle(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 0 ? (sorted[half - 1] + sorted[half]) / 2 : sorted[half];
}

/** A figure beside a list that it is the median and the range of. */
function checkRange(given: Json, values: readonly number[], where: string, findings: Findings): void {
  findings.near(given.median, middle(values), `${where}.median`);
  findings.near(given.low, Math.min(...values), `${where}.low`);
  findings.near(given.high, Math.max(...values), `${where}.high`);
}

const wanted = ['p1/p0', 'p0/inductor', 'p1/inductor', 'p1/hand', 'p1/onednn'];

function checkContest({ expected, visits }: ContestFacts, given: Json, findings: Findings): void {
  const where = `summary ${expected.id}`;
  const times = new Map<string, number[]>();
  for (const { label, round, calls, threadNs } of visits) {
    const own = times.get(label) ?? [];
    own[round] = middle(threadNs) / calls / 1000;
    times.set(label, own);
  }
  const said = object(given.times, `${where}.times`);
  findings.equal(Object.keys(said).sort().join(), [...times.keys()].sort().join(), `${where}: contenders`);
  for (const [label, own] of times) {
    if (said[label] === undefined) continue;
    checkRange(
      object(said[label], `${where}.times`),
      Object.values(own),
      `${where}: time of ${label}`,
      findings,
    );
  }
  const ratios = array(given.ratios, `${where}.ratios`).map((one) => object(one, `${where}.ratios`));
  const found = new Map(ratios.map((one) => [`${String(one.of)}/${String(one.to)}`, one]));
  for (const name of wanted) {
    const [over, under] = name.split('/').map((label) => times.get(label));
    const one = found.get(name);
    findings.equal(one !== undefined, over !== undefined && under !== undefined, `${where}: has ${name}`);
    if (one === undefined || over === undefined || under === undefined) continue;
    const paired = Object.keys(over).map((round) => over[Number(round)] / under[Number(round)]);
    checkRange(one, paired, `${where}: ${name}`, findings);
    findings.equal(one.lost, paired.filter((ratio) => ratio > 1).length, `${where}: ${name}: lost rounds`);
    findings.equal(one.rounds, paired.length, `${where}: ${name}: rounds`);
  }
  findings.equal(found.size, ratios.length, `${where}: ratios that are there once`);
}

type Switch = 'P' | 'F' | 'mapping';

const isOn: Readonly<Record<Switch, (fact: MatrixFact) => boolean>> = {
  P: ({ fullPacket }) => fullPacket,
  F: ({ fuse }) => fuse,
  mapping: ({ mapping }) => mapping === 'packet-local',
};
const said: Readonly<Record<Switch, (fact: MatrixFact) => string>> = {
  P: ({ fullPacket }) => `P${Number(fullPacket)}`,
  F: ({ fuse }) => `F${Number(fuse)}`,
  mapping: ({ mapping }) => mapping,
};
/** How the other switches of an effect are written. */
const otherSwitches: Readonly<Record<Switch, readonly Switch[]>> = {
  P: ['mapping', 'F'],
  F: ['mapping', 'P'],
  mapping: ['F', 'P'],
};

const launchTime = ({ samples, launches }: MatrixFact) => middle(samples) / launches / 1000;

interface Effect {
  readonly name: Switch;
  readonly fact: MatrixFact;
  readonly at: string;
  readonly ratios: number[];
  readonly isSameCode: boolean;
}

/** Each cell of each switch: time with by time without, order by order. */
function effectsOf(
  facts: readonly MatrixFact[],
  objectOf: (capture: string) => string | undefined,
): Effect[] {
  const effects: Effect[] = [];
  for (const name of ['P', 'F', 'mapping'] as const) {
    const found = new Map<string, Effect>();
    for (const fact of facts.filter((one) => isOn[name](one))) {
      const at = otherSwitches[name].map((other) => said[other](fact)).join(' ');
      const same = (one: MatrixFact) =>
        one.operator === fact.operator &&
        one.rows === fact.rows &&
        one.columns === fact.columns &&
        one.order === fact.order &&
        otherSwitches[name].every((other) => said[other](one) === said[other](fact));
      const without = facts.find((one) => !isOn[name](one) && same(one));
      if (without === undefined) continue;
      const key = `${fact.operator} ${fact.rows} ${fact.columns} ${at}`;
      const effect = found.get(key) ?? {
        ...{ name, fact, at, ratios: [] },
        isSameCode: objectOf(fact.capture) === objectOf(without.capture),
      };
      effect.ratios.push(launchTime(fact) / launchTime(without));
      found.set(key, effect);
    }
    effects.push(...found.values());
  }
  return effects;
}

function checkMatrixFigures(
  facts: readonly MatrixFact[],
  captures: ReadonlyMap<string, CaptureFacts>,
  given: Json,
  findings: Findings,
): void {
  const objectOf = (capture: string) => captures.get(capture)?.object;
  const effects = effectsOf(
    facts.filter(({ set }) => set === 'matrix'),
    objectOf,
  );
  const pairs = effects
    .filter(({ name, isSameCode }) => name === 'F' && isSameCode)
    .flatMap(({ ratios }) => ratios)
    .map((ratio) => (ratio < 1 ? 1 / ratio : ratio))
    .sort((a, b) => a - b);
  const factor = pairs.length === 0 ? 1 : pairs[Math.ceil(pairs.length * 0.95) - 1];
  const noise = object(given.noise, 'summary.matrix.noise');
  findings.equal(noise.pairs, pairs.length, 'summary.matrix.noise.pairs');
  findings.near(noise.factor, factor, 'summary.matrix.noise.factor');

  const times = new Map<string, number[]>();
  for (const fact of facts) times.set(fact.capture, [...(times.get(fact.capture) ?? []), launchTime(fact)]);
  const cells = array(given.cells, 'summary.matrix.cells').map((one) => object(one, 'summary.matrix.cells'));
  findings.equal(cells.length, times.size, 'summary.matrix.cells: number');
  for (const cell of cells) {
    const own = times.get(String(cell.capture));
    if (findings.expect(own !== undefined, `summary.matrix ${String(cell.capture)}`, 'was not visited'))
      checkRange(cell, own as number[], `summary.matrix ${String(cell.capture)}`, findings);
  }

  const real = effects.filter(({ isSameCode }) => !isSameCode);
  const keyOf = (name: unknown, operator: unknown, rows: unknown, columns: unknown, at: unknown) =>
    [name, operator, rows, columns, at].map(String).join(' ');
  const said = new Map(
    array(given.effects, 'summary.matrix.effects').map((value) => {
      const one = object(value, 'summary.matrix.effects');
      return [keyOf(one.switch, one.operator, one.rows, one.columns, one.at), one];
    }),
  );
  findings.equal(said.size, real.length, 'summary.matrix.effects: number');
  for (const { name, fact, at, ratios } of real) {
    const key = keyOf(name, fact.operator, fact.rows, fact.columns, at);
    const one = said.get(key);
    if (!findings.expect(one !== undefined, key, 'is no effect of the summary')) continue;
    const given = array(one?.ratios, key);
    findings.equal(given.length, ratios.length, `${key}: ratios`);
    ratios.forEach((ratio, i) => findings.near(given[i], ratio, `${key}: ratio ${i}`));
    const isSlower = ratios.every((ratio) => ratio > factor);
    const isFaster = ratios.every((ratio) => ratio * factor < 1);
    findings.equal(one?.claimed, isSlower || isFaster, `${key}: claimed`);
  }
}

export function checkFigures(
  folder: Folder,
  contests: readonly ContestFacts[],
  matrix: readonly MatrixFact[],
  captures: ReadonlyMap<string, CaptureFacts>,
  findings: Findings,
): void {
  const document = folder.document('summary');
  const native = array(document.native, 'summary.native').map((one) => object(one, 'summary.native'));
  findings.equal(native.length, contests.length, 'summary.native: contests');
  for (const contest of contests) {
    const given = native.find((one) => one.contest === contest.expected.id);
    if (findings.expect(given !== undefined, contest.expected.id, 'is not in the summary'))
      checkContest(contest, given as Json, findings);
  }
  checkMatrixFigures(matrix, captures, object(document.matrix, 'summary.matrix'), findings);
}
