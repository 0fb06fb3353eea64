// What bench/table makes of visits: medians, their intervals, and the verdict of a cell.
import { describe, expect, it } from 'vitest';
import { allCells } from '../../bench/table/cells.mjs';
import { interval, median, summarize } from '../../bench/lib/statistics.mjs';
import { needsRepeat, verdictOf } from '../../bench/table/verdict.mjs';

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1).reverse();
const calm = { scalar: 100, fma: 100 };

/** A visit in which the candidate took `time` and the pivot 1, with one sample off. */
function visit(time: number, after = calm, onCpu = 1) {
  return { samples: [time, 50, time], pivot: [1, 1, 1], before: calm, after, onCpu };
}

describe('figures of visits', () => {
  it('takes the order statistics that hold the median with 95 %', () => {
    expect(median(upTo(12))).toBe(6.5);
    expect(interval(upTo(12))).toEqual([3, 10]); // 96.1 %; ranks 4 to 9 would be 85.4 %
    expect(interval(upTo(36))).toEqual([12, 25]); // 97.1 %
    expect(interval(upTo(6))).toEqual([1, 6]); // 96.9 %
    expect(interval([3, 1])).toEqual([1, 3]); // too few: all there is
    expect(interval([])).toBeUndefined();
  });

  it('divides neighbours in time, and tells quiet visits from others', () => {
    const visits = [visit(2), visit(2), visit(4, { scalar: 120, fma: 100 }), visit(4, calm, 0.5)];
    const half = summarize(visits, calm);
    expect(half).toMatchObject({ visits: 4, quietVisits: 2, judged: 'quiet', ratio: 0.5, time: 2 });
    expect(half.ratioOfAll).toBe(0.375);
    const few = summarize(visits.slice(1), calm);
    expect(few).toMatchObject({ visits: 3, quietVisits: 1, judged: 'all', ratio: 0.25 });
  });
});

describe('the verdict of a cell', () => {
  const run = (hand: [number, number, number], inductor?: [number, number, number]) => ({
    candidates: [
      { label: 'best', kind: 'generated', ratio: 1, interval: [1, 1] },
      { label: 'hand: registers', kind: 'hand', ratio: hand[1], interval: [hand[0], hand[2]] },
      ...(inductor
        ? [
            {
              label: 'TorchInductor',
              kind: 'rival',
              ratio: inductor[1],
              interval: [inductor[0], inductor[2]],
            },
          ]
        : []),
    ],
  });

  it('fails only where the whole interval is above', () => {
    expect(verdictOf(run([0.9, 1.05, 1.2], [0.5, 0.999, 1.1]))).toEqual({ hand: 'met', inductor: 'met' });
    expect(verdictOf(run([1.05, 1.06, 1.2], [1, 1, 1.1]))).toEqual({ hand: 'open', inductor: 'open' });
    expect(verdictOf(run([1.06, 1.07, 1.2], [1.01, 1.02, 1.1]))).toEqual({
      hand: 'failed',
      inductor: 'failed',
    });
  });

  it('is not met without the rival', () => {
    expect(verdictOf(run([1, 1, 1])).inductor).toBe('missing');
    expect(needsRepeat(run([1, 1, 1], [0.9, 0.9, 0.9]))).toBe(false);
    expect(needsRepeat(run([1, 1.06, 1.2], [0.9, 0.9, 0.9]))).toBe(true);
  });
});

it('has each cell once, the published ones first', () => {
  const cells = allCells();
  expect(new Set(cells.map(({ name }) => name)).size).toBe(cells.length);
  expect(cells.slice(0, 15).every(({ isPublished }) => isPublished)).toBe(true);
  expect(cells.filter(({ isPublished }) => isPublished)).toHaveLength(15);
  for (const { op, columns } of cells) if (op === 'rope') expect(columns % 2).toBe(0);
});
