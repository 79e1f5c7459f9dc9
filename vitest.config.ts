import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{spec,src,mock,conformance}/**/*.test.ts'],
    // Only to end what hangs: a machine may be busy.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'threads',
  },
});
