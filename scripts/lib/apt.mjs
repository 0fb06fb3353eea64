// Packages from the Debian archive that this machine already uses, unpacked into a folder without installing them.
//
// A private apt configuration (own sources, lists and cache) needs no root and touches nothing of the system's. The
// mirror is the machine's own, read when the script runs; apt verifies every index and package against the Debian
// archive keyring. Suites other than the machine's own are fine here: only static archives and headers are taken.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFile, list, output, readText, systemPath } from './host.mjs';

const keyrings = [
  '/usr/share/keyrings/debian-archive-keyring.gpg',
  '/usr/share/keyrings/debian-archive-keyring.pgp',
];

export function debianKeyring(host) {
  return keyrings.map((path) => systemPath(host, path)).find(isFile);
}

/** One-line format: `deb [options] uri suite component...`. */
export function parseSourcesList(text) {
  const sources = [];
  for (const line of text.split('\n')) {
    const match = /^\s*deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s*([^#]*)/.exec(line);
    if (match) {
      sources.push({
        uris: [match[1]],
        suites: [match[2]],
        components: match[3].trim().split(/\s+/).filter(Boolean),
      });
    }
  }
  return sources;
}

/** deb822 format: stanzas of `Field: values`, continued on indented lines. */
export function parseDeb822(text) {
  const sources = [];
  for (const stanza of text.split(/\n[ \t]*\n/)) {
    const fields = {};
    let last;
    for (const line of stanza.split('\n')) {
      if (line.startsWith('#')) continue;
      const field = /^([A-Za-z-]+):(.*)$/.exec(line);
      if (field) fields[(last = field[1].toLowerCase())] = field[2];
      else if (last && /^\s+\S/.test(line)) fields[last] += ` ${line}`;
    }
    const words = (name) => (fields[name] ?? '').trim().split(/\s+/).filter(Boolean);
    if (!words('types').includes('deb') || /^\s*(no|false|off|0)\s*$/i.test(fields.enabled ?? '')) continue;
    sources.push({ uris: words('uris'), suites: words('suites'), components: words('components') });
  }
  return sources;
}

const normalized = (uri) => uri.replace(/\/+$/, '');

/**
 * A Debian main archive by what its entry says of itself: component main, a suite that is not security's, and a path
 * that ends as Debian's does. That it really is Debian's, apt checks by the signature.
 */
function looksLikeDebian({ suites, components }, uri) {
  if (!components.includes('main')) return false;
  if (suites.every((suite) => /security|nodistro|^\/|\/$/.test(suite))) return false;
  return /\/debian$/.test(normalized(uri));
}

/** Addresses of the Debian archive that this machine uses, best first. */
export function debianMirrors(host) {
  const mirrors = [];
  // apt's own answer is the best, but it covers only what `apt-get update` has once been run for.
  const format = '$(REPO_URI)|$(ORIGIN)|$(LABEL)|$(COMPONENT)|$(CREATED_BY)';
  for (const line of (output(host, 'apt-get', ['indextargets', '--format', format]) ?? '').split('\n')) {
    const [uri, origin, label, component, createdBy] = line.split('|');
    if (createdBy === 'Packages' && origin === 'Debian' && component === 'main' && !/security/i.test(label)) {
      mirrors.push(uri);
    }
  }
  // A fresh container has no indexes yet: read the sources themselves.
  const etc = systemPath(host, '/etc/apt');
  const files = [
    join(etc, 'sources.list'),
    ...list(join(etc, 'sources.list.d')).map((name) => join(etc, 'sources.list.d', name)),
  ];
  for (const file of files) {
    const parse = file.endsWith('.sources')
      ? parseDeb822
      : file.endsWith('.list')
        ? parseSourcesList
        : () => [];
    for (const source of parse(readText(file) ?? '')) {
      mirrors.push(...source.uris.filter((uri) => looksLikeDebian(source, uri)));
    }
  }
  return [...new Set(mirrors.map(normalized))];
}

function run(command, args, options) {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    ...options,
  });
  if (result.error) throw new Error(`${command}: ${result.error.message}`);
  if (result.status !== 0) {
    const lines = `${result.stdout}\n${result.stderr}`
      .split('\n')
      .filter((line) => /^[EW]:|error/i.test(line));
    throw new Error(`${command} ${args.at(-1)} failed:\n  ${lines.slice(-6).join('\n  ')}`);
  }
  return result.stdout;
}

export class PrivateApt {
  /** @param {string} folder  an empty folder of ours  @param {string} architecture  Debian's name: amd64, arm64 */
  constructor(folder, architecture, keyring) {
    this.folder = folder;
    this.keyring = keyring;
    for (const name of ['lists/partial', 'cache/archives/partial', 'etc', 'packages']) {
      mkdirSync(join(folder, name), { recursive: true });
    }
    this.options = Object.entries({
      'APT::Architecture': architecture,
      'APT::Architectures': architecture,
      'APT::Sandbox::User': '',
      'APT::Default-Release': '',
      'APT::Update::Error-Mode': 'any',
      'Acquire::Languages': 'none',
      'Acquire::Retries': '3',
      'Acquire::AllowInsecureRepositories': 'false',
      'Dir::Etc::sourcelist': join(folder, 'etc', 'sources.list'),
      'Dir::Etc::sourceparts': '-',
      'Dir::Etc::preferences': '-',
      'Dir::Etc::preferencesparts': '-',
      'Dir::State::lists': join(folder, 'lists'),
      'Dir::Cache': join(folder, 'cache'),
      // Not the machine's: what is installed there must not decide what is a candidate here.
      'Dir::State::status': join(folder, 'etc', 'status'),
    }).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    writeFileSync(join(folder, 'etc', 'status'), '');
  }

  update(mirror, suites) {
    const lines = suites.map((suite) => `deb [signed-by=${this.keyring}] ${mirror} ${suite} main\n`);
    writeFileSync(join(this.folder, 'etc', 'sources.list'), lines.join(''));
    run('apt-get', [...this.options, '-q', 'update']);
  }

  /** Downloads a package (apt checks its hash against the signed index) and unpacks it into `prefix`. */
  unpack(name, prefix) {
    const packages = join(this.folder, 'packages');
    const before = new Set(list(packages));
    run('apt-get', [...this.options, '-q', 'download', name], { cwd: packages });
    const file = list(packages).find((entry) => !before.has(entry) && entry.endsWith('.deb'));
    if (!file) throw new Error(`apt-get download ${name} left no file`);
    run('dpkg-deb', ['--extract', join(packages, file), prefix]);
    return file.split('_')[1].replace('%3a', ':');
  }
}
