import type { Defect, FaultyRequest, FaultyResponse } from './defect.ts';
import { operationOf, withType } from './messages.ts';
import { defect, problemHas, problemLacks, responds, respondsTo, writesProblem } from './row.ts';

const plainJson = (response: FaultyResponse) => withType(response, 'application/json');

const page = (response: FaultyResponse): FaultyResponse => ({
  ...withType(response, 'text/html; charset=utf-8'),
  body: Buffer.from(`<!DOCTYPE html><title>Error</title><h1>${response.status}</h1>`),
});

const isError = (_request: FaultyRequest, { status }: FaultyResponse) => status >= 400;

const STORED_KEY = `-----BEGIN PUBLIC KEY-----\n${'MIIBIjANBgkqhkiG'.repeat(4)}\n-----END PUBLIC KEY-----`;

/** A faulty server that shows internal information in `detail` of the errors with the given status. */
const leaks = (status: number, detail: (request: FaultyRequest) => string) =>
  problemHas('detail', (problem, request) => (problem.status === status ? detail(request) : problem.detail));

/** Defects of error responses, which break the requirements D11 and D20 to D26. */
export const errors: readonly Defect[] = [
  defect(
    'script-gets-plain-json',
    'D20',
    'The server sends errors as application/json if a request has the header `X-Requested-With`.',
  ).does(
    responds((request, response) => isError(request, response) && 'x-requested-with' in request.headers, plainJson),
  ),
  defect('problem-type-is-blank', 'D21', '`type` of a problem document is about:blank.').does(
    problemHas('type', () => 'about:blank'),
  ),
  defect(
    'problem-type-is-a-url',
    'D21',
    '`type` of a problem document is an https URL, which RFC 9457 permits but the contract does not.',
  ).does(problemHas('type', ({ status }) => `https://errors.example/${status}`)),
  defect('problem-type-is-a-word', 'D21', '`type` of a problem document is a code such as `E404`.').does(
    problemHas('type', ({ status }) => `E${status}`),
  ),
  defect('problem-href-is-relative', 'D21', '`href` of a problem document is a path.').does(
    problemHas('href', ({ href }) => href && new URL(String(href)).pathname),
  ),
  defect('problem-href-is-null', 'D21', '`href` of a problem document is null.').does(problemHas('href', () => null)),
  defect('problem-instance-is-the-path', 'D21', '`instance` of a problem document is the path of the request.').does(
    problemHas('instance', (_, { path }) => path.split('?')[0]),
  ),
  defect(
    'problem-instance-is-a-bare-uuid',
    'D21',
    '`instance` of a problem document is a UUID without the prefix urn:uuid:.',
  ).does(problemHas('instance', ({ instance }) => String(instance).replace('urn:uuid:', ''))),
  defect('problem-status-is-a-string', 'D21', '`status` of a problem document is a string.').does(
    problemHas('status', ({ status }) => String(status)),
  ),
  defect('problem-detail-is-an-array', 'D21', '`detail` of a problem document is an array of messages.').does(
    problemHas('detail', ({ detail }) => [detail]),
  ),
  defect('problem-without-title', 'D22', 'A problem document has no `title`.').does(problemLacks('title')),
  defect('problem-without-type', 'D22', 'A problem document has no `type`.').does(problemLacks('type')),
  defect('problem-without-status', 'D22', 'A problem document has no `status`.').does(problemLacks('status')),
  defect('problem-in-an-envelope', 'D22', 'The problem document is inside a property `error`.').does(
    writesProblem((error) => ({ error })),
  ),
  defect('problem-status-is-always-400', 'D23', '`status` of each problem document is 400.').does(
    problemHas('status', () => 400),
  ),
  defect('problem-status-is-always-200', 'D23', '`status` of each problem document is 200.').does(
    problemHas('status', () => 200),
  ),
  defect('problem-status-of-another-refusal', 'D23', '`status` in the problem document of a 422 is 400.').does(
    problemHas('status', ({ status }) => (status === 422 ? 400 : status)),
  ),
  defect('problem-without-detail', 'D24', 'A problem document has no `detail`.').does(problemLacks('detail')),
  defect('problem-without-instance', 'D24', 'A problem document has no `instance`.').does(problemLacks('instance')),
  defect('problem-without-href', 'D24', 'A problem document has no `href`.').does(problemLacks('href')),
  defect('problem-title-of-the-occurrence', 'D24', '`title` of a problem document repeats its `detail`.').does(
    problemHas('title', ({ detail }) => detail),
  ),
  defect('problem-title-of-the-operation', 'D24', '`title` of a problem document names the operation.').does(
    problemHas('title', ({ title }, request) => `${operationOf(request)}: ${title}`),
  ),
  defect('problem-in-an-array', 'D20', 'The body of an error is an array that contains the problem document.').does(
    writesProblem((problem) => [problem]),
  ),

  defect('errors-are-plain-json', 'D20', 'The server sends errors as application/json.').does(
    responds(isError, plainJson),
  ),
  defect('not-found-is-a-page', 'D20', 'The server sends a 404 as an HTML page of the framework.').does(
    respondsTo(404, page),
  ),
  defect('bad-request-is-a-page', 'D20', 'The server sends a 400 as an HTML page of the framework.').does(
    respondsTo(400, page),
  ),
  defect('unauthorized-is-empty', 'D20', 'A gateway in front of the server responds with 401 and no body.').does(
    respondsTo(401, (response) => {
      const { 'content-type': _, ...headers } = response.headers;
      return { ...response, headers, body: Buffer.alloc(0) };
    }),
  ),
  defect('unsupported-media-type-is-text', 'D20', 'The server sends a 415 as a line of plain text.').does(
    respondsTo(415, (response) => ({
      ...withType(response, 'text/plain'),
      body: Buffer.from('Unsupported Media Type'),
    })),
  ),
  defect('conflict-in-plain-json', 'D20', 'The server sends a 409 as application/json.').does(
    respondsTo(409, plainJson),
  ),
  defect('impossible-in-plain-json', 'D20', 'The server sends a 422 as application/json.').does(
    respondsTo(422, plainJson),
  ),
  defect(
    'errors-are-pages-unless-json-is-asked-for',
    'D20',
    'The server sends errors as HTML pages unless `Accept` names JSON.',
  ).does(responds(({ headers }, { status }) => status >= 400 && !/json/.test(headers.accept ?? ''), page)),
  defect(
    'deletion-refused-in-plain-json',
    'D20',
    'The server sends the errors of deleteInstallation as application/json.',
  ).does(responds((request, { status }) => operationOf(request) === 'deleteInstallation' && status >= 400, plainJson)),

  defect('error-with-a-stack', 'D26', 'The body of a 400 shows a stack trace.').does(
    leaks(
      400,
      () => 'SyntaxError: invalid\n    at parse (/srv/service/dist/body.js:12:7)\n    at run (node:internal/main:5:1)',
    ),
  ),
  defect('error-with-a-python-traceback', 'D26', 'The body of a 404 shows a Python traceback.').does(
    leaks(404, () => 'Traceback (most recent call last):\n  File "service.py", line 12, in find\nKeyError'),
  ),
  defect('error-with-a-java-trace', 'D26', 'The body of a 415 shows a Java stack trace.').does(
    leaks(415, () => 'java.lang.IllegalStateException\n\tat com.example.service.Bodies.read(Bodies.java:42)'),
  ),
  defect('error-with-a-file-path', 'D26', 'The body of a 404 names a file of the service.').does(
    leaks(404, () => 'Not listed in /var/lib/service/projects.json.'),
  ),
  defect('error-with-a-query', 'D26', 'The body of a 404 shows the SQL query.').does(
    leaks(404, () => "No rows: SELECT * FROM keys WHERE kid = 'x'"),
  ),
  defect('error-of-the-database', 'D26', 'The body of a 409 shows the violated database constraint.').does(
    leaks(409, () => 'SQLITE_CONSTRAINT_UNIQUE: UNIQUE constraint failed: integrations.name'),
  ),
  defect('error-with-the-unknown-key', 'D26', 'The body of a 401 repeats the API key of the request.').does(
    leaks(401, ({ headers }) => `The key ${headers['x-api-key']} is unknown.`),
  ),
  defect(
    'error-with-the-request',
    'D26',
    'The body of a 404 repeats the request headers, which include the API key.',
  ).does(leaks(404, ({ headers }) => JSON.stringify(headers))),
  defect(
    'error-with-the-body',
    'D26',
    'The body of a 400 repeats the request body, which includes the public key.',
  ).does(leaks(400, ({ body }) => body.toString())),
  defect('error-with-the-base64-of-the-key', 'D26', 'The body of a 400 repeats the base64 of the rejected PEM.').does(
    leaks(
      400,
      ({ body }) => /-----BEGIN[^-]*-----(.*?)-----END/.exec(body.toString())?.[1]?.replaceAll('\\n', '') ?? 'No key.',
    ),
  ),
  defect('error-with-the-stored-key', 'D26', 'The body of a 422 shows the stored JWT key.').does(
    leaks(422, () => `No value for ${STORED_KEY}`),
  ),
  defect(
    'problem-in-xml',
    'D20',
    'The server sends its errors in XML if the client accepts problem documents in XML.',
  ).does(
    responds(
      ({ headers }, { status }) => status >= 400 && headers.accept === 'application/problem+xml',
      (response) => ({ ...withType(response, 'application/problem+xml'), body: Buffer.from('<problem/>') }),
    ),
  ),
  defect(
    'error-with-a-debug-header',
    'D26',
    'A header of each error response names a source file of the service.',
  ).does(
    responds(isError, (response) => ({
      ...response,
      headers: { ...response.headers, 'x-debug': '/srv/service/dist/errors.js' },
    })),
  ),
];
