import type { Answer } from '../../../src/run-result/wire.ts';
import { failureOf } from '../../engine/probe.ts';
import { operationExists } from '../../engine/request/operation-exists.ts';
import type { Scope } from '../../engine/scope.ts';
import { operationOf } from '../jwt-keys/actions.ts';
import { INTEGRATION_FORM } from '../metadata/operations.ts';

export const INTEGRATION_GONE = 'the integration no longer exists after the deletion of its installations';

/**
 * Reports D82 if the target does not find the integration, although the run has deleted an installation of this
 * integration.
 *
 * @param answer the response to an upsert of object metadata
 */
export async function reportLostIntegration(scope: Scope, answer: Answer): Promise<void> {
  const { contract, deletions } = scope.session;
  if (answer.status !== 404 || !contract.operation('deleteInstallation')) return;
  if (deletions.of(operationOf(scope, 'deleteInstallation')).length === 0) return;
  if ((await failureOf(scope, operationExists(operationOf(scope, INTEGRATION_FORM)))) === undefined)
    scope.broken('D82', INTEGRATION_GONE, '200', answer);
}
