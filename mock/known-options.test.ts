import { expect, test } from 'vitest';
import { createMock, createMswMock, startMock } from '../test/helpers/mock.ts';

test.each<[string, () => Promise<unknown>, string]>([
  ['startMock', () => startMock({ prot: 0 } as object), '`prot` is an unknown option. Did you mean `port`?'],
  ['createMock', () => createMock({ seedfile: 'a' } as object), 'Did you mean `seedFile`?'],
  ['createMock', () => createMock({ anotherThing: 1 } as object), '`anotherThing` is an unknown option.'],
  ['createMswMock', () => createMswMock({ baseURL: 'http://a.example' } as never), 'Did you mean `baseUrl`?'],
])('rejects an option that %s does not have', async (caller, create, message) => {
  const error = await create().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).toMatch(new RegExp(`^TypeError: ${caller}: `));
  expect(String(error).endsWith(message)).toBe(true);
});
