// Builds lib/ to dist/: declarations by tsc, which checks them; code by rolldown, one CommonJS file for the library, one
// for the command line, for the study and for its audit, and one for the browser; and an ES module entry over the first.
//
// One file, because loading some forty small ones took a quarter of the time to the first result in a fresh process.
// The ES module entry re-exports the CommonJS one. Two builds would be two module states in one process: two kernel
// caches, two sets of error classes, instanceof that fails. So there is one, whichever way it is loaded.
import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
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

await bundle('index.ts', 'index.js', []);
// The command line uses the library as any other user does: it is not bundled a second time.
await bundle('cli/index.ts', 'cli/index.js', ['../index.js', '../study/index.js']);
await bundle('study/index.ts', 'study/index.js', ['../index.js']);
await bundle('audit/index.ts', 'audit/index.js', []);
await bundlePage('study/page');

/** Bundles what the report of a study runs in the browser, npm packages included: the page needs nothing else. */
async function bundlePage(folder) {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: join(root, 'lib', folder, 'index.tsx'),
    platform: 'browser',
    tsconfig: join(root, 'lib', folder, 'tsconfig.json'),
  });
  await build.write({ file: join(dist, folder, 'index.js'), format: 'iife', minify: true });
  await build.close();
  copyFileSync(join(root, 'lib', folder, 'style.css'), join(dist, folder, 'style.css'));
}

/** Bundles one entry of lib/; npm packages and Node's own modules stay outside. */
async function bundle(input, file, external) {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: join(root, 'lib', input),
    platform: 'node',
    external: [...external, /^node:/, 'node-gyp-build', 'commander', 'picocolors'],
  });
  await build.write({ file: join(dist, file), format: 'cjs', sourcemap: false, exports: 'named' });
  await build.close();
}

/** Removes what a deleted or renamed source left in dist/, and code from before the bundles. */
function removeOrphans(folder, sources) {
  for (const name of list(folder)) {
    const path = join(folder, name);
    if (isDirectory(path)) {
      if (isDirectory(join(sources, name))) removeOrphans(path, join(sources, name));
      else rmSync(path, { recursive: true });
    } else {
      const source = /^(.+?)(\.d\.ts|\.js)$/.exec(name)?.[1];
      const isCode = name.endsWith('.js') && source !== 'index';
      const isThere = ['.ts', '.tsx'].some((ending) => isFile(join(sources, `${source}${ending}`)));
      if (source && (isCode || !isThere)) rmSync(path);
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
