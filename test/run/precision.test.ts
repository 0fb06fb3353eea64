// The switches that results depend on: order and accumulators, accumulate, math. What each computes, by a model of it,
// and that within each no other switch changes a bit.
import { describe, expect, it } from 'vitest';

import {
  compile,
  layerNorm,
  program,
  reference,
  rmsNorm,
  type PlanOptions,
  type TileProgram,
} from '../../lib/index.js';
import { expectSameBits } from '../support/compare.js';
import { randomArray } from '../support/random.js';
import { expectRefusal } from '../support/refuse.js';
import { everyLie, expectSameElsewhere, subjects, type Subject } from '../support/every-place.js';

type Arrays = Record<string, Float32Array | number>;

/** Runs a program; `y` is its output of rows * cols, `s` one of a value per row. */
function run(tile: TileProgram, cols: number, rows: number, inputs: Arrays, plan: PlanOptions) {
  const kernel = compile(tile, { cols }, plan);
  const outputs: Record<string, Float32Array> = {};
  for (const param of tile.params)
    if (param.kind === 'output')
      outputs[param.name] = new Float32Array(param.dim === 'one' ? rows : rows * cols);
  kernel.launch(kernel.record({ ...inputs, ...outputs }));
  const result = { outputs, plan: kernel.plan, llvm: kernel.asm.llvm, tile: kernel.asm.tile };
  kernel.dispose();
  return result;
}

const sums = program('sums', (b) => {
  const x = b.input('x');
  b.output('s').store(x.sum());
  b.output('m').store(x.mul(x).mean());
});

describe('the order of the mapping', () => {
  const f = Math.fround;

  /** Vector v of `lanes` goes to accumulator v mod n; accumulators join by halves, then lanes do. */
  function model(row: Float32Array, lanes: number, n: number): number {
    const partial = Array.from({ length: n }, () => new Float32Array(lanes).fill(-0));
    row.forEach((value, e) => {
      const accumulator = partial[Math.floor(e / lanes) % n];
      accumulator[e % lanes] = f(accumulator[e % lanes] + value);
    });
    for (let half = n / 2; half >= 1; half /= 2)
      for (let i = 0; i < half; ++i)
        for (let l = 0; l < lanes; ++l) partial[i][l] = f(partial[i][l] + partial[i + half][l]);
    for (let half = lanes / 2; half >= 1; half /= 2)
      for (let l = 0; l < half; ++l) partial[0][l] = f(partial[0][l] + partial[0][l + half]);
    return partial[0][0];
  }

  it.each(['packet-local', 'whole-program'] as const)('is, under %s, what the model adds up', (mapping) => {
    let turn = 0;
    for (const cols of [1, 2, 3, 5, 7, 8, 15, 17, 33, 65, 129, 300, 9000]) {
      for (const accumulators of [1, 2, 4, 8] as const) {
        const width = ([4, 8, 16, 2] as const)[turn++ % 4];
        const rows = 5;
        const x = randomArray(rows * cols, cols, -2, 2);
        const plan = { mapping, width, accumulators, order: 'mapping' } as const;
        const { outputs, plan: resolved } = run(sums, cols, rows, { x }, plan);
        expect(resolved).toMatchObject(plan);
        const lanes = mapping === 'packet-local' ? width : 1;
        const row = (r: number) => x.subarray(r * cols, (r + 1) * cols);
        const s = Float32Array.from({ length: rows }, (_, r) => model(row(r), lanes, accumulators));
        const m = Float32Array.from({ length: rows }, (_, r) =>
          f(
            model(
              row(r).map((v) => f(v * v)),
              lanes,
              accumulators,
            ) / cols,
          ),
        );
        expectSameBits(outputs.s, s, `${cols} columns, ${JSON.stringify(plan)}`);
        expectSameBits(outputs.m, m, `${cols} columns, ${JSON.stringify(plan)}`);
      }
    }
  });

  it.each(subjects.slice(0, 3))('$name: fixes the bits for every other switch', (subject: Subject) => {
    let turn = 0;
    for (const mapping of ['packet-local', 'whole-program'] as const)
      for (const cols of [9, 130]) {
        const base = {
          mapping,
          width: ([4, 8, 16] as const)[turn % 3],
          order: 'mapping',
          accumulators: ([1, 2, 4, 8] as const)[turn++ % 4],
        } as const;
        const others: PlanOptions[] = [
          { fullPacket: false, blockWidth: 2 * base.width },
          { materialize: 'reload' },
          { materialize: 'snapshot', prefetch: 256 },
        ];
        if (mapping === 'packet-local')
          others.push(
            { stores: 'streaming' },
            { tail: 'masked' },
            { tail: cols > 16 ? 'overlapping' : 'peeled' },
          );
        for (const other of others)
          expectSameElsewhere(subject, cols, { ...base, ...other }, base, [everyLie[0]]);
      }
  });

  it('is idle where nothing is reduced, and the fixed order has no choice of accumulators', () => {
    const twice = program('twice', (b) => b.output('y').store(b.input('x').mul(2)));
    const { plan } = compile(twice, { cols: 64 }, { order: 'mapping', accumulators: 8 });
    expect([plan.order, plan.accumulators]).toEqual(['fixed', 4]);
    expect(compile(sums, { cols: 64 }, { order: 'mapping' }).plan.accumulators).toBe(4);
    for (const order of ['fixed', 'auto'] as const)
      expectRefusal(() => compile(sums, { cols: 64 }, { accumulators: 2, order }), {
        code: 'ERR_INVALID_PLAN',
        argument: 'plan.accumulators',
        says: ["free only under order: 'mapping'"],
      });
  });
});

