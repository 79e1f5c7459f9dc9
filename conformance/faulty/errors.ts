import type { JsonObject } from '../../src/contract/json.ts';
import type { Defect, FaultyRequest, FaultyResponse } from './defect.ts';
import { changesAnswer, changesProblem, operationOf, without, withType } from './messages.ts';

type ProblemRow = readonly [
  name: string,
  description: string,
  breaks: readonly string[],
  change: (problem: JsonObject, request: FaultyRequest) => unknown,
];

/** Problem documents that are not what they should be: D11, D21 to D24. */
const MEMBERS: readonly ProblemRow[] = [
  [
    'problem-type-is-blank',
    '`type` is about:blank, whatever the title.',
    ['D21'],
    (problem) => ({ ...problem, type: 'about:blank' }),
  ],
  [
    'problem-type-is-a-url',
    '`type` is an https URL, as RFC 9457 shows it.',
    ['D21'],
    (problem) => ({ ...problem, type: `https://errors.example/${problem.status}` }),
  ],
  ['problem-type-is-a-word', '`type` is a code.', ['D21'], (problem) => ({ ...problem, type: `E${problem.status}` })],
  [
    'problem-href-is-relative',
    '`href` is a path.',
    ['D21'],
    (problem) => (problem.href === undefined ? problem : { ...problem, href: new URL(String(problem.href)).pathname }),
  ],
  ['problem-href-is-null', '`href` is null where there is none.', ['D21'], (problem) => ({ ...problem, href: null })],
  [
    'problem-instance-is-the-path',
    '`instance` is the path of the request.',
    ['D21'],
    (problem, { path }) => ({ ...problem, instance: path.split('?')[0] }),
  ],
  [
    'problem-instance-is-a-bare-uuid',
    '`instance` is a UUID without urn:uuid: before it.',
    ['D21'],
    (problem) => ({ ...problem, instance: String(problem.instance).replace('urn:uuid:', '') }),
  ],
  [
    'problem-status-is-a-string',
    '`status` is a string.',
    ['D21'],
    (problem) => ({ ...problem, status: String(problem.status) }),
  ],
  [
    'problem-detail-is-an-array',
    '`detail` lists one message a violation.',
    ['D21'],
    (problem) => ({ ...problem, detail: [problem.detail] }),
  ],
  [
    'problem-tells-its-time-and-path',
    'A problem has a `timestamp` and a `path`, as a framework adds them.',
    ['D11'],
    (problem, { path }) => ({ ...problem, timestamp: new Date().toISOString(), path: path.split('?')[0] }),
  ],
  [
    'conflict-has-a-code',
    'The problem of a 409 has a `code`.',
    ['D11'],
    (problem) => (problem.status === 409 ? { ...problem, code: 'E409' } : problem),
  ],
  ['problem-without-title', 'A problem has no `title`.', ['D22'], (problem) => without(problem, 'title')],
  ['problem-without-type', 'A problem has no `type`.', ['D22'], (problem) => without(problem, 'type')],
  ['problem-without-status', 'A problem has no `status`.', ['D22'], (problem) => without(problem, 'status')],
  [
    'problem-in-an-envelope',
    'The problem is a member `error` of the body.',
    ['D22'],
    (problem) => ({ error: problem }),
  ],
  [
    'problem-status-is-always-400',
    '`status` is 400, whatever the answer.',
    ['D23'],
    (problem) => ({ ...problem, status: 400 }),
  ],
  [
    'problem-status-is-always-200',
    '`status` is 200: the body is made before the status is set.',
    ['D23'],
    (problem) => ({ ...problem, status: 200 }),
  ],
  [
    'problem-status-of-another-refusal',
    '`status` of a 422 is 400: the library writes it so.',
    ['D23'],
    (problem) => (problem.status === 422 ? { ...problem, status: 400 } : problem),
  ],
  ['problem-without-detail', 'A problem has no `detail`.', ['D24'], (problem) => without(problem, 'detail')],
  ['problem-without-instance', 'A problem has no `instance`.', ['D24'], (problem) => without(problem, 'instance')],
  ['problem-without-href', 'A problem has no `href`.', ['D24'], (problem) => without(problem, 'href')],
  [
    'problem-title-of-the-occurrence',
    '`title` says what is wrong this time.',
    ['D24'],
    (problem) => ({ ...problem, title: problem.detail }),
  ],
  [
    'problem-title-of-the-operation',
    '`title` names the operation.',
    ['D24'],
    (problem, request) => ({ ...problem, title: `${operationOf(request)}: ${problem.title}` }),
  ],
  ['problem-in-an-array', 'The problem is the one item of an array.', ['D20'], (problem) => [problem]],
];

type FormRow = readonly [
  name: string,
  description: string,
  picks: (request: FaultyRequest, answer: FaultyResponse) => boolean,
  change: (answer: FaultyResponse) => FaultyResponse,
];

const page = (answer: FaultyResponse): FaultyResponse => ({
  ...withType(answer, 'text/html; charset=utf-8'),
  body: Buffer.from(`<!DOCTYPE html><title>Error</title><h1>${answer.status}</h1>`),
});

const nothing = (answer: FaultyResponse): FaultyResponse => {
  const { 'content-type': _, ...headers } = answer.headers;
  return { ...answer, headers, body: Buffer.alloc(0) };
};

