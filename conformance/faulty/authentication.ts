import type { Defect, FaultyRequest } from './defect.ts';
import {
  API_KEY,
  answer,
  jsonOf,
  OTHER_PROJECT,
  operationOf,
  PROJECT,
  problem,
  segmentOf,
  UPSERT_PROVIDER,
  withKey,
} from './messages.ts';
import { defect } from './row.ts';

type Accepts = (key: string | undefined, request: FaultyRequest) => boolean;

/** A server that accepts other values of X-Api-Key than the key. */
const acceptsKey = (name: string, says: string, accepts: Accepts) => accepting(name, 'D03', says, accepts);

/** A server that accepts requests without X-Api-Key, too. */
const acceptsNoKey = (name: string, says: string, accepts: Accepts) => accepting(name, 'D02 D03', says, accepts);

const accepting = (name: string, breaks: 'D03' | 'D02 D03', says: string, accepts: Accepts) =>
  defect(name, breaks, says).request((request) =>
    accepts(request.headers['x-api-key'], request) ? withKey(request) : request,
  );

/** Defects of authentication (D02, D03). */
export const authentication: readonly Defect[] = [
  acceptsKey('any-key-is-good', 'The server accepts any value of X-Api-Key.', Boolean),
  acceptsKey(
    'key-is-a-member-of-every-object',
    'A lookup in a plain object finds its own properties as keys.',
    (key) => key !== undefined && key in {},
  ),
  acceptsKey(
    'unset-keys-are-good',
    'Keys are environment variables; an unset one is the word null or undefined.',
    (key) => key === 'null' || key === 'undefined',
  ),
  acceptsKey(
    'keys-are-a-list',
    'The server splits X-Api-Key at commas and accepts one known key.',
    (key) => key?.split(/, */).includes(API_KEY) === true,
  ),
  acceptsKey('empty-key-is-good', 'The server accepts an empty X-Api-Key.', (key) => key === ''),
  acceptsNoKey('no-key-needed', 'The server accepts a request without X-Api-Key.', (key) => key === undefined),
  acceptsNoKey(
    'one-route-without-a-guard',
    'The provider form of object metadata has no guard.',
    (_, request) => operationOf(request) === UPSERT_PROVIDER,
  ),
  acceptsNoKey(
    'no-key-needed-under-a-name',
    'The guard does not know the paths with the name of a project.',
    (key, request) => key === undefined && segmentOf(request, 'projects') === PROJECT.name,
  ),
  acceptsNoKey(
    'no-key-needed-for-one-project',
    'The guard knows one project; another one needs no key.',
    (key, request) => key === undefined && segmentOf(request, 'projects') === OTHER_PROJECT.id,
  ),
  acceptsNoKey(
    'key-as-a-bearer-token',
    'The server accepts a key as a bearer token.',
    (_, { headers }) => headers.authorization === `Bearer ${API_KEY}`,
  ),
  acceptsNoKey(
    'key-as-a-user-name',
    'The server accepts a key as the user name of basic authentication.',
    (_, { headers }) => headers.authorization === `Basic ${btoa(`${API_KEY}:`)}`,
  ),
  acceptsNoKey(
    'key-in-a-cookie',
    'The server accepts a key in the cookie X-Api-Key.',
    (_, { headers }) => headers.cookie?.split(/; */).includes(`X-Api-Key=${API_KEY}`) === true,
  ),
  acceptsNoKey(
    'key-in-the-query',
    'The server accepts a key in the query.',
    (_, { path }) => new URLSearchParams(path.split('?')[1]).get('api_key') === API_KEY,
  ),
  acceptsKey(
    'key-in-any-letter-case',
    'The server compares keys without regard to letter case.',
    (key) => key?.toLowerCase() === API_KEY,
  ),
  acceptsKey('part-of-a-key-is-enough', 'The server accepts the beginning of a known key.', (key) =>
    Boolean(key && API_KEY.startsWith(key)),
  ),
  acceptsKey(
    'more-than-a-key-is-good',
    'The server accepts any value that begins with a known key.',
    (key) => key?.startsWith(API_KEY) === true,
  ),
  acceptsKey('key-in-quotes', 'The server drops quotes around a key.', (key) => key === `"${API_KEY}"`),
  acceptsKey(
    'key-behind-bearer',
    'The server drops the word Bearer before a key.',
    (key) => key === `Bearer ${API_KEY}`,
  ),
  ...['createIntegration', 'createInvite', 'updateJwtKey', 'deleteInstallation'].map((operationId) =>
    defect(
      `refused-but-done-${operationId}`,
      'D03',
      `A ${operationId} without a known key is 401, and done: the guard does not end the request.`,
    ).behaves(() => async (request, forward) => {
      const rejection = await forward(request);
      if (operationOf(request) === operationId && rejection.status === 401) await forward(withKey(request));
      return rejection;
    }),
  ),
  defect('key-counts-as-a-bearer-token-alone', 'D02', 'The server accepts a key only as a bearer token.').request(
    (request) => withKey(request, /^Bearer (.+)/.exec(request.headers.authorization ?? '')?.[1] ?? ''),
  ),
  defect('body-before-key', 'D03', 'The server validates a body before the API key.').request((request) => {
    const body = jsonOf(request);
    const isBad = body === undefined || Object.keys(body).length === 0;
    return request.body.length > 0 && isBad ? withKey(request) : request;
  }),
  defect('media-type-before-key', 'D03', 'The server tests the media type before the API key.').responds(
    ({ headers }, { status }) => status === 401 && /^text/.test(headers['content-type'] ?? ''),
    () => problem(415),
  ),
  defect('lookup-before-key', 'D03', 'The server looks up the project or organization before the API key.').behaves(
    () => {
      const known = new Set<string>();
      return async (request, forward) => {
        const owner = segmentOf(request, 'projects') || segmentOf(request, 'orgs');
        const first = await forward(request);
        if (first.status < 300) known.add(owner);
        return first.status === 401 && !known.has(owner) ? problem(404) : first;
      };
    },
  ),
  defect('unknown-key-is-forbidden', 'D03', 'An unknown key is 403; only a missing one is 401.').rejectsWith(
    401,
    403,
    ({ headers }) => Boolean(headers['x-api-key']),
  ),
  defect(
    'login-page-for-strangers',
    'D03',
    'A gateway redirects requests without a known key to a login page.',
  ).respondsTo(401, () => ({ ...answer(302), headers: { location: 'https://login.example/' } })),
];
