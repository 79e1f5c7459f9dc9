import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { runCases } from '../conformance/engine/runner.ts';
import { suiteOf } from '../conformance/packs.ts';
import { SEEDED_API_KEY, seededFixtures } from '../conformance/service/seeded-fixtures.ts';
import { startMock } from '../mock/index.ts';
import { refereeText } from '../src/report/referee-section.ts';
import { askPrism } from '../src/run/referee/ask-prism.ts';
import { findPrism } from '../src/run/referee/prism.ts';
import { unexplained } from '../src/run-result/referee.ts';
import { contract } from '../test/helpers/contract.ts';

/** `npm run referee`: what `conform --referee prism` says of the mock; fails where Prism differs without a reason. */

await using mock = await startMock({ port: 0 });
const target = {
  baseUrl: mock.url,
  apiKey: SEEDED_API_KEY,
  fixtures: await seededFixtures(mock.url),
  presumed: false,
  runId: randomBytes(4).toString('hex'),
  timeoutMs: 10_000,
};
const options = { concurrency: 8, keepsTraffic: true };
const records = await runCases(suiteOf(contract), target, options);
const referee = await askPrism(findPrism(), contract, records, (text) => text);
const reasons = Map.groupBy(referee.disagreements, ({ kind, why }) => `${kind}: ${why ?? 'without a reason'}`);
for (const [reason, rows] of reasons) process.stdout.write(`${String(rows.length).padStart(5)}  ${reason}\n`);
process.stdout.write(`${refereeText(referee).join('\n')}\n`);
await mkdir('reports', { recursive: true });
await writeFile('reports/referee.json', `${JSON.stringify(referee, null, 2)}\n`);
process.exitCode = referee.exchanges > 1000 && unexplained(referee).length === 0 ? 0 : 1;
