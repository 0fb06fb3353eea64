import { describe, expect, it } from 'vitest';
import { bindDims, encodeProgram } from '../../lib/ir/json.js';
import { parseProgram } from '../../lib/ir/parse.js';
import { affine } from './support/fake-native.js';
import { expectError } from './support/throws.js';

describe('binding dims', () => {
  it('wants exactly the dims of the program', () => {
    expect(bindDims(affine, { cols: 256 })).toEqual({ cols: 256 });
    expect(bindDims(affine, { cols: 2 ** 31 - 1 })).toEqual({ cols: 2 ** 31 - 1 });
    for (const cols of [0, -1, 1.5, NaN, Infinity, 2 ** 31]) {
      expectError(() => bindDims(affine, { cols }), 'ERR_INVALID_ARG_VALUE', 'shape.cols');
    }
    for (const cols of [undefined, null, '4', 4n]) {
      expectError(() => bindDims(affine, { cols }), 'ERR_INVALID_ARG_TYPE', 'shape.cols');
    }
    for (const shape of [undefined, null, 4])
      expectError(() => bindDims(affine, shape), 'ERR_INVALID_ARG_TYPE', 'shape');
  });

  it('refuses unknown dims, and says of rows where they come from', () => {
    expectError(() => bindDims(affine, { cols: 4, half: 2 }), 'ERR_INVALID_ARG_VALUE', 'shape.half');
    const error = expectError(
      () => bindDims(affine, { cols: 4, rows: 2 }),
      'ERR_INVALID_ARG_VALUE',
      'shape.rows',
    );
    expect(error.message).toMatch(/rows comes with the arrays/);
    expectError(() => bindDims(affine, { cols: 4, one: 1 }), 'ERR_INVALID_ARG_VALUE', 'shape.one');
  });
});

describe('the JSON form', () => {
  it('holds everything in the native spelling', () => {
    const encoded = JSON.parse(JSON.stringify(encodeProgram(affine, { cols: 7 }))) as unknown;
    expect(encoded).toEqual({
      format: 'tile-simd/ir@1',
      name: 'affine',
      dims: { cols: 7 },
      params: [
        { name: 'x', kind: 'input', access: 'row', dtype: 'f32', dim: 'cols' },
        { name: 'shift', kind: 'input', access: 'column', dtype: 'f32', dim: 'cols' },
        { name: 'scale', kind: 'scalar', dtype: 'f32' },
        { name: 'y', kind: 'output', access: 'row', dtype: 'f32', dim: 'cols' },
      ],
      ops: [
        { op: 'load', param: 'x' },
        { op: 'load', param: 'shift' },
        { op: 'scalar', param: 'scale' },
        { op: 'mul', args: [0, 2] },
        { op: 'add', args: [3, 1] },
        { op: 'store', param: 'y', args: [4] },
      ],
    });
  });

  it('writes what JSON cannot as strings, and numbers so that they are exact', () => {
    const constants = ['NaN', 'Infinity', '-Infinity', '-0', '0', '0.1', '3.4028235e+38'];
    const program = parseProgram(
      `program c() {\noutput y: row f32\n${constants.map((c, i) => `%${i} = const ${c}`).join('\n')}\nstore y, %0\n}`,
    );
    const { ops } = JSON.parse(JSON.stringify(encodeProgram(program, {}))) as { ops: { value?: unknown }[] };
    expect(ops.slice(0, 7).map((op) => op.value)).toEqual([
      'NaN',
      'Infinity',
      '-Infinity',
      '-0',
      0,
      Math.fround(0.1),
      (2 - 2 ** -23) * 2 ** 127,
    ]);
  });
});
