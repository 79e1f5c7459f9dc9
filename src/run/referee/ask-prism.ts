import { Client, type Conceal, UnreachableError } from '../../../conformance/index.ts';
import type { Contract } from '../../contract/contract.ts';
import type { CaseRecord } from '../../run-result/case-record.ts';
import type { Disagreement, Referee } from '../../run-result/referee.ts';
import type { Answer } from '../../run-result/wire.ts';
import { compare, type RecordedExchange } from './opinion.ts';
import { type PrismInstallation, startPrism } from './prism.ts';
import { REPLAY_HEADER, startReplay } from './replay.ts';

/** Many, since each request that Prism never answers takes its place for as long as anybody waits. */
const AT_A_TIME = 48;

/** What Prism has not answered by then, it hardly ever answers. */
const SILENCE_MS = 3000;

/** On a busy machine it does, to fewer at a time: whoever is silent for no known reason is asked once more. */
const AGAIN = { atATime: 4, silenceMs: 15_000 };

/** Prism does without a target: what is not asked by then, is not asked. */
const BUDGET_MS = 120_000;

/**
 * Shows the exchanges of a run to Prism's validating proxy, afterwards: it stands before a server that gives the
 * recorded answers. So what Prism changes on the way never reaches the verdict.
 *
 * @param records with their traffic
 */
export async function askPrism(
  prism: PrismInstallation,
  contract: Contract,
  records: readonly CaseRecord[],
  conceal: Conceal,
): Promise<Referee> {
  const exchanges = records.flatMap(exchangesOf);
  const disagreements: Disagreement[][] = [];
  const end = performance.now() + BUDGET_MS;
  const shown = new Set<number>();
  let unavailable: string | undefined;
  try {
    await using replay = await startReplay(exchanges.map(({ answer }) => answer));
    await using proxy = await startPrism(prism, contract, replay.url);
    const ask = async (asked: Iterable<[number, RecordedExchange]>, atATime: number, timeoutMs: number) => {
      const target = { apiKey: '', fixtures: {}, presumed: true, runId: 'referee', timeoutMs };
      const client = new Client({ ...target, baseUrl: proxy.url });
      const queue = Iterator.from(asked);
      const work = async () => {
        for (const [place, exchange] of queue) {
          if (performance.now() > end) return;
          const answer = await answerTo(exchange, place, client);
          disagreements[place] = compare(contract, exchange, { answer, forwarded: replay.wasAsked(place) }, conceal);
          shown.add(place);
        }
      };
      await Promise.all(Array.from({ length: atATime }, work)).finally(() => client.close());
    };
    await ask(exchanges.entries(), AT_A_TIME, SILENCE_MS);
    const silent = [...exchanges.entries()].filter(([place]) => disagreements[place]?.some(isUnexplainedSilence));
    await ask(silent, AGAIN.atATime, AGAIN.silenceMs);
    if (shown.size < exchanges.length) unavailable = `it takes longer than ${BUDGET_MS / 1000} s`;
  } catch (error) {
    // It is of use to who reads the report; the verdict does without it.
    unavailable = conceal((error as Error).message).split('\n', 1)[0] ?? '';
  }
  return {
    name: 'Prism',
    version: prism.version,
    exchanges: shown.size,
    disagreements: disagreements.flat(),
    ...(unavailable !== undefined && { unavailable: unavailable.replace(/[.:]$/, '') }),
  };
}

function isUnexplainedSilence({ kind, why }: Disagreement): boolean {
  return kind === 'silent' && why === undefined;
}

/** Undefined where none came. @throws UnreachableError when Prism has gone */
async function answerTo({ request }: RecordedExchange, place: number, client: Client): Promise<Answer | undefined> {
  // Prism forwards a body in chunks with a length as well, which no server accepts.
  const { 'Transfer-Encoding': _, ...others } = request.headers;
  const headers = { ...others, [REPLAY_HEADER]: String(place) };
  const body = request.body === undefined ? {} : { body: bytesOf(request.body) };
  try {
    return await client.sendOnce({ ...request, ...body, headers });
  } catch (error) {
    if (error instanceof UnreachableError) throw error;
    return undefined;
  }
}

/** Those that the suite judges. What a server survives (D15) says nothing of Prism, which does not survive it. */
function exchangesOf({ title, rules, findings, traffic = [] }: CaseRecord): RecordedExchange[] {
  if (rules[0] === 'D15') return [];
  // A case that gives up, since another rule is broken, says nothing of some rule of its own.
  const gaveUp = rules.some((id) => !findings.some(({ rule, result }) => rule === id && result !== 'untestable'));
  return traffic.flatMap(({ request, answer, judgement, operationId }, index) => {
    if (!answer || judgement === 'survival') return [];
    const own = findings.filter(({ exchange }) => exchange === index);
    const broken = own.filter(({ result }) => result === 'broken');
    const record = { title, ...(operationId !== undefined && { operationId }) };
    return [{ record, request, answer, broken, undecided: gaveUp && index === traffic.length - 1 }];
  });
}

/** A buffer that came from a worker is one no longer. */
function bytesOf(body: string | Uint8Array): string | Buffer {
  return typeof body === 'string' ? body : Buffer.from(body);
}
