import type { Operation } from '../../src/contract/document/operation.ts';
import type { Case } from '../engine/case.ts';
import { concurrentNames } from '../engine/ledger/concurrent-names.ts';
import { concurrentRequests, hasConcurrentRequests } from '../engine/ledger/concurrent-requests.ts';
import { deletedAtTheEnd } from '../engine/ledger/deleted-at-the-end.ts';
import { isFinalDeletion } from '../engine/ledger/deletions.ts';
import { namesAtTheEnd } from '../engine/ledger/names-at-the-end.ts';
import { isConflicting } from '../engine/ledger/unique-names.ts';
import type { RuleBook } from '../engine/rules/rule-book.ts';
import type { CaseGroup, RulePackFactory } from '../engine/rules/rule-pack.ts';
import { accepts } from './accepts.ts';
import { rejectsKeys } from './rejects-api-keys.ts';
import { rejectsBases } from './rejects-base-paths.ts';
import { rejectsBody } from './rejects-body.ts';
import { rejectsMessages } from './rejects-messages.ts';
import { rejectsMethods } from './rejects-methods.ts';
import { rejectsNames } from './rejects-names.ts';
import { rejectsQueries } from './rejects-queries.ts';
import { rejectsUnknown } from './rejects-unknown.ts';
import { ignoresPrototype, repetitions, requiresProperties } from './repetitions.ts';
import { survives, survivesAbandonedRequests, survivesOddTargets, survivesPaths } from './survives.ts';
import { variants } from './variants.ts';

type Derive = (rules: RuleBook, operation: Operation) => Iterable<Case>;

/** The functions that derive cases for each operation from the OpenAPI document, by tag. */
const OF_OPERATION: Readonly<Record<string, Derive>> = {
  accepts: ({ contract }, operation) => accepts(contract, operation),
  'refuses-body': ({ contract }, operation) => rejectsBody(contract, operation),
  'refuses-names': ({ contract }, operation) => [
    ...rejectsNames(contract, operation),
    ...rejectsQueries(contract, operation),
  ],
  'refuses-messages': ({ contract }, operation) => rejectsMessages(contract, operation),
  authentication: rejectsKeys,
  'not-found': (rules, operation) => [...rejectsUnknown(rules, operation), ...rejectsBases(rules.contract, operation)],
  variants,
  repetitions,
  survives: ({ contract }, operation) => survives(contract, operation),
};

/** The tags of the cases that send invalid requests. */
const NEGATIVE = new Set(['refuses-body', 'refuses-names', 'refuses-messages', 'variants', 'survives']);

/** The rule pack with the cases that the suite can derive from any OpenAPI document. */
export const documentPack: RulePackFactory = (contract) => ({
  groups: (rules) => [
    ...contract.operations.flatMap((operation) =>
      Object.entries(OF_OPERATION).map(
        ([tag, derive]): CaseGroup => ({
          name: `${tag} ${operation.operationId}`,
          tag,
          ...(NEGATIVE.has(tag) && { isNegative: true as const }),
          cases: () => derive(rules, operation),
        }),
      ),
    ),
    {
      name: 'concurrent requests',
      tag: 'concurrent',
      phase: 'early',
      cases: () => [
        ...contract.operations.filter(isConflicting).map(concurrentNames),
        ...contract.operations.filter(hasConcurrentRequests).map(concurrentRequests),
      ],
    },
    {
      name: 'prototypes',
      tag: 'repetitions',
      phase: 'early',
      cases: () =>
        contract.operations.filter((operation) => requiresProperties(rules, operation)).map(ignoresPrototype),
    },
    {
      name: 'state at the end',
      tag: 'ledger',
      phase: 'final',
      cases: () => [
        ...contract.operations.filter(isConflicting).map(namesAtTheEnd),
        ...contract.operations.filter(isFinalDeletion).map(deletedAtTheEnd),
      ],
    },
    { name: 'methods', tag: 'methods', phase: 'late', cases: () => rejectsMethods(contract) },
    {
      name: 'survives paths',
      tag: 'survives',
      phase: 'late',
      isNegative: true,
      cases: () => [...survivesPaths(contract), survivesOddTargets(contract), survivesAbandonedRequests(contract)],
    },
  ],
});
