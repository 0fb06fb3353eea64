// What a build from source needs, checked in the order CMake, compiler, LLVM. The first one that is missing is
// reported with the version wanted, every candidate that was found and why it will not do, and the command that gets
// it. (A build that is started without this check names the wrong one: no compiler when it is CMake that is missing.)
import { output, osRelease, which, compareVersions } from './host.mjs';
import { findLlvm, llvmVersion } from './llvm.mjs';
import { cannotFetch } from '../fetch-llvm.mjs';

export const cmakeWanted = '3.22';
export const compilerWanted = { gcc: '10', clang: '13', appleClang: '14' };

export class ToolMissing extends Error {
  /** @param {'cmake' | 'compiler' | 'make' | 'llvm'} tool */
  constructor(tool, { wanted, found, remedies }) {
    const lines = [
      `${tool === 'llvm' ? 'LLVM' : tool === 'cmake' ? 'CMake' : tool === 'make' ? 'Make or Ninja' : 'A C++17 compiler'} is missing.`,
    ];
    lines.push(`  wanted: ${wanted}`);
    lines.push(found.length === 0 ? '  found:  none' : `  found:  ${found.join('\n          ')}`);
    lines.push(`  get it: ${remedies.join('\n      or: ')}`);
    super(lines.join('\n'));
    this.tool = tool;
  }
}

/** The command that installs something, in this system's words; all of them where the system is not known. */
function installCommand(host, packages) {
  const { id, like } = osRelease(host);
  const commands = {
    debian: `apt-get install ${packages.debian}`,
    fedora: `dnf install ${packages.fedora}`,
    arch: `pacman -S ${packages.arch}`,
    alpine: `apk add ${packages.alpine}`,
    suse: `zypper install ${packages.fedora}`,
  };
  if (host.platform === 'darwin') return packages.darwin;
  for (const name of [id, ...like]) {
    const key = { ubuntu: 'debian', rhel: 'fedora', centos: 'fedora', opensuse: 'suse' }[name] ?? name;
    if (commands[key]) return commands[key];
  }
  return `install ${packages.debian} with your system's package manager (Debian's names)`;
}

function versionOf(host, program, pattern) {
  return pattern.exec(output(host, program, ['--version']) ?? '')?.[1];
}

export function checkCmake(host) {
  const found = [];
  for (const path of which(host, 'cmake')) {
    const version = versionOf(host, path, /cmake version ([0-9.]+)/);
    if (version && compareVersions(version, cmakeWanted) >= 0) return { path, version };
    found.push(version ? `${path} ${version} (too old)` : `${path} (does not run)`);
  }
  const packages = {
    debian: 'cmake',
    fedora: 'cmake',
    arch: 'cmake',
    alpine: 'cmake',
    darwin: 'brew install cmake',
  };
  throw new ToolMissing('cmake', {
    wanted: `${cmakeWanted} or later`,
    found,
    remedies: [installCommand(host, packages)],
  });
}

/** What a compiler says of itself: kind and version. */
function identify(host, path) {
  const text = output(host, path, ['--version']) ?? '';
  const apple = /Apple clang version ([0-9.]+)/.exec(text)?.[1];
  if (apple) return { kind: 'appleClang', version: apple };
  const clang = /clang version ([0-9.]+)/.exec(text)?.[1];
  if (clang) return { kind: 'clang', version: clang };
  if (!/Free Software Foundation|GCC|g\+\+/.test(text)) return undefined;
  const gcc = output(host, path, ['-dumpfullversion', '-dumpversion'])?.trim();
  return gcc ? { kind: 'gcc', version: gcc } : undefined;
}

export function checkCompiler(host) {
  const found = [];
  // CMake takes CXX if it is set, and otherwise the first of these; so does this check.
  const names = host.env.CXX ? [host.env.CXX.split(' ')[0]] : ['c++', 'g++', 'clang++'];
  for (const name of names) {
    for (const path of which(host, name)) {
      const compiler = identify(host, path);
      if (compiler && compareVersions(compiler.version, compilerWanted[compiler.kind]) >= 0)
        return { path, ...compiler };
      found.push(
        compiler
          ? `${path} ${compiler.kind} ${compiler.version} (too old)`
          : `${path} (does not run, or is neither GCC nor Clang)`,
      );
    }
  }
  if (host.env.CXX && found.length === 0) found.push(`CXX=${host.env.CXX} (not on PATH)`);
  const packages = {
    debian: 'g++',
    fedora: 'gcc-c++',
    arch: 'gcc',
    alpine: 'g++',
    darwin: 'xcode-select --install',
  };
  throw new ToolMissing('compiler', {
    wanted: `GCC ${compilerWanted.gcc}, Clang ${compilerWanted.clang} or Apple Clang ${compilerWanted.appleClang}, or later`,
    found,
    remedies: [installCommand(host, packages)],
  });
}

/** Debian's name of an architecture that can be built for from another one, which cmake/NAME.cmake describes. */
export function crossTriple(arch) {
  return { arm64: 'aarch64-linux-gnu' }[arch];
}

/** The compiler for another architecture than this machine's. */
export function checkCrossCompiler(host, arch) {
  const triple = crossTriple(arch);
  if (triple === undefined || host.platform !== 'linux')
    throw new Error(
      `the addon for ${arch} cannot be built on ${host.platform}-${host.arch}: build it on ${arch}`,
    );
  const name = `${triple}-g++`;
  const [path] = which(host, name);
  const compiler = path && identify(host, path);
  if (compiler) return { path, ...compiler };
  throw new ToolMissing('compiler', {
    wanted: `${name} ${compilerWanted.gcc} or later, for ${arch}`,
    found: [],
    remedies: [`apt-get install g++-${triple}   (Debian's name)`],
  });
}

/** CMake drives one of these; it belongs to the compiler in the order of checks. */
export function checkMake(host) {
  for (const name of ['ninja', 'ninja-build', 'make']) {
    const [path] = which(host, name);
    if (path) return { name, path };
  }
  const packages = {
    debian: 'make',
    fedora: 'make',
    arch: 'make',
    alpine: 'make',
    darwin: 'xcode-select --install',
  };
  throw new ToolMissing('make', {
    wanted: 'Ninja or GNU Make, any version',
    found: [],
    remedies: [installCommand(host, packages)],
  });
}

export function llvmMissing(host, candidates) {
  const remedies = [];
  if (host.platform === 'darwin') remedies.push('brew install llvm@21');
  else if (!cannotFetch(host)) remedies.push('node scripts/fetch-llvm.mjs   (through apt, without root)');
  else
    remedies.push(
      `apt-get install llvm-21-dev   (where the distribution has it; not fetched here: ${cannotFetch(host)})`,
    );
  remedies.push('set TILE_SIMD_LLVM_DIR to the prefix of an LLVM 21.1 with static archives');
  return new ToolMissing('llvm', {
    wanted: `${llvmVersion} or a later 21.1, with headers and static archives`,
    found: candidates.map(
      ({ origin, path, version, problem }) =>
        `${origin}: ${path}${version ? ` ${version}` : ''} (${problem ?? 'usable'})`,
    ),
    remedies,
  });
}

export function checkLlvm(host) {
  const { chosen, candidates } = findLlvm(host);
  if (!chosen) throw llvmMissing(host, candidates);
  return chosen;
}
