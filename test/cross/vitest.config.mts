// `npm run test:cross`: needs the AArch64 tools that test/cross/support/tools.ts names.
import { defineConfig, mergeConfig } from 'vitest/config';
import common from '../../vitest.config.mjs';

const config = mergeConfig(common, defineConfig({ test: { testTimeout: 300_000 } }));
config.test.include = ['test/cross/**/*.test.ts']; // merging would add to the usual ones
export default config;
