// Other versions of Node, from the npm package `node`, kept in the user's cache folder.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, isFile } from './host.mjs';

/**
 * @param {string} [arch] another architecture than the host's, for emulation
 * @returns {string} the executable of the newest Node `major`, fetched through npm when it is not there yet
 */
export function nodeOfMajor(host, major, arch = host.arch) {
  const folder = join(cacheFolder(host), `node-${major}-${arch}`);
  // The package `node` chooses for its machine among packages such as this one.
  const name = arch === host.arch ? 'node' : `node-${host.platform}-${arch}`;
  const executable = join(folder, 'node_modules', name, 'bin', 'node');
  if (isFile(executable)) return executable;
  mkdirSync(cacheFolder(host), { recursive: true });
  const temporary = mkdtempSync(join(cacheFolder(host), '.partial-'));
  try {
    writeFileSync(join(temporary, 'package.json'), '{ "private": true }\n');
    const args = [
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts=false',
      '--force',
      `${name}@${major}`,
    ];
    const { status, stderr } = spawnSync('npm', args, { cwd: temporary, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${stderr.slice(-2000)}`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  if (!isFile(executable)) throw new Error(`the npm package ${name}@${major} has brought no ${executable}`);
  return executable;
}
