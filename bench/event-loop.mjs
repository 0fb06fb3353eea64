// What launches do to the event loop: how late a timer of 1 ms comes while 100 launches of 1024x4096 run.
//
//   npm run bench:event-loop -- [--json] [--launches 100] [--in-flight 10] [--rounds 5]
//
// Three runs, in turn: nothing else to do, asynchronous launches, and the same launches on the caller's thread, which
// hold up whatever waits. A delay is how much later than 1 ms after the one before a tick came. The median, the 99th
// percentile and the worst of all rounds; missing the goal is no failure of the command. Nothing else should run meanwhile.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { quantile } from './dispatch/timing.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    launches: { type: 'string', default: '100' },
    'in-flight': { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
  },
});
const atLeastOne = (name) => {
  const value = Number(options[name]);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new RangeError(`--${name}: expected 1 or more, given ${options[name]}`);
};
const [launches, inFlight, rounds] = ['launches', 'in-flight', 'rounds'].map(atLeastOne);

process.env.TILE_SIMD_DISABLE_TIER_UP = '1';
const library = createRequire(import.meta.url)(root);
const { allocAligned, compile, rmsNorm } = library;

const [rows, cols] = [1024, 4096];
const kernel = compile(rmsNorm.program(), { cols });
const x = allocAligned(rows * cols).fill(2);
const weight = allocAligned(cols).fill(1);
/** One output for each launch that is in flight; x and weight they share. */
const records = Array.from({ length: inFlight }, () =>
  kernel.record({ x, weight, eps: 1e-5, y: allocAligned(rows * cols).fill(0) }),
);

/** Starts the timer; what is returned stops it and gives the delays in milliseconds. */
function watch() {
  const delays = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    delays.push(Math.max(0, now - last - 1));
    last = now;
  }, 1);
  return () => {
    clearInterval(timer);
    delays.push(Math.max(0, performance.now() - last - 1)); // the one that never came
    return delays;
  };
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let took = 500; // what the last asynchronous run took: idle for as long
const runs = {
  idle: () => sleep(took),
  async: async () => {
    const start = performance.now();
    let begun = 0;
    await Promise.all(
      records.map(async (record) => {
        while (begun < launches) {
          ++begun;
          await kernel.launchAsync(record);
        }
      }),
    );
    took = performance.now() - start;
  },
  sync: async () => {
    for (let i = 0; i < launches; ++i) kernel.launch(records[i % inFlight]);
    await sleep(0);
  },
};

const delays = { idle: [], async: [], sync: [] };
await runs.async(); // wakes threads and touches memory
for (let round = 0; round < rounds; ++round)
  for (const [name, run] of Object.entries(runs)) {
    await sleep(20);
    const stop = watch();
    await run();
    delays[name].push(...stop());
  }
for (const record of records) kernel.launch(record);

const report = { format: 'tile-simd/event-loop@1', cpu: library.cpu().name, cores: library.cpu().cores };
for (const [name, list] of Object.entries(delays))
  report[name] = {
    ticks: list.length,
    median: quantile(list, 0.5),
    p99: quantile(list, 0.99),
    worst: Math.max(...list),
  };
const limit = 15;
report.asyncMilliseconds = took;
report.goals = [
  {
    what: '99th percentile of the delay beside asynchronous launches, ms',
    value: report.async.p99,
    limit,
    met: report.async.p99 < limit,
  },
];

if (options.json) console.log(JSON.stringify(report, undefined, 1));
else {
  console.log(`${report.cpu}, ${report.cores} cores, Node ${process.version}.`);
  console.log(
    `${launches} launches of ${rows}x${cols}, ${inFlight} in flight, took ${took.toFixed(0)} ms.\n`,
  );
  console.log('Delays of a timer of 1 ms, in ms');
  for (const name of Object.keys(delays)) {
    const { ticks, median, p99, worst } = report[name];
    const columns = [median, p99, worst].map((value) => value.toFixed(2).padStart(9));
    console.log(
      `  ${name.padEnd(8)}median${columns[0]}  p99${columns[1]}  worst${columns[2]}  (${ticks} ticks)`,
    );
  }
  console.log('\nGoals');
  for (const { what, value, limit: goal, met } of report.goals)
    console.log(`  ${met ? 'met   ' : 'MISSED'}  ${what}: ${value.toFixed(2)}, goal ${goal}`);
}
