// What the package does to the process that loads it: floating-point state, executable memory, the heap, worker
// threads, and the end. Each in a process of its own.
import { describe, expect, it } from 'vitest';
import { runFixture } from '../support/child.js';

describe('the floating-point state of the caller', () => {
  it('stays as it is: nothing flushes subnormal numbers to zero', () => {
    const { result, subnormal, ...probes } = runFixture<Record<string, unknown>>('floating-point.cjs');
    const expected = [Number.MIN_VALUE, 1e-310 * 0.5, Math.fround(1e-40)];
    expect(expected.every((value) => value > 0)).toBe(true);
    const moments = ['before', 'required', 'loaded', 'compiled', 'launched', 'disposed', 'worker'];
    expect(probes).toEqual(Object.fromEntries(moments.map((moment) => [moment, expected])));
    expect(result).toBeCloseTo(1, 6);
    expect(subnormal).toBeCloseTo(1, 4);
  });
});

describe.runIf(process.platform === 'linux')('executable memory', () => {
  it('is never writable, and is freed with its kernel', () => {
    const report = runFixture<{ before: string[]; found: string[]; executable: number[] }>('memory-map.cjs', {
      node: ['--jitless', '--no-expose-wasm'],
    });
    expect(report.before).toEqual([]);
    expect(report.found).toEqual([]);
    const [first, ...later] = report.executable;
    expect(first).toBeGreaterThan(0);
    // One kernel lives at a time; how many mappings its code takes is the linker's matter.
    expect(Math.max(...later)).toBeLessThan(first + 20);
    expect(later.at(-1)).toBeLessThanOrEqual(Math.max(...later.slice(0, 5)));
  });
});

describe('the heap', () => {
  it('grows by nothing in a launch', () => {
    // Room for every allocation of a measurement, so that no collection hides one.
    const node = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'];
    const report = runFixture<Record<string, number>>('allocation.cjs', { node });
    // The method sees what there is to see: an object of 24 bytes or more per call.
    expect(report.control).toBeGreaterThan(24 * report.launches);
    // What is left is the measurement itself: the smallest object, 8 bytes, would be 400,000 bytes here.
    expect(report.launch).toBeLessThan(report.launches);
    expect(report.launchOfSevenArguments).toBeLessThan(report.launches);
  });
});

describe('worker threads', () => {
  it('load, compile and run side by side, and may be terminated in the middle of it', () => {
    const report = runFixture<{ finished: number[]; terminated: number[]; here: number }>('workers.cjs', {
      args: ['2'],
    });
    expect(report).toEqual({ finished: Array(8).fill(0), terminated: Array(8).fill(1), here: 0 });
  });
});

describe('the end of the process', () => {
  it('comes by itself when the script falls off its end', () => {
    // runFixture expects the exit code 0, and no signal; a process that does not end runs into its time limit.
    expect(runFixture('exit.cjs')).toEqual({ first: expect.closeTo(0.3651, 4) });
  });

  it.each(['exit', 'throw', 'worker'])('comes by %s, with kernels and launchers alive', (how) => {
    expect(runFixture('exit.cjs', { args: [how] })).toEqual({ first: expect.closeTo(0.3651, 4) });
  });
});
