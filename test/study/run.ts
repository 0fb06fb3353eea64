// One real run for all tests of this folder, with no rivals: what is missing must be said, and be no failure.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the run, and what the command said. */
    study: { readonly folder: string; readonly status: number | null; readonly stderr: string };
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tile-simd-study-'));
  const args = ['study', 'all', '--quick', '--only', '64x256,17x66', '--out', folder];
  const env = { ...process.env, TILE_SIMD_RIVALS: join(folder, 'none'), TILE_SIMD_DISABLE_CACHE: '1' };
  const { status, stderr } = spawnSync(process.execPath, [join('dist', 'cli', 'index.js'), ...args], {
    encoding: 'utf8',
    env,
  });
  project.provide('study', { folder, status, stderr });
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
