// `npm run test:docs`: code and commands of the documents. Needs the addon and dist/.
import { defineConfig } from 'vitest/config';
import common from '../../vitest.config.mjs';

export default defineConfig({
  test: {
    ...common.test,
    include: ['test/docs/**/*.test.ts'],
    testTimeout: 120_000,
  },
});
