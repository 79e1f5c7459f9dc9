import type { Operation } from '../../src/contract/document/operation.ts';
import { isObject } from '../../src/contract/json.ts';
import type { Exploration } from '../../src/run-result/exploration.ts';
import type { Case } from '../engine/case.ts';
import { largestExample } from '../engine/request/samples.ts';
import type { RuleBook } from '../engine/rules/rule-book.ts';
import type { RulePackFactory, SequenceModel } from '../engine/rules/rule-pack.ts';
import { primaryRule, statusRule } from '../engine/rules/rules.ts';

/**
 * Cases with generated requests: bodies for each operation, and sequences whose responses a model predicts. The suite
 * loads fast-check only when the first case with generated requests runs.
 */
function* explorations(
  { contract }: RuleBook,
  sequences: readonly SequenceModel[],
  exploration: Exploration,
): Generator<Case> {
  for (const operation of contract.operations) {
    // An exploration varies the properties of a JSON object, so an operation whose body is not a JSON object gets no
    // exploration.
    if (!isObject(largestExample(contract, operation)?.value)) continue;
    yield acceptsCase(operation, exploration);
    yield rejectsCase(operation, exploration);
  }
  for (const { name, what, operations, rules, property } of sequences) {
    const tag = `sequences-${name}`;
    yield {
      id: `explore/${tag}`,
      title: `generated sequences of requests to ${what} get the responses that the model predicts`,
      rules,
      operations,
      tags: [tag],
      run: async (scope) => {
        const [{ explore }, generated] = await Promise.all([import('./shrink.ts'), property(scope.session)]);
        await explore(scope, exploration, tag, generated);
      },
    };
  }
}

function acceptsCase(operation: Operation, exploration: Exploration): Case {
  const tag = `takes-${operation.operationId}`;
  return {
    id: `explore/${tag}`,
    title: `${operation.operationId} accepts every generated body that its schema allows`,
    rules: [...new Set([primaryRule(operation), ...statusRule(operation)])],
    operation,
    tags: [tag],
    run: async (scope) => {
      const [{ explore }, { acceptsValid }] = await Promise.all([
        import('./shrink.ts'),
        import('../engine/generation/bodies.ts'),
      ]);
      await explore(scope, exploration, tag, acceptsValid(scope.session, operation));
    },
  };
}

function rejectsCase(operation: Operation, exploration: Exploration): Case {
  const tag = `refuses-${operation.operationId}`;
  return {
    id: `explore/${tag}`,
    title: `${operation.operationId} rejects every generated body that violates one constraint of its schema`,
    rules: ['malformed-body'],
    operation,
    tags: [tag],
    run: async (scope) => {
      const [{ explore }, { rejectsInvalid }] = await Promise.all([
        import('./shrink.ts'),
        import('../engine/generation/bodies.ts'),
      ]);
      await explore(scope, exploration, tag, rejectsInvalid(scope.session, operation));
    },
  };
}

/**
 * The rule pack with the explorations of the operations in any OpenAPI document, and of the sequences that other packs
 * define.
 */
export const explorationPack: RulePackFactory = () => ({ explored: explorations });
