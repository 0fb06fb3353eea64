// Compiles, runs and disposes kernels again and again: the memory of the process must stay what it is.
//
//   npm run stress:compile -- [--count 10000] [--allowance 8] [--json]
//
// Every kernel is another one (column count, plan), so each is really generated; every tenth is made by compileAsync,
// and every seventh is saved and loaded. Resident memory is compared between the first fifth, in which every pool has
// found its size, and the end, both times without garbage. Exit status 1 if it grew by more than the allowance, in MiB, or if
// a result was wrong.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { residentMemory } from './resident-memory.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    allowance: { type: 'string', default: '8' },
    json: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
if (!Number.isInteger(count) || count < 50)
  throw new RangeError(`--count: expected 50 or more, given ${values.count}`);

process.env.TILE_SIMD_DISABLE_CACHE = '1';
const { compile, compileAsync, loadKernel, rmsNorm, silu } = createRequire(import.meta.url)(root);

/** Growth that is noise of the allocator: pages that came and stayed. A sanitizer has more of it. */
const allowance = Number(values.allowance) * 2 ** 20;
const mappings = ['packet-local', 'whole-program'];

function isRight(kernel, cols) {
  const x = new Float32Array(2 * cols).fill(3);
  const y = new Float32Array(2 * cols);
  const isNorm = kernel.program.name === 'rms_norm';
  kernel.launch(kernel.record(isNorm ? { x, weight: x, eps: 0, y } : { x, y }));
  const expected = isNorm ? 3 : 3 / (1 + Math.exp(-3));
  return y.every((value) => Math.abs(value - expected) < 1e-5);
}

let wrong = 0;
let settled = 0;
const started = performance.now();
for (let i = 0; i < count; ++i) {
  const cols = 1 + (i % 997);
  const plan = { mapping: mappings[i % 2], width: [2, 4, 8][i % 3], materialize: 'reload' };
  // Mostly the short program: what is looked for is lost at the ends of a compilation, not within it.
  const program = (i % 16 === 0 ? rmsNorm : silu).program();
  let kernel = i % 10 === 0 ? await compileAsync(program, { cols }, plan) : compile(program, { cols }, plan);
  if (i % 7 === 0) {
    const bytes = kernel.save();
    kernel.dispose();
    kernel = loadKernel(bytes, { trustCode: true });
  }
  if (!isRight(kernel, cols)) ++wrong;
  kernel.dispose();
  if (i + 1 === Math.ceil(count / 5)) settled = await residentMemory();
}
const rss = await residentMemory();
const report = {
  count,
  wrong,
  seconds: (performance.now() - started) / 1000,
  settledMiB: settled / 2 ** 20,
  endMiB: rss / 2 ** 20,
  grownMiB: (rss - settled) / 2 ** 20,
};
if (values.json) console.log(JSON.stringify(report));
else {
  const { seconds, settledMiB, endMiB, grownMiB } = report;
  console.log(
    `${count} kernels in ${seconds.toFixed(0)} s: ${wrong} wrong results, resident memory ${settledMiB.toFixed(1)} MiB ` +
      `after a fifth, ${endMiB.toFixed(1)} MiB at the end (${grownMiB.toFixed(1)} MiB more)`,
  );
}
process.exitCode = wrong > 0 || rss - settled > allowance ? 1 : 0;
