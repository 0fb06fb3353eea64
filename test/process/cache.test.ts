// The code cache between processes, users and threads.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheEnvironment, temporaryFolder } from '../support/cache-directory.js';
import { runFixture } from '../support/child.js';

const root = resolve(__dirname, '..', '..');
const fixture = resolve(__dirname, 'fixtures', 'fill-cache.cjs');

interface Filled {
  kernels: { source: string; bits: string }[];
  cache: { problem?: string; stored: number; notStored: number };
}

const columns = Array.from({ length: 24 }, (_, i) => String(20 + i));

const environment = (directory: string) => ({
  ...process.env,
  NODE_OPTIONS: '',
  TILE_SIMD_PACKAGE: root,
  ...cacheEnvironment(directory),
});

function fill(directory: string, args = columns): Filled {
  return runFixture('fill-cache.cjs', { args, env: cacheEnvironment(directory) });
}

const sourcesOf = ({ kernels }: Filled) => kernels.map(({ source }) => source);
const bitsOf = ({ kernels }: Filled) => kernels.map(({ bits }) => bits);
const all = <T>(value: T) => columns.map(() => value);

function fillBeside(directory: string, args: readonly string[]): Promise<Filled> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [fixture, ...args], { env: environment(directory), stdio: 'pipe' });
    let out = '';
    let problems = '';
    child.stdout.on('data', (text) => (out += String(text)));
    child.stderr.on('data', (text) => (problems += String(text)));
    child.on('close', (code) =>
      code === 0 && problems === ''
        ? done(JSON.parse(out) as Filled)
        : fail(new Error(`${code}: ${problems}`)),
    );
  });
}

