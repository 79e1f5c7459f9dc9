import { readFileSync } from 'node:fs';
import { DEFECTS, type Defect, startFaultyServer } from '../../../../conformance/faulty/index.ts';
import type { Case } from '../../../../conformance/suite/case.ts';
import type { Finding } from '../../../../conformance/suite/finding.ts';
import { Scope } from '../../../../conformance/suite/scope.ts';
import { Session } from '../../../../conformance/suite/session.ts';
import type { ShownExchange } from '../../../../conformance/target/redact.ts';
import { SEEDED_API_KEY, seededFixtures } from '../../../../conformance/target/seeded-fixtures.ts';
import { startMock } from '../../../../mock/index.ts';
import type { Contract } from '../../../contract/contract.ts';
import { SEED_FILE } from '../../../contract/project-files.ts';
import type { Requirement } from '../../../contract/requirements.ts';
import { type HttpText, httpText } from './http-text.ts';
import type { RecordedExample } from './recorded-example.ts';
import { stableTexts } from './stable-text.ts';

const RUN_ID = 'e0e0e0e0';
/** Before these, a reader loses the thread. */
const MAX_EXCHANGES = 3;
/** Faulty servers that are tried for a rule, those that break it alone first. */
const MAX_SERVERS = 4;
const SEEDED = new Set(readFileSync(SEED_FILE, 'utf8').match(/[0-9a-f]{8}-[0-9a-f-]{27}/g));

interface Run {
  readonly findings: readonly Finding[];
  readonly exchanges: readonly ShownExchange[];
}

/**
 * Runs cases of a rule at a faulty server until one finds the rule broken, then that case at the correct server;
 * of a few servers, the one is taken that breaks the fewest rules, is asked last what the correct one is asked last,
 * and takes the fewest words.
 * Rules that no case is about are judged in passing: then every case is tried.
 *
 * @returns undefined where nothing can be shown
 */
export async function recordExample(
  contract: Contract,
  requirements: readonly Requirement[],
  all: readonly Case[],
  id: string,
): Promise<RecordedExample | undefined> {
  await using mock = await startMock({ port: 0, seed: 1 });
  const record = (baseUrl: string, one: Case) => runOf(contract, requirements, { baseUrl, mockUrl: mock.url }, one);
  const cases = casesAbout(all, id);
  const found: { readonly example: RecordedExample; readonly breaks: number }[] = [];
  for (const defect of defectsOf(id)) {
    await using faulty = await startFaultyServer(defect, mock.url);
    for (const one of cases) {
      const failing = await record(faulty.url, one);
      const broken = failing.findings.find(({ rule, result }) => rule === id && result === 'broken');
      if (!broken) continue;
      const example = { case: one.title, ...compared(id, defect, failing, broken, await record(mock.url, one)) };
      found.push({ example, breaks: defect.breaks.length });
      break;
    }
  }
  const [best] = found.toSorted(
    (a, b) =>
      a.breaks - b.breaks ||
      Number(endsApart(a.example)) - Number(endsApart(b.example)) ||
      length(a.example) - length(b.example),
  );
  if (best) return best.example;
  for (const one of cases.filter(({ rules }) => rules.includes(id))) {
    const passing = await record(mock.url, one);
    const held = passing.findings.findLast(({ rule, result }) => rule === id && result === 'holds');
    if (held) return { case: one.title, passes: shown(passing, held.exchange, 1).exchanges };
  }
  return undefined;
}

/** The same case twice, up to the exchange that decides. */
function compared(
  id: string,
  { name }: Defect,
  failing: Run,
  { exchange = 0, message = '', expected = '', actual = '' }: Finding,
  passing: Run,
): Pick<RecordedExample, 'passes' | 'fails'> {
  const holding = passing.findings.filter(({ rule, result }) => rule === id && result === 'holds');
  const held = (holding.find((finding) => finding.exchange === exchange) ?? holding.at(-1))?.exchange ?? exchange;
  const number = Math.min(MAX_EXCHANGES, 1 + exchange, 1 + held);
  const passes = shown(passing, held, number).exchanges;
  const texts = [message, expected, actual];
  const last = shown(failing, exchange, number, texts);
  // A case that was surprised by a refusal asks once more, with another body: the refusal is what there is to see.
  const same = held < exchange && passes.at(-1)?.request !== last.exchanges.at(-1)?.request;
  const fails = same ? shown(failing, held, number, texts) : last;
  const [told = '', wanted = '', came = ''] = fails.texts;
  return { passes, fails: { server: name, exchanges: fails.exchanges, message: told, expected: wanted, actual: came } };
}

/** Whether what shows the failure is another request than the one that passes. */
function endsApart({ passes, fails }: RecordedExample): boolean {
  return passes.at(-1)?.request !== fails?.exchanges.at(-1)?.request;
}

function length(example: RecordedExample): number {
  return JSON.stringify(example).length;
}

/** The cases that are about the rule above all, then those that are about it too; any where none is. Simple ones first. */
function casesAbout(all: readonly Case[], id: string): Case[] {
  const size = ({ operation }: Case) =>
    Math.max(
      0,
      ...(operation?.requestBody?.content[0]?.examples ?? []).map(({ value }) => JSON.stringify(value).length),
    );
  const simple = all.toSorted((a, b) => Number(isBehaviour(a)) - Number(isBehaviour(b)) || size(a) - size(b));
  const first = simple.filter(({ rules }) => rules[0] === id);
  const also = simple.filter(({ rules }) => rules[0] !== id && rules.includes(id));
  return first.length + also.length > 0 ? [...first, ...also] : simple;
}

function isBehaviour({ tags }: Case): boolean {
  return tags?.[0] === 'behaviour';
}

function defectsOf(id: string): Defect[] {
  const rank = ({ breaks }: Defect) => breaks.length * 2 + Number(breaks[0] !== id);
  return DEFECTS.filter(({ breaks }) => breaks.includes(id))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_SERVERS);
}

async function runOf(
  contract: Contract,
  requirements: readonly Requirement[],
  { baseUrl, mockUrl }: { baseUrl: string; mockUrl: string },
  one: Case,
): Promise<Run> {
  const session = new Session(contract, requirements, {
    baseUrl,
    apiKey: SEEDED_API_KEY,
    fixtures: { ...(await seededFixtures(mockUrl)), forbiddenApiKey: 'forbidden-example' },
    presumed: false,
    runId: RUN_ID,
    timeoutMs: 2000,
  });
  const scope = new Scope(session);
  try {
    await one.run(scope);
  } catch {
    // What is untestable or gets no answer has said so in the findings, and shows nothing else.
  } finally {
    session.close();
  }
  return { findings: scope.findings, exchanges: scope.shownExchanges() };
}

/** The last exchanges up to the decisive one, and texts of the same run. */
function shown(
  { exchanges }: Run,
  decisive: number | undefined,
  length: number,
  texts: readonly string[] = [],
): { exchanges: HttpText[]; texts: string[] } {
  const end = (decisive ?? exchanges.length - 1) + 1;
  const messages = exchanges.slice(Math.max(0, end - length), end).map(httpText);
  const stable = stableTexts([...messages.flatMap(({ request, answer }) => [request, answer]), ...texts], {
    runId: RUN_ID,
    seeded: SEEDED,
    now: new Date(),
  });
  return {
    exchanges: messages.map((_, index) => ({ request: stable[index * 2] ?? '', answer: stable[index * 2 + 1] ?? '' })),
    texts: stable.slice(messages.length * 2),
  };
}
