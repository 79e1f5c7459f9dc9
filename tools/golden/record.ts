import { startCorrectServer } from '../../conformance/correct/index.ts';
import { defectNamed } from '../../conformance/faulty/index.ts';
import { exitStatusOfRun } from '../../src/cli/exit-status.ts';
import { pathReader } from '../../src/contract/document/path-template.ts';
import type { CaseRecord } from '../../src/run-result/case-record.ts';
import type { JudgedExchange } from '../../src/run-result/wire.ts';
import { contract } from '../../test/helpers/contract.ts';
import { judge, resultOf, startJudged } from '../../test/helpers/judge.ts';

/** Servers whose recorded results must stay equal for all cases. */
export const CORRECT = ['mock', 'correct'] as const;

/** Faulty servers of different kinds, whose failed requirements must not change. */
export const FAULTY = [
  'any-key-is-good',
  'body-before-key',
  'malformed-id-is-bad-request',
  'project-name-unknown',
  'problem-without-type',
  'not-found-is-a-page',
  'updates-are-refused',
  'update-time-stands',
  'any-text-is-a-key',
  'deletion-always-succeeds',
  'upsert-without-success',
] as const;

/**
 * Result of a run against a server, as lines without messages: the verdict, the counts, and a line per requirement and
 * per kind of case.
 */
export type Recording = readonly string[];

const templates = [...new Set(contract.operations.map(({ path }) => contract.basePath + path))].map((template) => ({
  template,
  read: pathReader(template),
}));

/** Records the results of a server. @throws Error if the name is neither `mock`, `correct` nor a faulty server */
export async function recordServer(name: string): Promise<Recording> {
  await using server =
    name === 'correct'
      ? await startCorrectServer()
      : await startJudged(name === 'mock' ? undefined : defectNamed(name));
  // The suite runs one case at a time, so that two recordings of one server are equal.
  const records = await judge(server, { runId: 'golden', concurrency: 1, keepsTraffic: true });
  const result = resultOf(records, server.url);
  return [
    `${result.verdict}, exit status ${exitStatusOfRun(result)}`,
    `requirements: ${JSON.stringify(result.counts)}`,
    ...result.requirements.map(({ id, outcome }) => `${id} ${outcome}`),
    ...counted(records.map(caseLine)),
  ];
}

/** Line about a case: `deleteInstallation D80 passed: DELETE /v1/projects/…/installations/{installationId} 204`. */
function caseLine({ operationId = '-', rules, findings, traffic = [] }: CaseRecord): string {
  const notable = findings.filter(({ result }) => result !== 'holds');
  const outcome = [...new Set(notable.map(({ rule, result }) => `${rule} ${result}`))].sort().join(', ') || 'passed';
  return `${operationId} ${rules.join(' ')} ${outcome}: ${traffic.map(exchangeText).sort().join(' | ')}`;
}

function exchangeText({ request, answer }: JudgedExchange): string {
  const path = request.path.split('?', 1)[0] ?? '';
  const template = templates.find(({ read }) => read(path))?.template ?? '-';
  return `${request.method} ${template} ${answer?.status ?? 'none'}`;
}

/** Distinct lines of a text in order, each with its number of occurrences. */
function counted(lines: readonly string[]): string[] {
  return [...Map.groupBy(lines, (line) => line)].map(([line, all]) => `${line} × ${all.length}`).sort();
}
