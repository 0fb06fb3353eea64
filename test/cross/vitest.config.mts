// `npm run test:cross`: needs the AArch64 tools that test/cross/support/tools.ts names.
import { defineConfig } from 'vitest/config';
import common from '../../vitest.config.mjs';

export default defineConfig({
  test: { ...common.test, include: ['test/cross/**/*.test.ts'], testTimeout: 300_000 },
});
