// Kernels from memory and from disk: the same code, and what the environment says of where it is kept.
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  codeCache,
  compile,
  layerNorm,
  rmsNorm,
  softmax,
  type Kernel,
  type PlanOptions,
} from '../../lib/index.js';
import { cacheEnvironment, temporaryFolder } from '../support/cache-directory.js';

function keepIn(directory: string): void {
  for (const [name, value] of Object.entries(cacheEnvironment(directory))) vi.stubEnv(name, value);
}
afterEach(() => vi.unstubAllEnvs());

const program = rmsNorm.program();

function outputOf(kernel: Kernel): Float32Array {
  const { cols } = kernel.shape;
  const x = Float32Array.from({ length: 3 * cols }, (_, i) => ((i * 37) % 101) - 50);
  const y = new Float32Array(x.length);
  const args = { x, weight: new Float32Array(cols).fill(1.5), eps: 1e-5, y };
  kernel.launch(kernel.record(args));
  return y;
}

/** Compiles, runs and disposes, so that the next one does not find it in memory. */
function once(cols: number, plan?: PlanOptions) {
  const kernel = compile(program, { cols }, plan);
  const { source } = kernel.info;
  const result = { source, output: outputOf(kernel), object: kernel.asm.object, info: kernel.info };
  kernel.dispose();
  return result;
}

describe('memory', () => {
  it('has what was compiled, until its last holder disposes it', () => {
    const [first, second] = [compile(program, { cols: 31 }), compile(program, { cols: 31 })];
    expect([first.info.source, second.info.source]).toEqual(['compiled', 'memory']);
    const expected = outputOf(first);
    first.dispose();
    expect(outputOf(second)).toEqual(expected);
    const third = compile(program, { cols: 31 });
    expect(third.info.source).toBe('memory');
    second.dispose();
    third.dispose();
    expect(once(31).source).toBe('compiled');
  });

  it('tells apart what is compiled differently', () => {
    const kernels = [
      compile(program, { cols: 32 }),
      compile(program, { cols: 33 }),
      compile(program, { cols: 32 }, { width: 4 }),
      compile(program, { cols: 32 }, { width: 4, fullPacket: false }),
      compile(program, { cols: 32 }, { accumulate: 'f32' }),
      compile(program, { cols: 32 }, { accumulate: 'f64' }),
      compile(program, { cols: 32 }, { features: 'x86-64-v2', width: 4 }),
      compile(layerNorm.program(), { cols: 32 }, { width: 4 }),
    ];
    expect(kernels.map((kernel) => kernel.info.source)).toEqual(kernels.map(() => 'compiled'));
    for (const kernel of kernels) kernel.dispose();
  });
});

