import type { Contract } from '../../../src/contract/contract.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { keyword } from '../../../src/contract/schema/schema-walk.ts';
import { isSuccess } from '../../connection/answer.ts';
import { validBody } from '../request/request.ts';
import { bodyOf, largestExample } from '../request/samples.ts';
import type { Scope } from '../scope.ts';
import { type BodyPlace, places, replaced } from './body-places.ts';

/**
 * A common misunderstanding of the contract: `make` changes a valid body to the body that a client with this
 * misunderstanding sends, and `rule` is the ID of the rule that the changed body breaks.
 */
interface Mistake {
  readonly rule: string;
  readonly make: (body: unknown) => unknown;
}

/**
 * The IDs of the rules whose common mistakes (`x-mistaken`) the target makes. A target makes a mistake if it rejects a
 * valid body, but accepts a body with the mistake or with all mistakes. The suite calls the function after the
 * rejection of a valid body. The function sends its requests only once per run.
 */
export function rulesOfMistakes(scope: Scope, operation: Operation): Promise<string[]> {
  const { session } = scope;
  return session.once(`mistaken ${operation.operationId}`, async () => {
    const accepts = async (chosen: readonly Mistake[]) => {
      const body = chosen.reduce((made, { make }) => make(made), validBody(session, operation));
      return isSuccess(await scope.send({ operation, body }));
    };
    // If the target accepts a second valid body without a common mistake, a common mistake is not the reason why the
    // target rejected the first valid body.
    if (await accepts([])) return [];
    const all = [...mistakesOf(session.contract, operation)];
    for (const one of all) if (await accepts([one])) return [one.rule];
    return all.length > 1 && (await accepts(all)) ? [...new Set(all.map(({ rule }) => rule))] : [];
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
        yield { rule: mistake.rule, make: (body) => withMistake(body, place, mistake) };
    }
  }
}

/** A copy of the body with a common mistake: a wrong value, or a wrong name, of the given property. */
function withMistake(body: unknown, { path, value }: BodyPlace, { name, value: wrong }: JsonObject): unknown {
  if (wrong !== undefined) return replaced(body, path, wrong);
  return replaced(replaced(body, path, undefined), path.with(-1, String(name)), value);
}
