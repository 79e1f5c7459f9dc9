import type { Defect, FaultyRequest } from './defect.ts';
import { isOf, jsonOf, problem, refuses, refusesWith, segmentOf } from './messages.ts';

type FailureRow = readonly [name: string, description: string, picks: (request: FaultyRequest) => boolean];

const text = ({ body }: FaultyRequest) => body.toString();

function isUtf8({ body }: FaultyRequest): boolean {
  return Buffer.from(body.toString()).equals(body);
}

function isDecodable({ path }: FaultyRequest): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Requests that nobody thought of. */
const FAILURES: readonly FailureRow[] = [
  [
    'deep-nesting-overflows',
    'A body that is nested thousands of levels deep overflows the stack.',
    (request) => /[[{]{5000}|(\{"a":){5000}/.test(text(request)),
  ],
  [
    'nesting-overflows-the-walk',
    'What walks through a body that was parsed goes fifty levels down, and no further.',
    (request) => /[[{]{50,500}[\]}]{50}/.test(text(request)),
  ],
  [
    'nul-breaks-the-database',
    'A NUL in a string is refused by the database.',
    (request) => text(request).includes('\\u0000'),
  ],
  [
    'half-a-pair-breaks-the-encoder',
    'Half a surrogate pair cannot be written as UTF-8.',
    (request) => /\\ud83d(?!\\ude)/i.test(text(request)),
  ],
  [
    'long-text-breaks-the-column',
    'A string of thousands of characters is too long for its column.',
    (request) => /"[^"]{9000,}"/.test(text(request)) && request.body.length < 2 ** 20,
  ],
  [
    'large-integer-breaks-the-column',
    'An integer of more than 32 bits is too large for its column.',
    (request) => /":(2147483648|\d{16,})\b/.test(text(request)),
  ],
  [
    'large-body-breaks-the-buffer',
    'A body of megabytes is more than the buffer holds.',
    (request) => request.body.length > 2 ** 21,
  ],
  ['wrong-bytes-break-the-parser', 'A body that is not UTF-8 is not expected.', (request) => !isUtf8(request)],
  [
    'directive-in-a-path-breaks-the-formatter',
    'A path is taken for the format of a line of the log.',
    ({ path }) => path.includes('~d') || path.includes('%25d'),
  ],
  [
    'colon-in-a-path-breaks-the-key',
    'A colon in a path ends a part of the key in the cache.',
    ({ path }) => path.includes(':') || path.includes('%3A'),
  ],
  [
    'letters-behind-percent-break-the-decoder',
    'The decoder of paths takes any two characters for digits.',
    ({ path }) => /%[g-z]{2}/.test(path),
  ],
  [
    'tilde-in-an-address-breaks-the-formatter',
    'An address is taken for the format of a line of the log.',
    (request) => isOf(request, 'createInvite') && /~[^"]*@/.test(text(request)),
  ],
  [
    'bracket-in-a-path-breaks-the-pattern',
    'A segment of the path is taken for a pattern.',
    ({ path }) => path.includes('%5B') && !path.includes('%5D'),
  ],
  ['bracket-breaks-the-pattern', 'A string is taken for a pattern.', (request) => /"\[[^\]"]*"/.test(text(request))],
  [
    'prototype-breaks-the-merge',
    'A member __proto__ breaks a merge.',
    (request) => text(request).includes('__proto__'),
  ],
  [
    'object-called-proto-breaks-the-map',
    'An object called __proto__ is found where none was put.',
    (request) => /"__proto__": *\[/.test(text(request)),
  ],
  [
    'object-name-breaks-the-column',
    'The name of an object is too long for its column.',
    (request) => /"[^"]{500,}": *\[/.test(text(request)),
  ],
  [
    'foreign-address-breaks-the-mailer',
    'An address beyond ASCII cannot be written into a header.',
    (request) => isOf(request, 'createInvite') && /[^\x20-\x7e]/.test(text(request)),
  ],
  [
    'key-beyond-ascii-breaks-the-parser',
    'A PEM with a character beyond ASCII cannot be written as the bytes that a parser takes.',
    (request) => isOf(request, 'createJwtKey') && /[^\0-\x7f]/.test(String(jsonOf(request)?.publicKeyPem)),
  ],
  [
    'unknown-charset-breaks-the-decoder',
    'A body of a charset that is not known is not expected.',
    ({ headers }) => /charset=(?!"?utf-8)/i.test(headers['content-type'] ?? ''),
  ],
  ['broken-escape-breaks-the-router', 'A broken percent-escape is not caught.', (request) => !isDecodable(request)],
  ['quote-breaks-the-query', 'A quote in a path ends the SQL string.', ({ path }) => /'|%27/.test(path)],
  [
    'long-identifier-breaks-the-index',
    'An identifier of more than 2,000 characters is too long for the index.',
    ({ path }) => path.split('/').some((segment) => segment.length > 2000),
  ],
  [
    'unknown-path-breaks-the-router',
    'What no route matches ends in an error that nobody handles.',
    ({ path }) => !/^\/(v1\/(projects|orgs)\/|__admin)/.test(path),
  ],
  [
    'head-breaks-the-router',
    'HEAD is answered by the handler of a GET that is not there.',
    ({ method }) => method === 'HEAD',
  ],
  ['options-break-the-router', 'OPTIONS meets a filter that expects an Origin.', ({ method }) => method === 'OPTIONS'],
  [
    'byte-order-mark-breaks-the-parser',
    'A byte order mark before the body is not expected.',
    (request) => text(request).startsWith('\uFEFF'),
  ],
  [
    'large-number-breaks-the-parser',
    'A number that no double holds is not expected.',
    (request) => text(request).includes('1e999'),
  ],
  [
    'long-number-breaks-the-parser',
    'A number of thousands of digits is more than the language turns into one.',
    (request) => /\d{4301}/.test(text(request)),
  ],
  [
    'key-id-that-is-no-uuid-fails',
    'A key ID that is no UUID is refused by the column type of the database.',
    (request) => isOf(request, 'updateJwtKey') && !/^[0-9a-f-]{36}$/i.test(segmentOf(request, 'jwt-keys')),
  ],
  [
    'long-key-breaks-the-column',
    'A PEM of more than 700 characters is too long for its column.',
    (request) => isOf(request, 'createJwtKey') && String(jsonOf(request)?.publicKeyPem).length > 700,
  ],
  [
    'object-in-place-of-a-label-fails',
    'A string method is called on whatever a label is.',
    (request) => {
      const body = isOf(request, 'createJwtKey') ? jsonOf(request) : undefined;
      return typeof body?.label === 'object' && body.label !== null && !Array.isArray(body.label);
    },
  ],
  [
    'body-without-a-type-breaks-the-parser',
    'A body without a media type is not expected.',
    ({ body, headers }) => body.length > 0 && headers['content-type'] === undefined,
  ],
  [
    'other-provider-breaks-the-lookup',
    'The settings of a provider are looked up for salesforce alone.',
    (request) => isOf(request, 'createIntegration') && !text(request).includes('"provider":"salesforce"'),
  ],
  [
    'page-size-of-20-digits-breaks-the-store',
    'A page size that 64 bits do not hold has no place in the database.',
    (request) => /"pageSize":\d{20}\b/.test(text(request)),
  ],
  [
    'label-that-is-not-utf-8-breaks-the-decoder',
    'A label is decoded as UTF-8 by a function that throws.',
    (request) => isOf(request, 'createJwtKey') && /"label":"[^"]*\ufffd/.test(text(request)),
  ],
  [
    'apostrophe-breaks-the-query',
    'The name of an integration is put into a query as it is.',
    (request) => isOf(request, 'createIntegration') && text(request).includes("'"),
  ],
  [
    'array-body-breaks-the-handler',
    'An array passes the parser and breaks the handler.',
    (request) => /^\s*\[/.test(text(request)) && request.headers['content-type'] === 'application/json',
  ],
];

/** Defects that end in a 5xx or in no answer: D15. */
export const failures: readonly Defect[] = [
  ...FAILURES.map(([name, description, picks]) => ({
    name,
    description,
    breaks: ['D15'],
    create: refuses(picks, 500),
  })),
  {
    name: 'deletion-breaks-the-router',
    description: 'DELETE of anything but an installation is answered by a handler that expects one.',
    breaks: ['D09', 'D15'],
    create: refuses(({ method, path }) => method === 'DELETE' && !path.includes('/installations/'), 500),
  },
  {
    name: 'key-beyond-ascii-fails',
    description: 'Keys are compared byte by byte, by a function that takes ASCII alone.',
    breaks: ['D15'],
    create: () => async (request, forward) =>
      /[^ -~]/.test(request.headers['x-api-key'] ?? '') ? problem(500) : forward(request),
  },
  {
    name: 'unknown-provider-fails',
    description: 'An unknown provider is not expected: 500.',
    breaks: ['D15'],
    create: refusesWith(404, 500, (request) => segmentOf(request, 'providers') !== ''),
  },
  {
    name: 'wrong-type-fails',
    description: 'createInvite calls a string method on whatever the e-mail address is.',
    breaks: ['D15'],
    create: refuses((request) => {
      const body = isOf(request, 'createInvite') ? jsonOf(request) : undefined;
      return body?.email !== undefined && typeof body.email !== 'string';
    }, 500),
  },
  {
    name: 'deep-nesting-kills-the-process',
    description: 'The connection breaks when a body is nested thousands of levels deep.',
    breaks: ['D15'],
    create: () => async (request, forward) => {
      if (/(\{"a":){5000}/.test(text(request))) throw new Error('The process is gone.');
      return forward(request);
    },
  },
];
