import type { JsonObject } from '../../src/contract/json.ts';
import type { Behaviour, Defect, FaultyRequest, FaultyResponse } from './defect.ts';
import {
  answer,
  answersWith,
  changes,
  changesRequest,
  changesSuccess,
  isOf,
  jsonOf,
  operationOf,
  problem,
  reads,
  refuses,
  segmentOf,
  shows,
  withJson,
  without,
  withSegment,
} from './messages.ts';

const CREATE = 'createJwtKey';
const UPDATE = 'updateJwtKey';

type AlgorithmRow = readonly [name: string, description: string, takes: (algorithm: string) => boolean];

const ALGORITHMS: readonly AlgorithmRow[] = [
  ['algorithm-rsa-is-taken', '`algorithm` may be RSA, as the key shows it later.', (name) => name === 'RSA'],
  ['algorithm-in-any-letter-case', '`algorithm` may be rs256.', (name) => name.toUpperCase() === 'RS256'],
  ['every-rsa-algorithm-is-taken', '`algorithm` may be RS512 or PS256.', (name) => /^[RP]S(256|384|512)$/.test(name)],
  ['algorithm-none-is-taken', '`algorithm` may be none.', (name) => name === 'none'],
];

/** The server calls keys otherwise in public: `outer` makes a public ID of a key's own, and `inner` the reverse. */
function renames(outer: (id: string) => string, inner: (id: string) => string): () => Behaviour {
  const rename = (text: unknown) => outer(String(text));
  return () => async (request, forward) => {
    if (isOf(request, CREATE)) return shows(CREATE, 'kid', rename)()(request, forward);
    if (!isOf(request, UPDATE)) return forward(request);
    const own = withSegment(request, 'jwt-keys', inner(segmentOf(request, 'jwt-keys')));
    return shows(UPDATE, 'id', rename)()(own, forward);
  };
}

/** Another UUID for each: the first digit is another. */
function turned(id: string): string {
  return id.replace(/^[0-9a-f]/, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));
}

/** A registration that was there before is answered as the server sees fit. */
function registersOnce(
  identity: (body: JsonObject, request: FaultyRequest) => unknown,
  again: (first: FaultyResponse) => FaultyResponse,
): () => Behaviour {
  return () => {
    const made = new Map<string, FaultyResponse>();
    return async (request, forward) => {
      const body = isOf(request, CREATE) ? jsonOf(request) : undefined;
      const key = body && JSON.stringify([segmentOf(request, 'projects'), identity(body, request)]);
      const first = key === undefined ? undefined : made.get(key);
      const fresh = await forward(request);
      if (key === undefined || fresh.status !== 201) return fresh;
      if (first) return again(first);
      made.set(key, fresh);
      return fresh;
    };
  };
}

