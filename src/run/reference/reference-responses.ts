import { Client, redacted, seedFixtures, type Target } from '../../../conformance/index.ts';
import type { RunningMock } from '../../../mock/index.ts';
import { parseJson } from '../../contract/json.ts';
import type { CaseRecord, ShownExchange } from '../../run-result/case-record.ts';
import { clearestFirst } from '../../run-result/clearest-first.ts';
import type { Reference } from '../../run-result/requirement-result.ts';
import type { Answer } from '../../run-result/wire.ts';
import { startEmbeddedMock } from '../embedded-mock.ts';
import { Identifiers } from './identifiers.ts';
import { NotRepeatableError, sameRequest } from './same-request.ts';

/** Maximum number of cases per rule that are repeated at the mock: the cases that a report shows first. */
const CASES_OF_A_RULE = 3;

/**
 * Maximum time for the repetition of cases at the mock. When the time is over, the remaining cases are not repeated.
 */
const BUDGET_MS = 5000;
const CONCURRENCY = 4;
const API_KEY = 'the-reference-knows-this-key';

/**
 * Settings of the client that sends requests to the mock. The request rate and the headers that the configuration sets
 * for the target do not apply to the mock.
 */
const CLIENT_SETTINGS = { apiKey: API_KEY, fixtures: {}, presumed: true, runId: 'reference', timeoutMs: 5000 };

/**
 * Adds the mock's responses to the requests that show a failure of the target.
 *
 * A case is repeated from its first request in a new sandbox, so that its last request meets the same state in the mock
 * as in the target. In the repeated requests, identifiers of the mock replace the identifiers of the target, for
 * fixtures and for created records.
 */
export async function withReference(
  records: readonly CaseRecord[],
  target: Target,
  spec: string | undefined,
): Promise<readonly CaseRecord[]> {
  const wanted = casesToRepeat(records);
  if (wanted.length === 0) return records;
  const withReferences = new Map<CaseRecord, CaseRecord>();
  const end = performance.now() + BUDGET_MS;
  try {
    await using mock = await startEmbeddedMock({ port: 0, apiKeys: [API_KEY], ...(spec !== undefined && { spec }) });
    const queue = wanted.values();
    const work = async () => {
      for (const record of queue) {
        if (performance.now() < end) withReferences.set(record, referenced(record, await repeat(record, target, mock)));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  } catch {
    // The responses only help readers of the report, so a failure here does not fail the run.
  }
  return records.map((record) => withReferences.get(record) ?? record);
}

/**
 * Removes the mock's responses from a report of merged shards, except for the first cases of each failed rule. Each
 * shard has such responses for the first cases of its own part of the run.
 */
export function withoutSurplusReferences(records: readonly CaseRecord[]): CaseRecord[] {
  const wanted = new Set(casesToRepeat(records));
  return records.map((record) =>
    wanted.has(record) ? record : { ...record, exchanges: record.exchanges.map(withoutReference) },
  );
}

function withoutReference(exchange: ShownExchange & { reference?: Reference }): ShownExchange {
  const { reference: _, ...rest } = exchange;
  return rest;
}

/**
 * Cases to repeat: for each failed rule, the cases whose failure a report shows first. The first case of each rule
 * comes before the second case of any rule.
 */
function casesToRepeat(records: readonly CaseRecord[]): CaseRecord[] {
  const findings = records.flatMap((record) => failuresWithExchange(record).map((finding) => ({ record, finding })));
  const byRule = Map.groupBy(findings, ({ finding }) => finding.rule);
  const chosen = [...byRule.values()].map((ofRule) => [...new Set(clearestFirst(ofRule).map(({ record }) => record))]);
  const places = Array.from({ length: CASES_OF_A_RULE }, (_, place) => place);
  return [...new Set(places.flatMap((place) => chosen.flatMap((ofRule) => ofRule[place] ?? [])))];
}

/** Failures of a case that belong to one of its exchanges. */
function failuresWithExchange({ findings, exchanges }: CaseRecord) {
  return findings.filter(
    ({ result, exchange }) => result === 'broken' && exchange !== undefined && exchange < exchanges.length,
  );
}

function referenced(record: CaseRecord, references: readonly Reference[]): CaseRecord {
  const failing = new Set(failuresWithExchange(record).map(({ exchange }) => exchange));
  const exchanges = record.exchanges.map((exchange, index) =>
    failing.has(index) ? { ...exchange, reference: references[index] } : exchange,
  );
  return { ...record, exchanges };
}

/**
 * Responses of the mock to the requests of the case, one entry per request. If a request cannot be repeated, its entry
 * and all later entries contain the reason in place of a response.
 */
async function repeat(record: CaseRecord, target: Target, mock: RunningMock): Promise<Reference[]> {
  const { exchanges, setup = [] } = record;
  await using sandbox = mock.sandbox();
  const client = new Client({ ...CLIENT_SETTINGS, baseUrl: sandbox.url });
  const all = [...setup, ...exchanges];
  const references: Reference[] = [];
  try {
    const otherOrg = target.fixtures.otherOrg && (await sandbox.admin.createOrganization({}));
    const identifiers = new Identifiers(target.fixtures, { ...seedFixtures(), ...(otherOrg && { otherOrg }) });
    for (const exchange of all) {
      const request = sameRequest(exchange, { baseUrl: target.baseUrl, identifiers, apiKey: API_KEY });
      const answer = await client.sendOnce(request);
      identifiers.learn(parseJson(exchange.response.body), answer.json);
      const change = (text: string) => withTargetNames(target, text, [sandbox.url, mock.url], identifiers);
      references.push({ response: shown(exchange, answer, change) });
    }
  } catch (error) {
    const reason = error instanceof NotRepeatableError || error instanceof RangeError ? error.message : String(error);
    const { method = '', url = '' } = all[references.length]?.request ?? {};
    references.push({ unavailable: `The request was not sent to the mock: ${reason}.` });
    const earlier = `the earlier request ${method} ${url.slice(target.baseUrl.length)} of this case cannot be repeated`;
    const unavailable = `The request was not sent to the mock, since ${earlier}: ${reason}.`;
    while (references.length < all.length) references.push({ unavailable });
  } finally {
    client.close();
  }
  return references.slice(setup.length);
}

/**
 * Text from a response of the mock, in which the URL, the identifiers and the API key variable of the target replace
 * those of the mock.
 */
function withTargetNames(
  { baseUrl }: Target,
  text: string,
  mockUrls: readonly string[],
  identifiers: Identifiers,
): string {
  const moved = mockUrls.reduce((result, url) => result.replaceAll(url, baseUrl), text);
  return identifiers.ofTarget(moved).replaceAll(API_KEY, '$CONTRACT_API_KEY');
}

function shown(
  { request }: ShownExchange,
  answer: Answer,
  change: (text: string) => string,
): ShownExchange['response'] {
  const sent = { request: { ...request, path: '' }, answer, startedAt: new Date() };
  return redacted('', sent, Object.assign(change, { inField: (_: string, value: string) => change(value) })).response;
}
