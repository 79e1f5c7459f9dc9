import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.ts';
import { contract } from '../../../test/helpers/contract.ts';
import { suiteOf } from '../../../test/helpers/suite.ts';
import { Session } from '../session.ts';
import { withFreshValues } from './fresh-values.ts';

const target = { baseUrl: 'http://h', apiKey: 'k', fixtures: { provider: 'crm' }, presumed: false, timeoutMs: 1 };
const session = new Session(suiteOf(contract).rules, { ...target, runId: 'run1', emailDomain: 'qa.example.org' });
const made = (schema: JsonObject, value: unknown) => withFreshValues(session, schema, value);

const UNIQUE = { type: 'string', 'x-unique': true };
const ADDRESS = { ...UNIQUE, format: 'email' };
const OF_RUN = { type: 'string', 'x-run': true, minLength: 2, maxLength: 10 };

test.each<[string, JsonObject, unknown, unknown]>([
  ['replaces a fixture by its configured value', { type: 'string', 'x-fixture': 'provider' }, 'other', 'crm'],
  ['adds the run to a unique name', UNIQUE, 'name', expect.stringMatching(/^name-run1-r1-[0-9a-f]{6}$/)],
  [
    'replaces the domain of an address by the domain of the run',
    ADDRESS,
    'a@example.com',
    expect.stringMatching(/^to-run1-.+\.a@qa\.example\.org$/),
  ],
  ['keeps the subdomain of an address', ADDRESS, 'a@eu.example.com', expect.stringMatching(/@eu\.qa\.example\.org$/)],
  ['appends the run to a text of the run', OF_RUN, 'text', 'text-run1'],
  ['shortens a long text to the maximum length', OF_RUN, '0123456789', '01234-run1'],
  ['counts characters beyond the BMP once', OF_RUN, '🔑🔑🔑🔑🔑🔑', '🔑🔑🔑🔑🔑-run1'],
  ['keeps a text of the minimum length', OF_RUN, 'ab', 'ab'],
  [
    'appends the run to a long text without a maximum length',
    { type: 'string', 'x-run': true },
    'a'.repeat(300),
    `${'a'.repeat(300)}-run1`,
  ],
  ['keeps an empty text without a minimum length', { type: 'string', 'x-run': true }, '', ''],
  ['keeps any other text', { type: 'string', minLength: 1 }, 'text', 'text'],
  ['keeps a value that is not a text', UNIQUE, 7, 7],
])('%s', (_, schema, value, want) => {
  expect(made(schema, value)).toEqual(want);
});

test('replaces names in properties and array items at any depth, and keeps properties without a schema', () => {
  const schema = { type: 'object', properties: { list: { type: 'array', items: { properties: { label: OF_RUN } } } } };
  const value = { list: [{ label: 'abc', other: 'x' }, {}], more: { label: 'abc' } };
  expect(made(schema, value)).toEqual({ list: [{ label: 'abc-run1', other: 'x' }, {}], more: { label: 'abc' } });
});
