// tile-simd beside what else a Node program could call: ONNX Runtime, TensorFlow.js, WebAssembly SIMD, plain JavaScript.
//
//   npm run bench:peers -- [--ops rms_norm,...] [--shapes 64x256,...] [--peers onnxruntime,...] [--rounds 12] ...
//
// peers/README.md has the method and the format of the results. Results are written after each cell, every sample among
// them. A wrong value of ours ends the run with status 1; a peer that is missing or wrong is said in red. Nothing else
// should run meanwhile.
import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pc from 'picocolors';
import { cacheFolder, root, thisHost } from '../scripts/lib/host.mjs';
import { buildKernelBench } from './lib/build.mjs';
import { allowedCores, hostFacts } from './lib/host-facts.mjs';
import { readJson, writeJson } from './lib/json-file.mjs';
import { loadLibrary } from './lib/library.mjs';
import { bestProbes, summarize } from './lib/statistics.mjs';
import { peerOperators } from './peers/data.mjs';
import { kernelOf } from './peers/ours.mjs';
import { makers } from './peers/peers.mjs';
import { isLoss, render } from './peers/report.mjs';
import { allCells, dimsOf, operators } from './table/cells.mjs';

const format = 'tile-simd/peers@1';
const timing = { samples: 5, sampleMs: 10, warmMs: 10, waitMs: 100 };
const quickTiming = { samples: 2, sampleMs: 2, warmMs: 2, waitMs: 0 };

const usage = `usage: node bench/peers.mjs [options]
  --ops LIST       of ${peerOperators.join(', ')} (all)
  --shapes LIST    of RxC, as in the table (all)
  --published      the published cells alone
  --peers LIST     of ${Object.keys(makers).join(', ')} (all)
  --rounds N       (12)
  --quick          2 rounds of short samples: whether everything runs, no figures to keep
  --threads N      1, or more for those that can (1): cores that the process is held to
  --out FILE       the results, every sample included (outside of the repository; printed at the end)
  --report         print the results file and measure nothing
  --no-entry       leave out the native entry, which kernel_bench measures
  --no-build       use what is built`;

function fail(message) {
  console.error(`bench:peers: ${message}`);
  process.exit(1);
}

function readOptions() {
  const text = { type: 'string' };
  const flag = { type: 'boolean', default: false };
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        ops: text,
        shapes: text,
        peers: text,
        rounds: text,
        threads: text,
        out: text,
        published: flag,
        quick: flag,
        report: flag,
        help: flag,
        'no-entry': flag,
        'no-build': flag,
      },
    }));
  } catch (error) {
    fail(`${error.message}\n${usage}`);
  }
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const number = (name, fallback) => {
    const value = Number(values[name] ?? fallback);
    if (!Number.isInteger(value) || value < 1)
      fail(`--${name}: expected an integer >= 1, given ${values[name]}`);
    return value;
  };
  const list = (name, known) => {
    const given = values[name]?.split(',') ?? known;
    for (const value of given)
      if (!known.includes(value)) fail(`--${name}: expected some of ${known.join(', ')}, given ${value}`);
    return given;
  };
  const cells = allCells().filter(({ op }) => peerOperators.includes(op));
  const ops = list('ops', peerOperators);
  const shapes = list('shapes', [...new Set(cells.map(({ shape }) => shape))]);
  const { published, quick, report } = values;
  return {
    cells: cells.filter(
      ({ op, shape, isPublished }) =>
        ops.includes(op) && shapes.includes(shape) && (!published || isPublished),
    ),
    peers: list('peers', Object.keys(makers)),
    rounds: number('rounds', quick ? 2 : 12),
    threads: number('threads', 1),
    timing: quick ? quickTiming : timing,
    out: values.out ?? join(cacheFolder(thisHost()), 'bench', 'peers.json'),
    report,
    entry: !values['no-entry'],
    build: !values['no-build'],
  };
}

/** The last of the allowed cores; undefined where nothing can be held to a core. */
function coresOf(threads) {
  const cores = allowedCores();
  if (spawnSync('taskset', ['--version']).status !== 0 || cores.length === 0) return undefined;
  if (threads > cores.length) fail(`--threads: expected at most ${cores.length}, given ${threads}`);
  return cores.slice(-threads);
}

