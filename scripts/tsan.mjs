// native/runtime and native/cache under ThreadSanitizer, built by clang 22: the stress binary and the pool's test of the one,
// with neither LLVM nor Node, and the stress binary of the other, with a compiler that makes nothing.
//
//   npm run test:tsan -- [--seconds 30] [--seed 1]
//
// On Debian: apt-get install clang-22 libclang-rt-22-dev. Exit status 1 for any report.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildNative } from './build-native.mjs';
import { list, root, thisHost, which } from './lib/host.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
});
const compiler = 'clang++-22';
const [compilerPath] = which(thisHost(), compiler);
if (compilerPath === undefined) {
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
  return spawnSync(compiler, build, { stdio: 'inherit' }).status === 0 && runsClean(name, program, args);
}

function runsClean(name, program, args) {
  // The test of fork() starts threads in the child, which ThreadSanitizer does not expect.
  const env = { ...process.env, TSAN_OPTIONS: 'die_after_fork=0' };
  const { status } = spawnSync(program, args, { stdio: 'inherit', env });
  console.log(`${name} under ThreadSanitizer: ${status === 0 ? 'clean' : `exit status ${status}`}`);
  return status === 0;
}

/** The stress binary of the cache, in a tree of CMake's, which knows LLVM. */
function isCacheClean(args) {
  const tree = buildNative(thisHost(), {
    target: 'cache_stress',
    variant: {
      name: 'tsan',
      definitions: {
        TILE_SIMD_SANITIZE: 'thread',
        TILE_SIMD_BUILD_ADDON: 'OFF',
        CMAKE_CXX_COMPILER: compilerPath,
        CMAKE_C_COMPILER: compilerPath.replace('clang++', 'clang'),
      },
    },
  });
  return runsClean('cache_stress', join(tree, 'native', 'cache_stress'), args);
}

const folder = mkdtempSync(join(tmpdir(), 'tile-simd-tsan-'));
try {
  const stress = [join(root, 'test', 'stress', 'runtime_stress.cpp')];
  const test = [native('worker_pool_test.cpp'), native('check.cpp')];
  const results = [
    isClean(folder, 'runtime_stress', stress, [values.seconds, values.seed]),
    isClean(folder, 'worker_pool_test', test, []),
    isCacheClean([values.seconds, values.seed]),
  ];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
