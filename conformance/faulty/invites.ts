import { createHash } from 'node:crypto';
import type { Behaviour, Defect, FaultyRequest, FaultyResponse, Forward } from './defect.ts';
import { jsonOf, withJson } from './json-message.ts';
import { bodyOf, isOf, ORG, segmentOf, withType } from './messages.ts';
import {
  defect,
  lacks,
  readsBody,
  rejectsAll,
  rejectsRequest,
  rejectsText,
  rejectsWith,
  shows,
  showsBody,
  succeedsWith,
} from './row.ts';

const CREATE = 'createInvite';

const ADDRESS = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const isAddress = (email: string) => ADDRESS.test(email) && !/[,<>]/.test(email);
const untagged = (email: string) => email.replace(/\+[^@]*/, '');

function serial(value: unknown): number {
  return createHash('sha256').update(String(value)).digest().readUInt32BE();
}

/** True if the text matches the pattern of SQL LIKE. */
function matchesPattern(text: string, pattern: string): boolean {
  const parts = pattern
    .replaceAll(/[^\w%]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  return new RegExp(`^${parts}$`).test(text);
}

/** A faulty server that creates the invite for a changed email address, but shows the email address of the request. */
function invitesAnyway(request: FaultyRequest, forward: Forward): Promise<FaultyResponse> {
  const { email = '' } = jsonOf(request) ?? {};
  const other = `${serial(process.hrtime.bigint())}@example.com`;
  const shown = showsBody(CREATE, (invite) => ({ ...invite, invitedEmail: email }))();
  return shown(withJson(request, { email: other }), forward);
}

/** The email address in a createInvite request; undefined for other requests. */
function invitedBy(request: FaultyRequest): string | undefined {
  const { email } = bodyOf(request, CREATE);
  return typeof email === 'string' ? email : undefined;
}

interface Invitation {
  readonly email: string;
  readonly request: FaultyRequest;
  readonly forward: Forward;
}

/**
 * A faulty server that passes createInvite requests with an email address to a function, and forwards other requests.
 */
const ofAddress = (create: () => (invitation: Invitation) => Promise<FaultyResponse>) => (): Behaviour => {
  const handle = create();
  return (request, forward) => {
    const email = invitedBy(request);
    return email === undefined ? forward(request) : handle({ email, request, forward });
  };
};

/** A faulty server that rejects some valid email addresses. */
const rejects = (isRejected: (email: string) => boolean) =>
  rejectsText(CREATE, 'email', (email) => isAddress(email) && isRejected(email));

/** A faulty server that accepts some texts that are not email addresses. */
const accepts = (isAccepted: (email: string) => boolean) =>
  ofAddress(
    () =>
      ({ email, request, forward }) =>
        !isAddress(email) && isAccepted(email) ? invitesAnyway(request, forward) : forward(request),
  );

/** A faulty server that treats two different email addresses as the same, if one of them has a pending invite. */
const confuses = (isAlike: (invited: string, email: string) => boolean) =>
  ofAddress(() => {
    const invited = new Set<string>();
    return async ({ email, request, forward }) => {
      const isConfused = (one: string) => one !== email && isAlike(one, email);
      const answer = await rejectsRequest(409, () => [...invited].some(isConfused))()(request, forward);
      if (answer.status === 201) invited.add(email);
      return answer;
    };
  });

/** A faulty server that accepts a second invite of some email addresses with a pending invite. */
const invitesAgain = (create: () => (invitation: Invitation) => boolean) =>
  ofAddress(() => {
    const isInvited = create();
    return async (invitation) => {
      const { request, forward } = invitation;
      const answer = await forward(request);
      return answer.status === 409 && isInvited(invitation) ? invitesAnyway(request, forward) : answer;
    };
  });

/** Defects of createInvite, which break the requirements D06, D11, D13 and D70 to D74. */
export const invites: readonly Defect[] = [
  defect('invite-without-create-time', 'D70', 'An invite has no `createTime`.').does(lacks(CREATE, 'createTime')),
  defect('invite-without-parent', 'D70', 'An invite has no `parentType`.').does(lacks(CREATE, 'parentType')),
  defect(
    'domain-that-begins-with-a-digit-is-refused',
    'D73',
    'The server rejects an email address with a digit at the start of a part of its domain.',
  ).does(rejectsText(CREATE, 'email', (email) => /[@.]\d/.test(email.replace(/^[^@]*/, '')))),
  defect(
    'internationalized-domain-is-refused',
    'D73',
    'The server rejects an email address in an internationalized domain.',
  ).does(rejectsText(CREATE, 'email', (email) => /@.*xn--/.test(email))),
  defect('invite-id-is-a-number', 'D70', '`id` of an invite is a number.').does(shows(CREATE, 'id', serial)),
  defect('invite-id-is-empty', 'D70 D72', '`id` of an invite is empty.').does(shows(CREATE, 'id', () => '')),
  defect('invited-email-in-lower-case', 'D71', '`invitedEmail` of an invite is the email address in lower case.').does(
    shows(CREATE, 'invitedEmail', (email) => String(email).toLowerCase()),
  ),
  defect(
    'invited-email-without-tag',
    'D71',
    '`invitedEmail` of an invite is the email address without its plus sign and tag.',
  ).does(shows(CREATE, 'invitedEmail', (email) => untagged(String(email)))),
  defect('invite-parent-is-organization', 'D71', '`parentType` of an invite is `organization` instead of `org`.').does(
    shows(CREATE, 'parentType', () => 'organization'),
  ),
  defect('invite-parent-is-the-inviter', 'D71', '`parentId` of an invite is the `id` of the invite.').does(
    showsBody(CREATE, (invite) => ({
      ...invite,
      parentId: invite.id,
    })),
  ),
  defect('invite-is-accepted-at-once', 'D71', '`status` of a new invite is `accepted` instead of `pending`.').does(
    shows(CREATE, 'status', () => 'accepted'),
  ),
  defect('invite-status-in-capitals', 'D70 D71', '`status` of a new invite is `PENDING`.').does(
    shows(CREATE, 'status', () => 'PENDING'),
  ),
  defect('invite-id-is-constant', 'D72', 'Every invite of an organization has the same `id`.').does(
    showsBody(CREATE, (invite) => ({
      ...invite,
      id: invite.parentId,
    })),
  ),
  defect('invite-with-a-token', 'D11', 'The response shows the secret token of an invite.').does(
    showsBody(CREATE, (invite) => ({
      ...invite,
      token: `t${serial(invite.id)}`,
    })),
  ),
  defect('invite-time-without-offset', 'D13', '`createTime` of an invite has no UTC offset.').does(
    shows(CREATE, 'createTime', (time) => String(time).replace('Z', '')),
  ),
  defect('invite-time-is-a-number', 'D13', '`createTime` of an invite is the number of milliseconds since 1970.').does(
    shows(CREATE, 'createTime', (time) => Date.parse(String(time))),
  ),
  defect('invite-update-time-is-null', 'D13', '`updateTime` of a new invite is null.').does(
    shows(CREATE, 'updateTime', () => null),
  ),

  defect('address-with-a-plus-is-refused', 'D73', 'The server rejects an email address with a plus sign.').does(
    rejects((email) => email.includes('+')),
  ),
  defect('address-with-capitals-is-refused', 'D73', 'The server rejects an email address with capitals.').does(
    rejects((email) => /[A-Z]/.test(email)),
  ),
  defect(
    'address-with-an-apostrophe-is-refused',
    'D73',
    'The server rejects an email address with an apostrophe.',
  ).does(rejects((email) => email.includes("'"))),
  defect(
    'long-top-level-domain-is-refused',
    'D73',
    'The server rejects an email address with a top-level domain of more than four letters.',
  ).does(rejects((email) => !/\.[a-z]{2,4}$/i.test(email))),
  defect(
    'address-with-a-digit-first-is-refused',
    'D73',
    'The server rejects an email address that begins with a digit.',
  ).does(rejects((email) => /^\d/.test(email))),
  defect(
    'address-of-one-letter-is-refused',
    'D73',
    'The server rejects an email address with only one character before the @.',
  ).does(rejects((email) => email[1] === '@')),
  defect(
    'address-in-a-subdomain-is-refused',
    'D73',
    'The server rejects an email address in a subdomain of several levels.',
  ).does(rejects((email) => /@(.*\.){3}/.test(email))),
  defect('any-text-is-an-address', 'D73', 'The server accepts any text as an email address.').does(accepts(() => true)),
  defect('an-at-makes-an-address', 'D73', 'The server accepts any text with an @ as an email address.').does(
    accepts((email) => email.includes('@')),
  ),
  defect('address-with-a-display-name-is-taken', 'D73', 'The server accepts an email address in angle brackets.').does(
    accepts((email) => /<.+@.+>/.test(email)),
  ),
  defect('address-is-trimmed', 'D73', 'The server accepts an email address with white space around it.').does(
    accepts((email) => ADDRESS.test(email.trim())),
  ),
  defect('several-addresses-are-taken', 'D73', 'The server accepts several email addresses, separated by commas.').does(
    accepts((email) => /@.*,.*@/.test(email)),
  ),
  defect('an-address-may-be-empty', 'D73', 'The server accepts an empty email address.').does(
    accepts((email) => email === ''),
  ),

  defect('invite-without-an-address', 'D05 D70', 'The server accepts an invite without `email`.').does(
    () => (request, forward) => {
      const body = isOf(request, CREATE) ? jsonOf(request) : undefined;
      return body && body.email === undefined ? invitesAnyway(request, forward) : forward(request);
    },
  ),
  defect('invite-by-another-name', 'D70', 'The server accepts `invitedEmail` instead of `email` in an invite.').does(
    readsBody(CREATE, (body) =>
      body.email === undefined && body.invitedEmail !== undefined ? { ...body, email: body.invitedEmail } : body,
    ),
  ),
  defect('invite-takes-its-id', 'D10 D72', 'The server takes the `id` of a new invite from the request body.').does(
    showsBody(CREATE, (invite, request) => ({ ...invite, id: bodyOf(request, CREATE).id ?? invite.id })),
  ),
  defect('invite-takes-its-status', 'D71', 'The server takes the `status` of a new invite from the request body.').does(
    showsBody(CREATE, (invite, request) => ({ ...invite, status: jsonOf(request)?.status ?? invite.status })),
  ),
  defect('invite-creation-is-200', 'D72', 'createInvite succeeds with 200.').does(succeedsWith(CREATE, 200)),
  defect('invited-twice', 'D74', 'The server accepts a second invite of one email address.').does(
    invitesAgain(() => () => true),
  ),
  defect(
    'invited-at-the-third-time',
    'D74',
    'The server rejects a second invite of one email address, but accepts a third invite of this address.',
  ).does(
    invitesAgain(() => {
      const rejected = new Set<string>();
      return ({ email }) => rejected.size === rejected.add(email).size;
    }),
  ),
  defect(
    'addresses-compare-without-their-domain',
    'D72 D74',
    'The server ignores the domain when it compares invited email addresses.',
  ).does(confuses((one, email) => one.split('@')[0] === email.split('@')[0])),
  defect(
    'addresses-compare-as-patterns',
    'D72 D74',
    'The server finds the invited email addresses with SQL LIKE, so `_` and `%` in a new address match other characters.',
  ).does(confuses((one, email) => /[_%]/.test(email) && matchesPattern(one, email))),
  defect(
    'addresses-take-their-endings',
    'D72 D74',
    'The server rejects an email address if an invited email address ends with the new email address.',
  ).does(confuses((one, email) => email.indexOf('@') > 0 && one.endsWith(email))),
  defect(
    'pending-in-any-organization',
    'D07 D72 D74',
    'The server rejects an email address that has a pending invite to another organization.',
  ).does(
    ofAddress(() => {
      const invited = new Map<string, string>();
      return async ({ email, request, forward }) => {
        const org = segmentOf(request, 'orgs');
        const answer = await rejectsRequest(409, () => (invited.get(email) ?? org) !== org)()(request, forward);
        if (answer.status === 201) invited.set(email, org);
        return answer;
      };
    }),
  ),
  defect(
    'invited-twice-elsewhere',
    'D74',
    'The server rejects repeated invites of an email address only in the first organization, not in other organizations.',
  ).does(
    invitesAgain(
      () =>
        ({ request }) =>
          segmentOf(request, 'orgs') !== ORG,
    ),
  ),
  defect('invites-are-of-one-organization', 'D71', '`parentId` of every invite names the same organization.').does(
    shows(CREATE, 'parentId', () => ORG),
  ),
  defect(
    'invites-are-numbered-by-organization',
    'D72',
    'The `id` of an invite is a number that starts at 1 in each organization.',
  ).does(() => {
    const made = new Map<string, number>();
    return showsBody(CREATE, (invite) => {
      const org = String(invite.parentId);
      made.set(org, (made.get(org) ?? 0) + 1);
      return { ...invite, id: `${made.get(org)}` };
    })();
  }),
  defect(
    'invited-twice-is-200',
    'D74',
    'The server responds to a second invite of one email address with 200 and the first invite.',
  ).does(
    ofAddress(() => {
      const made = new Map<string, FaultyResponse>();
      return async ({ email, request, forward }) => {
        const answer = await forward(request);
        if (answer.status === 201) made.set(email, { ...answer, status: 200 });
        return answer.status === 409 ? (made.get(email) ?? answer) : answer;
      };
    }),
  ),
  defect('invite-checked-too-early', 'D74', 'Two concurrent invites of one email address succeed.').does(
    ofAddress(() => {
      const pending = new Set<string>();
      return async ({ email, request, forward }) => {
        if (pending.has(email)) return invitesAnyway(request, forward);
        pending.add(email);
        return forward(request).finally(() => pending.delete(email));
      };
    }),
  ),
  defect(
    'refused-invite-is-kept',
    'D06 D16 D74',
    'The server responds with 415 to an invite of another media type than JSON, but creates the invite.',
  ).does(() => async (request, forward) => {
    const answer = await forward(request);
    if (isOf(request, CREATE) && answer.status === 415) await forward(withType(request, 'application/json'));
    return answer;
  }),
  defect('every-address-is-invited', 'D72 D74', 'The server rejects each invite with 409.').does(
    rejectsAll(CREATE, 409),
  ),
  defect('invites-are-refused', 'D70', 'The server rejects each invite with 400.').does(rejectsAll(CREATE, 400)),
  defect(
    'invited-twice-is-bad-request',
    'D74',
    'The server responds with 400 to an email address that has a pending invite.',
  ).does(rejectsWith(409, 400, (request) => isOf(request, CREATE))),
];
