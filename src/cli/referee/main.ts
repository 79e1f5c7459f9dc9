import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { runCases } from '../../../conformance/suite/run-cases.ts';
import { SEEDED_API_KEY, seededFixtures } from '../../../conformance/target/seeded-fixtures.ts';
import { startMock } from '../../../mock/index.ts';
import { Contract } from '../../contract/contract.ts';
import { loadDocument } from '../../contract/document.ts';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../../contract/project-files.ts';
import { loadRequirements } from '../../contract/requirements.ts';
import { compare, type Disagreement } from './opinion.ts';
import { startPrism } from './prism.ts';

/** `npm run referee`: every request of the suite through Prism's validating proxy; fails where we disagree without a reason. */

const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }));
await using mock = await startMock({ port: 0 });
await using prism = await startPrism(contract, mock.url);
const target = {
  baseUrl: prism.url,
  apiKey: SEEDED_API_KEY,
  fixtures: await seededFixtures(mock.url),
  presumed: false,
  runId: randomBytes(4).toString('hex'),
  timeoutMs: 1000,
};
const disagreements: Disagreement[] = [];
let exchanges = 0;
await runCases(contract, loadRequirements(REQUIREMENTS_FILE), target, {
  concurrency: 4,
  // What a server survives says nothing of Prism, which does not survive it.
  only: ({ rules }) => rules[0] !== 'D15',
  onExchange: (request, answer) => {
    exchanges++;
    disagreements.push(...compare(request, answer));
  },
});

const explained = Map.groupBy(
  disagreements.filter(({ why }) => why !== undefined),
  ({ kind, why }) => `${kind}: ${why}`,
);
for (const [reason, rows] of explained) process.stdout.write(`${String(rows.length).padStart(5)}  ${reason}\n`);
const open = disagreements.filter(({ why }) => why === undefined);
for (const { kind, request, detail } of open.slice(0, 20))
  process.stdout.write(`✗ ${kind}: ${request}\n    ${detail}\n`);
await mkdir('reports', { recursive: true });
await writeFile('reports/referee.json', `${JSON.stringify(disagreements, null, 2)}\n`);
process.stdout.write(
  `${exchanges} exchanges through Prism, ${open.length} disagreements without a reason: reports/referee.json\n`,
);
process.exitCode = exchanges > 400 && open.length === 0 ? 0 : 1;
