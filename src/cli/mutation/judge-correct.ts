import { randomBytes } from 'node:crypto';
import { startCorrectServer } from '../../../conformance/correct/index.ts';
import type { CaseRecord } from '../../../conformance/suite/case.ts';
import { runCases } from '../../../conformance/suite/run-cases.ts';
import { Contract } from '../../contract/contract.ts';
import { loadDocument } from '../../contract/document.ts';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../../contract/project-files.ts';
import { loadRequirements } from '../../contract/requirements.ts';

/**
 * What `npm run mutation:correct` asks of each mutant: a run of the suite against the second correct server. Ends with
 * 1 at the first rule that it finds broken, and where a rule cannot be tested any more: a run would not be conforming.
 */

const TIMEOUT_MS = 10_000;

const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }));
const { url: baseUrl, apiKey, fixtures } = await startCorrectServer();
const runId = randomBytes(4).toString('hex');
const records = await runCases(
  contract,
  loadRequirements(REQUIREMENTS_FILE),
  { baseUrl, apiKey, fixtures, presumed: false, runId, timeoutMs: TIMEOUT_MS },
  { concurrency: 8, onCase: (record) => end(of(record, 'broken')) },
);
const kept = new Set(records.flatMap((record) => of(record, 'holds')).map(({ rule }) => rule));
end(records.flatMap((record) => of(record, 'untestable')).filter(({ rule }) => !kept.has(rule)));
process.exit(0);

function of({ findings }: CaseRecord, wanted: string): CaseRecord['findings'] {
  return findings.filter(({ result }) => result === wanted);
}

function end([found]: CaseRecord['findings']): void {
  if (!found) return;
  process.stdout.write(`${found.rule}: ${found.message}\n`);
  process.exit(1);
}
