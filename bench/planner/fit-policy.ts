// Fits a shipped policy to measured candidates: `npm run fit:policy -- SAMPLES FEATURES [restarts] [--write]`, where SAMPLES is what
// fit:measure wrote and FEATURES one of the instruction sets in it (native, x86-64-v3).
//
// Every number of the policy is changed in turn by a factor, which stays if the objective falls: how far predicted times
// are from measured ones, and how much slower the candidate chosen from each case is than the best of it. What a case's
// time depends on little stays as it was.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workTarget } from '../../lib/planner/choose.js';
import { costOf, packetCost, rowBytesOf } from '../../lib/planner/cost.js';
import { WorkFinder } from '../../lib/planner/packet-work.js';
import type { Plan } from '../../lib/planner/plan.js';
import { shippedPolicy, type TargetPolicy } from '../../lib/planner/policy.js';
import { ShapedProgram } from '../../lib/planner/shaped-program.js';
import { hostCaches } from '../../lib/runtime/planning.js';
import { subjectOf } from './subjects.js';

interface Sample {
  readonly operator: string;
  readonly variant: object;
  readonly rows: number;
  readonly cols: number;
  readonly features: string;
  readonly plan: Plan;
  readonly microseconds: number;
}

const [file, features, ...rest] = process.argv.slice(2);
if (file === undefined || features === undefined)
  throw new Error('usage: fit-policy SAMPLES FEATURES [--write]');
const samples = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Sample)
  .filter((sample) => sample.features === features);
const lanes: Readonly<Record<string, number>> = {
  'x86-64-v2': 4,
  'x86-64-v3': 8,
  'x86-64-v4': 16,
  native: 16,
};
const start = shippedPolicy(lanes[features], true);
const caches = hostCaches();

/** A case's candidates with their work, which no policy changes. */
const cases = new Map<
  string,
  { name: string; predict: (policy: TargetPolicy) => number; measured: number; plan: Plan }[]
>();
const finders = new Map<string, WorkFinder>();
for (const { operator, variant, rows, cols, plan, microseconds } of samples) {
  const subject = subjectOf(operator, variant, cols);
  const name = `${subject.name} ${rows}x${cols}`;
  let finder = finders.get(name);
  if (finder === undefined) {
    finder = new WorkFinder(new ShapedProgram(subject.program, subject.extents, false), workTarget(start));
    finders.set(name, finder);
  }
  const full = finder.work(plan, plan.fullPacket);
  const tail = plan.mapping === 'whole-program' ? finder.work(plan, false) : undefined;
  const bytes = rowBytesOf(finder.shaped, plan);
  const launch = { rows, inner: 1, caches };
  const predict = (policy: TargetPolicy) => {
    const last = tail && packetCost(tail, plan, policy);
    return costOf(packetCost(full, plan, policy), last, bytes, plan, policy, launch).total;
  };
  cases.set(name, [...(cases.get(name) ?? []), { name, predict, measured: microseconds, plan }]);
}

function evaluate(policy: TargetPolicy): {
  objective: number;
  error: number;
  regrets: [string, number, Plan, Plan][];
} {
  let error = 0;
  let count = 0;
  let soft = 0;
  const regrets: [string, number, Plan, Plan][] = [];
  for (const [name, candidates] of cases) {
    const predicted = candidates.map(({ predict }) => predict(policy));
    const best = Math.min(...candidates.map(({ measured }) => measured));
    candidates.forEach(({ measured }, i) => {
      // Candidates near the best decide; what a slow one takes exactly is of little interest.
      const weight = best / measured;
      error += weight * Math.min(1.5, Math.abs(Math.log(predicted[i] / measured)));
      count += weight;
    });
    const least = Math.min(...predicted);
    // Weights that fall off with the predicted distance from the best: chosen candidates, nearly chosen ones less.
    const weights = predicted.map((cost) => Math.exp(-25 * Math.log(cost / least)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    soft += candidates.reduce(
      (sum, { measured }, i) => sum + (weights[i] / total) * Math.log(measured / best),
      0,
    );
    const chosen = candidates[predicted.indexOf(least)];
    const fastest = candidates.find(({ measured }) => measured === best) as { plan: Plan };
    regrets.push([name, chosen.measured / best, chosen.plan, fastest.plan]);
  }
  const objective = error / count + (4 * soft) / cases.size + prior(policy);
  return { objective, error: error / count, regrets };
}

type Numbers = Record<string, number | Record<string, number>>;
/** Paths of the numbers that are fitted. */
const fitted = ['execution', 'read', 'write', 'split', 'prefetched'].flatMap((group) =>
  Object.keys((start as unknown as Record<string, object>)[group]).map((key) => [group, key]),
);
fitted.push(['exposed'], ['serialized'], ['streamed']);

const numberAt = (policy: TargetPolicy, path: readonly string[]): number =>
  path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], policy) as number;

