// Installs the packages of the examples, unless they are there as the lockfile says.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { examples } from './support/run.js';

export default function install(): void {
  const installed = join(examples, 'node_modules', '.package-lock.json');
  const isCurrent =
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(examples, 'package-lock.json')).mtimeMs;
  if (isCurrent) return;
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit'], {
    cwd: examples,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('npm ci in examples/ failed');
}
