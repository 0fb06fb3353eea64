// What rope and ropeTables refuse: code, argument, and not one byte changed.
import { describe, expect, it } from 'vitest';
import { rope, ropeTables, type RopeOptions } from '../../lib/index.js';
import { detach, expectRefusal, type Refusal } from '../support/refuse.js';

const type = 'ERR_INVALID_ARG_TYPE';
const value = 'ERR_INVALID_ARG_VALUE';
const length = 'ERR_BUFFER_LENGTH';

const arrays = () => ({
  x: Float32Array.from({ length: 24 }, (_, i) => i), // 4 rows of 6
  ...ropeTables({ positions: 4, dim: 6 }),
  out: new Float32Array(24).fill(9),
});

/** Expects a call with these changes to be refused. */
function refuse(
  changes: Partial<Record<'x' | 'cos' | 'sin', unknown>>,
  options: Readonly<Record<string, unknown>>,
  code: Refusal['code'],
  argument: string,
  says?: Refusal['says'],
): void {
  const all = { ...arrays(), ...changes } as ReturnType<typeof arrays>;
  expectRefusal(() => rope(all.x, all.cos, all.sin, { cols: 6, out: all.out, ...options } as RopeOptions), {
    code,
    argument,
    says,
    arrays: Object.values(all),
  });
}

describe('rope', () => {
  it('wants arrays of its dtype', () => {
    for (const name of ['x', 'cos', 'sin'] as const)
      for (const bad of [null, undefined, [1, 2], new Float64Array(24), 'x', {}, new Uint16Array(12)])
        refuse({ [name]: bad }, {}, type, name === 'x' && bad instanceof Uint16Array ? 'dtype' : name);
    refuse({}, { out: new Float64Array(24) }, type, 'out');
    for (const bad of [[0, 1, 2, 3], new Uint32Array(4), null, 1])
      refuse({}, { positionIds: bad }, type, 'positionIds');
  });

  it('wants a legal shape', () => {
    refuse({}, { cols: undefined }, type, 'cols');
    refuse({}, { cols: 7 }, length, 'x');
    for (const cols of [-2, 1.5, NaN]) refuse({}, { cols }, value, 'cols');
    for (const rotaryDim of [0, 1, 3, 8, -2, 2.5, NaN, Infinity])
      refuse({}, { rotaryDim }, value, 'rotaryDim');
    for (const rotaryDim of [null, '4']) refuse({}, { rotaryDim }, type, 'rotaryDim');
    refuse({ x: new Float32Array(15) }, { cols: 5 }, value, 'rotaryDim', ['an even integer from 2 to 5']);
    for (const heads of [0, -1, 1.5, NaN, 2 ** 31]) refuse({}, { heads }, value, 'heads');
    refuse({}, { heads: null }, type, 'heads');
    for (const layout of ['neox', '', null, 1])
      refuse({}, { layout }, value, 'layout', ['half', 'interleaved']);
    refuse({}, { rowStride: 5 }, value, 'rowStride');
    refuse({}, { mode: 1 }, value, 'mode');
  });

  it('wants tables with a row for every position', () => {
    const { cos, sin } = arrays();
    const short = cos.subarray(0, 9);
    refuse({ cos: short }, {}, length, 'cos', ['at least 12 (4 rows of 3)', 'given 9']);
    refuse({ sin: sin.subarray(0, 9) }, {}, length, 'sin');
    refuse({ cos: cos.subarray(0, 10) }, {}, length, 'cos', ['whole rows of 3']);
    refuse({ cos: cos.subarray(0, 3) }, { heads: 2 }, length, 'cos', ['at least 6 (2 rows of 3)']);
    expect(rope(arrays().x, cos.subarray(0, 6), sin.subarray(0, 6), { cols: 6, heads: 2 })).toHaveLength(24);
    refuse({ cos: cos.subarray(0, 0) }, {}, length, 'cos');
    refuse({ cos: cos.subarray(0, 0) }, { positionIds: Int32Array.of(0, 0, 0, 0) }, length, 'cos');
  });

  it('names the position that no table has', () => {
    for (const bad of [4, -1, 2147483647, -2147483648]) {
      const positionIds = Int32Array.of(0, bad, 3, 3);
      refuse({}, { positionIds }, value, 'positionIds', ['from 0 to 3 (cos has 4 rows)', `given ${bad}`]);
      refuse({}, { positionIds: positionIds.subarray(0, 2), heads: 2 }, value, 'positionIds', [
        `given ${bad}`,
      ]);
    }
    const { x, cos, sin } = arrays();
    const positionIds = Int32Array.of(3, 3, 3, 3);
    const sinOfThree = sin.subarray(0, 9);
    refuse({ sin: sinOfThree }, { positionIds }, value, 'positionIds', ['sin has 3 rows']);
    refuse({}, { positionIds: positionIds.subarray(1) }, length, 'positionIds', ['at least 4']);
    // Positions behind those of the rows are not looked at.
    expect(rope(x, cos, sin, { cols: 6, positionIds: Int32Array.of(0, 1, 2, 3, 99) })).toHaveLength(24);
  });

  it('asks each call for what that call needs', () => {
    const { x } = arrays();
    const few = ropeTables({ positions: 2, dim: 6 });
    const many = ropeTables({ positions: 50, dim: 6 });
    const positionIds = Int32Array.of(1, 0, 1, 0);
    const want = rope(x, few.cos, few.sin, { cols: 6, positionIds });
    expect(rope(x, many.cos, many.sin, { cols: 6, positionIds })).toEqual(want);
    expect(rope(x, few.cos, few.sin, { cols: 6, positionIds })).toEqual(want);
    const grouped = rope(x, few.cos, few.sin, { cols: 6, heads: 2 });
    rope(x, many.cos, many.sin, { cols: 6, heads: 3 });
    rope(x, few.cos.subarray(0, 3), few.sin.subarray(0, 3), { cols: 6, heads: 4 });
    expect(rope(x, few.cos, few.sin, { cols: 6, heads: 2 })).toEqual(grouped);
  });

  it('refuses detached arrays and overlap', () => {
    for (const name of ['x', 'cos', 'sin'] as const)
      refuse({ [name]: detach(arrays()[name]) }, {}, 'ERR_BUFFER_DETACHED', name);
    refuse({}, { positionIds: detach(Int32Array.of(0, 1, 2, 3)) }, 'ERR_BUFFER_DETACHED', 'positionIds');
    const memory = new Float32Array(60).fill(1);
    const x = memory.subarray(0, 24);
    refuse({ x }, { out: memory.subarray(1, 25) }, 'ERR_BUFFER_OVERLAP', 'out', ['shares elements with x']);
    refuse({ cos: memory.subarray(0, 12) }, { out: memory.subarray(11, 35) }, 'ERR_BUFFER_OVERLAP', 'out', [
      'cos',
    ]);
    // The copy of what is not turned is no reason against in place, through another view either.
    const want = rope(x.slice(), arrays().cos, arrays().sin, { cols: 6, rotaryDim: 6 });
    expect(rope(x, arrays().cos, arrays().sin, { cols: 6, out: memory.subarray(0, 24) })).toEqual(want);
  });

  it('gives an empty result for no rows and no columns, and checks all the same', () => {
    const none = new Float32Array(0);
    const { cos, sin } = arrays();
    expect(rope(none, cos, sin, { cols: 6 })).toHaveLength(0);
    expect(rope(none, none, none, { cols: 0 })).toHaveLength(0);
    expect(rope(none, none, none, { cols: 6, out: none })).toBe(none);
    refuse({ x: none }, { out: [] }, type, 'out');
    refuse({ x: none }, { positionIds: [] }, type, 'positionIds');
    refuse({ x: none }, { plan: { width: 3 } }, 'ERR_INVALID_PLAN', 'plan.width');
    refuse({ x: none, cos: null }, {}, type, 'cos');
  });

  it('.program refuses unknown variants', () => {
    const refuseProgram = (options: unknown, code: Refusal['code'], argument: string) =>
      expectRefusal(() => rope.program(options as never), { code, argument });
    refuseProgram({ layout: 'neox' }, value, 'layout');
    refuseProgram({ partial: 1 }, type, 'partial');
    refuseProgram({ rotaryDim: 4 }, value, 'rotaryDim');
    refuseProgram({ tableDtype: 'i8' }, value, 'tableDtype');
    refuseProgram(null, type, 'options');
    refuseProgram(4, type, 'options');
    expect(rope.program({ layout: 'half' })).toBe(rope.program());
    expect(
      rope.program({ heads: true, positionIds: true, partial: true }).params.map(({ name }) => name),
    ).toEqual(['x', 'heads', 'positionIds', 'cos', 'sin', 'y']);
  });
});

