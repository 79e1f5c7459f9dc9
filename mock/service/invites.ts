import type { Action, Resource } from '../core/service.ts';
import type { Bodies, Context, Handler, Kinds } from './kinds.ts';

type Invite = Kinds['invite'];

/** The default lifetime of an invite in seconds: a week. */
const LIFETIME_SECONDS = 7 * 24 * 3600;

/** Invites an email address to an organization (§4.6 of the interface document). */
const createInvite: Handler<Bodies['CreateInviteRequest'], 'org'> = async (
  { body: { email } },
  { found: { org }, records, clock, problem },
) => {
  const draft = {
    invitedEmail: email,
    parentType: 'org',
    parentId: org.id,
    status: 'pending',
    createTime: clock.now().toISOString(),
  } as const;
  if (await records.findDuplicate('invite', draft)) {
    return problem('conflict', `${email} already has a pending invite to this organization.`, 'D74');
  }
  return { body: await records.create('invite', draft) };
};

/** The request body of an action on an invite: `orgId` and `inviteId`, or `email`, or `email` and `orgId`. */
interface PendingInvite {
  readonly orgId?: string;
  readonly inviteId?: string;
  readonly email?: string;
}

const pendingInvite = {
  type: 'object',
  description:
    'Identifies an invite by `orgId` and `inviteId`, or by `email`. If the address has several pending invites, `orgId` is required.',
  additionalProperties: false,
  properties: {
    orgId: { type: 'string', description: 'ID of the organization.' },
    inviteId: { type: 'string', description: 'ID of the invite.' },
    email: { type: 'string', description: 'Email address of the invitee.' },
  },
};

function action(status: Invite['status'], summary: string, description?: string): Action {
  const handler: Handler<PendingInvite> = async ({ body }, context) => {
    const { records, clock, problem } = context;
    const invites = await findPending(body, context);
    if (!('status' in invites)) return invites;
    if (invites.status !== 'pending') {
      return problem(
        'conflict',
        `The invite is ${invites.status}; expected pending. Only a pending invite can become ${status}.`,
      );
    }
    const changed = { ...invites, status, updateTime: clock.now().toISOString() };
    await records.put('invite', changed);
    return { body: changed };
  };
  return {
    summary,
    ...(description !== undefined && { description }),
    when: { status: 'pending' },
    body: { $ref: '#/components/schemas/PendingInvite' },
    handler,
  };
}

async function findPending({ orgId, inviteId, email }: PendingInvite, { records, problem }: Context) {
  if (email === undefined || inviteId !== undefined) {
    if (orgId === undefined || inviteId === undefined || email !== undefined) {
      return problem(
        'invalidRequest',
        'The body does not identify one invite. Send orgId and inviteId, or only email with an optional orgId.',
      );
    }
    const invite = await records.get('invite', [orgId, inviteId]);
    return invite ?? problem('notFound', `Organization ${orgId} has no invite ${inviteId}.`);
  }
  const ids = orgId === undefined ? (await records.list('org')).map(({ id }) => id) : [orgId];
  const invites: Invite[] = [];
  for (const parentId of ids) {
    const invite = await records.findDuplicate('invite', { parentId, invitedEmail: email, status: 'pending' });
    if (invite) invites.push(invite);
  }
  const [invite, another] = invites;
  if (!invite) return problem('notFound', `${email} has no pending invite.`);
  if (!another) return invite;
  const orgs = invites.map(({ parentId }) => parentId).join(', ');
  return problem(
    'conflict',
    `${email} has pending invites to several organizations. Select an organization with orgId: ${orgs}.`,
  );
}

export const invite: Resource<Invite> = {
  duplicateMessage: ({ invitedEmail, parentId }) =>
    `${invitedEmail} already has a pending invite to organization ${parentId}.`,
  defaults: (_given, clock) => ({ parentType: 'org', status: 'pending', createTime: clock.now().toISOString() }),
  expire: (record, now, { inviteLifetimeSeconds = LIFETIME_SECONDS }) => {
    const end = Date.parse(record.createTime) + Number(inviteLifetimeSeconds) * 1000;
    if (record.status !== 'pending' || now.getTime() < end) return record;
    return { ...record, status: 'expired', updateTime: new Date(end).toISOString() };
  },
  actions: {
    acceptInvite: action('accepted', 'Accept an invite'),
    revokeInvite: action('revoked', 'Revoke an invite'),
    expireInvite: action(
      'expired',
      'Expire an invite',
      'A pending invite also expires automatically after its lifetime, by the clock of the sandbox. The default lifetime is a week.',
    ),
  },
  handlers: { createInvite },
};

/** The schemas of the request bodies of the actions on invites. */
export const inviteSchemas = { PendingInvite: pendingInvite };

/** The settings of a sandbox that affect invites. */
export const inviteSettings = {
  inviteLifetimeSeconds: {
    type: 'integer',
    minimum: 1,
    description: 'Seconds that an invite stays pending; 604800 (a week) if absent.',
  },
};
