// Every op of the Tile IR on special values, through real code: each one compiles at every level of the instruction
// set (nothing is left that must be called), gives IEEE results, and the same bits in every mapping and width.
import { describe, expect, it } from 'vitest';
import {
  compile,
  cpu,
  program,
  reference,
  type PlanOptions,
  type RowScalar,
  type Tile,
  type TileProgram,
} from '../../lib/index.js';
import { expectClose, expectSameBits } from '../support/compare.js';

const special = [
  ...[0, -0, 1, -1, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 3, 7, -7, 0.1, 0.49999997],
  ...[8388607.5, 8388608, -8388607.5, 16777217, 2147483648, -2147483649, 4294967296, 1e10, 1e19, 1e-10],
  ...[1e-45, -1e-45, 1e-40, 2 ** -126, 3.4028235e38, -3.4028235e38, Infinity, -Infinity, NaN],
];
const cols = special.length;

/** All pairs of special values in a and b, and some value in c. */
const a = Float32Array.from({ length: cols * cols }, (_, i) => special[Math.floor(i / cols)]);
const b = Float32Array.from({ length: cols * cols }, (_, i) => special[i % cols]);
const c = Float32Array.from({ length: cols * cols }, (_, i) => special[(7 * i + 3) % cols]);

type Build = (a: Tile, b: Tile, c: Tile) => Tile | RowScalar;
const make = (build: Build): TileProgram =>
  program('ops', (p) => {
    const [x, y, z] = [p.input('a'), p.input('b'), p.input('c')];
    p.output('y').store(build(x, y, z));
    // Every parameter must be of use.
    p.output('z').store(x.lt(y).select(y, z));
  });

const binary = ['add', 'sub', 'mul', 'div', 'min', 'max'] as const;
const unary = ['neg', 'abs', 'sqrt', 'reciprocal', 'floor', 'round'] as const;
const comparisons = ['lt', 'le', 'gt', 'ge', 'eq', 'ne'] as const;
const casts = ['f32', 'f16', 'bf16'] as const;
const reductions = ['sum', 'mean', 'product', 'reduceMax', 'reduceMin'] as const;

/** Ops of one rounding: the FP64 reference, rounded once more, is the f32 result. */
const exact: [string, Build][] = [
  ...binary.map((op): [string, Build] => [op, (x, y) => x[op](y)]),
  ...unary.map((op): [string, Build] => [op, (_, y) => y[op]()]),
  ...comparisons.map((op): [string, Build] => [op, (x, y, z) => x[op](y).select(1, z)]),
  ...casts.map((dtype): [string, Build] => [`cast to ${dtype}`, (x, y) => x.add(y).cast(dtype)]),
  ['and', (x, y, z) => x.lt(y).and(y.lt(z)).select(x, y)],
  ['or and not', (x, y, z) => x.lt(y).or(y.lt(z)).not().select(x, y)],
  ['reduceMax', (x) => x.reduceMax()],
  ['reduceMin', (_, y) => y.reduceMin()],
];

const plans: PlanOptions[] = [
  {},
  { mapping: 'whole-program', width: 4 },
  { width: 2, fullPacket: false },
  { mapping: 'whole-program', width: 2, fullPacket: false },
];

function run(what: TileProgram, plan: PlanOptions): Float32Array {
  const kernel = compile(what, { cols }, plan);
  const perRow = what.params.some(
    (param) => param.name === 'y' && param.kind === 'output' && param.dim === 'one',
  );
  const y = new Float32Array(perRow ? cols : cols * cols);
  kernel.launch(kernel.record({ a, b, c, y, z: new Float32Array(cols * cols) }));
  kernel.dispose();
  return y;
}

const expected = (what: TileProgram) => reference(what, { cols }, { a, b, c }).y;
const everywhere = (check: (plan: PlanOptions) => void) => {
  for (const features of ['native', ...cpu().levels] as const)
    for (const plan of plans) check({ ...plan, features });
};

describe('ops', () => {
  it.each(exact)('%s is rounded once', (_, build) => {
    const what = make(build);
    const want = Float32Array.from(expected(what));
    everywhere((plan) => expectSameBits(run(what, plan), want, JSON.stringify(plan)));
  });

  it('rsqrt is two operations, each rounded', () => {
    const what = make((_, y) => y.rsqrt());
    const want = b.map((value) => 1 / Math.fround(Math.sqrt(value)));
    everywhere((plan) => expectSameBits(run(what, plan), want, JSON.stringify(plan)));
  });

  it.each(casts)('a rescued row is cast to %s with one rounding, from FP64', (dtype) => {
    const what = program('ops', (p) => {
      const [x, y, z] = [p.input('a'), p.input('b'), p.input('c')];
      p.rescue(p.const(0).eq(0));
      p.output('y').store(
        x
          .mul(1 + 2 ** -20)
          .add(y.mul(2 ** -30))
          .cast(dtype),
      );
      p.output('z').store(z);
    });
    const want = Float32Array.from(expected(what));
    everywhere((plan) => expectSameBits(run(what, plan), want, JSON.stringify(plan)));
  });

  it('fma is rounded once, with the instruction and without it', () => {
    const what = make((x, y, z) => x.fma(y, z));
    const want = run(what, {});
    expectClose(want, expected(what), 'native', { abs: 2 ** -149, rel: 2 ** -23 });
    everywhere((plan) => expectSameBits(run(what, plan), want, JSON.stringify(plan)));

    // Just below the middle of two floats: rounding the sum in double first would lose the difference.
    const halfway = program('halfway', (p) => {
      p.output('y').store(p.input('x').fma(1.5, p.scalar('c')));
    });
    for (const features of cpu().levels as PlanOptions['features'][]) {
      const kernel = compile(halfway, { cols: 1 }, { features });
      const y = new Float32Array(1);
      kernel.launch(kernel.record({ x: new Float32Array([1e10]), c: -1e-45, y }));
      kernel.dispose();
      expect(y[0], features).toBe(14999999488);
    }
  });

  it.each(reductions)('%s has the same bits in every plan and at every level', (op) => {
    const what = make((x, y) => x.mul(0.25).add(y)[op]());
    const want = run(what, {});
    everywhere((plan) => expectSameBits(run(what, plan), want, JSON.stringify(plan)));
  });

  it('reductions of ordinary values are close to the reference', () => {
    const x = Float32Array.from({ length: 5 * 77 }, (_, i) => Math.fround(Math.sin(i) + 1.2));
    const what = program('reductions', (p) => {
      const tile = p.input('x');
      for (const op of reductions) p.output(op).store(tile[op]());
    });
    const kernel = compile(what, { cols: 77 });
    const outputs = Object.fromEntries(reductions.map((op) => [op, new Float32Array(5)]));
    kernel.launch(kernel.record({ x, ...outputs }));
    const want = reference(what, { cols: 77 }, { x });
    for (const op of reductions) expectClose(outputs[op], want[op], op, { abs: 0, rel: 1e-5 });
    expect(kernel.specialization.applied).toBe(true);
    kernel.dispose();
  });
});
