// tile-simd doctor in whole and in broken installations: what it reports, what it advises, and its exit status.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(__dirname, '..', '..');
const addon = join(root, 'build', 'Release', 'tile_simd.node');
const platform = `${process.platform}-${process.arch}`;

const cache = realpathSync(mkdtempSync(join(tmpdir(), 'tile-simd-doctor-cache-')));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

interface Report {
  passed: boolean;
  checks: { name: string; severity: string; message: string; remedies: string[] }[];
  binary?: { path: string; llvm: string };
  operators: { operator: string; passed: boolean; elements: number }[];
  caches: unknown[];
  cpu?: { features: string[] };
}

function doctor(folder: string, env: Record<string, string> = {}, args = ['--json']) {
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('TILE_SIMD_'));
  const run = spawnSync(process.execPath, [join(folder, 'dist', 'cli', 'index.js'), 'doctor', ...args], {
    encoding: 'utf8',
    env: { ...Object.fromEntries(clean), XDG_CACHE_HOME: cache, ...env },
    timeout: 120_000,
  });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}

function reportOf({ stdout, stderr }: { stdout: string; stderr: string }): Report {
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Report;
}

const check = (report: Report, name: string) => report.checks.find((entry) => entry.name === name)!;

describe('a whole installation', () => {
  it('passes: every operator against the oracle', () => {
    const run = doctor(root);
    expect(run.status).toBe(0);
    const report = reportOf(run);
    expect(report.passed).toBe(true);
    expect(report.checks.map(({ name, severity }) => `${name} ${severity}`)).toEqual(
      expect.arrayContaining(['platform ok', 'binary ok', 'operators ok', 'environment ok']),
    );
    expect(report.binary).toEqual({
      path: addon,
      llvm: expect.stringMatching(/^21\.1\./),
      library: expect.any(String),
    });
    expect(report.operators).toHaveLength(13);
    for (const { operator, passed, elements } of report.operators) {
      expect(passed, operator).toBe(true);
      expect(elements, operator).toBeGreaterThan(60);
    }
    expect(report.cpu?.features.length).toBeGreaterThan(5);
  });

  it('names the code cache, and says why it is not used', () => {
    expect(check(reportOf(doctor(root)), 'code cache')).toMatchObject({
      severity: 'ok',
      message: join(cache, 'tile-simd', 'kernels'),
    });
    const open = join(cache, 'open');
    mkdirSync(open, { recursive: true });
    chmodSync(open, 0o777);
    const refused = doctor(root, { TILE_SIMD_CACHE_DIR: open });
    expect(refused.status).toBe(0);
    expect(check(reportOf(refused), 'code cache')).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining(`${open} is not used: `),
    });
    const off = check(reportOf(doctor(root, { TILE_SIMD_DISABLE_CACHE: '1' })), 'code cache');
    expect(off).toMatchObject({ severity: 'warning', message: 'nothing is kept on disk' });
  });

  it('says so in plain lines in a pipe, and names variables that are set', () => {
    const { status, stdout } = doctor(root, { TILE_SIMD_SOMETHING: '1', FORCE_COLOR: '1' }, []);
    expect(status).toBe(0);
    // eslint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
    expect(stdout).toMatch(/^note +environment +TILE_SIMD_SOMETHING=1$/m);
    expect(stdout.trimEnd()).toMatch(/tile-simd works here$/);
  });
});

