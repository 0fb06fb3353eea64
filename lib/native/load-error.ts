// The error for an addon that does not load: what was tried, what each attempt ran into, and what to do about it. The
// remedies go by what the attempts said, because "run the build" helps nobody whose C library is too old.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TileSimdError } from '../errors.js';

/** One binary that was tried, or a search that found none. */
export interface LoadFailure {
  readonly candidate: string;
  readonly error: string;
}

/** ERR_NATIVE_LOAD; `given` holds the failures. */
export function loadError(root: string, failures: readonly LoadFailure[]): TileSimdError {
  const lines = [
    `the native addon of tile-simd could not be loaded (${process.platform}-${process.arch}, Node ${process.versions.node})`,
    'Tried:',
    ...failures.map(({ candidate, error }) => `  - ${candidate}: ${error}`),
    'What to do:',
    ...remedies(root, failures).map((remedy) => `  - ${remedy}`),
  ];
  return new TileSimdError('ERR_NATIVE_LOAD', lines.join('\n'), {
    given: failures,
    expected: 'a binary that this Node can load',
  });
}

/** ERR_NATIVE_LOAD for code that stands in a bundle, where no addon can be found. */
export function bundledError(folder: string): TileSimdError {
  return new TileSimdError(
    'ERR_NATIVE_LOAD',
    'tile-simd was bundled into another file, where its native addon cannot be found: tell the bundler to leave it out ' +
      "(esbuild: --external:tile-simd; rollup, vite, webpack: external: ['tile-simd']) and install it beside the bundle",
    { given: folder, expected: 'the package in node_modules' },
  );
}

const tooNew = /((?:GLIBC|GLIBCXX|CXXABI)_[0-9.]+)['\u2019]? not found/;
const foreign =
  /invalid ELF header|file too short|wrong ELF class|not a mach-o|incompatible architecture|not a valid Win32|Error loading shared library|cannot open shared object file/i;

function remedies(root: string, failures: readonly LoadFailure[]): string[] {
  if (failures.some(({ candidate }) => candidate === 'node-gyp-build')) {
    return ['the dependency node-gyp-build is missing: run npm install'];
  }
  const errors = failures.map(({ error }) => error).join('\n');
  const version = tooNew.exec(errors)?.[1];
  const found: string[] = [];
  if (version !== undefined)
    found.push(`the binary needs ${version}, which this system lacks: it must be built here`);
  if (foreign.test(errors)) {
    found.push(
      'the binary is for another platform or C library (was node_modules copied from another machine?)',
    );
  }
  if (errors.includes(staleBinary)) found.push('the binary and the JavaScript are of different versions');
  return [...found, ...howToBuild(root)];
}

/** Says so in a failure whose binary loaded but is not of this version. */
export const staleBinary = 'is of another version of tile-simd';

function howToBuild(root: string): string[] {
  if (existsSync(join(root, 'CMakeLists.txt'))) {
    return [
      `build it: npm ci && npm run build:native, in ${root}`,
      'the build needs CMake, a C++17 compiler and LLVM 21; it says which of them is missing and how to get it',
    ];
  }
  const platform = `${process.platform}-${process.arch}`;
  return [
    `the published package carries its binaries in ${join(root, 'prebuilds')} and downloads nothing: install it again ` +
      'if that folder is incomplete (no install script is needed)',
    `for a platform without one, build a checkout of the repository (npm ci) and copy build/Release/tile_simd.node to ` +
      join(root, 'prebuilds', platform),
  ];
}
