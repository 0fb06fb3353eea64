// Programs with loops over column tiles: what rows too long to be held whole are for.
import { program, type RowDType, type TileProgram } from '../../lib/index.js';

/** Softmax in two passes, the first with a running maximum and a sum that is rescaled; and the log of the sum. */
export const onlineSoftmax = (tile: number | string, dtype: RowDType = 'f32'): TileProgram =>
  program('online_softmax', (b) => {
    const x = b.input('x', { dtype });
    const { m, s } = b.loop({ tile, carry: { m: -Infinity, s: 0 } }, (t, { m, s }) => {
      const xt = t.load(x);
      const next = m.max(xt.reduceMax());
      return { m: next, s: s.mul(m.sub(next).exp()).add(xt.sub(next).exp().sum()) };
    });
    const y = b.output('y', { dtype });
    b.loop({ tile }, (t) => {
      t.store(y, t.load(x).sub(m).exp().div(s));
    });
    b.output('lse').store(m.add(s.log()));
  });

/** RMSNorm of x + residual, the sum stored on the way; both passes go along the rows of both. */
export const addRmsNorm = (tile: number, dtype: RowDType = 'f32'): TileProgram =>
  program('add_rms_norm', (b) => {
    const x = b.input('x', { dtype });
    const residual = b.input('residual', { dtype });
    const weight = b.input('weight', { access: 'column', dtype });
    const sum = b.output('sum', { dtype });
    const { squares, columns } = b.loop(
      { tile, carry: { squares: 0, columns: b.index(0) } },
      (t, { squares, columns }) => {
        const added = t.load(x).add(t.load(residual)).cast(dtype);
        t.store(sum, added);
        const last = t.columnIndex().toFloat().reduceMax();
        // The tile's last column, counted again from its start.
        return {
          squares: squares.add(added.mul(added).sum()),
          columns: last.ge(0).select(t.start(), columns),
        };
      },
    );
    const scale = squares.div(b.scalar('n')).add(1e-6).rsqrt();
    const y = b.output('y', { dtype });
    b.loop({ tile }, (t) => {
      t.store(y, t.load(x).add(t.load(residual)).cast(dtype).mul(scale).mul(t.load(weight)));
    });
    b.output('start').store(columns.toFloat());
  });

/**
 * Carried tiles: a sum per place in the tile, its mean before each addition, the largest of what that was; a swap of two
 * of them from tile to tile; and the column of the row's maximum.
 */
export const running = (tile: number | string, dtype: RowDType = 'f32'): TileProgram =>
  program('running', (b) => {
    const x = b.input('x', { dtype });
    const loop = {
      tile,
      carry: { best: -Infinity, at: 0, means: 0 },
      carryTiles: { sums: 0, odd: 1, even: -2 },
    };
    const { best, at, means, sums, odd, even } = b.loop(loop, (t, { best, at, means, sums, odd, even }) => {
      const xt = t.load(x);
      const most = xt.reduceMax();
      const place = xt.eq(most).select(t.columnIndex().toFloat(), Infinity).reduceMin();
      return {
        best: best.max(most),
        at: most.gt(best).select(place, at),
        means: means.add(sums.mean().mul(0.5)),
        sums: sums.add(xt.sub(most)),
        odd: even,
        even: odd.add(xt.abs()),
      };
    });
    b.output('best').store(best);
    b.output('at').store(at);
    b.output('means').store(means);
    b.output('sums').store(sums);
    b.output('total').store(sums.sum());
    b.output('odd').store(odd.sub(sums.reduceMax()));
    b.output('even').store(even);
  });

/** Both halves of a row, each from both, with what is behind the row's first half counted from its middle. */
export const rotation = (tile: number, pairs: boolean): TileProgram =>
  program('rotation', (b) => {
    const x = b.input('x', { dim: 'cols' });
    const part = (second: boolean) =>
      pairs
        ? { dim: 'half', offset: second ? '1' : '0', stride: 2 }
        : { dim: 'half', offset: second ? 'half' : '0' };
    const y = b.output('y', { dim: 'cols' });
    const { energy } = b.loop({ dim: 'half', tile, carry: { energy: 0 } }, (t, { energy }) => {
      const low = t.load(x.slice(part(false)));
      const high = t.load(x.slice(part(true)));
      const angle = t.columnIndex().toFloat().mul(0.01).add(b.rowIndex().toFloat());
      t.store(y, low.mul(angle.cos()).sub(high.mul(angle.sin())), part(false));
      t.store(y, high.mul(angle.cos()).add(low.mul(angle.sin())), part(true));
      return { energy: energy.add(low.mul(low).add(high.mul(high)).sum()) };
    });
    b.output('energy').store(energy);
  });

/** A row scalar of the whole row goes into a loop, and a loop's result into tiles of the whole row. */
export const mixedRows = (tile: number, dtype: RowDType = 'f32'): TileProgram =>
  program('mixed_rows', (b) => {
    const x = b.input('x', { dtype });
    const mean = x.mean();
    const { spread, any } = b.loop(
      { tile, carry: { spread: 0, any: b.const(0).gt(1) } },
      (t, { spread, any }) => {
        const centered = t.load(x).sub(mean);
        const largest = centered.abs().reduceMax();
        return { spread: spread.add(centered.mul(centered).mean()), any: any.or(largest.gt(1.5)) };
      },
    );
    b.output('y', { dtype }).store(any.select(x.mul(0.5), x.add(spread)));
  });
