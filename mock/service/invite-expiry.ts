import type { Clock } from '../core/clock.ts';
import { INVITE_LIFETIME_SECONDS, type Settings } from '../core/settings.ts';
import type { Transaction } from '../core/store.ts';
import type { Invite } from '../sandboxes/collections.ts';
import { putRecord } from '../sandboxes/records.ts';

/** Marks a pending invite as expired once its time is over. @returns the invite as it is now */
export async function expireInvite(
  tx: Transaction,
  invite: Invite,
  clock: Clock,
  { inviteLifetimeSeconds = INVITE_LIFETIME_SECONDS }: Settings,
): Promise<Invite> {
  const end = Date.parse(invite.createTime) + inviteLifetimeSeconds * 1000;
  if (invite.status !== 'pending' || clock.now().getTime() < end) return invite;
  const expired: Invite = { ...invite, status: 'expired', updateTime: new Date(end).toISOString() };
  await putRecord(tx, 'invites', expired);
  return expired;
}

/** The same for every pending invite. */
export async function expireInvites(tx: Transaction, clock: Clock, settings: Settings): Promise<void> {
  for (const key of await tx.list('pendingInvites')) {
    const invite = await tx.get('invites', key);
    if (invite) await expireInvite(tx, invite, clock, settings);
  }
}
