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

test('content has the name and the provider of the integration: a service may ask for it', () => {
  expect(repeated('createIntegration', integration('one', 'another'))).toEqual(integration('one', 'one'));
});

test('a mistake stays as it was made', () => {
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

test('a body of which nothing is repeated is the same one', () => {
  const body = { email: 'ada@example.com' };
  expect(repeated('createInvite', body)).toBe(body);
});
