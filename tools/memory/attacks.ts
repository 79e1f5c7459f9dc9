import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Attack that opens the given number of connections to the mock at the URL. */
interface Attack {
  readonly name: string;
  readonly run: (url: string, connections: number) => Promise<unknown>;
}

const MIB = 2 ** 20;
const PATH = '/v1/projects/demo-project/jwt-keys';
const KEY = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };
const ATTACK_MS = 60_000;

/** Attacks on the memory of the mock; each attack runs against a new mock. */
export const ATTACKS: readonly Attack[] = [
  { name: 'a body of 1 MiB in chunks of one byte', run: each((url) => writeRaw(url, PATH, oneByteChunks())) },
  {
    name: 'a body of 1 MiB in chunks of one byte, without an API key',
    run: each((url) => writeRaw(url, PATH, oneByteChunks(), '')),
  },
  { name: 'a body of 1 MiB that stops before its end', run: each((url) => writeRaw(url, PATH, unfinished())) },
  {
    name: 'a body of 1 MiB with 300,000 objects',
    run: each((url) => post(url, `{"label":[${'{},'.repeat(MIB / 3 - 8)}{}]}`)),
  },
  {
    name: 'JSON with 500,000 levels of nesting',
    run: each((url) => post(url, '['.repeat(MIB / 2) + ']'.repeat(MIB / 2))),
  },
  {
    name: 'requests without an API key to 200,000 sandboxes',
    run: shared(200_000, (url, n) => post(url, '{}', `/sandboxes/s-${n}${PATH}`, {})),
  },
  {
    name: 'requests with the API key to 20,000 sandboxes',
    run: shared(20_000, (url, n) => post(url, '{}', `/sandboxes/s-${n}${PATH}`)),
  },
  {
    name: 'large rejected bodies for the journals of 100 sandboxes',
    run: shared(40_000, (url, n) =>
      post(url, JSON.stringify({ label: 'x'.repeat(16_000) }), `/sandboxes/j-${n % 100}${PATH}`),
    ),
  },
  { name: 'a query that matches nothing in a full journal', run: fullJournal },
];

function each(send: (url: string) => Promise<unknown>): Attack['run'] {
  return (url, connections) => Promise.all(Array.from({ length: connections }, () => send(url)));
}

/** An attack that sends `count` requests over the connections, and ends after `ATTACK_MS` at the latest. */
function shared(count: number, send: (url: string, n: number) => Promise<unknown>): Attack['run'] {
  return async (url, connections) => {
    const end = Date.now() + ATTACK_MS;
    let next = 0;
    const client = async () => {
      while (next < count && Date.now() < end) await send(url, next++);
    };
    await Promise.all(Array.from({ length: connections }, client));
  };
}

async function fullJournal(url: string, connections: number): Promise<void> {
  const body = JSON.stringify({ label: 'x'.repeat(15_000), algorithm: 'RS256', publicKeyPem: '' });
  await shared(1000, (to) => post(to, body))(url, connections);
  const query = JSON.stringify({ request: { body: { $oneOf: [{ label: 'a' }, { label: 'b' }, { label: 'c' }] } } });
  await shared(1000, (to) => post(to, query, '/__admin/journal/find'))(url, connections);
}

async function post(url: string, body: string, path = PATH, headers: Record<string, string> = KEY): Promise<number> {
  const response = await fetch(url + path, { method: 'POST', headers, body }).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.status ?? 0;
}

function* oneByteChunks(): Generator<string> {
  const piece = '1\r\nx\r\n'.repeat(2 ** 14);
  for (let n = 0; n < MIB / 2 ** 14; n++) yield piece;
}

function* unfinished(): Generator<string> {
  yield `${MIB.toString(16)}\r\n${'x'.repeat(MIB - 1)}`;
}

/**
 * Writes the pieces of a chunked body until the mock responds or no piece is left, and closes the connection within
 * three seconds.
 */
async function writeRaw(url: string, path: string, pieces: Iterable<string>, key = 'X-Api-Key: test-key\r\n') {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let responded = false;
  socket
    .on('error', () => undefined)
    .once('data', () => {
      responded = true;
    });
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  for (const piece of pieces) {
    if (socket.destroyed || responded) break;
    if (!socket.write(piece)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  await Promise.race([closed, sleep(3000)]);
  socket.destroy();
}
