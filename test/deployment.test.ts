import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import { type ISecret, Secret } from 'kubernetes-models/v1/Secret';
import { type IService, Service } from 'kubernetes-models/v1/Service';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

/** Tests of the files that deploy several mocks. */

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
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
