import { Agent, request as httpRequest } from 'node:http';
import type { BenchRequest } from './requests.ts';

/**
 * A client that does nothing wrong, in a process of its own: `node good-client.ts`, the parent sends
 * `{url, requests}`; from then on it sends a request every few milliseconds over connections that it
 * keeps. At each message `report` it says what came since the last one.
 */

const EVERY_MS = 5;
const CONNECTIONS = 4;

/** What a good client saw; latencies in milliseconds. */
export interface GoodClientReport {
  readonly latencies: readonly number[];
  /** Answers other than 200, and requests without an answer. */
  readonly failures: readonly string[];
}

export interface GoodClientTask {
  readonly url: string;
  readonly requests: readonly BenchRequest[];
}

let latencies: number[] = [];
let failures: string[] = [];

process.on('message', (message: GoodClientTask | 'report') => {
  if (message === 'report') {
    process.send?.({ latencies, failures } satisfies GoodClientReport);
    latencies = [];
    failures = [];
  } else {
    begin(message);
  }
});
process.once('disconnect', () => process.exit());

function begin({ url, requests }: GoodClientTask): void {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = 0;
  setInterval(() => {
    const request = requests[next++ % requests.length];
    if (request) sendTimed(url, request, agent);
  }, EVERY_MS);
}

function sendTimed(url: string, { method, path, headers, body }: BenchRequest, agent: Agent): void {
  const start = performance.now();
  const request = httpRequest(url + path, { method, headers, agent }, (response) => {
    response.resume().once('end', () => {
      latencies.push(performance.now() - start);
      if (response.statusCode !== 200) failures.push(`status ${response.statusCode}`);
    });
  });
  request.on('error', (error) => failures.push(error.message));
  request.end(body);
}