/** Defects of createJwtKey, but for its label and its key material: D11, D13 and D50 to D59. */
export const jwtKeyCreation: readonly Defect[] = [
  ...ALGORITHMS.map(([name, description, takes]) => ({
    name,
    description,
    breaks: ['D52'],
    create: reads(CREATE, 'algorithm', (value) => (typeof value === 'string' && takes(value) ? 'RS256' : value)),
  })),
  {
    name: 'algorithm-has-a-default',
    description: 'A key without `algorithm` is taken.',
    breaks: ['D50'],
    create: reads(CREATE, 'algorithm', (algorithm) => (algorithm === undefined ? 'RS256' : algorithm)),
  },
  {
    name: 'name-is-taken-for-label',
    description: '`name` is taken where there is no `label`.',
    breaks: ['D51'],
    create: changesRequest(CREATE, (body) =>
      body.label === undefined && body.name !== undefined ? { ...body, label: body.name } : body,
    ),
  },
  {
    name: 'unknown-member-of-a-key-is-refused',
    description: 'createJwtKey refuses members that it does not know.',
    breaks: ['D10'],
    create: refuses((request) => {
      const body = (isOf(request, CREATE) && jsonOf(request)) || {};
      return Object.keys(without(body, 'label', 'name', 'algorithm', 'publicKeyPem')).length > 0;
    }, 400),
  },
  {
    name: 'kid-has-a-prefix',
    description: 'A kid is key_ and a UUID.',
    breaks: ['D13', 'D50'],
    create: renames(
      (id) => `key_${id}`,
      (id) => id.replace(/^key_/, ''),
    ),
  },
  {
    name: 'kid-is-called-id',
    description: 'The answer of createJwtKey has `id` in place of `kid`.',
    breaks: ['D11', 'D50'],
    create: changesSuccess(CREATE, ({ kid }) => ({ id: kid })),
  },
  {
    name: 'kid-comes-with-the-key',
    description: 'The answer of createJwtKey has the key beside `kid`.',
    breaks: ['D11'],
    create: changesSuccess(CREATE, (body, request) => ({ ...jsonOf(request), ...body })),
  },
  {
    name: 'key-creation-is-200',
    description: 'createJwtKey succeeds with 200.',
    breaks: ['D54'],
    create: answersWith(CREATE, 201, 200),
  },
  {
    name: 'key-creation-is-200-without-kid',
    description: 'createJwtKey succeeds with 200 and the key, without `kid`.',
    breaks: ['D50', 'D54'],
    create: () => async (request, forward) => {
      const created = await forward(request);
      return isOf(request, CREATE) && created.status === 201 ? answer(200, jsonOf(request)) : created;
    },
  },
  {
    name: 'kid-is-not-the-id',
    description: 'A key shows an `id` that is not its `kid`.',
    breaks: ['D53'],
    create: shows(UPDATE, 'id', (id) => turned(String(id))),
  },
  {
    name: 'stored-algorithm-is-rs256',
    description: 'A key shows the algorithm of its registration.',
    breaks: ['D53'],
    create: shows(UPDATE, 'algorithm', () => 'RS256'),
  },
  {
    name: 'registered-again-is-the-same-key',
    description: 'A registration of the same key under the same label yields the kid of the first.',
    breaks: ['D54'],
    create: registersOnce(
      ({ label, publicKeyPem }) => [label, publicKeyPem],
      (first) => first,
    ),
  },
  {
    name: 'kid-is-the-thumbprint',
    description: 'A kid follows from the key material alone.',
    breaks: ['D54'],
    create: registersOnce(
      ({ publicKeyPem }) => publicKeyPem,
      (first) => first,
    ),
  },
  {
    name: 'labels-are-unique',
    description: 'A label that a key of the project has is refused with 409.',
    breaks: ['D54'],
    create: registersOnce(
      ({ label }) => label,
      () => problem(409),
    ),
  },
  {
    name: 'keys-are-unique',
    description: 'A key that the project has is refused with 409.',
    breaks: ['D54'],
    create: registersOnce(
      ({ publicKeyPem }) => publicKeyPem,
      () => problem(409),
    ),
  },
  {
    name: 'new-key-is-inactive',
    description: 'A new key must be activated first.',
    breaks: ['D57'],
    create: () => async (request, forward) => {
      const created = await forward(request);
      const kid = isOf(request, CREATE) && created.status === 201 && jsonOf(created)?.kid;
      if (kid) {
        const update = { ...request, method: 'PATCH', path: `${request.path}/${kid}` };
        await forward(withJson(update, { updateMask: ['active'], jwtKey: { active: false } }));
      }
      return created;
    },
  },
  {
    name: 'project-id-is-the-name',
    description: '`projectId` is what the path says, the name too.',
    breaks: ['D13', 'D59'],
    create: changesSuccess(UPDATE, (key, request) => ({ ...key, projectId: segmentOf(request, 'projects') })),
  },
  {
    name: 'project-id-is-that-of-another',
    description: '`projectId` is a UUID, but not of the project.',
    breaks: ['D59'],
    create: shows(UPDATE, 'projectId', (id) => turned(String(id))),
  },
  {
    name: 'key-lands-in-the-first-project',
    description: 'createJwtKey registers in one project, whatever project the path names.',
    breaks: ['D59'],
    create: changes((request) =>
      operationOf(request) === CREATE && segmentOf(request, 'projects').startsWith('other')
        ? withSegment(request, 'projects', 'demo-project')
        : request,
    ),
  },
];
