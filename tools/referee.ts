import { mkdir, writeFile } from 'node:fs/promises';
import { refereeSection } from '../src/report/sections/referee.ts';
import { writeText } from '../src/report/writers/text.ts';
import { findPrism } from '../src/run/referee/prism.ts';
import { runPrism } from '../src/run/referee/run-prism.ts';
import { unexplained } from '../src/run-result/referee.ts';
import { contract } from '../test/helpers/contract.ts';
import { judge, startJudged } from '../test/helpers/judge.ts';

/**
 * `npm run referee`: compares the suite with Prism for a run against the mock. The command fails if a difference
 * between the suite and Prism has no known reason.
 */

await using server = await startJudged();
const records = await judge(server, { keepsTraffic: true });
const referee = await runPrism(findPrism(), contract, records, (text) => text);
const reasons = Map.groupBy(referee.disagreements, ({ kind, why }) => `${kind}: ${why ?? 'without a reason'}`);
for (const [reason, rows] of reasons) process.stdout.write(`${String(rows.length).padStart(5)}  ${reason}\n`);
process.stdout.write(writeText(refereeSection(referee), { color: false }));
await mkdir('reports', { recursive: true });
await writeFile('reports/referee.json', `${JSON.stringify(referee, null, 2)}\n`);
process.exitCode = referee.exchanges > 1000 && unexplained(referee).length === 0 ? 0 : 1;
