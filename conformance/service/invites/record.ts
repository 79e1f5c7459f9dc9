import { isObject } from '../../../src/contract/json.ts';
import { isSuccess } from '../../connection/answer.ts';
import { addressesOf } from '../../connection/fixture-kind.ts';
import type { Target } from '../../connection/target.ts';
import { isSameId } from '../../engine/catalogue/identifier-variants.ts';
import type { RecordModel } from '../../engine/ledger/record-model.ts';

/** Matches an email address that each service accepts or rejects as a whole, and never changes. */
const PLAIN_ADDRESS = /^[^\s@"<>()]+@[^\s@"<>()]+$/;

/** The properties of an invite that the ledger expects in the response to its creation. */
export const inviteRecord: RecordModel = {
  kind: 'invite',
  properties: [
    { name: 'invitedEmail', later: 'D71' },
    { name: 'parentType', later: 'D71' },
    {
      name: 'parentId',
      later: 'D71',
      isSame: (expected, actual) => isSameId(String(expected), String(actual)),
    },
    { name: 'status', later: 'D71' },
  ],
  read({ target, operation, parts: { path, requestBody, responseBody }, answer }) {
    if (operation.operationId !== 'createInvite' || !answer || !isSuccess(answer)) return undefined;
    const id = isObject(responseBody) ? responseBody.id : undefined;
    const email = isObject(requestBody) ? requestBody.email : undefined;
    if (typeof id !== 'string' || typeof email !== 'string' || !isOrg(target, path.orgId)) return undefined;
    const sets = {
      ...(PLAIN_ADDRESS.test(email) && { invitedEmail: email }),
      ...{ parentType: 'org', parentId: path.orgId, status: 'pending' },
    };
    return { id, effect: 'create', sets, notSet: {} };
  },
};

function isOrg({ fixtures }: Target, id: string | undefined): boolean {
  return id !== undefined && [fixtures.org, fixtures.otherOrg].some((org) => addressesOf(org).includes(id));
}
