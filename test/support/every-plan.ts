// A pairwise slice of what `npm run test:exhaustive` goes through in full, for any program and inputs: every column count
// meets one plan. Mapping, width, full-packet specialization, materialization and storage type turn in rhythms of their
// own, so that each pair of their values is met; the other switches that must not change a bit turn at random.
import { expect, it } from 'vitest';
import type { PlanOptions, RowDType } from '../../lib/index.js';
import { mixSeed, Random } from './draws.js';
import { defaultOutputs, expectBits, mostPrograms, type Subject } from './plan-bits.js';
import { turnedPlan } from './turned-plans.js';

/** What a subject is made for. */
export interface Turn {
  readonly cols: number;
  readonly dtype: RowDType;
  /** Rows that the largest launch takes. */
  readonly rows: number;
  /** 0, 1, 2, ... */
  readonly turn: number;
}

/** Around every vector and the step of 64. */
const columns = [
  ...Array.from({ length: 20 }, (_, i) => i + 1),
  ...[23, 24, 25, 31, 32, 33, 37, 44, 47, 48, 49, 57, 63, 64, 65, 70],
];
const perTest = 9;

const widths = [2, 4, 8, 16] as const;
export const rowDTypes = ['f32', 'f16', 'bf16'] as const;
const materializes = ['auto', 'snapshot', 'reload'] as const;

export function planOf(turn: number): PlanOptions & { width: 2 | 4 | 8 | 16 } {
  return {
    mapping: turn % 2 === 0 ? 'packet-local' : 'whole-program',
    width: widths[(turn >> 1) % 4],
    fullPacket: (turn >> 3) % 2 === 0,
    materialize: materializes[turn % 3],
  };
}

/** The tests: some column counts each, `further` ones at the end. */
export function everyPlan(
  name: string,
  make: (turn: Turn) => Subject,
  further: readonly number[] = [],
): void {
  const hit = new Set<string>();
  const all = [...columns, ...further];
  for (let first = 0; first < all.length; first += perTest) {
    const group = all.slice(first, first + perTest);
    it(`${name}: every plan has the same bits, ${group[0]} to ${group.at(-1)} columns`, () => {
      group.forEach((cols, i) => {
        const turn = first + i;
        const fixed = planOf(turn);
        const dtype = rowDTypes[Math.floor(turn / 4) % 3];
        const { mapping, width, fullPacket, materialize } = fixed;
        const values = [mapping, width, fullPacket, materialize, dtype];
        values.forEach((a, k) => values.slice(0, k).forEach((b) => hit.add(`${b} ${a}`)));
        const subject = make({ cols, dtype, rows: mostPrograms(width), turn });
        const random = new Random(mixSeed(name, turn));
        const plan = turnedPlan(random, subject.program, subject.shape, fixed);
        expectBits(subject, plan, defaultOutputs(subject));
      });
    });
  }
  it(`${name}: every pair of choices was met`, () => {
    const choices = [['packet-local', 'whole-program'], widths, [true, false], materializes, rowDTypes];
    choices.forEach((as, i) => {
      for (const bs of choices.slice(0, i))
        for (const a of as) for (const b of bs) expect(hit).toContain(`${b} ${a}`);
    });
  });
}
