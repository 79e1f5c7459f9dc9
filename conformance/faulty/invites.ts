import { createHash } from 'node:crypto';
import type { JsonObject } from '../../src/contract/json.ts';
import type { Defect, FaultyRequest, FaultyResponse } from './defect.ts';
import {
  answersWith,
  changesRequest,
  changesSuccess,
  isOf,
  jsonOf,
  ORG,
  refuses,
  refusesValid,
  refusesWith,
  segmentOf,
  withJson,
  withType,
} from './messages.ts';

type ShownRow = readonly [
  name: string,
  description: string,
  breaks: readonly string[],
  change: (invite: JsonObject) => JsonObject,
];

const untagged = (email: string) => email.replace(/\+[^@]*/, '');
const lower = (value: unknown) => String(value).toLowerCase();

/** Invites that are not what they should be. */
const SHOWN: readonly ShownRow[] = [
  ['invite-without-create-time', 'An invite has no `createTime`.', ['D70'], ({ createTime: _, ...rest }) => rest],
  ['invite-without-parent', 'An invite has no `parentType`.', ['D70'], ({ parentType: _, ...rest }) => rest],
  [
    'invite-id-is-a-number',
    '`id` of an invite is a number.',
    ['D70'],
    ({ id, ...rest }) => ({ ...rest, id: serial(id) }),
  ],
  ['invite-id-is-empty', '`id` of an invite is empty.', ['D70', 'D72'], (invite) => ({ ...invite, id: '' })],
  [
    'invited-email-in-lower-case',
    '`invitedEmail` is the address in lower case.',
    ['D71'],
    (invite) => ({ ...invite, invitedEmail: lower(invite.invitedEmail) }),
  ],
  [
    'invited-email-without-tag',
    '`invitedEmail` is the address without what follows its plus.',
    ['D71'],
    (invite) => ({ ...invite, invitedEmail: String(invite.invitedEmail).replace(/\+[^@]*/, '') }),
  ],
  [
    'invite-parent-is-organization',
    '`parentType` is written out.',
    ['D71'],
    (invite) => ({ ...invite, parentType: 'organization' }),
  ],
  [
    'invite-parent-is-the-inviter',
    '`parentId` is that of somebody else.',
    ['D71'],
    (invite) => ({ ...invite, parentId: invite.id }),
  ],
  ['invite-is-accepted-at-once', 'A new invite is accepted.', ['D71'], (invite) => ({ ...invite, status: 'accepted' })],
  ['invite-status-in-capitals', '`status` is PENDING.', ['D70', 'D71'], (invite) => ({ ...invite, status: 'PENDING' })],
  ['invite-id-is-constant', 'Every invite has one `id`.', ['D72'], (invite) => ({ ...invite, id: invite.parentId })],
  [
    'invite-with-a-token',
    'An invite shows its token.',
    ['D11'],
    (invite) => ({ ...invite, token: `t${serial(invite.id)}` }),
  ],
  [
    'invite-time-without-offset',
    '`createTime` has no offset.',
    ['D13'],
    ({ createTime, ...rest }) => ({ ...rest, createTime: String(createTime).replace('Z', '') }),
  ],
  [
    'invite-time-is-a-number',
    '`createTime` is in milliseconds since 1970.',
    ['D13'],
    ({ createTime, ...rest }) => ({ ...rest, createTime: Date.parse(String(createTime)) }),
  ],
  [
    'invite-update-time-is-null',
    '`updateTime` is null, for there was no update.',
    ['D13'],
    (invite) => ({ ...invite, updateTime: null }),
  ],
];

function serial(value: unknown): number {
  return createHash('sha256').update(String(value)).digest().readUInt32BE();
}

type AddressRow = readonly [name: string, description: string, isRefused: (email: string) => boolean];

const REFUSED: readonly AddressRow[] = [
  ['address-with-a-plus-is-refused', 'An address with a plus is no address.', (email) => email.includes('+')],
  ['address-with-capitals-is-refused', 'An address with capitals is no address.', (email) => /[A-Z]/.test(email)],
  ['address-with-an-apostrophe-is-refused', 'An apostrophe is no part of an address.', (email) => email.includes("'")],
  [
    'long-top-level-domain-is-refused',
    'A domain ends with two to four letters.',
    (email) => !/\.[a-z]{2,4}$/i.test(email),
  ],
  ['address-with-a-digit-first-is-refused', 'An address begins with a letter.', (email) => /^\d/.test(email)],
  ['address-of-one-letter-is-refused', 'What stands before the @ has two characters.', (email) => email[1] === '@'],
  ['address-in-a-subdomain-is-refused', 'A domain has one dot.', (email) => /@(.*\.){3}/.test(email)],
];

