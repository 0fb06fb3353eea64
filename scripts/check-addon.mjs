// Checks the built addon: it exports what Node looks up and nothing of LLVM or libstdc++, depends on the C library
// alone, is marked never to be unloaded, and needs no newer glibc than 2.34. Names the symbols that keep it above 2.28.
//
//   node scripts/check-addon.mjs [FILE]    for any architecture
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions, root } from './lib/host.mjs';

const addon = process.argv[2] ?? join(root, 'build', 'Release', 'tile_simd.node');
const glibcLimit = '2.34';
const glibcAim = '2.28';
const allowedExports = ['napi_register_module_v1', 'node_api_module_get_api_version_v1'];
const allowedLibraries = /^(libc|libm|libdl|libpthread|librt|ld-linux[-a-z0-9_]*)\.so(\.\d+)?$/;

if (process.platform !== 'linux') {
  console.log('check-addon: only on Linux');
  process.exit(0);
}

function run(tool, args) {
  const { status, stdout, error } = spawnSync(tool, [...args, addon], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error || status !== 0) {
    console.error(`check-addon: ${tool} failed on ${addon}`);
    process.exit(1);
  }
  return stdout.split('\n');
}

const problems = [];

const defined = run('nm', ['-D', '--defined-only'])
  .map((line) => line.split(/\s+/)[2])
  .filter(Boolean);
const foreign = defined.filter((name) => !allowedExports.includes(name.replace(/@.*$/, '')));
if (foreign.length > 0)
  problems.push(`exports ${foreign.length} symbols too many: ${foreign.slice(0, 5).join(', ')}`);
if (!defined.some((name) => name.startsWith(allowedExports[0])))
  problems.push(`does not export ${allowedExports[0]}`);

const dynamic = run('readelf', ['-d', '-W']);
const needed = dynamic.map((line) => /\(NEEDED\).*\[(.+)\]/.exec(line)?.[1]).filter(Boolean);
const unexpected = needed.filter((name) => !allowedLibraries.test(name));
if (unexpected.length > 0) problems.push(`depends on ${unexpected.join(', ')}`);
if (!dynamic.some((line) => /FLAGS_1.*NODELETE/.test(line))) problems.push('is not marked NODELETE');

// An LLVM target registers with a description of itself. The addon makes code for its own machine alone.
const binary = readFileSync(addon);
const isArm64 = binary.readUInt16LE(18) === 183; // ELF's machine: the addon may be for another one than this
const otherTarget = isArm64 ? '64-bit X86: EM64T and AMD64' : 'AArch64 (little endian)';
if (binary.includes(otherTarget)) problems.push(`carries LLVM's target '${otherTarget}'`);

const versions = new Map();
for (const line of run('nm', ['-D', '--undefined-only'])) {
  const match = /(\S+)@+GLIBC_([0-9.]+)/.exec(line);
  if (match) versions.set(match[2], [...(versions.get(match[2]) ?? []), match[1]]);
}
const sorted = [...versions.keys()].sort(compareVersions);

console.log(
  `addon: ${(statSync(addon).size / 2 ** 20).toFixed(1)} MiB, exports ${defined.join(', ')}, needs ${needed.join(', ')}`,
);
console.log(`glibc floor: ${sorted.at(-1)} (at most ${glibcLimit}; ${glibcAim} is the aim)`);
if (compareVersions(sorted.at(-1) ?? '0', glibcLimit) > 0)
  problems.push(`needs glibc ${sorted.at(-1)}, newer than ${glibcLimit}`);
for (const version of sorted.filter((entry) => compareVersions(entry, glibcAim) > 0)) {
  console.log(`  above ${glibcAim}: ${version} for ${versions.get(version).join(', ')}`);
}
for (const problem of problems) console.error(`check-addon: the addon ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
