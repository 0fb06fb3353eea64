#!/usr/bin/env node
// Makes prebuilds/<platform>-<arch>/tile_simd.node, the addons of the published package.
//
//   npm run prebuild [-- --arch x64,arm64]     this machine's by default; arm64 is cross-built on Linux x64
//
// prebuildify decides names and folders. It asks node-gyp for the build, and what it is given as node-gyp is this file
// again, which drives CMake instead. The build has an output folder of its own (build/prebuild-<arch>): prebuildify
// moves the addon away, and the one in build/Release is the checkout's.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildNative } from './build-native.mjs';
import { root, thisHost } from './lib/host.mjs';

const architectures = ['x64', 'arm64'];

function prebuild(arch) {
  const prebuildify = createRequire(join(root, 'package.json'))('prebuildify');
  const cwd = join(root, 'build', `prebuild-${arch}`);
  const folder = join(root, 'prebuilds', `${process.platform}-${arch}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  return new Promise((resolve, reject) => {
    const options = { napi: true, strip: false, name: 'tile_simd', out: root, arch, cwd };
    const target = { runtime: 'node', target: process.versions.node };
    prebuildify({ ...options, targets: [target], nodeGyp: fileURLToPath(import.meta.url) }, (error) => {
      if (error) reject(error);
      else resolve(folder);
    });
  });
}

/** prebuildify's call of node-gyp: rebuild --target=... --arch=ARCH, in the folder that takes build/Release. */
function buildInPlaceOfGyp(args) {
  const arch = args.map((argument) => /^--arch=(.+)$/.exec(argument)?.[1]).find(Boolean);
  buildNative(thisHost(), { arch, output: join(process.cwd(), 'build') });
}

/**
 * Whether npm runs this before `npm run build`: it takes every script pre<NAME> for a hook of NAME, and tells the script
 * nothing. What npm was called for stands in its process title alone. Where that cannot be read, the work is done.
 */
function isHookOfBuild() {
  if (process.env.npm_lifecycle_event !== 'prebuild') return false;
  for (let pid = process.ppid, depth = 0; pid > 1 && depth < 4; ++depth) {
    const { stdout = '' } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
    const [, parent, args = ''] = /^\s*(\d+)\s+(.*)$/.exec(stdout.trim()) ?? [];
    if (/^npm run/.test(args)) return !/\bprebuild\b/.test(args);
    pid = Number(parent ?? 0);
  }
  return false;
}

async function main() {
  if (isHookOfBuild()) return;
  const { values } = parseArgs({ options: { arch: { type: 'string', default: process.arch } } });
  for (const arch of values.arch.split(',')) {
    if (!architectures.includes(arch))
      throw new Error(`--arch: expected ${architectures.join(' or ')}, given ${arch}`);
    const folder = await prebuild(arch);
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      console.log(`${file}: ${(statSync(file).size / 2 ** 20).toFixed(1)} MiB`);
      const check = spawnSync(process.execPath, [join(root, 'scripts', 'check-addon.mjs'), file], {
        stdio: 'inherit',
      });
      if (check.status !== 0) throw new Error(`${file} is not fit to be published`);
    }
  }
}

try {
  if (process.argv[2] === 'rebuild') buildInPlaceOfGyp(process.argv.slice(3));
  else await main();
} catch (error) {
  console.error(`\ntile-simd: ${error.message}\n`);
  process.exit(1);
}
