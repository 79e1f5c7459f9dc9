import type { Contract } from '../../../src/contract/contract.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { append, tokens } from '../../../src/contract/json-pointer.ts';
import { type Operation, successOf } from '../../../src/contract/operation.ts';
import { rulesAt } from '../../../src/contract/schema-walk.ts';
import type { Case } from '../case.ts';
import { fresh } from '../request.ts';
import { primaryRule, statusRule } from '../rules.ts';
import { boundaries, openStrings } from './boundaries.ts';
import { places, replaced } from './places.ts';

/** What every implementation must take: each example, the least, the most, the edges, what is left open. */
export function* accepts(contract: Contract, operation: Operation): Generator<Case> {
  const content = operation.requestBody?.content[0];
  if (!content?.schema) {
    if (!isDestructive(operation) && successOf(operation)) yield plain(operation);
    return;
  }
  const { schema } = content.schema;
  const examples = content.examples.map(({ value }) => value).toSorted((a, b) => size(a) - size(b));
  const [least, most] = [examples[0], examples.at(-1)];
  for (const { name, value } of content.examples) {
    yield accepted(operation, schema, `takes the example ${name}`, value, [primaryRule(operation)]);
  }
  if (least === undefined) return;
  yield accepted(operation, schema, 'takes the least that is required', smallest(contract, schema, least), [
    primaryRule(operation),
  ]);
  yield* edges(contract, operation, schema, examples);
  const open = openStrings(places(contract.root, schema, most));
  if (open.length > 0) {
    const changed = open.reduce((body, path) => replaced(body, path, 'another-value'), most);
    const rules = [...new Set(open.flatMap((path) => rulesAt(contract.root, schema, path, 'type')))];
    yield accepted(operation, schema, 'takes any string where the interface only shows one', changed, rules);
  }
  yield ignoresUnknown(contract, operation, schema, most);
}

/** An operation without a body: the bare request. */
function plain(operation: Operation): Case {
  return {
    title: `${operation.operationId} succeeds`,
    rules: [primaryRule(operation)],
    operation,
    run: async (scope) => {
      scope.accepted(await scope.send({ operation }), operation, 'the request is valid');
    },
  };
}

/** Deleting takes what cannot be made again: the behaviours do it, once, with care. */
function isDestructive({ method, parameters }: Operation): boolean {
  return method === 'DELETE' && parameters.some(({ fixture }) => fixture !== undefined);
}

function accepted(
  operation: Operation,
  schema: JsonObject,
  what: string,
  body: unknown,
  rules: readonly string[],
): Case {
  return {
    title: `${operation.operationId} ${what}`,
    rules: [...new Set([...rules, ...statusRule(operation)])],
    operation,
    run: async (scope) => {
      const answer = await scope.send({ operation, body: fresh(scope.session, schema, body) });
      scope.accepted(answer, operation, 'the body is valid', rules);
    },
  };
}

function* edges(
  contract: Contract,
  operation: Operation,
  schema: JsonObject,
  examples: readonly unknown[],
): Generator<Case> {
  const done = new Set<string>();
  for (const example of examples) {
    for (const place of places(contract.root, schema, example)) {
      for (const boundary of boundaries(example, place)) {
        const key = schemaPath(contract, schema, boundary.pointer) + boundary.keyword + boundary.what;
        if (done.has(key)) continue;
        done.add(key);
        yield edge(contract, operation, schema, boundary, place.path);
      }
    }
  }
}

function edge(
  contract: Contract,
  operation: Operation,
  schema: JsonObject,
  boundary: ReturnType<typeof boundaries> extends Generator<infer B> ? B : never,
  path: readonly string[],
): Case {
  const rules = rulesAt(contract.root, schema, path, boundary.keyword);
  const name = path.join('.');
  return {
    title: `${operation.operationId} takes a body whose ${name} ${boundary.what}`,
    rules: rules.length > 0 ? rules : [primaryRule(operation)],
    operation,
    run: async (scope) => {
      const body = boundary.body(scope.session);
      const edgeValue = path.reduce<unknown>((value, token) => (value as JsonObject)[token], body);
      const sent = replaced(fresh(scope.session, schema, body), path, edgeValue);
      const answer = await scope.send({ operation, body: sent });
      if (boundary.mayConflict && answer.status === 409) return scope.holds(...rules);
      scope.accepted(answer, operation, `${name} ${boundary.what}, which is allowed`, rules);
    },
  };
}

/** D10: at the root and in the innermost object that the schema describes. */
function ignoresUnknown(contract: Contract, operation: Operation, schema: JsonObject, most: unknown): Case {
  const objects = [...places(contract.root, schema, most)].filter(
    ({ value, nodes }) => isObject(value) && nodes.some((node) => isObject(node.properties)),
  );
  const deepest = objects.toSorted((a, b) => b.path.length - a.path.length)[0]?.path ?? [];
  return {
    title: `${operation.operationId} ignores unknown properties`,
    rules: ['D10'],
    operation,
    run: async (scope) => {
      const body = [[], deepest].reduce<unknown>(
        (value, path) => replaced(value, [...path, 'x_unknown'], 'to be ignored'),
        most,
      );
      const answer = await scope.send({ operation, body: fresh(scope.session, schema, body) });
      scope.accepted(answer, operation, `the body holds x_unknown at / and ${append('', ...deepest) || '/'}`, ['D10']);
    },
  };
}

/** Only what is required, with the values of the example; of an array the first item, of a map the first member. */
export function smallest(contract: Contract, schema: JsonObject, example: unknown): unknown {
  let body = example;
  for (const { path, nodes, value } of [...places(contract.root, schema, example)]) {
    if (Array.isArray(value) && value.length > 1) body = replaced(body, path, value.slice(0, 1));
    if (!isObject(value) || !nodes.some((node) => isObject(node.properties))) continue;
    const required = new Set(nodes.flatMap((node) => (Array.isArray(node.required) ? node.required.map(String) : [])));
    for (const name of Object.keys(value)) {
      const isNeeded = required.has(name) || required.size === 0;
      if (!isNeeded) body = replaced(body, [...path, name], undefined);
    }
  }
  return body;
}

/** Array items and map members of one kind count once. */
function schemaPath(contract: Contract, schema: JsonObject, pointer: string): string {
  return `${contract.document.sha256}${JSON.stringify(schema)}${tokens(pointer)
    .map((token) => (/^\d+$/.test(token) ? '*' : token))
    .join('/')}`;
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}
