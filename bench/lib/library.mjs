// The library with the request behind a kernel, bundled from its sources: Node 20 runs no TypeScript.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../../scripts/lib/host.mjs';

export async function loadLibrary() {
  const file = join(root, 'build', 'bench', 'library.cjs');
  const bundle = await rolldown({
    input: join(root, 'bench', 'lib', 'library.ts'),
    platform: 'node',
    external: [/^node:/, 'node-gyp-build'],
  });
  await bundle.write({ file, format: 'cjs' });
  await bundle.close();
  return createRequire(import.meta.url)(file);
}
