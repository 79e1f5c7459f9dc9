import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningMock, startMock, type World } from '../mock/index.ts';
import { listen } from './helpers/listen.ts';
import { writtenReport } from './helpers/report/written-report.ts';
import { BIN, runCli, startCli } from './helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'cli-'));

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock({ port: 0, apiKeys: ['k-3c9f27'] });
});
afterAll(() => mock.close());

const cli = (args: readonly string[], env: Record<string, string> = {}) => runCli(args, { cwd: folder, env });

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const report = (name: string) => writtenReport(folder, name);

describe('conform', () => {
  test('judges an embedded mock if the command has no base URL, and exits 0', async () => {
    const { status, stdout } = await cli(['conform', '--only', 'createInvite+behaviour', '--reports', 'embedded']);
    expect(stdout).toContain('CONFORMING');
    expect(status).toBe(0);
    const { verdict, counts, requests, schemaVersion } = report('embedded');
    expect({ verdict, schemaVersion }).toEqual({ verdict: 'conforming', schemaVersion: 1 });
    expect(counts).toMatchObject({ failed: 0, warned: 0, untestable: 0 });
    expect(requests).toBeGreaterThan(30);
  });

  test('judges a server twice in succession, and never shows the API key', async () => {
    for (const name of ['first', 'second']) {
      const { status, stdout, stderr } = await cli(
        [
          'conform',
          `${mock.url}/`,
          '--only',
          'createInvite+behaviour,installations+behaviour,D54',
          '--reports',
          name,
          '--reporter',
          'all',
        ],
        {
          CONTRACT_API_KEY: 'k-3c9f27',
        },
      );
      expect(status, stdout + stderr).toBe(0);
      const outputs = ['report.json', 'junit.xml', 'report.html', 'summary.md'].map((output) =>
        readFileSync(join(folder, name, output), 'utf8'),
      );
      for (const output of [stdout, stderr, ...outputs]) expect(output).not.toContain('k-3c9f27');
    }
  });

  test('exits 1 if a MUST requirement fails, and hides the API key that the server shows', async () => {
    const leaky = createServer((_request, response) => {
      response
        .writeHead(400, { 'content-type': 'application/json', 'x-key': 'K-3C9F27' })
        .end('{"detail": "k-3c9f27"}');
    });
    const { status, stdout } = await cli([
      'conform',
      await listen(leaky),
      '--api-key',
      'k-3c9f27',
      '--only',
      'createInvite',
      '--reports',
      'leaky',
    ]);
    leaky.close();
    expect(status).toBe(1);
    expect(stdout).toContain('NONCONFORMING');
    for (const output of [stdout, JSON.stringify(report('leaky'))])
      expect(output.toLowerCase()).not.toContain('k-3c9f27');
  });

  test('exits 3 if a fixture is missing and nothing failed', async () => {
    const config = file(
      'partial.yaml',
      `baseUrl: ${mock.url}
apiKey: \${KEY_OF_TARGET}
fixtures:
  project: {id: 11111111-1111-4111-8111-111111111111, name: demo-project}
  org: {id: 33333333-3333-4333-8333-333333333333}
  integration: {id: 44444444-4444-4444-8444-444444444444}
  provider: salesforce
`,
    );
    const { status, stdout } = await cli(
      ['conform', '--config', config, '--only', 'deleteInstallation,D07', '--reports', 'partial'],
      {
        KEY_OF_TARGET: 'k-3c9f27',
      },
    );
    expect(status).toBe(3);
    expect(stdout).toContain('INCOMPLETE');
    const untestable = report('partial').requirements.filter(({ outcome }) => outcome === 'untestable');
    expect(untestable.map(({ id }) => id)).toEqual(expect.arrayContaining(['D07', 'D80', 'D81', 'D82']));
    expect(untestable.find(({ id }) => id === 'D80')?.message).toContain('`installations` is missing');
  });

  test.each([
    ['an invalid base URL', ['conform', 'localhost:4010'], /The base URL is "localhost:4010"; expected http/],
    ['a base URL with /v1', ['conform', 'http://127.0.0.1:1/v1'], /expected no \/v1 .* Use http:\/\/127\.0\.0\.1:1\./],
    ['an unknown flag', ['conform', '--frobnicate'], /unknown option '--frobnicate'/],
    ['a wrong value', ['conform', '--basis', 'some'], /Allowed choices are documented, all/],
    ['an invalid number', ['mock', '--port', 'http'], /whole number from 0 to 65535/],
    ['an unknown command', ['frobnicate'], /unknown command 'frobnicate'/],
    ['a nonexistent configuration', ['conform', '--config', 'none.yaml'], /none\.yaml: the file does not exist/],
    [
      'an API key that is also the one without permission',
      [
        ...['conform', 'http://127.0.0.1:1', '--api-key', 'k-2', '--config'],
        file('twice.yaml', 'apiKey: k-1\nfixtures: {forbiddenApiKey: k-2}\n'),
      ],
      /forbiddenApiKey is the same as the API key \(--api-key, CONTRACT_API_KEY or apiKey\)$/m,
    ],
    ['a nonexistent document', ['mock', '--spec', 'none.yaml'], /none\.yaml: the file does not exist/],
    [
      'a data file in a nonexistent folder',
      ['mock', '--data', 'no/such.sqlite'],
      /The mock cannot use the data file no\/such\.sqlite: the folder no does not exist\./,
    ],
    [
      'a folder in place of a data file',
      ['mock', '--data', '.'],
      /The mock cannot use the data file \.: it is a folder; expected a file/,
    ],
    [
      'the URL of another database',
      ['mock', '--data', 'mysql://x/y'],
      /--data is a URL that begins with "mysql:\/\/"; expected a file, or postgres:\/\/user@host\/database\./,
    ],
    [
      'a database that cannot be used',
      ['mock', '--data', 'postgres://me:secret@127.0.0.1:1/y'],
      /The mock cannot use the database postgres:\/\/me@127\.0\.0\.1:1\/y: no server accepts connections at 127\.0\.0\.1:1\./,
    ],
    ['a certificate without its key', ['mock', '--tls-cert', 'a.pem'], /--tls-cert requires --tls-key/],
    ['a key without its certificate', ['mock', '--tls-key', 'a.pem'], /--tls-key requires --tls-cert/],
    [
      'a nonexistent certificate',
      ['mock', '--tls-cert', 'none.pem', '--tls-key', 'none.pem'],
      /--tls-cert none\.pem: the file does not exist/,
    ],
    [
      'an invalid certificate',
      ['mock', '--tls-cert', BIN, '--tls-key', BIN],
      /--tls-cert .*, --tls-key .*: The private key is invalid; expected a private key in PEM/,
    ],
    ['--tls-write-ca without --https', ['mock', '--tls-write-ca', 'ca.pem'], /Use --tls-write-ca with --https/],
    [
      'a certificate file that cannot be written',
      ['mock', '--port', '0', '--https', '--tls-write-ca', 'no/such.pem'],
      /--tls-write-ca no\/such\.pem: the file cannot be written/,
    ],
    [
      'a fault of an unknown operation',
      ['mock', '--faults', file('faults.yaml', 'faults:\n  - garble: true\n    operations: [none]\n')],
      /faults\.yaml:3:18: faults\.0\.operations\.0 is "none"; expected one of createIntegration, .*\.$/m,
    ],
    [
      'an address of another machine',
      ['mock', '--port', '0', '--host', '192.0.2.1'],
      /192\.0\.2\.1 is not an address of this machine/,
    ],
  ])('exits 2 with a message and without a stack for %s', async (_, args, message) => {
    const { status, stderr } = await cli(args);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(status).toBe(2);
  });

  test('lists all mistakes of a configuration file', async () => {
    const config = file(
      'wrong.yaml',
      'baseURL: http://127.0.0.1:1\nfixtures: {project: {id: 1}, installations: none}\n',
    );
    const { status, stderr } = await cli(['conform', '--config', config]);
    expect(status).toBe(2);
    for (const mistake of [
      'wrong.yaml:1:1: /baseURL: unknown property. Did you mean baseUrl?',
      '/fixtures/project/name',
      '/fixtures/project/id: expected a string',
      '/fixtures/installations: expected an array',
    ]) {
      expect(stderr).toContain(mistake);
    }
  });

  test('shows the name of an unset environment variable', async () => {
    const { status, stderr } = await cli(['conform', '--config', file('env.yaml', `apiKey: \${NOT_SET_AT_ALL}`)]);
    expect(stderr).toContain('NOT_SET_AT_ALL is not set');
    expect(status).toBe(2);
  });

  test('exits 4 if the target does not respond', async () => {
    const { status, stderr } = await cli(['conform', 'http://127.0.0.1:1']);
    expect(status).toBe(4);
    expect(stderr).toMatch(
      /^integration-contract: http:\/\/127\.0\.0\.1:1 does not respond \(ECONNREFUSED\)\. Check that the service is running and that the base URL is correct\.$/m,
    );
  });
});

