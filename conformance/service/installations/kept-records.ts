import { isSuccess } from '../../connection/answer.ts';
import type { Scope } from '../../engine/scope.ts';
import { Untestable } from '../../engine/untestable.ts';
import { KeyActions } from '../jwt-keys/actions.ts';
import { keysChangeWithOthers } from '../jwt-keys/key-pair.ts';
import { kidOf } from '../jwt-keys/kid.ts';
import { INTEGRATION_FORM } from '../metadata/operations.ts';
import { field } from '../metadata/shapes.ts';
import { actionOf } from '../metadata/unchanged.ts';
import type { Outcome } from './deletion.ts';
import { INTEGRATION_GONE, reportLostIntegration } from './lost-integration.ts';

/**
 * Stores a metadata field in the integration before a deletion. No operation reads a field, so only another upsert
 * shows whether the field still exists. Reports D82 if the integration no longer exists after an earlier deletion.
 *
 * @returns a function that tests whether the integration and its field still exist; undefined if the target finds no
 * integration
 */
export async function storedField(scope: Scope): Promise<(() => Promise<void>) | undefined> {
  const operation = scope.session.contract.operation(INTEGRATION_FORM);
  if (!operation || !scope.session.has('integration')) return undefined;
  const name = scope.session.uniqueIdentifier('conformanceField');
  const body = { groupRef: scope.session.runName('conformance'), fields: { contact: [field(name)] } };
  const upsert = () => scope.send({ operation, body });
  const first = await upsert();
  await reportLostIntegration(scope, first);
  if (first.status === 404) return undefined;
  const before = actionOf(await upsert(), ['contact', name]);
  return async () => {
    const answer = await upsert();
    scope.check('D82', answer.status !== 404, INTEGRATION_GONE, '200', '404');
    // If the first upsert of the field did not respond with the `action` `create`, the `action` of a later upsert does
    // not show whether the field exists (D66).
    if (actionOf(first, ['contact', name]) !== 'create' || before === undefined || before === 'create') return;
    const isCreated = actionOf(answer, ['contact', name]) === 'create';
    scope.check(
      'D82',
      !isCreated,
      'a metadata field of the integration no longer exists after the deletion of its installations',
      before,
      'create',
    );
  };
}

/** Tests D82: the deletion of an installation does not change a JWT key of the project. */
export async function keepsKeys(scope: Scope, act: () => Promise<Outcome>): Promise<Outcome> {
  const keys = new KeyActions(scope);
  const kid = kidOf(await keys.tryRegister());
  if (kid === undefined) return act();
  const read = (label: string) => keys.patch(kid, ['label'], { label });
  const before = await read(scope.session.uniqueName('Before'));
  const outcome = await act();
  if (!isSuccess(before) || outcome !== 'removed') return outcome;
  const after = await read(scope.session.uniqueName('After'));
  const [was, is] = [before, after].map((answer) => (answer.json as { active?: unknown } | undefined)?.active);
  const stays = isSuccess(after) && was === is;
  // If the JWT key also changes without a deletion, the change does not prove that the deletion is faulty.
  if (!stays && (await alwaysChanges(keys))) return outcome;
  scope.check(
    'D82',
    stays,
    'the deletion of the installation changes a JWT key of the project',
    `200, active ${was}`,
    `${after.status}, active ${is}`,
  );
  return outcome;
}

async function alwaysChanges(keys: KeyActions): Promise<boolean> {
  try {
    return await keysChangeWithOthers(keys);
  } catch (error) {
    if (error instanceof Untestable) return true;
    throw error;
  }
}
