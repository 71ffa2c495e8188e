import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test,widget/src,web/src,clients}/**/*.test.ts'],
    globalSetup: ['test/browser/chromium.ts', 'test/database.ts'],
    setupFiles: 'test/setup.ts',
    // Most of what a file needs has been loaded by the one before it.
    isolate: false,
    pool: 'forks',
    maxWorkers: 2,
    // A net under what hangs, not a limit to what is slow: how fast a machine is, is not what is tested.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
