// The runtime under load from JavaScript: what is counted is always the same, wrong results, hangs and memory.
//
//   npm run stress:launches -- [--part NAME] [--scale 1] [--allowance 24] [--limit 900] [--json]
//
//   terminations   500 worker_threads, each terminated in the middle of its launches
//   launches       1,000,000 launches of one record, and of one-line calls
//   async          100,000 asynchronous launches
//   environments   8 worker_threads that load, compile and run beside the main thread, half of them terminated; 20 times
//   threads        64 concurrent asynchronous launches from each of 4 worker_threads, again and again
//
// `--scale 0.01` takes a hundredth of each: the slice that continuous integration runs. Resident memory is compared
// between the first fifth of a part, in which every pool has found its size, and its end, both times without garbage. Exit
// status 1 for a wrong result, or for memory that grew by more than the allowance, in MiB. A part that is not done after
// `--limit` seconds is taken for a hang: the process aborts.
import { execFile } from 'node:child_process';
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { residentMemory } from './resident-memory.mjs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const script = fileURLToPath(import.meta.url);
const root = dirname(dirname(dirname(script)));
const { compile, rmsNorm, WorkerPool } = createRequire(import.meta.url)(root);

const cols = 256;
const rows = 64;

/** A kernel whose launches are split into many tasks, a record, and whether its output is right. */
function make() {
  const kernel = compile(
    rmsNorm.program({ weight: false }),
    { cols },
    { workers: 4, grain: 1, blockWidth: 32 },
  );
  const x = new Float32Array(rows * cols).fill(3);
  const y = new Float32Array(rows * cols);
  const record = kernel.record({ x, eps: 0, y });
  const isRight = () => {
    const right = y.every((value) => value === 1);
    y.fill(0);
    return right;
  };
  return { kernel, record, isRight };
}

/** In a worker that will be terminated: launches of both kinds, forever. */
async function forever() {
  const pool = new WorkerPool({ workers: 3 });
  const all = Array.from({ length: 4 }, make);
  parentPort.postMessage('started');
  for (;;) {
    for (const { kernel, record } of all) kernel.launch(record, { pool });
    await Promise.all(all.map(({ kernel, record }) => kernel.launchAsync(record, { pool })));
  }
}

/** In a worker: `rounds` times 64 launches at a time. Posts the number of wrong results. */
async function sixtyFour({ rounds }) {
  const all = Array.from({ length: 64 }, make);
  let wrong = 0;
  for (let round = 0; round < rounds; ++round) {
    await Promise.all(all.map(({ kernel, record }) => kernel.launchAsync(record)));
    for (const { isRight } of all) if (!isRight()) ++wrong;
  }
  parentPort.postMessage(wrong);
}

/** In a worker, so that a main thread that hangs in a launch is found, too. */
function abortAfter({ name, seconds }) {
  setTimeout(() => {
    writeSync(2, `${name}: not done after ${seconds} s\n`);
    process.kill(process.pid, 'SIGABRT');
  }, 1000 * seconds);
}

const inWorker = { forever, sixtyFour, abortAfter };

function start(what, data, onMessage) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: { what, ...data } });
    worker.on('message', (message) => onMessage(message, worker));
    worker.on('error', reject);
    worker.on('exit', resolve);
  });
}

/** Runs `step` so often, which does `perStep` of what is counted, and watches the memory. */
async function watched(steps, perStep, step) {
  let wrong = 0;
  let settled = 0;
  for (let i = 0; i < steps; ++i) {
    wrong += await step(i);
    if (i + 1 === Math.ceil(steps / 5)) settled = await residentMemory();
  }
  return { count: steps * perStep, wrong, grownMiB: ((await residentMemory()) - settled) / 2 ** 20 };
}

