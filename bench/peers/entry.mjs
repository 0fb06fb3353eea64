// tile-simd's native entry, in kernel_bench as the table has it. It is another process, so the pivot's samples stand around
// it instead of between.
import { existsSync } from 'node:fs';
import { measure, program } from '../lib/kernel-bench.mjs';
import { eps } from './data.mjs';
import { MissingPeer } from './installed.mjs';

export const entryLabel = 'entry';

/** @param generated the request behind the kernel, and whether it is the one for every length. */
export function entryOf({ op, rows, columns }, generated, timing, core) {
  if (!existsSync(program))
    throw new MissingPeer('kernel_bench', 'node scripts/build-native.mjs --target native_bench');
  const one = { label: entryLabel, ...generated };
  const request = { op, rows, columns, eps, pivot: entryLabel, hand: [], generated: [one] };
  const halves = [Math.ceil(timing.samples / 2), Math.floor(timing.samples / 2)];
  return async (timer, pivot) => {
    const calls = await timer.warmUp(pivot);
    const pivots = [];
    const samplePivot = async (times) => {
      for (let i = 0; i < times; ++i) pivots.push(await timer.sample(pivot, calls));
    };
    await samplePivot(halves[0]);
    const { candidates } = await measure(request, { ...timing, rounds: 1, core });
    await samplePivot(halves[1]);
    return { ...candidates[0].raw[0], pivot: pivots };
  };
}
