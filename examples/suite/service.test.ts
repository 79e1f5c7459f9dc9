import { startMock } from 'integration-contract';
import { conform, conformance } from 'integration-contract-suite';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * Runs the conformance suite within the vitest tests of a team. In this example, a mock replaces the server of the
 * team.
 */

let server: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  server = await startMock({ port: 0, apiKeys: ['team-key'] });
});
afterAll(() => server.close());

const target = {
  apiKey: 'team-key',
  fixtures: {
    project: { id: '11111111-1111-4111-8111-111111111111', name: 'demo-project' },
    otherProject: { id: '22222222-2222-4222-8222-222222222222', name: 'other-project' },
    org: { id: '33333333-3333-4333-8333-333333333333' },
    integration: { id: '44444444-4444-4444-8444-444444444444' },
    otherIntegration: { id: '44444444-4444-4444-8444-444444444445' },
    provider: 'salesforce',
    installations: [1, 2, 3].map((digit) => `55555555-5555-4555-8555-55555555555${digit}`),
  },
};

conformance({ ...target, baseUrl: () => server.url });

test('returns the result of a run of the conformance suite', { timeout: 60_000 }, async () => {
  const { verdict, requirements } = await conform({ ...target, baseUrl: server.url, only: ['D42'] });
  expect(verdict).toBe('conforming');
  expect(requirements.find(({ id }) => id === 'D42')?.outcome).toBe('passed');
});
