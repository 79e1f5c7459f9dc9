import type { Answer } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import { succeedsByName } from '../../engine/request/addressed-by-name.ts';
import { otherBasePath } from '../../engine/request/base-path.ts';
import { toWire } from '../../engine/request/request.ts';
import type { Scope } from '../../engine/scope.ts';
import { configured, fixture } from '../fixtures.ts';
import { operationOf } from '../jwt-keys/actions.ts';

type Options = { apiKey?: string | undefined; params?: Readonly<Record<string, string>> };

/**
 * The result of a deletion: for example, `unknown` if the installation does not exist, and `elsewhere` if the target
 * serves the operation only under another base path than `/v1`.
 */
export type Outcome = 'removed' | 'unknown' | 'elsewhere' | 'refused' | '' | undefined;

export function remove(scope: Scope, installationId: string, options: Options = {}): Promise<Answer> {
  const operation = operationOf(scope, 'deleteInstallation');
  const { params, ...rest } = options;
  return scope.send({ operation, params: { installationId, ...params }, ...rest });
}

/** Tests that a deleted installation no longer exists, under the ID and the name of the project. */
export async function isGone(scope: Scope, id: string): Promise<void> {
  const { name } = fixture(scope.session, 'project');
  for (const params of [{}, { projectIdOrName: name }])
    scope.rejected(await remove(scope, id, { params }), 404, 'the installation was deleted before', ['D80'], ['D80']);
  const unknown = await remove(scope, id, { apiKey: scope.session.uniqueName('unknown') });
  scope.rejected(unknown, 401, 'the request has no known API key', ['D03'], ['D03']);
}

/** Tests that the deleted installation does not exist under another integration. */
export async function isNowhereElse(scope: Scope, id: string): Promise<void> {
  const { otherIntegration } = configured(scope.session);
  if (!otherIntegration) return;
  const answer = await remove(scope, id, { params: { integrationId: otherIntegration.id } });
  scope.rejected(
    answer,
    404,
    'the installation was deleted, and belonged to another integration',
    ['D82'],
    ['D82', 'D07'],
  );
}

/** Statuses of a concurrent deletion that does not succeed. A 429 says nothing about the installation. */
const REJECTED_AS = [404, 409, 429];

/**
 * Sends four concurrent deletions of an installation, under the ID and the name of the project. A faulty service accepts
 * several deletions (D80) if it finds the installation and deletes the installation in two separate steps.
 */
export async function removedOnce(scope: Scope, id: string): Promise<Outcome> {
  const { name } = fixture(scope.session, 'project');
  const underName = { params: { projectIdOrName: name } };
  const answers = await Promise.all([
    remove(scope, id),
    remove(scope, id, underName),
    remove(scope, id),
    remove(scope, id, underName),
  ]);
  const removals = answers.filter(isSuccess).length;
  if (removals > 0)
    scope.check(
      'D80',
      removals === 1,
      `${removals} of 4 concurrent deletions of one installation succeed`,
      '1 success',
      `${removals}`,
    );
  const other = answers.find(({ status }) => status >= 400 && status < 500 && !REJECTED_AS.includes(status));
  if (removals > 0 && other)
    scope.broken(
      'D80',
      `the target responds with ${other.status} to one of 4 concurrent deletions of one installation; expected 404 or 409`,
      '404 or 409',
      other,
    );
  const found = answers.find(isSuccess) ?? answers.find(({ status }) => status !== 404);
  return found === undefined ? isUnderName(scope, id) : acceptedDeletion(scope, found);
}

export async function removed(scope: Scope, id: string): Promise<Outcome> {
  const answer = await remove(scope, id);
  return answer.status === 404 ? isUnderName(scope, id) : acceptedDeletion(scope, answer);
}

/**
 * Deletes an installation under the name of the project. A 404 to the deletion under the name breaks D12 if a deletion
 * under the ID of the project succeeds.
 */
export async function byName(scope: Scope, id: string): Promise<Outcome> {
  const { name } = fixture(scope.session, 'project');
  const answer = await remove(scope, id, { params: { projectIdOrName: name } });
  if (answer.status !== 404) {
    const outcome = acceptedDeletion(scope, answer);
    if (outcome !== 'removed') return outcome;
    const again = await remove(scope, id);
    const message = 'the installation still exists under the ID of the project after a deletion under its name';
    // If an earlier deletion under the ID of the project left its installation in place (D80), the deletion under the
    // name breaks D80 only, not D12.
    const never = scope.findings.some(({ rule, result }) => rule === 'D80' && result === 'broken');
    scope.check(never ? 'D80' : ['D12', 'D80'], !isSuccess(again), message, '404', again);
    return outcome;
  }
  const outcome = await removed(scope, id);
  if (outcome === 'removed')
    scope.broken(
      'D12',
      'deleteInstallation finds the installation by the ID of the project, but not by the name',
      '204',
      answer,
    );
  return outcome;
}

/** Finds the cause of a 404: the ID of the project (D12), the base path `/v1` (D01), or a nonexistent installation. */
async function isUnderName(scope: Scope, id: string): Promise<Outcome> {
  const operation = operationOf(scope, 'deleteInstallation');
  const request = { operation, params: { installationId: id } };
  if (!(await succeedsByName(scope, request))) {
    const place = await otherBasePath(scope, await toWire(scope.session, request));
    if (place === undefined) return 'unknown';
    const { basePath } = scope.session.contract;
    scope.broken(
      'D01',
      `the target does not serve deleteInstallation under ${basePath}`,
      '204',
      `found under ${place}`,
    );
    return 'elsewhere';
  }
  const message = 'deleteInstallation finds the installation by the name of the project, but not by the ID';
  scope.broken('D12', message, '204 by ID', 'a 404 by ID, and a success by name');
  return 'removed';
}

function acceptedDeletion(scope: Scope, answer: Answer): Outcome {
  const operation = operationOf(scope, 'deleteInstallation');
  return scope.accepted(answer, operation, 'the installation exists', ['D80']) ? 'removed' : 'refused';
}