/**
 * What speaks against a policy before anything is measured: how far its numbers are from those that it starts with, and
 * orders that hold on every machine (a mask is not cheaper than none, no memory is nearer than a nearer one). Few numbers
 * decide each case, so without this the others would drift to wherever noise takes them.
 */
function prior(policy: TargetPolicy): number {
  const distance = fitted.reduce(
    (sum, path) => sum + Math.abs(Math.log2(numberAt(policy, path) / numberAt(start, path))),
    0,
  );
  const { execution: e, read, write, split } = policy;
  const ordered = [
    [e.load, e.maskedLoad],
    [e.store, e.maskedStore],
    [e.load, e.store],
    ...[read, write, split].flatMap((by) => [
      [by.l1, by.l2],
      [by.l2, by.l3],
      [by.l3, by.memory],
    ]),
  ];
  const violations = ordered.reduce((sum, [less, more]) => sum + Math.max(0, Math.log2(less / more)), 0);
  return 0.08 * (distance / fitted.length) + violations;
}

function scaled(policy: TargetPolicy, path: readonly string[], factor: number): TargetPolicy {
  const copy = structuredClone(policy) as unknown as Numbers;
  const holder = path.length === 1 ? copy : (copy[path[0]] as Record<string, number>);
  const key = path.at(-1) as string;
  const limit = path[0] === 'exposed' || path[0] === 'serialized' ? 1 : Infinity;
  holder[key] = Math.min(limit, Number(((holder[key] as number) * factor).toPrecision(4)));
  return copy as unknown as TargetPolicy;
}

const report = (what: string, policy: TargetPolicy) => {
  const { objective, error, regrets } = evaluate(policy);
  const sorted = [...regrets].sort((a, b) => b[1] - a[1]);
  const at = (share: number) => sorted[Math.floor((1 - share) * (sorted.length - 1))][1].toFixed(3);
  console.error(
    `${what}: objective ${objective.toFixed(4)}, error ${error.toFixed(3)}, regret median ${at(0.5)}, 95th ${at(0.95)}, worst ${sorted[0][1].toFixed(3)} over ${cases.size} cases`,
  );
  return sorted;
};

report('before', start);

/** Changes number after number by a factor, as long as that helps. */
function descend(from: TargetPolicy): { policy: TargetPolicy; objective: number } {
  let policy = from;
  let { objective } = evaluate(policy);
  for (const step of [2, 1.5, 1.25, 1.1, 1.25, 1.05])
    for (let changed = true, pass = 0; changed && pass < 4; ++pass) {
      changed = false;
      for (const path of fitted)
        for (const factor of [step, 1 / step]) {
          const next = scaled(policy, path, factor);
          const value = evaluate(next).objective;
          if (value >= objective - 1e-5) continue;
          policy = next;
          objective = value;
          changed = true;
        }
    }
  return { policy, objective };
}

/** Every number times a random factor between a half and two; the same ones each time. */
let seed = 1;
function shaken(policy: TargetPolicy): TargetPolicy {
  return fitted.reduce((next, path) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return scaled(next, path, 2 ** ((2 * seed) / 2147483648 - 1));
  }, policy);
}

const restarts = Number(rest.find((arg) => /^\d+$/.test(arg)) ?? 4);
let { policy, objective } = descend(start);
for (let restart = 0; restart < restarts; ++restart) {
  const other = descend(shaken(policy));
  if (other.objective < objective) ({ policy, objective } = other);
}
const show = ({ mapping, width, fullPacket, fuse, materialize, tail, stores, unroll, prefetch }: Plan) =>
  `${mapping} W${width} P${Number(fullPacket)} F${Number(fuse)} ${materialize} ${tail} ${stores} u${unroll} pf${prefetch}`;
for (const [name, regret, chosen, best] of report('after', policy).slice(0, 15))
  console.error(`  ${name}: ${regret.toFixed(3)}\n     chosen ${show(chosen)}\n     best   ${show(best)}`);
const text = `${JSON.stringify(policy, null, 2)}\n`;
if (rest.includes('--write'))
  writeFileSync(join(process.cwd(), 'lib', 'planner', 'policies', `${policy.name}.json`), text);
else process.stdout.write(text);
