// Builds what a benchmark is about to run.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/lib/host.mjs';

/** Runs a script of scripts/; what it prints goes to stderr, because stdout is the result's. */
export function build(script, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', script), ...args], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`${script} failed`);
}

/** The addon and kernel_bench. */
export function buildKernelBench() {
  build('build-native.mjs');
  build('build-native.mjs', '--target', 'native_bench');
}
