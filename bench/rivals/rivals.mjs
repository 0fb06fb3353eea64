// The root that setup.sh makes, as the table uses it: Inductor's kernels per cell, oneDNN, and how to run a program there.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root as repository } from '../../scripts/lib/host.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Where the rivals are, or would be. */
export const rivalsFolder = process.env.TILE_SIMD_RIVALS ?? join(repository, 'build', 'rivals');

/** A command line within the root: /proc is there for it alone, and goes with it. */
function within(root, ...command) {
  const script = 'mount -t proc proc "$1/proc" && root=$1 && shift && exec chroot "$root" "$@"';
  return ['unshare', '--mount', 'sh', '-c', script, 'sh', root, '/usr/bin/env', ...command];
}

function copyIfNewer(from, to) {
  if (!existsSync(to) || statSync(from).mtimeMs > statSync(to).mtimeMs) copyFileSync(from, to);
}

export class Rivals {
  #root;
  #bench;

  /** Undefined where setup.sh has not run to its end. */
  static find(folder = rivalsFolder) {
    const root = join(folder, 'root');
    return existsSync(join(root, '.complete')) ? new Rivals(root) : undefined;
  }

  constructor(root) {
    this.#root = root;
    this.#bench = join(root, 'bench');
    mkdirSync(join(this.#bench, 'kernels'), { recursive: true });
  }

  /** Brings kernel_bench into the root. */
  install(program) {
    copyIfNewer(program, join(this.#bench, 'kernel_bench'));
  }

  /** One thread everywhere, so that nobody pays for a pool that has nothing to share. */
  command(program) {
    return within(this.#root, 'OMP_NUM_THREADS=1', 'LD_PRELOAD=libsleef.so.3', `/bench/${program}`);
  }

  /** oneDNN's part of a case request. */
  get onednn() {
    return '/bench/libonednn_rival.so';
  }

  /** Inductor's part of a case request; undefined if the cell was never compiled. */
  inductor({ name }) {
    const file = join(this.#bench, 'kernels', `${name}.json`);
    if (!existsSync(file)) return undefined;
    return { ...JSON.parse(readFileSync(file, 'utf8')), folder: '/bench/kernels' };
  }

  /** Compiles with Inductor what was not compiled before, or by another inductor.py; about ten seconds for a cell. */
  compile(cells) {
    const script = join(here, 'inductor.py');
    const known = join(this.#bench, 'inductor.py');
    const isCurrent = existsSync(known) && readFileSync(known).equals(readFileSync(script));
    const wanted = cells.filter((cell) => !isCurrent || this.inductor(cell) === undefined);
    if (wanted.length === 0) return;
    copyFileSync(script, known);
    const [command, ...args] = within(
      this.#root,
      'LD_PRELOAD=libsleef.so.3',
      'LC_ALL=C',
      'python3',
      '/bench/inductor.py',
      '/bench/kernels',
    );
    const input = JSON.stringify(wanted.map(({ name, op, rows, columns }) => ({ name, op, rows, columns })));
    const { status } = spawnSync(command, args, { input, stdio: ['pipe', 2, 2] });
    if (status !== 0) throw new Error('Inductor compiled not every cell');
  }
}
