// The code of every operator's default kernel: lint finds nothing in it, at each level of the instruction set.
import { describe, expect, it } from 'vitest';
import { operators } from '../../lib/kernels/operators.js';
import { compile, cpu, lint, realization, type TileProgram } from '../../lib/index.js';

type Shape = Record<string, number>;

/** The usual variant of each operator, for two shapes: one that fills its vectors, one with ragged rows. */
function shapesOf(what: TileProgram): Shape[] {
  return [
    [64, 32],
    [65, 31],
    [256, 128],
    [1538, 769],
    [4096, 2048],
  ].map(([cols, half]) =>
    Object.fromEntries(
      what.dims.map((dim) => [dim, { half, rest: cols - 2 * half, inner: 48, rows: 17 }[dim] ?? cols]),
    ),
  );
}

const named = Object.entries(operators).map(([name, operator]) => [name, operator.program()] as const);

describe.each(['native', ...cpu().levels] as const)('at level %s', (features) => {
  it.each(named)('%s', (_, what) => {
    for (const shape of shapesOf(what)) {
      const kernel = compile(what, shape, { features });
      expect(lint(kernel), JSON.stringify({ shape, plan: kernel.plan })).toEqual([]);
      const hot = realization(kernel).functions.filter(({ name }) => !/\.(?:rescue|large_angle)/.test(name));
      expect(Math.max(...hot.map(({ widestAccess }) => widestAccess))).toBeGreaterThanOrEqual(16);
      kernel.dispose();
    }
  });
});
