import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { type Answer, isSuccess } from '../../target/answer.ts';
import type { Case } from '../case.ts';
import { validBody } from '../request.ts';
import { describe, type Scope } from '../scope.ts';
import { operationOf } from './jwt-key.ts';

const FORMS = ['upsertIntegrationObjectMetadata', 'upsertProviderObjectMetadata'];

/** §4.1, §4.2: each field that was sent has its result, and saying it again is no error. */
export function* metadata(): Generator<Case> {
  for (const operationId of FORMS) {
    const own = operationId === 'upsertProviderObjectMetadata' ? ['D62'] : [];
    yield {
      title: `${operationId} answers for every object and every field that was sent`,
      rules: ['D61', 'D60', ...own],
      run: async (scope) => {
        const operation = operationOf(scope, operationId);
        const body = severalObjects(scope);
        const answer = await scope.send({ operation, body });
        if (!scope.accepted(answer, operation, 'the body is valid', own.length > 0 ? own : ['D60'])) return;
        complete(scope, body, answer, ['D61', ...own]);
      },
    };
    yield {
      title: `${operationId} succeeds again with the same body, with one field more, and with one changed`,
      rules: ['D63', 'D61'],
      run: async (scope) => {
        const operation = operationOf(scope, operationId);
        const body = severalObjects(scope);
        const first = await scope.send({ operation, body });
        if (!isSuccess(first)) return scope.untestable(['D63'], `the first upsert was refused (${describe(first)})`);
        const [object, fields] = Object.entries(body.fields as JsonObject)[0] as [string, JsonObject[]];
        const more = {
          ...body,
          fields: { ...(body.fields as JsonObject), [object]: [...fields, field(scope, 'added')] },
        };
        const changed = { ...body, fields: { [object]: [{ ...fields[0], displayName: 'Another name' }] } };
        for (const [what, again] of [
          ['the same body', body],
          ['one field more', more],
          ['one field changed', changed],
          ['the same body', body],
        ] as const) {
          const answer = await scope.send({ operation, body: again });
          scope.check(
            'D63',
            answer.status === 200,
            `a later upsert of ${what} does not succeed with 200`,
            '200',
            describe(answer),
          );
          if (isSuccess(answer)) complete(scope, again, answer, ['D61', ...own]);
        }
      },
    };
    yield {
      title: `${operationId} takes another group, and names of other scripts`,
      rules: ['D60', 'D65'],
      run: async (scope) => {
        const operation = operationOf(scope, operationId);
        const name = scope.session.uniqueName('feld_größe_大きさ');
        const body = {
          groupRef: 'Gruppe 1 / グループ',
          fields: {
            contact: [{ ...field(scope, 'x'), fieldName: name, displayName: 'Größe 🔑', valueType: 'number' }],
          },
        };
        const answer = await scope.send({ operation, body });
        if (scope.accepted(answer, operation, 'the body is valid', ['D65']))
          complete(scope, body, answer, ['D61', ...own]);
      },
    };
  }
}

function severalObjects(scope: Scope): JsonObject {
  const body = validBody(scope.session, operationOf(scope, 'upsertIntegrationObjectMetadata')) as JsonObject;
  return {
    ...body,
    fields: {
      ...(body.fields as JsonObject),
      contact: ['a', 'b', 'c'].map((name) => field(scope, name)),
      account: [field(scope, 'd'), field(scope, 'e')],
    },
  };
}

function field(scope: Scope, name: string): JsonObject {
  return {
    fieldName: scope.session.uniqueName(`conformance_${name}`),
    displayName: 'Conformance',
    valueType: 'string',
    required: false,
  };
}

/** The result of each field is under its object, and nothing is there that was not sent. */
function complete(scope: Scope, body: JsonObject, answer: Answer, rules: readonly string[]): void {
  const results = isObject(answer.json) && isObject(answer.json.fields) ? answer.json.fields : {};
  const sent = Object.entries(body.fields as Record<string, JsonObject[]>).flatMap(([object, fields]) =>
    fields.map(({ fieldName }) => [object, String(fieldName)] as const),
  );
  const missing = sent.filter(([object, name]) => {
    const ofObject = Object.hasOwn(results, object) ? results[object] : undefined;
    return !isObject(ofObject) || !Object.hasOwn(ofObject, name);
  });
  scope.check(
    rules,
    missing.length === 0,
    'not every field that was sent has its result',
    `${sent.length} results`,
    `none for ${missing.map((path) => path.join('.')).join(', ')}`,
  );
  const success = isObject(answer.json) ? answer.json.success : undefined;
  const successRules = rules.includes('D62') ? ['D62'] : ['D60'];
  if (typeof success === 'boolean')
    scope.check(successRules, success, '`success` of an upsert that was accepted is false', 'true', 'false');
}