const TAKEN: readonly AddressRow[] = [
  ['any-text-is-an-address', 'An address is any text.', () => true],
  ['an-at-makes-an-address', 'An address is what holds an @.', (email) => email.includes('@')],
  ['address-with-a-display-name-is-taken', 'An address may be in angle brackets.', (email) => /<.+@.+>/.test(email)],
  ['address-is-trimmed', 'White space around an address is cut off.', (email) => ADDRESS.test(email.trim())],
  [
    'several-addresses-are-taken',
    'Several addresses may be sent, with commas between them.',
    (email) => /@.*,.*@/.test(email),
  ],
  ['an-address-may-be-empty', 'An empty address is taken.', (email) => email === ''],
];

const ADDRESS = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const isAddress = (email: string) => ADDRESS.test(email) && !/[,<>]/.test(email);

/** Invites somebody else in the place of an address, and shows the address. */
function invitesAnyway(isTaken: (email: unknown) => boolean): Defect['create'] {
  return () => async (request, forward) => {
    const { email } = (isOf(request, 'createInvite') && jsonOf(request)) || {};
    if (!isTaken(email)) return forward(request);
    const other = `${serial(process.hrtime.bigint())}@example.com`;
    const behave = changesSuccess('createInvite', (invite) => ({ ...invite, invitedEmail: email ?? '' }))();
    return behave(withJson(request, { email: other }), forward);
  };
}

/** The address that a request invites; undefined where it invites nobody. */
function invitedBy(request: FaultyRequest): string | undefined {
  const email = isOf(request, 'createInvite') ? jsonOf(request)?.email : undefined;
  return typeof email === 'string' ? email : undefined;
}

/** An address that is like one with a pending invite is taken for that one. */
function takesForOne(isAlike: (invited: string, email: string) => boolean): Defect['create'] {
  return () => {
    const invited = new Set<string>();
    return async (request, forward) => {
      const email = invitedBy(request);
      if (email === undefined) return forward(request);
      const takes = (one: string) => one !== email && isAlike(one, email);
      const answer = await refuses(() => [...invited].some(takes), 409)()(request, forward);
      if (answer.status === 201) invited.add(email);
      return answer;
    };
  };
}

