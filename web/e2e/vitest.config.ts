import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['e2e/**/*.e2e.ts'],
    // On a busy machine everything takes several times as long as on a quiet one.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // A browser may be late once; a test that needed its second try is named so in the report.
    retry: process.env['CI'] ? 1 : 0,
    // Much of a test is waiting: two at a time use two cores.
    maxWorkers: 2,
    // Files that follow each other share what was loaded, and a browser: to start both takes longer
    // than many a test.
    isolate: false,
  },
});
