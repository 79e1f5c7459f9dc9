import type { Operation } from '../../src/contract/operation.ts';
import { type Answer, isSuccess } from '../target/answer.ts';
import type { Case } from './case.ts';
import { INSTEAD } from './key-places.ts';
import { toWire, validBody } from './request.ts';
import { describe, type Scope } from './scope.ts';
import { Untestable } from './session.ts';

/** Which operation shows that a fixture is known: by any answer but 404. */
const PROBES = [
  ['createJwtKey', 'project', {}],
  ['createInvite', 'org', {}],
  ['upsertIntegrationObjectMetadata', 'integration', {}],
  ['upsertProviderObjectMetadata', 'provider', {}],
  ['createJwtKey', 'otherProject', { projectIdOrName: 'otherProject' }],
  ['upsertIntegrationObjectMetadata', 'otherIntegration', { integrationId: 'otherIntegration' }],
] as const;

/**
 * D01, before all else: something under `/v1` knows something. Where everything is unknown, no other
 * case would say anything.
 *
 * The same is so where the API key is known nowhere.
 *
 * Fixtures that nobody named and that the target does not know are marked as missing.
 */
export const preflight: Case = {
  title: 'the operations are found under /v1',
  rules: ['D01', 'D02'],
  run: async (scope) => {
    const { session } = scope;
    const answers: Answer[] = [];
    for (const [operationId, fixture, params] of PROBES) {
      const operation = session.contract.operation(operationId);
      const answer = operation && (await probe(scope, operation, params));
      if (!answer) continue;
      answers.push(answer);
      if (answer.status === 404 && session.target.presumed) session.markMissing(fixture);
      if (!isElsewhere(answer) && answer.status !== 404) scope.holds('D01');
    }
    const last = answers.at(-1);
    if (!last) return;
    const areUnknown = answers.every(({ status }) => status === 404);
    if (areUnknown && session.target.presumed) {
      // That a target has another world than the mock is no fault of it.
      const message = `the target knows nothing of the mock's seed (${told(last)}), which a run without a configuration takes: name the fixtures of the target (--config), or its base URL`;
      session.stop = { reason: 'unknown', message };
    } else if (areUnknown) {
      scope.broken(
        'D01',
        `nothing is found under ${session.target.baseUrl}${session.contract.basePath}`,
        'an operation of the contract',
        describe(last),
      );
      session.stop = { reason: 'unknown', message: 'nothing is found under /v1 (D01)' };
    } else if (answers.every(isElsewhere)) {
      scope.broken(
        'D01',
        'every operation is answered with a redirect, which the suite never follows: give the base URL that it leads to',
        'an answer of the operation',
        `a redirect to ${answers[0]?.headers.location ?? 'nowhere'}`,
      );
      session.stop = { reason: 'unknown', message: 'every operation is answered with a redirect (D01)' };
    } else if (answers.every(isRefused)) {
      const place = await otherPlace(scope);
      if (place !== undefined) {
        scope.broken('D02', 'the API key counts where it has no business, and not in its header', 'X-Api-Key', place);
        session.stop = { reason: 'refused', message: `the target takes the API key ${place} alone (D02)` };
        return;
      }
      // Who is wrong, the target or whoever named the key, only they can say: nothing is broken by that.
      const message = `the target refuses the API key wherever it is asked (${told(last)}): is it the right one? It is that of --api-key, CONTRACT_API_KEY or apiKey in the configuration`;
      session.stop = { reason: 'refused', message };
    }
  },
};

function told(answer: Answer): string {
  return describe(answer).replace(/\.$/, '');
}

function isRefused({ status }: Answer): boolean {
  return status === 401 || status === 403;
}

/** Where the target looks for the key in place of its header; undefined where it finds it nowhere. */
async function otherPlace(scope: Scope): Promise<string | undefined> {
  const { session } = scope;
  const operation = session.contract.operations.find(({ apiKeys }) => apiKeys.length > 0);
  if (!operation) return undefined;
  const wire = await toWire(session, { operation, body: validBody(session, operation), apiKey: undefined });
  for (const [what, place] of INSTEAD) {
    const answer = await scope.sendWire({ ...wire, ...place(session.target.apiKey, wire) }, operation, 'survival');
    if (isSuccess(answer)) return what;
  }
  return undefined;
}

function isElsewhere({ status }: Answer): boolean {
  return status >= 300 && status < 400;
}

async function probe(
  scope: Scope,
  operation: Operation,
  params: Readonly<Record<string, 'otherProject' | 'otherIntegration'>>,
) {
  const { session } = scope;
  try {
    const ids = Object.fromEntries(
      Object.entries(params).map(([name, fixture]) => [name, session.fixture(fixture).id]),
    );
    return await scope.send({ operation, params: ids, body: validBody(session, operation) }, 'survival');
  } catch (error) {
    if (error instanceof Untestable) return undefined;
    throw error;
  }
}