/** Rows that the corrected forms rescue, among ordinary ones. */
function hardRows(cols: number, rows: number): Float32Array {
  const x = randomArray(rows * cols, cols, -2, 2);
  for (let c = 0; c < cols; ++c) {
    x[cols + c] *= 1e25;
    x[2 * cols + c] = 40000 + x[2 * cols + c] / 100;
  }
  return x;
}

const mappings = ['packet-local', 'whole-program'] as const;

describe("accumulate 'f32'", () => {
  const cols = 70;
  const rows = 5;
  const x = hardRows(cols, rows);
  const weight = randomArray(cols, 1, 0.5, 1.5);
  const bias = randomArray(cols, 2, -1, 1);

  it('drops the rescue of any program', () => {
    for (const mapping of mappings) {
      const kernel = run(
        rmsNorm.program(),
        cols,
        rows,
        { x, weight, eps: 1e-5 },
        { accumulate: 'f32', mapping },
      );
      expect(kernel.plan.accumulate).toBe('f32');
      expect(kernel.llvm).not.toMatch(/\.rescue|double/);
      expect(kernel.tile).not.toMatch(/rescue/);
      expect(kernel.outputs.y.subarray(cols, 2 * cols).every((value) => value === 0)).toBe(true); // overflowed
    }
  });

  it('is the plain form of the operators in one-line calls', () => {
    const plan = { accumulate: 'f32' } as const;
    const rms = rmsNorm.program({ accumulate: 'f32' });
    const layer = layerNorm.program({ accumulate: 'f32' });
    expect(String(rms)).not.toMatch(/rescue/);
    expect(String(layer).match(/reduce/g)).toHaveLength(2);
    expect(String(layerNorm.program()).match(/reduce/g)).toHaveLength(3);
    expect(rmsNorm.program({ accumulate: 'f64' })).toBe(rmsNorm.program());

    const want = run(rms, cols, rows, { x, weight, eps: 1e-5 }, {}).outputs.y;
    expectSameBits(rmsNorm(x, weight, { plan }), want);
    const wanted = run(layer, cols, rows, { x, weight, bias, eps: 1e-5 }, {}).outputs.y;
    expectSameBits(layerNorm(x, weight, bias, { plan }), wanted);
    // The corrected forms get row 1 right, which the plain ones cannot.
    expect(rmsNorm(x, weight)[cols]).not.toBe(want[cols]);
    expect(layerNorm(x, weight, bias)[cols]).not.toBe(wanted[cols]);
  });

  it('is idle where nothing is dropped, and an option of the norms alone', () => {
    expect(compile(sums, { cols }, { accumulate: 'f32' }).plan.accumulate).toBe('corrected');
    expect(() => rmsNorm.program({ accumulate: 'f16' as never })).toThrow(/'corrected', 'f32', 'f64'/);
  });

  it('keeps parameters that only the rescue needs', () => {
    const limited = program('limited', (b) => {
      const x = b.input('x');
      const limits = b.input('limits', { access: 'column' });
      b.rescue(limits.sum().gt(b.scalar('limit')));
      b.output('y').store(x.mul(2));
    });
    const inputs = { x, limits: weight, limit: 1 };
    for (const accumulate of ['f32', 'f64'] as const) {
      const { outputs } = run(limited, cols, rows, inputs, { accumulate });
      expectSameBits(
        outputs.y,
        x.map((value) => 2 * value),
      );
    }
  });
});

