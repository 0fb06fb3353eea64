// How programs reach their buffers: slices with offsets and strides, indices, rows by group and by number, grids, and
// one kernel for every length. Every mapping and width against the FP64 interpreter, with the same bits in all of them.
import { describe, expect, it } from 'vitest';
import {
  compile,
  parseProgram,
  program,
  reference,
  type KernelArguments,
  type PlanOptions,
  type TileProgram,
} from '../../lib/index.js';
import { expectClose, expectSameBits } from '../support/compare.js';
import { randomArray } from '../support/random.js';

type Shape = Record<string, number>;

const plans: PlanOptions[] = (['packet-local', 'whole-program'] as const).flatMap((mapping) =>
  ([2, 4, 8, 16] as const).map((width): PlanOptions => ({ mapping, width, fullPacket: width !== 4 })),
);

/** Runs one program under every plan; outputs named in `args` are compared with the reference and between plans. */
function everyPlan(what: TileProgram, shape: Shape, args: KernelArguments, among = plans): void {
  const outputs = what.params.filter((param) => param.kind === 'output').map((param) => param.name);
  const flat = Object.keys(shape).length === 0;
  const want = reference(what, flat ? { cols: 1 } : shape, args);
  const first: Record<string, Float32Array> = {};
  for (const plan of among) {
    const kernel = compile(what, shape, plan);
    const fresh = Object.fromEntries(outputs.map((name) => [name, (args[name] as Float32Array).slice()]));
    kernel.launch(kernel.record({ ...args, ...fresh }));
    kernel.dispose();
    for (const name of outputs) {
      const about = `${what.name} ${name} ${JSON.stringify(shape)} ${JSON.stringify(plan)}`;
      first[name] ??= fresh[name];
      expectSameBits(fresh[name], first[name], about);
      expectClose(fresh[name], want[name], about);
    }
  }
}

/** What RoPE does, with every way to reach its tables: the widest use of slices and gathered rows. */
function rotate(interleaved: boolean, copiesRest: boolean): TileProgram {
  return program('rotate', (b) => {
    const x = b.input('x');
    const heads = b.scalar('heads', { dtype: 'i32' });
    const position = b.input('position', { dtype: 'i32', dim: 'one', access: 'group', by: heads });
    const cos = b.input('cos', { access: 'gather', by: position, dim: 'half' });
    const sin = b.input('sin', { access: 'gather', by: position, dim: 'half' });
    const y = b.output('y', { dim: 'cols' });
    const first = interleaved ? { dim: 'half', stride: 2 } : { dim: 'half' };
    const second = interleaved ? { dim: 'half', offset: 1, stride: 2 } : { dim: 'half', offset: 'half' };
    const [p, q] = [x.slice(first), x.slice(second)];
    y.store(p.mul(cos).sub(q.mul(sin)), first);
    y.store(p.mul(sin).add(q.mul(cos)), second);
    if (!copiesRest) return;
    const rest = { dim: 'rest', offset: '2*half' };
    y.store(x.slice(rest), rest);
  });
}

