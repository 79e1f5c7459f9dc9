import type { components } from '../../src/client/generated/api.ts';
import { timestamp } from '../core/clock.ts';
import type { OperationHandler } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import type { Invite } from '../sandboxes/collections.ts';
import { findPendingInvite, putRecord } from '../sandboxes/records.ts';
import { theOrganization } from './find.ts';
import { expireInvite } from './invite-expiry.ts';

/** §4.6. */
export const createInvite: OperationHandler<components['schemas']['CreateInviteRequest']> = async (
  { params, body },
  { tx, clock, ids, settings },
) => {
  const organization = await theOrganization(tx, params.orgId);
  if (organization instanceof Problem) return organization;
  const pending = await findPendingInvite(tx, organization.id, body.email);
  if (pending && (await expireInvite(tx, pending, clock, settings)).status === 'pending') {
    return new Problem('conflict', `${body.email} already has a pending invite to this organization.`, { rule: 'D74' });
  }
  const invite: Invite = {
    id: await ids.uuid(tx),
    invitedEmail: body.email,
    parentType: 'org',
    parentId: organization.id,
    status: 'pending',
    createTime: timestamp(clock),
  };
  await putRecord(tx, 'invites', invite);
  return { body: invite };
};
