import type { CollectionName, Key, Transaction } from '../core/store.ts';
import type { Collections } from './collections.ts';

/** The kinds of record that make up the world, each a collection. */
export type KindName =
  | 'projects'
  | 'orgs'
  | 'providers'
  | 'integrations'
  | 'installations'
  | 'jwtKeys'
  | 'invites'
  | 'fields';

/** What one kind of record has to do with the others. */
interface Kind<T> {
  /** In a sentence: `JWT key`. */
  readonly noun: string;
  /** What it belongs to, then what names it there. */
  readonly key: (record: T) => Key;
  /** A second way to find it, which no two records share. */
  readonly index?: (record: T) => IndexEntry | undefined;
  /** What must exist before it. */
  readonly references?: (record: T) => readonly Reference[];
  /** Where that lies which cannot exist without it, indexes included. */
  readonly dependents?: (record: T, tx: Transaction) => Promise<readonly Range[]>;
}

interface IndexEntry {
  readonly collection: 'projectNames' | 'integrationNames' | 'pendingInvites';
  readonly key: Key;
  /** Why another record cannot have the same entry. */
  readonly taken: string;
}

interface Reference {
  readonly collection: KindName;
  readonly key: Key;
  /** What is wrong when it leads to nothing. */
  readonly missing: string;
}

/** The records of a collection whose key begins so. */
export interface Range {
  readonly collection: CollectionName;
  readonly prefix: Key;
}

/** In an order in which nothing comes before what it refers to. */
export const KINDS: { readonly [C in KindName]: Kind<Collections[C]> } = {
  projects: {
    noun: 'project',
    key: ({ id }) => [id],
    index: ({ name }) => ({
      collection: 'projectNames',
      key: [name],
      taken: `there already is a project named ${name}.`,
    }),
    dependents: async ({ id }) =>
      ranges(['integrations', 'integrationNames', 'installations', 'jwtKeys', 'fields'], [id]),
  },
  orgs: {
    noun: 'organization',
    key: ({ id }) => [id],
    dependents: async ({ id }) => ranges(['invites', 'pendingInvites'], [id]),
  },
  providers: {
    noun: 'provider',
    key: ({ name }) => [name],
    dependents: async ({ name }, tx) =>
      (await tx.list('projects')).flatMap(({ id }) => ranges(['fields'], [id, 'provider', name])),
  },
  integrations: {
    noun: 'integration',
    key: ({ projectId, id }) => [projectId, id],
    index: ({ projectId, name }) => ({
      collection: 'integrationNames',
      key: [projectId, name],
      taken: `project ${projectId} already has an integration named ${name}.`,
    }),
    references: ({ projectId }) => [toProject(projectId)],
    dependents: async ({ projectId, id }) => [
      ...ranges(['installations'], [projectId, id]),
      ...ranges(['fields'], [projectId, 'integration', id]),
    ],
  },
  installations: {
    noun: 'installation',
    key: ({ projectId, integrationId, id }) => [projectId, integrationId, id],
    references: ({ projectId, integrationId }) => [toIntegration(projectId, integrationId)],
  },
  jwtKeys: {
    noun: 'JWT key',
    key: ({ projectId, id }) => [projectId, id],
    references: ({ projectId }) => [toProject(projectId)],
  },
  invites: {
    noun: 'invite',
    key: ({ parentId, id }) => [parentId, id],
    index: ({ status, parentId, invitedEmail }) =>
      status === 'pending'
        ? {
            collection: 'pendingInvites',
            key: [parentId, invitedEmail],
            taken: `${invitedEmail} already has a pending invite to organization ${parentId}.`,
          }
        : undefined,
    references: ({ parentId }) => [
      { collection: 'orgs', key: [parentId], missing: `there is no organization ${parentId}.` },
    ],
  },
  fields: {
    noun: 'field',
    key: ({ projectId, owner, ownerId, groupRef, objectName, definition }) => [
      projectId,
      owner,
      ownerId,
      groupRef,
      objectName,
      definition.fieldName,
    ],
    references: ({ projectId, owner, ownerId }) =>
      owner === 'integration'
        ? [toIntegration(projectId, ownerId)]
        : [
            toProject(projectId),
            { collection: 'providers', key: [ownerId], missing: `there is no provider ${ownerId}.` },
          ],
  },
};

export const KIND_NAMES = Object.keys(KINDS) as readonly KindName[];

function ranges(collections: readonly CollectionName[], prefix: Key): Range[] {
  return collections.map((collection) => ({ collection, prefix }));
}

function toProject(id: string): Reference {
  return { collection: 'projects', key: [id], missing: `there is no project ${id}.` };
}

function toIntegration(projectId: string, id: string): Reference {
  return {
    collection: 'integrations',
    key: [projectId, id],
    missing: `project ${projectId} has no integration ${id}.`,
  };
}
