// native/runtime under ThreadSanitizer: the stress binary and the pool's test, built by clang 22 without LLVM or Node.
//
//   npm run test:tsan -- [--seconds 30] [--seed 1]
//
// On Debian: apt-get install clang-22 libclang-rt-22-dev. Exit status 1 for any report.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { list, root, thisHost, which } from './lib/host.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
});
const compiler = 'clang++-22';
if (which(thisHost(), compiler).length === 0) {
  console.error(`${compiler} is missing. Get it: apt-get install clang-22 libclang-rt-22-dev`);
  process.exit(1);
}

const runtime = list(join(root, 'native', 'runtime'))
  .filter((name) => name.endsWith('.cpp'))
  .map((name) => join(root, 'native', 'runtime', name));
const native = (name) => join(root, 'test', 'native', name);
const flags = ['-std=c++17', '-O1', '-g', '-fsanitize=thread', '-fno-exceptions', '-fno-rtti', '-pthread'];
const includes = [`-I${join(root, 'native')}`, `-I${join(root, 'test', 'native')}`];

/** Builds and runs one program; whether it was clean. */
function isClean(folder, name, sources, args) {
  const program = join(folder, name);
  const build = [...flags, ...includes, ...runtime, native('fake_kernels.cpp'), ...sources, '-o', program];
  if (spawnSync(compiler, build, { stdio: 'inherit' }).status !== 0) return false;
  // The test of fork() starts threads in the child, which ThreadSanitizer does not expect.
  const env = { ...process.env, TSAN_OPTIONS: 'die_after_fork=0' };
  const { status } = spawnSync(program, args, { stdio: 'inherit', env });
  console.log(`${name} under ThreadSanitizer: ${status === 0 ? 'clean' : `exit status ${status}`}`);
  return status === 0;
}

const folder = mkdtempSync(join(tmpdir(), 'tile-simd-tsan-'));
try {
  const stress = [join(root, 'test', 'stress', 'runtime_stress.cpp')];
  const test = [native('worker_pool_test.cpp'), native('check.cpp')];
  const results = [
    isClean(folder, 'runtime_stress', stress, [values.seconds, values.seed]),
    isClean(folder, 'worker_pool_test', test, []),
  ];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
