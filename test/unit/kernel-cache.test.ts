import { describe, expect, it } from 'vitest';
import { parseProgram } from '../../lib/ir/parse.js';
import { checkPlanOptions } from '../../lib/planner/plan.js';
import { KernelCache } from '../../lib/runtime/kernel-cache.js';
import type { Kernel } from '../../lib/runtime/kernel.js';
import { affine } from './support/fake-native.js';

const auto = checkPlanOptions(undefined);

function cacheOf(limit: number) {
  const compiled: Kernel[] = [];
  const cache = new KernelCache((program, shape) => {
    const kernel = {
      program,
      shape,
      disposed: false,
      dispose() {
        this.disposed = true;
      },
    };
    compiled.push(kernel as unknown as Kernel);
    return kernel as unknown as Kernel;
  }, limit);
  return { cache, compiled };
}

describe('the kernel cache', () => {
  it('compiles once per program, shape and plan', () => {
    const { cache, compiled } = cacheOf(10);
    const kernel = cache.get(affine, { cols: 4 }, auto);
    expect(cache.get(affine, { cols: 4 }, checkPlanOptions({ width: 'auto' }))).toBe(kernel);
    cache.get(affine, { cols: 5 }, auto);
    cache.get(affine, { cols: 4 }, checkPlanOptions({ width: 8 }));
    cache.get(parseProgram(String(affine)), { cols: 4 }, auto); // another program, though of the same text
    expect(compiled).toHaveLength(4);
    expect(cache.size).toBe(4);
  });

  it('disposes the one used longest ago', () => {
    const { cache, compiled } = cacheOf(2);
    const first = cache.get(affine, { cols: 1 }, auto);
    const second = cache.get(affine, { cols: 2 }, auto);
    cache.get(affine, { cols: 1 }, auto); // used again
    cache.get(affine, { cols: 3 }, auto);
    expect([first.disposed, second.disposed]).toEqual([false, true]);
    expect(cache.size).toBe(2);
    expect(cache.get(affine, { cols: 2 }, auto)).not.toBe(second);
    expect(first.disposed).toBe(true);
    expect(compiled).toHaveLength(4);
  });

  it('compiles again what somebody disposed', () => {
    const { cache } = cacheOf(2);
    const kernel = cache.get(affine, { cols: 1 }, auto);
    kernel.dispose();
    expect(cache.get(affine, { cols: 1 }, auto).disposed).toBe(false);
    expect(cache.size).toBe(1);
  });

  it('clears', () => {
    const { cache, compiled } = cacheOf(4);
    cache.get(affine, { cols: 1 }, auto);
    cache.get(affine, { cols: 2 }, auto);
    cache.clear();
    expect(compiled.every((kernel) => kernel.disposed)).toBe(true);
    expect(cache.size).toBe(0);
  });
});
