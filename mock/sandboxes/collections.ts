import type { components } from '../../src/client/generated/api.ts';
import type { Settings } from '../core/settings.ts';
import type { FaultState } from '../faults/fault-state.ts';
import type { JournalRecord } from '../journal/journal-record.ts';

type Schemas = components['schemas'];

export interface Project {
  readonly id: string;
  readonly name: string;
}

interface Organization {
  readonly id: string;
}

interface Provider {
  readonly name: string;
}

interface Integration extends Readonly<Schemas['CreateIntegrationRequest']> {
  readonly id: string;
  readonly projectId: string;
}

interface Installation {
  readonly id: string;
  readonly projectId: string;
  readonly integrationId: string;
}

/** A world that was kept under a name. */
export interface Snapshot {
  readonly name: string;
  /** RFC 3339, by the clock of the sandbox. */
  readonly takenAt: string;
}

/** When a sandbox came to be and was last used: RFC 3339. */
export interface Life {
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

type JwtKey = Schemas['JwtKey'];
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
  /** Indexes: the key of the record behind a project's name, an integration's name, the address of a pending invite. */
  projectNames: readonly string[];
  integrationNames: readonly string[];
  pendingInvites: readonly string[];
  /** How many identifiers were made from the seed. */
  counters: number;
  settings: Settings;
  /** By the fault's ID. */
  faultState: FaultState;
  life: Life;
  /** What there is to restore; the copies lie in sandboxes of the store alone. */
  snapshots: Snapshot;
  /** Exchanges, by their padded sequence number. */
  journal: JournalRecord;
  /** The number of the last exchange; it goes on when the journal is emptied, so that who polls misses nothing. */
  journalSequence: number;
  /** How many exchanges there are. */
  journalSize: number;
}

/** What makes up the world that the API shows: the rest is about the sandbox itself. */
export const WORLD_COLLECTIONS = [
  'projects',
  'orgs',
  'providers',
  'integrations',
  'installations',
  'jwtKeys',
  'invites',
  'fields',
  'projectNames',
  'integrationNames',
  'pendingInvites',
  'counters',
] as const satisfies readonly (keyof Collections)[];
