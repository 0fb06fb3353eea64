// What it costs to reach a kernel, and what a second core brings.
//
//   npm run bench:dispatch -- [--json] [--rounds 41]
//
// Dispatch: a launch on the caller's thread beside the row that it runs, the one-line call, and the fork and join of next
// to no work on 2 and on 8 workers. Scaling: one thread and two, in alternating rounds, of a GELU program that fits the
// second-level caches and of one row of 16M elements, beside what the machine can give at that moment: a program of pure
// arithmetic, and a streaming copy. Medians over rounds; figures that have a goal are judged at the end, and missing one
// is no failure of the command. Nothing else should run meanwhile.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options } = parseArgs({
  options: { json: { type: 'boolean', default: false }, rounds: { type: 'string', default: '41' } },
});
const rounds = Number(options.rounds);
if (!Number.isInteger(rounds) || rounds < 3)
  throw new RangeError(`--rounds: expected 3 or more, given ${options.rounds}`);

process.env.TILE_SIMD_DISABLE_TIER_UP = '1';
const library = createRequire(import.meta.url)(root);
const { allocAligned, compile, gelu, program, rmsNorm, WorkerPool } = library;

const quantile = (numbers, q) => [...numbers].sort((a, b) => a - b)[Math.floor(q * (numbers.length - 1))];
const summary = (numbers) => ({
  median: quantile(numbers, 0.5),
  p99: quantile(numbers, 0.99),
  smallest: Math.min(...numbers),
});

/** Microseconds per call, over batches of `calls`. */
function timesOf(action, calls, samples = rounds) {
  const sample = () => {
    const start = process.hrtime.bigint();
    for (let i = 0; i < calls; ++i) action();
    return Number(process.hrtime.bigint() - start) / calls / 1000;
  };
  for (let i = 0; i < 5; ++i) sample();
  return Array.from({ length: samples }, sample);
}

const filled = (length, value = 2) => allocAligned(length).fill(value);

function dispatch() {
  const cols = 64;
  const plain = compile(rmsNorm.program(), { cols });
  const weight = filled(cols, 1);
  const launchOf = (kernel, rows, pool) => {
    const record = kernel.record({ x: filled(rows * cols), weight, eps: 1e-5, y: filled(rows * cols) });
    return pool === undefined ? () => kernel.launch(record) : () => kernel.launch(record, { pool });
  };
  // Rows within one launch cost what the entry takes for them; 64 of them are in the first-level cache.
  const rowsAtOnce = 64;
  const row = timesOf(launchOf(plain, rowsAtOnce), 2000).map((time) => time / rowsAtOnce);
  const [x, out] = [new Float32Array(cols).fill(2), new Float32Array(cols)];
  const callOptions = { out };
  const found = {
    row: summary(row),
    launch: summary(timesOf(launchOf(plain, 1), 20_000)),
    oneLine: summary(timesOf(() => rmsNorm(x, weight, callOptions), 20_000)),
  };
  for (const workers of [2, 8]) {
    const pool = new WorkerPool({ workers });
    const blocks = { width: 8, blockWidth: 8, workers, grain: 1 }; // one row to a task
    const kernel = compile(rmsNorm.program(), { cols }, blocks);
    const action = launchOf(kernel, workers, pool);
    found[`forkJoin${workers}`] = { ...summary(timesOf(action, 1, 5000)), ...share(pool) };
  }
  return found;
}

/** Part of the blocks that other threads than the caller's took. */
function share(pool) {
  const { blocks, wakeUps, launches } = pool.stats();
  const all = blocks.reduce((a, b) => a + b, 0);
  return { byOthers: 1 - blocks[0] / all, wakeUpsPerLaunch: wakeUps / launches };
}

