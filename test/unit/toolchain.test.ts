// The messages about a missing CMake, compiler or LLVM, on machines made up in a temporary folder: its own PATH with
// programs that print what the real ones print, its own /usr/lib and /etc.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLlvm, llvmVersion, privatePrefix } from '../../scripts/lib/llvm.mjs';
import {
  checkCmake,
  checkCompiler,
  checkLlvm,
  checkMake,
  ToolMissing,
} from '../../scripts/lib/toolchain.mjs';
import { prepareToolchain } from '../../scripts/build-native.mjs';

let folder: string;
let host: { env: Record<string, string>; platform: string; arch: string; fsRoot: string };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tile-simd-toolchain-'));
  host = {
    env: { PATH: join(folder, 'bin'), HOME: join(folder, 'home') },
    platform: 'linux',
    arch: 'x64',
    fsRoot: join(folder, 'root'),
  };
  file('root/etc/os-release', 'ID=debian\nVERSION_CODENAME=bookworm\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(path: string, text: string): string {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

/** A program that prints `text`, whatever it is asked. */
function program(path: string, text: string): string {
  const full = file(path, `#!/bin/sh\nprintf '%s\\n' '${text}'\n`);
  chmodSync(full, 0o755);
  return full;
}

function gcc(path: string, version: string): string {
  const text = `g++ (Debian) ${version}\nCopyright (C) Free Software Foundation, Inc.`;
  const full = file(path, `#!/bin/sh\ncase $1 in -dump*) echo ${version};; *) echo '${text}';; esac\n`);
  chmodSync(full, 0o755);
  return full;
}

function llvm(prefix: string, version: string, { archives = true } = {}): string {
  file(join(prefix, 'lib/cmake/llvm/LLVMConfig.cmake'), '');
  file(join(prefix, 'lib/cmake/llvm/LLVMConfigVersion.cmake'), `set(PACKAGE_VERSION "${version}")\n`);
  if (archives) file(join(prefix, 'lib/libLLVMOrcJIT.a'), '');
  return join(folder, prefix);
}

/** What an action throws, as text. */
function missing(action: () => unknown): { tool: string; text: string } {
  try {
    action();
  } catch (error) {
    if (error instanceof ToolMissing) return { tool: error.tool, text: error.message };
    throw error;
  }
  throw new Error('nothing is missing');
}

describe('CMake', () => {
  it('is named with the version wanted and the command that gets it', () => {
    const { text } = missing(() => checkCmake(host));
    expect(text).toContain('CMake is missing');
    expect(text).toMatch(/wanted: 3\.22 or later/);
    expect(text).toMatch(/found: {2}none/);
    expect(text).toContain('apt-get install cmake');
  });

  it('is reported with every version found when all are too old', () => {
    const first = program('bin/cmake', 'cmake version 3.16.3');
    const second = program('bin2/cmake', 'cmake version 2.8.12');
    host.env.PATH += `:${join(folder, 'bin2')}`;
    const { text } = missing(() => checkCmake(host));
    expect(text).toContain(`${first} 3.16.3 (too old)`);
    expect(text).toContain(`${second} 2.8.12 (too old)`);
  });

  it('is taken from later in PATH when the first one is too old', () => {
    program('bin/cmake', 'cmake version 3.16.3');
    const second = program('bin2/cmake', 'cmake version 3.31.0-rc2');
    host.env.PATH += `:${join(folder, 'bin2')}`;
    expect(checkCmake(host)).toEqual({ path: second, version: '3.31.0' });
  });

  it.each([
    ['ID=fedora', 'dnf install cmake'],
    ['ID=pop\nID_LIKE="ubuntu debian"', 'apt-get install cmake'],
    ['ID=arch', 'pacman -S cmake'],
    ['ID="opensuse-leap"\nID_LIKE="suse opensuse"', 'zypper install cmake'],
    ['ID=plan9', "install cmake with your system's package manager"],
  ])('is got in the words of the system (%s)', (release, command) => {
    file('root/etc/os-release', release);
    expect(missing(() => checkCmake(host)).text).toContain(command);
  });

  it('comes from Homebrew on macOS', () => {
    host.platform = 'darwin';
    expect(missing(() => checkCmake(host)).text).toContain('brew install cmake');
  });
});

describe('the compiler', () => {
  it('is named with the versions wanted and the command that gets it', () => {
    const { text } = missing(() => checkCompiler(host));
    expect(text).toContain('A C++17 compiler is missing');
    expect(text).toMatch(/GCC 10, Clang 13/);
    expect(text).toContain('apt-get install g++');
  });

  it('is reported when too old, and when it is none', () => {
    const old = gcc('bin/c++', '8.3.0');
    const other = program('bin/g++', 'tcc version 0.9.27');
    const { text } = missing(() => checkCompiler(host));
    expect(text).toContain(`${old} gcc 8.3.0 (too old)`);
    expect(text).toContain(`${other} (does not run, or is neither GCC nor Clang)`);
  });

  it('is GCC or Clang', () => {
    const path = gcc('bin/c++', '12.2.0');
    expect(checkCompiler(host)).toEqual({ path, kind: 'gcc', version: '12.2.0' });
    const clang = program('bin2/clang++', 'Debian clang version 19.1.7\nTarget: x86_64-pc-linux-gnu');
    host.env.PATH = join(folder, 'bin2');
    expect(checkCompiler(host)).toEqual({ path: clang, kind: 'clang', version: '19.1.7' });
  });

  it('is what CXX says, or nothing', () => {
    gcc('bin/c++', '12.2.0');
    host.env.CXX = 'my-compiler -m64';
    expect(missing(() => checkCompiler(host)).text).toContain('CXX=my-compiler -m64 (not on PATH)');
  });

  it('needs make or Ninja beside it', () => {
    expect(missing(() => checkMake(host)).text).toContain('apt-get install make');
    program('bin/make', 'GNU Make 4.3');
    expect(checkMake(host).name).toBe('make');
    program('bin/ninja', '1.11.1');
    expect(checkMake(host).name).toBe('ninja');
  });
});

describe('LLVM', () => {
  it('is reported with every candidate, its version and what is wrong with it', () => {
    llvm('root/usr/lib/llvm-14', '14.0.6');
    llvm('root/usr/lib/llvm-21', '21.1.8', { archives: false });
    llvm('root/opt/homebrew/opt/llvm@21', '21.1.2');
    host.env.LLVM_DIR = llvm('mine', '18.1.3');
    const { text, tool } = missing(() => checkLlvm(host));
    expect(tool).toBe('llvm');
    expect(text).toContain(`wanted: ${llvmVersion} or a later 21.1`);
    expect(text).toContain(`LLVM_DIR: ${host.env.LLVM_DIR} 18.1.3 (is not 21.1.8 or a later 21.1)`);
    expect(text).toMatch(/the system: \S+llvm-21 21\.1\.8 \(has no static archives/);
    expect(text).toMatch(/the system: \S+llvm-14 14\.0\.6 \(is not 21\.1\.8/);
    expect(text).toMatch(/Homebrew: \S+llvm@21 21\.1\.2 \(is not 21\.1\.8/);
    expect(text).toContain(`the private prefix: ${privatePrefix(host)} (no lib/cmake/llvm/LLVMConfig.cmake`);
    expect(text).toContain('set TILE_SIMD_LLVM_DIR');
  });

  it('is fetched by a command where apt can, and otherwise it says why not', () => {
    expect(missing(() => checkLlvm(host)).text).toContain('not fetched here: apt-get is not on this machine');
    program('bin/apt-get', '');
    program('bin/dpkg-deb', '');
    expect(missing(() => checkLlvm(host)).text).toContain("Debian's archive keyring is not on this machine");
    file('root/usr/share/keyrings/debian-archive-keyring.gpg', '');
    expect(missing(() => checkLlvm(host)).text).toContain("this machine's apt knows no Debian archive");
    file(
      'root/etc/apt/sources.list',
      'deb [arch=amd64] http://mirror.example/debian bookworm main contrib\n',
    );
    expect(missing(() => checkLlvm(host)).text).toContain('node scripts/fetch-llvm.mjs');
    host.platform = 'darwin';
    expect(missing(() => checkLlvm(host)).text).toContain('brew install llvm@21');
  });

  it('is searched in the documented order', () => {
    const expected = [
      (host.env.TILE_SIMD_LLVM_DIR = llvm('said', '21.1.8')),
      (host.env.LLVM_DIR = llvm('said-by-cmake', '21.1.9')),
      llvm('root/usr/lib/llvm-21', '21.1.8'),
      llvm('root/usr/local/opt/llvm@21', '21.1.8'),
    ];
    llvm('home/.cache/tile-simd/llvm-21.1.8-x64/usr/lib/llvm-21', '21.1.8');
    expect(findLlvm(host).candidates.map(({ path }) => path)).toEqual([...expected, privatePrefix(host)]);
    expect(findLlvm(host).candidates.map(({ problem }) => problem)).toEqual(Array(5).fill(undefined));
    expect(findLlvm(host).chosen?.path).toBe(host.env.TILE_SIMD_LLVM_DIR);
  });

  it('may be named by the folder of LLVMConfig.cmake', () => {
    host.env.LLVM_DIR = join(llvm('said', '21.1.8'), 'lib/cmake/llvm');
    expect(findLlvm(host).chosen?.config).toBe(host.env.LLVM_DIR);
  });

  it('is not another one than TILE_SIMD_LLVM_DIR says, but LLVM_DIR may mean another project', () => {
    const system = llvm('root/usr/lib/llvm-21', '21.1.8');
    host.env.LLVM_DIR = llvm('other', '18.1.3');
    expect(findLlvm(host).chosen?.path).toBe(system);
    host.env.TILE_SIMD_LLVM_DIR = join(folder, 'nothing');
    expect(findLlvm(host).chosen).toBeUndefined();
  });

  it('is found through llvm-config where the distribution keeps it elsewhere', () => {
    const prefix = llvm('root/usr/lib64/llvm21', '21.1.8');
    program('bin/llvm-config-21', join(prefix, 'lib/cmake/llvm'));
    expect(findLlvm(host).chosen).toMatchObject({ origin: 'llvm-config-21', version: '21.1.8' });
  });

  it('lies in the cache that XDG_CACHE_HOME names', () => {
    host.env.XDG_CACHE_HOME = join(folder, 'xdg');
    const prefix = privatePrefix(host);
    expect(prefix).toBe(join(folder, 'xdg', 'tile-simd', 'llvm-21.1.8-x64'));
    llvm('xdg/tile-simd/llvm-21.1.8-x64/usr/lib/llvm-21', '21.1.8');
    expect(findLlvm(host).chosen?.path).toBe(prefix);
  });
});

it('checks CMake, compiler, make and LLVM in that order', () => {
  expect(missing(() => prepareToolchain(host)).tool).toBe('cmake');
  program('bin/cmake', 'cmake version 3.25.1');
  expect(missing(() => prepareToolchain(host)).tool).toBe('compiler');
  gcc('bin/g++', '12.2.0');
  expect(missing(() => prepareToolchain(host)).tool).toBe('make');
  program('bin/make', 'GNU Make 4.3');
  expect(missing(() => prepareToolchain(host)).tool).toBe('llvm');
  llvm('root/usr/lib/llvm-21', '21.1.8');
  expect(prepareToolchain(host).llvm.origin).toBe('the system');
});
