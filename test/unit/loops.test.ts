// Loops over column tiles in the DSL, the verifier, the text form and the rewrites.
import { describe, expect, it } from 'vitest';
import { program, type ProgramBuilder } from '../../lib/dsl/builder.js';
import { RowScalar, Tile } from '../../lib/dsl/values.js';
import { contract } from '../../lib/ir/contract.js';
import { encodeProgram, bindDims } from '../../lib/ir/json.js';
import { parseProgram } from '../../lib/ir/parse.js';
import { TileProgram } from '../../lib/ir/program.js';
import { withoutRescue } from '../../lib/ir/rewrite.js';
import { analyzePhases } from '../../lib/planner/phases.js';
import { tileExtents, widestTile } from '../../lib/planner/tiles.js';
import { reference } from '../../lib/reference/reference.js';
import { onlineSoftmax, running } from '../support/loops.js';
import { expectError } from './support/throws.js';

const refusedIr = (where: string, says: RegExp, build: (b: ProgramBuilder) => void) =>
  expect(expectError(() => program('p', build), 'ERR_INVALID_IR', where).message).toMatch(says);

describe('the builder', () => {
  it('puts what is the same in every tile before the loop, and the rest into it', () => {
    const text = String(
      program('p', (b) => {
        const x = b.input('x');
        const gain = b.input('gain', { dim: 'one' });
        const y = b.output('y');
        const { total } = b.loop({ tile: 8, carry: { total: 0 } }, (t, { total }) => {
          const twice = gain.mul(2); // of no tile
          const xt = t.load(x);
          t.store(y, xt.mul(twice).add(total));
          return { total: total.add(xt.sum()) };
        });
        b.output('total').store(total);
      }),
    );
    expect(text).toBe(`program p(cols, tile8 = 8) {
  input x: row f32[cols]
  input gain: row f32
  output y: row f32[cols]
  output total: row f32

  %0: f32 = load gain
  %1: f32 = const 0
  %2: f32 = const 2
  %3: f32 = mul %0, %2
  loop cols by tile8 {
    %5: f32 = carry %1
    %6: f32[tile8] = load x
    %7: f32[tile8] = mul %6, %3
    %8: f32[tile8] = add %7, %5
    %9: f32 = reduce.sum %6
    %10: f32 = add %5, %9
    store y, %8
    yield %10
  }
  %13: f32 = result %5
  store total, %13
}
`);
  });

  it('gives results of the carried kinds, and tiles of a dim that can be bound', () => {
    let results: Record<string, unknown> = {};
    const made = program('p', (b) => {
      const x = b.input('x');
      results = b.loop(
        { tile: 'block', carry: { n: b.index(0) }, carryTiles: { sums: 1 } },
        (t, { n, sums }) => ({
          n: n.add(1),
          sums: sums.add(t.load(x)),
        }),
      );
      b.output('n').store((results.n as RowScalar).toFloat());
      b.output('sums').store(results.sums as Tile);
    });
    expect(results.n).toBeInstanceOf(RowScalar);
    expect(results.sums).toBeInstanceOf(Tile);
    expect(made.dims).toEqual(['cols', 'block']);
    expect(made.fixed).toBeUndefined();
  });

  it('drops a loop that nobody needs, with the extent of its tiles', () => {
    const made = program('p', (b) => {
      const x = b.input('x');
      b.loop({ tile: 8, carry: { s: 0 } }, (t, { s }) => ({ s: s.add(t.load(x).sum()) }));
      b.output('y').store(x.neg());
    });
    expect(made.ops.some(({ op }) => op === 'loop')).toBe(false);
    expect(made.fixed).toBeUndefined();
  });

  it('computes equal expressions once within a loop, and again in the next', () => {
    const made = program('p', (b) => {
      const x = b.input('x');
      const sum = () =>
        b.loop({ tile: 8, carry: { s: 0 } }, (t, { s }) => ({
          s: s.add(t.load(x).exp().sum()).add(t.load(x).exp().sum()),
        })).s;
      b.output('y').store(sum().sub(sum()));
    });
    expect(made.ops.filter(({ op }) => op === 'exp')).toHaveLength(2);
  });

  it('refuses tiles of no extent', () => {
    const loop = (tile: unknown, dim?: unknown) => () =>
      program('p', (b) => {
        b.input('x');
        b.loop({ tile, dim } as never, () => undefined);
      });
    for (const tile of [0, -1, 1.5, NaN, Infinity, 2 ** 31, 'a b', '', 'one', 'cols'])
      expectError(loop(tile), 'ERR_INVALID_ARG_VALUE', 'loop(options.tile)');
    for (const tile of [undefined, null, 8n, [8]])
      expectError(loop(tile), 'ERR_INVALID_ARG_TYPE', 'loop(options.tile)');
    expectError(loop(8, 'one'), 'ERR_INVALID_ARG_VALUE', 'loop(options.dim)');
    expectError(loop(8, 3), 'ERR_INVALID_ARG_TYPE', 'loop(options.dim)');
  });

  it('refuses arguments of another kind', () => {
    const made = (options: unknown, body: unknown) => () =>
      program('p', (b) => void b.loop(options as never, body as never));
    expectError(
      made(null, () => undefined),
      'ERR_INVALID_ARG_TYPE',
      'loop(options)',
    );
    expectError(
      made({ tile: 8, steps: 2 }, () => undefined),
      'ERR_INVALID_ARG_VALUE',
      'loop(options.steps)',
    );
    expectError(made({ tile: 8 }, 'body'), 'ERR_INVALID_ARG_TYPE', 'loop(body)');
    expectError(
      made({ tile: 8, carry: 1 }, () => undefined),
      'ERR_INVALID_ARG_TYPE',
      'loop(options.carry)',
    );
    expectError(
      made({ tile: 8, carry: { s: '0' } }, () => ({})),
      'ERR_INVALID_ARG_TYPE',
      'loop(options.carry.s)',
    );
    expectError(
      made({ tile: 8, carryTiles: { s: null } }, () => ({})),
      'ERR_INVALID_ARG_TYPE',
      'loop(options.carryTiles.s)',
    );
    expectError(
      made({ tile: 8, carry: { 'a b': 0 } }, () => ({})),
      'ERR_INVALID_ARG_VALUE',
      'loop(options.carry)',
    );
    expectError(
      made({ tile: 8, carry: { s: 0 }, carryTiles: { s: 0 } }, () => ({})),
      'ERR_INVALID_ARG_VALUE',
      'loop(options.carryTiles.s)',
    );
    expectError(() => program('p', (b) => void b.index(0.5)), 'ERR_INVALID_ARG_VALUE', 'index(value)');
    expectError(
      () => program('p', (b) => void b.index('0' as never)),
      'ERR_INVALID_ARG_TYPE',
      'index(value)',
    );
  });

  it.each([
    ['nothing', () => undefined, /must return { s, n }, it returned undefined/],
    ['a key too few', (s: RowScalar) => ({ s }), /it returned { s }/],
    ['another key', (s: RowScalar) => ({ s, m: s }), /it returned { s, m }/],
    ['a key too many', (s: RowScalar) => ({ s, n: s, m: s }), /it returned { s, n, m }/],
    ['a promise', (s: RowScalar) => Promise.resolve({ s, n: s }), /it returned \{ {2}\}/],
  ])('refuses a callback that returns %s', (_, body, says) => {
    refusedIr('loop(body)', says, (b) => {
      b.loop({ tile: 8, carry: { s: 0, n: 0 } }, (_t, { s }) => body(s) as never);
    });
  });

  it('refuses a value of another type than the carried one', () => {
    refusedIr('loop(body).s', /carries f32 here, given f32\[tile8\]/, (b) => {
      const x = b.input('x');
      b.loop({ tile: 8, carry: { s: 0 } }, (t) => ({ s: t.load(x) }) as never);
    });
    refusedIr('loop(body).s', /carries f32 here, given i32/, (b) => {
      b.loop({ tile: 8, carry: { s: 0 } }, (t) => ({ s: t.start() }));
    });
    expectError(
      () => program('p', (b) => void b.loop({ tile: 8, carryTiles: { s: 0 } }, () => ({ s: 1 }) as never)),
      'ERR_INVALID_ARG_TYPE',
      'loop(body).s',
    );
  });

  it('keeps what belongs to a loop in it', () => {
    refusedIr('mul', /of no use outside of it/, (b) => {
      const x = b.input('x');
      let inner: Tile | undefined;
      b.loop({ tile: 8, carry: { s: 0 } }, (t, { s }) => {
        inner = t.load(x);
        return { s: s.add(inner.sum()) };
      });
      b.output('y').store((inner as Tile).mul(2));
    });
    refusedIr('loop(body)', /the loop has ended/, (b) => {
      const x = b.input('x');
      let late: { load(whole: Tile): Tile } | undefined;
      b.loop({ tile: 8, carry: { s: 0 } }, (t, { s }) => {
        late = t;
        return { s };
      });
      (late as { load(whole: Tile): Tile }).load(x);
    });
    refusedIr('sub', /nothing of outside but values per row/, (b) => {
      const x = b.input('x');
      b.loop({ tile: 8, carry: { s: 0 } }, (t, { s }) => ({ s: s.add(t.load(x).sub(x).sum()) }));
    });
    refusedIr('y.store(value)', /the loop stores its tiles itself/, (b) => {
      const x = b.input('x');
      b.loop({ tile: 8 }, (t) => {
        b.output('y').store(t.load(x));
      });
    });
    refusedIr('rescue(condition)', /cannot be used here/, (b) => {
      const x = b.input('x');
      b.loop({ tile: 8 }, (t) => {
        b.rescue(t.load(x).sum().lt(0));
      });
    });
    refusedIr('loop', /cannot stand in a loop/, (b) => {
      b.loop({ tile: 8 }, () => {
        b.loop({ tile: 4 }, () => undefined);
      });
    });
    refusedIr('loop(body)', /neither carries nor stores/, (b) => {
      b.loop({ tile: 8 }, () => undefined);
    });
  });

  it('loads and stores along its own dim alone', () => {
    refusedIr('load(tile)', /only an input can be loaded/, (b) => {
      const x = b.input('x').neg();
      b.loop({ tile: 8 }, (t) => void t.load(x));
    });
    refusedIr('load(tile)', /a loop over cols loads tiles of that dim, given f32\[half\]/, (b) => {
      const x = b.input('x', { dim: 'half' });
      b.loop({ tile: 8 }, (t) => void t.load(x));
    });
    refusedIr('store(output)', /stores tiles of that dim, given half/, (b) => {
      const x = b.input('x');
      const y = b.output('y', { dim: 'half' });
      b.loop({ tile: 8 }, (t) => {
        t.store(y, t.load(x));
      });
    });
    refusedIr('y', /stored twice/, (b) => {
      const x = b.input('x');
      const y = b.output('y');
      b.loop({ tile: 8 }, (t) => {
        t.store(y, t.load(x));
      });
      y.store(x);
    });
    expectError(
      () =>
        program('p', (b) => {
          const x = b.input('x');
          b.loop({ tile: 8 }, (t) => {
            t.store('y' as never, t.load(x));
          });
        }),
      'ERR_INVALID_ARG_TYPE',
      'store(output)',
    );
  });
});