describe('slices', () => {
  const halves = [1, 2, 7, 16, 17, 33];
  it.each(halves)('halves and interleaved pairs of %i, tables gathered by groups of rows', (half) => {
    for (const rows of [5, 17])
      for (const [interleaved, copiesRest] of [
        [false, rows === 5],
        [true, rows !== 5],
      ]) {
        const cols = 2 * half + (copiesRest ? 5 : 0);
        const heads = 1 + (rows % 3);
        const positions = Int32Array.from({ length: Math.ceil(rows / heads) }, (_, i) => (5 * i + half) % 9);
        const args = {
          x: randomArray(rows * cols, half),
          heads,
          position: positions,
          cos: randomArray(9 * half, 1),
          sin: randomArray(9 * half, 2),
          y: new Float32Array(rows * cols),
        };
        const shape: Shape = copiesRest ? { cols, half, rest: 5 } : { cols, half };
        const what = rotate(interleaved, copiesRest);
        everyPlan(what, shape, args);
        for (const plan of plans) {
          const kernel = compile(what, shape, plan);
          const inPlace = args.x.slice();
          kernel.launch(kernel.record(args));
          kernel.launch(kernel.record({ ...args, x: inPlace, y: inPlace }));
          kernel.dispose();
          expectSameBits(inPlace, args.y, `in place ${JSON.stringify(plan)}`);
        }
      }
  });

  const third = (offset: number) => ({ dim: 'n', offset, stride: 3 });
  it.each([1, 2, 5, 16, 17, 35])('every third of %i elements, one of them left alone', (n) => {
    const what = program('thirds', (b) => {
      const x = b.input('x');
      const y = b.output('y', { dim: 'cols' });
      y.store(x.slice(third(2)).add(x.slice(third(0))), third(0));
      y.store(x.slice(third(1)).neg(), third(2));
    });
    const cols = 3 * n;
    const [x, y] = [randomArray(5 * cols, n), new Float32Array(5 * cols)];
    for (const plan of plans) {
      const kernel = compile(what, { cols, n }, plan);
      y.fill(-77);
      kernel.launch(kernel.record({ x, y }));
      kernel.dispose();
      y.forEach((value, i) => {
        const want = [Math.fround(x[i + 2] + x[i]), -77, -x[i - 1]][i % 3];
        expect(value, `element ${i} ${JSON.stringify(plan)}`).toBe(want);
      });
    }
  });

  it('the last group of a stride may end outside of the row', () => {
    const what = program('odd', (b) => {
      const x = b.input('x');
      b.output('y').store(x.slice({ dim: 'n', offset: 1, stride: 2 }));
      b.output('z', { dim: 'n' }).store(x.slice({ dim: 'n', offset: 0, stride: 4 }));
    });
    for (const n of [2, 9, 16, 21])
      everyPlan(
        what,
        { cols: 4 * n - 3, n },
        {
          x: randomArray(3 * (4 * n - 3) + 0, n),
          y: new Float32Array(3 * n),
          z: new Float32Array(3 * n),
        },
      );
  });

  it('several strides from one place', () => {
    const what = program('strides', (b) => {
      const x = b.input('x');
      const [two, three, four] = [2, 3, 4].map((stride) => x.slice({ dim: 'n', offset: 0, stride }));
      b.output('y').store(two.mul(three).add(four));
    });
    for (const n of [1, 15, 16, 33])
      everyPlan(
        what,
        { cols: 4 * n, n },
        { x: randomArray(12 * n, n), y: new Float32Array(3 * n) },
        plans.filter(({ mapping }) => mapping === 'packet-local'),
      );
  });

  it('the whole row beside a part of it', () => {
    const what = program('both', (b) => {
      const x = b.input('x');
      const tail = x.slice({ dim: 'n', offset: 1 });
      b.output('y').store(x.sub(tail.mean()));
      b.output('z').store(tail.mul(x.slice({ dim: 'cols' }).reduceMax()));
    });
    for (const n of [1, 16, 33])
      everyPlan(
        what,
        { cols: n + 2, n },
        { x: randomArray(3 * (n + 2), n), y: new Float32Array(3 * (n + 2)), z: new Float32Array(3 * n) },
      );
    const stored = (...slices: ({ dim: string; offset?: number } | undefined)[]) =>
      program('twice', (b) => {
        const x = b.input('x');
        const y = b.output('y', { dim: 'cols' });
        for (const slice of slices) y.store(slice === undefined ? x : x.slice(slice), slice);
      });
    const part = { dim: 'n', offset: 1 };
    for (const slices of [
      [undefined, part],
      [part, undefined],
      [{ dim: 'cols' }, part],
    ])
      expect(() => stored(...slices)).toThrow(/stored twice/);
  });

  it('long strides', () => {
    const what = program('long', (b) => {
      const x = b.input('x');
      b.output('y').store(x.slice({ dim: 'n', offset: 'n + 2', stride: 7 }));
    });
    for (const n of [1, 6, 17])
      everyPlan(
        what,
        { cols: 8 * n + 2, n },
        {
          x: randomArray(3 * (8 * n + 2), n),
          y: new Float32Array(3 * n),
        },
      );
  });
});

