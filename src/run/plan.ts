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
import { creationOf } from '../contract/document/effects.ts';
import { responseFor } from '../contract/document/operation.ts';
import { OPENAPI_FILE } from '../project.ts';
import { makeDirectory, writeFailure } from '../report/reports-directory.ts';
import { installationsFor, startEmbeddedMock } from './embedded-mock.ts';
import { type Plan, type PlannedCase, type PlannedRequest, planOf } from './planned-run.ts';
import { name, version } from './version.ts';

export interface PlanOptions {
  readonly baseUrl: string;
  readonly configuration: TargetConfiguration;
  readonly spec: string | undefined;
  readonly selection: Selection;
}

/**
 * Rehearses the run on an embedded mock that has the same kinds of fixtures, and tells what went over the wire.
 *
 * The target is sent nothing. What the cases do depends on answers: at a target that does not conform, they may
 * send more to find out what is wrong, or less where what they need cannot be made.
 */
export async function makePlan({ baseUrl, configuration, spec, selection }: PlanOptions): Promise<Plan> {
  const { apiKey: key = SEEDED_API_KEY } = configuration;
  await using mock = await startEmbeddedMock({ port: 0, apiKeys: [key], ...(spec !== undefined && { spec }) });
  // What a hook would make is not known before: all of it.
  const named = configuration.provision ? undefined : (configuration.fixtures as ServiceFixtures | undefined);
  const installations = Math.max(installationsFor(selection), named?.installations?.length ?? 0);
  const fixtures = likeThose(named, await seededFixtures(mock.url, installations));
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
    // One after the other, so that each request is known to be of this case.
    concurrency: 1,
    selection,
    onExchange: (request, answer, operation) => {
      const forbidden = Object.values(request.headers).includes(forbiddenKeyOf(fixtures) ?? '\0');
      sent.push({
        operationId: operation?.operationId,
        status: forbidden ? 403 : (answer?.status ?? 0),
        ...(operation && answer && responseFor(operation, answer.status)?.status === 'default' && { isDefault: true }),
        trace: trace(request, answer, operation),
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
  const configured = (named ?? fixtures).installations?.length ?? 0;
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

/** Fixtures of the mock in place of the configured ones; a missing fixture is missing here, too. */
function likeThose(configured: ServiceFixtures | undefined, seeded: ServiceFixtures): ServiceFixtures {
  if (!configured) return seeded;
  const like = FIXTURES.map(({ name, shape }) => {
    const [own, other] = [(configured as Fixtures)[name], (seeded as Fixtures)[name]];
    if (own === undefined) return [name, undefined];
    if (shape === 'key') return [name, `forbidden-${randomBytes(8).toString('hex')}`];
    return [name, shape === 'consumed' ? addressesOf(other).slice(0, addressesOf(own).length) : other];
  });
  return Object.fromEntries(like.filter(([, value]) => value !== undefined));
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
