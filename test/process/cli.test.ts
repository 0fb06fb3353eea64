// The command line: exit codes, what is printed for people, on a terminal and in a pipe, and for programs.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DemoCase } from '../../lib/cli/demo-cases.js';
import { runCase } from '../../lib/cli/demo-run.js';
import { formatTime, Output, threeDigits } from '../../lib/cli/terminal.js';
import { compareTimes } from '../../lib/cli/timing.js';
import { median } from '../../lib/statistics.js';
import { cacheEnvironment, temporaryFolder } from '../support/cache-directory.js';

const command = resolve(__dirname, '..', '..', 'dist', 'cli', 'index.js');

function run(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 150_000,
  });
  return { status, stdout, stderr };
}

describe('tile-simd', () => {
  it('explains itself', () => {
    const { status, stdout } = run(['--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/demo/);
    expect(run(['--version'])).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    });
  });

  it('refuses what it does not know', () => {
    for (const args of [['nonsense'], ['demo', '--nonsense'], ['demo', 'extra']]) {
      const { status, stdout, stderr } = run(args);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^error: /);
    }
  });

  it('demo --json: every case, its plan, times and errors', () => {
    // Colours are for terminals, whatever the environment says.
    const { status, stdout, stderr } = run(['demo', '--json'], { FORCE_COLOR: '1' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const report = JSON.parse(stdout) as { passed: boolean; cases: Record<string, any>[] };
    expect(report.passed).toBe(true);
    expect(report.cases.filter(({ source }) => source === 'onnx')).toHaveLength(38);
    expect(
      report.cases
        .filter(({ source }) => source === 'shapes')
        .map(({ operator, rows, cols }) => `${operator} ${rows}x${cols}`),
    ).toEqual([
      'RMSNorm 64x256',
      'RMSNorm 17x65',
      'RMSNorm 1024x4096',
      'RMSNorm 17x16384',
      'RMSNorm 1x4096',
      'LayerNorm 1x4096',
      'LayerNorm 17x16384',
      'LayerNorm 1024x4096',
    ]);
    for (const { plan, nanoseconds, plainLoopNanoseconds, ratio, passed, errorOfTolerance } of report.cases) {
      expect(passed).toBe(true);
      expect(errorOfTolerance).toBeLessThan(1);
      expect([nanoseconds, plainLoopNanoseconds, ratio].every((value) => value > 0)).toBe(true);
      expect(plan).toMatchObject({ mapping: expect.any(String), width: expect.any(Number) });
    }
  }, 160_000);

  it('demo in a pipe: plain lines and a verdict', () => {
    const { status, stdout } = run(['demo'], { FORCE_COLOR: '1', CI: '1' });
    expect(status).toBe(0);
    // eslint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => / ok +(packet-local|whole-program) /.test(line))).toHaveLength(46);
    expect(lines.at(-1)).toMatch(
      /^46 of 46 cases within 5e-5 \+ 5e-5 \|expected\|, largest error \d\.\de-\d$/,
    );
  }, 160_000);
});

describe('tile-simd tune', () => {
  it('prints what it measured, and as JSON', () => {
    const args = ['tune', 'rmsnorm', '--rows', '8', '--cols', '96', '--candidates', '3', '--no-store'];
    const { status, stdout, stderr } = run(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^rms_norm for rows 8, cols 96: 3 plans measured\n\n {2}mapping +W +P/);
    expect(stdout).toMatch(/stays|from now on/);
    const report = JSON.parse(run([...args, '--json']).stdout) as { candidates: unknown[]; wrong: unknown[] };
    expect([report.candidates.length, report.wrong.length]).toEqual([3, 0]);
  });

  it('names what is wrong with its arguments', () => {
    const { status, stdout, stderr } = run(['tune', 'rmsnorm', '--cols', '96', '--candidates', 'many']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/options\.candidates: .*ERR_INVALID_ARG_VALUE/);
  });

  it('ends at an interrupt from the keyboard, and remembers nothing', async () => {
    const folder = join(temporaryFolder(), 'kernels');
    const args = ['tune', 'layernorm', '--rows', '512', '--cols', '4096', '--candidates', '500'];
    const env = { ...process.env, ...cacheEnvironment(folder) };
    const child = spawn(process.execPath, [command, ...args], { env, stdio: 'pipe' });
    let problems = '';
    child.stderr.on('data', (text) => (problems += String(text)));
    while (!existsSync(folder)) await new Promise((done) => setTimeout(done, 20)); // it has begun to compile
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number | null];
    expect({ code, problems }).toEqual({ code: 1, problems: 'interrupted: nothing was remembered\n' });
    expect(existsSync(`${folder}-tuned`)).toBe(false);
  });
});

