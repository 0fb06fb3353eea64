// What a caller waits for: the first result of a fresh process, a compilation, a kernel from disk, a launch, a one-line
// call; and what a launch allocates.
//
//   npm run bench:latency -- [--json] [--processes 15] [--rounds 31]
//
// Everything is a median. First results and compilations are also given in CPU time, which other processes on the
// machine stretch less. Figures that have a goal are judged at the end; missing one is no failure of the command.
// Nothing else should run meanwhile.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { allocationOf, heapFlags } from './lib/allocation.mjs';
import { median } from './lib/statistics.mjs';

const script = fileURLToPath(import.meta.url);
const root = resolve(script, '..', '..');
const require = createRequire(script);

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    processes: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '31' },
    part: { type: 'string' },
  },
});

/** Median, smallest and largest. */
const summary = (numbers) => ({
  median: median(numbers),
  smallest: Math.min(...numbers),
  largest: Math.max(...numbers),
  samples: numbers.length,
});

const f32 = (length, value = 1) => new Float32Array(length).fill(value);

/** In a process of its own: milliseconds from before `require` to the first result, and of their parts. */
function firstResult() {
  const before = process.cpuUsage();
  const start = performance.now();
  const { rmsNorm } = require(root);
  const required = performance.now();
  const y = rmsNorm(f32(64 * 256, 2), f32(256));
  const end = performance.now();
  const { user, system } = process.cpuUsage(before);
  if (Math.abs(y[0] - 1) > 1e-5) throw new Error(`the first result is wrong: ${y[0]}`);
  // From the start of the process: what a command line pays.
  return { require: required - start, total: end - start, cpu: (user + system) / 1000, process: end };
}

const shapes = [
  ['rmsNorm', 64],
  ['rmsNorm', 65],
  ['rmsNorm', 256],
  ['rmsNorm', 4096],
  ['rmsNorm', 16384],
  ['layerNorm', 64],
  ['layerNorm', 256],
  ['layerNorm', 4096],
  ['layerNorm', 16384],
];
const plans = { 'default plan': {}, 'whole-program': { mapping: 'whole-program' } };

/** In a process of its own: milliseconds of compilations, after one that warms up. */
function compilations() {
  const library = require(root);
  library.compile(library.rmsNorm.program(), { cols: 7 }).dispose();
  const found = [];
  for (const [planName, plan] of Object.entries(plans)) {
    for (const [operator, cols] of shapes) {
      const wall = [];
      const cpu = [];
      for (let i = 0; i < 5; ++i) {
        const before = process.cpuUsage();
        const start = performance.now();
        const kernel = library.compile(library[operator].program(), { cols }, plan);
        wall.push(performance.now() - start);
        const { user, system } = process.cpuUsage(before);
        cpu.push((user + system) / 1000);
        kernel.dispose();
      }
      found.push({ operator, cols, plan: planName, wall: summary(wall), cpu: summary(cpu) });
    }
  }
  return found;
}

/** In a process of its own: milliseconds of one-line calls with a column count never seen, after the first one. */
function newColumns() {
  const { rmsNorm } = require(root);
  const call = (cols) => {
    const [x, weight] = [f32(64 * cols, 2), f32(cols)];
    const start = performance.now();
    const y = rmsNorm(x, weight);
    const spent = performance.now() - start;
    if (Math.abs(y[y.length - 1] - 1) > 1e-5) throw new Error(`a result is wrong: ${y[y.length - 1]}`);
    return spent;
  };
  const first = call(256);
  return { first, later: Array.from({ length: 40 }, (_, i) => call(300 + i)) };
}

/** In a process of its own: `measure` of launches and calls on 1x64. */
function eachCall(measure) {
  const { compile, rmsNorm, layerNorm } = require(root);
  const [x, weight, bias, out] = [f32(64, 2), f32(64), f32(64), f32(64)];
  const rms = compile(rmsNorm.program(), { cols: 64 });
  const layer = compile(layerNorm.program(), { cols: 64 });
  const rmsRecord = rms.record({ x, weight, eps: 1e-5, y: out });
  const layerRecord = layer.record({ x, weight, bias, eps: 1e-5, y: out });
  const withOut = { out };
  let sink;
  const actions = {
    'kernel.launch(record), RMSNorm': () => rms.launch(rmsRecord),
    'kernel.launch(record), LayerNorm': () => layer.launch(layerRecord),
    'rmsNorm(x, weight, { out })': () => rmsNorm(x, weight, withOut),
    'layerNorm(x, weight, bias, { out })': () => layerNorm(x, weight, bias, withOut),
    'rmsNorm(x, weight)': () => (sink = rmsNorm(x, weight)),
    'for comparison: new Float32Array(64)': () => (sink = new Float32Array(64)),
  };
  const result = Object.entries(actions).map(([name, action]) => ({
    name,
    ...measure(action),
  }));
  if (sink === undefined) throw new Error('nothing ran');
  return result;
}

function timesOf(action) {
  const calls = 2000;
  const sample = () => {
    const start = process.hrtime.bigint();
    for (let i = 0; i < calls; ++i) action();
    return Number(process.hrtime.bigint() - start) / calls;
  };
  for (let i = 0; i < 150; ++i) sample();
  return { nanoseconds: summary(Array.from({ length: Number(options.rounds) }, sample)) };
}

const parts = {
  'first-result': firstResult,
  compilations,
  'new-columns': newColumns,
  times: () => eachCall(timesOf),
  allocations: () => eachCall(allocationOf),
};

