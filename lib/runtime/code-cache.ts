// codeCache(): what became of the kernels that this process asked for.
import type { NativeCacheStats } from '../native/binding.js';
import { fromNative } from '../native/errors.js';
import { native } from '../native/load.js';
import { diskCache } from './cache-directory.js';

/** State of the code cache. Counts are those of the whole process, worker threads included. */
export interface CodeCacheState extends NativeCacheStats {
  /** Where code is kept on disk; undefined where nothing is. */
  readonly directory: string | undefined;
  /** Why nothing is kept there although there is a directory: its owner, its mode, a symbolic link, ... */
  readonly problem: string | undefined;
}

/** Describes the code cache. Makes its directory if it is missing. @throws ERR_NATIVE_LOAD */
export function codeCache(): CodeCacheState {
  const binding = native();
  const { directory } = diskCache();
  const problem = directory === '' ? '' : fromNative(() => binding.checkCacheDirectory(directory));
  return {
    ...fromNative(() => binding.cacheStats()),
    directory: directory === '' ? undefined : directory,
    problem: problem === '' ? undefined : problem,
  };
}