describe("accumulate 'f64'", () => {
  it.each(subjects)('$name: every plan gives the same bits', (subject: Subject) => {
    let turn = 0;
    const base = { accumulate: 'f64', mapping: 'packet-local', width: 8 } as const;
    for (const cols of [17, 70])
      for (const mapping of mappings) {
        const width = ([16, 4, 2, 8] as const)[turn % 4];
        const materialize = (['auto', 'snapshot', 'reload'] as const)[turn % 3];
        const fullPacket = turn++ % 2 === 0;
        const plan = { accumulate: 'f64', mapping, width, materialize, fullPacket } as const;
        expectSameElsewhere(subject, cols, plan, base, [everyLie[0]]);
      }
    for (const other of [{ stores: 'streaming' }, { tail: 'masked' }, { tail: 'overlapping' }] as const)
      if (subject.name !== 'pairs' || !('stores' in other))
        expectSameElsewhere(subject, 67, { ...base, ...other }, base, [everyLie[0]]);
  });

  it('is right to the last bit for rows that f32 gets wrong, without a rescue', () => {
    for (const cols of [70, 9000])
      for (const mapping of mappings) {
        const x = hardRows(cols, 5);
        const weight = randomArray(cols, 1, 0.5, 1.5);
        const bias = randomArray(cols, 2, -1, 1);
        const tile = layerNorm.program({ mean: true });
        const inputs = { x, weight, bias, eps: 1e-5 };
        const { outputs, plan, llvm } = run(tile, cols, 5, inputs, { accumulate: 'f64', mapping });
        expect(plan.accumulate).toBe('f64');
        expect(llvm).not.toMatch(/\.rescue|fadd <\d+ x float>|fmul <\d+ x float>/);
        const want = reference(tile, { cols }, inputs);
        const wrong = outputs.y.filter((value, i) => value !== Math.fround(want.y[i])).length;
        expect(wrong / outputs.y.length).toBeLessThan(0.001); // where the oracle's own sum rounds the other way
      }
  });
});

describe("math 'contract'", () => {
  const mapped = program('mapped', (b) => {
    const x = b.input('x');
    const [a, c] = [b.scalar('a'), b.scalar('c')];
    b.output('plus').store(x.mul(a).add(c));
    b.output('minus').store(x.mul(c).sub(a));
    b.output('from').store(x.sub(x.mul(x)));
  });

  it('fuses what it says, rounded once, the same under every plan', () => {
    const cols = 67;
    const inputs = { x: randomArray(3 * cols, 5, -2, 2), a: Math.fround(1.1), c: Math.fround(0.3) };
    const exact = reference(mapped, { cols }, inputs);
    const strict = run(mapped, cols, 3, inputs, {});
    expect(strict.plan.math).toBe('strict');
    let differ = 0;
    for (const plan of [{}, { mapping: 'whole-program' }, { fullPacket: false, width: 4 }] as const) {
      const { outputs, plan: resolved, tile } = run(mapped, cols, 3, inputs, { ...plan, math: 'contract' });
      expect(resolved.math).toBe('contract');
      expect(tile.match(/fma/g)).toHaveLength(3);
      for (const name of ['plus', 'minus', 'from']) {
        expectSameBits(outputs[name], Float32Array.from(exact[name]), name); // products of f32 are exact in FP64
        differ += outputs[name].filter((value, i) => value !== strict.outputs[name][i]).length;
      }
    }
    expect(differ).toBeGreaterThan(10);
  });

  it('is idle where there is nothing to fuse', () => {
    expect(compile(sums, { cols: 8 }, { math: 'contract' }).plan.math).toBe('strict');
    expect(compile(layerNorm.program(), { cols: 8 }, { math: 'contract' }).plan.math).toBe('contract');
  });
});
