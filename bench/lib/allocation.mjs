// What a call allocates, exactly: measured in a process whose young generation is so large that no collection hides it.
import v8 from 'node:v8';
import { median } from './statistics.mjs';

/** Flags of Node for such a process. */
export const heapFlags = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'];

/** Calls over which a figure is averaged. */
const usualCalls = 20_000;

/**
 * Bytes per call of `action`, on the JavaScript heap and of buffers outside of it, rounded to whole bytes.
 * @throws where the process was not started with `heapFlags`.
 */
export function allocationOf(action, calls = usualCalls) {
  if (typeof globalThis.gc !== 'function') throw new Error(`run node with ${heapFlags.join(' ')}`);
  const run = () => {
    for (let i = 0; i < calls; ++i) action();
  };
  const measure = (body) => {
    globalThis.gc();
    const heap = v8.getHeapStatistics().used_heap_size;
    const { arrayBuffers } = process.memoryUsage();
    body();
    return {
      heap: v8.getHeapStatistics().used_heap_size - heap,
      outside: process.memoryUsage().arrayBuffers - arrayBuffers,
    };
  };
  for (let i = 0; i < 2; ++i) run(); // optimized by now
  const nothing = Array.from({ length: 5 }, () => measure(() => {}));
  const found = Array.from({ length: 5 }, () => measure(run));
  const perCall = (part) =>
    Math.max(0, median(found.map((f) => f[part])) - median(nothing.map((f) => f[part]))) / calls;
  return { heapBytes: Math.round(perCall('heap')), bufferBytes: Math.round(perCall('outside')) };
}
