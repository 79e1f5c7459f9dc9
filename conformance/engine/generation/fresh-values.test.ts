import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.ts';
import { contract } from '../../../test/helpers/contract.ts';
import { suiteOf } from '../../../test/helpers/suite.ts';
import { Session } from '../session.ts';
import { personal } from './fresh-values.ts';

const target = { baseUrl: 'http://h', apiKey: 'k', fixtures: { provider: 'crm' }, presumed: false, timeoutMs: 1 };
const session = new Session(suiteOf(contract).rules, { ...target, runId: 'run1', emailDomain: 'qa.example.org' });
const made = (schema: JsonObject, value: unknown) => personal(session, schema, value);

const UNIQUE = { type: 'string', 'x-unique': true };
const ADDRESS = { ...UNIQUE, format: 'email' };
const OF_RUN = { type: 'string', 'x-run': true, minLength: 2, maxLength: 10 };

test.each<[string, JsonObject, unknown, unknown]>([
  ['a provider is that of the target', { type: 'string', 'x-fixture': 'provider' }, 'made-up', 'crm'],
  ['a unique name has the run in it', UNIQUE, 'name', expect.stringMatching(/^name-run1-r1-[0-9a-f]{6}$/)],
  [
    'an address is at the domain of the run',
    ADDRESS,
    'a@example.com',
    expect.stringMatching(/^to-run1-.+\.a@qa\.example\.org$/),
  ],
  ['an address stays under its domain', ADDRESS, 'a@eu.example.com', expect.stringMatching(/@eu\.qa\.example\.org$/)],
  ['a text of the run ends with it', OF_RUN, 'text', 'text-run1'],
  ['a long one stays as long as it may be', OF_RUN, '0123456789', '01234-run1'],
  ['characters beyond the BMP count once', OF_RUN, '🔑🔑🔑🔑🔑🔑', '🔑🔑🔑🔑🔑-run1'],
  ['one that is as short as it may be stays so', OF_RUN, 'ab', 'ab'],
  ['one without a longest takes it', { type: 'string', 'x-run': true }, 'a'.repeat(300), `${'a'.repeat(300)}-run1`],
  ['an empty one without a shortest stays so', { type: 'string', 'x-run': true }, '', ''],
  ['any other text stays as it is', { type: 'string', minLength: 1 }, 'text', 'text'],
  ['what is no text stays as it is', UNIQUE, 7, 7],
])('%s', (_, schema, value, want) => {
  expect(made(schema, value)).toEqual(want);
});

test("members and items are made the run's own at any depth; what no schema knows stays", () => {
  const schema = { type: 'object', properties: { list: { type: 'array', items: { properties: { label: OF_RUN } } } } };
  const value = { list: [{ label: 'abc', other: 'x' }, {}], more: { label: 'abc' } };
  expect(made(schema, value)).toEqual({ list: [{ label: 'abc-run1', other: 'x' }, {}], more: { label: 'abc' } });
});
