import { Client, redacted, seedFixtures, type Target } from '../../../conformance/index.ts';
import type { RunningMock } from '../../../mock/index.ts';
import { parseJson } from '../../contract/json.ts';
import type { CaseRecord, ShownExchange } from '../../run-result/case-record.ts';
import type { Reference } from '../../run-result/requirement-result.ts';
import type { Answer } from '../../run-result/wire.ts';
import { startEmbeddedMock } from '../embedded-mock.ts';
import { Identifiers } from './identifiers.ts';
import { NotRepeatableError, sameRequest } from './same-request.ts';

/** Cases of a rule whose requests are sent to the mock: their exchanges are shown. */
const CASES_OF_A_RULE = 3;

/** More is not worth the wait: what is not asked by then, is not asked. */
const BUDGET_MS = 5000;
const AT_A_TIME = 4;
const API_KEY = 'the-reference-knows-this-key';

/** Neither the pace nor the headers of the target are the mock's. */
const ITSELF = { apiKey: API_KEY, fixtures: {}, presumed: true, runId: 'reference', timeoutMs: 5000 };

/**
 * The records, with what the mock answers to the requests that showed a fault of the target.
 *
 * Each case is sent again from its first request, to a new world of the mock, so that the last one meets what it
 * met at the target: the fixtures of the seed stand for those of the target, and what the case made is addressed by
 * the name that the mock gave it.
 */
export async function withReference(
  records: readonly CaseRecord[],
  target: Target,
  spec: string | undefined,
): Promise<readonly CaseRecord[]> {
  const wanted = casesToRepeat(records);
  if (wanted.length === 0) return records;
  const answered = new Map<CaseRecord, CaseRecord>();
  const end = performance.now() + BUDGET_MS;
  try {
    await using mock = await startEmbeddedMock({ port: 0, apiKeys: [API_KEY], ...(spec !== undefined && { spec }) });
    const queue = wanted.values();
    const work = async () => {
      for (const record of queue) {
        if (performance.now() < end) answered.set(record, told(record, await repeat(record, target, mock)));
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  } catch {
    // It helps who reads the report; a run does without it.
  }
  return records.map((record) => answered.get(record) ?? record);
}

/** Without the mock's answers that one run would not have asked for, as its shards did. */
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

/** Those of each rule whose exchanges a report shows first. */
function casesToRepeat(records: readonly CaseRecord[]): CaseRecord[] {
  const taken = new Map<string, number>();
  return records.filter((record) => {
    const rules = new Set(shownBy(record).map(({ rule }) => rule));
    const wanting = [...rules].filter((rule) => (taken.get(rule) ?? 0) < CASES_OF_A_RULE);
    for (const rule of wanting) taken.set(rule, (taken.get(rule) ?? 0) + 1);
    return wanting.length > 0;
  });
}

/** What is broken, where an exchange shows it. */
function shownBy({ findings, exchanges }: CaseRecord) {
  return findings.filter(
    ({ result, exchange }) => result === 'broken' && exchange !== undefined && exchange < exchanges.length,
  );
}

function told(record: CaseRecord, answers: readonly Reference[]): CaseRecord {
  const showing = new Set(shownBy(record).map(({ exchange }) => exchange));
  const exchanges = record.exchanges.map((exchange, index) =>
    showing.has(index) ? { ...exchange, reference: answers[index] } : exchange,
  );
  return { ...record, exchanges };
}

/** One answer of the mock for each exchange of the case, for as long as its requests can be repeated. */
async function repeat(record: CaseRecord, target: Target, mock: RunningMock): Promise<Reference[]> {
  const { exchanges, setup = [] } = record;
  await using world = mock.sandbox();
  const client = new Client({ ...ITSELF, baseUrl: world.url });
  const answers: Reference[] = [];
  try {
    const otherOrg = target.fixtures.otherOrg && (await world.admin.createOrganization({}));
    const identifiers = new Identifiers(target.fixtures, { ...seedFixtures(), ...(otherOrg && { otherOrg }) });
    for (const exchange of [...setup, ...exchanges]) {
      const request = sameRequest(exchange, { baseUrl: target.baseUrl, identifiers, apiKey: API_KEY });
      const answer = await client.sendOnce(request);
      identifiers.learn(parseJson(exchange.response.body), answer.json);
      const change = (text: string) => inWordsOf(target, text, [world.url, mock.url], identifiers);
      answers.push({ response: shown(exchange, answer, change) });
    }
  } catch (error) {
    const reason = error instanceof NotRepeatableError || error instanceof RangeError ? error.message : String(error);
    const unavailable = `The mock was not asked: ${reason}.`;
    while (answers.length < setup.length + exchanges.length) answers.push({ unavailable });
  } finally {
    client.close();
  }
  return answers.slice(setup.length);
}

function inWordsOf({ baseUrl }: Target, text: string, mockUrls: readonly string[], identifiers: Identifiers): string {
  const moved = mockUrls.reduce((result, url) => result.replaceAll(url, baseUrl), text);
  return identifiers.ofTarget(moved).replaceAll(API_KEY, '$CONTRACT_API_KEY');
}

function shown(
  { request }: ShownExchange,
  answer: Answer,
  change: (text: string) => string,
): ShownExchange['response'] {
  const sent = { request: { ...request, path: '' }, answer, startedAt: new Date() };
  return redacted('', sent, change).response;
}
