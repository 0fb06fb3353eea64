// What the study needs of a checkout of this repository: the runner, the rivals' scripts, the sources' digest. The npm
// package has none of it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TileSimdError } from '../index.js';
import { packageRoot } from '../native/load.js';

export const root = packageRoot();
export const runnerPath = join(root, 'build', 'cmake', 'native', 'study_runner');

export function expectRunner(): void {
  if (existsSync(runnerPath)) return;
  throw new TileSimdError(
    'ERR_FILE_ACCESS',
    `${runnerPath}: there is none. The study runs in a checkout of tile-simd: npm run build:study`,
  );
}

/** bench/rivals/rivals.mjs, as far as it is used here. */
export interface Rivals {
  /** A command line within the rivals' root, where `bound` is the same folder as outside. */
  command(program: string, bound?: string): string[];
  install(program: string): void;
  compile(cells: readonly RivalCell[], level: 'native' | 'v3'): void;
  readonly onednn: string;
  inductor(cell: { readonly name: string }): InductorDescription | undefined;
  /** Times of whole calls, Python included. */
  timeCalls(cells: readonly RivalCell[], timing: object): readonly RivalCalls[];
}

export interface RivalCell {
  readonly name: string;
  readonly op: string;
  readonly rows: number;
  readonly columns: number;
}

export interface RivalCalls {
  readonly name: string;
  readonly calls: number;
  /** Nanoseconds of all calls of a sample. */
  readonly samples: readonly number[];
}

export interface InductorDescription {
  readonly torch: string;
  readonly isa: string;
  readonly needs: readonly string[];
  readonly scratch: readonly number[];
  readonly kernels: readonly {
    readonly library: string;
    readonly arguments: readonly {
      readonly buffer?: string;
      readonly scratch?: number;
      readonly offset: number;
    }[];
  }[];
  readonly folder: string;
}

interface RivalsModule {
  readonly Rivals: { find(): Rivals | undefined };
}

/** The rivals, or why there are none. */
export async function findRivals(): Promise<{ readonly rivals?: Rivals; readonly reason: string }> {
  const path = join(root, 'bench', 'rivals', 'rivals.mjs');
  if (!existsSync(path)) return { reason: 'this is no checkout of the repository' };
  const { Rivals: found } = (await import(pathToFileURL(path).href)) as RivalsModule;
  const rivals = found.find();
  const reason = 'it is not set up (npm run bench:rivals:setup; TILE_SIMD_RIVALS)';
  return rivals === undefined ? { reason } : { rivals, reason: '' };
}
