// Checks that nothing of this machine is in the tree: no path of it, no host name of a registry or a mirror that it
// uses, and no address at all in the lockfile. What to look for is read from the machine when the check runs, so that
// this file does not hold it either.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { debianMirrors } from './lib/apt.mjs';
import { isFile, list, output, readText, root, systemPath, thisHost } from './lib/host.mjs';

const host = thisHost();

function hostsIn(text) {
  return [...text.matchAll(/\bhttps?:\/\/(?:[^/\s@]*@)?([a-z0-9.-]+\.[a-z]{2,}|\d+\.\d+\.\d+\.\d+)/gi)].map(
    ([, name]) => name,
  );
}

function machineHosts() {
  const etc = systemPath(host, '/etc/apt');
  const apt = [
    join(etc, 'sources.list'),
    ...list(join(etc, 'sources.list.d')).map((name) => join(etc, 'sources.list.d', name)),
  ];
  const texts = [
    ...apt.map((path) => readText(path) ?? ''),
    debianMirrors(host).join('\n'),
    output(host, 'npm', ['config', 'get', 'registry']) ?? '',
    ...['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) => host.env[name] ?? ''),
  ];
  return hostsIn(texts.join('\n'));
}

// A name is a needle only if it is long enough to mean this machine and nothing else.
const needles = new Set(machineHosts());
for (const path of [root, dirname(root), homedir()]) {
  if (path.length > 4) needles.add(`${path}/`);
}
if (hostname().length > 8) needles.add(hostname());

const git = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
if (git.status !== 0) {
  console.log('check-tree: not a git checkout, nothing to check');
  process.exit(0);
}

const problems = [];
const files = git.stdout.split('\0').filter((file) => file && isFile(join(root, file)));
for (const file of files) {
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      for (const needle of needles) {
        if (line.includes(needle)) problems.push(`${file}:${index + 1} holds a name or path of this machine`);
      }
      if (/(^|[\s"'(=:])\/tmp\//.test(line))
        problems.push(`${file}:${index + 1} holds a fixed path for temporary files`);
      if (file.endsWith('package-lock.json') && /"resolved": "(?!\.)|https?:\/\/registry/.test(line)) {
        problems.push(`${file}:${index + 1} holds a registry's address`);
      }
    });
}
for (const problem of problems) console.error(`check-tree: ${problem}`);
console.log(
  `check-tree: ${files.length} files, ${needles.size} names looked for, ${problems.length} findings`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
