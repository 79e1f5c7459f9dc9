import type { Defect, FaultyRequest, FaultyResponse } from './defect.ts';
import { changes, jsonOf } from './json-message.ts';
import {
  API_KEY,
  answer,
  OTHER_PROJECT,
  operationOf,
  PROJECT,
  problem,
  segmentOf,
  UPSERT_PROVIDER,
  withKey,
} from './messages.ts';
import { defect, rejectsRequest, rejectsWith, responds, respondsTo } from './row.ts';

/** A faulty server that accepts other values of X-Api-Key than the API key, or requests without X-Api-Key. */
const acceptsKey = (accepts: (key: string | undefined, request: FaultyRequest) => boolean) =>
  changes((request) => (accepts(request.headers['x-api-key'], request) ? withKey(request) : request));

/** Defects of authentication, which break the requirements D02 and D03. */
export const authentication: readonly Defect[] = [
  defect('any-key-is-good', 'D02 D03 D16', 'The server accepts any value of X-Api-Key.').does(acceptsKey(Boolean)),
  defect(
    'key-is-a-member-of-every-object',
    'D03',
    'The server looks up API keys in a plain object, so names such as `constructor` count as API keys.',
  ).does(acceptsKey((key) => key !== undefined && key in {})),
  defect(
    'unset-keys-are-good',
    'D03',
    'The server accepts the words `null` and `undefined` as API keys, since its code converts an unset variable to such a word.',
  ).does(acceptsKey((key) => key === 'null' || key === 'undefined')),
  defect(
    'keys-are-a-list',
    'D03',
    'The server splits X-Api-Key at commas and accepts a list that contains a known API key.',
  ).does(acceptsKey((key) => key?.split(/, */).includes(API_KEY) === true)),
  defect('empty-key-is-good', 'D03 D16', 'The server accepts a request with an empty X-Api-Key.').does(
    acceptsKey((key) => key === ''),
  ),
  defect('no-key-needed', 'D02 D03 D16', 'X-Api-Key is optional.').does(acceptsKey((key) => key === undefined)),
  defect('one-route-without-a-guard', 'D02 D03', 'upsertProviderObjectMetadata requires no API key.').does(
    acceptsKey((_, request) => operationOf(request) === UPSERT_PROVIDER),
  ),
  defect(
    'no-key-needed-under-a-name',
    'D02 D03',
    'The server requires no API key in requests that name the project by its name.',
  ).does(acceptsKey((key, request) => key === undefined && segmentOf(request, 'projects') === PROJECT.name)),
  defect(
    'no-key-needed-for-one-project',
    'D02 D03',
    'The server requires an API key only in requests to the first project.',
  ).does(acceptsKey((key, request) => key === undefined && segmentOf(request, 'projects') === OTHER_PROJECT.id)),
  defect(
    'preflight-needs-no-key',
    'D02 D03 D16',
    'The server treats any request with a CORS header as a CORS preflight, which requires no API key.',
  ).does(acceptsKey((key, { headers }) => key === undefined && 'access-control-request-method' in headers)),
  defect(
    'overridden-options-need-no-key',
    'D02 D03 D16',
    'The server requires no API key for OPTIONS, and performs the operation that `X-HTTP-Method-Override` names.',
  ).does(
    changes((request) => {
      const { 'x-http-method-override': method, 'x-api-key': key } = request.headers;
      const isOverridden = request.method === 'OPTIONS' && method !== undefined && key === undefined;
      return isOverridden ? withKey({ ...request, method }) : request;
    }),
  ),
  defect(
    'internal-callers-of-one-route-need-no-key',
    'D02 D03 D16',
    'deleteInstallation requires no API key if the request has the header `X-Internal`.',
  ).does(
    acceptsKey(
      (key, request) =>
        key === undefined && operationOf(request) === 'deleteInstallation' && 'x-internal' in request.headers,
    ),
  ),
  defect(
    'browser-gets-the-login-page',
    'D03',
    'The server redirects a request without an API key to a login page if the request accepts HTML first.',
  ).does(
    responds(
      ({ headers }, { status }) => status === 401 && headers.accept?.startsWith('text/html') === true,
      () => ({ ...answer(302), headers: { location: '/login' } }),
    ),
  ),
  defect(
    'same-origin-needs-no-key',
    'D02 D03 D16',
    'The server requires no API key in a request from its own pages (`Sec-Fetch-Site: same-origin`).',
  ).does(acceptsKey((key, { headers }) => key === undefined && headers['sec-fetch-site'] === 'same-origin')),
  defect(
    'client-certificate-needs-no-key',
    'D02 D03 D16',
    'The server requires no API key if a proxy states a client certificate in `X-Forwarded-Client-Cert`.',
  ).does(acceptsKey((key, { headers }) => key === undefined && 'x-forwarded-client-cert' in headers)),
  defect(
    'large-body-needs-no-key',
    'D02',
    'The gateway checks the API key only in requests with a body of at most 8 KiB.',
  ).does(acceptsKey((key, { body }) => key === undefined && body.length > 8192)),
  defect('chunked-body-needs-no-key', 'D02', 'The server requires no API key in a request with a chunked body.').does(
    acceptsKey((key, { isChunked }) => key === undefined && isChunked === true),
  ),
  defect(
    'text-of-an-attack-is-unauthorized',
    'D02 D35 D45 D50',
    'The gateway responds with 401 to a body with an SQL statement, although the API key is right.',
  ).does(rejectsRequest(401, ({ body }) => body.includes('DROP TABLE'))),
  defect('key-as-a-bearer-token', 'D02 D03', 'The server accepts an API key as a bearer token.').does(
    acceptsKey((_, { headers }) => headers.authorization === `Bearer ${API_KEY}`),
  ),
  defect(
    'key-as-a-user-name',
    'D02 D03',
    'The server accepts an API key as the user name of basic authentication.',
  ).does(acceptsKey((_, { headers }) => headers.authorization === `Basic ${btoa(`${API_KEY}:`)}`)),
  defect('key-in-a-cookie', 'D02 D03', 'The server accepts an API key in the cookie X-Api-Key.').does(
    acceptsKey((_, { headers }) => headers.cookie?.split(/; */).includes(`X-Api-Key=${API_KEY}`) === true),
  ),
  defect('key-in-the-query', 'D02 D03', 'The server accepts an API key in the query of the URL.').does(
    acceptsKey((_, { path }) => new URLSearchParams(path.split('?')[1]).get('api_key') === API_KEY),
  ),
  defect('key-in-the-body', 'D02 D03', 'The server accepts an API key in a property of the body.').does(
    acceptsKey((key, request) => key === undefined && jsonOf(request)?.apiKey === API_KEY),
  ),
  defect('key-in-any-letter-case', 'D03', 'The server compares API keys without regard to letter case.').does(
    acceptsKey((key) => key?.toLowerCase() === API_KEY),
  ),
  defect('part-of-a-key-is-enough', 'D03', 'The server accepts the beginning of a known API key.').does(
    acceptsKey((key) => Boolean(key && API_KEY.startsWith(key))),
  ),
  defect(
    'more-than-a-key-is-good',
    'D03',
    'The server accepts any value of X-Api-Key that begins with a known API key.',
  ).does(acceptsKey((key) => key?.startsWith(API_KEY) === true)),
  defect('key-in-quotes', 'D03', 'The server accepts an API key in quotes and removes the quotes.').does(
    acceptsKey((key) => key === `"${API_KEY}"`),
  ),
  defect('spaces-in-a-key', 'D03', 'The server removes spaces from X-Api-Key before it compares the API key.').does(
    acceptsKey((key) => key?.replaceAll(' ', '') === API_KEY),
  ),
  defect(
    'encoded-slash-needs-no-key',
    'D02 D03 D16',
    'A path with an encoded slash requires no API key, since the router decodes the slash, but the check of the API key does not.',
  ).does(
    changes((request) =>
      /%2f/i.test(request.path) ? withKey({ ...request, path: request.path.replaceAll(/%2f/gi, '/') }) : request,
    ),
  ),
  defect(
    'key-behind-bearer',
    'D03',
    'The server accepts the word `Bearer` before an API key in X-Api-Key, and removes the word.',
  ).does(acceptsKey((key) => key === `Bearer ${API_KEY}`)),
  ...['createIntegration', 'createInvite', 'updateJwtKey', 'deleteInstallation'].map((operationId) =>
    defect(
      `refused-but-done-${operationId}`,
      'D03 D16',
      `The server responds with 401 to ${operationId} without a known API key, but still performs the operation.`,
    ).does(() => async (request, forward) => {
      const rejection = await forward(request);
      if (operationOf(request) === operationId && rejection.status === 401) await forward(withKey(request));
      return rejection;
    }),
  ),
  defect(
    'key-counts-as-a-bearer-token-alone',
    'D02',
    'The server accepts an API key only as a bearer token, not in X-Api-Key.',
  ).does(changes((request) => withKey(request, /^Bearer (.+)/.exec(request.headers.authorization ?? '')?.[1] ?? ''))),
  defect('body-before-key', 'D03', 'The server validates the body of a request before its API key.').does(
    changes((request) => {
      const body = jsonOf(request);
      const isBad = body === undefined || Object.keys(body).length === 0;
      return request.body.length > 0 && isBad ? withKey(request) : request;
    }),
  ),
  defect('pem-before-key', 'D03', 'The server looks for a PEM block in the body before it checks the API key.').does(
    responds(
      (request, { status }) =>
        status === 401 && !/PUBLIC KEY/.test(String(jsonOf(request)?.publicKeyPem ?? 'PUBLIC KEY')),
      () => problem(400),
    ),
  ),
  defect(
    'missing-body-before-key',
    'D03',
    'The server rejects a request without a body before it checks its API key.',
  ).does(
    responds(
      ({ method, body }, { status }) => status === 401 && method !== 'DELETE' && body.length === 0,
      () => problem(400),
    ),
  ),
  defect(
    'local-address-in-x-real-ip-needs-no-key',
    'D02 D03 D16',
    'The server needs no API key if the header X-Real-IP has the address 127.0.0.1.',
  ).does(acceptsKey((key, { headers }) => key === undefined && headers['x-real-ip'] === '127.0.0.1')),
  defect(
    'health-check-in-x-original-url-needs-no-key',
    'D02 D03 D16',
    'The server takes the path from the header X-Original-URL when it decides whether a request needs an API key, and the path of the health check needs none.',
  ).does(acceptsKey((key, { headers }) => key === undefined && headers['x-original-url'] === '/health')),
  defect(
    'documentation-in-the-query-needs-no-key',
    'D02 D03 D16',
    'The server needs no API key for its documentation, and searches the whole URL for the path of the documentation.',
  ).does(acceptsKey((key, { path }) => key === undefined && path.includes('/docs'))),
  defect('media-type-before-key', 'D03', 'The server checks the media type of a request before its API key.').does(
    responds(
      ({ headers }, { status }) => status === 401 && /^text/.test(headers['content-type'] ?? ''),
      () => problem(415),
    ),
  ),
  defect(
    'lookup-before-key',
    'D03',
    'The server looks up the project or organization of a request before it checks the API key.',
  ).does(() => {
    const known = new Set<string>();
    return async (request, forward) => {
      const owner = segmentOf(request, 'projects') || segmentOf(request, 'orgs');
      const first = await forward(request);
      if (first.status < 300) known.add(owner);
      return first.status === 401 && !known.has(owner) ? problem(404) : first;
    };
  }),
  defect(
    'unknown-key-is-forbidden',
    'D03',
    'The server responds with 403 to an unknown API key, and with 401 only to a missing API key.',
  ).does(rejectsWith(401, 403, ({ headers }) => Boolean(headers['x-api-key']))),
  defect(
    'login-page-for-strangers',
    'D02 D03',
    'A gateway redirects requests without a known API key to a login page.',
  ).does(respondsTo(401, () => ({ ...answer(302), headers: { location: 'https://login.example/' } }))),
  defect(
    'session-replaces-the-key',
    'D02 D03',
    'The server sets a session cookie after each success, and requires no API key in a request with this cookie.',
  ).does(() => async (request, forward) => {
    const isKnown = /sid=known/.test(request.headers.cookie ?? '');
    const reply = await forward(isKnown ? withKey(request) : request);
    return reply.status < 300
      ? { ...reply, headers: { ...reply.headers, 'set-cookie': 'sid=known; HttpOnly' } }
      : reply;
  }),
  defect(
    'stored-response-needs-no-key',
    'D02 D72',
    'The server responds to a request with a known `Idempotency-Key` with the stored response, before it checks the API key.',
  ).does(() => {
    const stored = new Map<string, FaultyResponse>();
    return async (request, forward) => {
      const { 'idempotency-key': id = '', 'x-api-key': key } = request.headers;
      const known = key === undefined ? stored.get(id) : undefined;
      const reply = known ?? (await forward(request));
      if (reply.status < 300 && id.length > 30) stored.set(id, reply);
      return reply;
    };
  }),
  defect(
    'stored-response-of-another-operation',
    'D02 D11 D40 D50 D60 D63 D70 D74 D80 D81',
    'The server responds to a request with a known `Idempotency-Key` with the stored response, even if the stored response is the result of another operation.',
  ).does(() => {
    const stored = new Map<string, FaultyResponse>();
    return async (request, forward) => {
      const id = request.headers['idempotency-key'];
      if (id === undefined || id.length < 30) return forward(request);
      const reply = stored.get(id) ?? (await forward(request));
      if (reply.status < 500) stored.set(id, reply);
      return reply;
    };
  }),
];
