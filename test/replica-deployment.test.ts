import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import { type ISecret, Secret } from 'kubernetes-models/v1/Secret';
import { type IService, Service } from 'kubernetes-models/v1/Service';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseAddress } from '../mock/stores/postgres/address.ts';
import { variableOf } from '../src/cli/flags/option.ts';
import { commandLine } from '../src/cli/program.ts';
import { control } from './helpers/mock.ts';
import { postgresTest } from './helpers/postgres/postgres.ts';
import { startCli } from './helpers/run-cli.ts';

/**
 * Tests that the files which start replicas, and the page about replicas, name only existing commands, variables, ports
 * and paths.
 */

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
const deployment: IDeployment = parse(read('examples/kubernetes/deployment.yaml'));
const service: IService = parse(read('examples/kubernetes/service.yaml'));
const secret: ISecret = parse(read('examples/kubernetes/secret.yaml'));
const container = deployment.spec?.template.spec?.containers[0];
const { services, configs } = parse(read('compose.yaml'));
const balancer: string = configs.balancer.content;
const page = read('docs/how-to/frontend/replicas.md');
const dockerfile = read('Dockerfile');

const output = { write: () => true };
const program = commandLine({ stdout: output, stderr: output, stopRequest: async () => {} }, () => {});
const options = program.commands.find((command) => command.name() === 'mock')?.options ?? [];
const variables = options.map(variableOf);

/** All texts that the first group of a pattern matches. */
function all(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found = '']) => found);
}

/**
 * The environment variables of a replica: the variables that the Dockerfile sets, and the variables in the file that
 * starts the replica.
 */
const image = Object.fromEntries(all(dockerfile, /^ENV (CONTRACT_\S+)$/gm).map((pair) => pair.split('=')));
const environments: readonly (readonly [name: string, own: Readonly<Record<string, string>>])[] = [
  ['compose.yaml', services.replica.environment],
  [
    'examples/kubernetes',
    Object.fromEntries(
      (container?.env ?? []).map(({ name, value, valueFrom }) => [
        name,
        value ?? secret.stringData?.[valueFrom?.secretKeyRef?.key ?? ''] ?? '',
      ]),
    ),
  ],
];

/** The GET paths that the balancer and the probes use. */
const probes = {
  balancer: all(balancer, /^ *option httpchk GET (\S+)$/gm)[0],
  startup: container?.startupProbe?.httpGet?.path,
  readiness: container?.readinessProbe?.httpGet?.path,
};

test.each([
  ['deployment', new Deployment(deployment)],
  ['service', new Service(service)],
  ['secret', new Secret(secret)],
])('has a valid %s for Kubernetes', (_, resource) => {
  expect(() => resource.validate()).not.toThrow();
});

test('connects the service, the deployment and the secret in the Kubernetes files', () => {
  const labels = deployment.spec?.template.metadata?.labels;
  expect(labels).toMatchObject(deployment.spec?.selector.matchLabels ?? {});
  expect(labels).toMatchObject(service.spec?.selector ?? {});
  const ports = container?.ports?.map(({ name }) => name);
  const used = [
    service.spec?.ports?.[0]?.targetPort,
    container?.startupProbe?.httpGet?.port,
    container?.readinessProbe?.httpGet?.port,
    container?.livenessProbe?.tcpSocket?.port,
  ];
  expect(used.filter((port) => !ports?.includes(String(port)))).toEqual([]);
  for (const { secretKeyRef } of container?.env?.flatMap(({ valueFrom }) => valueFrom ?? []) ?? []) {
    expect(secretKeyRef?.name).toBe(secret.metadata?.name);
    expect(Object.keys(secret.stringData ?? {})).toContain(secretKeyRef?.key);
  }
});

test.each(environments)('sets only environment variables of the mock in %s', (_, own) => {
  const names = Object.keys({ ...image, ...own });
  expect(names).toEqual(expect.arrayContaining(['CONTRACT_HOST', 'CONTRACT_DATA', 'CONTRACT_ADMIN_TOKEN']));
  expect(names.filter((name) => name !== 'PGPASSWORD' && !variables.includes(name))).toEqual([]);
});

test('uses the default port of the mock in the image and in both deployments', () => {
  const port = options.find(({ long }) => long === '--port')?.defaultValue;
  expect(all(dockerfile, /^EXPOSE (\d+)$/gm)).toEqual([String(port)]);
  expect(container?.ports?.map(({ containerPort }) => containerPort)).toEqual([port]);
  expect(all(balancer, /^ *server-template replica \d+ replica:(\d+)$/gm)).toEqual([String(port)]);
});

