// The machine as the build scripts see it, behind one small object so that tests can give them another machine.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The package's root. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Whether the module with this import.meta.url is the script that was started. */
export function isMain(url) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);
}

/**
 * @typedef {object} Host
 * @property {Record<string, string | undefined>} env
 * @property {string} platform  as process.platform
 * @property {string} arch      as process.arch
 * @property {string} fsRoot    prefixed to the system's absolute paths; empty on the real machine
 */

/** @returns {Host} */
export function thisHost() {
  return { env: process.env, platform: process.platform, arch: process.arch, fsRoot: '' };
}

/** A path of the system itself, e.g. /usr/lib/llvm-21. */
export function systemPath(host, path) {
  return host.fsRoot + path;
}

export function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

export function isDirectory(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

export function list(path) {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}

/** Every executable called `name` on PATH, first one first. An absolute or relative path stands for itself. */
export function which(host, name) {
  const candidates = name.includes('/')
    ? [resolve(name)]
    : (host.env.PATH ?? '')
        .split(delimiter)
        .filter(Boolean)
        .map((folder) => join(folder, name));
  return [...new Set(candidates)].filter((path) => {
    try {
      accessSync(path, constants.X_OK);
      return isFile(path);
    } catch {
      return false;
    }
  });
}

/** Runs a program and returns what it printed, or undefined when it could not be run or failed. */
export function output(host, command, args) {
  // LC_ALL=C: versions and error texts are parsed.
  const run = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...host.env, LC_ALL: 'C' },
    timeout: 30_000,
  });
  return run.status === 0 ? run.stdout : undefined;
}

export function cacheFolder(host) {
  const base = host.env.XDG_CACHE_HOME || join(host.env.HOME || homedir(), '.cache');
  return join(base, 'tile-simd');
}

/** The fields of /etc/os-release that matter here. */
export function osRelease(host) {
  const fields = {};
  for (const line of (readText(systemPath(host, '/etc/os-release')) ?? '').split('\n')) {
    const match = /^([A-Z_]+)="?([^"]*)"?$/.exec(line.trim());
    if (match) fields[match[1]] = match[2];
  }
  return {
    id: fields.ID ?? '',
    like: (fields.ID_LIKE ?? '').split(' ').filter(Boolean),
    codename: fields.VERSION_CODENAME ?? '',
  };
}

/** 1, 0 or -1 as dotted version a is above, at or below b. */
export function compareVersions(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}
