import type { FixtureKind } from '../connection/fixture-kind.ts';
import type { Session } from '../engine/session.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './metadata/operations.ts';

/**
 * Records that the target already has and the interface cannot create. An absent fixture makes its requirements
 * untestable.
 */
export type ServiceFixtures = {
  readonly project?: { readonly id: string; readonly name: string };
  readonly otherProject?: { readonly id: string; readonly name: string };
  readonly org?: { readonly id: string };
  /** Optional: without a second organization, no requirement is untestable. */
  readonly otherOrg?: { readonly id: string };
  readonly integration?: { readonly id: string };
  readonly otherIntegration?: { readonly id: string };
  readonly provider?: string;
  /** Installations of `integration`; the run may delete them. */
  readonly installations?: readonly string[];
  /** A known key without permission. */
  readonly forbiddenApiKey?: string;
};

/** Installations that a complete run deletes. */
export const NEEDED_INSTALLATIONS = 3;

/** The kinds of record that a run creates and the interface cannot delete, in the order of a plan, for a sentence. */
export const NOUNS_OF_CREATED: Readonly<Record<string, string>> = {
  integration: 'integration',
  jwtKey: 'JWT key',
  invite: 'invite',
  metadataGroup: 'metadata group',
};

/** The kinds of fixtures, in the order of the preflight. */
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

/** A fixture with its type. @throws Untestable when the target has no such fixture */
export function fixture<Name extends keyof ServiceFixtures>(
  session: Session,
  name: Name,
): NonNullable<ServiceFixtures[Name]> {
  // The configuration was validated by the shapes of `FIXTURES`.
  return session.fixture(name) as NonNullable<ServiceFixtures[Name]>;
}

/** The configured fixtures with their types; the target may not have them. */
export function configured(session: Session): ServiceFixtures {
  return session.target.fixtures as ServiceFixtures;
}
