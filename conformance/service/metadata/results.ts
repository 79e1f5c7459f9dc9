import type { Operation } from '../../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Scope } from '../../engine/scope.ts';
import { operationOf } from '../jwt-keys/actions.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './operations.ts';
import type { Fields } from './shapes.ts';

/** A missing result in the response to an upsert, or `success` with the value false. */
interface MissingPart {
  readonly rule: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/**
 * Tests D61: the response has a result for each field of the request, under the object of the field. A result that is
 * missing only in the upsert for a provider also breaks D62.
 */
export async function expectComplete(
  scope: Scope,
  operation: Operation,
  fields: Fields,
  { json }: Answer,
): Promise<void> {
  if (!isObject(json)) return;
  const found = missingParts(fields, json);
  const rules = ['D60', 'D61'].filter((rule) => !found.some((part) => part.rule === rule));
  scope.holds(...rules);
  if (found.length === 0) return;
  const alone =
    operation.operationId === PROVIDER_FORM &&
    (await scope.sideRequests(() => integrationFormIsComplete(scope, fields)));
  for (const { rule, message, expected, actual } of found) {
    for (const one of alone ? ['D62', rule] : [rule]) scope.broken(one, message, expected, actual);
  }
}

export async function integrationFormAccepts(scope: Scope, fields: Fields): Promise<boolean> {
  const operation = operationOf(scope, INTEGRATION_FORM);
  const answer = await scope.send({ operation, body: { groupRef: scope.session.runName('conformance'), fields } });
  return isSuccess(answer);
}

/** Sends the body twice, since a server may respond differently if the fields already exist. */
async function integrationFormIsComplete(scope: Scope, fields: Fields): Promise<boolean> {
  const operation = operationOf(scope, INTEGRATION_FORM);
  const body = { groupRef: scope.session.runName('conformance'), fields };
  for (const answer of [await scope.send({ operation, body }), await scope.send({ operation, body })]) {
    const { status, json } = answer;
    if (status !== 200 || !isObject(json) || missingParts(fields, json).length > 0) return false;
  }
  return true;
}

/**
 * The missing results in the response to an upsert. The function ignores violations of the schema, which another check
 * reports.
 */
function missingParts(fields: Fields, json: JsonObject): MissingPart[] {
  const found: MissingPart[] = [];
  if (json.success === false) {
    found.push({
      rule: 'D60',
      message: '`success` of an accepted upsert is false; expected true',
      expected: 'true',
      actual: 'false',
    });
  }
  const results = json.fields;
  if (!isObject(results)) return found;
  const sent = Object.entries(fields).flatMap(([object, ofObject]) =>
    ofObject.map(({ fieldName }) => [object, String(fieldName)] as const),
  );
  const objects = Object.keys(fields).filter((object) => !Object.hasOwn(results, object));
  if (objects.length > 0 && sent.every(([object]) => !objects.includes(object))) {
    const message = 'the response has no results for some sent objects';
    const expected = `${Object.keys(fields).length} objects`;
    found.push({ rule: 'D61', message, expected, actual: `none for ${objects.slice(0, 3).join(', ')}` });
  }
  const missing = sent.filter(([object, name]) => {
    const ofObject = Object.hasOwn(results, object) ? results[object] : undefined;
    return !isObject(ofObject) || !Object.hasOwn(ofObject, name);
  });
  if (missing.length > 0) {
    const none = missing.slice(0, 3).map((path) => path.join('.'));
    const message = 'the response has no results for some sent fields';
    found.push({ rule: 'D61', message, expected: `${sent.length} results`, actual: `none for ${none.join(', ')}` });
  }
  return found;
}
