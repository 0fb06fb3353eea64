// Fills the private LLVM prefix (~/.cache/tile-simd/llvm-<version>-<arch>) from Debian's package llvm-21-dev.
//
//   node scripts/fetch-llvm.mjs [--arch x64|arm64] [--force]
//
// No root, nothing installed, signatures verified by apt. The prefix appears by one rename, so it is either whole or
// not there, and two of these may run at once: the second one's work is thrown away.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { debianKeyring, debianMirrors, PrivateApt } from './lib/apt.mjs';
import { isFile, isMain, list, osRelease, readText, systemPath, thisHost, which } from './lib/host.mjs';
import { inspect, llvmVersion, privatePrefix } from './lib/llvm.mjs';

// The suite that has LLVM 21 for the present and the former Debian release.
const llvmSuite = 'trixie-backports';
const debianNames = { x64: 'amd64', arm64: 'arm64' };
const multiarch = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };

/** Why llvm-21-dev cannot be fetched on this machine, or undefined. */
export function cannotFetch(host) {
  if (host.platform !== 'linux') return 'only on Linux';
  if (!debianNames[host.arch]) return `there is no package for ${host.arch}`;
  for (const program of ['apt-get', 'dpkg-deb']) {
    if (which(host, program).length === 0) return `${program} is not on this machine`;
  }
  if (!debianKeyring(host))
    return "Debian's archive keyring is not on this machine (package debian-archive-keyring)";
  if (debianMirrors(host).length === 0) return "this machine's apt knows no Debian archive";
  return undefined;
}

/**
 * LLVMExports.cmake refuses to load unless every imported file exists. The shared libraries come in packages that we
 * do not want; nobody links them, so empty files do.
 */
function placeholders(prefix) {
  const cmake = join(prefix, 'usr/lib/llvm-21/lib/cmake/llvm');
  for (const name of list(cmake).filter((entry) => /^LLVMExports-.*\.cmake$/.test(entry))) {
    for (const [, path] of readText(join(cmake, name)).matchAll(/"\$\{_IMPORT_PREFIX\}\/([^"]+)"/g)) {
      const file = join(prefix, 'usr/lib/llvm-21', path);
      if (existsSync(file)) continue;
      if (lstatSync(file, { throwIfNoEntry: false })) rmSync(file); // a symbolic link to nowhere
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, '');
    }
  }
}

/** Folders that an interrupted run left behind. */
function removeStale(parent) {
  for (const name of list(parent).filter((entry) => entry.startsWith('.partial-'))) {
    const age = Date.now() - (statSync(join(parent, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > 24 * 3600 * 1000) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** @returns {string} the prefix, filled */
export function fetchLlvm(host, { arch = host.arch, force = false, log = console.error } = {}) {
  const prefix = privatePrefix(host, arch);
  if (!force && !inspect('the private prefix', prefix).problem) return prefix;
  const reason = cannotFetch(host);
  if (reason) throw new Error(`llvm-21-dev cannot be fetched: ${reason}`);

  const parent = dirname(prefix);
  mkdirSync(parent, { recursive: true });
  removeStale(parent);
  const temporary = mkdtempSync(join(parent, '.partial-'));
  const clean = () => rmSync(temporary, { recursive: true, force: true });
  const interrupted = () => {
    clean();
    process.exit(130);
  };
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    const staging = join(temporary, 'prefix');
    mkdirSync(staging);
    const begin = Date.now();
    log(
      `tile-simd: fetching LLVM ${llvmVersion} (llvm-21-dev from ${llvmSuite}, about 50 MB) through apt ...`,
    );
    const apt = firstMirrorThatHasIt(host, arch, temporary);
    const version = apt.unpack('llvm-21-dev', staging);
    apt.unpack('libzstd-dev', staging);
    const ownZlib = systemPath(host, `/usr/lib/${multiarch[arch]}/libz.a`);
    if (!isFile(ownZlib)) apt.unpack('zlib1g-dev', staging);
    placeholders(staging);
    const { problem } = inspect('the private prefix', staging);
    if (problem) throw new Error(`llvm-21-dev ${version} ${problem}`);

    if (force) rmSync(prefix, { recursive: true, force: true });
    try {
      renameSync(staging, prefix);
    } catch (error) {
      // Another run was faster, or a damaged prefix lies there.
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
      if (inspect('the private prefix', prefix).problem) {
        renameSync(prefix, join(temporary, 'damaged'));
        renameSync(staging, prefix);
      }
    }
    log(`tile-simd: LLVM ${version} is in ${prefix} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
    return prefix;
  } finally {
    process.removeListener('SIGINT', interrupted);
    process.removeListener('SIGTERM', interrupted);
    clean();
  }
}

function firstMirrorThatHasIt(host, arch, temporary) {
  // zlib and zstd come from the machine's own release where it has one: made for a glibc no newer than its own.
  const { id, codename } = osRelease(host);
  const own = id === 'debian' && codename ? codename : 'trixie';
  const failures = [];
  for (const [index, mirror] of debianMirrors(host).entries()) {
    const folder = join(temporary, `apt-${index}`);
    mkdirSync(folder);
    const apt = new PrivateApt(folder, debianNames[arch], debianKeyring(host));
    try {
      apt.update(mirror, [llvmSuite, own]);
      return apt;
    } catch (error) {
      failures.push(error.message);
    }
  }
  throw new Error(`no Debian archive of this machine offers ${llvmSuite}:\n${failures.join('\n')}`);
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({ options: { arch: { type: 'string' }, force: { type: 'boolean' } } });
  try {
    console.log(fetchLlvm(thisHost(), { arch: values.arch, force: values.force }));
  } catch (error) {
    console.error(`tile-simd: ${error.message}`);
    process.exit(1);
  }
}
