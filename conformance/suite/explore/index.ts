import type { Contract } from '../../../src/contract/contract.ts';
import { isObject } from '../../../src/contract/json.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import type { Case } from '../case.ts';
import { largestExample } from '../request.ts';
import { primaryRule, statusRule } from '../rules.ts';
import type { Exploration } from './exploration.ts';
import { SEQUENCES } from './subjects.ts';

/**
 * Cases that make up what they send: bodies of each operation, and sequences of requests that a small model
 * foretells. fast-check is loaded when the first of them runs.
 */
export function* explorations(contract: Contract, exploration: Exploration): Generator<Case> {
  for (const operation of contract.operations) {
    // What is no object has no members to vary.
    if (!isObject(largestExample(contract, operation)?.value)) continue;
    yield taking(operation, exploration);
    yield refusing(operation, exploration);
  }
  for (const { name, what, operations, rules } of SEQUENCES) {
    if (!operations.every((operationId) => contract.operation(operationId))) continue;
    const tag = `sequences-${name}`;
    yield {
      title: `sequences of requests to ${what} are answered as they should be, whatever came before`,
      rules,
      operations,
      tags: [tag],
      run: async (scope) => {
        const [{ explore }, { sequences }] = await Promise.all([import('./search.ts'), import('./sequences.ts')]);
        await explore(scope, exploration, tag, sequences(scope.session, name));
      },
    };
  }
}

function taking(operation: Operation, exploration: Exploration): Case {
  const tag = `takes-${operation.operationId}`;
  return {
    title: `${operation.operationId} takes whatever its schema allows`,
    rules: [...new Set([primaryRule(operation), ...statusRule(operation)])],
    operation,
    tags: [tag],
    run: async (scope) => {
      const [{ explore }, { takesValid }] = await Promise.all([import('./search.ts'), import('./bodies.ts')]);
      await explore(scope, exploration, tag, takesValid(scope.session, operation));
    },
  };
}

function refusing(operation: Operation, exploration: Exploration): Case {
  const tag = `refuses-${operation.operationId}`;
  return {
    title: `${operation.operationId} refuses whatever breaks its schema in one place`,
    rules: ['D05'],
    operation,
    tags: [tag],
    run: async (scope) => {
      const [{ explore }, { refusesInvalid }] = await Promise.all([import('./search.ts'), import('./bodies.ts')]);
      await explore(scope, exploration, tag, refusesInvalid(scope.session, operation));
    },
  };
}
