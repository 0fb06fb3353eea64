// Which products are fused: those that one sum alone uses, but none beside a maximum of the row.
import { describe, expect, it } from 'vitest';
import { program, type ProgramBuilder } from '../../lib/dsl/builder.js';
import type { RowScalar, Tile } from '../../lib/dsl/values.js';
import { contract } from '../../lib/ir/contract.js';
import { withoutRescue } from '../../lib/ir/rewrite.js';

/** Elementwise ops of y = f(x, a) after contraction, and whether anything was rewritten. */
function contracted(f: (x: Tile, a: RowScalar, b: ProgramBuilder) => Tile): { ops: string[]; same: boolean } {
  const before = program('p', (b) => {
    b.output('y').store(f(b.input('x'), b.scalar('a'), b));
  });
  const after = contract(before);
  const names = after.ops
    .map(({ op }) => op)
    .filter((op) => !['load', 'scalar', 'const', 'store'].includes(op));
  return { ops: names, same: after === before };
}

describe('contraction', () => {
  it('fuses a product on either side of a sum, with a negation for a difference', () => {
    expect(contracted((x, a) => x.mul(a).add(1)).ops).toEqual(['fma']);
    expect(contracted((x, a) => x.add(x.mul(a))).ops).toEqual(['fma']);
    expect(contracted((x, a) => x.mul(a).sub(x)).ops).toEqual(['neg', 'fma']);
    expect(contracted((x, a) => x.sub(x.mul(a))).ops).toEqual(['neg', 'fma']);
    expect(contracted((x, a) => x.mul(a).add(x.mul(2))).ops).toEqual(['mul', 'fma']);
  });

  it('leaves a product that is used twice, and sums of anything else', () => {
    expect(contracted((x, a) => x.mul(a).add(x.mul(a).neg()))).toMatchObject({ same: true });
    expect(contracted((x, a) => x.mul(a).add(x.mul(a)))).toMatchObject({ same: true });
    expect(contracted((x, a) => x.div(a).add(x.sub(a)))).toMatchObject({ same: true });
    expect(contracted((x, a) => x.mul(a).max(0))).toMatchObject({ same: true });
  });

  it('leaves x * scale - max, however the maximum comes in', () => {
    const same = { same: true };
    expect(contracted((x, a) => x.mul(a).sub(x.mul(2).reduceMax()))).toMatchObject(same);
    expect(contracted((x, a) => x.mul(a).sub(x.reduceMin().mul(a)))).toMatchObject(same);
    expect(contracted((x, a) => x.mul(a).add(x.reduceMax().neg()))).toMatchObject(same);
    const softmax = contracted((x, a) => {
      const scaled = x.mul(a);
      const shifted = x.mul(a.add(0)).sub(scaled.reduceMax());
      return shifted.exp().mul(shifted.exp().sum().reciprocal());
    });
    expect(softmax).toMatchObject(same);
    // A sum is no maximum.
    expect(contracted((x, a) => x.mul(a).sub(x.sum())).ops).toContain('fma');
  });

  it('leaves indices', () => {
    const indices = contracted((x, a, b) => x.div(a).max(b.columnIndex().mul(2).add(1).toFloat()));
    expect(indices.same).toBe(true);
  });

  it('gives the same program for the same program, with the same parameters', () => {
    const before = program('p', (b) => {
      const x = b.input('x');
      const unused = b.input('guard', { dim: 'one' });
      b.rescue(unused.ge(b.scalar('limit')));
      b.output('y').store(x.mul(2).add(1));
    });
    expect(contract(before)).toBe(contract(before));
    expect(withoutRescue(before)).toBe(withoutRescue(before));
    for (const after of [contract(before), withoutRescue(before), contract(withoutRescue(before))]) {
      expect(after.params).toEqual(before.params);
      expect(after).not.toBe(before);
    }
    expect(withoutRescue(before).ops.map(({ op }) => op)).not.toContain('ge');
    expect(contract(before).ops.map(({ op }) => op)).toContain('rescue');
  });
});
