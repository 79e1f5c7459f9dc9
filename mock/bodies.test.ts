import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { startMock } from '../test/helpers/mock.ts';
import { LIMITS } from './core/limits.ts';

const mock = await startMock({ port: 0 });
afterAll(() => mock.close());

const PATH = '/v1/orgs/33333333-3333-4333-8333-333333333333/invites';
const HEAD = `POST ${PATH} HTTP/1.1\r\nHost: mock\r\nX-Api-Key: test-key\r\nContent-Type: application/json\r\nConnection: close\r\n`;
const INVITE = '{"email":"ada@example.com"}';
const OTHER_INVITE = '{"email":"bob@example.com"}';

async function send(head: string, ...parts: string[]): Promise<string> {
  const { hostname, port } = new URL(mock.url);
  const socket = connect(Number(port), hostname);
  socket.write(`${head}\r\n`);
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return text(socket);
}

const post = (body: string) =>
  fetch(mock.url + PATH, {
    method: 'POST',
    body,
    headers: { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' },
  });

test('reads a request body that arrives in chunks of one byte', async () => {
  const chunks = [...INVITE].map((byte) => `1\r\n${byte}\r\n`);
  expect(await send(`${HEAD}Transfer-Encoding: chunked\r\n`, `${chunks.join('')}0\r\n\r\n`)).toMatch(/^HTTP\/1.1 201/);
});

test('reads a request body that arrives in several parts', async () => {
  const response = await send(
    `${HEAD}Content-Length: ${OTHER_INVITE.length}\r\n`,
    OTHER_INVITE.slice(0, 5),
    OTHER_INVITE.slice(5),
  );
  expect(response).toMatch(/^HTTP\/1.1 201/);
});

test('rejects a request body whose JSON is too deep or has too many values', async () => {
  const deep = await post('['.repeat(2 ** 20));
  expect([deep.status, await deep.text()]).toEqual([400, expect.stringContaining('nested deeper than 1000 levels')]);
  const many = await post(`[${'{},'.repeat(LIMITS.jsonValues.default)}{}]`);
  expect([many.status, await many.text()]).toEqual([413, expect.stringContaining('more than 100000 values')]);
});