describe('the text form', () => {
  it.each([onlineSoftmax(16), onlineSoftmax('block'), running(64), running('block', 'f16')])(
    'reads back %s',
    (made) => {
      const again = parseProgram(String(made));
      expect(String(again)).toBe(String(made));
      expect(again.ops).toEqual(made.ops);
      expect(again.types).toEqual(made.types);
      expect(again.fixed).toEqual(made.fixed);
    },
  );

  const text = (ops: string, head = 'cols, t = 4') => `program p(${head}) {
  input x: row f32[cols]
  output y: row f32[cols]
  ${ops}
}`;
  const refused = (ops: string, where: string, says: RegExp, head?: string) =>
    expect(expectError(() => parseProgram(text(ops, head)), 'ERR_INVALID_IR', where).message).toMatch(says);

  it('refuses a loop without an end', () => {
    refused('loop cols by t { %x = load x store y, %x', 'ir.ops', /has no yield/);
    const open = { name: 'p', fixed: { t: 4 }, params: onlineSoftmax(4).params.slice(0, 2) };
    const ops = [
      { op: 'loop', dim: 'cols', tile: 't' },
      { op: 'load', param: 'x' },
      { op: 'store', param: 'y', args: [1] },
    ];
    expectError(() => new TileProgram({ ...open, ops } as never), 'ERR_INVALID_IR', 'ir.ops');
  });

  it('refuses what the verifier refuses', () => {
    refused('loop cols by t { yield }', 'ir.ops[1]', /neither carries nor stores/);
    refused('loop cols by cols { yield }', 'ir.ops[0].tile', /another dim/, 'cols');
    refused('loop cols by t { loop cols by t { yield } yield }', 'ir.ops[1]', /cannot stand in a loop/);
    refused('%s = const 0 loop cols by t { %x = load x %c = carry %s yield %c }', 'ir.ops[3]', /stand first/);
    refused('%s = const 0 loop cols by t { %c = carry %s yield }', 'ir.ops[3].args', /takes 1 argument/);
    refused('loop cols by t { %c = const 0 yield }', 'ir.ops[1].op', /const cannot stand in a loop/);
    refused('%s = tileStart', 'ir.ops[0].op', /stands in a loop alone/);
    refused('%s = const 0 %r = result %s store y, %r', 'ir.ops[1].args[0]', /takes the carry of a loop/);
    refused('%x = load x loop cols by t { store y, %x yield }', 'ir.ops[2].args[0]', /values per row/);
    refused(
      'loop cols by t { %x = load x store y, %x yield } %n = neg %x',
      'ir.ops[4].args[0]',
      /outside of its loop/,
    );
    refused('loop cols by t { %i = columnIndex cols yield }', 'ir.ops[1].dim', /the loop's tile dim t/);
    refused('%s = const 0 loop cols by t { %c = carry %s : cols yield %c }', 'ir.ops[2].dim', /tile dim t/);
    refused('loop cols by t { %x = load x store y, %x yield }', 'ir.fixed.t', /from 1 to/, 'cols, t = 0');
    refused(
      'loop cols by t { %x = load x store y, %x yield }',
      'ir.fixed.u',
      /never used/,
      'cols, t = 4, u = 3',
    );
    refused('loop cols by t { %x = load x store y, %x yield }', 'text:1:10', /the head says/, 'cols');
  });

  it('takes extents from the head', () => {
    const made = parseProgram(text('loop cols by t { %x = load x store y, %x yield }'));
    expect(made.dims).toEqual(['cols']);
    expect(bindDims(made, { cols: 6 })).toEqual({ cols: 6, t: 4 });
    expect(bindDims(made, { cols: 6, t: 4 })).toEqual({ cols: 6, t: 4 });
    expectError(() => bindDims(made, { cols: 6, t: 5 }), 'ERR_INVALID_ARG_VALUE', 'shape.t');
    expect(encodeProgram(made, bindDims(made, { cols: 6 })).dims).toEqual({ cols: 6, t: 4 });
  });
});

describe('rewrites', () => {
  it('never contract beside a maximum that a loop carries', () => {
    const made = program('p', (b) => {
      const x = b.input('x');
      const loop = { tile: 8, carry: { m: -Infinity, s: 0, k: 0 } };
      const { m, s, k } = b.loop(loop, (t, { m, s, k }) => {
        const xt = t.load(x);
        return {
          m: m.max(xt.reduceMax().mul(0.3)),
          s: s.add(xt.mul(0.3).sub(m).exp().sum()), // the maximum of the tiles before
          k: k.mul(0.5).add(t.start().toFloat()),
        };
      });
      b.output('y').store(m.add(s).add(k));
    });
    const ops = contract(made).ops.map(({ op }) => op);
    expect(ops.filter((op) => op === 'fma')).toHaveLength(1); // k * 0.5 + start
    expect(ops).toContain('sub');
  });

  it('drop a loop that only the rescue needed', () => {
    const made = program('p', (b) => {
      const x = b.input('x');
      const { s } = b.loop({ tile: 8, carry: { s: 0 } }, (t, { s }) => ({ s: s.add(t.load(x).sum()) }));
      b.rescue(s.lt(0));
      b.output('y').store(x.neg());
    });
    const plain = withoutRescue(made);
    expect(plain.ops.map(({ op }) => op)).toEqual(['load', 'neg', 'store']);
    expect(plain.fixed).toBeUndefined();
  });
});

describe('the interpreter', () => {
  it('keeps what a ragged tile lacks of a carried one', () => {
    const made = program('p', (b) => {
      const x = b.input('x');
      const loop = { tile: 4, carry: { means: 0 }, carryTiles: { a: 10, b: 20 } };
      const {
        a,
        b: other,
        means,
      } = b.loop(loop, (t, { means, a, b }) => ({
        means: means.add(a.mean()),
        a: b,
        b: a.add(t.load(x)),
      }));
      b.output('a').store(a);
      b.output('b').store(other);
      b.output('means').store(means);
    });
    const got = reference(made, { cols: 6 }, { x: Float32Array.of(1, 2, 3, 4, 5, 6) });
    // After one tile a is 20 and b is 11, 12, 13, 14; the second has two elements and swaps as many.
    expect([...got.a]).toEqual([11, 12, 20, 20]);
    expect([...got.b]).toEqual([25, 26, 13, 14]);
    expect([...got.means]).toEqual([10 + 20]);
  });

  it('numbers the columns of the row, or of the tile', () => {
    const made = program('p', (b) => {
      const [y, z, x] = [b.output('y'), b.output('z'), b.input('x')];
      b.loop({ tile: 3 }, (t) => {
        t.store(y, t.columnIndex().toFloat().add(t.load(x)));
        t.store(z, t.tileIndex().add(t.start().mul(100)).toFloat());
      });
    });
    const got = reference(made, { cols: 5 }, { x: new Float32Array(5) });
    expect([...got.y]).toEqual([0, 1, 2, 3, 4]);
    expect([...got.z]).toEqual([0, 1, 2, 300, 301]);
  });
});

describe('the planner', () => {
  it('counts the passes and the kept values of a loop by itself', () => {
    expect(analyzePhases(onlineSoftmax(8))).toMatchObject({ count: 3, keptValues: 1, keptLoads: 1 });
    expect([...analyzePhases(onlineSoftmax(8)).reducedDims]).toEqual(['tile8']);
  });

  it('knows the tiles that there are', () => {
    const sized = (made: TileProgram, shape: Record<string, number>) => ({
      program: made,
      extents: bindDims(made, shape),
    });
    expect(widestTile(sized(onlineSoftmax(64), { cols: 2 ** 24 }))).toBe(64);
    expect(widestTile(sized(onlineSoftmax(64), { cols: 10 }))).toBe(10);
    expect(widestTile(sized(running(64), { cols: 10 }))).toBe(64); // stores what it carried
    expect(tileExtents(sized(onlineSoftmax(64), { cols: 150 }), 'tile64')).toEqual([64, 22]);
    expect(tileExtents(sized(onlineSoftmax(64), { cols: 150 }), 'cols')).toEqual([]);
  });
});
