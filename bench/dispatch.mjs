// What it costs to reach a kernel, and what a second core brings.
//
//   npm run bench:dispatch -- [--json] [--rounds 41] [--part dispatch|scaling]
//
// Dispatch: a launch on the caller's thread beside the row that it runs, the one-line call, both beside hand-written
// WebAssembly, and the fork and join of next to no work on 2 and on 8 workers. Scaling: one thread and two, in alternating
// rounds, of a GELU program that fits the second-level caches and of one row of 16M elements, beside what the machine
// can give at that moment: a program of pure arithmetic, and a streaming copy. Medians over rounds; figures that
// have a goal are judged at the end, and missing one is no failure of the command. Nothing else should run meanwhile.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { scaling } from './dispatch/scaling.mjs';
import { inTurn, summary } from './dispatch/timing.mjs';
import { wasmRmsNorm } from './dispatch/wasm.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '41' },
    part: { type: 'string' },
  },
});
const rounds = Number(options.rounds);
if (!Number.isInteger(rounds) || rounds < 3)
  throw new RangeError(`--rounds: expected 3 or more, given ${options.rounds}`);
if (![undefined, 'dispatch', 'scaling'].includes(options.part))
  throw new RangeError(`--part: expected dispatch or scaling, given ${options.part}`);

process.env.TILE_SIMD_DISABLE_TIER_UP = '1';
const library = createRequire(import.meta.url)(root);
const { compile, rmsNorm, WorkerPool } = library;

const eps = 1e-5;
const f32 = (length, value = 2) => new Float32Array(length).fill(value);

/** A launch of `rows` rows by a record. */
function launchOf(kernel, rows, pool) {
  const { cols } = kernel.shape;
  const x = f32(rows * cols);
  const record = kernel.record({ x, weight: f32(cols, 1), eps, y: f32(rows * cols) });
  return pool === undefined ? () => kernel.launch(record) : () => kernel.launch(record, { pool });
}

/** A launch, and the one-line calls, of 1x64. */
function oneRow() {
  const cols = 64;
  const kernel = compile(rmsNorm.program(), { cols });
  const [x, weight, out] = [f32(cols), f32(cols, 1), f32(cols)];
  const callOptions = { out };
  // Rows within one launch cost what the entry takes for them; 64 of them are in the first-level cache.
  const rowsAtOnce = 64;
  const row = inTurn({ row: launchOf(kernel, rowsAtOnce) }, 2000, rounds).row;
  return {
    row: row.map((time) => time / rowsAtOnce),
    ...inTurn(
      {
        launch: launchOf(kernel, 1),
        oneLine: () => rmsNorm(x, weight, callOptions),
        oneLineNewArray: () => rmsNorm(x, weight),
        newArray: () => new Float32Array(cols),
      },
      20_000,
      rounds,
    ),
  };
}

/** 17x65, where WebAssembly stands: a launch beside the same by hand, in the same rounds. */
async function besideWasm() {
  const [rows, cols] = [17, 65];
  const x = Float32Array.from({ length: rows * cols }, (_, i) => ((i * 37) % 101) / 50 - 1);
  const [weight, y, out, fromWasm] = [f32(cols, 1.5), ...Array.from({ length: 3 }, () => f32(rows * cols))];
  const wasm = await wasmRmsNorm(rows, cols, eps);
  wasm.x.set(x);
  wasm.weight.set(weight);
  const kernel = compile(rmsNorm.program(), { cols });
  const record = kernel.record({ x, weight, eps, y });
  const callOptions = { out };
  const times = inTurn(
    {
      launch17x65: () => kernel.launch(record),
      oneLine17x65: () => rmsNorm(x, weight, callOptions),
      wasm17x65: wasm.run,
      wasmCopies17x65: () => wasm.runWithCopies(x, fromWasm),
    },
    5000,
    rounds,
  );
  const wrong = y.findIndex((value, i) => Math.abs(value - fromWasm[i]) > 1e-5 || value !== out[i]);
  if (wrong >= 0) throw new Error(`element ${wrong}: ours ${y[wrong]}, by hand ${fromWasm[wrong]}`);
  return times;
}

/** Rows of 64, one to a task. */
function forkJoin(workers) {
  const pool = new WorkerPool({ workers });
  const blocks = { width: 8, blockWidth: 8, workers, grain: 1 };
  const kernel = compile(rmsNorm.program(), { cols: 64 }, blocks);
  const { time } = inTurn({ time: launchOf(kernel, workers, pool) }, 1, 5000);
  return { ...summary(time), ...share(pool) };
}

