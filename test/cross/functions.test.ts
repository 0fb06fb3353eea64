// Single ops as AArch64 code under emulation: the elementary functions, arithmetic on special values, and every storage
// conversion have the bits that they have here.
import { describe, expect, it } from 'vitest';
import {
  program,
  reference,
  type PlanOptions,
  type RowScalar,
  type StorageArray,
  type Tile,
  type TileProgram,
} from '../../lib/index.js';
import { mixedRows, onlineSoftmax } from '../support/loops.js';
import { lcg } from '../support/random.js';
import { newStorage } from '../support/storage.js';
import { expectSameOutputs } from '../support/outputs.js';
import { runHere, runOnArm, type Job } from './support/cross.js';

type Inputs = Readonly<Record<string, StorageArray>>;
type Case = readonly [name: string, program: TileProgram, cols: number, inputs: Inputs];

/** Runs every case under every plan here and there. */
async function everyPlan(cases: readonly Case[], plans: readonly PlanOptions[]): Promise<Job[]> {
  const jobOf = ([, what, cols, inputs]: Case, plan: PlanOptions): Job => {
    const first = Object.values(inputs)[0];
    const outputs = what.params.flatMap((param) =>
      param.kind === 'output'
        ? [[param.name, newStorage(param.dtype, param.dim === 'one' ? first.length / cols : first.length)]]
        : [],
    );
    return {
      program: what,
      shape: { cols },
      plan,
      launches: [{ ...inputs, ...Object.fromEntries(outputs) }],
    };
  };
  const all = cases.flatMap((given) => plans.map((plan, i) => ({ given, plan, level: levels[i % 2] })));
  const [arm, here] = [0, 1].map(() => all.map(({ given, plan }) => jobOf(given, plan)));
  await runOnArm(arm, () => here.forEach((job, i) => runHere(job, all[i].level)));
  all.forEach(({ given: [name, what], plan, level }, i) =>
    expectSameOutputs(
      what,
      arm[i].launches[0],
      here[i].launches[0],
      `${name} ${JSON.stringify(plan)} ${level}`,
    ),
  );
  return arm;
}

const levels = ['native', 'x86-64-v3'] as const;
const plans: PlanOptions[] = [
  { mapping: 'packet-local', width: 2 },
  { mapping: 'packet-local', width: 4, fullPacket: false },
  { mapping: 'packet-local', width: 8 },
  { mapping: 'packet-local', width: 16 },
  { mapping: 'whole-program', width: 2 },
  { mapping: 'whole-program', width: 4 },
  { mapping: 'whole-program', width: 8, fullPacket: false },
  { mapping: 'whole-program', width: 16 },
];
const fewPlans = [1, 2, 4, 7].map((i) => plans[i]);

const special = [
  ...[0, 1, 0.5, 1.5, 2.5, 3, 7, 0.1, 0.49999997, 0.549, 0.55, 0.84, 0.85, 1.5707964, 3.1415927, 4, 6, 9],
  ...[10, 16.6, 17.4, 24, 30, 87.3, 88.72283, 88.72284, 91.8, 103.9, 104, 105.5, 126.5, 127, 127.99, 128],
  ...[129, 149, 150, 152, 1000, 65504, 65520, 99999.9, 131071, 131073, 8388607.5, 8388608, 16777217],
  ...[2147483648, 4294967296, 1e15, 1e19, 1e-10, 1e-30, 1e-45, 1e-40, 2 ** -126, 3e38, 3.4028235e38],
  ...[Infinity, NaN],
].flatMap((value) => [value, -value]);

/** Numbers with any bits. */
function anyBits(length: number, seed: number): Float32Array {
  const next = lcg(seed, 0, 2 ** 16);
  const bits = Uint32Array.from({ length }, () => Math.floor(next()) * 2 ** 16 + Math.floor(next()));
  return new Float32Array(bits.buffer);
}

/** Special values in every lane, then ordinary ones, then any bits. */
function values(length: number, seed: number): Float32Array {
  const bits = anyBits(length, seed);
  const next = lcg(seed + 1, -20, 20);
  return bits.map((value, i) =>
    i < 17 * special.length ? special[i % special.length] : i % 3 === 0 ? value : next(),
  );
}

describe('elementary functions', () => {
  const names = [
    'exp',
    'exp2',
    'log',
    'tanh',
    'erf',
    'sigmoid',
    'sin',
    'cos',
    'rsqrt',
    'reciprocal',
  ] as const;
  const cols = 67;
  const x = values(67 * 50, 3);
  const single = (build: (x: Tile) => Tile | RowScalar) =>
    program('single', (b) => b.output('y').store(build(b.input('x'))));

  it.each(names)('%s', async (name) => {
    await everyPlan([[name, single((t) => t[name]()), cols, { x }]], plans);
  });

  it('in double precision, in rows that are rescued', async () => {
    const rescued = program('rescued', (b) => {
      const t = b.input('x');
      b.rescue(t.sum().ne(NaN)); // always
      for (const name of names) b.output(name).store(t[name]());
    });
    const [job] = await everyPlan([['rescued', rescued, cols, { x }]], fewPlans);
    const want = reference(rescued, { cols }, { x });
    for (const name of names) {
      const got = job.launches[0][name] as Float32Array;
      got.forEach((value, i) => {
        const exact = want[name][i];
        const ulp = 2 ** (Math.max(-126, Math.floor(Math.log2(Math.abs(exact)))) - 23);
        if (Object.is(value, Math.fround(exact)) || Math.abs(value - exact) <= 0.5001 * ulp) return;
        expect.fail(`${name}(${x[i]}) is ${value}, want ${exact}`);
      });
    }
  });
});

