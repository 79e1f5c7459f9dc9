import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import { isObject } from '../../src/contract/json.ts';
import { append, tokens } from '../../src/contract/json-pointer.ts';
import { keyword } from '../../src/contract/schema/schema-walk.ts';
import { places, replaced } from '../engine/bodies/body-places.ts';
import { assertSingle, isSingle, rulesOfViolation } from '../engine/bodies/rejected-body.ts';
import type { Case } from '../engine/case.ts';
import { toWire, validBody } from '../engine/request/request.ts';
import { bodyOf, largestExample, violationsOf } from '../engine/request/samples.ts';

/**
 * Cases for bodies that lack a required property, which the query contains instead. Some frameworks merge the
 * parameters of the query with the properties of the body.
 */
export function* rejectsQueries(contract: Contract, operation: Operation): Generator<Case> {
  const schema = bodyOf(contract, operation)?.schema?.schema;
  const example = largestExample(contract, operation)?.value;
  const [root] = schema && isObject(example) ? places(contract.root, schema, example) : [];
  const required = root && keyword(root.nodes, 'required');
  if (!schema || !isObject(example) || !Array.isArray(required)) return;
  for (const name of required.map(String).filter((one) => typeof example[one] === 'string')) {
    const what = `lacks \`${name}\`, which the query contains`;
    const invalid = { pointer: append('', name), keyword: 'required', id: 'in-the-query', what, required: true };
    const without = (body: unknown) => replaced(body, tokens(invalid.pointer), undefined);
    if (!isSingle(invalid, violationsOf(contract, operation, without(example)))) continue;
    const { rules, statusRules } = rulesOfViolation(contract, schema, invalid);
    yield {
      id: `${operation.operationId}/rejects-query/${name}`,
      title: `${operation.operationId} rejects a body that ${what}`,
      rules: [...new Set([...rules, ...statusRules])],
      operation,
      run: async (scope) => {
        await scope.requireAccepted(operation);
        const valid = validBody(scope.session, operation);
        const body = without(valid);
        assertSingle(contract, operation, invalid, body);
        const query = new URLSearchParams({ [name]: String(isObject(valid) && valid[name]) });
        const wire = await toWire(scope.session, { operation, body });
        const answer = await scope.sendWire({ ...wire, path: `${wire.path}?${query}` }, operation);
        scope.rejected(answer, 400, `the body ${what}`, rules, statusRules);
      },
    };
  }
}
