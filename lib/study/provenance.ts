// Where figures come from: machine, tools, sources and binaries. No path of this machine and no name of it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus, release, type as system } from 'node:os';
import { basename, join, relative } from 'node:path';
import { cpu } from '../index.js';
import { native } from '../native/load.js';
import { cpuCaches } from '../runtime/machine.js';
import { root, runnerPath } from './checkout.js';
import { sha256 } from './evidence.js';
import { formatOf, type Native, type Provenance } from './schema.js';

/** What figures depend on. */
const sourceFolders = ['lib', 'native', 'cmake', 'bench/hand', 'bench/rivals'];
const sourceFiles = ['package.json', 'package-lock.json', 'CMakeLists.txt'];

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

function output(command: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function sourceDigest(): Provenance['source'] {
  const paths = [
    ...sourceFolders.flatMap((folder) => filesBelow(join(root, folder))),
    ...sourceFiles.map((file) => join(root, file)).filter((path) => existsSync(path)),
  ].sort();
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${relative(root, path)}\0${sha256(readFileSync(path))}\n`);
  return {
    sha256: hash.digest('hex'),
    files: paths.length,
    commit: output('git', ['rev-parse', 'HEAD']) ?? 'unknown',
    modified: (output('git', ['status', '--porcelain', '--untracked-files=no']) ?? '') !== '',
  };
}

function binaries(): Provenance['binaries'] {
  const paths = [
    join(root, 'build', 'Release', 'tile_simd.node'),
    runnerPath,
    join(root, 'dist', 'index.js'),
  ].filter((path) => existsSync(path));
  return paths.map((path) => {
    const bytes = readFileSync(path);
    return { name: basename(path), sha256: sha256(bytes), bytes: bytes.length };
  });
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** The compiler that CMake took for the runner and the hand-written code. */
function compilerVersion(): string {
  const cache = read(join(root, 'build', 'cmake', 'CMakeCache.txt')) ?? '';
  const path = /^CMAKE_CXX_COMPILER:[A-Z]+=(.*)$/m.exec(cache)?.[1];
  return (path && output(path, ['--version'])?.split('\n')[0]) ?? 'unknown';
}

/** As it is at the start of a run. */
export function provenanceNow(commandLine: readonly string[]): Provenance {
  const { name, cores, features, levels } = cpu();
  const versions = native().version();
  return {
    format: formatOf.provenance,
    started: new Date().toISOString(),
    commandLine: [...commandLine],
    cpu: {
      name,
      model: cpus().at(0)?.model ?? 'unknown',
      cores,
      features: [...features],
      levels: [...levels],
      caches: cpuCaches().map((cache) => ({ ...cache })),
      governor: read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor') ?? 'not to be seen',
      hypervisor: / hypervisor( |$)/m.test(read('/proc/cpuinfo') ?? ''),
    },
    os: `${system()} ${release()}`,
    versions: { ...versions, node: process.version, compiler: compilerVersion() },
    source: sourceDigest(),
    binaries: binaries(),
    libraries: [],
    missingRivals: [],
  };
}

/** Adds what the native stage met: libraries in its processes, rivals that were not to be had. */
export function withNative(provenance: Provenance, { contests }: Native): Provenance {
  const missing = new Map<string, Set<string>>();
  let torch: string | undefined;
  for (const { contenders } of contests)
    for (const { kind, missing: reason, detail } of contenders) {
      if (kind === 'inductor') torch ??= /^torch ([^,]+)/.exec(detail ?? '')?.[1];
      if (reason !== undefined) missing.set(kind, (missing.get(kind) ?? new Set()).add(reason));
    }
  return {
    ...provenance,
    versions: { ...provenance.versions, ...(torch === undefined ? {} : { torch }) },
    libraries: [...new Set(contests.flatMap(({ libraries }) => libraries))].sort(),
    missingRivals: [...missing].flatMap(([rival, reasons]) =>
      [...reasons].map((reason) => ({ rival, reason })),
    ),
  };
}
