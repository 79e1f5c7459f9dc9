import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suiteOf } from '../../conformance/packs.ts';

import { code, table } from '../../src/report/markdown.ts';
import type { CaseRecord } from '../../src/run-result/case-record.ts';
import { contract } from '../../test/helpers/contract.ts';
import { judge, startJudged } from '../../test/helpers/judge.ts';
import { type PlaceKind, PlaceKinds } from './place-kinds.ts';

/**
 * `npm run coverage`: runs the suite against a mock, and counts the requests in which a part, such as a header or a
 * number, differs from the examples of the document. The counts are by kind of case, part, operation and address form
 * (project ID or name). For each operation and address form, the command also lists the parts that no request changes.
 * Writes reports/coverage.md.
 */

const RUN_ID = 'c0ffee42';
/** Name of the address form if the path of an operation contains no project. */
const OTHER = 'other';

const suite = suiteOf(contract);
await using server = await startJudged();
const selection = { only: [], skip: [], exploration: { runs: 4, seed: 1 } };
const records = await judge(server, { runId: RUN_ID, keepsTraffic: true, selection });
const kinds = new PlaceKinds(contract, { apiKey: server.apiKey, runId: RUN_ID });
const fixtures = new Set(JSON.stringify(server.fixtures).match(/[\w-]{3,}/g));
const literals = new Set(contract.operations.flatMap(({ path }) => `${contract.basePath}${path}`.split('/')));
const { id = '', name = '' } = server.fixtures.project ?? {};
const created = new Set(records.flatMap(({ traces = [] }) => traces.flatMap((trace) => trace.created?.id ?? [])));
const mechanisms = new Map(suite.cases(selection.exploration).map((one) => [one.id, one.tags?.[0] ?? '']));

/** Number of requests by kind of case, changed part, operation and address form. */
const counts = new Map<string, number>();
const key = (...parts: readonly string[]) => parts.join(' | ');
for (const record of records) count(record);

const operations = contract.operations.map((operation) => ({
  operation,
  addresses: operation.path.includes('{projectIdOrName}') ? ['ID', 'name'] : [OTHER],
}));
const used = [...new Set([...counts.keys()].map((one) => one.split(' | ').slice(0, 2).join(' | ')))].sort();
const columns = operations.flatMap(({ operation, addresses }) =>
  addresses.map((address) => ({ operation, address, title: `${code(operation.operationId)} ${address}` })),
);
const rows = used.map((row) => [
  ...row.split(' | '),
  ...columns.map(({ operation, address }) => counts.get(key(row, operation.operationId, address)) ?? ''),
]);
const gaps = columns.flatMap(({ operation, address, title }) =>
  kinds
    .of(operation)
    .filter(
      (kind) => !used.some((row) => row.endsWith(` | ${kind}`) && counts.has(key(row, operation.operationId, address))),
    )
    .map((kind) => `- ${title}: ${kind}`),
);
const text = `# Variation in the requests of a run

${table(['Kind of case', 'Changed part', ...columns.map(({ title }) => title)], rows)}

## Gaps

${gaps.length === 0 ? 'Requests change every part of every operation under every address form.' : gaps.join('\n')}
`;
await mkdir('reports', { recursive: true });
await writeFile(join('reports', 'coverage.md'), text);
process.stdout.write(text);

function count({ id: caseId, traffic = [] }: CaseRecord): void {
  for (const { request, operationId = '' } of traffic) {
    const operation = contract.operation(operationId);
    if (!operation) continue;
    const segments = request.path.split('?')[0]?.split('/') ?? [];
    const address = addressOf(segments);
    const isKnown = (segment: string) => literals.has(segment) || fixtures.has(segment) || created.has(segment);
    for (const kind of kinds.differing(operation, request, isKnown)) add(caseId, kind, operationId, address);
  }
}

function add(caseId: string, kind: PlaceKind, operationId: string, address: string): void {
  const cell = key(mechanisms.get(caseId) ?? 'start and end', kind, operationId, address);
  counts.set(cell, (counts.get(cell) ?? 0) + 1);
}

function addressOf(segments: readonly string[]): string {
  if (segments.includes(id)) return 'ID';
  return segments.includes(name) ? 'name' : OTHER;
}
