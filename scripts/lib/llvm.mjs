// Which LLVM the build uses. The order: TILE_SIMD_LLVM_DIR and LLVM_DIR, the system's llvm-21, Homebrew's llvm@21,
// the private prefix that scripts/fetch-llvm.mjs fills. Every candidate that was looked at is kept with its version
// and with what is wrong about it, because "LLVM not found" helps nobody who has three of them.
import { basename, dirname, join, resolve } from 'node:path';
import { cacheFolder, compareVersions, isFile, list, output, readText, systemPath, which } from './host.mjs';

export const llvmVersion = '21.1.8';
const series = '21.1';

export function privatePrefix(host, arch = host.arch) {
  return join(cacheFolder(host), `llvm-${llvmVersion}-${arch}`);
}

/** The folder that holds LLVMConfig.cmake, for a prefix or for that folder itself. */
function configFolder(path) {
  return [
    path,
    join(path, 'lib/cmake/llvm'),
    join(path, 'lib64/cmake/llvm'),
    join(path, 'usr/lib/llvm-21/lib/cmake/llvm'),
  ].find((folder) => isFile(join(folder, 'LLVMConfig.cmake')));
}

/**
 * @typedef {object} LlvmCandidate
 * @property {string} origin    where it comes from, in words
 * @property {string} path
 * @property {string} [config]  the value for LLVM_DIR
 * @property {string} [version]
 * @property {string} [problem] why it cannot be used; absent on a usable one
 */

/** @returns {LlvmCandidate} */
export function inspect(origin, path) {
  const config = configFolder(path);
  if (!config) {
    return {
      origin,
      path,
      problem: 'no lib/cmake/llvm/LLVMConfig.cmake (the development files are not there)',
    };
  }
  const version = /set\(PACKAGE_VERSION "([0-9.]+)/.exec(
    readText(join(config, 'LLVMConfigVersion.cmake')) ?? '',
  )?.[1];
  const candidate = { origin, path, config, version };
  if (!version) return { ...candidate, problem: 'its version cannot be read from LLVMConfigVersion.cmake' };
  if (!version.startsWith(`${series}.`) || compareVersions(version, llvmVersion) < 0) {
    return { ...candidate, problem: `is not ${llvmVersion} or a later ${series}` };
  }
  // .../lib/cmake/llvm -> .../lib
  if (!isFile(join(resolve(config, '..', '..'), 'libLLVMOrcJIT.a'))) {
    return { ...candidate, problem: 'has no static archives (libLLVMOrcJIT.a)' };
  }
  return candidate;
}

/** All places in the order in which they are tried. @returns {LlvmCandidate[]} */
export function llvmCandidates(host) {
  const candidates = [];
  const seen = new Set();
  const add = (origin, path, { always = false } = {}) => {
    const candidate = inspect(origin, path);
    const key = candidate.config ?? path;
    if (seen.has(key) || (!always && !candidate.config)) return;
    seen.add(key);
    candidates.push(candidate);
  };

  for (const name of ['TILE_SIMD_LLVM_DIR', 'LLVM_DIR']) {
    if (host.env[name]) add(name, resolve(host.env[name]), { always: true });
  }

  const folder = systemPath(host, '/usr/lib');
  const others = list(folder).filter((name) => /^llvm-\d+$/.test(name) && name !== 'llvm-21');
  for (const name of ['llvm-21', ...others]) add('the system', join(folder, name));
  // Distributions that keep LLVM elsewhere still name it through llvm-config.
  for (const name of ['llvm-config-21', 'llvm-config']) {
    for (const program of which(host, name)) {
      const printed = output(host, program, ['--cmakedir'])?.trim();
      if (printed) add(basename(program), printed);
    }
  }

  const homebrew = [
    host.env.HOMEBREW_PREFIX,
    ...['/opt/homebrew', '/usr/local', '/home/linuxbrew/.linuxbrew'].map((path) => systemPath(host, path)),
  ];
  for (const prefix of homebrew) {
    if (prefix) for (const formula of ['llvm@21', 'llvm']) add('Homebrew', join(prefix, 'opt', formula));
  }

  add('the private prefix', privatePrefix(host), { always: true });
  return candidates;
}

/**
 * @returns {{ chosen?: LlvmCandidate, candidates: LlvmCandidate[] }}
 * A TILE_SIMD_LLVM_DIR that cannot be used is an error and not a reason to take another one: it was said to us.
 * LLVM_DIR is everybody's variable and may well mean another project's LLVM.
 */
export function findLlvm(host) {
  const candidates = llvmCandidates(host);
  const said = candidates.find((candidate) => candidate.origin === 'TILE_SIMD_LLVM_DIR');
  if (said?.problem) return { candidates };
  return { chosen: candidates.find((candidate) => !candidate.problem), candidates };
}

/** The prefix that a candidate's archives lie in, e.g. /usr/lib/llvm-21. */
export function prefixOf(candidate) {
  return dirname(dirname(dirname(candidate.config)));
}
