import { createServer } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { runCases } from '../../conformance/engine/runner/runner.ts';
import type { Selection } from '../../conformance/engine/runner/selection.ts';
import { startFaultyServer } from '../../conformance/faulty/faulty-server.ts';
import { suiteAt } from '../../conformance/vitest/suite-at.ts';
import { createApp } from '../../mock/app.ts';
import { listen } from '../helpers/listen.ts';
import { assembled } from '../helpers/report/assembled.ts';
import { FAULTY_SERVERS } from './faulty-servers.ts';
import { library } from './mock-service.ts';

/** Tests that the engine of the suite judges any service by its document and its rule pack. */

const suite = await suiteAt(library.document, false, new URL('packs.ts', import.meta.url).href);
const mock = await createApp(library, { seed: 1 });
const server = createServer(mock.app);
const mockUrl = await listen(server);

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await mock.close();
});

const EXPLORED: Selection = { only: [], skip: [], exploration: { runs: 20, seed: 1 } };

async function judge(baseUrl = mockUrl, selection: Selection = { only: [], skip: [] }) {
  const fixtures = { shelf: { id: 'poetry' } };
  const target = { baseUrl, apiKey: library.apiKey, fixtures, presumed: false, runId: 'run', timeoutMs: 10_000 };
  return assembled(suite, await runCases(suite, target, { concurrency: 8, selection }), baseUrl);
}

test('finds no violation in the mock of a second service', async () => {
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
    const { requirements } = await judge(faulty.url, { only: [], skip: ['thorough'] });
    const violated = requirements.filter(({ outcome }) => ['failed', 'warned'].includes(outcome)).map(({ id }) => id);
    expect(violated.sort()).toEqual([...defect.breaks].sort());
  });
});
