// The parts of the property test that could be wrong unnoticed: enclosures that are too wide or too narrow, and checks
// that see nothing.
import { describe, expect, it } from 'vitest';
import { evaluateRow } from '../../lib/reference/evaluate.js';
import { program } from '../../lib/index.js';
import { binaryOps, compareOps, reduceKinds, unaryOps } from '../../lib/ir/types.js';
import { isDecisive, isWithin, storedBounds } from '../property/bounds.js';
import {
  applyIndexOp,
  applyOp,
  applyReduce,
  interval,
  isPoint,
  onlyNaN,
  point,
} from '../property/interval.js';
import { isSameElement, Placed } from '../support/placed.js';
import { makeProgram } from '../property/programs.js';
import { makePlan, switchValues } from '../property/plans.js';
import { mixSeed, Random } from '../support/draws.js';

/** What the FP64 interpreter gives for one op on numbers. */
function exactly(op: string, args: readonly number[]): number {
  let result = NaN;
  const what = program('one', (b) => {
    const [first, ...rest] = args.map((_, i) => b.scalar(`s${i}`));
    const cast = { castF32: 'f32', castF16: 'f16', castBf16: 'bf16' }[op];
    const value = (first as any)[cast === undefined ? op : 'cast'](...(cast === undefined ? rest : [cast]));
    b.output('y').store((compareOps as readonly string[]).includes(op) ? value.select(1, 0) : value);
  });
  evaluateRow(what, () => 1, {
    row: 0,
    inner: 0,
    load: () => new Float64Array(1),
    scalar: (name) => args[Number(name.slice(1))],
    store: (_, [value]) => (result = value),
  });
  return result;
}

const specials = [0, -0, 1, -1, 0.5, 2, 3, -7, 1e-40, -1e-45, 1e38, -3.4e38, Infinity, -Infinity, NaN].map(
  Math.fround,
);

describe('an enclosure', () => {
  const random = new Random(5);
  const numbers = () => (random.chance(0.3) ? random.pick(specials) : Math.fround(random.between(-9, 9)));

  it.each([...unaryOps, ...binaryOps, ...compareOps, 'fma' as const])('of %s holds the exact value', (op) => {
    const count = op === 'fma' ? 3 : (unaryOps as readonly string[]).includes(op) ? 1 : 2;
    for (let i = 0; i < 600; ++i) {
      const args = Array.from({ length: count }, numbers);
      const wider = args.map((x) =>
        Number.isFinite(x) && random.chance(0.5) ? interval(x - random.next(), x + random.next()) : point(x),
      );
      for (const intervals of [args.map(point), wider]) {
        const bounds = applyOp(op, intervals, 'f32');
        const exact = exactly(op, args);
        expect(isWithin(exact, bounds), `${op}(${args.join()}) = ${exact}: ${JSON.stringify(bounds)}`).toBe(
          true,
        );
        // The kernel's own rounding of it too.
        if (!(compareOps as readonly string[]).includes(op))
          expect(isWithin(Math.fround(exact), bounds), `${op}(${args.join()})`).toBe(true);
      }
    }
  });

  it('of exact numbers is one where f32 holds the result, and narrow elsewhere', () => {
    expect(applyOp('add', [point(3), point(4)], 'f32')).toEqual(point(7));
    expect(applyOp('div', [point(1), point(-0)], 'f32')).toEqual(point(-Infinity));
    expect(applyOp('sub', [point(Infinity), point(Infinity)], 'f32')).toEqual(onlyNaN);
    const third = applyOp('div', [point(1), point(3)], 'f32');
    expect(isPoint(third)).toBe(false);
    expect(third.hi - third.lo).toBeLessThan(2 ** -24);
    expect(isDecisive(applyOp('exp', [point(3)], 'f32'))).toBe(true);
    expect(applyOp('round', [point(2.5)], 'f32')).toEqual(point(2));
    expect(applyOp('lt', [third, point(1)], 'f32')).toEqual(point(1));
    expect(applyOp('lt', [third, point(Math.fround(1 / 3))], 'f32')).toMatchObject({ lo: 0, hi: 1 });
    expect(applyIndexOp('mul', [point(2 ** 30), point(6)])).toEqual(point(-(2 ** 31)));
  });

  it.each(reduceKinds)('of reduce.%s holds what f32 makes of any order', (kind) => {
    for (const order of ['up', 'down'] as const) {
      const values = Array.from({ length: 200 }, () => Math.fround(random.between(0.9, 1.1)));
      const bounds = applyReduce(kind, values.map(point), values.length, 'f32');
      const ordered = order === 'up' ? values : values.toReversed();
      const step = { sum: (a: number, b: number) => a + b, mean: (a: number, b: number) => a + b };
      const other = { product: (a: number, b: number) => a * b, max: Math.max, min: Math.min };
      const f = { ...step, ...other }[kind];
      let got = ordered.reduce((a, b) => Math.fround(f(a, b)));
      if (kind === 'mean') got = Math.fround(got / 200);
      expect(isWithin(got, bounds)).toBe(true);
      expect(isDecisive(bounds)).toBe(true);
    }
    expect(applyReduce(kind, [point(2), point(4)], 2, 'f32')).toEqual(
      point({ sum: 6, mean: 3, product: 8, max: 4, min: 2 }[kind]),
    );
  });

  it('is rounded as it is stored', () => {
    expect(storedBounds(interval(2.4, 2.6), 'i8')).toEqual(interval(2, 3));
    expect(storedBounds(interval(300, Infinity), 'i8')).toEqual(interval(127, 127));
    expect(storedBounds(onlyNaN, 'i8')).toEqual(point(0));
    expect(storedBounds(interval(65519, 65521), 'f16')).toEqual(interval(65504, Infinity));
    expect(isWithin(NaN, interval(0, 1))).toBe(false);
    expect(isWithin(1.0001, interval(0, 1))).toBe(false);
  });
});

