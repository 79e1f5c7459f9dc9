import type { JsonObject } from '../../../src/contract/json.ts';
import type { Behaviour, Defect, FaultyRequest } from '../defect.ts';
import { changes, jsonOf, withJson } from '../json-message.ts';
import { answer, bodyOf, instead, isOf, OTHER_PROJECT, PROJECT, projectIdOf, segmentOf, without } from '../messages.ts';
import {
  defect,
  reads,
  readsBody,
  readsText,
  rejectsAll,
  rejectsRequest,
  showsBody,
  succeeds,
  succeedsWith,
} from '../row.ts';

const CREATE = 'createJwtKey';

/** Exchanges RSA and RS256. */
const otherAlgorithm = (algorithm: unknown) =>
  algorithm === 'RSA' ? 'RS256' : algorithm === 'RS256' ? 'RSA' : algorithm;

/** A faulty server that accepts other values of `algorithm` than RS256. */
const acceptsAlgorithm = (isAccepted: (algorithm: string) => boolean) =>
  readsText(CREATE, 'algorithm', (algorithm) => (isAccepted(algorithm) ? 'RS256' : algorithm));

/** A faulty server that creates an inactive JWT key if `picks` returns true for the request. */
const deactivates =
  (picks: (body: JsonObject, request: FaultyRequest) => boolean): Behaviour =>
  async (request, forward) => {
    const created = await forward(request);
    const body = isOf(request, CREATE) && created.status === 201 ? jsonOf(request) : undefined;
    if (body && picks(body, request)) {
      const update = { ...request, method: 'PATCH', path: `${request.path}/${jsonOf(created)?.kid}` };
      await forward(withJson(update, { updateMask: ['active'], jwtKey: { active: false } }));
    }
    return created;
  };

/**
 * Defects of createJwtKey, except defects of the label, the key material and the ID of the key. The defects break the
 * requirements D10 to D12, D50 to D52, D54, D55 and D57.
 */
