import type { Contract } from '../../src/contract/contract.ts';
import type { Example, Operation } from '../../src/contract/document/operation.ts';
import type { JsonObject } from '../../src/contract/json.ts';
import { tokens } from '../../src/contract/json-pointer.ts';
import type { Answer } from '../../src/run-result/wire.ts';
import { type Place, places, replaced } from '../engine/bodies/body-places.ts';
import { answerTo, assertSingle, isSingle, judgedBy, nameOf, withoutRepair } from '../engine/bodies/rejected-body.ts';
import { isLimit, loosened } from '../engine/bodies/relaxed-limits.ts';
import { type Breach, type Broken, breaches } from '../engine/bodies/violating-values.ts';
import type { Case } from '../engine/case.ts';
import { addressInTurn } from '../engine/request/addressed-by-name.ts';
import { fresh } from '../engine/request/request.ts';
import { bodyOf, violationsOf } from '../engine/request/samples.ts';
import type { Scope } from '../engine/scope.ts';

/**
 * Cases for `malformed-body`: each constraint of the request schema is violated alone, in the largest possible example.
 * The target must accept the unchanged example.
 */
export function* refusesBody(contract: Contract, operation: Operation): Generator<Case> {
  const content = bodyOf(contract, operation);
  if (!content?.schema) return;
  const { schema } = content.schema;
  const done = new Set<string>();
  for (const example of content.examples.toSorted((a, b) => size(b.value) - size(a.value))) {
    for (const place of places(contract.root, schema, example.value)) {
      for (const breach of breaches(contract.root, example.value, place)) {
        const id = `${operation.operationId}/rejects-body/${nameOf(breach)}/${breach.id}`;
        if (done.has(breach.alike ?? id)) continue;
        // Alternatives of a schema may accept the value, or other constraints may reject it too.
        if (!isSingle(breach, violationsOf(contract, operation, breach.body))) continue;
        done.add(breach.alike ?? id);
        yield refused(contract, operation, schema, { ...breach, example }, { id, turn: done.size });
      }
    }
  }
}

function refused(
  contract: Contract,
  operation: Operation,
  schema: JsonObject,
  breach: Breach & { readonly example: Example },
  { id, turn }: { readonly id: string; readonly turn: number },
): Case {
  const { rules, statusRules } = judgedBy(contract, schema, breach);
  return {
    id,
    title: `${operation.operationId} rejects a body whose ${nameOf(breach)} ${breach.what}`,
    rules: [...new Set([...rules, ...statusRules])],
    operation,
    run: async (scope) => {
      const body = withoutRepair(breach, fresh(scope.session, schema, breach.body));
      assertSingle(contract, operation, breach, body);
      await scope.twin(operation, breach.example);
      const params = await addressInTurn(scope, operation, turn);
      const answer = await answerTo(scope, operation, body, params);
      const about = answer.status === 422 ? await withoutLimits(scope, operation, schema, breach, body) : answer;
      scope.refused(about ?? answer, 400, `${nameOf(breach)} ${breach.what}`, rules, statusRules);
    },
  };
}

/** Sends the invalid value again without limits from other properties, which may also cause a 422. */
async function withoutLimits(
  scope: Scope,
  operation: Operation,
  schema: JsonObject,
  breach: Broken,
  body: unknown,
): Promise<Answer | undefined> {
  const { contract } = scope.session;
  const path = tokens(breach.pointer);
  const isBeside = (place: Place) =>
    place.path.length === path.length &&
    place.path.at(-1) !== path.at(-1) &&
    place.path.slice(0, -1).every((token, index) => token === path[index]);
  const limits = [...places(contract.root, schema, body)].filter((place) => isBeside(place) && isLimit(place));
  if (limits.length === 0) return undefined;
  const loose = limits.reduce((changed, place) => replaced(changed, place.path, loosened(place)), body);
  assertSingle(contract, operation, breach, loose);
  return answerTo(scope, operation, loose);
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}