const parts = {
  terminations: (scale) =>
    watched(Math.max(10, Math.round(500 * scale)), 1, async (i) => {
      const code = await start('forever', {}, (_, worker) => setTimeout(() => worker.terminate(), i % 30));
      return code === 1 ? 0 : 1; // as Node ends a worker that is terminated
    }),

  launches: (scale) => {
    const { kernel, record, isRight } = make();
    const pool = new WorkerPool({ workers: 2 });
    const [x, out] = [new Float32Array(64).fill(2), new Float32Array(64)];
    const small = compile(rmsNorm.program({ weight: false }), { cols: 64 });
    const smallRecord = small.record({ x, eps: 0, y: out });
    const perStep = 1000;
    return watched(Math.max(10, Math.round((1_000_000 * scale) / perStep)), perStep, async () => {
      for (let i = 0; i < perStep - 20; ++i) small.launch(smallRecord);
      for (let i = 0; i < 10; ++i) kernel.launch(record, { pool });
      for (let i = 0; i < 10; ++i) rmsNorm(x, null, { cols: 64, eps: 0, out });
      return (isRight() ? 0 : 1) + (out[63] === 1 ? 0 : 1);
    });
  },

  async: (scale) => {
    const all = Array.from({ length: 50 }, make);
    const perStep = 100;
    return watched(Math.max(10, Math.round((100_000 * scale) / perStep)), perStep, async () => {
      for (let i = 0; i < perStep / all.length; ++i)
        await Promise.all(
          all.map(({ kernel, record }, at) => kernel.launchAsync(record, { copy: at % 10 === 0 })),
        );
      return all.filter(({ isRight }) => !isRight()).length;
    });
  },

  environments: async (scale) => {
    const rounds = Math.max(1, Math.round(20 * scale));
    const fixture = join(root, 'test', 'process', 'fixtures', 'workers.cjs');
    const env = { ...process.env, TILE_SIMD_PACKAGE: root };
    const { stdout } = await promisify(execFile)(process.execPath, [fixture, String(rounds)], { env });
    const { finished, terminated, here } = JSON.parse(stdout);
    const isRight =
      finished.length === 4 * rounds &&
      finished.every((wrong) => wrong === 0) &&
      terminated.length === 4 * rounds &&
      terminated.every((code) => code === 1) &&
      here === 0;
    return { count: 8 * rounds, wrong: isRight ? 0 : 1, grownMiB: 0 };
  },

  threads: async (scale) => {
    let wrong = 0;
    const rounds = Math.max(3, Math.round(500 * scale));
    await Promise.all(
      Array.from({ length: 4 }, () => start('sixtyFour', { rounds }, (found) => (wrong += found))),
    );
    return { count: 4 * 64 * rounds, wrong, grownMiB: 0 };
  },
};

async function main() {
  const { values } = parseArgs({
    options: {
      part: { type: 'string' },
      scale: { type: 'string', default: '1' },
      // Noise of the allocator and of the garbage collector. A sanitizer has more of it.
      allowance: { type: 'string', default: '24' },
      limit: { type: 'string', default: '900' },
      json: { type: 'boolean', default: false },
    },
  });
  const scale = Number(values.scale);
  if (!(scale > 0)) throw new RangeError(`--scale: expected a number above 0, given ${values.scale}`);
  const chosen = values.part === undefined ? Object.keys(parts) : [values.part];
  const report = {};
  for (const name of chosen) {
    if (!Object.hasOwn(parts, name))
      throw new RangeError(`--part: expected one of ${Object.keys(parts).join(', ')}, given ${name}`);
    const began = performance.now();
    const watchdog = new Worker(script, {
      workerData: { what: 'abortAfter', name, seconds: Number(values.limit) },
    });
    const found = await parts[name](scale);
    await watchdog.terminate();
    const seconds = (performance.now() - began) / 1000;
    report[name] = { ...found, seconds };
    if (found.wrong > 0 || found.grownMiB > Number(values.allowance)) process.exitCode = 1;
    if (!values.json) {
      const { count, wrong, grownMiB } = found;
      console.log(
        `${name.padEnd(14)}${count} in ${seconds.toFixed(1)} s, ${wrong} wrong, ${grownMiB.toFixed(1)} MiB more memory`,
      );
    }
  }
  if (values.json) console.log(JSON.stringify(report, undefined, 1));
}

if (isMainThread) await main();
else await inWorker[workerData.what](workerData);
