// `npm run test:package`: needs prebuilds/ (npm run prebuild), and npm for other versions of Node.
import { defineConfig } from 'vitest/config';
import common from '../../vitest.config.mjs';

export default defineConfig({
  test: {
    ...common.test,
    include: ['test/package/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
