import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { append, tokens, valueAt } from '../../src/contract/json-pointer.ts';
import { keyword } from '../../src/contract/schema/schema-walk.ts';
import { type BodyPlace, places, replaced } from '../engine/bodies/body-places.ts';
import { assertSingle, isSingle, nameOf, rulesOfViolation, sendInvalid } from '../engine/bodies/rejected-body.ts';
import type { InvalidValue } from '../engine/bodies/violating-values.ts';
import type { Case } from '../engine/case.ts';
import { validBody } from '../engine/request/request.ts';
import { bodyOf, largestExample, violationsOf } from '../engine/request/samples.ts';

/**
 * Cases for `malformed-body` with the name of a required property in another letter case. A name in another letter case
 * is a different name in JSON (RFC 8259 §8.3), but some libraries treat both as the same name. The cases test one
 * required property in each object of the body.
 */
export function* rejectsNames(contract: Contract, operation: Operation): Generator<Case> {
  const schema = bodyOf(contract, operation)?.schema?.schema;
  const example = largestExample(contract, operation);
  if (!schema || !example) return;
  for (const place of places(contract.root, schema, example.value)) {
    const name = requiredMember(place);
    if (name === undefined) continue;
    const other = otherCase(name);
    if (other === name) continue;
    const pointer = append('', ...place.path, name);
    const invalid = { pointer, keyword: 'required', id: 'other-case', what: `is spelled \`${other}\``, required: true };
    const renamed = [...place.path, other];
    // If the schema forbids unknown properties, the changed name violates a second constraint, and the case is omitted.
    const body = withName(example.value, invalid, renamed);
    if (isSingle(invalid, violationsOf(contract, operation, body)))
      yield rejectionCase(contract, operation, schema, invalid, renamed);
  }
}

function rejectionCase(
  contract: Contract,
  operation: Operation,
  schema: JsonObject,
  invalid: InvalidValue,
  renamed: readonly string[],
): Case {
  const { rules, statusRules } = rulesOfViolation(contract, schema, invalid);
  const what = `${nameOf(invalid)} ${invalid.what}`;
  return {
    id: `${operation.operationId}/rejects-name/${renamed.join('.')}`,
    title: `${operation.operationId} rejects a body whose ${what}`,
    rules: [...new Set([...rules, ...statusRules])],
    operation,
    run: async (scope) => {
      const body = withName(validBody(scope.session, operation), invalid, renamed);
      assertSingle(contract, operation, invalid, body);
      await scope.requireAccepted(operation);
      scope.rejected(await sendInvalid(scope, operation, body), 400, what, rules, statusRules);
    },
  };
}

function withName(valid: unknown, { pointer }: InvalidValue, renamed: readonly string[]): unknown {
  return replaced(replaced(valid, tokens(pointer), undefined), renamed, valueAt(valid, pointer));
}

/** The name of the first required property that the object has; undefined if there is none. */
function requiredMember({ nodes, value }: BodyPlace): string | undefined {
  const required = keyword(nodes, 'required');
  if (!Array.isArray(required) || !isObject(value)) return undefined;
  return required.map(String).find((name) => Object.hasOwn(value, name));
}

/** The property name with its first letter in the other letter case. */
function otherCase(name: string): string {
  const first = name.charAt(0);
  return (first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()) + name.slice(1);
}
