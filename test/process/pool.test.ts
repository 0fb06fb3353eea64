// The threads of the pool and the life of a process: they neither keep it nor hang it, and are there for its children.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runFixture } from '../support/child.js';

const root = resolve(__dirname, '..', '..');

/** How the fixture ended, and how long it took from its start. */
function endOf(how: string) {
  const script = resolve(__dirname, 'fixtures', 'pool-end.cjs');
  const start = performance.now();
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [script, how], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', TILE_SIMD_PACKAGE: root },
    timeout: 50_000,
  });
  return { status, signal, stdout, stderr, milliseconds: performance.now() - start };
}

describe('a process with a live pool', () => {
  // What a process takes that launches and ends at once, on this machine as it is now.
  const idle = endOf('idle');
  const patience = 2 * idle.milliseconds + 1000;

  it('ends by itself when nothing is in flight', () => {
    expect(idle).toMatchObject({ status: 0, signal: null, stdout: '', stderr: '' });
  });

  it.each([
    ['finish', 'finished'],
    ['pending', 'finished'],
  ])('lives as long as work is in flight (%s)', (how, stdout) => {
    expect(endOf(how)).toMatchObject({ status: 0, signal: null, stdout, stderr: '' });
  });

  it.each(['exit', 'throw'])('ends within a second with work in flight (%s)', (how) => {
    const { milliseconds, ...end } = endOf(how);
    expect(end).toEqual({ status: 0, signal: null, stdout: '', stderr: '' });
    expect(milliseconds).toBeLessThan(patience);
  });

  it('survives an exception that is thrown while launches run', () => {
    expect(endOf('throw-in-then')).toMatchObject({ status: 0, signal: null, stdout: 'caught', stderr: '' });
  });

  it('leaves signals to the host', () => {
    expect(endOf('kill')).toMatchObject({ status: null, signal: 'SIGTERM', stderr: '' });
  });

  it('outlives a worker that exits with work in flight', () => {
    expect(endOf('worker-exit')).toMatchObject({ status: 0, signal: null, stdout: 'worker 3', stderr: '' });
  });

  it('has children that compute and end: fork and cluster', () => {
    expect(runFixture('fork.cjs')).toEqual({
      here: [true, true, true],
      forked: [[true, 0]],
      cluster: [
        [true, 0],
        [true, 0],
      ],
    });
  });
});

describe('TILE_SIMD_WORKERS', () => {
  const workersWith = (value: string) => {
    const code = `const { defaultPool } = require(${JSON.stringify(root)});
      try { console.log(defaultPool().workers) } catch (e) { console.log(e.code, e.argument) }`;
    const env = { ...process.env, NODE_OPTIONS: '', TILE_SIMD_WORKERS: value };
    return spawnSync(process.execPath, ['-e', code], { encoding: 'utf8', env }).stdout.trim();
  };

  it('is the number of workers of the default pool', () => {
    for (const workers of ['1', '3', '33']) expect(workersWith(workers)).toBe(workers);
    expect(Number(workersWith(''))).toBeGreaterThanOrEqual(1);
  });

  it('is an error if it is no such number', () => {
    for (const bad of ['0', '-1', '1.5', 'many', '257'])
      expect(workersWith(bad)).toBe('ERR_INVALID_ARG_VALUE TILE_SIMD_WORKERS');
  });

  it.runIf(process.platform === 'linux')('gives way to the affinity of the process', () => {
    const code = `console.log(require(${JSON.stringify(root)}).defaultPool().workers)`;
    const env = { ...process.env, NODE_OPTIONS: '', TILE_SIMD_WORKERS: '' };
    const run = spawnSync('taskset', ['-c', '0', process.execPath, '-e', code], { encoding: 'utf8', env });
    if (run.error === undefined) expect(run.stdout.trim()).toBe('1');
  });
});
