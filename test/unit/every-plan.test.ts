// The checks that the slices of npm test, the exhaustive run and the cross test share: that they see what is wrong.
import { describe, expect, it } from 'vitest';
import { program, rmsNorm, type TileProgram } from '../../lib/index.js';
import { expected, groups, spellGroup } from '../exhaustive/product.js';
import { Random } from '../support/draws.js';
import { operators, variantsOf } from '../support/operators.js';
import { defaultOutputs, expectBits, type Subject } from '../support/plan-bits.js';
import { randomArray } from '../support/random.js';
import { refusalOf, turnedPlan } from '../support/turned-plans.js';

const subjectOf = (tile: TileProgram, shape: Record<string, number>, rows: number): Subject => ({
  program: tile,
  shape,
  rows,
  inputs: { x: randomArray(rows * shape.cols * (shape.inner ?? 1), 1) },
});
const plain = program('plain', (b) => {
  const x = b.input('x');
  b.output('y').store(x.sub(x.mean()));
});
const grid = program('grid', (b) => {
  b.grid('inner');
  const x = b.input('x');
  b.output('y').store(x.sub(x.mean()));
});

describe('expectBits', () => {
  it.each([
    ['rows', subjectOf(plain, { cols: 5 }, 13)],
    ['a grid', subjectOf(grid, { cols: 5, inner: 3 }, 5)],
  ])('of %s: sees one other bit in any element that a launch writes', (_, subject) => {
    const want = defaultOutputs(subject);
    const plan = { mapping: 'whole-program', width: 4 } as const;
    expect(expectBits(subject, plan, want).launches).toBe(14); // 0 to 3W + 1 programs
    const written = 13 * 5;
    let seen = 0;
    const { y } = want as Readonly<Record<string, Float32Array>>;
    for (let i = 0; i < y.length; ++i) {
      const other = y.slice();
      new Uint32Array(other.buffer)[i] ^= 1;
      try {
        expectBits(subject, plan, { y: other });
      } catch (error) {
        ++seen;
        expect((error as Error).message).toMatch(/whole-program.*programs, y: element \d+ is/);
      }
    }
    expect(seen).toBe(written);
  });

  it('compares the default plan with the reference, or as the subject says', () => {
    const tile = rmsNorm.program({ weight: false });
    const inputs = { x: randomArray(12, 1), eps: 1e-5 };
    const subject = { program: tile, shape: { cols: 4 }, rows: 3, inputs };
    expect(defaultOutputs(subject).y).toHaveLength(12);
    let given: unknown;
    const checked = { ...subject, check: (outputs: object) => void (given = outputs) };
    expect(defaultOutputs(checked)).toBe(given);
  });
});

describe('turned plans', () => {
  it('are legal, keep what is fixed, and turn', () => {
    const turned = new Set<string>();
    for (let seed = 0; seed < 200; ++seed) {
      const fixed = { mapping: seed % 2 ? 'whole-program' : 'packet-local', width: 4 } as const;
      const plan = turnedPlan(new Random(seed), plain, { cols: 70 }, fixed);
      expect(plan).toMatchObject(fixed);
      expect(refusalOf(plain, { cols: 70 }, plan)).toBeUndefined();
      turned.add(JSON.stringify(plan));
    }
    expect(turned.size).toBeGreaterThan(100);
  });

  it('give up nothing that is fixed', () => {
    const fixed = { mapping: 'whole-program', stores: 'streaming' } as const;
    expect(() => turnedPlan(new Random(1), plain, { cols: 70 }, fixed)).toThrow('plan.stores');
  });
});

describe('the exhaustive product', () => {
  it('has every operator, variant, storage type and column count once; the first round all but variants', () => {
    const variants = operators.reduce((sum, operator) => sum + variantsOf(operator).length, 0);
    expect(new Set(groups.map(spellGroup)).size).toBe(groups.length);
    expect(groups).toHaveLength(variants * 3 * 70);
    const first = groups.slice(0, operators.length * 3 * 70);
    const cells = new Set(first.map(({ operator, dtype, columns }) => [operator, dtype, columns].join()));
    expect(cells.size).toBe(first.length);
    expect(expected.operator).toHaveLength(variants);
  });
});
