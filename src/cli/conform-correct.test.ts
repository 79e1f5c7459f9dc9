import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startCorrectServer } from '../../conformance/correct/index.ts';
import { runCases } from '../../conformance/suite/run-cases.ts';
import { Contract } from '../contract/contract.ts';
import { loadDocument } from '../contract/document.ts';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../contract/project-files.ts';
import { loadRequirements } from '../contract/requirements.ts';
import { assembleRun } from '../report/assemble.ts';

const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }));
const requirements = loadRequirements(REQUIREMENTS_FILE);

test('a correct server that shares nothing with the mock: no failure, no warning, nothing untestable', async () => {
  await using server = await startCorrectServer();
  const { url: baseUrl, apiKey, fixtures } = server;
  const runId = randomBytes(4).toString('hex');
  const target = { baseUrl, apiKey, fixtures, presumed: false, runId, timeoutMs: 10_000 };
  const records = await runCases(contract, requirements, target, { concurrency: 8 });
  const { title, version, sha256 } = contract.document;
  const result = assembleRun(requirements, records, {
    suite: { name: 'test', version: '0' },
    contract: { title, version, sha256 },
    target: { baseUrl },
    startedAt: new Date().toISOString(),
    durationMs: 0,
    basis: 'all',
    operationIds: contract.operations.map(({ operationId }) => operationId),
  });
  const complaints = result.requirements
    .filter(({ outcome }) => !['passed', 'notApplicable'].includes(outcome))
    .map(({ outcome, message, actual }) => ({ outcome, message, actual }));
  expect(complaints).toEqual([]);
  expect(result.verdict).toBe('conforming');
  expect(result.requirements.find(({ id }) => id === 'D04')?.outcome, 'every fixture is given').toBe('passed');
});
