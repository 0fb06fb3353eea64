// What doctor makes of what it is told, and what it reads of the machine.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  checkBinary,
  checkCores,
  checkCpu,
  checkOperators,
  checkPlatform,
  type Surroundings,
} from '../../lib/cli/doctor-checks.js';
import type { ProbeMessage, SelfTest } from '../../lib/cli/doctor-probe.js';
import { operators } from '../../lib/kernels/operators.js';
import { sampleArguments, sampleShape } from '../../lib/runtime/sample-arguments.js';
import { bindArguments } from '../../lib/runtime/arguments.js';
import { cpuCaches, cpuQuota } from '../../lib/runtime/machine.js';

const here: Surroundings = {
  node: '22.1.0',
  platform: 'linux-x64',
  glibc: '2.36',
  version: '1.2.3',
  oldestNode: 20,
  cores: 8,
  quota: undefined,
  environment: {},
};
const ended = { status: 0, signal: null, stderr: '', timedOut: false };
const test = (given: Partial<SelfTest>): ProbeMessage => ({
  step: 'tested',
  operator: 'rmsNorm',
  passed: true,
  elements: 10,
  mismatches: 0,
  largestError: 1e-7,
  milliseconds: 1,
  ...given,
});

describe('checks', () => {
  it('know platforms', () => {
    expect(checkPlatform(here).severity).toBe('ok');
    expect(checkPlatform({ ...here, node: '18.0.0' })).toMatchObject({
      severity: 'problem',
      remedies: ['use Node 20 or later'],
    });
    expect(checkPlatform({ ...here, platform: 'win32-x64' }).severity).toBe('problem');
    expect(checkPlatform({ ...here, platform: 'linux-ppc64' }).severity).toBe('problem');
    expect(checkPlatform({ ...here, glibc: undefined }).message).toContain('musl');
    expect(checkPlatform({ ...here, platform: 'darwin-arm64', glibc: undefined }).severity).toBe('ok');
  });

  it('tell a binary of another version', () => {
    const loaded = { step: 'loaded', path: 'a.node', llvm: '21.1.8', library: '1.2.3' } as const;
    expect(checkBinary([loaded], ended, here)).toMatchObject({
      severity: 'ok',
      message: 'a.node, LLVM 21.1.8',
    });
    expect(checkBinary([{ ...loaded, library: '1.0.0' }], ended, here).severity).toBe('problem');
    const late = { ...ended, status: null, signal: 'SIGKILL' as const, timedOut: true };
    expect(checkBinary([], late, here).message).toContain('it did not end in time');
  });

  it('tell narrow CPUs and quotas', () => {
    const cpu = {
      name: 'c',
      features: [],
      levels: ['x86-64-v2'] as const,
      widths: [2] as const,
      maxWidth: 4,
      cores: 1,
    };
    expect(checkCpu([{ step: 'cpu', cpu }]).severity).toBe('warning');
    expect(checkCpu([{ step: 'cpu', cpu: { ...cpu, levels: [] } }]).severity).toBe('problem');
    expect(checkCpu([{ step: 'cpu', cpu: { ...cpu, levels: ['neon'] } }]).severity).toBe('ok');
    expect(checkCpu([]).severity).toBe('warning');
    expect(checkCores({ ...here, quota: 1.5 })).toMatchObject({ severity: 'warning' });
    expect(checkCores({ ...here, quota: 8 }).message).toBe('8 cores, a quota of 8.00');
    expect(checkCores({ ...here, cores: 1 }).message).toBe('1 core, no quota');
  });

  it('tell operators that are wrong, cannot run, or kill the process', () => {
    const testing = (operator: string): ProbeMessage => ({ step: 'testing', operator });
    const good = [testing('gelu'), test({}), { step: 'end' } as const];
    expect(checkOperators(good, ended).severity).toBe('ok');
    const wrong = [
      testing('gelu'),
      test({ operator: 'gelu', passed: false, mismatches: 3 }),
      { step: 'end' } as const,
    ];
    expect(checkOperators(wrong, ended).message).toBe('wrong: gelu (3 of 10 wrong)');
    const denied = [
      testing('gelu'),
      test({ passed: false, error: 'no', code: 'ERR_JIT' }),
      { step: 'end' } as const,
    ];
    expect(checkOperators(denied, ended).remedies.join()).toContain('execmem');
    const killed = { ...ended, status: null, signal: 'SIGILL' as const };
    const check = checkOperators([testing('gelu'), test({}), testing('rope')], killed);
    expect(check).toMatchObject({ severity: 'problem' });
    expect(check.message).toContain('rope ended its process: ended by SIGILL');
    expect(checkOperators([], ended).severity).toBe('problem');
  });
});

describe('sample arguments', () => {
  it.each(Object.keys(operators))('fit %s, in every storage type it has', (name) => {
    for (const dtype of ['f32', 'f16', 'bf16']) {
      const program = operators[name].program({ dtype });
      const shape = sampleShape(program, 6);
      const args = sampleArguments(program, shape, 5);
      expect(bindArguments(program, shape, args, { outputs: 'required' }).rows).toBe(5);
      expect(sampleArguments(program, shape, 5)).toEqual(args);
    }
  });
});

describe('the machine', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tile-simd-machine-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function files(contents: Record<string, string>) {
    for (const [path, text] of Object.entries(contents)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), `${text}\n`);
    }
  }

  it('has caches by level', () => {
    const cache = 'sys/devices/system/cpu/cpu0/cache';
    const entry = (index: number, level: number, type: string, size: string, shared: string) =>
      files({
        [`${cache}/index${index}/level`]: String(level),
        [`${cache}/index${index}/type`]: type,
        [`${cache}/index${index}/size`]: size,
        [`${cache}/index${index}/shared_cpu_list`]: shared,
      });
    expect(cpuCaches(root)).toEqual([]);
    entry(3, 3, 'Unified', '32M', '0-7,16-23');
    entry(0, 1, 'Data', '32K', '0');
    entry(1, 1, 'Instruction', '32K', '0,8');
    entry(4, 4, 'Nonsense', '1K', '0');
    entry(5, 2, 'Unified', 'unknown', '0');
    expect(cpuCaches(root)).toEqual([
      { level: 1, type: 'data', bytes: 32768, sharedBy: 1 },
      { level: 1, type: 'instruction', bytes: 32768, sharedBy: 2 },
      { level: 3, type: 'unified', bytes: 32 << 20, sharedBy: 16 },
    ]);
  });

  it('has the smallest quota of its control groups, of either version', () => {
    expect(cpuQuota(root)).toBeUndefined();
    files({
      'proc/self/cgroup': '0::/a/b',
      'sys/fs/cgroup/a/b/cpu.max': 'max 100000',
      'sys/fs/cgroup/a/cpu.max': '150000 100000',
    });
    expect(cpuQuota(root)).toBe(1.5);
    files({ 'sys/fs/cgroup/a/b/cpu.max': '50000 100000' });
    expect(cpuQuota(root)).toBe(0.5);
    files({
      'proc/self/cgroup': '4:cpu,cpuacct:/docker/x\n1:name=systemd:/',
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '200000',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000',
    });
    expect(cpuQuota(root)).toBe(2);
    files({ 'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1' });
    expect(cpuQuota(root)).toBeUndefined();
  });
});
