// The addon, and native tests of what is below it, under AddressSanitizer and UndefinedBehaviorSanitizer.
//
//   npm run test:asan -- [--part native|tests|exit|stress] [--scale 0.01]
//
// clang 22 builds everything of ours in a tree of its own (build/cmake-asan); LLVM's archives are taken as they are. The
// sanitizer's library is preloaded into Node, and the tests find the addon by TILE_SIMD_PREBUILD. Every process writes
// what is found to a file of its own. Exit status 1 for any report but memory that Node lost: a leak is ours if a frame
// of the addon is among those that allocated it.
//
// On Debian: apt-get install clang-22 libclang-rt-22-dev.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildNative } from './build-native.mjs';
import { root, thisHost, which } from './lib/host.mjs';

const { values } = parseArgs({
  options: { part: { type: 'string' }, scale: { type: 'string', default: '0.01' } },
});
const [compiler] = which(thisHost(), 'clang++-22');
const runtime =
  compiler &&
  spawnSync(compiler, ['-print-file-name=libclang_rt.asan-x86_64.so'], { encoding: 'utf8' }).stdout.trim();
if (!runtime?.startsWith('/')) {
  console.error(
    'clang++-22 or its libclang_rt.asan is missing. Get it: apt-get install clang-22 libclang-rt-22-dev',
  );
  process.exit(1);
}

const nativeTests = [
  'launch_test',
  'element_set_test',
  'worker_pool_test',
  'code_cache_test',
  'malformed_request_test',
  'malformed_loop_test',
  'cooperative_test',
  'run_time_columns_test',
];
/** Where memory is handed over: buffers, threads, environments that end, kernels that go. */
const tests = [
  ...['async', 'pool', 'repeated-launch', 'memory', 'alloc-aligned'].map(
    (name) => `test/run/${name}.test.ts`,
  ),
  ...['code-cache', 'saved-kernel', 'compile-async'].map((name) => `test/run/${name}.test.ts`),
  'test/errors',
];

const output = join(root, 'build', 'asan');
const reports = mkdtempSync(join(tmpdir(), 'tile-simd-asan-'));
const [symbolizer] = which(thisHost(), 'llvm-symbolizer-22');
const environment = {
  ...process.env,
  // Frames name their module, symbols or not: whose a leak is goes by it.
  ASAN_OPTIONS: `quarantine_size_mb=32:stack_trace_format="#%n %p %F %S %M":log_path=${join(reports, 'report')}`,
  // What is wrong, leaks above all, is judged here, from the reports.
  LSAN_OPTIONS: 'exitcode=0',
  UBSAN_OPTIONS: 'print_stacktrace=1',
  ...(symbolizer === undefined ? {} : { ASAN_SYMBOLIZER_PATH: symbolizer }),
};
const preloaded = { ...environment, LD_PRELOAD: runtime, TILE_SIMD_PREBUILD: output };

function run(name, command, args, env) {
  const { status, signal } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env });
  console.log(`${name}: ${status === 0 ? 'passed' : `failed (${signal ?? `exit status ${status}`})`}`);
  return status === 0;
}

/**
 * Paragraphs of a report that are about us: all, but for leaks that the addon is not near to. It counts where it allocated
 * itself or by a call of Node-API, within three frames; V8 loses some objects of its own when a process exits.
 */
function faultsIn(report) {
  if (!report.includes('LeakSanitizer')) return [report];
  const isOurs = (frame) => /^\s*#[123] .*(tile_simd\.node|_test\+)/.test(frame);
  return report.split('\n\n').filter((part) => part.includes('leak of') && part.split('\n').some(isOurs));
}

const parts = {
  native: (tree) => nativeTests.map((name) => run(name, join(tree, 'native', name), [], environment)),
  tests: () => [
    run(
      'vitest',
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--testTimeout', '600000', ...tests],
      preloaded,
    ),
  ],
  exit: () =>
    ['idle', 'finish', 'exit', 'throw', 'throw-in-then', 'worker-exit'].map((how) =>
      run(`exit: ${how}`, process.execPath, ['test/process/fixtures/pool-end.cjs', how], {
        ...preloaded,
        TILE_SIMD_PACKAGE: root,
      }),
    ),
  stress: () => [
    run(
      'launches',
      process.execPath,
      ['test/stress/launches.mjs', '--scale', values.scale, '--allowance', '256'],
      preloaded,
    ),
    run(
      'compile',
      process.execPath,
      ['test/stress/compile-dispose.mjs', '--count', '100', '--allowance', '256'],
      preloaded,
    ),
  ],
};

const chosen = values.part === undefined ? Object.keys(parts) : [values.part];
for (const name of chosen)
  if (!Object.hasOwn(parts, name))
    throw new RangeError(`--part: expected one of ${Object.keys(parts).join(', ')}, given ${name}`);

mkdirSync(output, { recursive: true });
const tree = buildNative(thisHost(), {
  output: join(output, 'build'),
  target: ['tile_simd_addon', ...(chosen.includes('native') ? nativeTests : [])],
  variant: {
    name: 'asan',
    definitions: {
      TILE_SIMD_SANITIZE: 'address,undefined',
      TILE_SIMD_STRIP: 'OFF',
      CMAKE_CXX_COMPILER: compiler,
      CMAKE_C_COMPILER: compiler.replace('clang++', 'clang'),
    },
  },
});
try {
  const results = chosen.flatMap((name) => parts[name](tree));
  const faults = readdirSync(reports).flatMap((name) => faultsIn(readFileSync(join(reports, name), 'utf8')));
  for (const fault of faults) console.error(fault);
  console.log(`AddressSanitizer and UBSan: ${faults.length} reports`);
  process.exitCode = results.every(Boolean) && faults.length === 0 ? 0 : 1;
} finally {
  rmSync(reports, { recursive: true });
}
