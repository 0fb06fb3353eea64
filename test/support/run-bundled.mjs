// Bundles a TypeScript program of the tests with the library's sources and runs it: Node 20 runs no TypeScript.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Runs test/NAME/main.ts with the arguments of this process and ends with its status; the bundle is build/NAME/main.cjs. */
export async function runBundled(name) {
  const file = join(root, 'build', name, 'main.cjs');
  const build = await rolldown({
    input: join(root, 'test', name, 'main.ts'),
    platform: 'node',
    external: [/^node:/, 'node-gyp-build'],
  });
  await build.write({ file, format: 'cjs', sourcemap: 'inline' });
  await build.close();

  const { status } = spawnSync(process.execPath, ['--enable-source-maps', file, ...process.argv.slice(2)], {
    stdio: 'inherit',
    // The developer's own switches must not decide what is tested.
    env: {
      ...process.env,
      TILE_SIMD_ENABLE_FULL_PACKET_SPECIALIZATION: '',
      TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION: '',
      TILE_SIMD_DISABLE_CACHE: '1',
    },
  });
  process.exit(status ?? 1);
}
