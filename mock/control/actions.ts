import { timestamp } from '../core/clock.ts';
import {
  inTransaction,
  type OperationContext,
  type OperationHandler,
  type SandboxHandlers,
} from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import type { Invite } from '../sandboxes/collections.ts';
import { findPendingInvite, putRecord } from '../sandboxes/records.ts';
import { expireInvite } from '../service/invite-expiry.ts';

/** Either both identifiers, or the address. */
interface PendingInvite {
  readonly orgId?: string;
  readonly inviteId?: string;
  readonly email?: string;
}

/** What the world does and no operation of the service can. */
export function actionHandlers(): SandboxHandlers {
  return {
    acceptInvite: inTransaction(changeInvite('accepted')),
    revokeInvite: inTransaction(changeInvite('revoked')),
    expireInvite: inTransaction(changeInvite('expired')),
  };
}

function changeInvite(status: Invite['status']): OperationHandler<PendingInvite> {
  return async ({ body }, context) => {
    const { tx, clock } = context;
    const invite = await theInvite(body, context);
    if (invite instanceof Problem) return invite;
    if (invite.status !== 'pending') {
      return new Problem('conflict', `The invite is ${invite.status}: only a pending one can become ${status}.`);
    }
    const changed: Invite = { ...invite, status, updateTime: timestamp(clock) };
    await putRecord(tx, 'invites', changed);
    return { body: changed };
  };
}

async function theInvite({ orgId, inviteId, email }: PendingInvite, context: OperationContext) {
  const { tx, clock, settings } = context;
  if (email !== undefined && inviteId === undefined) return theInviteOf(email, orgId, context);
  if (orgId === undefined || inviteId === undefined || email !== undefined) {
    return new Problem('invalidRequest', 'Name the invite by orgId and inviteId, or by email.');
  }
  const invite = await tx.get('invites', [orgId, inviteId]);
  if (!invite) return new Problem('notFound', `Organization ${orgId} has no invite ${inviteId}.`);
  return expireInvite(tx, invite, clock, settings);
}

/** The one that waits for an answer from the address. */
async function theInviteOf(email: string, orgId: string | undefined, { tx, clock, settings }: OperationContext) {
  const orgs = orgId === undefined ? (await tx.list('orgs')).map(({ id }) => id) : [orgId];
  const found: Invite[] = [];
  for (const id of orgs) {
    const invite = await findPendingInvite(tx, id, email);
    const now = invite && (await expireInvite(tx, invite, clock, settings));
    if (now?.status === 'pending') found.push(now);
  }
  const [invite, another] = found;
  if (!invite) return new Problem('notFound', `There is no pending invite to ${email}.`);
  if (!another) return invite;
  const ids = found.map(({ parentId }) => parentId).join(', ');
  return new Problem('conflict', `${email} has pending invites to several organizations: say which as orgId (${ids}).`);
}
