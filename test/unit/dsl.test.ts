import { describe, expect, it } from 'vitest';
import { program, type ProgramBuilder } from '../../lib/dsl/builder.js';
import type { RowScalar, Tile } from '../../lib/dsl/values.js';
import { expectError } from './support/throws.js';

const text = (build: (b: ProgramBuilder) => void) => String(program('p', build));

describe('program()', () => {
  it('writes parameters in order of declaration and ops in order of creation, stores last', () => {
    const written = text((b) => {
      const y = b.output('y');
      const x = b.input('x');
      const w = b.input('w', { access: 'column' });
      const peak = x.abs().reduceMax();
      y.store(x.div(peak).mul(w));
      b.rescue(peak.lt(b.scalar('eps')));
      b.output('peak').store(peak);
    });
    expect(written).toBe(`program p(cols) {
  output y: row f32[cols]
  input x: row f32[cols]
  input w: column f32[cols]
  scalar eps: f32
  output peak: row f32

  %0: f32[cols] = load x
  %1: f32[cols] = load w
  %2: f32[cols] = abs %0
  %3: f32 = reduce.max %2
  %4: f32[cols] = div %0, %3
  %5: f32[cols] = mul %4, %1
  %6: f32 = scalar eps
  %7: i1 = lt %3, %6
  rescue %7
  store y, %5
  store peak, %3
}
`);
  });

  it('has every op under its name', () => {
    const { ops } = program('all', (b) => {
      const x = b.input('x');
      const s = b.scalar('s');
      const numbers = [
        x.add(1), x.sub(s), x.mul(x), s.div(x), x.min(2), x.max(s),
        x.neg(), x.abs(), x.sqrt(), x.rsqrt(), x.reciprocal(), x.floor(), x.round(), x.fma(s, 3),
        x.exp(), x.exp2(), x.log(), x.tanh(), x.erf(), x.sigmoid(), x.sin(), x.cos(), x.cast('f32'), x.cast('f16'), x.cast('bf16'),
      ]; // prettier-ignore
      const compared = [x.lt(s), x.le(s), x.gt(s), x.ge(s), x.eq(s), x.ne(s)];
      const mask = compared.reduce((a, c) => a.and(c).or(c.not()));
      const total = numbers.reduce((a, n) => a.add(n)).add(mask.select(x, 4));
      const folds = [total.sum(), total.mean(), total.product(), total.reduceMax(), total.reduceMin()];
      b.output('y').store(folds.reduce((a, f) => a.add(f)));
    });
    const used = new Set(ops.map((op) => (op.op === 'reduce' ? `reduce.${op.kind}` : op.op)));
    expect([...used].sort()).toEqual(
      [
        ...[
          'load',
          'scalar',
          'const',
          'add',
          'sub',
          'mul',
          'div',
          'min',
          'max',
          'neg',
          'abs',
          'sqrt',
          'rsqrt',
        ],
        ...[
          'reciprocal',
          'floor',
          'round',
          'fma',
          'lt',
          'le',
          'gt',
          'ge',
          'eq',
          'ne',
          'and',
          'or',
          'not',
          'select',
        ],
        ...['exp', 'exp2', 'log', 'tanh', 'erf', 'sigmoid', 'sin', 'cos'],
        ...['castF32', 'castF16', 'castBf16'],
        ...['reduce.sum', 'reduce.mean', 'reduce.product', 'reduce.max', 'reduce.min', 'store'],
      ].sort(),
    );
  });

  it('keeps the order of operands, numbers included', () => {
    const written = text((b) => {
      const x = b.input('x');
      const s = b.scalar('s');
      b.output('y').store(s.sub(x).fma(2, s));
    });
    expect(written).toContain('sub %1, %0');
    expect(written).toContain('fma %2, %3, %1');
    expect(written).toContain('const 2');
  });

  it('computes equal subexpressions once, and telling signed zeros apart', () => {
    const { ops } = program('p', (b) => {
      const x = b.input('x');
      const sum = x.mul(x).sum().add(x.mul(x).sum());
      b.output('y').store(x.add(0).add(-0).add(0).mul(sum));
    });
    expect(ops.filter((op) => op.op === 'mul')).toHaveLength(2); // x*x once, and the last
    expect(ops.filter((op) => op.op === 'reduce')).toHaveLength(1);
    expect(ops.filter((op) => op.op === 'const')).toHaveLength(2);
  });

  it('does not take a + b for b + a', () => {
    const { ops } = program('p', (b) => {
      const [x, w] = [b.input('x'), b.input('w')];
      b.output('y').store(x.add(w).mul(w.add(x)));
    });
    expect(ops.filter((op) => op.op === 'add')).toHaveLength(2);
  });

  it('drops what nothing needs, but not what a rescue needs', () => {
    const { ops } = program('p', (b) => {
      const x = b.input('x');
      x.sqrt().sum();
      b.rescue(x.reduceMin().lt(0));
      b.output('y').store(x);
    });
    expect(ops.map((op) => op.op)).toEqual(['load', 'reduce', 'const', 'lt', 'rescue', 'store']);
  });

  it('rounds constants to f32', () => {
    const { ops } = program('p', (b) => b.output('y').store(b.const(0.1)));
    expect(ops[0]).toEqual({ op: 'const', value: Math.fround(0.1) });
  });

  it('gives a RowScalar for inputs of dim one, and stores take the dim of the value', () => {
    const p = program('p', (b) => {
      const gain: RowScalar = b.input('gain', { dim: 'one' });
      const half: Tile = b.input('half', { dim: 'half' });
      b.output('y').store(half.mul(gain));
      b.output('g').store(gain);
      b.output('h', { dim: 'one' }).store(half.sum());
    });
    expect(p.params.map((param) => (param.kind === 'scalar' ? '' : param.dim))).toEqual([
      'one',
      'half',
      'half',
      'one',
      'one',
    ]);
    expect(p.dims).toEqual(['half']);
  });
});

