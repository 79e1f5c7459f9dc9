import { readFileSync } from 'node:fs';
import { Client, NoAnswerError } from '../../conformance/connection/client.ts';
import { type RecordedRequests, type Replay, toSend } from './recorded-request.ts';

/** Sends what a run of the suite sent, with its client, and does nothing else: `replay.ts FILE REQUESTS-AT-A-TIME`. */

const [file = '', concurrency] = process.argv.slice(2);
const { url, requests } = JSON.parse(readFileSync(file, 'utf8')) as RecordedRequests;
const client = new Client({
  baseUrl: url,
  apiKey: '',
  fixtures: {},
  presumed: true,
  runId: 'replay',
  timeoutMs: 10_000,
});
const queue = requests.map(toSend).values();
const [began, cpuBefore] = [performance.now(), process.cpuUsage()];
const work = async () => {
  for (const request of queue) {
    await client.send(request).catch((error) => {
      // The suite sends what a server may hang up on.
      if (!(error instanceof NoAnswerError)) throw error;
    });
  }
};
await Promise.all(Array.from({ length: Number(concurrency) }, work));
const ms = performance.now() - began;
const { user, system } = process.cpuUsage(cpuBefore);
client.close();
process.stdout.write(JSON.stringify({ ms, cpuMs: (user + system) / 1000 } satisfies Replay));
