import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { installations } from './behaviours/installations.ts';
import { integrations } from './behaviours/integrations.ts';
import { invites } from './behaviours/invites.ts';
import { jwtKeyCreation } from './behaviours/jwt-key-creation.ts';
import { jwtKeyIdentity } from './behaviours/jwt-key-identity.ts';
import { jwtKeyRefusals } from './behaviours/jwt-key-refusals.ts';
import { jwtKeyTimes } from './behaviours/jwt-key-times.ts';
import { jwtKeyUpdates } from './behaviours/jwt-key-updates.ts';
import { metadata } from './behaviours/metadata.ts';
import { projects } from './behaviours/projects.ts';
import type { Case } from './case.ts';
import { accepts } from './derived/accepts.ts';
import { refusesBases } from './derived/refuses-bases.ts';
import { refusesBody } from './derived/refuses-body.ts';
import { refusesKeys } from './derived/refuses-keys.ts';
import { refusesMessages } from './derived/refuses-messages.ts';
import { refusesMethods } from './derived/refuses-methods.ts';
import { refusesNames } from './derived/refuses-names.ts';
import { refusesUnknown } from './derived/refuses-unknown.ts';
import { survives, survivesPaths } from './derived/survives.ts';
import type { Exploration } from './explore/exploration.ts';
import { explorations } from './explore/index.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './metadata-forms.ts';

const OF_METADATA = [INTEGRATION_FORM, PROVIDER_FORM];

const OF_PROJECTS = ['createIntegration', ...OF_METADATA, 'createJwtKey', 'updateJwtKey'];

const OF_KEYS = ['createJwtKey', 'updateJwtKey'];

/** Cases that are made together; none is made before it is asked for. */
export interface CaseGroup {
  /** Unique within the suite: `accepts createJwtKey`, `behaviour invites`. */
  readonly name: string;
  cases(): Iterable<Case>;
}

/** Every case of the suite: what no schema can say, then what the document says by itself, then what is made up. */
export function suiteCases(contract: Contract, exploration?: Exploration): readonly Case[] {
  if (exploration) return casesOf(caseGroups(contract, exploration));
  const cases = fixed.get(contract) ?? casesOf(caseGroups(contract));
  fixed.set(contract, cases);
  return cases;
}

/** A case keeps nothing of a run. */
const fixed = new WeakMap<Contract, readonly Case[]>();

function casesOf(groups: readonly CaseGroup[]): Case[] {
  return groups.flatMap((group) => [...group.cases()]);
}

/** The suite in groups, in its order. */
export function caseGroups(contract: Contract, exploration?: Exploration): CaseGroup[] {
  const derived = contract.operations.flatMap((operation) => {
    const group = (tag: string, cases: () => Iterable<Case>): CaseGroup => ({
      name: `${tag} ${operation.operationId}`,
      cases: () => tagged(contract, tag, cases()),
    });
    return [
      group('accepts', () => accepts(contract, operation)),
      group('refuses-body', () => refusesBody(contract, operation)),
      group('refuses-names', () => refusesNames(contract, operation)),
      group('refuses-messages', () => refusesMessages(contract, operation)),
      group('authentication', () => refusesKeys(operation)),
      group('not-found', () => [...refusesUnknown(operation), ...refusesBases(contract, operation)]),
      group('survives', () => survives(contract, operation)),
    ];
  });
  const behaviour = (operations: readonly string[], groups: Readonly<Record<string, () => Iterable<Case>>>) =>
    operations.every((operationId) => contract.operation(operationId))
      ? Object.entries(groups).map(([name, group]) => ({
          name: `behaviour ${name}`,
          cases: () => tagged(contract, 'behaviour', group(), operations),
        }))
      : [];
  return [
    ...behaviour(OF_PROJECTS, { projects }),
    ...behaviour(['createIntegration'], { integrations }),
    ...behaviour(OF_METADATA, { metadata }),
    ...behaviour(OF_KEYS, { jwtKeyCreation, jwtKeyIdentity, jwtKeyUpdates, jwtKeyRefusals, jwtKeyTimes }),
    ...behaviour(['createInvite'], { invites }),
    ...derived,
    // Late: what goes with an installation, and should not, is missed by none of the cases after it.
    ...behaviour(['deleteInstallation'], { installations }),
    { name: 'methods', cases: () => tagged(contract, 'methods', refusesMethods(contract)) },
    { name: 'survives paths', cases: () => tagged(contract, 'survives', survivesPaths(contract)) },
    ...(exploration
      ? [{ name: 'explore', cases: () => tagged(contract, 'explore', explorations(contract, exploration)) }]
      : []),
  ];
}

/** The tags that the document gives an operation, as they are written in a selection: `jwt-keys`. */
export function tagsOf({ node }: Operation): string[] {
  const tags = Array.isArray(node.tags) ? node.tags : [];
  return tags.map((tag) => String(tag).toLowerCase().replaceAll(/\s+/g, '-'));
}

function* tagged(
  contract: Contract,
  tag: string,
  cases: Iterable<Case>,
  ofGroup: readonly string[] = [],
): Generator<Case> {
  for (const one of cases) {
    const operations = one.operations ?? ofGroup;
    const found = one.operation ? [one.operation] : operations.flatMap((id) => contract.operation(id) ?? []);
    yield {
      ...one,
      tags: [...new Set([tag, ...(one.tags ?? []), ...found.flatMap(tagsOf)])],
      ...(operations.length > 0 && { operations }),
    };
  }
}
