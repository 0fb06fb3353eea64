import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  describe as inWords,
  invalidIr,
  invalidLength,
  invalidType,
  invalidValue,
  TileSimdError,
  TileSimdRangeError,
  TileSimdTypeError,
} from '../../lib/errors.js';

describe('errors', () => {
  it('carry code, argument, given and expected, in the message as well', () => {
    const error = invalidValue('cols', 'an integer', 1.5);
    expect(error).toMatchObject({
      code: 'ERR_INVALID_ARG_VALUE',
      argument: 'cols',
      given: 1.5,
      expected: 'an integer',
    });
    expect(error.message).toBe('cols: expected an integer, given 1.5');
    expect(String(error)).toBe('TileSimdRangeError: cols: expected an integer, given 1.5');
  });

  it('are TypeErrors or RangeErrors where Node has these, and all are TileSimdErrors', () => {
    const type = invalidType('x', 'a Float32Array', []);
    const range = invalidLength('x', '4', 3);
    const plain = invalidIr('ir.ops', 'none');
    expect([
      type instanceof TypeError,
      type instanceof TileSimdTypeError,
      type instanceof TileSimdRangeError,
    ]).toEqual([true, true, false]);
    expect([range instanceof RangeError, range instanceof TileSimdRangeError]).toEqual([true, true]);
    for (const error of [type, range, plain]) {
      expect(error instanceof TileSimdError).toBe(true);
      expect(error instanceof Error).toBe(true);
    }
  });

  it('do not claim what is not theirs, and know those of another copy of the package', () => {
    for (const other of [
      new Error('x'),
      new TypeError('x'),
      null,
      undefined,
      'x',
      { code: 'ERR_INVALID_IR' },
    ]) {
      expect((other as unknown) instanceof TileSimdError).toBe(false);
    }
    const foreign = Object.assign(new Error('x'), { [Symbol.for('tile-simd.error')]: true });
    expect(foreign instanceof TileSimdError).toBe(true);
    class Own extends TileSimdError {}
    expect(invalidIr('a', 'b') instanceof Own).toBe(false);
    expect(new Own('ERR_INTERNAL', 'x') instanceof Own).toBe(true);
  });

  it('keep a cause', () => {
    const cause = new Error('deeper');
    expect(new TileSimdError('ERR_INTERNAL', 'x', { cause }).cause).toBe(cause);
    expect('cause' in new TileSimdError('ERR_INTERNAL', 'x')).toBe(false);
  });
});

describe('values in words', () => {
  it('are short and tell kinds apart', () => {
    const words = [
      undefined,
      null,
      true,
      -0,
      NaN,
      7n,
      'a"b',
      [1, 2],
      new Float64Array(3),
      {},
      () => 1,
      new Map(),
      Symbol('s'),
    ];
    expect(words.map(inWords)).toEqual([
      'undefined',
      'null',
      'true',
      '-0',
      'NaN',
      '7n',
      '"a\\"b"',
      'Array(2)',
      'Float64Array(3)',
      'an object',
      'a function',
      'Map',
      'Symbol(s)',
    ]);
    expect(inWords('x'.repeat(1000)).length).toBeLessThan(80);
    expect(inWords(runInNewContext('new Float32Array(2)'))).toBe('Float32Array(2)');
  });

  it('never throws', () => {
    const hostile = new Proxy({}, { get: () => { throw new Error('no'); } }); // prettier-ignore
    expect(inWords(hostile)).toBe('an object');
  });
});
