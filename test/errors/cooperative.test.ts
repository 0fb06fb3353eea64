// Cooperative kernels that cannot be had: the row cannot be split, or another switch is fixed against it.
import { describe, it } from 'vitest';
import {
  compile,
  program,
  rmsNorm,
  silu,
  softmax,
  type PlanOptions,
  type TileProgram,
} from '../../lib/index.js';
import { onlineSoftmax } from '../support/loops.js';
import { expectRefusal } from '../support/refuse.js';

function refuse(
  tile: TileProgram,
  shape: Record<string, number>,
  plan: Record<string, unknown>,
  key: string,
  says: RegExp,
): void {
  expectRefusal(() => compile(tile, shape, { cooperative: true, ...plan } as PlanOptions), {
    code: 'ERR_INVALID_PLAN',
    argument: `plan.${key}`,
    says: [says],
  });
}

describe('a cooperative kernel', () => {
  it('splits the rows of tiles along one dim alone', () => {
    refuse(silu.program(), {}, {}, 'cooperative', /every length/);
    refuse(softmax.program({ inner: true }), { cols: 64, inner: 4 }, {}, 'cooperative', /grid/);
    const two = program('two', (b) => {
      b.output('y').store(b.input('x').mul(2));
      b.output('z', { dim: 'other' }).store(b.input('w', { dim: 'other' }).mul(2));
    });
    refuse(two, { cols: 64, other: 3 }, {}, 'cooperative', /one dim of its tiles, and here are 2/);
    const loops = onlineSoftmax(16);
    refuse(loops, { cols: 64 }, {}, 'cooperative', /goes from tile to tile/);
    const scalars = program('scalars', (b) => {
      b.output('y', { dim: 'one' }).store(b.input('x', { dim: 'one' }).mul(2));
    });
    refuse(scalars, {}, {}, 'cooperative', /and here are 0/);
  });

  it.each<[string, unknown, RegExp]>([
    ['mapping', 'whole-program', /a lane runs a whole row.*'packet-local'/],
    ['materialize', 'snapshot', /waits from phase to phase.*'reload'/],
    ['materialize', 'registers', /'reload'/],
    ['materialize', 'recompute', /'reload'/],
    ['fuse', false, /no snapshot.*true/],
    ['stores', 'streaming', /'cached'/],
    ['tail', 'masked', /'peeled'/],
    ['tail', 'overlapping', /'peeled'/],
    ['order', 'mapping', /chunks of the fixed order.*'fixed'/],
  ])('does not go with %s: %o', (key, value, says) => {
    refuse(rmsNorm.program(), { cols: 64 }, { [key]: value }, key, says);
  });

  it('has no full-packet clone', () => {
    const plan: PlanOptions = { cooperative: true, fullPacket: 'require' };
    expectRefusal(() => compile(rmsNorm.program(), { cols: 64 }, plan), {
      code: 'ERR_FULL_PACKET_REFUSED',
      argument: 'plan.fullPacket',
      says: [/cooperative/],
    });
  });

  it('is asked for by true or false', () => {
    for (const value of [1, 'yes', null])
      refuse(rmsNorm.program(), { cols: 64 }, { cooperative: value }, 'cooperative', /true, false/);
  });
});