export const jwtKeyCreation: readonly Defect[] = [
  defect('registrations-are-refused', 'D50 D55', 'The server rejects each new JWT key with 400.').does(
    rejectsAll(CREATE, 400),
  ),
  defect(
    'algorithm-rsa-is-taken',
    'D52',
    '`algorithm` in a request may also be RSA, which is the value in responses.',
  ).does(acceptsAlgorithm((name) => name === 'RSA')),
  defect(
    'algorithm-is-open-under-a-name',
    'D52',
    'If the path names the project by its name, `algorithm` may be any text.',
  ).does(
    changes((request) => {
      const body =
        isOf(request, CREATE) && segmentOf(request, 'projects') === PROJECT.name ? jsonOf(request) : undefined;
      return typeof body?.algorithm === 'string' ? withJson(request, { ...body, algorithm: 'RS256' }) : request;
    }),
  ),
  defect('algorithm-in-any-letter-case', 'D52', 'The server accepts `algorithm` with the value `rs256`.').does(
    acceptsAlgorithm((name) => name.toUpperCase() === 'RS256'),
  ),
  defect(
    'every-rsa-algorithm-is-taken',
    'D52',
    'The server accepts `algorithm` with the value `RS512` or `PS256`.',
  ).does(acceptsAlgorithm((name) => /^[RP]S(256|384|512)$/.test(name))),
  defect('algorithm-none-is-taken', 'D52', 'The server accepts `algorithm` with the value `none`.').does(
    acceptsAlgorithm((name) => name === 'none'),
  ),
  defect(
    'algorithm-is-rsa-alone',
    'D52',
    '`algorithm` in a request must be RSA, which is the value in responses.',
  ).does(reads(CREATE, 'algorithm', otherAlgorithm)),
  defect(
    'sample-is-implemented',
    'D51 D52',
    'The server implements the sample request of the interface document, which has `name` and the algorithm RSA.',
  ).does(
    readsBody(CREATE, ({ name, label: _, algorithm, ...rest }) => ({
      ...rest,
      ...(name !== undefined && { label: name }),
      algorithm: otherAlgorithm(algorithm),
    })),
  ),
  defect('algorithm-has-a-default', 'D50', '`algorithm` is optional.').does(
    reads(CREATE, 'algorithm', instead(undefined, 'RS256')),
  ),
  defect('name-is-taken-for-label', 'D51', 'The server accepts `name` instead of `label` in a new JWT key.').does(
    readsBody(CREATE, (body) =>
      body.label === undefined && body.name !== undefined ? { ...body, label: body.name } : body,
    ),
  ),
  defect('unknown-member-of-a-key-is-refused', 'D10', 'createJwtKey rejects unknown properties.').does(
    rejectsRequest(
      400,
      (request) =>
        Object.keys(without(bodyOf(request, CREATE), 'label', 'name', 'algorithm', 'publicKeyPem')).length > 0,
    ),
  ),
  defect('kid-is-called-id', 'D11 D50', 'createJwtKey responds with `id` instead of `kid`.').does(
    showsBody(CREATE, ({ kid }) => ({ id: kid })),
  ),
  defect('kid-comes-with-the-key', 'D11 D53', 'createJwtKey responds with `kid` and the properties of the key.').does(
    showsBody(CREATE, (body, request) => ({ ...jsonOf(request), ...body })),
  ),
  defect('key-creation-is-200', 'D54', 'createJwtKey succeeds with 200.').does(succeedsWith(CREATE, 200)),
  defect('key-creation-is-200-without-kid', 'D11 D50 D54', 'createJwtKey succeeds with 200 and the key.').does(
    succeeds(CREATE, (_, request) => {
      const { label, algorithm, publicKeyPem } = jsonOf(request) ?? {};
      return answer(200, { label, algorithm, publicKeyPem, active: true });
    }),
  ),
  defect('new-key-takes-its-time', 'D10', 'The server takes `createTime` of a new JWT key from the request body.').does(
    () => {
      const times = new Map<unknown, unknown>();
      return async (request, forward) => {
        const reply = await forward(request);
        const { createTime } = bodyOf(request, CREATE);
        if (createTime !== undefined) times.set(jsonOf(reply)?.kid, createTime);
        const key = isOf(request, 'updateJwtKey') && reply.status === 200 ? jsonOf(reply) : undefined;
        return key && times.has(key.id) ? withJson(reply, { ...key, createTime: times.get(key.id) }) : reply;
      };
    },
  ),
  defect(
    'refused-key-keeps-its-label',
    'D54',
    'After the server rejected a JWT key, it rejects the label of this key in other keys, too.',
  ).does(() => {
    const taken = new Set<unknown>();
    return async (request, forward) => {
      const { label, publicKeyPem } = bodyOf(request, CREATE);
      const reply = await rejectsRequest(409, () => taken.has(label))()(request, forward);
      const isNoPem = typeof publicKeyPem === 'string' && !publicKeyPem.includes('-----');
      if (isNoPem && reply.status === 400) taken.add(label);
      return reply;
    };
  }),
  defect('new-key-is-inactive', 'D57', 'A new JWT key is inactive.').does(() => deactivates(() => true)),
  defect(
    'new-key-of-a-known-label-is-inactive',
    'D57',
    'A new JWT key is inactive if another key has the same label.',
  ).does(() => {
    const labels = new Set<unknown>();
    return deactivates(({ label }) => labels.has(label) || !labels.add(label));
  }),
  defect(
    'new-key-of-another-project-is-inactive',
    'D57',
    'A new JWT key in the second project of the seed is inactive.',
  ).does(() => deactivates((_body, request) => projectIdOf(request) === OTHER_PROJECT.id)),
  defect('first-key-is-inactive', 'D57', 'The first JWT key of the service is inactive.').does(() => {
    let made = 0;
    return deactivates(() => ++made === 1);
  }),
  defect(
    'key-under-the-name-is-202',
    'D12 D54',
    'If the path names the project by its name, a JWT key is created with 202.',
  ).does(
    succeeds(CREATE, (reply, request) =>
      segmentOf(request, 'projects') === PROJECT.name ? { ...reply, status: 202 } : reply,
    ),
  ),
  defect('public-key-goes-by-another-name', 'D50', 'The server accepts `publicKey` instead of `publicKeyPem`.').does(
    readsBody(CREATE, ({ publicKey, ...body }) =>
      publicKey === undefined || body.publicKeyPem !== undefined ? undefined : { ...body, publicKeyPem: publicKey },
    ),
  ),
  defect('new-key-takes-active', 'D57', 'The server applies `active` in the body of createJwtKey.').does(() =>
    deactivates((body) => body.active === false),
  ),
];