/** Defects of createInvite: D11, D13 and D70 to D74. */
export const invites: readonly Defect[] = [
  ...SHOWN.map(([name, description, breaks, change]) => ({
    name,
    description,
    breaks,
    create: changesSuccess('createInvite', change),
  })),
  ...REFUSED.map(([name, description, isRefused]) => ({
    name,
    description,
    breaks: ['D73'],
    create: refuses((request) => {
      const email = invitedBy(request);
      return email !== undefined && isAddress(email) && isRefused(email);
    }, 400),
  })),
  ...TAKEN.map(([name, description, isTaken]) => ({
    name,
    description,
    breaks: ['D73'],
    create: invitesAnyway((email) => typeof email === 'string' && !isAddress(email) && isTaken(email)),
  })),
  {
    name: 'invite-without-an-address',
    description: 'A body without `email` makes an invite for nobody yet.',
    breaks: ['D70'],
    create: () => async (request, forward) => {
      const body = isOf(request, 'createInvite') ? jsonOf(request) : undefined;
      return body && body.email === undefined ? invitesAnyway(() => true)()(request, forward) : forward(request);
    },
  },
  {
    name: 'invite-by-another-name',
    description: 'The address may be called `invitedEmail`, as the invite shows it.',
    breaks: ['D70'],
    create: changesRequest('createInvite', (body) =>
      body.email === undefined && body.invitedEmail !== undefined ? { ...body, email: body.invitedEmail } : body,
    ),
  },
  {
    name: 'invite-takes-its-status',
    description: '`status` of an invite is taken from the body where it holds one.',
    breaks: ['D71'],
    create: changesSuccess('createInvite', (invite, request) => ({
      ...invite,
      status: jsonOf(request)?.status ?? invite.status,
    })),
  },
  {
    name: 'invite-creation-is-200',
    description: 'createInvite succeeds with 200.',
    breaks: ['D72'],
    create: answersWith('createInvite', 201, 200),
  },
  {
    name: 'invited-twice',
    description: 'An address with a pending invite is invited again.',
    breaks: ['D74'],
    create: () => async (request, forward) => {
      const first = await forward(request);
      if (!isOf(request, 'createInvite') || first.status !== 409) return first;
      return invitesAnyway(() => true)()(request, forward);
    },
  },
  {
    name: 'invited-at-the-third-time',
    description: 'An address with a pending invite is refused once, and then invited again.',
    breaks: ['D74'],
    create: () => {
      const refused = new Set<unknown>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (!isOf(request, 'createInvite') || answer.status !== 409) return answer;
        const email = invitedBy(request);
        return refused.size < refused.add(email).size ? answer : invitesAnyway(() => true)()(request, forward);
      };
    },
  },
  {
    name: 'addresses-compare-without-their-domain',
    description: 'An address has a pending invite if what stands before its @ has one.',
    breaks: ['D72', 'D74'],
    create: takesForOne((one, email) => one.split('@')[0] === email.split('@')[0]),
  },
  {
    name: 'addresses-compare-without-their-tag',
    description: 'An address has a pending invite if the one without what follows its plus has one.',
    breaks: ['D74'],
    create: takesForOne((one, email) => untagged(one) === untagged(email)),
  },
  {
    name: 'addresses-take-their-endings',
    description: 'An address has a pending invite if one that ends with it has one.',
    breaks: ['D72', 'D74'],
    create: takesForOne((one, email) => email.indexOf('@') > 0 && one.endsWith(email)),
  },
  {
    name: 'pending-in-any-organization',
    description: 'An address with a pending invite to one organization is refused with 409 at every other one.',
    breaks: ['D72', 'D74'],
    create: () => {
      const invited = new Map<string, string>();
      return async (request, forward) => {
        const email = invitedBy(request);
        if (email === undefined) return forward(request);
        const org = segmentOf(request, 'orgs');
        const answer = await refuses(() => (invited.get(email) ?? org) !== org, 409)()(request, forward);
        if (answer.status === 201) invited.set(email, org);
        return answer;
      };
    },
  },
  {
    name: 'invited-twice-elsewhere',
    description: 'Only one organization remembers whom it has invited.',
    breaks: ['D74'],
    create: () => async (request, forward) => {
      const answer = await forward(request);
      const forgets = isOf(request, 'createInvite') && segmentOf(request, 'orgs') !== ORG;
      return forgets && answer.status === 409 ? invitesAnyway(() => true)()(request, forward) : answer;
    },
  },
  {
    name: 'invites-are-of-one-organization',
    description: '`parentId` of every invite is the same organization.',
    breaks: ['D71'],
    create: changesSuccess('createInvite', (invite) => ({ ...invite, parentId: ORG })),
  },
  {
    name: 'invites-are-numbered-by-organization',
    description: 'Each organization numbers its invites from 1.',
    breaks: ['D72'],
    create: () => {
      const made = new Map<string, number>();
      return changesSuccess('createInvite', (invite) => {
        const org = String(invite.parentId);
        made.set(org, (made.get(org) ?? 0) + 1);
        return { ...invite, id: `${made.get(org)}` };
      })();
    },
  },
  {
    name: 'invited-twice-is-200',
    description: 'An address with a pending invite is answered with that invite and 200.',
    breaks: ['D74'],
    create: () => {
      const made = new Map<string, FaultyResponse>();
      return async (request, forward) => {
        const answer = await forward(request);
        const email = invitedBy(request);
        if (email === undefined) return answer;
        if (answer.status === 201) made.set(email, { ...answer, status: 200 });
        return answer.status === 409 ? (made.get(email) ?? answer) : answer;
      };
    },
  },
  {
    name: 'invite-checked-too-early',
    description: 'Of two concurrent invites of one address, both are made: the check comes before the write.',
    breaks: ['D74'],
    create: () => {
      const going = new Set<string>();
      return async (request, forward) => {
        const email = invitedBy(request);
        if (email === undefined) return forward(request);
        if (going.has(email)) return invitesAnyway(() => true)()(request, forward);
        going.add(email);
        return forward(request).finally(() => going.delete(email));
      };
    },
  },
  {
    name: 'refused-invite-is-kept',
    description: 'An invite of another media type is refused, and kept as pending.',
    breaks: ['D06', 'D74'],
    create: () => async (request, forward) => {
      const answer = await forward(request);
      if (isOf(request, 'createInvite') && answer.status === 415) await forward(withType(request, 'application/json'));
      return answer;
    },
  },
  {
    name: 'every-address-is-invited',
    description: 'Every invite is refused with 409, as if the address had one.',
    breaks: ['D72', 'D74'],
    create: refusesValid('createInvite', 409),
  },
  {
    name: 'invites-are-refused',
    description: 'Every invite is refused with 400.',
    breaks: ['D70'],
    create: refusesValid('createInvite', 400),
  },
  {
    name: 'invited-twice-is-bad-request',
    description: 'An address with a pending invite is refused with 400.',
    breaks: ['D74'],
    create: refusesWith(409, 400, (request) => isOf(request, 'createInvite')),
  },
];
