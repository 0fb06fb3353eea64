// The ragged end of a row: masked, peeled or overlapping; the masks of the code, and not a bit changed.
import { describe, expect, it } from 'vitest';

import {
  compile,
  layerNorm,
  lint,
  program,
  realization,
  rmsNorm,
  type PlanOptions,
} from '../../lib/index.js';
import { expectRefusal } from '../support/refuse.js';
import { everyLie, expectSameElsewhere, subjects, type Subject } from '../support/every-place.js';

const widths = [2, 4, 8, 16] as const;
const columns = [1, 8, 17, 31, 33, 65, 130, 257];
const lies = [everyLie[0], everyLie[1], everyLie[6]];

describe.each(subjects)('$name', (subject: Subject) => {
  it.each(['masked', 'overlapping'] as const)('has the same bits with the tail %s', (tail) => {
    let turn = 0;
    for (const cols of columns) {
      const width = widths[(turn + (turn >> 2)) % 4];
      const materialize = (['reload', 'snapshot', 'auto'] as const)[turn % 3];
      const fullPacket = turn++ % 2 === 0;
      if (tail === 'overlapping' && cols < width) continue;
      const plan = { width, materialize, fullPacket, mapping: 'packet-local' } as const;
      expectSameElsewhere(subject, cols, { ...plan, tail }, { mapping: 'packet-local' }, lies);
    }
  });
});

it('has the same bits over several chunks', () => {
  const subject = subjects[1];
  for (const [tail, materialize] of [
    ['masked', 'reload'],
    ['masked', 'snapshot'],
    ['overlapping', 'snapshot'],
  ] as const)
    for (const cols of [8192 + 70, 3 * 8192]) {
      expectSameElsewhere(subject, cols, { tail, materialize, width: 8 }, {}, [everyLie[0]]);
    }
});

describe('the code', () => {
  function counts(cols: number, options: PlanOptions, tile = rmsNorm.program()) {
    const kernel = compile(tile, { cols }, { width: 8, fullPacket: 'require', ...options });
    const sum = { masked: 0, contiguous: 0 };
    for (const { name, vectorLoads, vectorStores } of realization(kernel).functions) {
      if (name.endsWith('.rescue')) continue;
      for (const { masked, contiguous } of [vectorLoads, vectorStores]) {
        sum.masked += masked;
        sum.contiguous += contiguous;
      }
    }
    const { plan } = kernel;
    const findings = lint(kernel); // masks that a plan asks for are none
    kernel.dispose();
    return { ...sum, plan, findings };
  }

  // A row of a single step of 64 elements has its bounds at compile time, and LLVM drops masks that hold.
  it.each([128, 65])('masks every access to a row of %i columns where the tail is masked', (cols) => {
    const { masked, contiguous, plan, findings } = counts(cols, { tail: 'masked', materialize: 'reload' });
    expect(findings).toEqual([]);
    expect(plan.tail).toBe('masked');
    expect(contiguous).toBe(0);
    expect(masked).toBeGreaterThanOrEqual(4 + 3); // a loop over x, a loop over x, weight and y
  });

  it('keeps nothing in registers then, unless it is told to', () => {
    expect(counts(64, { tail: 'masked' }).plan.materialize).toBe('reload');
    expect(counts(64, { tail: 'peeled' }).plan.materialize).toBe('registers');
  });

  it('masks no access of a loop without reductions where the tail overlaps', () => {
    const twice = program('twice', (b) => {
      b.output('y').store(b.input('x').mul(b.input('weight', { access: 'column' })));
    });
    for (const cols of [8, 9, 65, 1000 + 1]) {
      const { masked, contiguous, plan } = counts(cols, { tail: 'overlapping' }, twice);
      expect(plan.tail).toBe(cols % 8 === 0 ? 'peeled' : 'overlapping');
      expect(masked).toBe(0);
      expect(contiguous).toBeGreaterThan(0);
    }
    // Reductions stay peeled: the sum's last vector is masked, the store's is not.
    const peeled = counts(65, { tail: 'peeled', materialize: 'reload' });
    const overlapping = counts(65, { tail: 'overlapping', materialize: 'reload' });
    expect(peeled.masked).toBe(4 * (peeled.masked / 4));
    expect(overlapping.masked).toBe(peeled.masked / 4);
  });
});

describe('a tail is refused with the reason', () => {
  const refuse = (run: () => unknown, ...says: (string | RegExp)[]) =>
    expectRefusal(run, { code: 'ERR_INVALID_PLAN', argument: 'plan.tail', says });

  it('overlapping for rows under a vector, masked for rows that are unrolled', () => {
    const rms = rmsNorm.program();
    refuse(() => compile(rms, { cols: 7 }, { tail: 'overlapping', width: 8 }), 'at least one vector', '7');
    refuse(() => compile(rms, { cols: 64 }, { tail: 'masked', materialize: 'registers' }), 'registers');
  });

  it('and is the usual one where there is none', () => {
    const kernel = (options: PlanOptions) => {
      const { plan } = compile(layerNorm.program(), { cols: 65 }, options);
      return plan.tail;
    };
    for (const tail of ['masked', 'overlapping', 'peeled'] as const)
      expect(kernel({ mapping: 'whole-program', tail })).toBe('peeled');
    expect(kernel({ tail: 'masked' })).toBe('masked');
    expect(kernel({ tail: 'auto' })).toBe('peeled');
  });
});