/** Two tasks of some 20 us, which no thread can take alone without losing one of them: what two workers add to one. */
function forkJoinApart() {
  const pool = new WorkerPool({ workers: 2 });
  const plan = { width: 8, blockWidth: 8, workers: 2, grain: 1 };
  const kernel = compile(rmsNorm.program(), { cols: 2 ** 17 }, plan);
  const { one, two } = inTurn({ one: launchOf(kernel, 1), two: launchOf(kernel, 2, pool) }, 1, 2000);
  return { ...summary(two.map((time, i) => time - one[i])), task: summary(one).median, ...share(pool) };
}

/** Part of the blocks that other threads than the caller's took. */
function share(pool) {
  const { blocks, wakeUps, launches } = pool.stats();
  const all = blocks.reduce((a, b) => a + b, 0);
  return { byOthers: 1 - blocks[0] / all, wakeUpsPerLaunch: wakeUps / launches };
}

async function dispatch() {
  const times = { ...oneRow(), ...(await besideWasm()) };
  return {
    ...Object.fromEntries(Object.entries(times).map(([name, list]) => [name, summary(list)])),
    forkJoin2: forkJoin(2),
    forkJoin8: forkJoin(8),
    forkJoin2Apart: forkJoinApart(),
  };
}

const atMost = (what, value, limit) => ({ what, value, limit, met: value <= limit });
const atLeast = (what, value, limit) => ({ what, value, limit, met: value >= limit });

const report = {
  format: 'tile-simd/dispatch@2',
  cpu: library.cpu().name,
  cores: library.cpu().cores,
  goals: [],
};
if (options.part !== 'scaling') {
  report.dispatch = await dispatch();
  const found = Object.fromEntries(
    Object.entries(report.dispatch).map(([name, { median }]) => [name, median]),
  );
  report.goals.push(
    atMost('launch of 1x64 above the row itself, us', found.launch - found.row, 0.3),
    atMost('one-line call of 1x64 above the row itself, us', found.oneLine - found.row, 0.6),
    atMost('launch of 17x65 to WebAssembly with its copies', found.launch17x65 / found.wasmCopies17x65, 0.9),
    atMost('launch of 17x65 to WebAssembly without copies', found.launch17x65 / found.wasm17x65, 1),
    atMost('fork and join, 2 workers, us', found.forkJoin2, 8),
    atMost('fork and join of two tasks that go apart, us', found.forkJoin2Apart, 8),
    atMost('fork and join, 8 workers, us', found.forkJoin8, 60),
  );
}
if (options.part !== 'dispatch') {
  report.scaling = scaling(library, rounds);
  const { geluToArithmetic, rowToCopy } = report.scaling;
  report.goals.push(
    atLeast('GELU 256x512: its ratio of two cores to that of arithmetic', geluToArithmetic, 0.92),
    atLeast('one row of 16M: its ratio to that of a streaming copy', rowToCopy, 0.92),
  );
}

function printDispatch() {
  console.log('\nDispatch, microseconds');
  for (const [name, found] of Object.entries(report.dispatch)) {
    const { median, smallest, p99, byOthers, wakeUpsPerLaunch } = found;
    const rest =
      byOthers === undefined
        ? ''
        : `  others took ${(100 * byOthers).toFixed(0)}% of the blocks, ${wakeUpsPerLaunch.toFixed(2)} wake-ups per launch`;
    const columns = `${median.toFixed(3).padStart(9)}   smallest ${smallest.toFixed(3)}   p99 ${p99.toFixed(3)}`;
    console.log(`  ${name.padEnd(16)}${columns}${rest}`);
  }
}

function printScaling() {
  const { rounds: counted, isQuiet, ratios } = report.scaling;
  const which = isQuiet
    ? 'in which arithmetic had two cores'
    : '(BUSY: arithmetic had two cores in few of them)';
  console.log(
    `\nTwo threads against one, the ratio of their times, in ${counted} of ${rounds} rounds ${which}`,
  );
  for (const [name, value] of Object.entries(ratios))
    console.log(`  ${name.padEnd(16)}${value.toFixed(3).padStart(9)}`);
}

if (options.json) console.log(JSON.stringify(report, undefined, 1));
else {
  console.log(`${report.cpu}, ${report.cores} cores, Node ${process.version}. Medians.`);
  if (report.dispatch) printDispatch();
  if (report.scaling) printScaling();
  console.log('\nGoals');
  for (const { what, value, limit, met } of report.goals)
    console.log(`  ${met ? 'met   ' : 'MISSED'}  ${what}: ${value.toFixed(3)}, goal ${limit}`);
}
