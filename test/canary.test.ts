import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listen } from './helpers/listen.ts';
import { runCli } from './helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'canary-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Secrets with characters that URLs, JSON and base64 encode differently. */
const CANARIES = { apiKey: 'Can+ary/7f3a9"c1', forbiddenApiKey: 'Warb_ler=0d42~b8' };

const base64 = (text: string) => Buffer.from(text).toString('base64');
const escaped = (text: string) =>
  [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Server that returns the secrets and the received credentials in many encodings. */
function leak(request: IncomingMessage, response: ServerResponse, turn: number): void {
  const { 'x-api-key': key = '', authorization = '' } = request.headers;
  const secrets = [...Object.values(CANARIES), String(key), authorization];
  const all = secrets.join(' ');
  const halves = secrets.flatMap((text) => [text.slice(0, 7), text.slice(7)]);
  const header = encodeURIComponent(all);
  switch (turn % 7) {
    case 0:
      return void response
        .writeHead(400, {
          'content-type': 'application/problem+json',
          'x-echo': halves,
          'x-hex': Buffer.from(all).toString('hex'),
        })
        .end(JSON.stringify({ type: 'urn:x', title: all, status: 400, detail: `bad key ${all}`, list: halves }));
    case 1:
      return void response.writeHead(302, { location: `https://elsewhere.example/?key=${header}` }).end();
    case 2:
      return void response
        .writeHead(200, { 'content-type': 'application/json', 'www-authenticate': `Basic ${base64(all)}` })
        .end(
          `{"kid": "${escaped(all)}", "b64": "${base64(`x${all}`)}", "url": "${base64(`xx${all}`).replaceAll('+', '-').replaceAll('/', '_')}"}`,
        );
    case 3:
      return void response
        .writeHead(500, {
          'content-type': 'text/html',
          'set-cookie': [`k=${base64(all)}`, `u=${header}`],
          [header]: 'x',
        })
        .end(
          `<pre>Error: ${all.replaceAll('"', '&#34;').replaceAll('/', '&#x2F;')}\n    at check (/srv/app/keys.js:1:2)</pre>`,
        );
    case 4:
      return void response
        .writeHead(401, { 'content-type': 'text/plain' })
        .end(`${'x'.repeat(19_990)}${all.toUpperCase()}`);
    case 5:
      // GET requests get a response, since a run sends them to check that the server still responds.
      return void (request.method === 'GET' ? response.end(all) : request.socket.destroy());
    default:
      return void response.writeHead(201, { 'x-key': header.toLowerCase() }).end(all);
  }
}

/** Encodings of a canary (a recognizable secret) that an output could contain. */
function forms(canary: string): string[] {
  const inBase64 = [0, 1, 2].map((before) => {
    const encoded = base64(' '.repeat(before) + canary);
    return encoded.slice(Math.ceil((before * 4) / 3), Math.floor(((before + canary.length) * 4) / 3));
  });
  return [
    canary,
    canary.slice(0, -1),
    JSON.stringify(canary).slice(1, -1),
    JSON.stringify(JSON.stringify(canary)).slice(3, -3),
    canary.replaceAll('"', '&quot;'),
    encodeURIComponent(canary),
    escaped(canary),
    escaped(canary).replaceAll('\\', '\\\\'),
    Buffer.from(canary).toString('hex'),
    ...inBase64.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(text)]),
  ].map((form) => form.toLowerCase());
}

/** Outputs that contain a canary in one of its encodings. */
function sightings(outputs: Readonly<Record<string, string>>): string[] {
  return Object.entries(outputs).flatMap(([name, output]) => {
    const text = output.toLowerCase();
    const joined = text.replaceAll(/[\s",;\\]+/g, '');
    return Object.values(CANARIES)
      .flatMap(forms)
      .filter((form) => text.includes(form) || joined.includes(form.replaceAll(/[\s",;\\]+/g, '')))
      .map((form) => `${name}: ${form}`);
  });
}

async function conform(args: readonly string[]): Promise<{ status: number | null; outputs: Record<string, string> }> {
  const env = { CANARY_KEY: CANARIES.apiKey, CANARY_FORBIDDEN: CANARIES.forbiddenApiKey };
  const { status, ...outputs } = await runCli(['conform', '--reporter', 'all', ...args], { cwd: folder, env });
  return { status, outputs };
}

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

const SECRETS = `apiKey: \${CANARY_KEY}\n`;

const ID = '11111111-1111-4111-8111-111111111111';
const FIXTURES = `fixtures:
  project: {id: ${ID}, name: p}
  org: {id: ${ID}}
  integration: {id: ${ID}}
  provider: salesforce
  installations: [a, b, c]
  forbiddenApiKey: \${CANARY_FORBIDDEN}
`;

test.each([
  ['of a run', ['--skip', 'refuses-body,object-metadata,thorough,not-found'], 100],
  // The run with Prism tests only one operation, since Prism waits after each closed connection. The responses of this
  // one operation contain every encoding of the secrets.
  ['of a run with a referee', ['--only', 'createJwtKey', '--referee', 'prism', '--timeout', '2000'], 50],
])('shows no secret in the output %s', async (_, args, least) => {
  let turn = 0;
  const server = createServer((request, response) => {
    request.resume();
    leak(request, response, turn++);
  });
  const config = file('target.yaml', `${SECRETS}${FIXTURES}`);
  const { status, outputs } = await conform([await listen(server), '--config', config, '--reports', 'out', ...args]);
  server.close();
  const files = readdirSync(join(folder, 'out'));
  for (const name of files) outputs[name] = readFileSync(join(folder, 'out', name), 'utf8');
  expect(status).toBe(1);
  expect(turn).toBeGreaterThan(least);
  // The run sent and received the secrets: in their place, the outputs contain the names of environment variables, or
  // the description "in another form" for an encoded or shortened secret.
  for (const name of ['report.json', 'report.html', 'exchanges.har']) {
    expect(outputs[name]).toContain('$CONTRACT_API_KEY');
    expect(outputs[name]).toContain('$CONTRACT_FORBIDDEN_API_KEY');
    expect(outputs[name]).toContain('(api key, in another form)');
  }
  expect(sightings(outputs)).toEqual([]);
});

test.each([
  ['a base URL with a password', ['http://me:Can+ary%2F7f3a9%22c1@127.0.0.1:1'], ''],
  ['a target that does not answer', ['http://127.0.0.1:1'], SECRETS],
  ['a configuration with a mistake', [], `${SECRETS}fixtures: {forbiddenApiKey: [\${CANARY_FORBIDDEN}]}\n`],
  ['an API key with a wrong type', [], `apiKey: {value: \${CANARY_KEY}}\n`],
  ['an invalid base URL', [], `${SECRETS}baseUrl: \${CANARY_KEY}\n`],
])('shows no secret in the message about %s', async (_, args, config) => {
  const flags = config === '' ? [] : ['--config', file('mistaken.yaml', config)];
  const { status, outputs } = await conform([...args, ...flags]);
  expect(status).toBeGreaterThanOrEqual(2);
  expect(outputs.stderr).toMatch(/^integration-contract: /);
  expect(sightings(outputs)).toEqual([]);
});

test('finds a canary in an output that contains the canary', () => {
  const { apiKey } = CANARIES;
  const outputs = [
    apiKey,
    JSON.stringify({ a: JSON.stringify(apiKey) }),
    base64(`ab${apiKey}`),
    '"Can+ary/7","f3a9"c1"',
  ];
  for (const output of outputs) expect(sightings({ output })).not.toEqual([]);
});
