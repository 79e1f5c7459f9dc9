import type { Operation } from '../../src/contract/document/operation.ts';
import type { Case } from '../engine/case.ts';
import { concurrentNames } from '../engine/ledger/concurrent-names.ts';
import { deletedAtTheEnd } from '../engine/ledger/deleted-at-the-end.ts';
import { isFinalDeletion } from '../engine/ledger/deletions.ts';
import { namesAtTheEnd } from '../engine/ledger/names-at-the-end.ts';
import { isConflicting } from '../engine/ledger/unique-names.ts';
import type { RuleBook } from '../engine/rules/rule-book.ts';
import type { CaseGroup, RulePackFactory } from '../engine/rules/rule-pack.ts';
import { accepts } from './accepts.ts';
import { refusesKeys } from './rejects-api-keys.ts';
import { refusesBases } from './rejects-base-paths.ts';
import { refusesBody } from './rejects-body.ts';
import { refusesMessages } from './rejects-messages.ts';
import { refusesMethods } from './rejects-methods.ts';
import { refusesNames } from './rejects-names.ts';
import { refusesUnknown } from './rejects-unknown.ts';
import { survives, survivesPaths } from './survives.ts';
import { variants } from './variants.ts';

type Derive = (rules: RuleBook, operation: Operation) => Iterable<Case>;

/** The kinds of cases that the document implies for each operation, by tag. */
const OF_OPERATION: Readonly<Record<string, Derive>> = {
  accepts: ({ contract }, operation) => accepts(contract, operation),
  'refuses-body': ({ contract }, operation) => refusesBody(contract, operation),
  'refuses-names': ({ contract }, operation) => refusesNames(contract, operation),
  'refuses-messages': ({ contract }, operation) => refusesMessages(contract, operation),
  authentication: refusesKeys,
  'not-found': (rules, operation) => [...refusesUnknown(rules, operation), ...refusesBases(rules.contract, operation)],
  variants,
  survives: ({ contract }, operation) => survives(contract, operation),
};

/** The rule pack with the cases that any document implies. */
export const documentPack: RulePackFactory = (contract) => ({
  groups: (rules) => [
    ...contract.operations.flatMap((operation) =>
      Object.entries(OF_OPERATION).map(
        ([tag, derive]): CaseGroup => ({
          name: `${tag} ${operation.operationId}`,
          tag,
          cases: () => derive(rules, operation),
        }),
      ),
    ),
    {
      name: 'concurrent names',
      tag: 'concurrent',
      phase: 'early',
      cases: () => contract.operations.filter(isConflicting).map(concurrentNames),
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
    { name: 'methods', tag: 'methods', phase: 'late', cases: () => refusesMethods(contract) },
    { name: 'survives paths', tag: 'survives', phase: 'late', cases: () => survivesPaths(contract) },
  ],
});
