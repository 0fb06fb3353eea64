// The elementary functions through real code: special values, the error bound beside the interpreter, and one result
// whatever the plan. `npm run prove:math` does the same for every f32; here the ways through the compiler count.
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
import { expectSameBits } from '../support/compare.js';
import { lcg } from '../support/random.js';

const functions = ['exp', 'exp2', 'log', 'tanh', 'erf', 'sigmoid', 'sin', 'cos'] as const;
type MathFunction = (typeof functions)[number];

const special = [
  ...[
    0,
    1e-45,
    1e-40,
    2 ** -126,
    1e-30,
    1e-7,
    1e-3,
    0.1,
    0.5,
    0.549,
    0.55,
    0.84,
    0.85,
    1,
    1.5707964,
    3.1415927,
  ],
  ...[
    4, 6, 9, 10, 16.6, 17.4, 24, 30, 87.3, 88.72283, 88.72284, 91.8, 100, 103.9, 104, 105.5, 126.5, 127.99,
    128,
  ],
  ...[149, 150, 152, 1000, 99999.9, 131071, 131073, 1e7, 1e15, 3e38, Infinity, NaN],
].flatMap((value) => [value, -value]);

/** Every special value in every lane of a vector, then ordinary values with a large angle among them now and then. */
const cols = 67;
const rows = 37;
const next = lcg(7);
const x = Float32Array.from({ length: rows * cols }, (_, i) =>
  i < 17 * special.length ? special[i % special.length] : next() * (i % 97 === 0 ? 1e9 : 20),
);

const levels = ['native', ...cpu().levels] as const;
const plans: PlanOptions[] = (['packet-local', 'whole-program'] as const).flatMap((mapping) =>
  ([2, 4, 8, 16] as const).map((width): PlanOptions => ({ mapping, width, fullPacket: width !== 4 })),
);

function run(what: TileProgram, plan: PlanOptions, shape: Record<string, number> = { cols }): Float32Array {
  const kernel = compile(what, shape, plan);
  const y = new Float32Array(x.length);
  kernel.launch(kernel.record({ x, y }));
  kernel.dispose();
  return y;
}

const tileProgram = (build: (x: Tile) => Tile | RowScalar) =>
  program('math', (b) => b.output('y').store(build(b.input('x'))));

function ulp(value: number): number {
  return 2 ** (Math.max(-126, Math.floor(Math.log2(Math.abs(value)))) - 23);
}

/** NaN for NaN; infinities, zeros and signs exactly; else within `most` units of the last place. */
function expectWithin(got: Float32Array, want: Float64Array, most: number, what: string) {
  const wrong: string[] = [];
  got.forEach((value, i) => {
    const exact = want[i];
    const rounded = Math.fround(exact);
    const good =
      Number.isNaN(exact) || !Number.isFinite(rounded) || exact === 0
        ? Object.is(value, rounded)
        : Math.abs(value - exact) <= most * ulp(exact);
    if (!good) wrong.push(`f(${x[i]}) gave ${value}, want ${exact}`);
  });
  expect(wrong.slice(0, 5), what).toEqual([]);
}

describe.each(functions)('%s', (name: MathFunction) => {
  const tile = tileProgram((t) => t[name]());
  const perRow = program('math', (b) => {
    b.output('y', { dim: 'one' }).store(b.input('x', { dim: 'one' })[name]());
  });
  const want = reference(tile, { cols }, { x }).y;

  it('is within 2 ULP of the interpreter at every level', () => {
    for (const features of levels) expectWithin(run(tile, { features }), want, 2, features);
  });

  it('has the same bits in every mapping and width, for tiles and row scalars, with an FMA and without', () => {
    const withFma = (['native', 'x86-64-v3'] as const).filter((level) => levels.includes(level));
    for (const group of [withFma, ['x86-64-v2'] as const]) {
      const bits = run(tile, { features: group[0] });
      for (const features of group) {
        for (const plan of plans) {
          const label = JSON.stringify({ ...plan, features });
          expectSameBits(run(tile, { ...plan, features }), bits, label);
          if (plan.width === 2 || plan.width === 16)
            expectSameBits(run(perRow, { ...plan, features }, {}), bits, `row scalar ${label}`);
        }
      }
    }
  });

  it('is as good as exact in a rescued row', () => {
    const rescued = program('math', (b) => {
      const t = b.input('x');
      b.rescue(t.sum().ne(NaN)); // always
      b.output('y').store(t[name]());
    });
    for (const features of levels) expectWithin(run(rescued, { features }), want, 0.5001, features);
  });
});

describe('elementary functions', () => {
  it('leave SiLU a number where x exp(x) still is one', () => {
    const silu = program('silu', (b) => {
      const t = b.input('x');
      b.output('y').store(t.mul(t.sigmoid()));
    });
    const kernel = compile(silu, { cols: 3 });
    const y = new Float32Array(3);
    kernel.launch(kernel.record({ x: Float32Array.of(-80, -88, -91.8), y }));
    kernel.dispose();
    expect(y[0]).toBeLessThan(0);
    expect(y[1]).toBeLessThan(0);
    expect(y[2]).toBeLessThan(0);
  });

  it('work together in one program, before and after reductions', () => {
    const softmaxLike = program('p', (b) => {
      const t = b.input('x');
      const e = t.sub(t.reduceMax()).exp();
      const scale = e.sum().log().neg().exp();
      b.output('y').store(e.mul(scale).sin().add(t.cos().mul(0)));
    });
    const values = Float32Array.from({ length: 5 * cols }, () => 8 * next());
    const wanted = reference(softmaxLike, { cols }, { x: values }).y;
    let first: Float32Array | undefined;
    for (const plan of [
      ...plans,
      { materialize: 'registers' } as const,
      { materialize: 'reload' } as const,
    ]) {
      const kernel = compile(softmaxLike, { cols }, plan);
      const y = new Float32Array(values.length);
      kernel.launch(kernel.record({ x: values, y }));
      kernel.dispose();
      first ??= y;
      expectSameBits(y, first, JSON.stringify(plan));
    }
    first?.forEach((value, i) => {
      expect(Math.abs(value - wanted[i])).toBeLessThanOrEqual(2e-6 * Math.abs(wanted[i]) + 1e-9);
    });
  });

  it('refuses a program of so many that LLVM would take minutes', () => {
    const huge = tileProgram((t) => {
      let value: Tile = t;
      for (let i = 0; i < 2000; ++i) value = value.sin();
      return value;
    });
    expect(() => compile(huge, { cols: 64 }, { materialize: 'registers', width: 16 })).toThrow(
      /vector operations/,
    );
  });
});
