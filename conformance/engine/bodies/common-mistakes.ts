import type { Contract } from '../../../src/contract/contract.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { keyword } from '../../../src/contract/schema/schema-walk.ts';
import { isSuccess } from '../../connection/answer.ts';
import { validBody } from '../request/request.ts';
import { bodyOf, largestExample } from '../request/samples.ts';
import type { Scope } from '../scope.ts';
import { type Place, places, replaced } from './body-places.ts';

/** A change that makes a valid body one that mistakes the contract, and the rule that says so. */
interface Mistake {
  readonly rule: string;
  readonly make: (body: unknown) => unknown;
}

/**
 * The rules of what the operation takes in place of the contract (`x-mistaken`): one mistake alone, or all together.
 * None where it takes no such body either. To be asked where a valid body was rejected; asked once in a run.
 */
export function mistakenRules(scope: Scope, operation: Operation): Promise<string[]> {
  const { session } = scope;
  return session.once(`mistaken ${operation.operationId}`, async () => {
    const takes = async (chosen: readonly Mistake[]) => {
      const body = chosen.reduce((made, { make }) => make(made), validBody(session, operation));
      return isSuccess(await scope.send({ operation, body }));
    };
    // Who also takes what is right rejects a body for something else.
    if (await takes([])) return [];
    const all = [...mistakesOf(session.contract, operation)];
    for (const one of all) if (await takes([one])) return [one.rule];
    return all.length > 1 && (await takes(all)) ? [...new Set(all.map(({ rule }) => rule))] : [];
  });
}

function* mistakesOf(contract: Contract, operation: Operation): Generator<Mistake> {
  const schema = bodyOf(contract, operation)?.schema?.schema;
  const example = largestExample(contract, operation);
  if (!schema || !example) return;
  for (const place of places(contract.root, schema, example.value)) {
    const mistakes = keyword(place.nodes, 'x-mistaken');
    for (const mistake of Array.isArray(mistakes) ? mistakes.filter(isObject) : []) {
      if (typeof mistake.rule === 'string')
        yield { rule: mistake.rule, make: (body) => mistaken(body, place, mistake) };
    }
  }
}

/** The body with the wrong value at the place, or with the place under a wrong name. */
function mistaken(body: unknown, { path, value }: Place, { name, value: wrong }: JsonObject): unknown {
  if (wrong !== undefined) return replaced(body, path, wrong);
  return replaced(replaced(body, path, undefined), path.with(-1, String(name)), value);
}
