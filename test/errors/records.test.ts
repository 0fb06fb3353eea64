// Records and programs that are not what they seem to be, and what a user's own getters can do in between.
import { describe, expect, it } from 'vitest';
import { compile, layerNorm, parseProgram, rmsNorm, type LaunchRecord } from '../../lib/index.js';
import { detach, expectRefusal } from '../support/refuse.js';

const cols = 4;

function setUp() {
  const kernel = compile(rmsNorm.program({ weight: false }), { cols });
  const arrays = { x: new Float32Array(2 * cols).fill(3), y: new Float32Array(2 * cols).fill(7) };
  return { kernel, arrays, record: kernel.record({ ...arrays, eps: 1e-5 }) };
}

describe('a record', () => {
  it.each([
    ['a proxy of one', (record: LaunchRecord) => new Proxy(record, {})],
    ['an object that inherits from one', (record: LaunchRecord) => Object.create(record) as LaunchRecord],
    ['null', () => null],
  ])('is not %s', (_, disguise) => {
    const { kernel, arrays, record } = setUp();
    expectRefusal(() => kernel.launch(disguise(record) as LaunchRecord), {
      code: 'ERR_INVALID_ARG_TYPE',
      argument: 'record',
      says: ['LaunchRecord'],
      arrays: Object.values(arrays),
    });
    kernel.dispose();
  });

  it.each([
    [['0', 1], '["0", 1]'],
    [[0n, 1n], '[0n, 1n]'],
  ])('is launched over integers, not %s', (programs, given) => {
    const { kernel, arrays, record } = setUp();
    expectRefusal(() => kernel.launch(record, { programs: programs as never }), {
      code: 'ERR_INVALID_ARG_VALUE',
      argument: 'options.programs',
      says: [given],
      arrays: Object.values(arrays),
    });
    kernel.dispose();
  });
});

it('a program is read from text alone', () => {
  for (const text of [5, undefined, null, {}])
    expectRefusal(() => parseProgram(text as never), { code: 'ERR_INVALID_ARG_TYPE', argument: 'text' });
});

it('an option whose getter detaches x is noticed', () => {
  const x = new Float32Array(2 * cols).fill(3);
  const out = new Float32Array(2 * cols).fill(7);
  const options = {
    get out() {
      if (x.length > 0) detach(x);
      return out;
    },
  };
  expectRefusal(() => rmsNorm(x, new Float32Array(cols), options), {
    code: 'ERR_BUFFER_DETACHED',
    argument: 'x',
    arrays: [out],
  });
});

it.each([
  [[1e8, 1, 1, -1e8], 0.5],
  [[16777216, 0.4, 0.4, -16777216], Math.fround(0.4) / 2],
  [[1e5, 0.01, 0.013, -1e5], (Math.fround(0.01) + Math.fround(0.013)) / 4],
])('the mean of %j is right where large values cancel', (row, want) => {
  const mean = new Float32Array(1);
  layerNorm(Float32Array.from(row), null, null, { cols, mean });
  expect(Math.abs(mean[0] - want)).toBeLessThanOrEqual(5e-5 + 5e-5 * Math.abs(want));
});
