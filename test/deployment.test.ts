import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import { type ISecret, Secret } from 'kubernetes-models/v1/Secret';
import { type IService, Service } from 'kubernetes-models/v1/Service';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

/** Tests of the files that publish and deploy the mock and the suite. */

interface Step {
  readonly run?: string;
}

const ROOT = join(import.meta.dirname, '..');
/** Name of this action in the examples, which cannot contain the commit of their own release. */
const OWN_ACTION = 'example/integration-contract@';
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const deployment: IDeployment = parse(read('examples/kubernetes/deployment.yaml'));
const service: IService = parse(read('examples/kubernetes/service.yaml'));
const secret: ISecret = parse(read('examples/kubernetes/secret.yaml'));
const container = deployment.spec?.template.spec?.containers[0];
const compose = parse(read('compose.yaml'));

/** Environment variables of the options, from the generated table of the documentation. */
const VARIABLES = Array.from(
  read('docs/reference/environment.md').matchAll(/^\| `(CONTRACT_\w+)`/gm),
  ([, name]) => name,
);

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
  expect(container?.ports?.map(({ name }) => name)).toContain(service.spec?.ports?.[0]?.targetPort);
  for (const { secretKeyRef } of container?.env?.flatMap(({ valueFrom }) => valueFrom ?? []) ?? []) {
    expect(secretKeyRef?.name).toBe(secret.metadata?.name);
    expect(Object.keys(secret.stringData ?? {})).toContain(secretKeyRef?.key);
  }
});

test('stops requests to a replica that is not ready, and does not restart the replica', () => {
  expect(container?.readinessProbe?.httpGet?.path).toBe('/__admin/health');
  expect(container?.livenessProbe).toMatchObject({ tcpSocket: { port: 'http' } });
  expect(compose.configs.balancer.content).toContain('option httpchk GET /__admin/health');
});

test('sets only environment variables that exist', () => {
  const names = [
    ...(container?.env?.map(({ name }) => name) ?? []),
    ...Object.keys(compose.services.replica.environment),
  ];
  expect(names.filter((name) => name !== 'PGPASSWORD' && !VARIABLES.includes(name))).toEqual([]);
});

test('starts three replicas and their load balancer in a separate profile of Docker Compose', () => {
  const { replica, database, balancer } = compose.services;
  expect([replica, database, balancer].map(({ profiles }) => profiles)).toEqual([
    ['replicas'],
    ['replicas'],
    ['replicas'],
  ]);
  const count = replica.deploy.replicas;
  expect(compose.configs.balancer.content).toContain(`server-template replica ${count} replica:4010`);
  expect(new URL(replica.environment.CONTRACT_DATA).hostname).toBe('database');
});

test.each(globSync(['action.yml', '.github/workflows/*.yml', 'examples/ci/github-*.yml'], { cwd: ROOT }))(
  'uses only actions of a fixed commit in %s, with the version in a comment',
  (file) => {
    const actions = Array.from(read(file).matchAll(/\buses: *(.+)/g), ([, action = '']) => action);
    expect(actions.length).toBeGreaterThan(0);
    const ofOthers = actions.filter((action) => !action.startsWith(OWN_ACTION));
    expect(ofOthers.filter((action) => !/^[\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual(
      [],
    );
  },
);

describe('the release workflow', () => {
  const { jobs } = parse(read('.github/workflows/release.yml')) as {
    jobs: Record<string, { needs?: string[]; strategy?: { matrix: { target?: string[] } }; steps: Step[] }>;
  };
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const commands = steps.flatMap(({ run }) => run ?? []);

  test('publishes both packages with provenance, after the tests', () => {
    const published = commands.filter((command) => command.startsWith('npm publish'));
    expect(published).toHaveLength(2);
    expect(published.filter((command) => command.includes('--provenance'))).toEqual(published);
    expect(published.filter((command) => command.includes('--workspace conformance'))).toHaveLength(1);
    expect(jobs.packages?.needs).toEqual(['linux', 'other-systems']);
  });

  test('builds the images of the Dockerfile', () => {
    const targets = Array.from(read('Dockerfile').matchAll(/^FROM \S+ AS (\S+)$/gm), ([, name]) => name);
    const { target = [] } = jobs.images?.strategy?.matrix ?? {};
    expect(target).toEqual(['mock', 'conform']);
    expect(targets).toEqual(expect.arrayContaining(target));
    expect(targets.at(-1)).toBe('mock');
  });
});

test('copies only files into the images that the context contains', () => {
  const context = read('.dockerignore').split('\n');
  const copied = Array.from(read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, files = '']) =>
    files.split(' '),
  );
  const top = copied.flat().map((file) => file.split('/')[0]);
  expect(top.filter((file) => file !== '.' && !context.includes(`!${file}`))).toEqual([]);
  // The build runs tools.
  const tools = Array.from(
    JSON.parse(read('package.json')).scripts.build.matchAll(/node (tools\/\S+)/g),
    ([, file]) => file,
  );
  expect(tools.filter((file) => !context.includes(`!${file}`))).toEqual([]);
});
