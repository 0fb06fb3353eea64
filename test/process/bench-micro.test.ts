// npm run bench and bench:compare: allocations counted exactly, every sample kept, and what counts as a change.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compare } from '../../bench/micro/compare.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tile-simd-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(script: string, ...args: string[]) {
  const file = resolve(__dirname, '..', '..', 'bench', script);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', file, ...args], {
    encoding: 'utf8',
    timeout: 150_000,
  });
  return { status, stdout, stderr };
}

interface Bench {
  group: string;
  name: string;
  median: number;
  interval: [number, number];
  heapBytes: number;
  bufferBytes: number;
  rounds: number[][];
}

describe('bench', () => {
  it('measures launches that allocate nothing, and calls that do', () => {
    const out = join(folder, 'a.json');
    const { status, stderr } = run('micro.mjs', '--quick', '--filter', 'rmsNorm 1', '--out', out);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const report = JSON.parse(readFileSync(out, 'utf8')) as { format: string; benches: Bench[] };
    expect(report.format).toBe('tile-simd/bench@1');
    const bytes = Object.fromEntries(report.benches.map(({ name, ...rest }) => [name, rest]));
    expect(Object.keys(bytes)).toEqual([
      'rmsNorm 1x64, new output',
      'rmsNorm 1x64, launch',
      'rmsNorm 17x66, launch',
      'rmsNorm 1x64, call',
      'rmsNorm 17x66, call',
    ]);
    expect(bytes['rmsNorm 17x66, launch']).toMatchObject({ heapBytes: 0, bufferBytes: 0 });
    expect(bytes['rmsNorm 1x64, new output'].bufferBytes).toBe(256);
    expect(bytes['rmsNorm 1x64, new output'].heapBytes).toBeGreaterThan(100);
    for (const { rounds, median, interval } of report.benches) {
      expect(rounds).toHaveLength(2);
      expect(rounds.flat().every((time) => time > 0)).toBe(true);
      expect(median).toBeGreaterThanOrEqual(interval[0]);
      expect(median).toBeLessThanOrEqual(interval[1]);
    }
    const same = run('compare.mjs', out, out);
    expect(same).toMatchObject({ status: 0, stderr: '' });
    expect(same.stdout).toContain('0 faster, 0 slower, 5 compared');

    const slower = join(folder, 'b.json');
    const twice = report.benches.map((one) => ({
      ...one,
      median: 100 * one.median,
      interval: one.interval.map((time) => 100 * time),
    }));
    writeFileSync(slower, JSON.stringify({ ...report, benches: twice }));
    expect(run('compare.mjs', out, slower)).toMatchObject({ status: 2, stderr: '' });
    expect(run('compare.mjs', slower, out)).toMatchObject({ status: 0, stderr: '' });
  });

  it('says what it cannot read', () => {
    const other = join(folder, 'other.json');
    writeFileSync(other, '{"format":"tile-simd/table@1"}');
    expect(run('compare.mjs', other, other).stderr).toContain(
      'expected format tile-simd/bench@1, given tile-simd/table@1',
    );
    expect(run('compare.mjs', other)).toMatchObject({ status: 1, stdout: '' });
    expect(run('micro.mjs', '--rounds', '0').stderr).toContain('--rounds: expected an integer >= 1, given 0');
    expect(run('micro.mjs', '--filter', 'nothing of that name')).toMatchObject({ status: 1, stdout: '' });
  });
});

describe('what two runs differ in', () => {
  const bench = (name: string, median: number, spread: number, heapBytes = 0, group = 'call') => ({
    group,
    name,
    median,
    interval: [median * (1 - spread), median * (1 + spread)],
    heapBytes,
    bufferBytes: 0,
  });
  const control = (median: number) => bench('control', median, 0.01, 0, 'control');
  const file = (...benches: object[]) => ({ machine: { cpu: 'one', node: 'v20' }, benches });
  const changes = ({ rows }: { rows: { name: string; change: string }[] }) =>
    Object.fromEntries(rows.map(({ name, change }) => [name, change]));

  it('is what the whole range shows beyond the noise', () => {
    const before = file(
      control(100),
      bench('a', 10, 0.01),
      bench('b', 10, 0.1),
      bench('c', 10, 0.01),
      bench('d', 10, 0),
    );
    const after = file(
      control(100),
      bench('a', 11, 0.01),
      bench('b', 11, 0.1),
      bench('c', 9, 0.01),
      bench('d', 10.1, 0),
    );
    const result = compare(before, after);
    expect(result.noise).toBe(0.02);
    expect(changes(result)).toEqual({ control: '', a: 'slower', b: '', c: 'faster', d: '' });
    expect(result.otherMachine).toBeUndefined();
  });

  it('is nothing where the controls moved as much', () => {
    const before = file(control(115), bench('a', 10, 0.01), bench('c', 10, 0.01));
    const after = file(control(100), bench('a', 11, 0.01), bench('c', 5, 0.01));
    const result = compare(before, after);
    expect(result.noise).toBeCloseTo(0.15);
    expect(changes(result)).toEqual({ control: '', a: '', c: 'faster' });
  });

  it('names bytes, machines, and what only one has', () => {
    const before = file(bench('a', 10, 0, 24), bench('gone', 1, 0));
    const after = {
      ...file(bench('a', 10, 0, 48), bench('new', 1, 0)),
      machine: { cpu: 'two', node: 'v20' },
    };
    expect(compare(before, after)).toMatchObject({
      otherMachine: ['one, Node v20', 'two, Node v20'],
      rows: [{ name: 'a', ratio: 1, bytes: { before: 24, after: 48 } }],
      onlyBefore: ['gone'],
      onlyAfter: ['new'],
    });
  });
});
