// npm run bench:peers without anything to install: every operator by plain loops beside ours, and what is missing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { check } from '../../bench/peers/data.mjs';
import { importPeer, MissingPeer, requirePeer } from '../../bench/peers/installed.mjs';
import { render } from '../../bench/peers/report.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tile-simd-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  const script = resolve(__dirname, '..', '..', 'bench', 'peers.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--no-build', ...args], {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '', NO_COLOR: '1' },
    timeout: 150_000,
  });
  return { status, stdout, stderr };
}

describe('bench:peers', () => {
  it('measures every operator in every round and keeps all of it', () => {
    const out = join(folder, 'peers.json');
    const shapes = '17x65,17x66';
    const { status, stdout, stderr } = run(
      '--quick',
      '--no-entry',
      '--peers',
      'plain-js',
      '--shapes',
      shapes,
      '--out',
      out,
    );
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const results = JSON.parse(readFileSync(out, 'utf8')) as Record<string, any>;
    expect(results).toMatchObject({ format: 'tile-simd/peers@1', rounds: 2, threads: 1 });
    const ops = ['rms_norm', 'layer_norm', 'softmax', 'swiglu', 'gelu_residual', 'rope'];
    expect(new Set(results.cells.map(({ cell }: any) => cell.op))).toEqual(new Set(ops));
    for (const { cell, missing, candidates } of results.cells) {
      expect(missing).toEqual([]);
      expect(candidates.map(({ label }: any) => label)).toEqual(['call', 'launch', 'plain JS']);
      for (const candidate of candidates) {
        expect(candidate.check.bad).toBe(0);
        expect(candidate.check.largest).toBeGreaterThan(0); // it is FP64 that it was compared with
        expect(candidate.raw.map(({ round }: any) => round)).toEqual([0, 1]);
        for (const visit of candidate.raw) {
          expect(visit.samples).toHaveLength(2);
          expect(visit.pivot).toHaveLength(2);
          expect([...visit.samples, ...visit.pivot].every((time: number) => time > 0)).toBe(true);
          expect(visit.check.bad).toBe(0);
        }
      }
      expect(stdout).toContain(`${cell.op} ${cell.shape}`);
    }
    expect(run('--report', '--out', out).stdout).toBe(stdout);
  });

  it('says what it does not know', () => {
    for (const [name, value] of [
      ['peers', 'nobody'],
      ['ops', 'matmul'],
      ['rounds', '0'],
      ['threads', '1.5'],
    ]) {
      const { status, stdout, stderr } = run(`--${name}`, value);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain(`--${name}: expected`);
      expect(stderr).toContain(`given ${value}`);
    }
  });

  it('says who is missing, who is wrong and who is faster', async () => {
    expect(() => requirePeer('no-such-peer')).toThrow(MissingPeer);
    await expect(importPeer('no-such-peer/part')).rejects.toThrow(/no-such-peer\/part is not there: npm run/);
    const peer = (label: string, ratio: number, more = {}) => ({
      label,
      kind: 'peer',
      time: 1,
      ratio,
      interval: [ratio - 0.1, ratio + 0.1],
      ...more,
    });
    const candidates = [peer('slower', 0.5), peer('as fast', 1), peer('faster', 1.5, { wrong: { bad: 3 } })];
    const cell = { name: 'rope-17x66', op: 'rope', shape: '17x66', isPublished: true };
    const missing = [{ label: 'tfjs', reason: 'it is not there' }];
    const machine = { cpu: 'a', node: 'b', v8: 'c' };
    const results = { machine, threads: 1, rounds: 12, cells: [{ cell, missing, candidates }] };
    const lines = render(results).map(stripVTControlCharacters);
    expect(lines).toContain('!!! MISSING tfjs: it is not there (rope-17x66)');
    expect(lines.join('\n')).toMatch(/!!! WRONG faster: 3 values.*\(rope-17x66\)/);
    expect(lines.join('\n').match(/\S+ \S+\) <<</g)).toEqual(['1.500 (1.40–1.60) <<<']);
  });

  it('sees every wrong value', () => {
    const expected = Float64Array.of(1, -2, 0, 1e4);
    expect(check(Float32Array.of(1, -2, 0, 1e4), expected)).toEqual({ bad: 0, largest: 0 });
    expect(check(Float32Array.of(1, -2, 4e-5, 1e4 + 0.4), expected).bad).toBe(0);
    expect(check(Float32Array.of(1.0002, -2, 6e-5, 1e4 + 0.6), expected).bad).toBe(3);
    expect(check(Float32Array.of(1, NaN, 0, 1e4), expected)).toMatchObject({
      bad: 1,
      first: { index: 1, actual: 'NaN', expected: -2 },
    });
    expect(check(Float32Array.of(1, -2, 0), expected).bad).toBe(4);
  });
});