describe('a case of the demo', () => {
  const given: DemoCase = {
    operator: 'RMSNorm',
    source: 'onnx',
    name: 'made up',
    rows: 1,
    cols: 2,
    eps: 0,
    x: Float32Array.of(3, -3),
    weight: Float32Array.of(1, 2),
  };
  const published = (...y: number[]) => ({ ...given, published: { y: Float32Array.from(y) } });
  const ignore = () => undefined;

  it('passes only with what was published', () => {
    expect(runCase(published(1, -2), ignore)).toMatchObject({ passed: true, largestError: 0 });
    const wrong = runCase(published(1, -2.001), ignore);
    expect(wrong.passed).toBe(false);
    expect(wrong.largestError).toBeCloseTo(0.001, 6);
    expect(runCase(published(1, NaN), ignore).passed).toBe(false);
    expect(runCase(published(1), ignore).passed).toBe(false);
  });
});

describe('output', () => {
  /** A stream that remembers. */
  class Recorder {
    text = '';
    constructor(
      readonly isTTY: boolean,
      readonly columns: number,
    ) {}
    hasColors = () => true;
    write = (text: string) => {
      this.text += text;
      return true;
    };
  }
  const columns = [
    { title: 'name', width: 6 },
    { title: 'time', width: 6, align: 'right' as const },
  ];

  it('has colour and a progress line on a terminal', () => {
    const stream = new Recorder(true, 40);
    const output = new Output(stream as never);
    output.progress('1/2');
    output.row(columns, [{ text: 'a', color: output.colors.green }, { text: '12 ns' }]);
    output.progress('');
    output.line('end');
    const erase = '\r\x1b[2K';
    const progress = '\x1b[2m1/2\x1b[22m';
    const row = '  \x1b[32ma\x1b[39m        12 ns\n';
    expect(stream.text).toBe(`${progress}${erase}${row}${progress}${erase}end\n`);
    expect(output.width).toBe(40);
  });

  it('has neither elsewhere', () => {
    const stream = new Recorder(false, 40);
    const output = new Output(stream as never);
    output.progress('1/2');
    output.titles(columns);
    output.row(columns, [{ text: 'a', color: output.colors.green }, { text: '12 ns' }]);
    output.progress('');
    expect(stream.text).toBe('  name      time\n  a        12 ns\n');
    expect(output.width).toBe(Infinity);
  });

  it('shows three digits', () => {
    expect([0.5, 182, 999.4, 5330, 1_120_000, 2e9, 5e12].map(formatTime)).toEqual([
      '0.50 ns',
      '182 ns',
      '999 ns',
      '5.33 µs',
      '1.12 ms',
      '2.00 s',
      '5000 s',
    ]);
    expect([0.253, 1.5, 12.34, 456.7].map(threeDigits)).toEqual(['0.25', '1.50', '12.3', '457']);
  });
});

describe('timing', () => {
  it('compares by medians of neighbours', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    const calls = { first: 0, second: 0 };
    const result = compareTimes(
      () => ++calls.first,
      () => ++calls.second,
      { rounds: 12, budgetMilliseconds: 1000, sampleMilliseconds: 0.1 },
    );
    expect(result.rounds).toBe(12);
    expect(result.ratioRange[0]).toBeLessThanOrEqual(result.ratio);
    expect(result.ratioRange[1]).toBeGreaterThanOrEqual(result.ratio);
    expect(calls.first).toBeGreaterThan(12);
    expect(calls.second).toBeGreaterThan(12);
  });
});
