import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Case } from '../../engine/case.ts';
import { quotedKey } from '../../engine/request/key-places.ts';
import type { OperationRequest } from '../../engine/request/request.ts';
import type { Scope } from '../../engine/scope.ts';
import { fixture } from '../fixtures.ts';
import { operationOf } from '../jwt-keys/actions.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './operations.ts';
import { CONTRADICTIONS, field } from './shapes.ts';

type Rejection = readonly [
  id: string,
  rules: readonly string[],
  /** Makes a request invalid. The body has a valid field first. */
  invalidate: (
    body: { groupRef: string; fields: Readonly<Record<string, readonly JsonObject[]>> },
    scope: Scope,
  ) => Partial<OperationRequest>,
];

const REJECTIONS: readonly Rejection[] = [
  ['without-api-key', ['auth-rejected'], () => ({ apiKey: undefined })],
  ['unknown-api-key', ['auth-rejected'], (_, { session }) => ({ apiKey: quotedKey(session.target) })],
  ['media-type', [], () => ({ contentType: 'text/plain' })],
  ['text-behind', [], (body) => ({ raw: `${JSON.stringify(body)}}` })],
  [
    'second-field',
    [],
    ({ fields, ...body }) => ({
      body: { ...body, fields: { ...fields, contact: [...(fields.contact ?? []), { fieldName: 'x' }] } },
    }),
  ],
  [
    'second-object',
    [],
    ({ fields, ...body }) => ({
      body: { ...body, fields: { ...fields, zebra: [field('x', { stringOptions: { length: 0 } })] } },
    }),
  ],
  ...CONTRADICTIONS.map(
    (stringOptions, index): Rejection => [
      `contradiction-${index}`,
      [],
      ({ fields, ...body }) => ({
        body: { ...body, fields: { ...fields, contact: [...(fields.contact ?? []), field('x', { stringOptions })] } },
      }),
    ],
  ),
  [
    'field-twice',
    [],
    ({ fields, ...body }) => ({
      body: { ...body, fields: { ...fields, zebra: [field('x'), field('x', { valueType: 'number' })] } },
    }),
  ],
  ['empty-group', [], (body) => ({ body: { ...body, groupRef: '' } })],
  ['nonexistent-project', [], () => ({ params: { projectIdOrName: randomUUID() } })],
];

/**
 * Cases for D16: a rejected upsert stores nothing. `action` in the next response shows this, on targets whose `action`
 * depends on the stored state (D66).
 */
export function* metadataUnchanged(): Generator<Case> {
  for (const operationId of [INTEGRATION_FORM, PROVIDER_FORM]) {
    for (const by of ['id', 'name'] as const) {
      yield {
        id: `metadata/${operationId}/rejected/by-${by}`,
        title: `${operationId} stores nothing from a rejected request under the ${by} of a project`,
        rules: ['rejected-unchanged', 'auth-rejected'],
        run: (scope) => storesNothing(scope, operationId, by),
      };
    }
  }
}

async function storesNothing(scope: Scope, operationId: string, by: 'id' | 'name'): Promise<void> {
  const operation = operationOf(scope, operationId);
  const params = { projectIdOrName: fixture(scope.session, 'project')[by] };
  const groupRef = scope.session.runName('conformance');
  const bodyOf = (name: string) => ({ groupRef, fields: { contact: [field(name)] } });
  const upsert = async (name: string) => actionOf(await scope.send({ operation, params, body: bodyOf(name) }), name);
  const control = scope.session.uniqueIdentifier('conformanceField');
  const [first, second] = [await upsert(control), await upsert(control)];
  scope.holds('rejected-unchanged', 'auth-rejected');
  if (first !== 'create' || second === undefined || second === 'create') return;
  for (const [id, rules, invalidate] of REJECTIONS) {
    const name = scope.session.uniqueIdentifier('conformanceField');
    const answer = await scope.send({ operation, params, body: bodyOf(name), ...invalidate(bodyOf(name), scope) });
    if (answer.status < 400 || answer.status >= 500) continue;
    const action = await upsert(name);
    const message = `a field exists, although the target rejected its upsert with ${answer.status} (${id})`;
    if (action !== undefined)
      scope.check(['rejected-unchanged', ...rules], action === 'create', message, 'create', action);
  }
}

/** The action in the result of one field of the object `contact`. */
export function actionOf(answer: Answer, name: string): string | undefined {
  const { json } = answer;
  const fields = isSuccess(answer) && isObject(json) ? json.fields : undefined;
  const ofObject = isObject(fields) ? fields.contact : undefined;
  const result = isObject(ofObject) ? ofObject[name] : undefined;
  return isObject(result) && typeof result.action === 'string' ? result.action : undefined;
}
