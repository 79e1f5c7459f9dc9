import { type Clock, timestamp } from '../core/clock.ts';
import type { OperationContext } from '../core/operation-handler.ts';
import type { Collections } from '../sandboxes/collections.ts';
import type { KindName } from '../sandboxes/kinds.ts';
import { expireInvite } from '../service/invite-expiry.ts';

/** How a kind of record appears in the control API; what it has to do with other kinds stands in `KINDS`. */
interface Resource<T> {
  /** Of its schema, and in its operationIds. */
  readonly name: string;
  /** The parameters of its path: together they are its key, once a project's name has become its ID. */
  readonly path: readonly string[];
  /** The parameters that narrow a list: together they are how the keys begin. */
  readonly filters?: readonly string[];
  /** Whether the mock makes up the ID of one that comes without. */
  readonly makesId?: true;
  /** What else a new one has where nothing is said. */
  readonly defaults?: (given: Partial<T>, clock: Clock) => Partial<T>;
  /** The record as time has left it. */
  readonly asOfNow?: (record: T, context: OperationContext) => Promise<T>;
}

export const RESOURCES: { readonly [C in KindName]: Resource<Collections[C]> } = {
  projects: { name: 'Project', path: ['projectIdOrName'], makesId: true },
  orgs: { name: 'Organization', path: ['orgId'], makesId: true },
  providers: { name: 'Provider', path: ['provider'] },
  integrations: {
    name: 'Integration',
    path: ['projectIdOrName', 'integrationId'],
    filters: ['projectId'],
    makesId: true,
  },
  installations: {
    name: 'Installation',
    path: ['projectIdOrName', 'integrationId', 'installationId'],
    filters: ['projectId', 'integrationId'],
    makesId: true,
  },
  jwtKeys: {
    name: 'JwtKey',
    path: ['projectIdOrName', 'keyId'],
    filters: ['projectId'],
    makesId: true,
    defaults: ({ createTime }, clock) => {
      const time = createTime ?? timestamp(clock);
      return { algorithm: 'RSA', active: true, createTime: time, updateTime: time };
    },
  },
  invites: {
    name: 'Invite',
    path: ['orgId', 'inviteId'],
    filters: ['parentId'],
    makesId: true,
    defaults: (_given, clock) => ({ parentType: 'org', status: 'pending', createTime: timestamp(clock) }),
    asOfNow: (invite, { tx, clock, settings }) => expireInvite(tx, invite, clock, settings),
  },
  fields: {
    name: 'Field',
    path: ['projectIdOrName', 'owner', 'ownerId', 'groupRef', 'objectName', 'fieldName'],
    filters: ['projectId', 'owner', 'ownerId'],
  },
};