describe('the disk', () => {
  let directory: string;
  beforeEach(() => {
    directory = join(temporaryFolder(), 'made', 'here');
    keepIn(directory);
  });
  const files = () => readdirSync(directory).map((name) => join(directory, name));

  it('gives the code that was compiled', () => {
    const fresh = once(40);
    const { fromDisk, stored } = codeCache();
    const found = once(40);
    expect([fresh.source, found.source]).toEqual(['compiled', 'disk']);
    expect(found.output).toEqual(fresh.output);
    expect(found.object).toEqual(fresh.object);
    const { compileMicroseconds: _, phaseMicroseconds: phases, source: __, ...info } = found.info;
    expect(fresh.info).toMatchObject(info);
    expect(Object.keys(phases).sort()).toEqual(['link', 'load']);
    expect(codeCache()).toMatchObject({ fromDisk: fromDisk + 1, stored, directory, problem: undefined });
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  it('gives artifacts as well', () => {
    const fresh = compile(program, { cols: 41 });
    const { llvm, optimized, assembly, tile } = fresh.asm;
    fresh.dispose();
    const found = compile(program, { cols: 41 });
    expect(found.info.source).toBe('disk');
    expect({ ...found.asm }).toMatchObject({ llvm, optimized, assembly, tile });
    found.dispose();
  });

  it('serves every level and every plan its own code', () => {
    const plans: PlanOptions[] = [
      {},
      { features: 'x86-64-v2', width: 4 },
      { features: 'x86-64-v3', width: 4 },
      { width: 4 },
      { mapping: 'whole-program' },
      { fullPacket: false },
    ];
    expect(plans.map((plan) => once(42, plan).source)).toEqual(plans.map(() => 'compiled'));
    expect(files()).toHaveLength(plans.length);
    const found = plans.map((plan) => once(42, plan));
    expect(found.map(({ source }) => source)).toEqual(plans.map(() => 'disk'));
    for (const { output } of found.filter((_, i) => i !== 1)) expect(output).toEqual(found[0].output);
  });

  it('keeps cooperative kernels and those for every length', () => {
    const twice = (make: () => Kernel) => [make(), make()].map((kernel) => kernel.info.source);
    const disposed = (make: () => Kernel) => () => {
      const kernel = make();
      kernel.dispose();
      return kernel;
    };
    const flat = softmax.program(); // not elementwise: a row kernel of another operator
    expect(twice(disposed(() => compile(flat, { cols: 43 })))).toEqual(['compiled', 'disk']);
    const long = disposed(() => compile(program, { cols: 9000 }, { cooperative: true }));
    expect(twice(long)).toEqual(['compiled', 'disk']);
  });

  it.each([
    ['truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    ['other', () => Buffer.alloc(5000, 'text ')],
    ['damaged', (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i === 100 ? byte ^ 4 : byte)))],
  ])('replaces a file that is %s', (_, change) => {
    const { output } = once(44);
    const [file] = files();
    const bytes = readFileSync(file);
    writeFileSync(file, change(bytes));
    const again = once(44);
    expect(again.source).toBe('compiled');
    expect(again.output).toEqual(output);
    expect(readFileSync(file)).toEqual(bytes);
    expect(once(44).source).toBe('disk');
  });

  it('is not used behind a symbolic link', () => {
    once(45);
    const link = join(temporaryFolder(), 'link');
    symlinkSync(directory, link);
    keepIn(link);
    expect(codeCache()).toMatchObject({ directory: link, problem: `${link}: is a symbolic link` });
    expect(once(45).source).toBe('compiled');
  });

  it('holds what the environment allows', () => {
    once(46);
    const size = statSync(files()[0]).size;
    vi.stubEnv('TILE_SIMD_CACHE_BYTES', String(Math.floor(2.5 * size)));
    for (let cols = 47; cols < 52; ++cols) once(cols);
    const total = files().reduce((sum, file) => sum + statSync(file).size, 0);
    expect(total).toBeLessThanOrEqual(2.5 * size);
    expect(files().length).toBeGreaterThan(0);
    expect(once(51).source).toBe('disk');
  });

  it('can be switched off', () => {
    vi.stubEnv('TILE_SIMD_DISABLE_CACHE', '1');
    expect([once(52).source, once(52).source]).toEqual(['compiled', 'compiled']);
    expect(codeCache()).toMatchObject({ directory: undefined, problem: undefined });
  });

  it('is in the cache folder of the user by default', () => {
    const base = temporaryFolder();
    vi.stubEnv('TILE_SIMD_CACHE_DIR', '');
    vi.stubEnv('XDG_CACHE_HOME', base);
    expect(codeCache().directory).toBe(join(base, 'tile-simd', 'kernels'));
    vi.stubEnv('XDG_CACHE_HOME', '');
    vi.stubEnv('HOME', base);
    expect(codeCache().directory).toBe(join(base, '.cache', 'tile-simd', 'kernels'));
    vi.stubEnv('XDG_CACHE_HOME', 'relative');
    expect(codeCache().directory).toBe(join(base, '.cache', 'tile-simd', 'kernels'));
    expect([once(53).source, once(53).source]).toEqual(['compiled', 'disk']);
  });

  it('that cannot be used is a problem, and no error', () => {
    keepIn('relative/path');
    expect(codeCache().problem).toBe('relative/path: is not an absolute path');
    expect(once(54).source).toBe('compiled');
  });
});