type Build = (a: Tile, b: Tile, c: Tile) => Tile | RowScalar;

describe('ops', () => {
  const few = special.filter((_, i) => i % 5 < 2);
  const cols = few.length;
  const pick = (index: (i: number) => number) =>
    Float32Array.from({ length: cols * cols }, (_, i) => few[index(i) % cols]);
  const inputs = { a: pick((i) => Math.floor(i / cols)), b: pick((i) => i), c: pick((i) => 7 * i + 3) };
  const builds: Readonly<Record<string, Build>> = {
    ...Object.fromEntries(
      (['add', 'sub', 'mul', 'div', 'min', 'max'] as const).map((op): [string, Build] => [
        op,
        (a, b) => a[op](b),
      ]),
    ),
    ...Object.fromEntries(
      (['neg', 'abs', 'sqrt', 'floor', 'round'] as const).map((op): [string, Build] => [
        op,
        (_, b) => b[op](),
      ]),
    ),
    ...Object.fromEntries(
      (['lt', 'le', 'gt', 'ge', 'eq', 'ne'] as const).map((op): [string, Build] => [
        op,
        (a, b, c) => a[op](b).select(1, c),
      ]),
    ),
    ...Object.fromEntries(
      (['f32', 'f16', 'bf16'] as const).map((dtype): [string, Build] => [
        `cast to ${dtype}`,
        (a, b) => a.add(b).cast(dtype),
      ]),
    ),
    ...Object.fromEntries(
      (['sum', 'mean', 'product', 'reduceMax', 'reduceMin'] as const).map((op): [string, Build] => [
        op,
        (a, b) => a.mul(b)[op](),
      ]),
    ),
    fma: (a, b, c) => a.fma(b, c),
    logic: (a, b, c) => a.lt(b).and(b.lt(c)).or(a.eq(c).not()).select(a, c),
  };
  const cases = Object.entries(builds).map(([name, build]): Case => {
    const what = program('op', (p) => {
      const [a, b, c] = [p.input('a'), p.input('b'), p.input('c')];
      p.output('y').store(build(a, b, c));
      p.output('z').store(a.lt(b).select(b, c)); // every parameter must be of use
    });
    return [name, what, cols, inputs];
  });
  it('on special values', () => everyPlan(cases, fewPlans));

  it('on indices', async () => {
    const what = program('indices', (b) => {
      const x = b.input('x');
      const [column, row] = [b.columnIndex(), b.rowIndex()];
      const index = column.mul(3).sub(row).max(-4).min(column.add(9));
      b.output('y').store(column.ge(row).select(x, index.toFloat()));
    });
    await everyPlan([['indices', what, 67, { x: values(67 * 37, 5) }]], plans);
  });
});

it('loops over column tiles', async () => {
  const cases: Case[] = [onlineSoftmax(24), mixedRows(16)].map((what) => [
    what.name,
    what,
    70,
    { x: values(70 * 37, 7) },
  ]);
  await everyPlan(cases, plans);
});

describe('storage', () => {
  const cols = 256;
  const all = Uint16Array.from({ length: 2 ** 16 }, (_, i) => i);
  /** Numbers around every boundary of rounding: a 16-bit one, and next to it half a unit more or less. */
  const near = (shift: number) =>
    new Float32Array(
      Uint32Array.from({ length: 2 ** 16 }, (_, i) => (i << 16) + ((i % 5) - 2) + (i % 3) * 2 ** shift)
        .buffer,
    );
  const convert = (from: 'f32' | 'f16' | 'bf16', isRescued: boolean) =>
    program('convert', (b) => {
      const x = b.input('x', { dtype: from });
      if (isRescued) b.rescue(x.sum().ne(NaN)); // always
      for (const dtype of ['f32', 'f16', 'bf16', 'i8'] as const) b.output(dtype, { dtype }).store(x);
      b.output('third', { dtype: 'f16' }).store(x.div(3));
    });
  it.each([false, true])('conversions, in double precision: %s', async (isRescued) => {
    const cases: Case[] = [
      ['f16', convert('f16', isRescued), cols, { x: all }],
      ['bf16', convert('bf16', isRescued), cols, { x: all }],
      ['f32, near bf16', convert('f32', isRescued), cols, { x: near(15) }],
      ['f32, near f16', convert('f32', isRescued), cols, { x: near(12) }],
      ['f32, small', convert('f32', isRescued), cols, { x: near(15).map((value) => value * 2 ** -20) }],
    ];
    await everyPlan(cases, isRescued ? [plans[2], plans[5]] : fewPlans);
  });
});
