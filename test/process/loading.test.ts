// How the package is loaded and installed: CommonJS and ES module entry over one instance, an addon placed in
// prebuilds/ by hand, and what the install script does in each situation. Each case is a process of its own.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = resolve(__dirname, '..', '..');
const addon = join(root, 'build', 'Release', 'tile_simd.node');
const platform = `${process.platform}-${process.arch}`;

function node(cwd: string, args: string[], env: Record<string, string> = {}) {
  const run = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 50_000,
  });
  return { status: run.status, stdout: run.stdout.trim(), stderr: run.stderr.trim() };
}

const norm = 'rmsNorm(new Float32Array([1, 2, 3, 4]), new Float32Array([1, 1, 1, 1]), { eps: 0 })';
const expected = [1, 2, 3, 4].map((x) => Math.fround(x / Math.sqrt(7.5)));

function closeToExpected(printed: string) {
  const values = JSON.parse(printed) as number[];
  expect(values).toHaveLength(4);
  values.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 6));
}

describe('the package in this checkout', () => {
  it('is loaded by require', () => {
    const { stdout, stderr } = node(root, ['-p', `JSON.stringify([...require('.').${norm}])`]);
    closeToExpected(stdout || stderr);
  });

  it('is loaded by import', () => {
    const script = `import { rmsNorm } from 'tile-simd'; console.log(JSON.stringify([...${norm}]))`;
    const { stdout, stderr } = node(root, ['--input-type=module', '-e', script]);
    closeToExpected(stdout || stderr);
  });

  it('is one instance, whichever way it is loaded', () => {
    const script = `
      import { createRequire } from 'node:module';
      import * as named from 'tile-simd';
      import whole from 'tile-simd';
      const require = createRequire(process.cwd() + '/');
      const common = require('tile-simd');
      common.${norm};
      const names = Object.keys(common).filter((name) => name !== '__esModule');
      console.log(JSON.stringify({
        same: names.every((name) => named[name] === common[name]) && whole === common,
        names: names.length,
        addons: Object.keys(require.cache).filter((path) => path.endsWith('.node')).length,
        libraries: process.report.getReport().sharedObjects.filter((path) => path.endsWith('tile_simd.node')).length,
      }));`;
    const { stdout, stderr } = node(root, ['--input-type=module', '-e', script]);
    expect(JSON.parse(stdout || stderr)).toEqual({
      same: true,
      names: expect.any(Number),
      addons: 1,
      libraries: 1,
    });
  });

  it('is not built again by the install script', () => {
    const { status, stdout, stderr } = node(root, ['scripts/install.mjs'], {
      PATH: dirname(process.execPath),
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

describe('the package as it is published', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'tile-simd-package-')));
    for (const path of [
      'package.json',
      'dist',
      'scripts/install.mjs',
      'scripts/lib/host.mjs',
      'scripts/lib/binary.mjs',
    ]) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(root, 'node_modules', 'node-gyp-build'), join(folder, 'node_modules', 'node-gyp-build'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function place(text?: string) {
    const prebuilds = join(folder, 'prebuilds', platform);
    mkdirSync(prebuilds, { recursive: true });
    if (text === undefined) copyFileSync(addon, join(prebuilds, 'tile_simd.node'));
    else writeFileSync(join(prebuilds, 'tile_simd.node'), text);
  }

  it('loads an addon that was placed in prebuilds/ by hand', () => {
    place();
    const script = `console.log(JSON.stringify([...require('.').${norm}]));
      console.log(Object.keys(require.cache).find((path) => path.endsWith('.node')))`;
    const { stdout, stderr } = node(folder, ['-e', script]);
    const [values, path] = (stdout || stderr).split('\n');
    closeToExpected(values);
    expect(path).toBe(join(folder, 'prebuilds', platform, 'tile_simd.node'));
  });

  it('has nothing to install when its addon loads', () => {
    place();
    expect(node(folder, ['scripts/install.mjs'])).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('explains itself when it has no addon for this platform', () => {
    const { status, stderr } = node(folder, ['scripts/install.mjs']);
    expect(status).toBe(1);
    expect(stderr).toContain(`there is no addon for ${platform}`);
    expect(stderr).toContain(join(folder, 'prebuilds', platform));
  });

  it('explains itself when its addon does not load', () => {
    place('not a library');
    const { status, stderr } = node(folder, ['scripts/install.mjs']);
    expect(status).toBe(1);
    expect(stderr).toContain(`${join('prebuilds', platform, 'tile_simd.node')} does not load: `);
  });
});