describe('memory', () => {
  const param = { name: 'y', kind: 'output', access: 'row', dtype: 'f32', dim: 'n' } as const;
  const stored = Uint8Array.of(1, 1, 0);

  it('shows a write to an element that is not stored, to a gap, and beside the array', () => {
    for (const [element, row] of [
      [2, 0],
      [3, 0],
      [4, 0],
      [7, 1],
    ]) {
      const placed = new Placed({ param, extent: 3, rowStride: 5, shift: 1 }, 2);
      const array = placed.array as Float32Array;
      array.set([1, 2], 0);
      array.set([3, 4], 5);
      expect(placed.changedOutside(stored)).toBeUndefined();
      array[element] = 1;
      expect(placed.changedOutside(stored)).toMatch(new RegExp(`^y: element ${element} of 8 \\(row ${row},`));
    }
    const placed = new Placed({ param, extent: 3, rowStride: 5, shift: 1 }, 2);
    new Float32Array(placed.array.buffer, 0, 1)[0] = 1;
    expect(placed.changedOutside(stored)).toContain('was written');
  });

  it('tells bits apart, but not those of NaN', () => {
    expect(isSameElement(0, -0, 'f32')).toBe(false);
    expect(isSameElement(NaN, NaN, 'f32')).toBe(true);
    expect(isSameElement(0x7e00, 0xfe01, 'f16')).toBe(true);
    expect(isSameElement(0x7c00, 0x7e00, 'f16')).toBe(false);
    expect(isSameElement(0x7f80, 0x7fc0, 'bf16')).toBe(false);
    expect(isSameElement(0, 1, 'i8')).toBe(false);
  });
});

describe('what is drawn', () => {
  it('is decided by the seed, and programs are valid', () => {
    for (let i = 0; i < 100; ++i) {
      const draw = () => String(makeProgram(new Random(mixSeed(3, i)), i % 12).program);
      expect(draw()).toBe(draw());
    }
  });

  it('has every value of every switch', () => {
    const seen = new Set<string>();
    for (let i = 0; i < 1000; ++i)
      for (const [key, value] of Object.entries(makePlan(new Random(mixSeed(4, i)), false)))
        seen.add(`${key} ${String(value)}`);
    for (const [key, values] of Object.entries(switchValues))
      for (const value of values) expect(seen).toContain(`${key} ${String(value)}`);
  });
});