describe('mock', () => {
  const invite = (url: string, body: object = { email: 'kept@example.com' }) =>
    fetch(`${url}/v1/orgs/33333333-3333-4333-8333-333333333333/invites`, {
      method: 'POST',
      headers: { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const start = (args: readonly string[], env?: Record<string, string>) => launch(['mock', ...args], env);

  /** Starts a command that listens, and waits for the output line with its URL. */
  async function launch(args: readonly string[], env: Record<string, string> = {}) {
    const command = startCli([...args, '--port', '0'], { cwd: folder, env });
    const url = () => /https?:\/\/[\d.]+:\d+/.exec(command.stdout())?.[0];
    await expect.poll(url, { interval: 10 }).toBeDefined();
    return { ...command, url: url() ?? '' };
  }

  test('prints the URL and the records of the mock, logs each request, and stops on request', async () => {
    const { url, stop, finished } = await start([]);
    await invite(url, { mail: 'a@example.com' });
    stop();
    const { status, stdout } = await finished;
    expect(status).toBe(0);
    for (const part of [
      'test-key',
      'demo-project',
      'createJwtKey',
      'deleteInstallation',
      '55555555-5555-4555-8555-555555555551',
    ])
      expect(stdout).toContain(part);
    expect(stdout).toMatch(
      /POST {3}400 +[\d.]+ ms {2}\/v1\/orgs\/33333333-3333-4333-8333-333333333333\/invites {2}`mail` is not in the contract; did you mean `email`\? email is required \(D70\)\./,
    );
  });

  test.each([
    ['warns about the known API key on all addresses', ['--host', '0.0.0.0'], true],
    ['does not warn about another API key on all addresses', ['--host', '0.0.0.0', '--api-key', 'k-3c9f27'], false],
    ['does not warn about the known API key on this machine', [], false],
  ])('%s', async (_, args, isWarned) => {
    const { stop, finished } = await start(args);
    stop();
    const { stderr } = await finished;
    expect(stderr.includes('can use the well-known API key test-key. Set another API key with --api-key.')).toBe(
      isWarned,
    );
  });

  test('reloads a changed seed file, and keeps the previous seed after a mistake', async () => {
    const seed = (name: string) => `projects:\n  - id: 11111111-1111-4111-8111-111111111111\n    name: ${name}\n`;
    const path = file('watched-seed.yaml', seed('before'));
    const { url, stop, finished, stderr } = await start(['--seed-file', path]);
    const project = async (sandbox: string) => {
      const state = (await (await fetch(`${url}/sandboxes/${sandbox}/__admin/state`)).json()) as World;
      return state.projects[0]?.name;
    };
    file('watched-seed.yaml', 'projects:\n  - id: 1\n');
    await expect.poll(stderr).toContain(`${path}:2:5: projects.0.id: expected`);
    expect(await project('one')).toBe('before');
    file('watched-seed.yaml', seed('after'));
    await expect.poll(stderr).toContain('Reloaded the seed file.');
    expect(await project('two')).toBe('after');
    stop();
    expect((await finished).status).toBe(0);
  });

  test.each(['ts', 'cjs'])(
    'reloads changed handlers (%s), and keeps the previous handlers after a mistake',
    async (ending) => {
      const [exported, types] = ending === 'cjs' ? ['module.exports =', ''] : ['export default', ': any'];
      const handlers = (name: string, detail: string) =>
        `${exported} { ${name}: (_${types}, { problem }${types}) => problem('conflict', '${detail}') };`;
      const path = file(`watched-handlers.${ending}`, handlers('createInvite', 'Before.'));
      const { url, stop, finished, stderr } = await start(['--handlers', path]);
      const detail = async () =>
        ((await (await invite(url, { email: 'a@example.com' })).json()) as { detail: string }).detail;
      expect(await detail()).toBe('Before.');
      file(`watched-handlers.${ending}`, handlers('createInvit', 'Wrong.'));
      await expect.poll(stderr).toContain(`${path}: "createInvit" is not an operation`);
      expect(await detail()).toBe('Before.');
      file(`watched-handlers.${ending}`, handlers('createInvite', 'After.'));
      await expect.poll(stderr).toContain('Reloaded the handlers.');
      expect(await detail()).toBe('After.');
      stop();
      expect((await finished).status).toBe(0);
    },
  );

  test('rejects unknown properties with --strict, and only logs unknown properties without --strict', async () => {
    const noted = { email: 'a@example.com', note: 'x' };
    const lax = await start([]);
    expect((await invite(lax.url, noted)).status).toBe(201);
    lax.stop();
    expect((await lax.finished).stdout).toMatch(
      /201 +[\d.]+ ms {2}\S+invites {2}Ignored: note is an unknown property\./,
    );
    const strict = await start(['--strict']);
    expect((await invite(strict.url, noted)).status).toBe(400);
    strict.stop();
    await strict.finished;
  });

  test('forwards requests to a backend as a proxy, and reports the violations of a request in a header and in the log', async () => {
    const { url, stop, finished } = await launch(['proxy', mock.url, '--log', 'json', '--mock', 'createInvite']);
    const response = await fetch(`${url}/v1/projects/demo-project/integrations`, {
      method: 'POST',
      headers: { 'X-Api-Key': 'k-3c9f27', 'Content-Type': 'application/json' },
      body: '{"name": "x"}',
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('x-contract-violation')).toContain('request body /provider D30');
    stop();
    const { status, stdout } = await finished;
    expect(status).toBe(0);
    expect(stdout).toContain('"warnings":["request body /provider D30');
  });

  test.each([
    ['/v1', /expected no \/v1 .* Use http:\/\/127\.0\.0\.1:1\.$/m],
    ['/?a=b', /expected no user, query or fragment/],
  ])('rejects the URL of a backend with %s', async (path, message) => {
    const { status, stderr } = await cli(['proxy', `http://127.0.0.1:1${path}`, '--port', '0']);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });

  test('logs JSON with --log json, and omits the requests to the pages of the mock', async () => {
    const { url, stop, finished } = await start(['--log', 'json']);
    for (const path of [
      '/docs',
      '/__admin/health',
      '/sandboxes/a/__admin/health',
      '/health',
      '/openapi.yaml',
      '/nothing',
    ])
      await fetch(url + path);
    stop();
    const lines = (await finished).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { message: 'listening', url },
      { method: 'GET', path: '/nothing', status: 404 },
    ]);
  });

  test('logs the requests to the pages of the mock with --log verbose', async () => {
    const { url, stop, finished } = await start(['--log', 'verbose']);
    await fetch(`${url}/__admin/health`);
    stop();
    expect((await finished).stdout).toMatch(/GET +200 +[\d.]+ ms {2}\/__admin\/health/);
  });

  test('listens with HTTPS, and writes the certificate for clients', async () => {
    const { url, stop, finished } = await start(['--https', '--tls-write-ca', 'ca.pem']);
    const ca = readFileSync(join(folder, 'ca.pem'), 'utf8');
    await supertest(url).get('/__admin/health').ca(ca).expect(200);
    stop();
    const { status, stdout } = await finished;
    expect(url).toMatch(/^https:/);
    expect(stdout).toContain(`curl -i --cacert 'ca.pem' ${url}`);
    expect(stdout).not.toContain('http://');
    expect(status).toBe(0);
  });

  test.each(['', '0', 'false'])(
    'turns a boolean option off if its environment variable is "%s"',
    async (CONTRACT_HTTPS) => {
      const { url, stop, finished } = await start([], { CONTRACT_HTTPS });
      expect(url).toMatch(/^http:/);
      stop();
      await finished;
    },
  );

  test('exits 2 if the environment variable of a boolean option is neither true nor false', async () => {
    const { status, stderr } = await cli(['mock'], { CONTRACT_HTTPS: 'flase' });
    expect(stderr).toContain('integration-contract: CONTRACT_HTTPS is "flase"; expected true or false.');
    expect(status).toBe(2);
  });

  test('keeps the state of the mock across restarts with --data', async () => {
    const data = join(folder, 'state.sqlite');
    const first = await start(['--data', data]);
    expect((await invite(first.url)).status).toBe(201);
    first.stop();
    await first.finished;
    const second = await start(['--data', data]);
    expect((await invite(second.url)).status).toBe(409);
    second.stop();
    await second.finished;
  });

  test('exits 2 if the port is in use, with a message that explains the fix', async () => {
    const { port } = new URL(mock.url);
    const { status, stderr } = await cli(['mock', '--port', port]);
    expect(stderr).toBe(
      `integration-contract: Port ${port} of 127.0.0.1 is in use. Stop the other process, or use port 0 (--port 0) for a free port.\n`,
    );
    expect(status).toBe(2);
  });
});
