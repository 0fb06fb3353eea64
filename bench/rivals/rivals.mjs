// The root that setup.sh makes, as the table uses it: Inductor's kernels per cell, oneDNN, and how to run a program there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root as repository } from '../../scripts/lib/host.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Where the rivals are, or would be. */
export const rivalsFolder = process.env.TILE_SIMD_RIVALS ?? join(repository, 'build', 'rivals');

/**
 * A command line within the root: /proc is there for it alone, and goes with it, and so is the folder `bound`, under its
 * own name.
 */
function within(root, bound, ...command) {
  const script =
    'mount -t proc proc "$1/proc" && if [ -n "$2" ]; then mkdir -p "$1$2" && mount --bind "$2" "$1$2"; fi && ' +
    'root=$1 && shift 2 && exec chroot "$root" "$@"';
  return ['unshare', '--mount', 'sh', '-c', script, 'sh', root, bound, '/usr/bin/env', ...command];
}

function copyIfNewer(from, to) {
  if (!existsSync(to) || statSync(from).mtimeMs > statSync(to).mtimeMs) copyFileSync(from, to);
}

const python = ['LD_PRELOAD=libsleef.so.3', 'LC_ALL=C', 'python3'];

export class Rivals {
  #root;
  #bench;
  /** What this inductor.py compiled; another one has a folder of its own. */
  #kernels;
  #script;

  /** Undefined where setup.sh has not run to its end. */
  static find(folder = rivalsFolder) {
    const root = join(folder, 'root');
    return existsSync(join(root, '.complete')) ? new Rivals(root) : undefined;
  }

  constructor(root) {
    this.#root = root;
    this.#bench = join(root, 'bench');
    const script = readFileSync(join(here, 'inductor.py'));
    const version = createHash('sha256').update(script).digest('hex').slice(0, 12);
    this.#kernels = `kernels-${version}`;
    this.#script = `inductor-${version}.py`;
    mkdirSync(join(this.#bench, this.#kernels), { recursive: true });
    writeFileSync(join(this.#bench, this.#script), script);
  }

  /** Brings a program into the root. */
  install(program) {
    copyIfNewer(program, join(this.#bench, basename(program)));
  }

  /**
   * One thread everywhere, so that nobody pays for a pool that has nothing to share. `bound`: a folder outside that the
   * program sees under its name.
   */
  command(program, bound = '') {
    return within(this.#root, bound, 'OMP_NUM_THREADS=1', 'LD_PRELOAD=libsleef.so.3', `/bench/${program}`);
  }

  /** oneDNN's part of a case request. */
  get onednn() {
    return '/bench/libonednn_rival.so';
  }

  /** Inductor's part of a case request; undefined if the cell was never compiled. */
  inductor({ name }) {
    const file = join(this.#bench, this.#kernels, `${name}.json`);
    if (!existsSync(file)) return undefined;
    return { ...JSON.parse(readFileSync(file, 'utf8')), folder: `/bench/${this.#kernels}` };
  }

  /**
   * Compiles with Inductor what this inductor.py has not compiled before; about ten seconds for a cell. `level`: what the
   * code may use, `native` or `v3`.
   */
  compile(cells, level = 'native') {
    const wanted = cells.filter((cell) => this.inductor(cell) === undefined);
    if (wanted.length > 0) this.#python(['--level', level, `/bench/${this.#kernels}`], wanted);
  }

  /** Times whole calls of compiled functions, Python included: per cell the calls of a sample and its nanoseconds. */
  timeCalls(cells, { warmMs, samples, sampleMs }) {
    const timing = [warmMs, samples, sampleMs].map(String);
    return JSON.parse(this.#python(['--time', ...timing, `/bench/${this.#kernels}`], cells));
  }

  #python(args, cells) {
    const [command, ...rest] = within(this.#root, '', ...python, `/bench/${this.#script}`, ...args);
    const input = JSON.stringify(cells.map(({ name, op, rows, columns }) => ({ name, op, rows, columns })));
    const { status, stdout } = spawnSync(command, rest, {
      input,
      stdio: ['pipe', 'pipe', 2],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${this.#script} ended with ${status}`);
    return stdout;
  }
}
