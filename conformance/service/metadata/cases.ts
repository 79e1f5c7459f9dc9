import type { Operation } from '../../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { describe, isSuccess } from '../../connection/answer.ts';
import type { Case } from '../../engine/case.ts';
import { addressForTurn, addressParams, otherAddressParams } from '../../engine/request/addressed-by-name.ts';
import type { Scope } from '../../engine/scope.ts';
import { operationOf } from '../jwt-keys/actions.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './operations.ts';
import { expectComplete, integrationFormAccepts } from './results.ts';
import { CONTRADICTIONS, type Fields, field, SHAPES, UNSUPPORTED_OBJECTS } from './shapes.ts';

/** The places of an upsert: the suffix of the ID of a case, words for its title, and the path parameters. */
const PLACES = {
  id: { suffix: '', words: '', params: () => ({}) },
  name: {
    suffix: '/by-name',
    words: ' under the name of the project',
    params: (scope: Scope, operation: Operation) => addressForTurn(scope, operation, 1),
  },
  other: {
    suffix: '/of-another-record',
    words: ' of another integration or project',
    params: async (scope: Scope, operation: Operation) => (await otherAddressParams(scope, operation)).at(-1) ?? {},
  },
} as const;

/**
 * Cases for both upserts of object metadata (§4.1, §4.2): each field of the request has a result, and a repeated upsert
 * succeeds.
 */
export function* metadata(): Generator<Case> {
  for (const operationId of [INTEGRATION_FORM, PROVIDER_FORM]) {
    // D62: the upsert for a provider responds like the upsert for an integration.
    const form = operationId === INTEGRATION_FORM ? 'D60' : 'D62';
    for (const [[id, what, make, rule = form, isOpen], by] of SHAPES.flatMap((shape) =>
      (['id', 'name', ...(shape === SHAPES[0] ? (['other'] as const) : [])] as const).map((by) => [shape, by] as const),
    )) {
      yield {
        id: `metadata/${operationId}/results/${id}${PLACES[by].suffix}`,
        title: `${operationId} returns results for ${what}${PLACES[by].words}`,
        rules: [...new Set([form, rule, 'D61'])],
        run: async (scope) => {
          const operation = operationOf(scope, operationId);
          const fields = make((prefix = 'conformanceField') => scope.session.uniqueIdentifier(prefix));
          const answer = await scope.send({
            operation,
            params: await PLACES[by].params(scope, operation),
            body: { groupRef: scope.session.runName('conformance'), fields },
          });
          // The service decides the maximum size of a body, so a 413 is not a failure.
          if (isOpen && [413, 422].includes(answer.status)) return;
          if (answer.status >= 400) {
            await scope.requireAccepted(operation);
            const isSame = rule === 'D62' && !(await integrationFormAccepts(scope, fields));
            scope.require(!isSame, `upsertIntegrationObjectMetadata also rejects ${what}`);
          }
          if (scope.accepted(answer, operation, `a body with ${what} is valid`, [rule])) {
            scope.holds(form);
            await expectComplete(scope, operation, fields, isOpen ? withoutSuccess(answer) : answer);
          }
        },
      };
    }
    yield {
      id: `metadata/${operationId}/letterCase`,
      title: `${operationId} returns results for names that differ only in letter case`,
      rules: ['D61'],
      run: async (scope) => {
        const operation = operationOf(scope, operationId);
        const name = scope.session.uniqueIdentifier('conformanceField');
        const fields = {
          contact: [`${name}_a`, `${name}_A`].map((one) => field(one)),
          custom_object: [field(name)],
          Custom_Object: [field(name)],
        };
        const body = { groupRef: scope.session.runName('conformance'), fields };
        const answer = await scope.send({ operation, body });
        // A service may treat two names that differ only in letter case as one repeated name (D68).
        if (isSuccess(answer)) await expectComplete(scope, operation, fields, answer);
      },
    };
    for (const [id, what, name] of UNSUPPORTED_OBJECTS) {
      yield {
        id: `metadata/${operationId}/object/${id}`,
        title: `${operationId} rejects an object ${what} or returns its results, without a server error`,
        rules: ['D15', 'D61'],
        run: async (scope) => {
          const fields = { contact: [field(scope.session.uniqueIdentifier('conformanceField'))] };
          const body = JSON.stringify({ groupRef: scope.session.runName('conformance'), fields });
          const raw = body.replace('"contact"', JSON.stringify(name));
          const operation = operationOf(scope, operationId);
          const answer = await scope.send({ operation, raw }, 'survival');
          const sent = JSON.parse(raw) as { fields: Fields };
          if (isSuccess(answer)) await expectComplete(scope, operation, sent.fields, withoutSuccess(answer));
          else scope.holds('D61');
        },
      };
    }
    yield {
      id: `metadata/${operationId}/contradictions`,
      title: `${operationId} rejects contradictory \`stringOptions\` or returns results for them, without a server error`,
      rules: ['D15'],
      run: async (scope) => {
        const operation = operationOf(scope, operationId);
        for (const stringOptions of CONTRADICTIONS) {
          const fields = { contact: [field(scope.session.uniqueIdentifier('conformanceField'), { stringOptions })] };
          const body = { groupRef: scope.session.runName('conformance'), fields };
          const answer = await scope.send({ operation, body });
          if (isSuccess(answer)) await expectComplete(scope, operation, fields, withoutSuccess(answer));
        }
      },
    };
    yield {
      id: `metadata/${operationId}/again`,
      title: `${operationId} accepts a repeated upsert, an upsert with one more field, and an upsert with a changed field`,
      rules: ['D63', 'D61', 'D12'],
      run: (scope) => again(scope, operationOf(scope, operationId)),
    };
    yield {
      id: `metadata/${operationId}/groups`,
      title: `${operationId} accepts any \`groupRef\``,
      rules: ['D60'],
      run: async (scope) => {
        const operation = operationOf(scope, operationId);
        const fields = { contact: [field(scope.session.uniqueIdentifier('conformanceField'))] };
        for (const name of ['conformance-1', 'Gruppe 2 / グループ', 'long-name-'.repeat(10)]) {
          const groupRef = scope.session.runName(name);
          const answer = await scope.send({ operation, body: { groupRef, fields } });
          if (answer.status >= 400) await scope.requireAccepted(operation);
          scope.accepted(answer, operation, '`groupRef` is any string that the caller chooses', ['D60']);
        }
      },
    };
  }
}

