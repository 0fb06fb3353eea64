// What bundlers make of the package: it works where it is left out, and says so where it is not.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = resolve(__dirname, '..', '..');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tile-simd-bundle-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'tile-simd'));
  writeFileSync(
    join(folder, 'app.mjs'),
    `import { rmsNorm } from 'tile-simd';
     try {
       console.log(rmsNorm(Float32Array.of(2, 2), Float32Array.of(1, 1), { eps: 0 }).join(' '));
     } catch (error) {
       console.log(error.code, error.message);
     }`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(format: 'esm' | 'cjs', external: string[]): Promise<string> {
  const file = join(folder, `${external.length}.${format === 'esm' ? 'mjs' : 'cjs'}`);
  const bundle = await rolldown({
    input: join(folder, 'app.mjs'),
    platform: 'node',
    external: [/^node:/, ...external],
  });
  await bundle.write({ file, format });
  await bundle.close();
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trim();
}

it.each(['esm', 'cjs'] as const)('left out of a bundle (%s) it works', async (format) => {
  expect(await run(format, ['tile-simd'])).toBe('1 1');
});

it.each(['esm', 'cjs'] as const)('in a bundle (%s) it says what to do', async (format) => {
  expect(await run(format, [])).toMatch(/^ERR_NATIVE_LOAD tile-simd was bundled .*--external:tile-simd/);
});
