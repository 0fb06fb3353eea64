// A cache directory of a test's own.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new folder, without links on the way to it, that goes when the test file ends. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tile-simd-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The environment under which kernels are kept in `directory`. */
export function cacheEnvironment(directory: string): Record<string, string> {
  return { TILE_SIMD_DISABLE_CACHE: '', TILE_SIMD_CACHE_DIR: directory };
}