/**
 * A copy of the response without `success`, since a service may set `success` to false for an upsert without fields.
 */
function withoutSuccess({ json, ...answer }: Answer): Answer {
  if (!isObject(json)) return { json, ...answer };
  const { success: _, ...rest } = json;
  return { ...answer, json: rest };
}

/**
 * Tests that repeated upserts of the same object metadata succeed (D63), and that metadata that was stored under the ID of
 * a project also exists under the name of the project (D12).
 */
async function again(scope: Scope, operation: Operation): Promise<void> {
  const name = () => scope.session.uniqueIdentifier('conformanceField');
  const one = field(name());
  const fields: Fields = { contact: [one, field(name())], account: [field(name())] };
  const send = (sent: Fields, group = 'conformance', params = {}) =>
    scope.send({ operation, params, body: { groupRef: scope.session.runName(group), fields: sent } });
  const first = await send(fields);
  if (!isSuccess(first)) return scope.untestable(['D63'], `the first upsert was rejected (${describe(first)})`);
  scope.holds('D12');
  const more = { ...fields, contact: [...(fields.contact ?? []), field(name())] };
  const rows: readonly (readonly [what: string, sent: Fields, isRepeated?: true])[] = [
    ['the same body', fields, true],
    ['one more field', more],
    ['the same body with one more field', more, true],
    ['one changed field', { contact: [{ ...one, displayName: 'Another name', description: 'New' }] }],
    ...OPTIONS.map((changes): [string, Fields] => ['another option', { contact: [{ ...one, ...changes }] }]),
    ['the first body', fields],
  ];
  // If the first upsert of the fields did not respond with the `action` `create`, the `action` of a later upsert does
  // not show whether a field exists (D66).
  let isShown = actionsOf(first).length > 0 && actionsOf(first).every((action) => action === 'create');
  for (const [what, sent, isRepeated] of rows) {
    const answer = await send(sent);
    if (answer.status >= 500)
      return scope.untestable(['D63'], `the target responds with ${answer.status} to a later upsert`);
    const message = `the target responds with ${answer.status} to a later upsert with ${what}; expected 200`;
    scope.check('D63', answer.status === 200, message, '200', answer);
    if (answer.status !== 200) continue;
    await expectComplete(scope, operation, sent, answer);
    const created = actionsOf(answer).filter((action) => action === 'create').length;
    if (sent === fields && isRepeated) isShown &&= created === 0;
    else if (isShown && isRepeated)
      scope.check('D63', created === 0, `an upsert with ${what} creates existing fields again`, '0', `${created}`);
  }
  const [, byName] = addressParams(scope.session, operation);
  if (isShown && byName) {
    const answer = await send(fields, 'conformance', byName);
    const created = actionsOf(answer).filter((action) => action === 'create').length;
    const message = "an upsert under the project's name creates fields that exist under the project's ID";
    scope.check('D12', created === 0, message, '0', `${created}`);
  }
  // Upserts the same fields twice with a second `groupRef`, which no earlier upsert of this case had.
  for (let time = 0; time < 2; time++) {
    const answer = await send(fields, 'conformance-other-group');
    if (scope.accepted(answer, operation, 'another group may have the same fields', ['D60']))
      await expectComplete(scope, operation, fields, answer);
  }
  // A service may accept or reject an upsert without fields (D67), but the response must be valid.
  await send({});
}

/** Changes of an existing field, each of which differs from the previous change in one option. */
const OPTIONS: readonly JsonObject[] = [
  { required: true },
  { required: false },
  { stringOptions: { length: 100 } },
  { stringOptions: { length: 50 } },
  { stringOptions: { length: 200, values: ['one', 'two'] } },
  { stringOptions: { length: 200, values: ['one', 'two', 'three'], defaultValue: 'one' } },
  { stringOptions: { length: 200, values: ['two'], defaultValue: 'two' } },
];

/** The actions in all results; empty if the service does not send actions. */
function actionsOf({ json }: Answer): unknown[] {
  const fields = isObject(json) && isObject(json.fields) ? json.fields : {};
  const results = Object.values(fields).flatMap((ofObject) => (isObject(ofObject) ? Object.values(ofObject) : []));
  return results.flatMap((result) => (isObject(result) && result.action !== undefined ? [result.action] : []));
}