describe('ropeTables', () => {
  it('gives f32 tables, position by position', () => {
    const { cos, sin } = ropeTables({ positions: 3, dim: 4, base: 100 });
    expect([...cos]).toEqual([1, 1, ...[1, 0.1, 2, 0.2].map(Math.cos)].map(Math.fround));
    expect([...sin]).toEqual([0, 0, ...[1, 0.1, 2, 0.2].map(Math.sin)].map(Math.fround));
    expect(ropeTables({ positions: 0, dim: 2 }).cos).toHaveLength(0);
  });

  it('refuses what makes no tables', () => {
    const refuseTables = (options: unknown, code: Refusal['code'], argument: string) =>
      expectRefusal(() => ropeTables(options as never), { code, argument });
    for (const dim of [0, 3, -2, 2.5, NaN, 2 ** 31]) refuseTables({ positions: 1, dim }, value, 'dim');
    for (const positions of [-1, 1.5, NaN, 2 ** 30]) refuseTables({ positions, dim: 4 }, value, 'positions');
    for (const base of [0, -1, NaN, Infinity]) refuseTables({ positions: 1, dim: 4, base }, value, 'base');
    refuseTables({ dim: 4 }, type, 'positions');
    refuseTables({ positions: 4 }, type, 'dim');
    refuseTables({ positions: 4, dim: 2, base: '1' }, type, 'base');
    refuseTables({ positions: 4, dim: 2, theta: 1 }, value, 'theta');
    for (const options of [null, undefined, 3]) refuseTables(options, type, 'options');
  });
});
