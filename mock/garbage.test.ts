import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { contract } from '../test/helpers/contract.ts';
import { startMock } from '../test/helpers/mock.ts';

/**
 * Tests that no malformed request causes a 5xx response or ends the mock, and that every 4xx response is a problem
 * document (D15, D20).
 */

const failures: unknown[] = [];
const mock = await startMock({ port: 0, report: (error) => failures.push(error) });
const controlled = await startMock({ port: 0, report: (error) => failures.push(error) });
afterAll(async () => {
  await mock.close();
  await controlled.close();
});

const checkProblem = contract.validator({ schema: {}, pointer: '/components/schemas/Problem' }, 'body');

const TARGETS = [
  ['POST', '/v1/projects/demo-project/integrations'],
  ['PUT', '/v1/projects/demo-project/integrations/44444444-4444-4444-8444-444444444444/object-metadata'],
  ['PUT', '/v1/projects/demo-project/providers/salesforce/object-metadata'],
  ['POST', '/v1/projects/demo-project/jwt-keys'],
  ['PATCH', '/v1/projects/demo-project/jwt-keys/no-such-key'],
  ['POST', '/v1/orgs/33333333-3333-4333-8333-333333333333/invites'],
  ['DELETE', '/v1/projects/demo-project/integrations/44444444-4444-4444-8444-444444444444/installations/none'],
  ['PUT', '/__admin/state'],
  ['POST', '/__admin/state/installations'],
  ['POST', '/__admin/state/integrations'],
  ['PATCH', '/__admin/state/integrations/demo-project/44444444-4444-4444-8444-444444444444'],
  ['POST', '/__admin/actions/accept-invite'],
] as const;

async function send(method: string, path: string, body: Uint8Array | string, headers: Record<string, string> = {}) {
  // A random body in a request to the control API can replace the state of the mock, so a separate mock receives the
  // requests to the control API.
  const { url } = path.startsWith('/__admin') ? controlled : mock;
  const response = await fetch(url + path, {
    method,
    headers: { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json', ...headers },
    body: body as string,
  });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

function expectProblemOrSuccess({ status, type, text }: Awaited<ReturnType<typeof send>>): void {
  expect(status, text).toBeLessThan(500);
  if (status < 400) return;
  expect(type).toBe('application/problem+json');
  const problem = JSON.parse(text);
  expect(checkProblem(problem)).toEqual([]);
  expect(problem.status).toBe(status);
}

/**
 * Generator of property names that occur in the schemas or in `Object.prototype`. Half of the generated properties have
 * a name from `names`, and the other half has a random name.
 */
const names = fc.constantFrom(
  'name',
  'label',
  'provider',
  'latestRevision',
  'content',
  'groupRef',
  'fields',
  'email',
  'updateMask',
  'jwtKey',
  'publicKeyPem',
  'algorithm',
  'projects',
  'jwtKeys',
  '__proto__',
  'constructor',
  'toString',
);
const key = fc.oneof(names, fc.string({ unit: 'binary' }));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom('active', 'label', 'RS256', '-----BEGIN PUBLIC KEY-----\nAA==\n-----END PUBLIC KEY-----'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 6 }),
  ),
}));
const json = value.map((any) => JSON.stringify(any) ?? 'null');
const bodies = fc.oneof(
  { arbitrary: json, weight: 4 },
  { arbitrary: fc.uint8Array({ maxLength: 200 }), weight: 1 },
  { arbitrary: fc.tuple(json, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))), weight: 1 },
  { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
);

test('responds to 1,000 random request bodies with success or a problem document', async () => {
  const property = fc.asyncProperty(fc.constantFrom(...TARGETS), bodies, async ([method, path], body) =>
    expectProblemOrSuccess(await send(method, path, body)),
  );
  await fc.assert(property, { numRuns: 1000 });
  expect(failures).toEqual([]);
});

test('responds to 500 random paths with success or a problem document', async () => {
  const segment = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom('%', '%zz', '%00', '%ff', '%2e%2e', '..', '*', ':id', '__proto__'),
  );
  const property = fc.asyncProperty(segment, segment, async (one, other) =>
    expectProblemOrSuccess(await send('POST', `/v1/projects/${one}/${other}`, '{}')),
  );
  await fc.assert(property, { numRuns: 500 });
  expect(failures).toEqual([]);
});

