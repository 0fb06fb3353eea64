// compileAsync(): compile(), off the event loop.
import { describe, expect, it } from 'vitest';
import { codeCache, compile, compileAsync, layerNorm, rmsNorm, TileSimdError } from '../../lib/index.js';
import { native } from '../../lib/native/load.js';

describe('compileAsync()', () => {
  it('gives the kernel that compile() gives', async () => {
    const kernel = await compileAsync(rmsNorm.program(), { cols: 61 }, { width: 4 });
    expect(kernel.info.source).toBe('compiled');
    const again = compile(rmsNorm.program(), { cols: 61 }, { width: 4 });
    expect(again.info.source).toBe('memory');
    expect(again.plan).toEqual(kernel.plan);
    expect(again.asm.object).toEqual(kernel.asm.object);
    const x = Float32Array.from({ length: 122 }, (_, i) => (i % 7) - 3);
    const [y, z] = [new Float32Array(122), new Float32Array(122)];
    const args = { x, weight: x.subarray(0, 61), eps: 1e-5 };
    kernel.launch(kernel.record({ ...args, y }));
    again.launch(again.record({ ...args, y: z }));
    expect(y).toEqual(z);
    again.dispose();
    kernel.launch(kernel.record({ ...args, y }));
    expect(y).toEqual(z);
    kernel.dispose();
  });

  it('compiles equal programs once', async () => {
    const { compiled } = codeCache();
    const kernels = await Promise.all(
      Array.from({ length: 12 }, (_, i) => compileAsync(rmsNorm.program(), { cols: 62 + (i % 2) })),
    );
    expect(codeCache().compiled).toBe(compiled + 2);
    kernels[0].dispose();
    const record = kernels[2].record({
      x: new Float32Array(62),
      weight: new Float32Array(62),
      eps: 1,
      y: new Float32Array(62),
    });
    kernels[2].launch(record); // a kernel of its own, though the code is shared
    for (const kernel of kernels) kernel.dispose();
  });

  it('leaves the event loop free', async () => {
    let ticks = 0;
    const timer = setInterval(() => ++ticks, 1);
    const program = layerNorm.program({ mean: true, invStdDev: true });
    const kernel = await compileAsync(program, { cols: 1031 }, { mapping: 'whole-program' });
    clearInterval(timer);
    // Compiled on this thread the timer would not run at all.
    expect(ticks).toBeGreaterThan(3);
    kernel.dispose();
  });

  it('rejects with what compile() throws', async () => {
    const refusal = async (promise: Promise<unknown>) => {
      const error: unknown = await promise.then(
        () => undefined,
        (caught: unknown) => caught,
      );
      expect(error).toBeInstanceOf(TileSimdError);
      const { code, argument } = error as TileSimdError;
      return { code, argument };
    };
    const good = rmsNorm.program();
    expect(await refusal(compileAsync('x' as never, { cols: 4 }))).toEqual({
      code: 'ERR_INVALID_ARG_TYPE',
      argument: 'program',
    });
    expect(await refusal(compileAsync(good, { cols: 0 }))).toEqual({
      code: 'ERR_INVALID_ARG_VALUE',
      argument: 'shape.cols',
    });
    expect(await refusal(compileAsync(good, { cols: 4 }, { width: 3 as never }))).toEqual({
      code: 'ERR_INVALID_PLAN',
      argument: 'plan.width',
    });
    const tooLarge = { cols: 2 ** 20, rows: 1 } as never;
    expect((await refusal(compileAsync(good, tooLarge))).argument).toBe('shape.rows');
    const unrolled = compileAsync(good, { cols: 5000 }, { materialize: 'registers' });
    expect((await refusal(unrolled)).code).toBe('ERR_INVALID_PLAN');
    // Refused on the other thread.
    const request = { ir: {}, plan: {}, target: { features: 'native' } };
    await expect(native().compileAsync(JSON.stringify(request), '', 0)).rejects.toMatchObject({
      code: 'ERR_INVALID_IR',
      argument: 'ir.format',
    });
  });
});
