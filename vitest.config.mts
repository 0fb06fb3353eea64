import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Forks, not threads: a fault in the addon then names the file that caused it and does not take the others along.
    pool: 'forks',
    maxWorkers: 2,
    include: ['test/{unit,golden,run,errors,process}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // dist/ is CommonJS and must be loaded by Node itself, as a user's program does.
    server: { deps: { external: [/\/dist\//] } },
    env: {
      // The developer's own switches must not decide what the tests see.
      TILE_SIMD_ENABLE_FULL_PACKET_SPECIALIZATION: '',
      TILE_SIMD_DISABLE_FULL_PACKET_SPECIALIZATION: '',
      // Tests see what this build generates, and leave nothing behind; those of the cache name a directory themselves.
      TILE_SIMD_DISABLE_CACHE: '1',
      TILE_SIMD_WORKERS: '',
      // One-line calls are answered by the kernel of their shape; test/run/tier-up.test.ts is about the other one.
      TILE_SIMD_DISABLE_TIER_UP: '1',
    },
  },
});
