import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../mock/index.ts';
import { listen } from '../helpers/listen.ts';
import { runCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'connection-'));
const TIMEOUT_MS = 60_000;
const SECRET = 'gateway-s3cr3t-4f1a';

test(
  'trusts a private certificate authority only with --ca',
  async () => {
    await using mock = await startMock({ port: 0, https: true });
    writeFileSync(join(folder, 'ca.pem'), mock.ca ?? '');
    const args = ['conform', mock.url, '--only', 'createInvite+behaviour', '--reports', 'tls'];
    const without = await runCli(args, { cwd: folder });
    expect(without.stderr).toMatch(/certificate of the server is not trusted\. Use --ca/);
    expect(without.status).toBe(4);
    const trusted = await runCli([...args, '--ca', 'ca.pem'], { cwd: folder });
    expect(trusted.status, trusted.stdout + trusted.stderr).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'judges a mock with HTTPS twice, with new installations for each run',
  async () => {
    await using mock = await startMock({ port: 0, https: true });
    writeFileSync(join(folder, 'again.pem'), mock.ca ?? '');
    const args = ['conform', mock.url, '--ca', 'again.pem', '--only', 'D80', '--reports', 'again'];
    for (const _ of ['first', 'second']) {
      const { status, stdout, stderr } = await runCli(args, { cwd: folder });
      expect(status, stdout + stderr).toBe(0);
    }
  },
  TIMEOUT_MS,
);

/**
 * Starts a gateway that forwards a request to the server `behind` if `allows` returns true, and else responds with 403.
 */
async function startFront(behind: string, allows: (headers: NodeJS.Dict<string | string[]>, url: string) => boolean) {
  const urls: string[] = [];
  const server = createServer((incoming, response) => {
    const { method, url = '', headers } = incoming;
    urls.push(url);
    const echo = { 'x-echo': String(headers['x-gateway'] ?? '') };
    if (!allows(headers, url)) {
      incoming.resume();
      response.writeHead(403, { ...echo, 'content-type': 'text/html' }).end(`no: ${headers['x-gateway']}`);
      return;
    }
    const path = url.replace(/^http:\/\/[^/]+/, '');
    const outgoing = request(behind + path, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...echo });
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  return {
    url: await listen(server),
    urls,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test(
  'sends the configured headers with every request, and shows them in no output',
  async () => {
    await using mock = await startMock({ port: 0 });
    using front = await startFront(
      mock.url,
      (headers, url) =>
        (headers['x-gateway'] === SECRET && headers['x-team'] === 'blue') || !url.startsWith('/v1/orgs/'),
    );
    writeFileSync(
      join(folder, 'target.yaml'),
      `baseUrl: ${front.url}\nheaders: {X-Team: blue, X-Gateway: to-be-replaced}\n`,
    );
    const args = ['conform', '--config', 'target.yaml', '--only', 'createInvite+behaviour', '--reports', 'headers'];
    const good = await runCli([...args, '--header', `X-Gateway: ${SECRET}`], { cwd: folder });
    expect(good.status, good.stdout + good.stderr).toBe(0);
    // If `X-Gateway` is wrong, the gateway rejects the createInvite requests, and its responses contain the wrong value.
    const bad = await runCli([...args, '--header', `X-Gateway: ${SECRET}-wrong`], { cwd: folder });
    expect(bad.status).not.toBe(0);
    const files = readdirSync(join(folder, 'headers')).map((file) =>
      readFileSync(join(folder, 'headers', file), 'utf8'),
    );
    for (const output of [good.stdout, good.stderr, bad.stdout, bad.stderr, ...files])
      expect(output).not.toContain(SECRET);
    const { target } = JSON.parse(readFileSync(join(folder, 'headers', 'report.json'), 'utf8'));
    expect(target).toEqual({ baseUrl: front.url, headers: ['X-Team', 'X-Gateway'] });
  },
  TIMEOUT_MS,
);

test(
  'judges a service behind Basic authentication, and does not test the header Authorization',
  async () => {
    await using mock = await startMock({ port: 0 });
    const basic = `Basic ${btoa(`gate:${SECRET}`)}`;
    using front = await startFront(mock.url, ({ authorization }) => authorization === basic);
    writeFileSync(join(folder, 'basic.yaml'), `headers: {authorization: "${basic}"}\n`);
    const args = [
      'conform',
      front.url,
      '--config',
      'basic.yaml',
      '--only',
      'createInvite+authentication',
      '--reports',
      'basic',
    ];
    const { status, stdout, stderr } = await runCli(args, { cwd: folder });
    expect(status, stdout + stderr).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'uses the proxy in the environment variables only for targets on other machines',
  async () => {
    await using mock = await startMock({ port: 0 });
    using proxy = await startFront(mock.url, () => true);
    const env = { HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: '', no_proxy: '' };
    const fixtures = 'fixtures: {org: {id: 33333333-3333-4333-8333-333333333333}}';
    writeFileSync(join(folder, 'far.yaml'), `baseUrl: http://staging.invalid\nconsent: writes\n${fixtures}\n`);
    const far = await runCli(
      ['conform', '--config', 'far.yaml', '--only', 'createInvite+behaviour', '--reports', 'far'],
      {
        cwd: folder,
        env,
      },
    );
    expect(far.status, far.stdout + far.stderr).toBe(0);
    expect(new Set(proxy.urls.map((url) => URL.parse(url)?.host))).toEqual(new Set(['staging.invalid']));
    proxy.urls.length = 0;
    const near = await runCli(['conform', mock.url, '--only', 'createInvite+behaviour', '--reports', 'near'], {
      cwd: folder,
      env,
    });
    expect(near.status, near.stdout + near.stderr).toBe(0);
    const exempt = await runCli(
      ['conform', '--config', 'far.yaml', '--only', 'createInvite+behaviour', '--reports', 'exempt'],
      {
        cwd: folder,
        env: { ...env, no_proxy: 'example.com, invalid' },
      },
    );
    expect(exempt.status, 'NO_PROXY exempts subdomains, too').toBe(4);
    expect(proxy.urls).toEqual([]);
  },
  TIMEOUT_MS,
);

test.each([
  [['--header', 'no colon'], /--header has no name; expected 'Name: value'/],
  [['--header', 'Bad name: x'], /The header "Bad name" has a name or a value that HTTP does not allow/],
  [['--header', 'x-api-key: other'], /The suite sets the header "x-api-key" itself\. Set the API key with --api-key/],
  [['--header', 'Content-Type: text/plain'], /The suite sets the header "Content-Type" itself\.$/m],
  [['--header', 'Transfer-Encoding: chunked'], /The suite sets the header "Transfer-Encoding" itself\.$/m],
  [['--ca', 'none.pem'], /--ca none\.pem: the file does not exist/],
])('exits 2 for %j', async (args, words) => {
  const { status, stderr } = await runCli(['conform', 'http://127.0.0.1:1', ...args], { cwd: folder });
  expect(stderr).toMatch(words);
  expect(status).toBe(2);
});

const NEWLINE = /contains a character that HTTP does not allow \(does the API key end with a newline\?\)\.$/m;
const FIXTURES = 'fixtures: {forbiddenApiKey: "forbidden-b2d7\\n"}';
/** Program of a hook that returns a fixture, and creates the file `made`, which proves that the hook was called. */
const HOOK = `require('node:fs').writeFileSync('made', ''); console.log(JSON.stringify({forbiddenApiKey: 'forbidden-b2d7\\n'}))`;
const PROVISION = `provision: {command: ${JSON.stringify([process.execPath, '-e', HOOK])}}`;

test.each<[string, string, readonly string[], RegExp]>([
  ['an API key', '{}', ['--api-key', 'secret-9f3c\n'], NEWLINE],
  ['an API key of the second target', '{}', ['--against', 'mock', '--against-api-key', 'secret-9f3c\n'], NEWLINE],
  ['an API key without permission', FIXTURES, [], NEWLINE],
  ['an API key without permission from a hook', PROVISION, [], NEWLINE],
  ['a header of the configuration', 'headers: {X-Gate: "secret-9f3c\\n"}', [], /"X-Gate" has a name or a value/],
])('exits 2 without a request to the target if HTTP does not allow %s', async (_, configuration, args, words) => {
  await using mock = await startMock({ port: 0 });
  using front = await startFront(mock.url, () => true);
  writeFileSync(join(folder, 'keys.yaml'), configuration);
  const { status, stderr } = await runCli(['conform', front.url, '--config', 'keys.yaml', ...args], { cwd: folder });
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/secret-|forbidden-b2d7/);
  expect(status).toBe(2);
  expect(front.urls).toEqual([]);
});

test('exits 2 before it calls a hook if HTTP does not allow the API key', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'connection-hook-'));
  writeFileSync(join(cwd, 'keys.yaml'), `apiKey: "secret-9f3c\\n"\n${PROVISION}`);
  const { status } = await runCli(['conform', 'http://127.0.0.1:1', '--config', 'keys.yaml'], { cwd });
  expect(status).toBe(2);
  expect(readdirSync(cwd)).toEqual(['keys.yaml']);
});
