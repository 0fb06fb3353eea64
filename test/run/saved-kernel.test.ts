// kernel.save() and loadKernel(): the same kernel, from its code or compiled again.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compile, gelu, loadKernel, parseProgram, rmsNorm, softmax, type Kernel } from '../../lib/index.js';

afterEach(() => vi.unstubAllEnvs());

function outputOf(kernel: Kernel): Float32Array {
  const x = Float32Array.from({ length: 120 }, (_, i) => ((i * 37) % 101) - 50);
  const y = new Float32Array(x.length);
  const others = { weight: new Float32Array(60).fill(1.5), eps: 1e-5, scale: 0.5 };
  const names = kernel.program.params.map(({ name }) => name);
  const used = Object.entries(others).filter(([name]) => names.includes(name));
  kernel.launch(kernel.record({ x, y, ...Object.fromEntries(used) }));
  return y;
}

const kernels: [string, () => Kernel][] = [
  ['a norm', () => compile(rmsNorm.program(), { cols: 60 })],
  ['a plan', () => compile(rmsNorm.program(), { cols: 60 }, { mapping: 'whole-program', width: 4 })],
  ['a softmax', () => compile(softmax.program(), { cols: 60 })],
  ['the kernel for every length', () => compile(gelu.program(), {})],
  ['other precision', () => compile(rmsNorm.program(), { cols: 60 }, { accumulate: 'f64' })],
  ['contraction', () => compile(gelu.program(), { cols: 60 }, { math: 'contract' })],
  ['cooperation', () => compile(rmsNorm.program(), { cols: 60 }, { cooperative: true })],
  ['no specialization', () => compile(rmsNorm.program(), { cols: 60 }, { fullPacket: false })],
  [
    'constants that JSON has not',
    () =>
      compile(
        parseProgram(`program odd(cols) {
          input x: row f32[cols]
          output y: row f32[cols]

          %0 = load x
          %1 = const -Infinity
          %2 = const -0
          %3 = const NaN
          %4 = max %0, %1
          %5 = add %4, %2
          %6 = eq %5, %3
          %7 = select %6, %3, %5
          store y, %7
        }`),
        { cols: 60 },
      ),
  ],
];

describe.each(kernels)('a saved kernel: %s', (_, make) => {
  it.each([true, false])('with its code trusted: %s', (trustCode) => {
    const kernel = make();
    const expected = outputOf(kernel);
    const bytes = kernel.save();
    const { object, tile } = kernel.asm;
    kernel.dispose();
    const loaded = loadKernel(bytes, { trustCode });
    expect(loaded.info.source).toBe(trustCode ? 'saved' : 'compiled');
    expect(outputOf(loaded)).toEqual(expected);
    expect(loaded.plan).toEqual(kernel.plan);
    expect(loaded.shape).toEqual(kernel.shape);
    expect(loaded.flat).toBe(kernel.flat);
    expect(loaded.asm.tile).toBe(tile);
    expect(loaded.asm.object).toEqual(object);
    expect(loaded.specialization).toEqual(kernel.specialization);
    expect(loaded.save()).toEqual(bytes);
    loaded.dispose();
  });
});

it('a saved kernel can be kept anywhere: views and shared memory', () => {
  const kernel = compile(rmsNorm.program(), { cols: 60 });
  const bytes = kernel.save();
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length + 3), 3);
  shared.set(bytes);
  expect(outputOf(loadKernel(shared, { trustCode: true }))).toEqual(outputOf(kernel));
  expect(loadKernel(new Uint8Array(bytes)).info.source).toBe('memory');
});

it('the environment of the loading process decides about specialization, as it does for compile()', () => {
  const bytes = compile(rmsNorm.program(), { cols: 60 }).save();
  vi.stubEnv('TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION', '1');
  const { specialization, info } = loadKernel(bytes, { trustCode: true });
  expect(info.source).not.toBe('saved'); // that code has the clone
  expect(specialization).toMatchObject({ applied: false, reason: 'environment' });
});
