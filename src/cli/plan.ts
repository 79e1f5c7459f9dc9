import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Fixtures,
  SEEDED_API_KEY,
  type Selection,
  seededFixtures,
  type TargetConfiguration,
} from '../../conformance/index.ts';
import { traceOf } from '../../conformance/suite/leftovers.ts';
import { runCases } from '../../conformance/suite/run-cases.ts';
import { Contract } from '../contract/contract.ts';
import { loadDocument } from '../contract/document.ts';
import { responseFor } from '../contract/operation.ts';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../contract/project-files.ts';
import { loadRequirements } from '../contract/requirements.ts';
import { type Plan, type PlannedCase, type PlannedRequest, planOf } from '../report/plan.ts';
import { makeDirectory, writeFailure } from '../report/reports-directory.ts';
import { startEmbeddedMock } from './embedded-mock.ts';
import { installationsFor } from './exploration-flags.ts';
import { name, version } from './version.ts';

export interface PlanOptions {
  readonly baseUrl: string;
  readonly configuration: TargetConfiguration;
  readonly apiKey: string | undefined;
  readonly spec: string | undefined;
  readonly selection: Selection;
}

/**
 * Rehearses the run on an embedded mock that has the same kinds of fixtures, and tells what went over the wire.
 *
 * The target is sent nothing. What the cases do depends on answers: at a target that does not conform, they may
 * send more to find out what is wrong, or less where what they need cannot be made.
 */
export async function makePlan({ baseUrl, configuration, apiKey, spec, selection }: PlanOptions): Promise<Plan> {
  const key = apiKey ?? configuration.apiKey ?? SEEDED_API_KEY;
  await using mock = await startEmbeddedMock({ port: 0, apiKeys: [key], ...(spec !== undefined && { spec }) });
  // What a hook would make is not known before: all of it.
  const named = configuration.provision ? undefined : configuration.fixtures;
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
  const file = spec ?? OPENAPI_FILE;
  const contract = new Contract(await loadDocument(file, { trusted: file === OPENAPI_FILE }));
  const requirements = loadRequirements(REQUIREMENTS_FILE);
  const cases: PlannedCase[] = [];
  let sent: PlannedRequest[] = [];
  await runCases(contract, requirements, target, {
    // One after the other, so that each request is known to be of this case.
    concurrency: 1,
    selection,
    onExchange: (request, answer, operation) => {
      const forbidden = Object.values(request.headers).includes(fixtures.forbiddenApiKey ?? '\0');
      sent.push({
        operationId: operation?.operationId,
        status: forbidden ? 403 : (answer?.status ?? 0),
        ...(operation && answer && responseFor(operation, answer.status)?.status === 'default' && { isDefault: true }),
        trace: traceOf(request, answer, operation),
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
  return planOf(facts, cases, requirements, { others: 1, configured, fixtures });
}

/** Fixtures of the mock in the place of those that are configured; what is missing there is missing here. */
function likeThose(configured: Fixtures | undefined, seeded: Fixtures): Fixtures {
  if (!configured) return seeded;
  const present = Object.entries(seeded).filter(([fixture]) => configured[fixture as keyof Fixtures] !== undefined);
  return {
    ...(Object.fromEntries(present) as Fixtures),
    ...(configured.installations && {
      installations: seeded.installations?.slice(0, configured.installations.length) ?? [],
    }),
    ...(configured.forbiddenApiKey !== undefined && { forbiddenApiKey: `forbidden-${randomBytes(8).toString('hex')}` }),
  };
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