describe('a broken installation', () => {
  let folder: string;
  let tools: string;

  beforeAll(() => {
    tools = realpathSync(mkdtempSync(join(tmpdir(), 'tile-simd-doctor-tools-')));
  });
  afterAll(() => rmSync(tools, { recursive: true, force: true }));

  function install(binary?: Buffer | string) {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'tile-simd-doctor-')));
    for (const path of ['package.json', 'dist'])
      cpSync(join(root, path), join(folder, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    if (binary === undefined) return;
    mkdirSync(join(folder, 'prebuilds', platform), { recursive: true });
    writeFileSync(join(folder, 'prebuilds', platform, 'tile_simd.node'), binary);
  }
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A shared library of a few lines of C. */
  function library(code: string): Buffer {
    const { include_dir: include } = createRequire(__filename)('node-api-headers') as { include_dir: string };
    const out = join(tools, 'library.node');
    const headers = resolve(root, 'node_modules', 'node-api-headers', 'include');
    const args = ['-shared', '-fPIC', '-x', 'c', '-', `-I${include}`, `-I${headers}`, '-o', out];
    const { status, stderr } = spawnSync('cc', args, { input: code, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    return readFileSync(out);
  }

  /** Runs doctor, expects a problem of the binary alone, and gives that check. */
  function diagnose() {
    const run = doctor(folder);
    expect(run.status).toBe(1);
    const report = reportOf(run);
    expect(report.passed).toBe(false);
    expect(check(report, 'operators').message).toContain('the binary does not run');
    const binary = check(report, 'binary');
    expect(binary.severity).toBe('problem');
    expect(binary.remedies.length).toBeGreaterThan(0);
    return { message: binary.message, remedies: binary.remedies.join('\n') };
  }

  it('without a binary', () => {
    install();
    const { message, remedies } = diagnose();
    expect(message).toContain('No native build was found');
    expect(remedies).toContain(join(folder, 'prebuilds'));
  });

  it('with a binary that is none', () => {
    install('this was cut short');
    expect(diagnose().remedies).toMatch(/replace .*tile_simd\.node: a file of 18 bytes is no library/);
    install('x'.repeat(4096));
    expect(diagnose().remedies).toMatch(/neither ELF nor Mach-O/);
  });

  it.runIf(process.platform === 'linux')('with a binary that was cut short', () => {
    install(readFileSync(addon).subarray(0, 1 << 20));
    diagnose(); // an error or SIGBUS, as the loader likes
  });

  it.runIf(process.platform === 'linux')('with a binary for another architecture, or another system', () => {
    const foreign = readFileSync(addon).subarray(0, 1 << 16);
    const [machine, arch] = process.arch === 'x64' ? [183, 'arm64'] : [62, 'x64'];
    foreign.writeUInt16LE(machine, 18);
    install(foreign);
    expect(diagnose().remedies).toContain(`is for linux-${arch} and this is ${platform}`);
    const mac = Buffer.alloc(4096);
    mac.writeUInt32BE(0xcffaedfe, 0);
    mac.writeUInt32LE(0x0100000c, 4);
    install(mac);
    expect(diagnose().remedies).toContain('is for darwin-arm64');
  });

  it.runIf(process.platform === 'linux')('with a binary that wants a newer C library', () => {
    const newer = readFileSync(addon);
    const at = newer.indexOf('GLIBC_2.34\0');
    expect(at).toBeGreaterThan(0);
    newer.write('GLIBC_9.34', at, 'latin1');
    install(newer);
    const { message, remedies } = diagnose();
    expect(message).toContain('GLIBC_9.34');
    expect(remedies).toContain('the binary needs GLIBC_9.34, which this system lacks');
  });

  it('with a binary that kills its process', () => {
    install(library('__attribute__((constructor)) static void die(void) { __builtin_trap(); }'));
    const { message } = diagnose();
    expect(message).toMatch(/ended its process \(ended by SIG(ILL|TRAP)/);
    install(library('__attribute__((constructor)) static void die(void) { *(volatile int *)0 = 0; }'));
    expect(diagnose().message).toMatch(/SIGSEGV.*a wild access/);
  });

  it('with a binary of another version', () => {
    install(
      library(`#include <node_api.h>
        NAPI_MODULE_INIT() { return exports; }`),
    );
    const { message } = diagnose();
    expect(message).toContain('is of another version of tile-simd: it lacks version, cpu, compile');
  });
});
