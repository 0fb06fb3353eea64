// Microbenchmarks by mitata: launch overhead, each operator per shape, and what a call allocates.
//
//   npm run bench -- [--filter TEXT] [--rounds 5] [--ms 30] [--quick] [--out FILE] [--json]
//   npm run bench:compare -- before.json after.json
//
// Every benchmark is measured once per round, rounds one after the other, so that a disturbance meets many a little. docs/
// measuring.md says how to read the figures. A launch of a record that allocates ends the run with status 1. Nothing else
// should run meanwhile.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measure } from 'mitata';
import { cacheFolder, root, thisHost } from '../scripts/lib/host.mjs';
import { allocationOf, heapFlags } from './lib/allocation.mjs';
import { hostFacts } from './lib/host-facts.mjs';
import { writeJson } from './lib/json-file.mjs';
import { interval, median } from './lib/statistics.mjs';
import { allCases, launchGroup } from './micro/cases.mjs';

const { values: options } = parseArgs({
  options: {
    filter: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '30' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string', default: join(cacheFolder(thisHost()), 'bench', 'micro.json') },
    json: { type: 'boolean', default: false },
    allocations: { type: 'boolean', default: false },
  },
});

function fail(message) {
  console.error(`bench: ${message}`);
  process.exit(1);
}

function number(name, most) {
  const value = Number(options[name]);
  if (!Number.isInteger(value) || value < 1)
    fail(`--${name}: expected an integer >= 1, given ${options[name]}`);
  return options.quick ? Math.min(value, most) : value;
}

const rounds = number('rounds', 2);
const ms = number('ms', 2);
const cases = allCases()
  .filter(({ name }) => name.includes(options.filter))
  .map(({ group, name, make }) => ({ group, name, run: make() }));
if (cases.length === 0) fail(`--filter: expected a part of a benchmark's name, given ${options.filter}`);

/** Nanoseconds per call of one round. */
async function sample({ run }, milliseconds) {
  const { samples } = await measure(run, { min_cpu_time: milliseconds * 1e6, min_samples: 5 });
  return samples.map((time) => Number(time.toPrecision(5)));
}

async function times() {
  const found = cases.map(() => []);
  for (const one of cases) await sample(one, Math.min(ms, 10)); // compiled, and optimized
  for (let round = 0; round < rounds; ++round) {
    if (process.stderr.isTTY) process.stderr.write(`\rbench: round ${round + 1} of ${rounds} `);
    for (const [index, one] of cases.entries()) found[index].push(await sample(one, ms));
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  return found;
}

/** In a process of its own, under a heap that collects nothing meanwhile: bytes per call, in the order of the cases. */
function allocations() {
  const args = [...heapFlags, fileURLToPath(import.meta.url), '--allocations', '--filter', options.filter];
  const child = spawnSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.status !== 0) fail(`measuring allocations ended with ${child.status ?? child.signal}`);
  return JSON.parse(child.stdout);
}

/** Calls until the code is optimized, and so many that slow ones end in time. */
function countAllocations() {
  const warmMs = 40;
  return cases.map(({ run }) => {
    const start = performance.now();
    let calls = 0;
    do {
      run();
      ++calls;
    } while (performance.now() - start < warmMs);
    return allocationOf(run, Math.max(100, Math.min(20_000, calls)));
  });
}

function describe(found, bytes) {
  return cases.map(({ group, name }, index) => {
    const medians = found[index].map(median);
    return {
      group,
      name,
      median: median(medians),
      interval: interval(medians),
      ...bytes[index],
      rounds: found[index],
    };
  });
}

function print({ machine, benches }) {
  console.log(
    `${machine.cpu}, Node ${machine.node}. ns per call: median of ${rounds} rounds and their range\n`,
  );
  let heading;
  for (const { group, name, median: middle, interval: range, heapBytes, bufferBytes } of benches) {
    if (group !== heading) console.log((heading = group));
    const [low, high] = range.map((value) => value.toPrecision(4));
    const bytes = `${heapBytes} B heap${bufferBytes > 0 ? `, ${bufferBytes} B buffers` : ''}`;
    console.log(`  ${name.padEnd(30)}${middle.toPrecision(4).padStart(10)}  ${low} .. ${high}  ${bytes}`);
  }
}

async function main() {
  if (options.allocations) {
    console.log(JSON.stringify(countAllocations()));
    return;
  }
  const report = {
    format: 'tile-simd/bench@1',
    when: new Date().toISOString(),
    machine: hostFacts(createRequire(import.meta.url)(root)),
    ms,
    benches: describe(await times(), allocations()),
  };
  writeJson(options.out, report);
  if (options.json) console.log(JSON.stringify(report));
  else {
    print(report);
    console.log(`\nresults: ${options.out}`);
  }
  const guilty = report.benches.filter(
    ({ group, heapBytes, bufferBytes }) => group === launchGroup && heapBytes + bufferBytes > 0,
  );
  for (const { name, heapBytes, bufferBytes } of guilty)
    console.error(`bench: ${name} allocates ${heapBytes + bufferBytes} bytes, expected 0`);
  if (guilty.length > 0) process.exitCode = 1;
}

await main();
