import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../src/contract/json.ts';
import { describe, isSuccess } from '../../connection/answer.ts';
import { replaced } from '../../engine/bodies/body-places.ts';
import type { Case } from '../../engine/case.ts';
import { textCase } from '../../engine/catalogue/text-cases.ts';
import { validBody } from '../../engine/request/request.ts';
import { bodyOf, largestExample } from '../../engine/request/samples.ts';
import { fixture } from '../fixtures.ts';
import { operationOf } from '../jwt-keys/actions.ts';
import { INTEGRATION_FORM } from '../metadata/operations.ts';

/** Time in milliseconds after which a service that creates integrations in the background has usually finished. */
const VISIBLE_MS = 300;
/** Pauses in milliseconds before the later attempts to use an integration that is not visible yet. */
const FURTHER_PAUSES_MS = [0, 500, 1000];

/** Names of providers that a service may know. */
const PROVIDERS = ['hubspot', 'salesforce'];

/** Pairs of endings for names: a database may treat two names that differ only in these endings as equal. */
const SIMILAR_ENDS = [
  [' 🍣', ' 🍺'],
  ['é', 'e'],
  ['ø', 'o'],
  ['-1', '_1'],
  ['', '%'],
  ['x', '.'],
  ['1', '1.0'],
  ['a b', 'a  b'],
] as const;

/** Lengths after which a database index or a hash function may ignore further characters of a name. */
const SIGNIFICANT_LENGTHS = [32, 64, 100, 128, 200, 255];

/**
 * Cases for createIntegration (§4.3): the name of an integration is unique in its project, and only accepted requests
 * reserve a name.
 */
