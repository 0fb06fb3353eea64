import { defineConfig } from 'vitest/config';

// A real run of the study on two small shapes, its audit and its page. Needs the runner (npm run test:study builds it) and
// Chromium.
export default defineConfig({
  test: {
    pool: 'forks',
    fileParallelism: false,
    globalSetup: ['test/study/run.ts'],
    include: ['test/study/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 300_000,
  },
});
