// `tile-simd run` on a file larger than it may hold in memory: its speed beside the same reader and writer with no kernel
// between, and the memory it stays under.
//
//   npm run bench:run-file [-- --gib 4] [--op layernorm] [--cols 1024] [--folder DIR] [--rounds 3] [--least 0.7] [--json]
//
// Fails below --least of the copy's speed, or with 300 MiB resident. Needs twice the size on the disk of the folder (a temporary one by default); everything is removed afterwards. Rounds
// alternate, so that what the disk does meets both. The copy is the same command with the launch of the kernel left out:
// it writes what it reads.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, closeSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: {
    gib: { type: 'string', default: '4' },
    op: { type: 'string', default: 'layernorm' },
    cols: { type: 'string', default: '1024' },
    rounds: { type: 'string', default: '3' },
    least: { type: 'string', default: '0.7' },
    folder: { type: 'string', default: tmpdir() },
    json: { type: 'boolean', default: false },
  },
});
const cols = Number(values.cols);
const rows = Math.floor((Number(values.gib) * 2 ** 30) / (4 * cols));
const folder = mkdtempSync(join(values.folder, 'tile-simd-run-file-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** A .npy file of seeded numbers. */
function makeFile(path) {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${cols}), }`;
  const header = Buffer.alloc(128, ' ');
  header.write('\x93NUMPY\x01\x00', 0, 'latin1');
  header.writeUInt16LE(118, 8);
  header.write(text, 10);
  header.write('\n', 127);
  const block = new Float32Array(cols * Math.max(1, Math.floor(2 ** 22 / cols)));
  let state = 1;
  for (let i = 0; i < block.length; ++i) {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    block[i] = (state >>> 8) / 2 ** 23 - 1;
  }
  const bytes = Buffer.from(block.buffer);
  const file = openSync(path, 'w');
  writeSync(file, header);
  for (let left = rows * cols * 4; left > 0;) left -= writeSync(file, bytes, 0, Math.min(left, bytes.length));
  closeSync(file);
}

const input = join(folder, 'x.npy');
const out = join(folder, 'y.npy');

function run(...extra) {
  const args = [
    join(root, 'dist', 'cli', 'index.js'),
    'run',
    values.op,
    '--input',
    input,
    '--out',
    out,
    '--json',
  ];
  const child = spawnSync(process.execPath, [...args, ...extra], { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (child.status !== 0) throw new Error(child.stderr);
  rmSync(out);
  return JSON.parse(child.stdout);
}

makeFile(input);
run(); // the page cache and the code cache, for both
const rounds = Array.from({ length: Number(values.rounds) }, () => ({ kernel: run(), copy: run('--copy') }));
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const bytes = rows * cols * 4;
const report = {
  format: 'tile-simd/run-file@1',
  op: values.op,
  rows,
  cols,
  bytes,
  kernelSeconds: median(rounds.map(({ kernel }) => kernel.seconds)),
  copySeconds: median(rounds.map(({ copy }) => copy.seconds)),
  /** Speed of the run as a part of the copy's: median of neighbours. */
  speedOfCopy: median(rounds.map(({ kernel, copy }) => copy.seconds / kernel.seconds)),
  maxResidentBytes: Math.max(...rounds.map(({ kernel }) => kernel.maxResidentBytes)),
};
const mib = (size) => `${(size / 2 ** 20).toFixed(0)} MiB`;
if (values.json) console.log(JSON.stringify(report, undefined, 1));
else {
  console.log(`${values.op}, ${rows} x ${cols} f32 (${mib(bytes)}), median of ${values.rounds} rounds`);
  console.log(
    `  run   ${report.kernelSeconds.toFixed(2)} s, ${((2 * bytes) / report.kernelSeconds / 1e9).toFixed(2)} GB/s read and written`,
  );
  console.log(`  copy  ${report.copySeconds.toFixed(2)} s, the same reader and writer without a kernel`);
  console.log(
    `  ${(100 * report.speedOfCopy).toFixed(0)} % of the copy's speed, at most ${mib(report.maxResidentBytes)} resident`,
  );
}
const good = report.speedOfCopy >= Number(values.least) && report.maxResidentBytes < 300 * 2 ** 20;
if (!good) console.error(`expected: at least ${values.least} of the copy's speed, under 300 MiB resident`);
process.exitCode = good ? 0 : 1;
