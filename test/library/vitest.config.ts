import { defineConfig } from 'vitest/config';

/** Vitest configuration of a user of the package, for library.test.ts. */
export default defineConfig({ test: { root: import.meta.dirname, include: ['*.suite.ts'] } });