/** Errors that are no problem documents: D20. */
const FORMS: readonly FormRow[] = [
  [
    'errors-are-plain-json',
    'Errors have the media type application/json.',
    (_request, { status }) => status >= 400,
    (answer) => withType(answer, 'application/json'),
  ],
  ['not-found-is-a-page', 'A 404 is the page of the framework.', (_request, { status }) => status === 404, page],
  ['bad-request-is-a-page', 'A 400 is the page of the framework.', (_request, { status }) => status === 400, page],
  ['unauthorized-is-empty', 'A gateway answers 401 without a body.', (_request, { status }) => status === 401, nothing],
  [
    'unsupported-media-type-is-text',
    'A 415 is a line of text.',
    (_request, { status }) => status === 415,
    (answer) => ({ ...withType(answer, 'text/plain'), body: Buffer.from('Unsupported Media Type') }),
  ],
  [
    'conflict-in-plain-json',
    'A 409 has the media type application/json.',
    (_request, { status }) => status === 409,
    (answer) => withType(answer, 'application/json'),
  ],
  [
    'impossible-in-plain-json',
    'A 422 has the media type application/json.',
    (_request, { status }) => status === 422,
    (answer) => withType(answer, 'application/json'),
  ],
  [
    'errors-are-pages-unless-json-is-asked-for',
    'Errors are pages for a client that does not ask for JSON.',
    ({ headers }, { status }) => status >= 400 && !/json/.test(headers.accept ?? ''),
    page,
  ],
  [
    'deletion-refused-in-plain-json',
    'The errors of deleteInstallation alone have the media type application/json.',
    (request, { status }) => operationOf(request) === 'deleteInstallation' && status >= 400,
    (answer) => withType(answer, 'application/json'),
  ],
];

const STORED_KEY = `-----BEGIN PUBLIC KEY-----\n${'MIIBIjANBgkqhkiG'.repeat(4)}\n-----END PUBLIC KEY-----`;

type LeakRow = readonly [name: string, description: string, status: number, text: (request: FaultyRequest) => string];

/** Errors that tell too much: D26. */
const LEAKS: readonly LeakRow[] = [
  [
    'error-with-a-stack',
    'A 400 shows the stack.',
    400,
    () => 'SyntaxError: invalid\n    at parse (/srv/service/dist/body.js:12:7)\n    at run (node:internal/main:5:1)',
  ],
  [
    'error-with-a-python-traceback',
    'A 404 shows the traceback.',
    404,
    () => 'Traceback (most recent call last):\n  File "service.py", line 12, in find\nKeyError',
  ],
  [
    'error-with-a-java-trace',
    'A 415 shows where the exception comes from.',
    415,
    () => 'java.lang.IllegalStateException\n\tat com.example.service.Bodies.read(Bodies.java:42)',
  ],
  [
    'error-with-a-file-path',
    'A 404 names the file in which the service looked.',
    404,
    () => 'Not listed in /var/lib/service/projects.json.',
  ],
  [
    'error-with-a-query',
    'A 404 shows the query that found nothing.',
    404,
    () => "No rows: SELECT * FROM keys WHERE kid = 'x'",
  ],
  [
    'error-of-the-database',
    'A 409 shows which constraint the database found broken.',
    409,
    () => 'SQLITE_CONSTRAINT_UNIQUE: UNIQUE constraint failed: integrations.name',
  ],
  [
    'error-with-the-unknown-key',
    'A 401 repeats the key that was sent.',
    401,
    ({ headers }) => `The key ${headers['x-api-key']} is unknown.`,
  ],
  [
    'error-with-the-request',
    'A 404 repeats the headers of the request, with the API key.',
    404,
    ({ headers }) => JSON.stringify(headers),
  ],
  ['error-with-the-body', 'A 400 repeats the body, with the key material in it.', 400, ({ body }) => body.toString()],
  [
    'error-with-the-base64-of-the-key',
    'A 400 repeats the base64 of the PEM that was refused.',
    400,
    ({ body }) => /-----BEGIN[^-]*-----(.*?)-----END/.exec(body.toString())?.[1]?.replaceAll('\\n', '') ?? 'No key.',
  ],
];

/** Defects of errors: D20 to D26. */
export const errors: readonly Defect[] = [
  ...MEMBERS.map(([name, description, breaks, change]) => ({
    name,
    description,
    breaks,
    create: changesProblem(change),
  })),
  ...FORMS.map(([name, description, picks, change]) => ({
    name,
    description,
    breaks: ['D20'],
    create: changesAnswer(picks, change),
  })),
  ...LEAKS.map(([name, description, status, text]) => ({
    name,
    description,
    breaks: ['D26'],
    create: changesProblem((problem, request) =>
      problem.status === status ? { ...problem, detail: text(request) } : problem,
    ),
  })),
  {
    name: 'error-with-the-stored-key',
    description: 'A 422 shows the key as it is stored.',
    breaks: ['D26'],
    create: changesProblem((problem) =>
      problem.status === 422 ? { ...problem, detail: `No value for ${STORED_KEY}` } : problem,
    ),
  },
  {
    name: 'error-with-a-debug-header',
    description: 'A header of every error names the source file that it comes from.',
    breaks: ['D26'],
    create: changesAnswer(
      (_request, { status }) => status >= 400,
      (answer) => ({ ...answer, headers: { ...answer.headers, 'x-debug': '/srv/service/dist/errors.js' } }),
    ),
  },
];
