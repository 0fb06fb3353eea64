// Builds the addon (and on demand the native tests or the native benchmark) with CMake, by way of cmake-js.
//
//   node scripts/build-native.mjs [--target native_tests|native_bench|...] [--debug] [--werror] [--clean]
//
// Environment: TILE_SIMD_LLVM_DIR (the LLVM to use), TILE_SIMD_FETCH_LLVM=0 (never fetch it), TILE_SIMD_WERROR=1,
// CMAKE_BUILD_PARALLEL_LEVEL, CC, CXX.
//
// CMake's own tree is build/cmake (build/cmake-debug), the addon goes to build/Release (build/Debug), where
// node-gyp-build looks. They are apart because node-gyp, which may have started us, keeps a Makefile in build/.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fetchLlvm, cannotFetch } from './fetch-llvm.mjs';
import { isMain, readText, root, thisHost } from './lib/host.mjs';
import { findLlvm, inspect } from './lib/llvm.mjs';
import {
  checkCmake,
  checkCompiler,
  checkCrossCompiler,
  checkMake,
  crossTriple,
  llvmMissing,
  ToolMissing,
} from './lib/toolchain.mjs';

/**
 * Checks in the order CMake, compiler, LLVM; fetches LLVM when it is the only thing missing and that is possible. For
 * another architecture than the host's: the cross compiler, and the LLVM of the private prefix.
 */
export function prepareToolchain(host, arch = host.arch) {
  const cmake = checkCmake(host);
  if (arch !== host.arch) {
    const compiler = checkCrossCompiler(host, arch);
    return {
      cmake,
      compiler,
      make: checkMake(host),
      llvm: inspect(`for ${arch}`, fetchLlvm(host, { arch })),
    };
  }
  const compiler = checkCompiler(host);
  const make = checkMake(host);
  const { chosen, candidates } = findLlvm(host);
  if (chosen) return { cmake, compiler, make, llvm: chosen };
  if (host.env.TILE_SIMD_LLVM_DIR || host.env.TILE_SIMD_FETCH_LLVM === '0' || cannotFetch(host)) {
    throw llvmMissing(host, candidates);
  }
  return { cmake, compiler, make, llvm: inspect('the private prefix', fetchLlvm(host)) };
}

function execute(command, args) {
  // node-gyp's make would pass its job server on to ours.
  const env = { ...process.env, MAKEFLAGS: undefined, MFLAGS: undefined, MAKELEVEL: undefined };
  const { status, error, signal } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env });
  if (error) throw error;
  if (status !== 0) throw new Error(`the native build failed (${signal ?? `exit status ${status}`})`);
}

/** The values that decide whether CMake's tree can be kept. */
function configured(tree) {
  const cache = readText(join(tree, 'CMakeCache.txt'));
  return cache && ((name) => new RegExp(`^${name}:[A-Z]+=(.*)$`, 'm').exec(cache)?.[1]);
}

/**
 * Builds `target` (one, or several) for `arch`; the addon goes to the folder Release or Debug of `output`. A `variant` has a
 * tree of its own, build/cmake-NAME, and CMake variables besides.
 */
export function buildNative(
  host,
  {
    target,
    debug = false,
    werror,
    clean = false,
    arch = host.arch,
    output = join(root, 'build'),
    variant,
  } = {},
) {
  werror ??= host.env.TILE_SIMD_WERROR === undefined ? undefined : host.env.TILE_SIMD_WERROR === '1';
  const { llvm, make, cmake, compiler } = prepareToolchain(host, arch);
  const isCross = arch !== host.arch;
  const parts = ['cmake', debug && 'debug', isCross && arch, variant?.name];
  const tree = join(root, 'build', parts.filter(Boolean).join('-'));
  if (clean) rmSync(tree, { recursive: true, force: true });

  const wanted = {
    LLVM_DIR: llvm.config,
    TILE_SIMD_OUTPUT_DIR: output,
    ...(isCross ? { CMAKE_TOOLCHAIN_FILE: join(root, 'cmake', `${crossTriple(arch)}.cmake`) } : {}),
    ...variant?.definitions,
    ...(werror === undefined ? {} : { TILE_SIMD_WERROR: werror ? 'ON' : 'OFF' }),
  };
  const cache = configured(tree);
  // Another source folder (the tree was moved or copied) or another LLVM: nothing of the old tree is of use.
  if (cache && (cache('CMAKE_HOME_DIRECTORY') !== root || cache('LLVM_DIR') !== llvm.config)) {
    rmSync(tree, { recursive: true, force: true });
  }

  const cmakeJs = createRequire(join(root, 'package.json')).resolve('cmake-js/bin/cmake-js');
  const common = ['--directory', root, '--out', tree, '--cmake-path', cmake.path, '--log-level', 'warn'];
  if (debug) common.push('--debug');
  const again = configured(tree);
  if (!again || Object.entries(wanted).some(([name, value]) => again(name) !== value)) {
    console.error(
      `tile-simd: CMake ${cmake.version}, ${compiler.kind} ${compiler.version}, ${make.name}, LLVM ${llvm.version} (${llvm.origin})`,
    );
    const definitions = Object.entries(wanted).map(([name, value]) => `--CD${name}=${value}`);
    execute(process.execPath, [cmakeJs, 'configure', ...common, ...definitions]);
  }
  // `cmake-js build` and not `compile`: the latter answers a compile error by building everything a second time.
  const jobs = host.env.CMAKE_BUILD_PARALLEL_LEVEL || String(availableParallelism());
  for (const one of [target].flat()) {
    const named = one === undefined ? [] : ['--target', one];
    execute(process.execPath, [cmakeJs, 'build', ...common, '--parallel', jobs, ...named]);
  }
  return tree;
}

/** buildNative with errors as messages and an exit status. */
export function main(options) {
  try {
    buildNative(thisHost(), options);
  } catch (error) {
    const text = error instanceof ToolMissing ? `it cannot be built here. ${error.message}` : error.message;
    console.error(`\ntile-simd: ${text}\n`);
    process.exit(1);
  }
}

if (isMain(import.meta.url)) {
  const flags = { debug: { type: 'boolean' }, werror: { type: 'boolean' }, clean: { type: 'boolean' } };
  main(parseArgs({ options: { target: { type: 'string' }, ...flags } }).values);
}
