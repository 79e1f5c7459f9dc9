import type { components } from '../../src/contract/generated/api.ts';

type Schemas = components['schemas'];

export interface Project {
  readonly id: string;
  readonly name: string;
}

export interface Organization {
  readonly id: string;
}

export interface Provider {
  readonly name: string;
}

export interface Integration extends Readonly<Schemas['CreateIntegrationRequest']> {
  readonly id: string;
  readonly projectId: string;
}

export interface Installation {
  readonly id: string;
  readonly projectId: string;
  readonly integrationId: string;
}

export type JwtKey = Schemas['JwtKey'];
export type Invite = Schemas['Invite'];

/** A field definition and where it belongs: an integration's or a provider's, of one group and object. */
export interface StoredField {
  readonly projectId: string;
  readonly owner: 'integration' | 'provider';
  readonly ownerId: string;
  readonly groupRef: string;
  readonly objectName: string;
  readonly definition: Schemas['FieldDefinition'];
}

/** The kinds of record, by collection; the keys are in `records.ts`. */
export interface Collections {
  projects: Project;
  orgs: Organization;
  providers: Provider;
  integrations: Integration;
  installations: Installation;
  jwtKeys: JwtKey;
  invites: Invite;
  fields: StoredField;
  /** Indexes: the ID behind a project's name, an integration's name, a pending address. */
  projectNames: string;
  integrationNames: string;
  pendingInvites: string;
  /** Whether the sandbox was filled from the seed. */
  meta: string;
}
