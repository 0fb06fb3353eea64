// `npm run bench:planning -- [--shapes 60] [--json]`: what planning takes for a shape that was never seen, in a process
// that has planned before: CPU time, that of the compiler and the collector of JavaScript included. The goal is 5 ms;
// missing it is no failure of the command. Nothing else should run meanwhile.
import { parseArgs } from 'node:util';
import { choosePlan, type PlanRequest } from '../../lib/planner/choose.js';
import { checkPlanOptions } from '../../lib/planner/plan.js';
import { resolvePlan } from '../../lib/planner/resolve.js';
import { machineOf } from '../../lib/runtime/planning.js';
import { subjectOf, variants } from './subjects.js';

const goalMs = 5;
const warmShapes = 30;

const { values: options } = parseArgs({
  options: {
    shapes: { type: 'string', default: '60' },
    json: { type: 'boolean', default: false },
  },
});
const count = Number(options.shapes);
if (!Number.isInteger(count) || count < 1)
  throw new RangeError(`--shapes: expected an integer >= 1, given ${options.shapes}`);

const checked = checkPlanOptions({});
const machine = machineOf(checked);
const rowCounts = [1, 17, 64, 257, 1024, 4096];

/** Columns from 1 to 65536 and rows from 1 to 4096, ragged ones among them; no two of the same columns. */
function shapesFrom(first: number, length: number): { rows: number; cols: number }[] {
  return Array.from({ length }, (_, index) => {
    const number = first + index;
    const cols = Math.round(2 ** ((number * 0.618034 * 16) % 16)) + number;
    return { rows: rowCounts[number % rowCounts.length], cols };
  });
}

function requestOf(
  operator: string,
  variant: object,
  { rows, cols }: { rows: number; cols: number },
): PlanRequest {
  const { program, extents } = subjectOf(operator, variant, cols);
  return { program, extents, options: checked, flat: false, rows };
}

const byRules = ({ program, extents, flat }: PlanRequest) =>
  resolvePlan(program, extents, checked, machine.cpu, {}, flat);

/** Milliseconds of CPU time of each request: other processes stretch them less than those of the clock. */
function timesOf(requests: readonly PlanRequest[], plan: (request: PlanRequest) => unknown): number[] {
  return requests.map((request) => {
    const before = process.cpuUsage();
    plan(request);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
}

const priced = (request: PlanRequest) => choosePlan(request, machine, {});
const requestsFrom = (first: number, length: number) =>
  variants.map(([operator, variant]) => ({
    name: subjectOf(operator, variant, 64).name,
    requests: shapesFrom(first, length).map((shape) => requestOf(operator, variant, shape)),
  }));

const warm = requestsFrom(0, warmShapes).flatMap(({ requests }) => requests);
timesOf(warm, priced);
timesOf(warm, byRules);

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))];
const figures = requestsFrom(warmShapes, count).map(({ name, requests }) => {
  const times = timesOf(requests, priced);
  const worst = requests[times.indexOf(Math.max(...times))];
  return {
    name,
    median: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    largest: Math.max(...times),
    worst: `${worst.rows}x${worst.extents.cols}`,
    rules: quantile(timesOf(requests, byRules), 0.5),
    times,
  };
});
const all = figures.flatMap(({ times }) => times);
const report = {
  format: 'tile-simd/planning@1',
  cpu: machine.cpu.name,
  node: process.version,
  shapes: count,
  median: quantile(all, 0.5),
  p95: quantile(all, 0.95),
  figures,
};

if (options.json) console.log(JSON.stringify(report));
else {
  const ms = (value: number) => value.toFixed(2).padStart(8);
  console.log(`${report.cpu}, Node ${report.node}: ms per shape never seen, ${count} shapes each\n`);
  console.log(`  ${'operator'.padEnd(24)}  median      95 %   largest             by rules`);
  for (const { name, median: middle, p95, largest, worst, rules } of figures)
    console.log(
      `  ${name.padEnd(24)}${ms(middle)}  ${ms(p95)}  ${ms(largest)} ${worst.padEnd(12)}${ms(rules)}`,
    );
  console.log(`\n  all: median ${ms(report.median)}, 95 % ${ms(report.p95)}`);
  console.log(`  ${report.p95 < goalMs ? 'met   ' : 'MISSED'}  95 % of the shapes, ms: goal ${goalMs}`);
}
