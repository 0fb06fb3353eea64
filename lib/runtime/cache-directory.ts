// Where compiled code is kept on disk, as the environment says. Whether that place is fit for it, native code decides each
// time that it uses it: it must be this user's alone, with mode 0700, and no symbolic link may lead there.
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../planner/resolve.js';

/** What native code is told of the disk. */
export interface DiskCache {
  /** Empty for none. */
  readonly directory: string;
  /** Bytes that all its files may have. */
  readonly limit: number;
}

const defaultLimit = 256 * 2 ** 20;

/**
 * TILE_SIMD_DISABLE_CACHE=1: nothing is kept on disk. TILE_SIMD_CACHE_DIR: the directory; by default
 * `tile-simd/kernels` in XDG_CACHE_HOME or `~/.cache`. TILE_SIMD_CACHE_BYTES: its size, 256 MiB by default.
 */
export function diskCache(environment: Environment = process.env): DiskCache {
  const { TILE_SIMD_DISABLE_CACHE: off, TILE_SIMD_CACHE_BYTES: bytes = '' } = environment;
  const limit = /^\d{1,15}$/.test(bytes) ? Number(bytes) : defaultLimit;
  return { directory: off === '1' ? '' : directoryOf(environment), limit };
}

function directoryOf(environment: Environment): string {
  const { TILE_SIMD_CACHE_DIR: own = '' } = environment;
  return own !== '' ? own : baseFolder('kernels', environment);
}

/**
 * A folder for what else is remembered of this machine, `tile-simd/NAME` in the cache directory; under
 * TILE_SIMD_CACHE_DIR, a folder beside it. Empty where nothing is kept on disk.
 */
export function cacheFolder(name: string, environment: Environment = process.env): string {
  const { TILE_SIMD_DISABLE_CACHE: off, TILE_SIMD_CACHE_DIR: own = '' } = environment;
  if (off === '1') return '';
  return own !== '' ? `${own}-${name}` : baseFolder(name, environment);
}

function baseFolder(name: string, { XDG_CACHE_HOME: base = '' }: Environment): string {
  const folder = isAbsolute(base) ? base : homeCache(); // a relative one is to be ignored, says the specification
  return folder === '' ? '' : join(folder, 'tile-simd', name);
}

let knownHome: string | undefined;
let knownCache = '';

/** `~/.cache`, with the links resolved by which an administrator may have moved the home. Empty without a home. */
function homeCache(): string {
  try {
    const home = homedir();
    if (home !== knownHome) {
      knownCache = join(realpathSync(home), '.cache');
      knownHome = home;
    }
    return knownCache;
  } catch {
    return '';
  }
}
