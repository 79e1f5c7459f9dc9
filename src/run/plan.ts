import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tracer } from '../../conformance/engine/ledger/created-data.ts';
import { runCases } from '../../conformance/engine/runner/runner.ts';
import {
  addressesOf,
  FIXTURES,
  type Fixtures,
  forbiddenKeyOf,
  SEEDED_API_KEY,
  type Selection,
  type ServiceFixtures,
  seededFixtures,
  suiteAt,
  type TargetConfiguration,
} from '../../conformance/index.ts';
import { name, version } from '../../mock/core/version.ts';
import { creationOf } from '../contract/document/effects.ts';
import { responseFor } from '../contract/document/operation.ts';
import { OPENAPI_FILE } from '../project.ts';
import { makeDirectory, writeFailure } from '../report/reports-directory.ts';
import { installationsFor, startEmbeddedMock } from './embedded-mock.ts';
import { type Plan, type PlannedCase, type PlannedRequest, planOf } from './planned-run.ts';

export interface PlanOptions {
  readonly baseUrl: string;
  readonly configuration: TargetConfiguration;
  readonly spec: string | undefined;
  readonly selection: Selection;
}

/**
 * Plans a run: executes the cases of the run on an embedded mock, with the kinds of fixtures that the configuration
 * contains, and counts the requests.
 *
 * Planning sends no request to the target. The number of requests of a case depends on the responses of the target. For
 * a nonconforming target, a run may send more requests than planned to find the reason of a failure, or omit planned
 * requests if a required record cannot be created.
 */
export async function makePlan({ baseUrl, configuration, spec, selection }: PlanOptions): Promise<Plan> {
  const { apiKey: key = SEEDED_API_KEY } = configuration;
  await using mock = await startEmbeddedMock({ port: 0, apiKeys: [key], ...(spec !== undefined && { spec }) });
  // The plan does not run the provision hook, so it assumes that the hook creates all fixtures.
  const configuredFixtures = configuration.provision
    ? undefined
    : (configuration.fixtures as ServiceFixtures | undefined);
  const installations = Math.max(installationsFor(selection), configuredFixtures?.installations?.length ?? 0);
  const fixtures = matchingFixtures(configuredFixtures, await seededFixtures(mock.url, installations));
  const target = {
    baseUrl: mock.url,
    standsFor: baseUrl,
    apiKey: key,
    fixtures,
    presumed: false,
    runId: randomBytes(4).toString('hex'),
    timeoutMs: 10_000,
  };
  const suite = await suiteAt(spec ?? OPENAPI_FILE, spec === undefined);
  const { contract } = suite;
  const { requirements } = suite.rules;
  const trace = tracer(contract);
  const creating = new Set(contract.operations.filter(creationOf).map(({ operationId }) => operationId));
  const cases: PlannedCase[] = [];
  let sent: PlannedRequest[] = [];
  await runCases(suite, target, {
    // The plan executes one case at a time, so that it can assign each request to its case.
    concurrency: 1,
    selection,
    onExchange: (request, answer, operation) => {
      const forbidden = Object.values(request.headers).includes(forbiddenKeyOf(fixtures) ?? '\0');
      sent.push({
        operationId: operation?.operationId,
        status: forbidden ? 403 : (answer?.status ?? 0),
        ...(operation && answer && responseFor(operation, answer.status)?.status === 'default' && { isDefault: true }),
        // A request that the suite abandons has no effect.
        trace: answer && trace(request, answer, operation),
      });
    },
    onCase: ({ rules }) => {
      cases.push({ rules, requests: sent });
      sent = [];
    },
  });
  const { title, version: contractVersion, sha256 } = contract.document;
  const facts = {
    suite: { name, version },
    contract: { title, version: contractVersion, sha256 },
    target: { baseUrl },
    ...(selection.exploration && { exploration: selection.exploration }),
  };
  const configured = (configuredFixtures ?? fixtures).installations?.length ?? 0;
  return planOf(facts, cases, requirements, {
    others: 1,
    configured,
    creating,
    apart: Object.fromEntries(
      FIXTURES.filter(({ otherThan }) => otherThan).map(({ name }) => [
        name,
        addressesOf((fixtures as Fixtures)[name]),
      ]),
    ),
  });
}

/**
 * Fixtures of the mock that replace the configured fixtures of the target in a plan. If the configuration lacks a
 * fixture, the cases of the plan do not get this fixture from the mock.
 */
function matchingFixtures(configured: ServiceFixtures | undefined, seeded: ServiceFixtures): ServiceFixtures {
  if (!configured) return seeded;
  const entries = FIXTURES.map(({ name, shape }) => {
    const [own, other] = [(configured as Fixtures)[name], (seeded as Fixtures)[name]];
    if (own === undefined) return [name, undefined];
    if (shape === 'key') return [name, `forbidden-${randomBytes(8).toString('hex')}`];
    return [name, shape === 'consumed' ? addressesOf(other).slice(0, addressesOf(own).length) : other];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Writes `plan.json`. @returns its path @throws UnwritableError */
export async function writePlan(plan: Plan, directory: string): Promise<string> {
  const path = join(directory, 'plan.json');
  try {
    await makeDirectory(directory);
    await writeFile(path, `${JSON.stringify(plan, null, 2)}\n`);
  } catch (error) {
    throw writeFailure(path, error);
  }
  return path;
}
