import type { Operation } from '../../src/contract/operation.ts';
import type { Case } from './case.ts';
import { validBody } from './request.ts';
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
 * Fixtures that nobody named and that the target does not know are marked as missing.
 */
export const preflight: Case = {
  title: 'the operations are found under /v1',
  rules: ['D01'],
  run: async (scope) => {
    const { session } = scope;
    const statuses: number[] = [];
    const redirects: string[] = [];
    for (const [operationId, fixture, params] of PROBES) {
      const operation = session.contract.operation(operationId);
      const answer = operation && (await probe(scope, operation, params));
      if (!answer) continue;
      statuses.push(answer.status);
      if (answer.status === 404 && session.target.presumed) session.markMissing(fixture);
      if (answer.status >= 300 && answer.status < 400) redirects.push(answer.headers.location ?? 'nowhere');
      else if (answer.status !== 404) scope.holds('D01');
      else if (statuses.length === PROBES.length && statuses.every((status) => status === 404)) {
        scope.broken(
          'D01',
          `nothing is found under ${session.target.baseUrl}${session.contract.basePath}`,
          'an operation of the contract',
          describe(answer),
        );
        session.stop = { reason: 'unknown', message: 'nothing is found under /v1 (D01)' };
      }
    }
    if (redirects.length > 0 && redirects.length === statuses.length) {
      scope.broken(
        'D01',
        'every operation is answered with a redirect, which the suite never follows: give the base URL that it leads to',
        'an answer of the operation',
        `a redirect to ${redirects[0]}`,
      );
      session.stop = { reason: 'unknown', message: 'every operation is answered with a redirect (D01)' };
    }
  },
};

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