if (options.part !== undefined) {
  console.log(JSON.stringify(parts[options.part]()));
} else {
  main();
}

/** Runs a part of this script in a fresh process, by default without code from disk. */
function inChild(part, flags = [], env = { TILE_SIMD_DISABLE_CACHE: '1' }) {
  const run = spawnSync(process.execPath, [...flags, script, '--part', part, '--rounds', options.rounds], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (run.status !== 0) throw new Error(`${part} ended with exit code ${run.status}`);
  return JSON.parse(run.stdout);
}

/** Times under the usual heap, and allocations under one that collects nothing. */
function calls() {
  const allocations = inChild('allocations', heapFlags);
  return inChild('times').map((times, i) => ({ ...times, ...allocations[i] }));
}

/** First calls, and those that follow with another column count, of several processes. */
function unseen() {
  const runs = Array.from({ length: 5 }, () => inChild('new-columns'));
  return { first: summary(runs.map((run) => run.first)), later: summary(runs.flatMap((run) => run.later)) };
}

/** The compilations once more, in a process that finds them on disk. */
function fromDisk() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tile-simd-')));
  const env = { TILE_SIMD_DISABLE_CACHE: '', TILE_SIMD_CACHE_DIR: join(folder, 'kernels') };
  try {
    inChild('compilations', [], env); // fills it
    return inChild('compilations', [], env);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function main() {
  const first = Array.from({ length: Number(options.processes) }, () => inChild('first-result'));
  const report = {
    format: 'tile-simd/latency@1',
    node: process.version,
    cpu: require(root).cpu().name,
    firstResult: {
      require: summary(first.map((f) => f.require)),
      total: summary(first.map((f) => f.total)),
      cpu: summary(first.map((f) => f.cpu)),
      process: summary(first.map((f) => f.process)),
    },
    compilations: inChild('compilations'),
    fromDisk: fromDisk(),
    newColumns: unseen(),
    calls: calls(),
  };
  const goals = judge(report);
  if (options.json) console.log(JSON.stringify({ ...report, goals }, undefined, 1));
  else print(report, goals);
}

/** The figures that have a goal. */
function judge({
  firstResult: first,
  compilations: compiled,
  fromDisk: found,
  newColumns: unseenOf,
  calls: called,
}) {
  const launch = called[0];
  const goal = (what, value, unit, limit) => ({ what, value, unit, limit, met: value <= limit });
  const slowestOf = (list) => list.reduce((a, b) => (a.wall.median >= b.wall.median ? a : b));
  const slowest = (plan) => slowestOf(compiled.filter((c) => c.plan === plan));
  return [
    goal('require and first RMSNorm result in a fresh process', first.total.median, 'ms', 100),
    ...Object.keys(plans).map((plan) => {
      const { operator, cols, wall } = slowest(plan);
      return goal(`slowest compilation, ${plan} (${operator} of ${cols} columns)`, wall.median, 'ms', 40);
    }),
    goal('one-line call with a column count never seen, 64 rows', unseenOf.later.median, 'ms', 2),
    goal('slowest kernel from disk', slowestOf(found).wall.median, 'ms', 5),
    goal('repeated kernel.launch(record) on 1x64', launch.nanoseconds.median, 'ns', 1000),
    goal('heap bytes per kernel.launch(record)', launch.heapBytes, 'B', 0),
  ];
}

function print(
  {
    node,
    cpu,
    firstResult: first,
    compilations: compiled,
    fromDisk: found,
    newColumns: unseenOf,
    calls: called,
  },
  goals,
) {
  const text = (value, digits = 1) => value.toFixed(digits).padStart(8);
  const line = (name, { median: middle, smallest, largest }, unit, rest = '') =>
    console.log(`  ${name.padEnd(40)}${text(middle)} ${unit}  ${text(smallest)} ..${text(largest)}  ${rest}`);
  console.log(`${cpu}, Node ${node}. Medians and ranges.\n`);
  console.log(`First result in a fresh process (RMSNorm 64x256, ${first.total.samples} processes)`);
  line('require', first.require, 'ms');
  line('require and first result', first.total, 'ms');
  line('the same in CPU time', first.cpu, 'ms');
  line('from the start of the process', first.process, 'ms');
  console.log('\nCompilation of a kernel, and its CPU time');
  for (const { operator, cols, plan, wall, cpu: used } of compiled)
    line(`${operator} of ${cols} columns, ${plan}`, wall, 'ms', `${text(used.median)} ms`);
  console.log('\nThe same kernels from disk');
  for (const { operator, cols, plan, wall, cpu: used } of found)
    line(`${operator} of ${cols} columns, ${plan}`, wall, 'ms', `${text(used.median)} ms`);
  console.log('\nOne-line calls with a column count never seen (RMSNorm, 64 rows)');
  line('the first of its operator', unseenOf.first, 'ms');
  line('those after it', unseenOf.later, 'ms');
  console.log('\nCalls from JavaScript on 1x64, and what each allocates');
  for (const { name, nanoseconds, heapBytes, bufferBytes } of called)
    line(name, nanoseconds, 'ns', `${heapBytes} B heap, ${bufferBytes} B buffers`);
  console.log('\nGoals');
  for (const { what, value, unit, limit, met } of goals) {
    const shown = Number.isInteger(value) ? value : value.toFixed(1);
    console.log(`  ${met ? 'met   ' : 'MISSED'}  ${what}: ${shown} ${unit}, at most ${limit} ${unit}`);
  }
}
