import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatF32, parseF32 } from '../../lib/ir/number.js';
import { parseProgram } from '../../lib/ir/parse.js';
import { randomProgram } from './support/random-program.js';
import { expectError } from './support/throws.js';

const text = `program scaled(cols) {
  input x: row f32[cols]
  input gain: row f32
  input weight: column f32[cols]
  scalar eps: f32
  output y: row f32[cols]
  output peak: row f32

  %0: f32[cols] = load x
  %1: f32 = load gain
  %2: f32[cols] = load weight
  %3: f32 = scalar eps
  %4: f32 = const 1e-7
  %5: f32 = reduce.max %0
  %6: f32 = fma %5, %1, %3
  %7: i1 = lt %6, %4
  rescue %7
  %9: i1[cols] = ne %0, %2
  %10: f32[cols] = select %9, %6, %0
  store y, %10
  store peak, %5
}
`;

describe('the text form', () => {
  it('reads back what it prints', () => {
    const program = parseProgram(text);
    expect(String(program)).toBe(text);
    expect(program.dims).toEqual(['cols']);
  });

  it('round-trips any program', () => {
    fc.assert(
      fc.property(randomProgram, (program) => {
        const again = parseProgram(String(program));
        expect(String(again)).toBe(String(program));
        expect(again.params).toEqual(program.params);
        expect(again.ops).toEqual(program.ops); // toEqual tells -0 from 0 and knows NaN
        expect(again.types).toEqual(program.types);
      }),
      { numRuns: 500 },
    );
  });

  it('reads comments, free spacing, any value names, and values without types', () => {
    const program = parseProgram(
      'program p ( cols ) { ; a comment\n input x:row f32 [cols] output y : row f32[cols]\r\n' +
        '%in = load x ; %ignored = load x\n\t%out_1=neg %in\n store y,%out_1 }',
    );
    expect(program.ops).toEqual([
      { op: 'load', param: 'x' },
      { op: 'neg', args: [0] },
      { op: 'store', param: 'y', args: [1] },
    ]);
  });

  it('accepts names that are also keywords', () => {
    const source = `program program(row) {
  input input: row f32[row]
  scalar scalar: f32
  output store: row f32[row]

  %0: f32[row] = load input
  %1: f32 = scalar scalar
  %2: f32[row] = mul %0, %1
  store store, %2
}
`;
    expect(String(parseProgram(source))).toBe(source);
  });

  it.each([
    ['', 'text:1:1', /expected 'program', found the end of the text/],
    ['program 7() {}', 'text:1:9', /a program name, found '7'/],
    [
      'program p(cols) {\n  input x: diagonal f32[cols]\n',
      'text:2:12',
      /'row' or 'column', found 'diagonal'/,
    ],
    [
      'program p(cols) {\n  input x: row f64[cols]\n',
      'text:2:16',
      /'f32' or 'f16' or 'bf16' or 'i8' or 'i32', found 'f64'/,
    ],
    [
      'program p(cols) {\n  input x: row f32[cols]\n  %0 = load x\n  %0 = load x\n}',
      'text:4:3',
      /%0 is defined twice/,
    ],
    [
      'program p(cols) {\n  input x: row f32[cols]\n  %0 = neg %1\n}',
      'text:3:12',
      /an earlier value, found '%1'/,
    ],
    ['program p(cols) {\n  input x: row f32[cols]\n  %0 = cosh %0\n}', 'text:3:8', /an op, found 'cosh'/],
    ['program p(cols) {\n  %0 = const 0x10\n}', 'text:2:14', /a number.*found '0x10'/],
    ['program p(cols) {\n  load x\n}', 'text:2:3', /load needs a name for its value/],
    ['program p(cols) {\n  %0 = const 1\n  %1 = store y, %0\n}', 'text:3:3', /store has no value/],
    ['program p(cols) {\n  %0 = const 1 @\n}', 'text:2:16', /unexpected character "@"/],
    [`${text} more`, 'text:23:2', /the end of the text, found 'more'/],
  ])('says where it fails: %j', (source, where, message) => {
    expect(expectError(() => parseProgram(source), 'ERR_INVALID_IR', where).message).toMatch(message);
  });

  it('refuses types and dims that are not the inferred ones', () => {
    const wrongType = text.replace('%5: f32 =', '%5: f32[cols] =');
    expect(expectError(() => parseProgram(wrongType), 'ERR_INVALID_IR', 'text:14:7').message).toMatch(
      /has type f32, the text says f32\[cols\]/,
    );
    const wrongDims = text.replace('scaled(cols)', 'scaled(cols, half)');
    expectError(() => parseProgram(wrongDims), 'ERR_INVALID_IR', 'text:1:15');
  });

  it('verifies what it reads', () => {
    expectError(
      () => parseProgram(text.replace('reduce.max', 'reduce.median')),
      'ERR_INVALID_IR',
      'ir.ops[5].kind',
    );
    expectError(() => parseProgram(text.replace('  store peak, %5\n', '')), 'ERR_INVALID_IR', 'ir.params[5]');
  });
});

describe('f32 constants as text', () => {
  it('are exact for every f32 and short', () => {
    fc.assert(
      fc.property(fc.float({ noDefaultInfinity: false, noNaN: false }), (value) => {
        expect(parseF32(formatF32(value))).toBe(value);
      }),
      { numRuns: 2000 },
    );
    expect(formatF32(Math.fround(0.1))).toBe('0.1');
    expect(formatF32(Math.fround(1e-5))).toBe('0.00001');
    expect(formatF32(2 ** -149)).toBe('1e-45');
    expect(formatF32((2 - 2 ** -23) * 2 ** 127)).toBe('3.4028235e+38');
  });

  it('names zeros, infinities and NaN apart', () => {
    expect([-0, 0, Infinity, -Infinity, NaN].map(formatF32)).toEqual([
      '-0',
      '0',
      'Infinity',
      '-Infinity',
      'NaN',
    ]);
    for (const text of ['', '.', 'e5', '1e', '0x1', '1_000', 'infinity', '--1'])
      expect(parseF32(text)).toBeUndefined();
  });
});
