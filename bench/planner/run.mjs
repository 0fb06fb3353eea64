// Bundles one of the TypeScript commands of this folder with the library's sources and runs it: Node 20 runs no
// TypeScript, and these commands look at parts of the planner that are not public.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = dirname(fileURLToPath(import.meta.url));
const [name, ...args] = process.argv.slice(2);
const file = join(dirname(dirname(here)), 'build', 'planner', `${name}.cjs`);

const build = await rolldown({
  input: join(here, `${name}.ts`),
  platform: 'node',
  external: [/^node:/, 'node-gyp-build'],
});
await build.write({ file, format: 'cjs', sourcemap: 'inline' });
await build.close();

const { status } = spawnSync(process.execPath, ['--enable-source-maps', file, ...args], { stdio: 'inherit' });
process.exit(status ?? 1);