describe('program() refuses', () => {
  const invalid = (build: (b: ProgramBuilder) => unknown, where: string) =>
    expectError(() => program('p', build), 'ERR_INVALID_IR', where);

  it('arguments that are none', () => {
    expectError(() => program(7 as never, () => {}), 'ERR_INVALID_ARG_TYPE', 'name');
    expectError(() => program('a b', () => {}), 'ERR_INVALID_ARG_VALUE', 'name');
    expectError(() => program('p', {} as never), 'ERR_INVALID_ARG_TYPE', 'build');
    const wrong = (
      build: (b: any) => unknown,
      code: 'ERR_INVALID_ARG_TYPE' | 'ERR_INVALID_ARG_VALUE',
      argument: string,
    ) => expectError(() => program('p', build as never), code, argument);
    wrong((b) => b.input(), 'ERR_INVALID_ARG_TYPE', 'input(name)');
    wrong((b) => b.input('x', { axis: 0 }), 'ERR_INVALID_ARG_VALUE', 'input(options.axis)');
    wrong((b) => b.input('x', { access: 'diagonal' }), 'ERR_INVALID_ARG_VALUE', 'input(options.access)');
    wrong((b) => b.input('x', { dim: 4 }), 'ERR_INVALID_ARG_TYPE', 'input(options.dim)');
    wrong((b) => b.output('y', null), 'ERR_INVALID_ARG_TYPE', 'output(options)');
    wrong((b) => b.const('1'), 'ERR_INVALID_ARG_TYPE', 'const(value)');
    wrong((b) => b.input('x').add('1'), 'ERR_INVALID_ARG_TYPE', 'add(other)');
    wrong((b) => b.input('x').add(b.input('w').lt(0)), 'ERR_INVALID_ARG_TYPE', 'add(other)');
    wrong((b) => b.input('x').lt(0).and(b.input('w')), 'ERR_INVALID_ARG_TYPE', 'and(other)');
    wrong((b) => b.input('x').lt(0).select(1, undefined), 'ERR_INVALID_ARG_TYPE', 'select(whenFalse)');
    wrong((b) => b.rescue(b.input('x').lt(0)), 'ERR_INVALID_ARG_TYPE', 'rescue(condition)');
    wrong((b) => b.rescue(true), 'ERR_INVALID_ARG_TYPE', 'rescue(condition)');
    wrong((b) => b.output('y').store(b.input('x').lt(0)), 'ERR_INVALID_ARG_TYPE', 'y.store(value)');
  });

  it('programs that break a rule', () => {
    invalid((b) => b.output('y').store(b.input('x').add(b.input('w', { dim: 'half' }))), 'add.args[1]');
    invalid((b) => [b.input('x'), b.input('x')], 'x');
    invalid((b) => [b.scalar('y'), b.output('y')], 'y');
    invalid((b) => [b.input('x'), b.output('y').store(b.scalar('s'))], 'ir.params[0]'); // x is never used
    invalid((b) => [b.output('z'), b.output('y').store(b.input('x'))], 'ir.params[0]'); // z is never stored
    invalid((b) => b.input('x'), "program 'p'");
    invalid(() => {}, "program 'p'");
    invalid((b) => {
      const y = b.output('y');
      y.store(b.input('x'));
      y.store(b.const(1));
    }, 'y');
    invalid((b) => b.output('y', { dim: 'cols' }).store(b.scalar('s')), 'y.store(value)');
    invalid((b) => {
      const flag = b.input('x').sum().lt(0);
      b.rescue(flag);
      b.rescue(flag);
    }, 'rescue(condition)');
  });

  it('values of another program, and a builder after its callback', () => {
    let strayTile: Tile | undefined;
    let strayBuilder: ProgramBuilder | undefined;
    program('first', (b) => {
      strayBuilder = b;
      strayTile = b.input('x');
      b.output('y').store(strayTile);
    });
    invalid((b) => b.output('y').store(b.input('x').add(strayTile as Tile)), 'add(other)');
    expectError(() => strayBuilder?.input('late'), 'ERR_INVALID_IR', "program 'first'");
    expectError(() => strayTile?.neg(), 'ERR_INVALID_IR', "program 'first'");
  });

  it('asynchronous callbacks', () => {
    invalid(async (b) => b.output('y').store(b.input('x')), "program 'p'");
  });
});
