import { SEEDED_API_KEY } from '../service/seeded-fixtures.ts';
import type { Behaviour, Defect, FaultyRequest } from './defect.ts';
import {
  answer,
  changes,
  changesAnswer,
  jsonOf,
  OTHER_PROJECT,
  operationOf,
  PROJECT,
  problem,
  segmentOf,
  UPSERT_PROVIDER,
  withKey,
} from './messages.ts';

type KeyRow = readonly [
  name: string,
  description: string,
  breaks: readonly string[],
  /** Whether the server lets a request in whose header holds this; undefined where there is none. */
  accepts: (key: string | undefined, request: FaultyRequest) => boolean,
];

const KEYS: readonly KeyRow[] = [
  ['any-key-is-good', 'Any value of X-Api-Key is taken for a key.', ['D03'], (key) => Boolean(key)],
  [
    'key-is-a-member-of-every-object',
    'Keys are looked up in a plain object: what it has by itself is a key.',
    ['D03'],
    (key) => key !== undefined && key in {},
  ],
  [
    'unset-keys-are-good',
    'Keys come from variables of the environment, and those that are not set are the words null and undefined.',
    ['D03'],
    (key) => key === 'null' || key === 'undefined',
  ],
  [
    'keys-are-a-list',
    'X-Api-Key is split at commas, and one key that is known is enough.',
    ['D03'],
    (key) => key?.split(/, */).includes(SEEDED_API_KEY) === true,
  ],
  ['empty-key-is-good', 'An empty X-Api-Key is let in.', ['D03'], (key) => key === ''],
  ['no-key-needed', 'A request without X-Api-Key is let in.', ['D02', 'D03'], (key) => key === undefined],
  [
    'one-route-without-a-guard',
    'The provider form of object metadata was registered outside of the routes that ask for a key.',
    ['D02', 'D03'],
    (_key, request) => operationOf(request) === UPSERT_PROVIDER,
  ],
  [
    'no-key-needed-under-a-name',
    'The guard knows the paths that have the ID of a project: under its name, no key is needed.',
    ['D02', 'D03'],
    (key, request) => key === undefined && segmentOf(request, 'projects') === PROJECT.name,
  ],
  [
    'no-key-needed-for-one-project',
    'The guard was put before the projects of one list: for another project, no key is needed.',
    ['D02', 'D03'],
    (key, request) => key === undefined && segmentOf(request, 'projects') === OTHER_PROJECT.id,
  ],
  [
    'key-as-a-bearer-token',
    'A key may come as a bearer token.',
    ['D02', 'D03'],
    (_key, { headers }) => headers.authorization === `Bearer ${SEEDED_API_KEY}`,
  ],
  [
    'key-as-a-user-name',
    'A key may come as the user name of basic authentication.',
    ['D02', 'D03'],
    (_key, { headers }) => headers.authorization === `Basic ${btoa(`${SEEDED_API_KEY}:`)}`,
  ],
  [
    'key-in-a-cookie',
    'A key may come in the cookie X-Api-Key.',
    ['D02', 'D03'],
    (_key, { headers }) => headers.cookie?.split(/; */).includes(`X-Api-Key=${SEEDED_API_KEY}`) === true,
  ],
  [
    'key-in-the-query',
    'A key may come in the query.',
    ['D02', 'D03'],
    (_key, { path }) => new URLSearchParams(path.split('?')[1]).get('api_key') === SEEDED_API_KEY,
  ],
  [
    'key-in-any-letter-case',
    'API keys are compared without regard to letter case.',
    ['D03'],
    (key) => key?.toLowerCase() === SEEDED_API_KEY,
  ],
  [
    'part-of-a-key-is-enough',
    'A key is known when a known key begins with it.',
    ['D03'],
    (key) => key !== undefined && key !== '' && SEEDED_API_KEY.startsWith(key),
  ],
  [
    'more-than-a-key-is-good',
    'A key is known when it begins with a known key.',
    ['D03'],
    (key) => key?.startsWith(SEEDED_API_KEY) === true,
  ],
  ['key-in-quotes', 'Quotes around a key are dropped.', ['D03'], (key) => key === `"${SEEDED_API_KEY}"`],
  [
    'key-behind-bearer',
    'The word Bearer before a key is dropped.',
    ['D03'],
    (key) => key === `Bearer ${SEEDED_API_KEY}`,
  ],
];

/** 401, but done all the same: the guard answers without ending the request. */
function worksAlthoughRefused(operationId: string): () => Behaviour {
  return () => async (request, forward) => {
    const refusal = await forward(request);
    if (operationOf(request) === operationId && refusal.status === 401) await forward(withKey(request));
    return refusal;
  };
}

/** Projects and organizations that the server knows, from what it answered before. */
function looksUpFirst(): Behaviour {
  const known = new Set<string>();
  return async (request, forward) => {
    const owner = segmentOf(request, 'projects') || segmentOf(request, 'orgs');
    const first = await forward(request);
    if (first.status < 300) known.add(owner);
    return first.status === 401 && !known.has(owner) ? problem(404) : first;
  };
}

/** Defects of authentication (D02, D03). */
export const authentication: readonly Defect[] = [
  ...KEYS.map(([name, description, breaks, accepts]) => ({
    name,
    description,
    breaks,
    create: changes((request) => (accepts(request.headers['x-api-key'], request) ? withKey(request) : request)),
  })),
  ...['createIntegration', 'createInvite', 'updateJwtKey', 'deleteInstallation'].map((operationId) => ({
    name: `refused-but-done-${operationId}`,
    description: `A ${operationId} without a known key is answered with 401, and done.`,
    breaks: ['D03'],
    create: worksAlthoughRefused(operationId),
  })),
  {
    name: 'key-counts-as-a-bearer-token-alone',
    description: 'A key counts as a bearer token, and in no other place.',
    breaks: ['D02'],
    create: changes((request) => withKey(request, /^Bearer (.+)/.exec(request.headers.authorization ?? '')?.[1] ?? '')),
  },
  {
    name: 'body-before-key',
    description: 'A body is parsed and validated before anybody asks for the API key.',
    breaks: ['D03'],
    create: () => async (request, forward) => {
      const body = jsonOf(request);
      const isBad = body === undefined || Object.keys(body).length === 0;
      return forward(request.body.length > 0 && isBad ? withKey(request) : request);
    },
  },
  {
    name: 'media-type-before-key',
    description: 'A body of another media type is 415 before anybody asks for the API key.',
    breaks: ['D03'],
    create: changesAnswer(
      ({ headers }, { status }) => status === 401 && /^text/.test(headers['content-type'] ?? ''),
      () => problem(415),
    ),
  },
  {
    name: 'lookup-before-key',
    description: 'An unknown project or organization is 404 before anybody asks for the API key.',
    breaks: ['D03'],
    create: looksUpFirst,
  },
  {
    name: 'unknown-key-is-forbidden',
    description: 'A key that is not known is answered with 403; only a missing one with 401.',
    breaks: ['D03'],
    create: changesAnswer(
      ({ headers }, { status }) => status === 401 && Boolean(headers['x-api-key']),
      () => problem(403),
    ),
  },
  {
    name: 'login-page-for-strangers',
    description: 'A gateway sends requests without a known key to a login page.',
    breaks: ['D03'],
    create: changesAnswer(
      (_request, { status }) => status === 401,
      () => ({ ...answer(302), headers: { location: 'https://login.example/' } }),
    ),
  },
];
