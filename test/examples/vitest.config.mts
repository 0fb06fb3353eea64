// `npm run test:examples`: needs the addon, dist/, and Debian's redis-server. The examples' own packages are installed first.
import { defineConfig } from 'vitest/config';
import common from '../../vitest.config.mjs';

export default defineConfig({
  test: {
    ...common.test,
    include: ['test/examples/**/*.test.ts'],
    globalSetup: ['test/examples/install.ts'],
    testTimeout: 120_000,
    // They measure nothing, but one at a time is kinder to latencies that are bounded.
    fileParallelism: false,
  },
});