describe('a harmful body', () => {
  const deep = 10_000;
  const most = 2 ** 20;
  test.each([
    ['nested arrays', `${'['.repeat(deep)}${']'.repeat(deep)}`],
    ['nested objects', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`],
    ['unclosed arrays as deep as the body limit allows', '['.repeat(most)],
    ['closed arrays as deep as the body limit allows', '['.repeat(most / 2) + ']'.repeat(most / 2)],
    [
      'nested arrays in a property without a schema',
      `{"name": "n", "provider": "salesforce", "latestRevision": {"specVersion": "1", "content": {"name": "n", "provider": "salesforce", "proxy": {"deep": ${'['.repeat(deep)}${']'.repeat(deep)}}}}}`,
    ],
    [
      'nested arrays in a property with a schema',
      `{"groupRef": "g", "fields": {"a": ${'['.repeat(deep)}${']'.repeat(deep)}}}`,
    ],
    [
      '100,000 violations',
      `{"groupRef": "g", "fields": {"a": [${Array.from({ length: 100_000 }, () => '1').join(',')}]}}`,
    ],
    ['one string of a mebibyte', JSON.stringify('x'.repeat(most - 2))],
    ['a number with 100,000 digits', '9'.repeat(100_000)],
    ['invalid UTF-8', new Uint8Array([0x22, 0xc3, 0x28, 0x22])],
    ['NUL bytes', new Uint8Array(1000)],
    ['duplicate keys', '{"email": "a@example.com", "email": 1}'],
    [
      'half a surrogate pair in a name',
      '{"name": "\\ud800", "provider": "salesforce", "latestRevision": {"specVersion": "\\ud800", "content": {"name": "a", "provider": "b"}}}',
    ],
    [
      'half a surrogate pair in a field',
      '{"groupRef": "\\ud800", "fields": {"\\udfff": [{"fieldName": "\\ud800", "displayName": "\\ud800", "valueType": "a"}]}}',
    ],
  ])('responds to a harmful request body with success or a problem document: %s', async (_, body) => {
    for (const [method, path] of TARGETS) expectProblemOrSuccess(await send(method, path, body));
    expect(failures).toEqual([]);
  });

  test.each([
    ['invalid gzip data', 400, 'gzip', Buffer.from('not gzip')],
    ['a decompression bomb', 413, 'gzip', gzipSync(Buffer.alloc(2 ** 24, 0x20))],
    ['an unsupported encoding', 415, 'compress', Buffer.from('{}')],
    ['a supported encoding', 201, 'br', brotliCompressSync('{"email": "br@example.com"}')],
  ])('responds to a request body with %s with status %i', async (_, expected, encoding, body) => {
    const response = await send('POST', TARGETS[5][1], new Uint8Array(body), { 'Content-Encoding': encoding });
    expectProblemOrSuccess(response);
    expect(response.status).toBe(expected);
    if (expected === 400) expect(response.text).toContain('The body does not match its Content-Encoding: ');
  });
});

describe('a malformed HTTP message', () => {
  const { port } = new URL(mock.url);

  /** Sends bytes to the mock over TCP. Returns at least the head of the response. */
  function raw(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let response = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => {
        response += chunk;
        if (response.includes('\r\n\r\n')) socket.destroy();
      });
      socket.on('close', () => resolve(response));
      socket.on('error', reject);
    });
  }

  test.each([
    ['text that is not HTTP', 'hello\r\n\r\n', 400],
    ['an unknown method', 'FROBNICATE /v1/orgs/x/invites HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a known but unusual method', 'PROPFIND /v1/orgs/x/invites HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    [
      'too many headers',
      `GET / HTTP/1.1\r\nHost: a\r\n${Array.from({ length: 2000 }, (_, n) => `X-${n}: ${'y'.repeat(20)}\r\n`).join('')}\r\n`,
      431,
    ],
    [
      'two lengths',
      'POST /v1/orgs/x/invites HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'a length and chunks',
      'POST /v1/orgs/x/invites HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['an asterisk', 'GET * HTTP/1.1\r\nHost: a\r\n\r\n', 404],
    ['an absolute URL as path', 'GET http://a/v1/orgs/x/invites HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    ['no Host in HTTP/1.0', 'GET /nothing HTTP/1.0\r\n\r\n', 404],
  ])('responds to a malformed HTTP message with a problem document: %s', async (_, bytes, status) => {
    const response = await raw(bytes);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).toMatch(/application\/problem\+json/);
  });

  test('responds to later requests after a client has sent an incomplete body', async () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'POST /v1/orgs/x/invites HTTP/1.1\r\nHost: a\r\nX-Api-Key: test-key\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"em',
    );
    await fetch(`${mock.url}/__admin/health`);
    socket.destroy();
    expect((await fetch(`${mock.url}/__admin/health`)).status).toBe(200);
    expect(failures).toEqual([]);
  });
});
