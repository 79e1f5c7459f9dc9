import { expect, test } from 'vitest';
import { contract } from '../../../test/helpers/contract.ts';
import { suiteOf } from '../../../test/helpers/suite.ts';
import { Session } from '../session.ts';
import { withRepeats } from './repeats.ts';

const target = { baseUrl: 'http://127.0.0.1:9', apiKey: 'k', fixtures: {}, presumed: false, runId: 'r', timeoutMs: 1 };
const session = new Session(suiteOf(contract).rules, target as never);

function repeated(operationId: string, body: unknown): unknown {
  const operation = contract.operation(operationId);
  if (!operation) throw new Error(operationId);
  return withRepeats(session, operation, body);
}

const integration = (name: unknown, inner: unknown) => ({
  name,
  provider: 'salesforce',
  latestRevision: { specVersion: '1.0.0', content: { name: inner, provider: 'salesforce' } },
});

test('copies the name and the provider of an integration into the property `content`', () => {
  expect(repeated('createIntegration', integration('one', 'another'))).toEqual(integration('one', 'one'));
});

test('does not change a property that must repeat another value if the body violates the schema', () => {
  for (const body of [
    integration('one', 42),
    integration(42, 'one'),
    integration('', 'one'),
    integration('one', undefined),
    [],
    null,
    'text',
  ]) {
    expect(repeated('createIntegration', body)).toEqual(body);
  }
  expect(repeated('createIntegration', { name: 'one' })).toEqual({ name: 'one' });
});

test('returns the body itself if it has no property that must repeat another value', () => {
  const body = { email: 'ada@example.com' };
  expect(repeated('createInvite', body)).toBe(body);
});
