// Compiles lib/ to dist/: CommonJS with types by tsc, and an ES module entry over it.
//
// tsc and no bundler: one output file per source, so that paths relative to the package's root are the same from lib/
// and dist/, stack traces name real files, and the declarations come from the compiler that checked them.
// The ES module entry re-exports the CommonJS one. Two builds would be two module states in one process: two kernel
// caches, two sets of error classes, instanceof that fails. So there is one, whichever way it is loaded.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isDirectory, isFile, list, root } from './lib/host.mjs';

const dist = join(root, 'dist');

let tsc;
try {
  tsc = createRequire(join(root, 'package.json')).resolve('typescript/bin/tsc');
} catch {
  console.error('tile-simd: the npm package typescript is not installed, dist/ is not built');
  // `npm ci --omit=dev` runs prepare as well; there it is no error.
  process.exit(process.env.npm_lifecycle_event === 'prepare' ? 0 : 1);
}

const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

/** Removes what a deleted or renamed source left in dist/. */
function removeOrphans(folder, sources) {
  for (const name of list(folder)) {
    const path = join(folder, name);
    if (isDirectory(path)) {
      if (isDirectory(join(sources, name))) removeOrphans(path, join(sources, name));
      else rmSync(path, { recursive: true });
    } else {
      const source = /^(.+?)(\.d\.ts|\.js)(\.map)?$/.exec(name)?.[1];
      if (source && !isFile(join(sources, `${source}.ts`))) rmSync(path);
    }
  }
}
removeOrphans(dist, join(root, 'lib'));

const entry = "export * from './index.js';\nexport { default } from './index.js';\n";
writeFileSync(
  join(dist, 'index.mjs'),
  `// The CommonJS module under its own names: one instance, however it is loaded.\n${entry}`,
);
writeFileSync(join(dist, 'index.d.mts'), entry);