/** Programs whose speed on two threads is compared with that on one. */
function subjects() {
  const arithmetic = program('arithmetic', (b) => {
    let value = b.input('x');
    for (let i = 0; i < 200; ++i) value = value.mul(0.999).add(0.001);
    b.output('y').store(value);
  });
  const copy = program('copy', (b) => b.output('y').store(b.input('x')));
  const long = 2 ** 24;
  const [source, target] = [filled(long), filled(long)];
  const of = (tile, shape, args, plan = {}) => {
    const kernel = compile(tile, shape, { ...plan, workers: 2 });
    const record = kernel.record(args);
    return (pool) => kernel.launch(record, { pool });
  };
  const small = () => ({ x: filled(256 * 512, 0.5), y: filled(256 * 512) });
  return {
    arithmetic: of(arithmetic, { cols: 512 }, small()),
    'erf-GELU 256x512': of(gelu.program(), { cols: 512 }, small()),
    'streaming copy of 16M': of(copy, {}, { x: source, y: target }, { stores: 'streaming' }),
    'RMSNorm, one row of 16M': of(
      rmsNorm.program({ weight: false }),
      { cols: long },
      { x: source, y: target, eps: 1e-5 },
      { cooperative: true },
    ),
  };
}

function scaling() {
  const all = Object.entries(subjects());
  const pool = new WorkerPool({ workers: 2 });
  const ratios = Object.fromEntries(all.map(([name]) => [name, []]));
  const time = (run, where, calls) => {
    const start = process.hrtime.bigint();
    for (let i = 0; i < calls; ++i) run(where);
    return Number(process.hrtime.bigint() - start) / calls;
  };
  const calls = Object.fromEntries(
    all.map(([name, run]) => {
      run(null);
      run(pool);
      return [name, Math.max(1, Math.round(5e6 / time(run, null, 1)))];
    }),
  );
  for (let round = 0; round < rounds; ++round) {
    const order = round % 2 === 0 ? all : [...all].reverse();
    for (const [name, run] of order) {
      const one = time(run, null, calls[name]);
      const two = time(run, pool, calls[name]);
      ratios[name].push(one / two);
    }
  }
  return Object.fromEntries(Object.entries(ratios).map(([name, list]) => [name, quantile(list, 0.5)]));
}

const report = { format: 'tile-simd/dispatch@1', cpu: library.cpu().name, cores: library.cpu().cores };
report.dispatch = dispatch();
report.scaling = scaling();

const { row, launch, oneLine, forkJoin2, forkJoin8 } = report.dispatch;
const { scaling: ratio } = report;
const atMost = (what, value, limit) => ({ what, value, limit, met: value <= limit });
const atLeast = (what, value, limit) => ({ what, value, limit, met: value >= limit });
report.goals = [
  atMost('launch of 1x64 above the row itself, us', launch.median - row.median, 0.3),
  atMost('one-line call of 1x64 above the row itself, us', oneLine.median - row.median, 0.6),
  atMost('fork and join, 2 workers, us', forkJoin2.median, 8),
  atMost('fork and join, 8 workers, us', forkJoin8.median, 60),
  atLeast(
    'GELU: its ratio of two cores to that of arithmetic',
    ratio['erf-GELU 256x512'] / ratio.arithmetic,
    0.92,
  ),
  atLeast(
    'one row of 16M: its ratio to that of a streaming copy',
    ratio['RMSNorm, one row of 16M'] / ratio['streaming copy of 16M'],
    0.92,
  ),
];

if (options.json) console.log(JSON.stringify(report, undefined, 1));
else {
  console.log(
    `${report.cpu}, ${report.cores} cores, Node ${process.version}. Medians.\n\nDispatch, microseconds`,
  );
  for (const [name, { median, p99, byOthers, wakeUpsPerLaunch }] of Object.entries(report.dispatch)) {
    const rest =
      byOthers === undefined
        ? ''
        : `  others took ${(100 * byOthers).toFixed(0)}% of the blocks, ${wakeUpsPerLaunch.toFixed(2)} wake-ups per launch`;
    console.log(`  ${name.padEnd(12)}${median.toFixed(3).padStart(9)}   p99 ${p99.toFixed(3)}${rest}`);
  }
  console.log('\nTwo threads against one, the ratio of their times');
  for (const [name, value] of Object.entries(ratio)) console.log(`  ${name.padEnd(28)}${value.toFixed(3)}`);
  console.log('\nGoals');
  for (const { what, value, limit, met } of report.goals)
    console.log(`  ${met ? 'met   ' : 'MISSED'}  ${what}: ${value.toFixed(3)}, goal ${limit}`);
}
