// Predicted features beside the counters of objects: candidates drawn from all operators, shapes and switches. The
// command `npm run check:features` does the same for every candidate of 20 shapes.
import { afterAll, describe, expect, it } from 'vitest';
import { compile, TileSimdError, type Kernel, type PlanOptions } from '../../lib/index.js';
import { subjectOf, variants } from '../../bench/planner/subjects.js';
import { decodedFeatures, isNear, predictedFeatures, wrongAccesses } from '../support/code-features.js';
import { cpu } from '../../lib/index.js';

const wanted = 200;
const columns = [7, 16, 17, 31, 33, 64, 65, 66, 97, 129, 256, 257, 768, 1024, 1538, 4097, 16384];
const levels = (['native', 'x86-64-v3'] as const).filter(
  (level) => level !== 'x86-64-v3' || cpu().levels.includes(level),
);
let seed = 20261201;
const random = (below: number) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * below);
};
const pick = <T>(values: readonly T[]): T => values[random(values.length)];

/** A random candidate; undefined where the switches do not go together. */
function candidate(): { kernel: Kernel; name: string } | undefined {
  const [operator, variant] = pick(variants);
  const { program, extents, name } = subjectOf(operator, variant, pick(columns));
  const maybe = <T>(values: readonly T[]): T | 'auto' => (random(3) === 0 ? 'auto' : pick(values));
  const plan: PlanOptions = {
    mapping: pick(['packet-local', 'packet-local', 'whole-program']),
    width: pick([4, 8, 16]),
    fullPacket: pick([true, false]),
    fuse: maybe([true, false]),
    materialize: maybe(['registers', 'snapshot', 'reload', 'recompute', 'output']),
    unroll: maybe([1, 2, 4, 8]),
    tail: maybe(['peeled', 'overlapping', 'masked']),
    prefetch: pick([0, 512]),
    stores: random(5) === 0 ? 'by-size' : 'cached',
    features: pick(levels),
  };
  try {
    return {
      kernel: compile(program, extents, plan),
      name: `${name} ${JSON.stringify({ ...extents, ...plan })}`,
    };
  } catch (error) {
    if (error instanceof TileSimdError && error.code === 'ERR_INVALID_PLAN') return undefined;
    throw error;
  }
}

describe.skipIf(process.arch !== 'x64')('predicted features of candidates', () => {
  const sizes: boolean[] = [];
  const spills: boolean[] = [];
  for (let part = 0; part < 8; ++part)
    it(`are the accesses that the object has, part ${part + 1} of 8`, () => {
      for (let seen = 0; seen < wanted / 8;) {
        const made = candidate();
        if (made === undefined) continue;
        ++seen;
        const predicted = predictedFeatures(made.kernel);
        const decoded = decodedFeatures(made.kernel);
        expect(wrongAccesses(predicted, decoded), made.name).toEqual([]);
        sizes.push(isNear(predicted.instructions, decoded.instructions, 24));
        spills.push(isNear(predicted.spilled, decoded.spilled, 4));
        made.kernel.dispose();
      }
    });
  afterAll(() => {
    const share = (good: readonly boolean[]) => good.filter(Boolean).length / good.length;
    expect(sizes).toHaveLength(wanted);
    expect(share(sizes)).toBeGreaterThan(0.85);
    expect(share(spills)).toBeGreaterThan(0.8);
  });
});
