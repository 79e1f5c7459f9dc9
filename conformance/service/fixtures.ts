import type { FixtureKind } from '../connection/fixture-kind.ts';
import type { Session } from '../engine/session.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './metadata/operations.ts';

/**
 * The fixtures: records that the target must have, since the interface cannot create them. If a fixture is absent, the
 * requirements that need this fixture are untestable.
 */
export type ServiceFixtures = {
  readonly project?: { readonly id: string; readonly name: string };
  readonly otherProject?: { readonly id: string; readonly name: string };
  readonly org?: { readonly id: string };
  /** A second organization. The second organization is optional: every requirement is testable without it. */
  readonly otherOrg?: { readonly id: string };
  readonly integration?: { readonly id: string };
  readonly otherIntegration?: { readonly id: string };
  readonly provider?: string;
  /** IDs of installations of `integration`, which the run may delete. */
  readonly installations?: readonly string[];
  /** An API key that the target knows, but that may perform no operation. */
  readonly forbiddenApiKey?: string;
};

/** Number of installations that a complete run deletes. */
export const NEEDED_INSTALLATIONS = 3;

/**
 * Nouns for the kinds of record that a run creates and the interface cannot delete, in the order in which a plan lists
 * them.
 */
export const NOUNS_OF_CREATED: Readonly<Record<string, string>> = {
  integration: 'integration',
  jwtKey: 'JWT key',
  invite: 'invite',
  metadataGroup: 'metadata group',
};

/** The kinds of fixtures, in the order in which the first case of a run tests whether the target has them. */
export const FIXTURES: readonly FixtureKind[] = [
  { name: 'project', shape: 'named', needed: 1, knownBy: { operationId: 'createJwtKey' } },
  { name: 'org', shape: 'identified', needed: 1, knownBy: { operationId: 'createInvite' } },
  { name: 'integration', shape: 'identified', needed: 1, knownBy: { operationId: INTEGRATION_FORM } },
  { name: 'provider', shape: 'value', needed: 1, knownBy: { operationId: PROVIDER_FORM } },
  {
    name: 'otherProject',
    shape: 'named',
    needed: 1,
    otherThan: 'project',
    knownBy: { operationId: 'createJwtKey', parameter: 'projectIdOrName' },
  },
  {
    name: 'otherIntegration',
    shape: 'identified',
    needed: 1,
    otherThan: 'integration',
    knownBy: { operationId: INTEGRATION_FORM, parameter: 'integrationId' },
  },
  {
    name: 'otherOrg',
    shape: 'identified',
    otherThan: 'org',
    knownBy: { operationId: 'createInvite', parameter: 'orgId' },
  },
  { name: 'installations', shape: 'consumed', item: 'installation', needed: NEEDED_INSTALLATIONS },
  { name: 'forbiddenApiKey', shape: 'key' },
];

/**
 * The configured value of a fixture, with its TypeScript type. @throws Untestable if the target does not have the
 * fixture
 */
export function fixture<Name extends keyof ServiceFixtures>(
  session: Session,
  name: Name,
): NonNullable<ServiceFixtures[Name]> {
  // The values in the configuration have been validated with the schemas of `FIXTURES`.
  return session.fixture(name) as NonNullable<ServiceFixtures[Name]>;
}

/**
 * The configured values of all fixtures, with their TypeScript types. The target may lack some of the configured
 * records.
 */
export function configured(session: Session): ServiceFixtures {
  return session.target.fixtures as ServiceFixtures;
}
