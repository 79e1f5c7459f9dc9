import type { Answer } from '../../../src/run-result/wire.ts';
import type { Scope } from '../../engine/scope.ts';
import { operationOf } from '../jwt-keys/actions.ts';

export const INTEGRATION_GONE = 'the integration no longer exists after the deletion of its installations';

/**
 * Reports D82 if the target does not find the integration, although the run has deleted an installation of this
 * integration.
 */
export function reportLostIntegration(scope: Scope, answer: Answer): void {
  const { contract, deletions } = scope.session;
  if (answer.status !== 404 || !contract.operation('deleteInstallation')) return;
  if (deletions.of(operationOf(scope, 'deleteInstallation')).length > 0)
    scope.broken('D82', INTEGRATION_GONE, '200', answer);
}
