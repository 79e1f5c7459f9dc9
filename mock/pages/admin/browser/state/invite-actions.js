import { answer, api } from '../kit/api.js';
import { html } from '../kit/html.js';
import { useAction } from '../kit/use-action.js';
import { RefusalNotice } from '../parts/refusal-notice.js';

/** @import { Invite } from '../../types.ts' */

const ACTIONS = /** @type {const} */ ([
  ['accept', 'Accept', 'accepted'],
  ['revoke', 'Revoke', 'revoked'],
  ['expire', 'Expire', 'expired'],
]);

/**
 * What the world does to an invite that is pending.
 *
 * @param {{ invite: Invite }} props
 */
export function InviteActions({ invite }) {
  const { refusal, run } = useAction();
  if (invite.status !== 'pending') return null;

  const { id: inviteId, parentId: orgId, invitedEmail } = invite;
  const act = (/** @type {'accept' | 'revoke' | 'expire'} */ action, /** @type {string} */ status) => {
    const work = () => answer(api.POST(`/__admin/actions/${action}-invite`, { body: { orgId, inviteId } }));
    void run(work, `The invite of ${invitedEmail} is ${status}.`);
  };
  return html`
    <div class="buttons" role="group" aria-label="Invite of ${invitedEmail}">
      ${ACTIONS.map(
        ([action, title, status]) => html`
          <button key=${action} type="button" class="small" onClick=${() => act(action, status)}>
            ${title}
          </button>
        `,
      )}
    </div>
    <${RefusalNotice} refusal=${refusal} />
  `;
}
