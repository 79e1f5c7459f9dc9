import { Client, type Conceal, UnreachableError } from '../../../conformance/index.ts';
import type { Contract } from '../../contract/contract.ts';
import type { CaseRecord } from '../../run-result/case-record.ts';
import type { Disagreement, Referee } from '../../run-result/referee.ts';
import type { Answer } from '../../run-result/wire.ts';
import { compare, type RecordedExchange } from './compare-with-prism.ts';
import { type PrismInstallation, startPrism } from './prism.ts';
import { REPLAY_HEADER, startReplay } from './replay.ts';

/**
 * Number of concurrent requests to Prism. The number of concurrent requests is high, since Prism leaves some requests
 * without a response, and such a request occupies a place until its timeout.
 */
const CONCURRENCY = 48;

/** Maximum time to wait for a response of Prism, which rarely needs so long. */
const TIMEOUT_MS = 3000;

/**
 * Settings for the second attempt to send an exchange to Prism. The second attempt follows if Prism did not respond and
 * no known difference explains the missing response, since the machine may have been busy.
 */
const RETRY = { concurrency: 4, timeoutMs: 15_000 };

/**
 * Maximum time for the comparison of all exchanges with Prism. When the time is over, the remaining exchanges are not
 * compared.
 */
const BUDGET_MS = 120_000;

/**
 * Compares the exchanges of a finished run with the results of Prism's validating proxy. Prism's proxy runs in front of
 * a server that sends the recorded responses, so the comparison sends no request to the target.
 *
 * @param records records of the cases, with the complete exchanges (`traffic`)
 */
export async function runPrism(
  prism: PrismInstallation,
  contract: Contract,
  records: readonly CaseRecord[],
  conceal: Conceal,
): Promise<Referee> {
  const exchanges = records.flatMap(exchangesOf);
  const disagreements: Disagreement[][] = [];
  const end = performance.now() + BUDGET_MS;
  const compared = new Set<number>();
  let unavailable: string | undefined;
  try {
    await using replay = await startReplay(exchanges.map(({ answer }) => answer));
    await using proxy = await startPrism(prism, contract, replay.url);
    const send = async (pending: Iterable<[number, RecordedExchange]>, concurrency: number, timeoutMs: number) => {
      const target = { apiKey: '', fixtures: {}, presumed: true, runId: 'referee', timeoutMs };
      const client = new Client({ ...target, baseUrl: proxy.url });
      const queue = Iterator.from(pending);
      const work = async () => {
        for (const [index, exchange] of queue) {
          if (performance.now() > end) return;
          const answer = await responseTo(exchange, index, client);
          disagreements[index] = compare(
            contract,
            exchange,
            { answer, forwarded: replay.wasRequested(index) },
            conceal,
          );
          compared.add(index);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, work)).finally(() => client.close());
    };
    await send(exchanges.entries(), CONCURRENCY, TIMEOUT_MS);
    const silent = [...exchanges.entries()].filter(([index]) => disagreements[index]?.some(isUnexplainedSilence));
    await send(silent, RETRY.concurrency, RETRY.timeoutMs);
    if (compared.size < exchanges.length) unavailable = `the time limit of ${BUDGET_MS / 1000} s was reached`;
  } catch (error) {
    // The verdict does not depend on the results of Prism, so an error of Prism does not end the run; the reports show
    // the reason.
    unavailable = conceal((error as Error).message).split('\n', 1)[0] ?? '';
  }
  return {
    name: 'Prism',
    version: prism.version,
    exchanges: compared.size,
    disagreements: disagreements.flat(),
    ...(unavailable !== undefined && { unavailable: unavailable.replace(/[.:]$/, '') }),
  };
}

function isUnexplainedSilence({ kind, why }: Disagreement): boolean {
  return kind === 'silent' && why === undefined;
}

/** Response of Prism to a request; undefined if Prism does not respond. @throws UnreachableError if Prism has ended */
async function responseTo({ request }: RecordedExchange, index: number, client: Client): Promise<Answer | undefined> {
  // Prism forwards a chunked body with both `Content-Length` and `Transfer-Encoding`, which no server accepts.
  const { 'Transfer-Encoding': _, ...others } = request.headers;
  const headers = { ...others, [REPLAY_HEADER]: String(index) };
  const body = request.body === undefined ? {} : { body: bytesOf(request.body) };
  try {
    return await client.sendOnce({ ...request, ...body, headers });
  } catch (error) {
    if (error instanceof UnreachableError) throw error;
    return undefined;
  }
}

/**
 * Exchanges for the comparison with Prism, without requests that test robustness (D15), since such requests can make
 * Prism crash.
 */
function exchangesOf({ title, rules, findings, traffic = [] }: CaseRecord): RecordedExchange[] {
  if (rules[0] === 'D15') return [];
  // A case that lacks a finding for one of its rules ended early, so its last response was not evaluated completely.
  const endedEarly = rules.some((id) => !findings.some(({ rule, result }) => rule === id && result !== 'untestable'));
  return traffic.flatMap(({ request, answer, judgement, operationId }, index) => {
    if (!answer || judgement === 'survival') return [];
    const own = findings.filter(({ exchange }) => exchange === index);
    const broken = own.filter(({ result }) => result === 'broken');
    const record = { title, ...(operationId !== undefined && { operationId }) };
    return [{ record, request, answer, broken, undecided: endedEarly && index === traffic.length - 1 }];
  });
}

/** Request body as text or buffer. A Buffer that a worker thread sends arrives as a Uint8Array. */
function bytesOf(body: string | Uint8Array): string | Buffer {
  return typeof body === 'string' ? body : Buffer.from(body);
}
