// npm's install script, explicit so that npm does not run node-gyp by itself where a prebuilt addon lies ready.
//
//   an addon loads (built or prebuilt)   nothing happens
//   a checkout                           it is built; what is missing for that is named
//   otherwise                            an explanation, and a failed install
//
// It is part of the published package and then has only scripts/lib beside it.
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { probeBinary } from './lib/binary.mjs';
import { isFile, root } from './lib/host.mjs';

const isCheckout = isFile(join(root, 'CMakeLists.txt')) && isFile(join(root, 'scripts', 'build-native.mjs'));
const fromSource = ['TILE_SIMD_BUILD_FROM_SOURCE', 'npm_config_build_from_source'].some((name) =>
  ['1', 'true'].includes(process.env[name] ?? ''),
);

function fail(lines) {
  console.error(`\n${lines.map((line) => `tile-simd: ${line}`).join('\n')}\n`);
  process.exit(1);
}

const binary = probeBinary(root);
if (binary.problem || (fromSource && isCheckout)) {
  const platform = `${process.platform}-${process.arch}`;
  const state = binary.path
    ? `${binary.path} does not load: ${binary.problem}`
    : `there is no addon for ${platform} here`;
  if (!isCheckout) {
    fail([
      state,
      'The published package carries its addon in prebuilds/ and downloads nothing; this platform has none that works.',
      'Build it from a checkout of the repository (npm ci), and put build/Release/tile_simd.node into',
      `${join(root, 'prebuilds', platform)}.`,
    ]);
  }
  try {
    createRequire(import.meta.url).resolve('cmake-js/package.json');
  } catch {
    fail([state, 'Building it needs the development dependencies: run npm ci without --omit=dev.']);
  }
  const { main } = await import('./build-native.mjs');
  main({});
  const built = probeBinary(root);
  if (built.problem) fail([`the addon was built, but it does not load: ${built.problem}`]);
}
