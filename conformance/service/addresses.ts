import type { Operation } from '../../src/contract/document/operation.ts';
import { quoted } from '../../src/contract/json.ts';
import { describe, isSuccess } from '../connection/answer.ts';
import type { Case } from '../engine/case.ts';
import { isRandomId, isSameId } from '../engine/catalogue/identifier-variants.ts';
import { failureOf } from '../engine/probe.ts';
import { toWire, validBody } from '../engine/request/request.ts';
import type { Scope } from '../engine/scope.ts';
import { fixture } from './fixtures.ts';
import { KeyActions, operationOf } from './jwt-keys/actions.ts';
import { keysAreFound, updatesAreKept } from './jwt-keys/probes.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './metadata/operations.ts';

const BY_PROJECT = ['createIntegration', INTEGRATION_FORM, PROVIDER_FORM, 'createJwtKey'];

/**
 * Cases that test that the ID and the name of a project address the same records (D12, D59), and that records of one
 * project are not visible under another project (D07).
 */
export function* projects(): Generator<Case> {
  for (const operationId of BY_PROJECT) {
    yield {
      id: `addresses/${operationId}/project`,
      title: `${operationId} has the same result with the name and the ID of a project`,
      rules: ['D12'],
      run: async (scope) => {
        const operation = operationOf(scope, operationId);
        const [byId, byName, again] = await underBoth(scope, operation, 'project');
        if (isSuccess(byId) || isSuccess(byName)) {
          const isSame = byName.status === byId.status;
          if (!isSame && isSuccess(byId) && (await again()).status === byName.status) {
            return scope.untestable(
              ['D12'],
              `a second ${operationId} fails even if both requests address the project by its ID`,
            );
          }
          const failed = [byId, byName].find(({ status }) => status >= 500);
          if (failed) return scope.untestable(['D12'], `${operationId} fails (${failed.status}, D15)`);
          for (const answer of [byId, byName].filter(isSuccess))
            scope.accepted(answer, operation, 'the project exists');
          scope.check(
            'D12',
            isSame,
            'requests with the name and with the ID of a project have different results',
            `by ID ${describe(byId)}`,
            `by name ${describe(byName)}`,
          );
        } else
          scope.untestable(
            ['D12'],
            `${operationId} fails with the ID and with the name of the project (${describe(byId)})`,
          );
      },
    };
  }
  for (const operationId of ['createIntegration', PROVIDER_FORM, 'createJwtKey']) {
    yield {
      id: `addresses/${operationId}/otherProject`,
      title: `${operationId} has the same result with the name and the ID of the second configured project`,
      rules: ['D12'],
      run: async (scope) => {
        const [byId, byName] = await underBoth(scope, operationOf(scope, operationId), 'otherProject');
        const found = [byId, byName].filter(({ status }) => status !== 404);
        // If the target rejects the request under the ID and under the name of the project, other cases report the
        // failure.
        if (!found.some(isSuccess)) return;
        const { name } = fixture(scope.session, 'otherProject');
        const message = `requests with the name and with the ID of the second configured project have different results. Check that the name of the second configured project is ${name}`;
        const expected = `by ID ${describe(byId)}`;
        scope.check('D12', found.length === 2, message, expected, `by name ${describe(byName)}`);
      },
    };
  }
  yield {
    id: 'addresses/createJwtKey/percentEncoded',
    title: 'createJwtKey accepts the name of a project with a percent-encoded letter',
    rules: ['D12'],
    run: async (scope) => {
      const operation = operationOf(scope, 'createJwtKey');
      const { name } = fixture(scope.session, 'project');
      const params = { projectIdOrName: name };
      const request = () => toWire(scope.session, { operation, params, body: validBody(scope.session, operation) });
      const plain = await scope.sendWire(await request(), operation);
      scope.require(isSuccess(plain), `the target registers no key under the name of the project (${describe(plain)})`);
      // The paths with and without percent-encoding are equivalent (RFC 3986 §6.2.2.2).
      const encoded = (segment: string) =>
        segment.replace(/(?<!%.?)[A-Za-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
      const place = `${scope.session.contract.basePath}${operation.path}`.split('/').indexOf('{projectIdOrName}');
      const wire = await request();
      const segments = wire.path.split('/').map((segment, index) => (index === place ? encoded(segment) : segment));
      const path = segments.join('/');
      const answer = await scope.sendWire({ ...wire, path }, operation);
      const message = 'the target does not find a project by its name with a percent-encoded letter';
      scope.check('D12', answer.status === plain.status, message, describe(plain), answer);
    },
  };
  for (const [from, to] of [
    ['name', 'id'],
    ['id', 'name'],
  ] as const) {
    yield {
      id: `addresses/jwtKeys/${from}-${to}`,
      title: `updateJwtKey finds a key under the ${to} of its project after a registration under the ${from}`,
      rules: ['D12', 'D57', 'D59'],
      run: async (scope) => {
        const keys = new KeyActions(scope);
        const project = fixture(scope.session, 'project');
        const kid = await keys.register({}, project[from]);
        const label = scope.session.uniqueName('By the other address');
        const answer = await keys.patch(kid, ['label'], { label }, { project: project[to] });
        if (!isSuccess(answer)) {
          const isThere = isSuccess(await keys.patch(kid, ['label'], { label }, { project: project[from] }));
          if (!isThere && answer.status >= 400) await scope.requireAccepted(keys.update);
          if (!isThere && (answer.status !== 404 || (await failureOf(scope, keysAreFound)) !== undefined)) {
            return scope.untestable(
              ['D12'],
              `the target updates the key neither under the ID nor under the name of its project (${describe(answer)})`,
            );
          }
          return scope.broken('D12', `the target does not find the key under the ${to} of its project`, '200', answer);
        }
        scope.holds('D12');
        const { projectId, active } = (answer.json ?? {}) as { projectId?: unknown; active?: unknown };
        if (typeof active === 'boolean') {
          scope.check(
            'D57',
            active,
            `\`active\` of a key registered under the ${from} of the project is false; expected true`,
            'true',
            'false',
          );
        }
        if (typeof projectId !== 'string') return;
        const isId = isSameId(projectId, project.id);
        scope.check(
          'D59',
          isId,
          '`projectId` of the key is not the UUID of its project',
          quoted(project.id),
          quoted(projectId),
        );
        const shown = (answer.json as { label?: unknown }).label;
        // If the response does not show the new label, other cases report the failure.
        if (shown !== label) return;
        const read = await keys.updated(kid, ['active'], { active: false }, project[from]);
        const lost = read.label === shown ? undefined : await failureOf(scope, updatesAreKept);
        if (lost !== undefined) return scope.untestable(['D12'], lost);
        scope.check(
          'D12',
          read.label === shown,
          `an update under the ${to} of the project is not visible under its ${from}`,
          quoted(label),
          quoted(read.label),
          { pointer: '/label' },
        );
        if (read.active !== false) return;
        const again = await keys.updated(kid, ['label'], { label: `${label} again` }, project[to]);
        if (again.active !== false && (await failureOf(scope, updatesAreKept)) !== undefined) return;
        scope.check(
          'D12',
          again.active === false,
          `an update under the ${from} of the project is not visible under its ${to}`,
          'false',
          quoted(again.active),
          { pointer: '/active' },
        );
      },
    };
  }
  yield {
    id: 'addresses/jwtKeys/otherProject',
    title: 'createJwtKey registers a key in the project of the path',
    rules: ['D12', 'D07', 'D57', 'D59'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      await scope.requireAccepted(keys.update);
      const other = fixture(scope.session, 'otherProject');
      const kid = await keys.register({}, other.name);
      const label = scope.session.uniqueName('Elsewhere');
      const answer = await keys.patch(kid, ['label'], { label }, { project: other.id });
      if (answer.status === 404) {
        const byId = await keys.register({}, other.id);
        const isFound = isSuccess(await keys.patch(byId, ['active'], { active: true }, { project: other.id }));
        const [rule, message] = isFound
          ? ['D12', 'a key registered under the name of another project is not in that project']
          : ['D07', 'a key registered in another project is not in that project'];
        return scope.broken(rule, message, '200', answer);
      }
      if (!isSuccess(answer)) return;
      scope.holds('D07', 'D12');
      const key = (answer.json ?? {}) as { projectId?: unknown; active?: unknown };
      if (typeof key.active === 'boolean')
        scope.check(
          'D57',
          key.active,
          '`active` of a new key in another project is false; expected true',
          'true',
          'false',
        );
      if (typeof key.projectId !== 'string') return;
      const isId = isSameId(key.projectId, other.id);
      scope.check(
        'D59',
        isId,
        '`projectId` of the key is not the UUID of the project in the path',
        quoted(other.id),
        quoted(key.projectId),
        { pointer: '/projectId' },
      );
    },
  };
  yield {
    id: 'addresses/integrations/notByName',
    title: `${INTEGRATION_FORM} does not find an integration by its name`,
    rules: ['D07'],
    run: async (scope) => {
      // A target whose IDs are words may use the name of an integration as its ID.
      if (!isRandomId(fixture(scope.session, 'integration').id)) return;
      const [create, operation] = [operationOf(scope, 'createIntegration'), operationOf(scope, INTEGRATION_FORM)];
      const integration = validBody(scope.session, create) as { name: string };
      const created = await scope.send({ operation: create, body: integration });
      scope.require(isSuccess(created), `no integration could be created (${describe(created)})`);
      await scope.requireAccepted(operation);
      const params = { integrationId: integration.name };
      const answer = await scope.send({ operation, params, body: validBody(scope.session, operation) });
      scope.rejected(
        answer,
        404,
        'no integration has this ID; the value is the name of an integration',
        ['D07'],
        ['D07'],
      );
    },
  };
  yield {
    id: 'addresses/integrations/otherProject',
    title: `${INTEGRATION_FORM} does not find an integration under another project`,
    rules: ['D07'],
    run: async (scope) => {
      const operation = operationOf(scope, INTEGRATION_FORM);
      const other = fixture(scope.session, 'otherProject');
      await scope.requireAccepted(operation);
      for (const project of [other.id, other.name]) {
        const answer = await scope.send({
          operation,
          params: { projectIdOrName: project },
          body: validBody(scope.session, operation),
        });
        scope.rejected(answer, 404, 'the integration belongs to another project', ['D07'], ['D07']);
      }
    },
  };
}

/**
 * Sends a valid request twice: with the ID, and with the name of the project in the path. Returns the response to the
 * request with the ID, the response to the request with the name, and a function that repeats the request with the ID.
 */
async function underBoth(scope: Scope, operation: Operation, project: 'project' | 'otherProject') {
  const { id, name } = fixture(scope.session, project);
  const send = (address: string) =>
    scope.send({ operation, params: { projectIdOrName: address }, body: validBody(scope.session, operation) });
  return [await send(id), await send(name), () => send(id)] as const;
}
