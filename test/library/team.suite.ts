import { beforeAll, inject } from 'vitest';
import { conformance } from '../../src/run/library/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    target: { baseUrl: string; apiKey: string; fixtures: object };
  }
}

/** Test file that a user of the package could write, for library.test.ts. */

let baseUrl = '';
beforeAll(() => {
  baseUrl = inject('target').baseUrl;
});

const { apiKey, fixtures } = inject('target');
conformance({ baseUrl: () => baseUrl, apiKey, fixtures, only: ['D42', 'D43', 'D80'] });
