import type { JsonObject } from '../../src/contract/json.ts';
import type { Behaviour, Defect } from './defect.ts';
import {
  answer,
  answersWith,
  changesAnswer,
  changesRequest,
  changesSuccess,
  isOf,
  jsonOf,
  OTHER_PROJECT,
  PROJECT,
  projectIdOf,
  reads,
  refuses,
  refusesValid,
  segmentOf,
  withJson,
  without,
} from './messages.ts';

const CREATE = 'createJwtKey';

/** One for the other. */
const ALGORITHM_OF_KEYS: Readonly<Record<string, string>> = { RSA: 'RS256', RS256: 'RSA' };

type AlgorithmRow = readonly [name: string, description: string, takes: (algorithm: string) => boolean];

const ALGORITHMS: readonly AlgorithmRow[] = [
  ['algorithm-rsa-is-taken', '`algorithm` may be RSA, as the key shows it later.', (name) => name === 'RSA'],
  ['algorithm-in-any-letter-case', '`algorithm` may be rs256.', (name) => name.toUpperCase() === 'RS256'],
  ['every-rsa-algorithm-is-taken', '`algorithm` may be RS512 or PS256.', (name) => /^[RP]S(256|384|512)$/.test(name)],
  ['algorithm-none-is-taken', '`algorithm` may be none.', (name) => name === 'none'],
];

/** A new key is made inactive at once, where the condition holds. */
function deactivates(picks: (body: JsonObject) => boolean): () => Behaviour {
  return () => async (request, forward) => {
    const created = await forward(request);
    const body = isOf(request, CREATE) && created.status === 201 ? jsonOf(request) : undefined;
    if (body && picks(body)) {
      const update = { ...request, method: 'PATCH', path: `${request.path}/${jsonOf(created)?.kid}` };
      await forward(withJson(update, { updateMask: ['active'], jwtKey: { active: false } }));
    }
    return created;
  };
}

/** Defects of createJwtKey, but for its label, its key material and its kid: D10, D11, D50 to D52, D54 and D57. */
export const jwtKeyCreation: readonly Defect[] = [
  {
    name: 'registrations-are-refused',
    description: 'Every key is refused with 400.',
    breaks: ['D50', 'D55'],
    create: refusesValid(CREATE, 400),
  },
  ...ALGORITHMS.map(([name, description, takes]) => ({
    name,
    description,
    breaks: ['D52'],
    create: reads(CREATE, 'algorithm', (value) => (typeof value === 'string' && takes(value) ? 'RS256' : value)),
  })),
  {
    name: 'algorithm-is-rsa-alone',
    description: '`algorithm` has to be RSA, as the key shows it later.',
    breaks: ['D52'],
    create: reads(CREATE, 'algorithm', (algorithm) => ALGORITHM_OF_KEYS[String(algorithm)] ?? algorithm),
  },
  {
    name: 'sample-is-implemented',
    description: 'The interface is read by its sample: a `name` and the algorithm RSA, in place of `label` and RS256.',
    breaks: ['D51', 'D52'],
    create: changesRequest(CREATE, ({ name, label: _, algorithm, ...rest }) => ({
      ...rest,
      ...(name !== undefined && { label: name }),
      algorithm: ALGORITHM_OF_KEYS[String(algorithm)] ?? algorithm,
    })),
  },
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
    breaks: ['D11', 'D50', 'D54'],
    create: () => async (request, forward) => {
      const created = await forward(request);
      const { label, algorithm, publicKeyPem } = jsonOf(request) ?? {};
      const isCreated = isOf(request, CREATE) && created.status === 201;
      return isCreated ? answer(200, { label, algorithm, publicKeyPem, active: true }) : created;
    },
  },
  {
    name: 'new-key-takes-its-time',
    description: '`createTime` of a new key is taken from the body where it holds one.',
    breaks: ['D10'],
    create: () => {
      const times = new Map<unknown, unknown>();
      return async (request, forward) => {
        const reply = await forward(request);
        const { createTime } = (isOf(request, CREATE) && jsonOf(request)) || {};
        if (createTime !== undefined) times.set(jsonOf(reply)?.kid, createTime);
        const key = isOf(request, 'updateJwtKey') && reply.status === 200 ? jsonOf(reply) : undefined;
        return key && times.has(key.id) ? withJson(reply, { ...key, createTime: times.get(key.id) }) : reply;
      };
    },
  },
  {
    name: 'refused-key-keeps-its-label',
    description: 'The label of a key that was refused for being no PEM is taken.',
    breaks: ['D54'],
    create: () => {
      const taken = new Set<unknown>();
      return async (request, forward) => {
        const body = isOf(request, CREATE) ? jsonOf(request) : undefined;
        const reply = await refuses(() => taken.has(body?.label), 409)()(request, forward);
        const isNoPem = typeof body?.publicKeyPem === 'string' && !body.publicKeyPem.includes('-----');
        if (isNoPem && reply.status === 400) taken.add(body.label);
        return reply;
      };
    },
  },
  {
    name: 'new-key-is-inactive',
    description: 'A new key must be activated first.',
    breaks: ['D57'],
    create: deactivates(() => true),
  },
  {
    name: 'new-key-of-a-known-label-is-inactive',
    description: 'A new key whose label another one has is inactive.',
    breaks: ['D57'],
    create: () => {
      const labels = new Set<unknown>();
      return deactivates(({ label }) => labels.has(label) || !labels.add(label))();
    },
  },
  {
    name: 'new-key-of-another-project-is-inactive',
    description: 'A new key must be activated first, but for those of one project.',
    breaks: ['D57'],
    create: () => async (request, forward) =>
      deactivates(() => projectIdOf(request) === OTHER_PROJECT.id)()(request, forward),
  },
  {
    name: 'first-key-is-inactive',
    description: 'The first key of all must be activated first.',
    breaks: ['D57'],
    create: () => {
      let made = 0;
      return deactivates(() => ++made === 1)();
    },
  },
  {
    name: 'key-under-the-name-is-202',
    description: 'A registration under the name of the project succeeds with 202.',
    breaks: ['D12', 'D54'],
    create: changesAnswer(
      (request, { status }) =>
        isOf(request, CREATE) && status === 201 && segmentOf(request, 'projects') === PROJECT.name,
      (reply) => ({ ...reply, status: 202 }),
    ),
  },
  {
    name: 'public-key-goes-by-another-name',
    description: '`publicKey` is taken where there is no `publicKeyPem`.',
    breaks: ['D50'],
    create: changesRequest(CREATE, ({ publicKey, ...body }) =>
      publicKey === undefined || body.publicKeyPem !== undefined ? undefined : { ...body, publicKeyPem: publicKey },
    ),
  },
  {
    name: 'new-key-takes-active',
    description: '`active` of a new key is taken from the body where it holds one.',
    breaks: ['D57'],
    create: deactivates((body) => body.active === false),
  },
];
