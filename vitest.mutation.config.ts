import { defineConfig } from 'vitest/config';

/** The tests that judge mutants: quick ones, in the process that holds the mutant. */
export default defineConfig({
  test: {
    include: ['src/contract/**/*.test.ts', 'spec/requirements.test.ts', 'mock/{strict,document-driven}.test.ts'],
    testTimeout: 120_000,
    pool: 'threads',
    isolate: false,
  },
});