export function* integrations(): Generator<Case> {
  for (const by of ['id', 'name'] as const) {
    yield textCase({
      id: `integrations/create/name/by-${by}`,
      title: `createIntegration under the ${by} of a project`,
      // The service decides the maximum length of a name, so a rejection is not a failure.
      maxLength: 100,
      isUnique: true,
      accepted: 'D35',
      setter: async (scope) => {
        const operation = operationOf(scope, 'createIntegration');
        await scope.requireAccepted(operation);
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
    title: 'createIntegration responds with 409 to a second integration with the same name in one project',
    rules: ['D36', 'D31'],
    run: async (scope) => {
      const operation = operationOf(scope, 'createIntegration');
      const body = validBody(scope.session, operation) as JsonObject;
      const first = await scope.send({ operation, body });
      if (!isSuccess(first))
        return scope.untestable(['D36', 'D31'], `no integration could be created (${describe(first)})`);
      const { contract } = scope.session;
      const another = bodyOf(contract, operation)?.examples.find((one) => one !== largestExample(contract, operation));
      const different = validBody(scope.session, operation, another) as JsonObject;
      const second = await scope.send({ operation, body: { ...different, name: body.name } });
      if (second.status !== 409 && second.status >= 400) {
        const alone = await scope.send({ operation, body: different });
        scope.require(isSuccess(alone), `the target also rejects the body with a fresh name (${describe(alone)})`);
      }
      scope.rejected(second, 409, 'an integration with this name exists', ['D36'], ['D36']);
      // The target may reject an unknown provider with another status than 409 (D07), so the case tries several
      // providers.
      for (const provider of [scope.session.uniqueName('other'), ...PROVIDERS].filter((one) => one !== body.provider)) {
        const elsewhere = await scope.send({ operation, body: { ...body, provider } });
        const repeats = 'the target accepts the name of an existing integration for another provider; expected 409';
        if (!scope.check('D36', !isSuccess(elsewhere), repeats, '409', elsewhere) || elsewhere.status === 409) break;
      }
      const name = String(body.name);
      for (const [part, what] of [
        [name.slice(0, -1), 'beginning'],
        [name.slice(1), 'end'],
      ]) {
        const third = await scope.send({ operation, body: { ...body, name: part } });
        scope.accepted(third, operation, `the name is only the ${what} of an existing name`, ['D36']);
      }
      const long = scope.session.uniqueName().padEnd(63, '-');
      const [one, other] = ['a', 'b'].map((end) => ({ ...body, name: long + end }));
      // The contract does not decide whether a service accepts very long names.
      if (!isSuccess(await scope.send({ operation, body: one }))) return;
      const fourth = await scope.send({ operation, body: other });
      const message =
        'the target rejects a name of 64 characters that differs from an existing one only in the last character';
      scope.check(['D36', 'D31'], fourth.status !== 409, message, '201', fourth);
    },
  };
  yield {
    id: 'integrations/create/similarNames',
    title: 'createIntegration accepts a name that differs from an existing one in one character',
    tags: ['thorough'],
    rules: ['D36', 'D31'],
    run: async (scope) => {
      const operation = operationOf(scope, 'createIntegration');
      const body = validBody(scope.session, operation) as JsonObject;
      const long = SIGNIFICANT_LENGTHS.map((length) => ['x'.repeat(length), `${'x'.repeat(length)}y`] as const);
      const pairs = [...SIMILAR_ENDS, ...long].map((ends) => {
        const name = scope.session.uniqueName();
        return ends.map((end) => name + end);
      });
      for (const [existing, different] of [...pairs, ...sameNumbers()]) {
        const first = await scope.send({ operation, body: { ...body, name: existing } });
        // The contract does not decide which characters a service accepts in a name.
        if (!isSuccess(first)) continue;
        const second = await scope.send({ operation, body: { ...body, name: different } });
        const message = `the target rejects the name ${different}, because ${existing} exists`;
        scope.check(['D36', 'D31'], second.status !== 409, message, '201', second);
      }
    },
  };
  yield {
    id: 'integrations/create/ownName',
    title: 'createIntegration detects a conflict by the name of the integration, not by the name of its content',
    rules: ['D36'],
    run: async (scope) => {
      const operation = operationOf(scope, 'createIntegration');
      const [one, other] = [validBody(scope.session, operation), validBody(scope.session, operation)];
      const first = await scope.send({ operation, body: one });
      if (!isSuccess(first)) return scope.untestable(['D36'], `no integration could be created (${describe(first)})`);
      // The contract does not decide whether `content.name` may differ from the name of the integration, so only a 409
      // is wrong.
      const free = await scope.send({ operation, raw: withContentName(other, nameOf(one)) });
      scope.check(
        'D36',
        free.status !== 409,
        'the target responds with 409, although only the name of the content exists',
        '201',
        free,
      );
      const taken = await scope.send({ operation, raw: withContentName(one, scope.session.uniqueName()) });
      const message = 'the target accepts the name of an existing integration with another content name; expected 409';
      scope.check('D36', !isSuccess(taken), message, '409', taken);
    },
  };
  yield {
    id: 'integrations/create/otherAddress',
    title: 'createIntegration responds with 409 to the same name under the other address of the project',
    rules: ['D36', 'D12'],
    run: async (scope) => {
      const operation = operationOf(scope, 'createIntegration');
      const { id, name } = fixture(scope.session, 'project');
      for (const [address, other] of [
        [id, name],
        [name, id],
      ] as const) {
        const body = validBody(scope.session, operation);
        const send = (projectIdOrName: string) => scope.send({ operation, body, params: { projectIdOrName } });
        const first = await send(address);
        if (!isSuccess(first)) return scope.untestable(['D36'], `no integration could be created (${describe(first)})`);
        const second = await send(other);
        if (second.status === 404) return scope.untestable(['D36'], `the target does not find the project ${other}`);
        scope.rejected(second, 409, 'an integration with this name exists in the project', ['D36'], ['D36']);
        if (second.status === 409) scope.holds('D12');
        // If names conflict under one address, both addresses must have the same result.
        else if (isSuccess(second) && (await scope.sideRequests(() => send(address))).status === 409)
          scope.broken(
            'D12',
            `a name that exists under the address ${address} of the project is free under ${other}`,
            '409',
            second,
          );
      }
    },
  };
  yield {
    id: 'integrations/create/keptByConflict',
    title: 'createIntegration keeps an integration after it rejected a second one with the same name',
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
      // Without `Location`, the suite has no address for a request about the integration.
      const early = integrationId === undefined ? undefined : await use(integrationId);
      if (early?.status === 404) await sleep(VISIBLE_MS);
      scope.rejected(
        await scope.send({ operation, body }),
        409,
        'an integration with this name exists',
        ['D36'],
        ['D36'],
      );
      if (integrationId === undefined || early === undefined) return;
      if (!isSuccess(early)) {
        let isLate = false;
        for (const pause of early.status === 404 ? FURTHER_PAUSES_MS : []) {
          if (isLate) break;
          await sleep(pause);
          isLate = isSuccess(await use(integrationId));
        }
        scope.check('D31', !isLate, 'the target does not find a new integration immediately', '200', early);
        return;
      }
      const answer = await use(integrationId);
      const message = 'a rejected integration removes the existing one with the same name';
      scope.check(['D36', 'rejected-unchanged'], answer.status !== 404, message, '200', answer);
    },
  };
  yield {
    id: 'integrations/create/otherProject',
    title: 'createIntegration accepts the same name in another project',
    rules: ['D36', 'D31'],
    run: async (scope) => {
      const operation = operationOf(scope, 'createIntegration');
      const body = validBody(scope.session, operation);
      const params = { projectIdOrName: fixture(scope.session, 'otherProject').id };
      const first = await scope.send({ operation, body });
      if (!isSuccess(first)) return scope.untestable(['D36'], `no integration could be created (${describe(first)})`);
      const answer = await scope.send({ operation, body, params });
      // The target may reject the creation in the second configured project with 422, for a reason that exists only in
      // the second project.
      if (answer.status === 422) return;
      if (!scope.accepted(answer, operation, 'no integration in this project has the name', ['D36'])) return;
      for (const address of [{}, params]) {
        const again = await scope.send({ operation, body, params: address });
        scope.rejected(again, 409, 'the project has an integration of this name', ['D36'], ['D36']);
      }
    },
  };
}

/** Pairs of different names that are equal as numbers. */
function sameNumbers(): string[][] {
  const number = () => randomInt(100_000_000, 1_000_000_000);
  const [one, other] = [number(), number()];
  return [
    [`${one}`, `0${one}`],
    [`${other}`, `${other}.0`],
  ];
}

function nameOf(body: unknown): unknown {
  return (body as JsonObject).name;
}

/**
 * The body as text, with another `latestRevision.content.name`. The suite would replace this name by the name of the
 * integration if the case sent a parsed body.
 */
function withContentName(body: unknown, name: unknown): string {
  return JSON.stringify(replaced(body, ['latestRevision', 'content', 'name'], name));
}
