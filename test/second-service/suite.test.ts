import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCases } from '../../conformance/engine/runner/runner.ts';
import type { Selection } from '../../conformance/engine/runner/selection.ts';
import { startFaultyServer } from '../../conformance/faulty/faulty-server.ts';
import { suiteAt } from '../../conformance/vitest/suite-at.ts';
import { createApp } from '../../mock/app.ts';
import { assembleRun } from '../../src/run-result/assemble.ts';
import { FAULTY_SERVERS } from './faulty-servers.ts';
import { library } from './mock-service.ts';

/** The engine of the suite judges any service by its document and its rule pack. */

const suite = await suiteAt(library.document, false, new URL('packs.ts', import.meta.url).href);
const { contract } = suite;
const mock = await createApp(library, { seed: 1 });
const server = createServer(mock.app);
let mockUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  mockUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await mock.close();
});

const EXPLORED: Selection = { only: [], skip: [], exploration: { runs: 20, seed: 1 } };

async function judge(baseUrl = mockUrl, selection: Selection = { only: [], skip: [] }) {
  const fixtures = { shelf: { id: 'poetry' } };
  const target = { baseUrl, apiKey: library.apiKey, fixtures, presumed: false, runId: 'run', timeoutMs: 10_000 };
  const { title, version, sha256 } = contract.document;
  return assembleRun(
    suite.rules.requirements,
    suite.merge(await runCases(suite, target, { concurrency: 8, selection })),
    {
      suite: { name: 'engine', version: '0' },
      contract: { title, version, sha256 },
      target: { baseUrl },
      startedAt: new Date().toISOString(),
      durationMs: 0,
      basis: 'all',
      operationIds: contract.operations.map(({ operationId }) => operationId),
    },
  );
}

test('finds no violation in the mock of a second service, by the rules of the engine and its own', async () => {
  const { verdict, requirements } = await judge(mockUrl, EXPLORED);
  const unmet = requirements.filter(({ outcome }) => !['passed', 'notApplicable'].includes(outcome));
  expect(unmet.map(({ id, outcome, message }) => ({ id, outcome, message }))).toEqual([]);
  expect(verdict).toBe('conforming');
  const passed = requirements.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id);
  expect(passed).toEqual(expect.arrayContaining(['L1', 'auth-required', 'malformed-body', 'unknown-resource']));
});

describe('the faulty servers of a second service', () => {
  test.each(FAULTY_SERVERS.map((defect) => [defect.name, defect] as const))('finds %s', async (_, defect) => {
    await using faulty = await startFaultyServer(defect, mockUrl);
    const { requirements } = await judge(faulty.url);
    const violated = requirements.filter(({ outcome }) => ['failed', 'warned'].includes(outcome)).map(({ id }) => id);
    expect(violated.sort()).toEqual([...defect.breaks].sort());
  });
});
