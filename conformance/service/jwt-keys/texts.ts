import { isObject } from '../../../src/contract/json.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Case } from '../../engine/case.ts';
import { textCase } from '../../engine/catalogue/text-cases.ts';
import { fixture } from '../fixtures.ts';
import { KeyActions } from './actions.ts';

/**
 * Cases for D45 and D50: labels of JWT keys, in requests with the ID and with the name of the project. The final case of the run
 * reads the created labels.
 */
export function* jwtKeyTexts(): Generator<Case> {
  for (const by of ['id', 'name'] as const) {
    yield textCase({
      id: `jwtKeys/create/label/by-${by}`,
      title: `createJwtKey under the ${by} of a project`,
      maxLength: 255,
      accepted: 'D50',
      setter: async (scope) => {
        const keys = new KeyActions(scope);
        await scope.requireAccepted(keys.create);
        const project = fixture(scope.session, 'project')[by];
        return async (label) => ({ answer: await keys.tryRegister({ label }, project) });
      },
    });
    yield textCase({
      id: `jwtKeys/update/label/by-${by}`,
      title: `updateJwtKey under the ${by} of a project`,
      maxLength: 255,
      accepted: 'D45',
      kept: ['D42', 'D46'],
      setter: async (scope) => {
        const keys = new KeyActions(scope);
        await scope.requireAccepted(keys.update);
        const project = fixture(scope.session, 'project')[by];
        const kid = await keys.register({}, project);
        return async (label) => {
          const answer = await keys.patch(kid, ['label'], { label }, { project });
          // A response may show a value that the target does not store, so the ledger also compares the next response.
          if (by === 'id' && isSuccess(answer)) await keys.patch(kid, ['active'], { active: true }, { project });
          const shown = isObject(answer.json) ? answer.json.label : undefined;
          return { answer, ...(isSuccess(answer) && { shown }) };
        };
      },
    });
  }
}
