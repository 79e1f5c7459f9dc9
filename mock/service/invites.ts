import type { Action, Resource } from '../core/service.ts';
import type { Bodies, Context, Handler, Kinds } from './kinds.ts';

type Invite = Kinds['invite'];

/** A week. */
const LIFETIME_SECONDS = 7 * 24 * 3600;

/** §4.6. */
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
  if (await records.rival('invite', draft)) {
    return problem('conflict', `${email} already has a pending invite to this organization.`, 'D74');
  }
  return { body: await records.create('invite', draft) };
};

/** By its ID together with the organization's, or by the address; `orgId` is needed where the address has several. */
interface PendingInvite {
  readonly orgId?: string;
  readonly inviteId?: string;
  readonly email?: string;
}

const pendingInvite = {
  type: 'object',
  description:
    "By its ID together with the organization's, or by the address; `orgId` is needed where the address has several.",
  additionalProperties: false,
  properties: {
    orgId: { type: 'string', description: "The organization's ID." },
    inviteId: { type: 'string', description: "The invite's ID." },
    email: { type: 'string', description: "The invitee's address." },
  },
};

function action(status: Invite['status'], summary: string, description?: string): Action {
  const handler: Handler<PendingInvite> = async ({ body }, context) => {
    const { records, clock, problem } = context;
    const found = await findPending(body, context);
    if (!('status' in found)) return found;
    if (found.status !== 'pending') {
      return problem('conflict', `The invite is ${found.status}: only a pending one can become ${status}.`);
    }
    const changed = { ...found, status, updateTime: clock.now().toISOString() };
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
      return problem('invalidRequest', 'Name the invite by orgId and inviteId, or by email.');
    }
    const invite = await records.get('invite', [orgId, inviteId]);
    return invite ?? problem('notFound', `Organization ${orgId} has no invite ${inviteId}.`);
  }
  const ids = orgId === undefined ? (await records.list('org')).map(({ id }) => id) : [orgId];
  const found: Invite[] = [];
  for (const parentId of ids) {
    const invite = await records.rival('invite', { parentId, invitedEmail: email, status: 'pending' });
    if (invite) found.push(invite);
  }
  const [invite, another] = found;
  if (!invite) return problem('notFound', `There is no pending invite to ${email}.`);
  if (!another) return invite;
  const orgs = found.map(({ parentId }) => parentId).join(', ');
  return problem('conflict', `${email} has pending invites to several organizations: say which as orgId (${orgs}).`);
}

export const invite: Resource<Invite> = {
  taken: ({ invitedEmail, parentId }) => `${invitedEmail} already has a pending invite to organization ${parentId}.`,
  defaults: (_given, clock) => ({ parentType: 'org', status: 'pending', createTime: clock.now().toISOString() }),
  expire: (record, now, { inviteLifetimeSeconds = LIFETIME_SECONDS }) => {
    const end = Date.parse(record.createTime) + Number(inviteLifetimeSeconds) * 1000;
    if (record.status !== 'pending' || now.getTime() < end) return record;
    return { ...record, status: 'expired', updateTime: new Date(end).toISOString() };
  },
  actions: {
    acceptInvite: action('accepted', 'The invitee accepts'),
    revokeInvite: action('revoked', 'The organization takes the invite back'),
    expireInvite: action(
      'expired',
      'Nobody accepted in time',
      'By itself an invite expires when the clock has passed its lifetime, a week unless the settings say otherwise.',
    ),
  },
  handlers: { createInvite },
};

/** Schemas of the actions. */
export const inviteSchemas = { PendingInvite: pendingInvite };

/** Settings of a sandbox. */
export const inviteSettings = {
  inviteLifetimeSeconds: {
    type: 'integer',
    minimum: 1,
    description: 'How long an invite stays pending. A week, if absent.',
  },
};