describe('one cache', () => {
  it('is filled by several processes at once', async () => {
    const directory = join(temporaryFolder(), 'c');
    const plain = fill(''); // without a cache of its own
    const beside = await Promise.all([
      fillBeside(directory, columns),
      fillBeside(directory, columns),
      fillBeside(directory, [...columns].reverse()),
    ]);
    beside[2].kernels.reverse();
    for (const filled of beside) {
      expect(bitsOf(filled)).toEqual(bitsOf(plain));
      expect(filled.cache.notStored).toBe(0);
    }
    expect(readdirSync(directory)).toHaveLength(columns.length);
    const after = fill(directory);
    expect(sourcesOf(after)).toEqual(all('disk'));
    expect(bitsOf(after)).toEqual(bitsOf(plain));
  });

  it('takes no code for another feature level, library or LLVM', () => {
    const directory = join(temporaryFolder(), 'c');
    const first = fill(directory, ['30']);
    const [name] = readdirSync(directory);
    const bytes = readFileSync(join(directory, name));
    // Changed in place. (Images of another identity with a right digest: test/native/code_cache_test.cpp.)
    for (const [from, to] of [
      ['"llvm":"21.', '"llvm":"20.'],
      ['"library":"0.', '"library":"9.'],
      ['"features":["', '"features":["x'],
    ]) {
      const at = bytes.indexOf(from);
      expect(at).toBeGreaterThan(0);
      writeFileSync(
        join(directory, name),
        Buffer.concat([bytes.subarray(0, at), Buffer.from(to), bytes.subarray(at + from.length)]),
      );
      const again = fill(directory, ['30']);
      expect(sourcesOf(again)).toEqual(['compiled']);
      expect(bitsOf(again)).toEqual(bitsOf(first));
    }
    expect(sourcesOf(fill(directory, ['30']))).toEqual(['disk']);
  });

  it('that cannot be written to costs nothing but time', () => {
    const directory = join(temporaryFolder(), 'c');
    const first = fill(directory, ['30']);
    // No file may grow, the signal of that ignored: as on a full disk.
    const script = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`;
    const run = spawnSync('/bin/sh', ['-c', script, process.execPath, fixture, '30', '31'], {
      encoding: 'utf8',
      env: environment(directory),
    });
    expect(run.stderr).toBe('');
    const full = JSON.parse(run.stdout) as Filled;
    expect(sourcesOf(full)).toEqual(['disk', 'compiled']);
    expect(bitsOf(full)[0]).toBe(bitsOf(first)[0]);
    expect(full.cache).toMatchObject({ stored: 0, notStored: 1 });
    expect(readdirSync(directory)).toHaveLength(1);
  });

  it('is shared by the threads of a process', () => {
    const report = runFixture<{ here: string; sources: string[][]; compiled: number; kernels: number }>(
      'shared-code.cjs',
    );
    expect(report.here).toBe('compiled');
    expect(report.compiled).toBe(2);
    expect(report.kernels).toBe(2);
    expect(report.sources.map(([first]) => first)).toEqual(Array(8).fill('memory'));
    const second = report.sources.map(([, source]) => source).sort();
    expect(second).toEqual(['compiled', ...Array<string>(7).fill('memory')]);
  });
});

// Only root can become another user.
describe.runIf(process.getuid?.() === 0)("another user's cache", () => {
  const nobody = 65534;
  const asNobody = (directory: string): Filled => {
    const run = spawnSync(process.execPath, [fixture, '30'], {
      encoding: 'utf8',
      env: environment(directory),
      uid: nobody,
      gid: nobody,
    });
    expect(run.stderr).toBe('');
    return JSON.parse(run.stdout) as Filled;
  };

  it('is not used: a folder of root', () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const directory = join(folder, 'c');
    const first = fill(directory, ['30']);
    const second = asNobody(directory); // which cannot even open it
    expect(sourcesOf(second)).toEqual(['compiled']);
    expect(bitsOf(second)).toEqual(bitsOf(first));
    expect(second.cache.problem).toContain('cannot be opened');
    chmodSync(directory, 0o755);
    expect(asNobody(directory).cache.problem).toBe(`${directory}: belongs to user 0, not to ${nobody}`);
  });

  it('is not used: files of another user in our own folder', () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const directory = join(folder, 'c');
    mkdirSync(directory, { mode: 0o700 });
    chownSync(directory, nobody, nobody);
    expect(sourcesOf(asNobody(directory))).toEqual(['compiled']);
    const file = join(directory, readdirSync(directory)[0]);
    expect(statSync(file).uid).toBe(nobody);
    expect(sourcesOf(asNobody(directory))).toEqual(['disk']);
    chownSync(file, 12345, nobody);
    expect(sourcesOf(asNobody(directory))).toEqual(['compiled']);
    expect(statSync(file).uid).toBe(nobody); // replaced
    expect(sourcesOf(asNobody(directory))).toEqual(['disk']);
    expect(fill(directory, ['30']).cache.problem).toBe(`${directory}: belongs to user ${nobody}, not to 0`);
  });
});

describe('compileAsync() at the end', () => {
  it('of worker threads', () => {
    expect(runFixture('compile-async-end.cjs', { args: ['terminate', '15'] })).toEqual({
      ended: 15,
      codes: [1],
    });
  });

  it('of the process by process.exit()', () => {
    const start = Date.now();
    expect(runFixture('compile-async-end.cjs', { args: ['exit'] })).toBe('exit');
    expect(Date.now() - start).toBeLessThan(20_000);
  });

  it('waits where nothing else is to do', () => {
    expect(runFixture('compile-async-end.cjs', { args: ['natural'] })).toBe(3);
  });
});

describe('kernels compiled in the background', () => {
  it.each(['natural', 'exit', 'throw', 'worker', 'terminate'])('do not hold up the end: %s', (how) => {
    const start = Date.now();
    const env = { TILE_SIMD_DISABLE_TIER_UP: '' };
    expect(runFixture('tier-up-end.cjs', { args: [how], env })).toEqual({ sum: expect.closeTo(12, 3) });
    expect(Date.now() - start).toBeLessThan(20_000);
  });
});
