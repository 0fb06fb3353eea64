import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { missingFunctions } from '../../lib/native/binding.js';
import { load, packageRoot } from '../../lib/native/load.js';
import { loadError } from '../../lib/native/load-error.js';
import { expectError } from './support/throws.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tile-simd-load-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const platform = `${process.platform}-${process.arch}`;

function put(path: string, content: string): string {
  const file = join(root, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const failure = () => expectError(() => load(root), 'ERR_NATIVE_LOAD', undefined);

describe('loading the addon', () => {
  it('says that there is none, and how to get one', () => {
    const { message } = failure();
    expect(message).toContain(`${platform}, Node ${process.versions.node}`);
    expect(message).toContain('No native build was found');
    expect(message).toContain(join(root, 'prebuilds'));
    expect(message).toContain('build a checkout');
    put('CMakeLists.txt', '');
    expect(failure().message).toContain(`npm run build:native, in ${root}`);
  });

  it('tries the build, then the prebuilt binary, and reports both', () => {
    const built = put('build/Release/tile_simd.node', 'not a library');
    const prebuilt = put(`prebuilds/${platform}/tile_simd.node`, 'neither');
    put('prebuilds/plan9-mips/tile_simd.node', 'another platform');
    const { message, given } = failure();
    expect((given as { candidate: string }[]).map(({ candidate }) => candidate)).toEqual([built, prebuilt]);
    expect(message).toMatch(/for another platform or C library/);
    expect(message.indexOf(built)).toBeLessThan(message.indexOf(prebuilt));
    expect(message).not.toContain('plan9');
  });

  it('names the C library version that is missing', () => {
    const error = "/lib/libc.so.6: version `GLIBC_2.38' not found (required by tile_simd.node)";
    expect(loadError(root, [{ candidate: 'a', error }]).message).toContain('the binary needs GLIBC_2.38');
  });

  it('says when the loader itself is missing', () => {
    const { message } = loadError(root, [
      { candidate: 'node-gyp-build', error: "Cannot find module 'node-gyp-build'" },
    ]);
    expect(message).toContain('run npm install');
    expect(message).not.toContain('CMake');
  });

  it('knows a binary of another version by what it lacks', () => {
    const missing = missingFunctions({ version() {}, cpu() {}, compile() {} });
    expect(missing).toEqual(expect.arrayContaining(['kernelInfo', 'createLauncher', 'launchAsync']));
    for (const there of ['version', 'cpu', 'compile']) expect(missing).not.toContain(there);
    expect(missingFunctions(null)).toHaveLength(missing.length + 3);
  });

  it('finds the root of the package from any depth', () => {
    put('package.json', '{ "name": "tile-simd" }');
    put('lib/native/package.json', '{ "name": "nested" }');
    mkdirSync(join(root, 'dist/native/deep'), { recursive: true });
    expect(packageRoot(join(root, 'dist/native/deep'))).toBe(root);
    expect(packageRoot(join(root, 'lib/native'))).toBe(root);
  });
});
