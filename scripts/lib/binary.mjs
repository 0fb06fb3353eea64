// Whether an addon is there that loads: built (build/Release) or prebuilt (prebuilds/<platform>-<arch>).
//
// It is loaded in a child process, because a binary made for another machine may not only throw but kill its process.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const script = `
  const load = require(process.argv[1]);
  let path;
  try {
    path = load.resolve(process.argv[2]);
    require(path);
    process.stdout.write(JSON.stringify({ path }));
  } catch (error) {
    process.stdout.write(JSON.stringify({ path, problem: error.message }));
  }`;

/** @returns {{ path?: string, problem?: string }} no problem: it loads; a problem without path: none is there */
export function probeBinary(packageRoot) {
  let loader;
  try {
    loader = createRequire(join(packageRoot, 'package.json')).resolve('node-gyp-build');
  } catch {
    return { problem: 'the npm package node-gyp-build is not installed' };
  }
  const run = spawnSync(process.execPath, ['-e', script, loader, packageRoot], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  try {
    return JSON.parse(run.stdout);
  } catch {
    return {
      path: '(unknown)',
      problem: `loading it ended Node with ${run.signal ?? `exit status ${run.status}`}`,
    };
  }
}