describe('rows', () => {
  it('a mask per group of rows, and what a causal mask needs', () => {
    const what = program('causal', (b) => {
      const x = b.input('x');
      const offset = b.scalar('offset', { dtype: 'i32' });
      const perGroup = b.scalar('perGroup', { dtype: 'i32' });
      const mask = b.input('mask', { access: 'group', by: perGroup });
      const keep = b.columnIndex().le(b.rowIndex().add(offset));
      b.output('y').store(keep.select(x.add(mask), -5));
      b.output('s').store(keep.select(x, 0).sum());
    });
    for (const cols of [1, 7, 33])
      for (const rows of [1, 18])
        for (const materialize of ['registers', 'snapshot', 'reload'] as const) {
          const args = {
            x: randomArray(rows * cols, cols),
            offset: rows - 3,
            perGroup: 4,
            mask: randomArray(Math.ceil(rows / 4) * cols, 3),
            y: new Float32Array(rows * cols),
            s: new Float32Array(rows),
          };
          // Whole-program rows beyond 16 columns do not stay in registers.
          const among = plans.filter(
            ({ mapping }) => materialize !== 'registers' || mapping === 'packet-local' || cols <= 16,
          );
          everyPlan(
            what,
            { cols },
            args,
            among.map((plan) => ({ ...plan, materialize })),
          );
        }
  });

  it('a grid runs along any axis', () => {
    const what = program('axis', (b) => {
      b.grid('inner');
      const x = b.input('x');
      const weight = b.input('weight', { access: 'column' });
      const scale = b.input('scale', { dim: 'one' });
      const mean = x.mul(x).mean();
      const place = b.innerIndex().add(b.rowIndex().mul(100)).toFloat().add(b.columnIndex().toFloat());
      b.output('y').store(x.mul(weight).sub(mean).add(place).mul(scale));
      b.output('m').store(mean);
    });
    for (const inner of [1, 2, 5, 16, 17, 40])
      for (const [cols, outer] of [
        [1, 3],
        [3, 1],
        [65, 3],
      ])
        everyPlan(
          what,
          { cols, inner },
          {
            x: randomArray(outer * cols * inner, inner),
            weight: randomArray(cols, 1),
            scale: randomArray(outer * inner, 2),
            y: new Float32Array(outer * cols * inner),
            m: new Float32Array(outer * inner),
          },
        );
    const kernel = compile(what, { cols: 3, inner: 5 });
    expect(kernel.plan.mapping).toBe('whole-program');
    expect(kernel.specialization).toMatchObject({ applied: false, reason: 'grid', clones: 0 });
    const y = new Float32Array(2 * 15).fill(-77);
    const record = kernel.record({
      x: randomArray(30, 1),
      weight: randomArray(3, 1),
      scale: randomArray(10, 2),
      y,
      m: new Float32Array(10),
    });
    expect([record.rows, record.programs]).toEqual([2, 10]);
    kernel.launch(record, { programs: [4, 6] });
    expect(Array.from(y.keys()).filter((i) => y[i] !== -77)).toEqual([4, 9, 14, 15, 20, 25]);
  });

  it('one kernel for every length', () => {
    const what = program('flat', (b) => {
      const [x, z] = [b.input('x'), b.input('z')];
      b.output('y').store(x.mul(z).add(b.scalar('s')));
    });
    const among = plans.filter(({ mapping }) => mapping === 'whole-program');
    for (const length of [0, 1, 2, 15, 16, 17, 100, 1000])
      everyPlan(
        what,
        {},
        {
          x: randomArray(length, 1),
          z: randomArray(length, 2),
          s: 2,
          y: new Float32Array(length),
        },
        among,
      );
    const kernel = compile(what, {});
    expect(kernel.flat).toBe(true);
    expect(kernel.specialization.applied).toBe(true);
    expect(() => compile(what, {}, { mapping: 'packet-local' })).toThrow(/one element per program/);
  });
});

it('the text form holds all of it', () => {
  for (const what of [rotate(false, true), rotate(true, false)]) {
    expect(String(parseProgram(String(what)))).toBe(String(what));
  }
  const text = `program p(cols, n, inner) grid inner {
  scalar k: i32
  input x: row f32[cols]
  output y: row f32[cols]

  %0: f32[n] = load x[2*n + 1 : n : 3]
  %1: i32[n] = columnIndex n
  %2: i32 = rowIndex
  %3: i32 = innerIndex
  %4: i32 = const.i32 -7
  %5: i32 = scalar k
  %6: i32 = add %2, %3
  %7: i32 = mul %6, %4
  %8: i32 = max %7, %5
  %9: i1[n] = lt %1, %8
  %10: f32[n] = toFloat %1
  %11: f32[n] = select %9, %0, %10
  store y[0 : n : 2], %11
}
`;
  expect(String(parseProgram(text))).toBe(text);
});
