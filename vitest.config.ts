import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{spec,src,mock,conformance}/**/*.test.ts'],
    testTimeout: 30_000,
    pool: 'threads',
  },
});
