import { describe, expect, it } from 'vitest';
import { TileProgram } from '../../lib/ir/program.js';
import type { Op, Param } from '../../lib/ir/types.js';
import { expectError } from './support/throws.js';

const x: Param = { name: 'x', kind: 'input', access: 'row', dtype: 'f32', dim: 'cols' };
const w: Param = { name: 'w', kind: 'input', access: 'row', dtype: 'f32', dim: 'half' };
const s: Param = { name: 's', kind: 'scalar', dtype: 'f32' };
const y: Param = { name: 'y', kind: 'output', access: 'row', dtype: 'f32', dim: 'cols' };
const z: Param = { name: 'z', kind: 'output', access: 'row', dtype: 'f32', dim: 'one' };

const load: Op = { op: 'load', param: 'x' };
const store = (value: number): Op => ({ op: 'store', param: 'y', args: [value] });

function make(
  ops: readonly unknown[],
  params: readonly unknown[] = [x, y],
  name: unknown = 'p',
): TileProgram {
  return new TileProgram({ name, params, ops } as never);
}

function refused(where: string, message: RegExp, ops: readonly unknown[], params?: readonly unknown[]): void {
  expect(expectError(() => make(ops, params), 'ERR_INVALID_IR', where).message).toMatch(message);
}

describe('a valid program', () => {
  it('has inferred types and symbolic dims', () => {
    const program = make([
      load,
      { op: 'reduce', kind: 'max', args: [0] },
      { op: 'lt', args: [0, 1] },
      store(0),
    ]);
    expect(program.types).toEqual([
      { shape: 'tile', element: 'f32', dim: 'cols' },
      { shape: 'scalar', element: 'f32', dim: 'one' },
      { shape: 'tile', element: 'i1', dim: 'cols' },
      undefined,
    ]);
    expect(program.dims).toEqual(['cols']);
  });

  it('is frozen throughout, and apart from what it was made of', () => {
    const ops = [load, { op: 'neg', args: [0] }, store(1)];
    const program = make(ops);
    ops.pop();
    expect(program.ops).toHaveLength(3);
    for (const part of [
      program,
      program.params,
      program.params[0],
      program.ops,
      program.ops[1],
      program.types[0],
    ]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
    expect(Object.isFrozen((program.ops[1] as { args: unknown }).args)).toBe(true);
  });

  it('may have 4096 ops and 64 params', () => {
    const chain = Array.from({ length: 4094 }, (_, i) => ({ op: 'neg', args: [i] }));
    expect(make([load, ...chain, store(4094)]).ops).toHaveLength(4096);
    const inputs = Array.from({ length: 63 }, (_, i) => ({ ...x, name: `x${i}` }));
    const loads = inputs.map(({ name }) => ({ op: 'load', param: name }));
    expect(make([...loads, store(0)], [...inputs, y]).params).toHaveLength(64);
  });
});

describe('names and parameters', () => {
  it.each(['', '1a', 'a-b', 'ä', 'a'.repeat(65), '__proto__', 7, null])(
    'refuses the program name %j',
    (name) => {
      expectError(() => make([load, store(0)], [x, y], name), 'ERR_INVALID_IR', 'ir.name');
    },
  );

  it('refuses malformed parameters', () => {
    const ops = [load, store(0)];
    refused('ir.params', /1 to 64 parameters, given 0/, ops, []);
    refused(
      'ir.params',
      /given 65/,
      ops,
      Array.from({ length: 65 }, (_, i) => ({ ...x, name: `x${i}` })),
    );
    refused('ir.params[1]', /expected an object, given null/, ops, [x, null]);
    refused('ir.params[1].name', /'x' is declared twice/, ops, [x, { ...y, name: 'x' }]);
    refused('ir.params[0].name', /identifier/, ops, [{ ...x, name: 'x y' }, y]);
    refused('ir.params[0].kind', /'input' or 'output' or 'scalar', given "inout"/, ops, [
      { ...x, kind: 'inout' },
      y,
    ]);
    refused('ir.params[0].dtype', /'f32' or .* or 'i32', given "f64"/, ops, [{ ...x, dtype: 'f64' }, y]);
    refused('ir.params[1].dtype', /'f32' or .* or 'i8', given "i32"/, ops, [x, { ...y, dtype: 'i32' }]);
    refused('ir.params[1].dtype', /expected 'f32' or 'i32', given "f16"/, ops, [
      x,
      { ...s, dtype: 'f16' },
      y,
    ]);
    refused('ir.params[0].access', /'row' or 'column' or 'group' or 'gather', given undefined/, ops, [
      { ...x, access: undefined },
      y,
    ]);
    refused('ir.params[0].dim', /identifier.*given undefined/, ops, [{ ...x, dim: undefined }, y]);
    refused('ir.params[1].access', /output 'y' must be indexed by row/, ops, [x, { ...y, access: 'column' }]);
  });

  it('refuses unused parameters', () => {
    refused('ir.params[2]', /scalar 's' is never used/, [load, store(0)], [x, y, s]);
    refused('ir.params[1]', /input 'w' is never used/, [load, store(0)], [x, w, y]);
    refused('ir.params[2]', /output 'z' is never stored/, [load, store(0)], [x, y, z]);
  });
});

describe('ops', () => {
  it('refuses too few, too many, and what is no op', () => {
    refused('ir.ops', /1 to 4096 ops, given 0/, []);
    const chain = Array.from({ length: 4095 }, (_, i) => ({ op: 'neg', args: [i] }));
    refused('ir.ops', /given 4097/, [load, ...chain, store(0)]);
    refused('ir.ops[1]', /expected an object, given 3/, [load, 3]);
    refused('ir.ops[1].op', /unknown op "exp9"/, [load, { op: 'exp9', args: [0] }, store(1)]);
    refused('ir.ops[1].op', /unknown op "toString"/, [load, { op: 'toString', args: [0] }, store(1)]);
  });

  it('refuses a wrong number of arguments', () => {
    refused('ir.ops[1].args', /add takes 2 arguments, given 1/, [load, { op: 'add', args: [0] }, store(1)]);
    refused('ir.ops[1].args', /neg takes 1 argument, given 2/, [load, { op: 'neg', args: [0, 0] }, store(1)]);
    refused('ir.ops[1].args', /fma takes 3 arguments, given 0/, [load, { op: 'fma' }, store(1)]);
    refused('ir.ops[0].args', /load takes 0 arguments, given 1/, [{ ...load, args: [0] }, store(0)]);
    refused('ir.ops[1].args', /given "0,1"/, [load, { op: 'add', args: '0,1' }, store(1)]);
  });

  it('refuses arguments that are no earlier value', () => {
    for (const arg of [1, 2, -1, 0.5, NaN, '0', null, 2 ** 32]) {
      refused('ir.ops[1].args[0]', /earlier value/, [load, { op: 'neg', args: [arg] }, store(1)]);
    }
    refused('ir.ops[2].args[0]', /%1 is an op without a value/, [load, store(0), { op: 'neg', args: [1] }]);
  });

  it('refuses parameters of the wrong kind', () => {
    const params = [x, s, y];
    refused('ir.ops[0].param', /no parameter "q"/, [{ op: 'load', param: 'q' }], params);
    refused('ir.ops[0].param', /load takes an input, 's' is a scalar/, [{ op: 'load', param: 's' }], params);
    refused('ir.ops[0].param', /load takes an input, 'y' is an output/, [{ op: 'load', param: 'y' }], params);
    refused(
      'ir.ops[0].param',
      /scalar takes a scalar, 'x' is an input/,
      [{ op: 'scalar', param: 'x' }],
      params,
    );
    refused(
      'ir.ops[1].param',
      /store takes an output, 'x'/,
      [load, { op: 'store', param: 'x', args: [0] }],
      params,
    );
    refused('ir.ops[1].param', /'x' is loaded twice/, [load, load, store(0)], params);
    refused('ir.ops[2].param', /'y' is stored twice/, [load, store(0), store(0)]);
  });

  it('refuses constants that f32 does not hold', () => {
    for (const value of [0.1, 1e300, '1', undefined, null]) {
      refused('ir.ops[0].value', /f32 holds exactly/, [{ op: 'const', value }, load, store(1)]);
    }
    for (const value of [NaN, Infinity, -Infinity, -0, Math.fround(0.1)]) {
      expect(make([{ op: 'const', value }, load, store(1)]).ops[0]).toEqual({ op: 'const', value });
    }
  });

  it('refuses numbers for conditions and conditions for numbers', () => {
    const lt = { op: 'lt', args: [0, 0] };
    refused('ir.ops[2].args[1]', /add expects a number \(f32\), given i1\[cols\]/, [
      load,
      lt,
      { op: 'add', args: [0, 1] },
    ]);
    refused('ir.ops[2].args[0]', /lt expects a number/, [load, lt, { op: 'lt', args: [1, 0] }]);
    refused('ir.ops[1].args[0]', /not expects a condition \(i1\), given f32\[cols\]/, [
      load,
      { op: 'not', args: [0] },
    ]);
    refused('ir.ops[2].args[1]', /and expects a condition/, [load, lt, { op: 'and', args: [1, 0] }]);
    refused('ir.ops[1].args[0]', /select expects a condition/, [load, { op: 'select', args: [0, 0, 0] }]);
    refused('ir.ops[2].args[2]', /select expects a number/, [load, lt, { op: 'select', args: [1, 0, 1] }]);
  });

  it('refuses tiles of different dims in one op', () => {
    const ops = [load, { op: 'load', param: 'w' }, { op: 'add', args: [0, 1] }, store(2)];
    refused('ir.ops[2].args[1]', /tiles of one dim, given half beside cols/, ops, [x, w, y]);
  });

  it('refuses reductions of anything but a tile of numbers', () => {
    const sum = { op: 'reduce', kind: 'sum', args: [0] };
    refused('ir.ops[2].args[0]', /tile of numbers, given f32/, [load, sum, { ...sum, args: [1] }]);
    refused('ir.ops[2].args[0]', /given i1\[cols\]/, [
      load,
      { op: 'eq', args: [0, 0] },
      { ...sum, args: [1] },
    ]);
    refused('ir.ops[1].kind', /'sum' or 'max'.*given "median"/, [load, { ...sum, kind: 'median' }]);
  });

  it('refuses a rescue that is not one condition per row, a second one, and one behind a store', () => {
    const mean = { op: 'reduce', kind: 'mean', args: [0] };
    const flag = { op: 'lt', args: [1, 1] };
    const rescue = (value: number) => ({ op: 'rescue', args: [value] });
    refused('ir.ops[2].args[0]', /one value per row \(i1\), given f32/, [load, mean, rescue(1)]);
    refused('ir.ops[2].args[0]', /given i1\[cols\]/, [load, { op: 'lt', args: [0, 0] }, rescue(1)]);
    refused('ir.ops[4]', /at most one rescue/, [load, mean, flag, rescue(2), rescue(2), store(0)]);
    refused('ir.ops[4]', /before every store/, [load, mean, flag, store(0), rescue(2)]);
    expect(make([load, mean, flag, rescue(2), store(0)]).types[3]).toBeUndefined();
  });

  it('refuses a store of the wrong shape, and a program without one', () => {
    const mean = { op: 'reduce', kind: 'mean', args: [0] };
    refused('ir.ops[2].args[0]', /output 'y' holds f32\[cols\], given f32/, [load, mean, store(1)]);
    refused(
      'ir.ops[1].args[0]',
      /output 'z' holds f32, given f32\[cols\]/,
      [load, { op: 'store', param: 'z', args: [0] }],
      [x, z],
    );
    refused('ir.ops[2].args[0]', /given i1\[cols\]/, [load, { op: 'lt', args: [0, 0] }, store(1)]);
    refused(
      'ir.ops[1].args[0]',
      /holds f32\[cols\], given f32\[half\]/,
      [{ op: 'load', param: 'w' }, store(0)],
      [w, y],
    );
    refused('ir.ops', /stores nothing/, [load], [x]);
  });
});