/** The events of one cell's process. */
async function runCell(request, cores) {
  const node = [process.execPath, join(root, 'bench', 'peers', 'cell.mjs')];
  const command = cores === undefined ? node : ['taskset', '-c', cores.join(','), ...node];
  const child = spawn(command[0], command.slice(1), {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TILE_SIMD_WORKERS: String(request.threads) },
  });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => resolve(status ?? signal));
  });
  child.stdin.on('error', () => {}); // it says itself why it did not read to the end
  child.stdin.end(JSON.stringify(request));
  const events = [];
  for await (const line of createInterface({ input: child.stdout })) events.push(JSON.parse(line));
  const status = await ended;
  if (status !== 0) throw new Error(`${request.cell.name} ended with ${status}`);
  return events;
}

/** Figures of the visits, by the probes of their own kind: kernel_bench's are other loops than JavaScript's. */
function withFigures(candidates) {
  const visitsOf = (isNative) =>
    candidates.filter((candidate) => Boolean(candidate.isNative) === isNative).flatMap(({ raw }) => raw);
  const best = { native: bestProbes(visitsOf(true)), js: bestProbes(visitsOf(false)) };
  return candidates.map(({ raw, ...rest }) => ({
    ...rest,
    ...(raw.length > 0 && summarize(raw, rest.isNative ? best.native : best.js)),
    raw,
  }));
}

/** A cell's part of the results. */
function resultOf(cell, events) {
  const named = (name) => events.filter(({ event }) => event === name);
  const candidates = named('candidate').map(({ event: _, ...candidate }) => {
    const raw = named('visit')
      .filter(({ label }) => label === candidate.label)
      .map(({ event: __, label: ___, ...visit }) => visit);
    const checks = [candidate.check, ...raw.map(({ check }) => check)].filter((one) => one !== undefined);
    return { ...candidate, wrong: checks.find(({ bad }) => bad > 0), raw };
  });
  const missing = named('missing').map(({ label, reason }) => ({ label, reason }));
  return { cell, missing, candidates: withFigures(candidates) };
}

/** The request behind the kernel of a cell, for kernel_bench. */
function generatedOf(library, { op, columns }) {
  const cell = { op };
  const kernel = kernelOf(library, cell, operators[op].program(library), dimsOf(op, columns));
  const request = JSON.stringify(library.requestOf(kernel.program, kernel.shape, kernel.plan, kernel.flat));
  return { request, flat: kernel.flat };
}

async function measureAll({ cells, peers, rounds, threads, timing: times, out, entry, build }) {
  if (build && entry) buildKernelBench();
  const library = entry ? await loadLibrary() : undefined;
  const cores = coresOf(threads);
  const results = {
    format,
    when: new Date().toISOString(),
    command: process.argv.slice(2),
    machine: hostFacts(createRequire(import.meta.url)(root)),
    cores: cores ?? null,
    threads,
    rounds,
    timing: times,
    cells: [],
  };
  const start = performance.now();
  for (const [index, cell] of cells.entries()) {
    const left = index === 0 ? '' : `, ${leftOf(performance.now() - start, index, cells.length)} left`;
    console.error(`bench:peers: ${index + 1} of ${cells.length}: ${cell.name}${left}`);
    const generated = library && generatedOf(library, cell);
    const core = cores?.at(-1) ?? -1;
    const events = await runCell({ cell, peers, threads, timing: times, rounds, core, generated }, cores);
    results.cells.push(resultOf(cell, events));
    writeJson(out, results);
  }
  return results;
}

function leftOf(spent, done, all) {
  const seconds = Math.round(((spent / done) * (all - done)) / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

async function main() {
  const options = readOptions();
  const results = options.report ? readJson(options.out, format) : await measureAll(options);
  console.log([...render(results), '', `results: ${options.out}`].join('\n'));
  const lost = results.cells.flatMap(({ candidates }) => candidates.filter(isLoss));
  if (lost.length > 0) console.log(pc.red(`${lost.length} times somebody was faster than our call`));
}

await main().catch((error) => fail(error.stack));
