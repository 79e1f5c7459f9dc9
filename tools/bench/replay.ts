import { readFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { Client, NoAnswerError } from '../../conformance/connection/client.ts';
import type { WireRequest } from '../../src/run-result/wire.ts';

/**
 * `replay.ts URL FILE CONCURRENCY`: sends the recorded requests of a run with the suite's client, and does not evaluate
 * the responses.
 */

const [url = '', file = '', concurrency] = process.argv.slice(2);
const known = { baseUrl: url, apiKey: '', fixtures: {}, presumed: true };
const client = new Client({ ...known, runId: 'replay', timeoutMs: 10_000 });
const queue = (deserialize(readFileSync(file)) as WireRequest[]).values();
const [began, cpuBefore] = [performance.now(), process.cpuUsage()];
const work = async () => {
  for (const request of queue) {
    await client.send(request).catch((error) => {
      // Errors of the connection are ignored, since a server may close the connection after some requests of the suite.
      if (!(error instanceof NoAnswerError)) throw error;
    });
  }
};
await Promise.all(Array.from({ length: Number(concurrency) }, work));
const ms = performance.now() - began;
const { user, system } = process.cpuUsage(cpuBefore);
client.close();
process.stdout.write(JSON.stringify({ ms, cpuMs: (user + system) / 1000 }));
