import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import { forbiddenKeyOf } from '../../connection/fixture-kind.ts';
import type { Case } from '../../engine/case.ts';
import { waitUntilQuiet } from '../../engine/ledger/quiet.ts';
import { quotedKey } from '../../engine/request/key-places.ts';
import type { OperationRequest } from '../../engine/request/request.ts';
import type { Scope } from '../../engine/scope.ts';
import { fixture } from '../fixtures.ts';
import { reportLostIntegration } from '../installations/lost-integration.ts';
import { operationOf } from '../jwt-keys/actions.ts';
import { FieldRegister, type RejectedField } from './field-register.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './operations.ts';
import { CONTRADICTIONS, type Fields, field } from './shapes.ts';

const FORMS = [INTEGRATION_FORM, PROVIDER_FORM];

interface Upsert {
  readonly groupRef: string;
  readonly fields: Fields;
}

/**
 * Functions that change a valid upsert, so that the target must or may reject the upsert. The first field of the upsert
 * stays valid.
 */
const CHANGES: readonly ((body: Upsert, scope: Scope) => Partial<OperationRequest>)[] = [
  () => ({ apiKey: undefined }),
  (_, { session }) => ({ apiKey: quotedKey(session.target) }),
  (_, { session }) => ({ apiKey: forbiddenKeyOf(session.target.fixtures) }),
  () => ({ contentType: 'text/plain' }),
  (body) => ({ raw: `${JSON.stringify(body)}}` }),
  (body) => withFields(body, 'contact', [{ fieldName: 'x' }]),
  (body) => withFields(body, 'zebra', [field('x', { stringOptions: { length: 0 } })]),
  ...CONTRADICTIONS.map(
    (stringOptions) => (body: Upsert) => withFields(body, 'contact', [field('x', { stringOptions })]),
  ),
  (body) => withFields(body, 'zebra', [field('x'), field('x', { valueType: 'number' })]),
  (body) => ({ body: { ...body, groupRef: '' } }),
  () => ({ params: { projectIdOrName: randomUUID() } }),
];

function withFields({ fields, ...body }: Upsert, objectName: string, more: readonly JsonObject[]): { body: Upsert } {
  return { body: { ...body, fields: { ...fields, [objectName]: [...(fields[objectName] ?? []), ...more] } } };
}

/**
 * Cases that send upserts which the target rejects. The final cases of the run test that the target has stored nothing
 * from the rejected upserts.
 */
export function* rejectedMetadata(): Generator<Case> {
  for (const operationId of FORMS) {
    for (const by of ['id', 'name'] as const) {
      yield {
        id: `metadata/${operationId}/rejected/by-${by}`,
        title: `${operationId} responds without a server error to invalid upserts under the ${by} of a project`,
        rules: ['server-error'],
        run: async (scope) => {
          const operation = operationOf(scope, operationId);
          const params = { projectIdOrName: fixture(scope.session, 'project')[by] };
          for (const change of CHANGES) {
            const body = bodyOf([['contact', scope.session.uniqueIdentifier('conformanceField')]], groupOf(scope));
            await scope.send({ operation, params, body, ...change(body, scope) });
          }
        },
      };
    }
  }
}

/** Maximum number of fields that the case tests among the fields with the same `groupRef` and the same statuses. */
const MAX_FIELDS = 200;
/** Maximum number of fields in one request. */
const FIELDS_OF_REQUEST = 50;

/**
 * Cases for D16: the target has stored no field of a rejected upsert. The `action` in a later response shows whether
 * a field is stored, if the `action` of the target depends on the stored state (D66).
 */
export function* metadataAtTheEnd(): Generator<Case> {
  for (const operationId of FORMS) {
    yield {
      id: `metadata/${operationId}/ledger/rejected`,
      title: `${operationId} stores nothing from a rejected request`,
      tags: ['thorough'],
      rules: ['rejected-unchanged', 'auth-rejected'],
      run: (scope) => storesNothing(scope, operationId),
    };
  }
}

async function storesNothing(scope: Scope, operationId: string): Promise<void> {
  const operation = operationOf(scope, operationId);
  const upsert = (names: readonly FieldName[], group: string) => scope.send({ operation, body: bodyOf(names, group) });
  await waitUntilQuiet(scope.session);
  const control: FieldName = ['contact', scope.session.uniqueIdentifier('conformanceField')];
  const [first, second] = [await upsert([control], groupOf(scope)), await upsert([control], groupOf(scope))];
  if (operationId === INTEGRATION_FORM) await reportLostIntegration(scope, first);
  const later = actionOf(second, control);
  scope.holds('rejected-unchanged', 'auth-rejected');
  if (actionOf(first, control) !== 'create' || later === undefined || later === 'create') return;
  const rejected = scope.session.observer(FieldRegister).rejected(operationId, scope.session.target.runId);
  const kindOf = ({ statuses, groupRef }: RejectedField) => JSON.stringify([[...statuses].toSorted(), groupRef]);
  for (const [, fields] of Map.groupBy(rejected, kindOf)) {
    for (let start = 0; start < Math.min(fields.length, MAX_FIELDS); start += FIELDS_OF_REQUEST) {
      const part = fields.slice(start, start + FIELDS_OF_REQUEST);
      const answer = await upsert(part.map(nameOf), part[0]?.groupRef || groupOf(scope));
      const stored = part.find((one) => ![undefined, 'create'].includes(actionOf(answer, nameOf(one))));
      if (stored) reportStored(scope, stored, answer);
    }
  }
}

function reportStored(scope: Scope, stored: RejectedField, answer: Answer): void {
  const statuses = [...stored.statuses].toSorted();
  const message = `the field ${stored.fieldName} exists, although the target rejected its upserts with ${statuses.join(' and ')}`;
  const rules = statuses.every((status) => status === 401) ? ['auth-rejected'] : [];
  for (const rule of ['rejected-unchanged', ...rules])
    scope.broken(rule, message, 'create', `${actionOf(answer, nameOf(stored))}`);
}

export type FieldName = readonly [objectName: string, fieldName: string];

function nameOf({ objectName, fieldName }: RejectedField): FieldName {
  return [objectName, fieldName];
}

function groupOf({ session }: Scope): string {
  return session.runName('conformance');
}

function bodyOf(names: readonly FieldName[], groupRef: string): Upsert {
  const byObject = Map.groupBy(names, ([objectName]) => objectName);
  const fields = [...byObject].map(([objectName, of]) => [objectName, of.map(([, fieldName]) => field(fieldName))]);
  return { groupRef, fields: Object.fromEntries(fields) };
}

/** The `action` in the result of one field. */
export function actionOf(answer: Answer, [objectName, fieldName]: FieldName): string | undefined {
  const { json } = answer;
  const fields = isSuccess(answer) && isObject(json) ? json.fields : undefined;
  const ofObject = isObject(fields) ? fields[objectName] : undefined;
  const result = isObject(ofObject) ? ofObject[fieldName] : undefined;
  return isObject(result) && typeof result.action === 'string' ? result.action : undefined;
}
