// The programs that make and run AArch64 code on this machine. Whatever is missing is named with what gets it.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(__dirname, '..', '..', '..');
const emitObject = join(root, 'build', 'cmake', 'native', 'emit_object');
export const driverSource: string = join(root, 'test', 'native', 'cross', 'driver.c');
const compiler = 'aarch64-linux-gnu-gcc';
const emulator = 'qemu-aarch64';

const install =
  'apt-get install --no-install-recommends qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross';

function explain(error: unknown, program: string): Error {
  const { code, stderr, message } = error as { code?: unknown; stderr?: string; message: string };
  if (code === 'ENOENT') return new Error(`${program} is missing. On Debian: ${install}`);
  return new Error(`${program}: ${stderr || message}`);
}

function execute(program: string, args: readonly string[], cwd?: string): void {
  try {
    execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    throw explain(error, program);
  }
}

/** What emit_object says of a request: the addon's kernelInfo. */
export interface ObjectInfo {
  readonly architecture: string;
  readonly entry: string;
  readonly workspaceBytes: number;
  readonly cooperative?: { readonly chunks: number; readonly phases: readonly unknown[] };
  readonly frames: Readonly<Record<string, never>>;
}

/** Starts to emit `FOLDER/i.o` (and `FOLDER/i.s`) for request i of a file. It goes on beside whatever follows. */
export function startEmitting(requests: string, folder: string, assembly: boolean): Promise<ObjectInfo[]> {
  if (!existsSync(emitObject))
    throw new Error(`${emitObject} is missing: node scripts/build-native.mjs --target emit_object`);
  const args = [...(assembly ? ['--assembly'] : []), requests, folder];
  return new Promise((done, failed) => {
    execFile(emitObject, args, { encoding: 'utf8', maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      if (error !== null) failed(explain({ ...error, stderr }, emitObject));
      else
        done(
          stdout
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as ObjectInfo),
        );
    });
  });
}

/** Compiles C and links objects to a program that needs nothing of the target's libraries at run time. */
export function link(sources: readonly string[], objects: readonly string[], program: string): void {
  execute(compiler, [
    '-std=c11',
    '-O1',
    '-static',
    '-Wall',
    '-Werror',
    ...sources,
    ...objects,
    '-o',
    program,
  ]);
}

/** Runs an AArch64 program; a core it may dump goes to the program's folder. @throws with what it wrote on stderr. */
export function emulate(program: string, args: readonly string[]): void {
  execute(emulator, [program, ...args], dirname(program));
}

/** Runs `use` with a folder that is gone afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tile-simd-cross-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
