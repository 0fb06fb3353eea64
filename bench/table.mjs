// The table: generated code beside hand-written AVX-512 of the same bits, TorchInductor's kernels and oneDNN.
//
//   npm run bench:table -- [--ops rms_norm,...] [--shapes 64x256,...] [--level native|v3|v2] [--rounds 12] ...
//
// Per cell two phases, see table/phases.mjs. What is done is kept in the results file and not done again, so a run may be
// interrupted, or cut into slices with --limit. A candidate with a wrong bit or a wrong value ends the run with status 1,
// a cell that fails ends it with status 2, a slow machine does not matter. Nothing else should run meanwhile.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder, thisHost } from '../scripts/lib/host.mjs';
import { buildKernelBench } from './lib/build.mjs';
import { readJson, writeJson } from './lib/json-file.mjs';
import { program } from './lib/kernel-bench.mjs';
import { loadLibrary } from './lib/library.mjs';
import { Rivals, rivalsFolder } from './rivals/rivals.mjs';
import { allCells, operators } from './table/cells.mjs';
import { choose, judge, repeatRounds } from './table/phases.mjs';
import { levels } from './table/plans.mjs';
import { lastRun, render } from './table/report.mjs';
import { needsRepeat, verdictOf } from './table/verdict.mjs';

const format = 'tile-simd/table@1';

const usage = `usage: node bench/table.mjs [options]
  --ops LIST       of ${Object.keys(operators).join(', ')} (all)
  --shapes LIST    of RxC, as in the table (all)
  --published      the published cells alone
  --level LEVEL    ${Object.keys(levels).join(', ')} (native): what generated code may use
  --rounds N       rounds of the judging phase (12)
  --phase NAME     choose, judge, or all (all)
  --limit SECONDS  begin no cell after that; run again to go on
  --again          measure again what the results file has
  --out FILE       the results, every visit included (outside of the repository; printed at the end)
  --core N         core to run on (the last one allowed)
  --report         print the table of the results file and measure nothing
  --no-build       use what is built`;

function fail(message) {
  console.error(`bench:table: ${message}`);
  process.exit(1);
}

function readOptions() {
  const text = { type: 'string' };
  const flag = { type: 'boolean', default: false };
  const flags = { published: flag, again: flag, report: flag, help: flag, 'no-build': flag };
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        ...flags,
        ops: text,
        shapes: text,
        level: text,
        rounds: text,
        phase: text,
        limit: text,
        out: text,
        core: text,
      },
    }));
  } catch (error) {
    fail(`${error.message}\n${usage}`);
  }
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const number = (name, fallback, least) => {
    if (values[name] === undefined) return fallback;
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < least)
      fail(`--${name}: expected an integer >= ${least}, given ${values[name]}`);
    return value;
  };
  const oneOf = (name, value, known) => {
    if (!known.includes(value)) fail(`--${name}: expected one of ${known.join(', ')}, given ${value}`);
    return value;
  };
  const cells = allCells();
  const list = (name, known) =>
    values[name] === undefined ? known : values[name].split(',').map((value) => oneOf(name, value, known));
  const ops = list('ops', Object.keys(operators));
  const shapes = list('shapes', [...new Set(cells.map(({ shape }) => shape))]);
  const level = oneOf('level', values.level ?? 'native', Object.keys(levels));
  return {
    level,
    cells: cells.filter(
      (cell) =>
        ops.includes(cell.op) && shapes.includes(cell.shape) && (!values.published || cell.isPublished),
    ),
    phase: oneOf('phase', values.phase ?? 'all', ['choose', 'judge', 'all']),
    rounds: number('rounds', undefined, 1),
    limit: number('limit', Infinity, 1),
    core: number('core', -1, -1),
    out: values.out ?? join(cacheFolder(thisHost()), 'bench', `table-${level}.json`),
    again: values.again,
    report: values.report,
    build: !values['no-build'],
  };
}

/** The results so far; written whole after each phase of a cell, so that an interruption loses no more than that. */
class Results {
  #file;
  #level;
  #cells = {};

  constructor(file, level) {
    this.#file = file;
    this.#level = level;
    if (!existsSync(file)) return;
    const stored = readJson(file, format);
    if (stored.level !== level) fail(`--out: ${file} has results of level ${stored.level}, not ${level}`);
    this.#cells = stored.cells;
  }

  of({ name }) {
    return this.#cells[name] ?? {};
  }

  set(cell, phases) {
    this.#cells[cell.name] = { cell, ...phases };
    writeJson(this.#file, { format, level: this.#level, cells: this.#cells });
  }

  /** In the order of `cells`. */
  table(cells) {
    const found = cells.map(({ name }) => this.#cells[name]).filter((one) => one !== undefined);
    return { level: this.#level, cells: found };
  }
}

const options = readOptions();
const { level, cells, phase, rounds, core, again } = options;
const results = new Results(options.out, level);

const say = (cell, text) => console.error(`bench:table: ${cell.name}: ${text}`);

/** Chooses and judges, where that is due. */
async function measureCell(cell, context) {
  if (phase !== 'judge' && (again || results.of(cell).choose === undefined)) {
    say(cell, 'choosing');
    results.set(cell, { choose: await choose(cell, context) });
  }
  const { choose: chosen, judge: judged } = results.of(cell);
  if (phase === 'choose' || chosen === undefined) return;
  if (judged !== undefined && !(again && phase === 'judge')) return;
  say(cell, 'judging');
  results.set(cell, { choose: chosen, judge: await judge(cell, chosen, { ...context, rounds }) });
}

/** The second, longer run of a cell that did not meet what is asked of it. Not where --rounds asks for a look. */
async function repeatCell(cell, context) {
  const { choose: chosen, judge: judged, repeat } = results.of(cell);
  if (phase === 'choose' || rounds !== undefined || repeat !== undefined) return;
  if (judged === undefined || !needsRepeat(judged)) return;
  say(cell, `once more, ${repeatRounds} rounds`);
  const second = await judge(cell, chosen, { ...context, rounds: repeatRounds });
  results.set(cell, { choose: chosen, judge: judged, repeat: second });
}

async function measureAll() {
  const start = performance.now();
  if (options.build) buildKernelBench();
  const library = await loadLibrary();
  const rivals = level === 'native' ? Rivals.find() : undefined;
  if (rivals === undefined && level === 'native') {
    console.error(
      `\n!!! bench:table: NO RIVALS in ${rivalsFolder}: npm run bench:rivals:setup (TILE_SIMD_RIVALS)\n`,
    );
  }
  rivals?.compile(cells);
  rivals?.install(program);
  for (const step of [measureCell, repeatCell])
    for (const cell of cells) {
      if (performance.now() - start > options.limit * 1000) {
        console.error('bench:table: the limit is reached; run again to go on');
        return;
      }
      await step(cell, { library, level, core, rivals });
    }
}

if (!options.report) await measureAll().catch((error) => fail(error.stack));
const table = results.table(cells);
console.log([...render(table), '', `results: ${options.out}`].join('\n'));
const failed = table.cells.filter(
  ({ judge: run, repeat }) =>
    run && Object.values(verdictOf(lastRun({ judge: run, repeat }))).includes('failed'),
);
if (failed.length > 0) process.exitCode = 2;