test('starts three replicas and their load balancer in a separate profile of Docker Compose', () => {
  const { replica, database } = services;
  const names = Object.keys(services).filter((name) => services[name].profiles?.includes('replicas'));
  expect(names).toEqual(['replica', 'database', 'balancer']);
  expect(balancer).toContain(`server-template replica ${replica.deploy.replicas} replica:`);
  expect(page).toContain(`\`docker compose up --wait ${names[2]}\``);
  const { config } = parseAddress(replica.environment.CONTRACT_DATA);
  expect(config).toMatchObject({
    host: 'database',
    user: database.environment.POSTGRES_USER,
    database: database.environment.POSTGRES_DB,
  });
  expect(replica.environment.PGPASSWORD).toBe(database.environment.POSTGRES_PASSWORD);
});

test('publishes the port of the load balancer in Docker Compose that the page about replicas names', () => {
  const [published = ''] = services.balancer.ports;
  const [, port, inside] = published.split(':');
  expect(all(balancer, /^ *bind :(\d+)$/gm)).toEqual([inside]);
  expect(all(page, /http:\/\/127\.0\.0\.1:(\d+)/g)).toEqual([port]);
});

test('names only existing options, variables and control operations on the page about replicas', () => {
  const flags = options.map(({ long }) => long?.slice(2));
  const own = page.replaceAll(/`(?:docker|npm) .*?`/g, '');
  expect(all(own, /--([a-z-]+)/g)).toEqual(expect.arrayContaining(['data', 'journal', 'sandbox-ttl']));
  expect(all(own, /--([a-z-]+)/g).filter((name) => !flags.includes(name))).toEqual([]);
  const operations = control.operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const named = all(page, /\b((?:GET|POST|PUT|DELETE) \/__admin\/[\w/{}]+)/g);
  expect(named).toContain('GET /__admin/replicas');
  expect(named.filter((operation) => !operations.includes(operation))).toEqual([]);
});

postgresTest.for(environments)(
  'serves the probes of a replica that has the environment of %s',
  async ([, own], { server, database, onTestFinished }) => {
    const { username, password, pathname } = new URL(database);
    const { config } = parseAddress(own.CONTRACT_DATA ?? '');
    expect(config.user).toBe(username);
    // In the environment of the replica, the test replaces only the address of the database, and the port and the
    // interface of the mock. The PostgreSQL server of the test has no TLS.
    const data = `postgres://${config.user}@127.0.0.1:${server.port}${pathname}`;
    const env = {
      ...image,
      ...own,
      ...('CONTRACT_DATA' in own && { CONTRACT_DATA: data }),
      ...('PGPASSWORD' in own && { PGPASSWORD: decodeURIComponent(password) }),
      ...{ CONTRACT_PORT: '0', CONTRACT_HOST: '127.0.0.1', CONTRACT_LOG: 'json' },
    };
    const command = JSON.parse(all(dockerfile, /^CMD (\[.*\])$/gm).at(-1) ?? '');
    const mock = startCli(command, { cwd: tmpdir(), env });
    onTestFinished(async () => {
      mock.stop();
      await mock.finished;
    });
    await expect.poll(() => mock.stdout() + mock.stderr()).toContain('http://');
    const { url } = JSON.parse(mock.stdout().split('\n')[0] ?? '');
    for (const [name, path] of Object.entries(probes))
      expect((await fetch(url + path)).status, `${name}: ${path}`).toBe(200);
    // The mock uses the variables: the database lists the mock as a replica, and the control API of the mock requires
    // the token.
    expect(await server.query('SELECT name FROM replica', database)).toHaveLength(1);
    const reset = all(read('compose.yaml'), /curl -X POST \S+?:\d+(\/\S+) -H/g)[0];
    const status = async (headers: Record<string, string>) =>
      (await fetch(url + reset, { method: 'POST', headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ Authorization: `Bearer ${own.CONTRACT_ADMIN_TOKEN}` })).toBe(204);
  },
);

test('restarts no replica in Kubernetes while the database does not respond', () => {
  expect(container?.livenessProbe).toMatchObject({ tcpSocket: { port: 'http' } });
  expect(container?.livenessProbe?.httpGet).toBeUndefined();
});
