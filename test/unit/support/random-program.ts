// Random valid programs for property tests: every op, tiles and row scalars mixed, two outputs, at times a rescue.
import fc from 'fast-check';
import { TileProgram } from '../../../lib/ir/program.js';
import {
  arityOf,
  binaryOps,
  compareOps,
  reduceKinds,
  unaryOps,
  type ElementwiseOpName,
  type Op,
  type Param,
} from '../../../lib/ir/types.js';

interface Step {
  readonly op: ElementwiseOpName | 'const' | 'reduce';
  readonly picks: readonly number[];
  readonly constant: number;
}

const elementwise: readonly ElementwiseOpName[] = [
  ...unaryOps,
  ...binaryOps,
  ...compareOps,
  'fma',
  'and',
  'or',
  'not',
  'select',
];

const step: fc.Arbitrary<Step> = fc.record({
  op: fc.constantFrom(...elementwise, 'const', 'reduce', 'reduce', 'reduce'),
  picks: fc.array(fc.nat({ max: 1000 }), { minLength: 4, maxLength: 4 }),
  constant: fc.float({ noDefaultInfinity: false, noNaN: false }),
});

const params: readonly Param[] = [
  { name: 'x', kind: 'input', access: 'row', dtype: 'f32', dim: 'cols' },
  { name: 'w', kind: 'input', access: 'column', dtype: 'f32', dim: 'cols' },
  { name: 'r', kind: 'input', access: 'row', dtype: 'f32', dim: 'one' },
  { name: 's', kind: 'scalar', dtype: 'f32' },
  { name: 'y', kind: 'output', access: 'row', dtype: 'f32', dim: 'cols' },
  { name: 'z', kind: 'output', access: 'row', dtype: 'f32', dim: 'one' },
];

interface Known {
  readonly id: number;
  readonly tile: boolean;
  readonly condition: boolean;
}

/** A program over params x, w, r, s with outputs y (tile) and z (row scalar). */
export const randomProgram: fc.Arbitrary<TileProgram> = fc
  .record({ steps: fc.array(step, { maxLength: 24 }), rescue: fc.boolean(), last: fc.nat({ max: 1000 }) })
  .map(({ steps, rescue, last }) => {
    const ops: Op[] = [
      { op: 'load', param: 'x' },
      { op: 'load', param: 'w' },
      { op: 'load', param: 'r' },
      { op: 'scalar', param: 's' },
    ];
    const known: Known[] = [0, 1, 2, 3].map((id) => ({ id, tile: id < 2, condition: false }));
    for (const { op, picks, constant } of steps) {
      const pick = (i: number, wanted: (value: Known) => boolean): Known | undefined => {
        const choices = known.filter(wanted);
        return choices[picks[i] % Math.max(1, choices.length)];
      };
      if (op === 'const') {
        known.push({ id: ops.length, tile: false, condition: false });
        ops.push({ op, value: Math.fround(constant) });
        continue;
      }
      if (op === 'reduce') {
        const arg = pick(0, (value) => value.tile && !value.condition) as Known;
        known.push({ id: ops.length, tile: false, condition: false });
        ops.push({ op, kind: reduceKinds[picks[1] % reduceKinds.length], args: [arg.id] });
        continue;
      }
      const logical = op === 'and' || op === 'or' || op === 'not';
      const args = Array.from({ length: arityOf(op) as number }, (_, i) =>
        pick(i, (value) => value.condition === (logical || (op === 'select' && i === 0))),
      );
      if (args.includes(undefined)) continue; // no condition yet
      const values = args as Known[];
      known.push({
        id: ops.length,
        tile: values.some((value) => value.tile),
        condition: logical || (compareOps as readonly string[]).includes(op),
      });
      ops.push({ op, args: values.map((value) => value.id) });
    }
    const condition = known.find((value) => value.condition && !value.tile);
    if (rescue && condition !== undefined) ops.push({ op: 'rescue', args: [condition.id] });
    const numbers = (tile: boolean) => known.filter((value) => value.tile === tile && !value.condition);
    const choose = (tile: boolean) => numbers(tile)[last % numbers(tile).length].id;
    ops.push(
      { op: 'store', param: 'y', args: [choose(true)] },
      { op: 'store', param: 'z', args: [choose(false)] },
    );
    return new TileProgram({ name: 'random', params, ops });
  });
