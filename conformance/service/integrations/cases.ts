import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../src/contract/json.ts';
import { isSuccess } from '../../connection/answer.ts';
import { replaced } from '../../engine/bodies/body-places.ts';
import type { Case } from '../../engine/case.ts';
import { textCase } from '../../engine/catalogue/text-cases.ts';
import { validBody } from '../../engine/request/request.ts';
import { bodyOf, largestExample } from '../../engine/request/samples.ts';
import { describe } from '../../engine/scope.ts';
import { fixture } from '../fixtures.ts';
import { operationOf } from '../jwt-keys/actions.ts';
import { INTEGRATION_FORM } from '../metadata/operations.ts';

/** A service that creates in the background has finished by then. */
const VISIBLE_MS = 300;

/** Such as a service of this kind may know. */
const PROVIDERS = ['hubspot', 'salesforce'];

/** §4.3: names are taken once in a project, and only by requests that were allowed. */
export function* integrations(): Generator<Case> {
  for (const by of ['id', 'name'] as const) {
    yield textCase({
      id: `integrations/create/name/by-${by}`,
      title: `createIntegration under the ${by} of a project`,
      // How long a name may be is left to the service.
      maxLength: 100,
      isUnique: true,
      accepted: 'D35',
      setter: async (scope) => {
        const operation = operationOf(scope, 'createIntegration');
        await scope.twin(operation);
        const params = { projectIdOrName: fixture(scope.session, 'project')[by] };
        return async (name) => {
          const body = { ...(validBody(scope.session, operation) as JsonObject), name };
          return { answer: await scope.send({ operation, params, body }) };
        };
      },
    });
  }
  yield {
    id: 'integrations/create/secondOfName',
    title: 'a second integration of one name in one project is rejected with 409',
    rules: ['D36', 'D31'],
    run: async (scope) => {
      const operation = operationOf(scope, 'createIntegration');
      const body = validBody(scope.session, operation) as JsonObject;
      const first = await scope.send({ operation, body });
      if (!isSuccess(first))
        return scope.untestable(['D36', 'D31'], `no integration could be created (${describe(first)})`);
      const { contract } = scope.session;
      const another = bodyOf(contract, operation)?.examples.find((one) => one !== largestExample(contract, operation));
      const unlike = validBody(scope.session, operation, another) as JsonObject;
      const second = await scope.send({ operation, body: { ...unlike, name: body.name } });
      if (second.status !== 409 && second.status >= 400) {
        const alone = await scope.send({ operation, body: unlike });
        scope.mustHold(isSuccess(alone), `such a body is rejected under a fresh name, too (${describe(alone)})`);
      }
      scope.refused(second, 409, 'an integration of this name exists', ['D36'], ['D36']);
      // One that is unknown to the service says nothing (D07).
      for (const provider of [scope.session.uniqueName('other'), ...PROVIDERS].filter((one) => one !== body.provider)) {
        const elsewhere = await scope.send({ operation, body: { ...body, provider } });
        const repeats = 'an integration of this name exists, for another provider';
        if (!scope.check('D36', !isSuccess(elsewhere), repeats, '409', elsewhere) || elsewhere.status === 409) break;
      }
      const name = String(body.name);
      for (const [part, what] of [
        [name.slice(0, -1), 'beginning'],
        [name.slice(1), 'end'],
      ]) {
        const third = await scope.send({ operation, body: { ...body, name: part } });
        scope.accepted(third, operation, `the name is only the ${what} of one that is taken`, ['D36']);
      }
      const long = scope.session.uniqueName().padEnd(63, '-');
      const [one, other] = ['a', 'b'].map((end) => ({ ...body, name: long + end }));
      // Whether names may be so long is left open.
      if (!isSuccess(await scope.send({ operation, body: one }))) return;
      const fourth = await scope.send({ operation, body: other });
      const message = 'a name of 64 characters that is another one at its end alone is taken';
      scope.check(['D36', 'D31'], fourth.status !== 409, message, '201', fourth);
    },
  };
  yield {
    id: 'integrations/create/ownName',
    title: 'an integration is taken for a second one by its own name, not by that of its content',
    rules: ['D36'],
    run: async (scope) => {
      const operation = operationOf(scope, 'createIntegration');
      const [one, other] = [validBody(scope.session, operation), validBody(scope.session, operation)];
      const first = await scope.send({ operation, body: one });
      if (!isSuccess(first)) return scope.untestable(['D36'], `no integration could be created (${describe(first)})`);
      // Whether the two names may differ is left open: such a rejection is none for a conflict.
      const free = await scope.send({ operation, raw: withContentName(other, nameOf(one)) });
      scope.check('D36', free.status !== 409, 'only the content has a name that is taken', '201', free);
      const taken = await scope.send({ operation, raw: withContentName(one, scope.session.uniqueName()) });
      const message = 'an integration of this name exists, though its content has another name';
      scope.check('D36', !isSuccess(taken), message, '409', taken);
    },
  };
  yield {
    id: 'integrations/create/otherAddress',
    title: 'an integration of the same name under the other address of the project is rejected with 409',
    rules: ['D36', 'D12'],
    run: async (scope) => {
      const operation = operationOf(scope, 'createIntegration');
      const body = validBody(scope.session, operation);
      const { id, name } = fixture(scope.session, 'project');
      const send = (projectIdOrName: string) => scope.send({ operation, body, params: { projectIdOrName } });
      const first = await send(id);
      if (!isSuccess(first)) return scope.untestable(['D36'], `no integration could be created (${describe(first)})`);
      const second = await send(name);
      if (second.status === 404) return scope.untestable(['D36'], 'the project is not found under its name');
      scope.refused(second, 409, 'an integration of this name exists in the project', ['D36'], ['D36']);
      if (second.status === 409) scope.holds('D12');
      // Where names conflict at all, the two addresses are not to the same effect.
      else if (isSuccess(second) && (await scope.aside(() => send(id))).status === 409)
        scope.broken('D12', "a name that is taken under the project's ID is free under its name", '409', second);
    },
  };
  yield {
    id: 'integrations/create/keptByConflict',
    title: 'an integration is still there after a second one of its name was rejected',
    rules: ['D36'],
    run: async (scope) => {
      const operation = operationOf(scope, 'createIntegration');
      const body = validBody(scope.session, operation);
      const first = await scope.send({ operation, body });
      if (!isSuccess(first)) return scope.untestable(['D36'], `no integration could be created (${describe(first)})`);
      const integrationId = first.headers.location?.split('/').at(-1);
      const use = (id: string) => {
        const upsert = operationOf(scope, INTEGRATION_FORM);
        return scope.send({
          operation: upsert,
          params: { integrationId: id },
          body: validBody(scope.session, upsert),
        });
      };
      // Only a service that names the integration shows it.
      const early = integrationId === undefined ? undefined : await use(integrationId);
      if (early?.status === 404) await sleep(VISIBLE_MS);
      scope.refused(await scope.send({ operation, body }), 409, 'an integration of this name exists', ['D36'], ['D36']);
      if (integrationId === undefined || early === undefined) return;
      if (!isSuccess(early)) {
        const isLate = early.status === 404 && isSuccess(await use(integrationId));
        scope.check('D31', !isLate, 'a new integration is not found at first', '200', early);
        return;
      }
      const answer = await use(integrationId);
      const message = 'a rejected integration removed the one that has the name';
      scope.check(['D36', 'rejected-unchanged'], answer.status !== 404, message, '200', answer);
    },
  };
  yield {
    id: 'integrations/create/otherProject',
    title: 'an integration of the same name in another project is no conflict',
    rules: ['D36', 'D31'],
    run: async (scope) => {
      const operation = operationOf(scope, 'createIntegration');
      const body = validBody(scope.session, operation);
      const params = { projectIdOrName: fixture(scope.session, 'otherProject').id };
      const first = await scope.send({ operation, body });
      if (!isSuccess(first)) return scope.untestable(['D36'], `no integration could be created (${describe(first)})`);
      const answer = await scope.send({ operation, body, params });
      // Whatever else is impossible in the other project, it is no conflict.
      if (answer.status === 422) return;
      scope.accepted(answer, operation, 'the name is free in this project', ['D36']);
    },
  };
}

function nameOf(body: unknown): unknown {
  return (body as JsonObject).name;
}

/** As text, in which nothing is repeated any more. */
function withContentName(body: unknown, name: unknown): string {
  return JSON.stringify(replaced(body, ['latestRevision', 'content', 'name'], name));
}
