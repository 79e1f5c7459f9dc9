import querystring from 'node:querystring';
import type { JsonObject } from '../../../src/contract/json.ts';
import type { Behaviour, Defect, FaultyRequest, FaultyResponse, Forward } from '../defect.ts';
import { changes, jsonOf, withJson } from '../json-message.ts';
import {
  bodyOf,
  isOf,
  OTHER_PROJECT,
  PROJECT,
  problem,
  projectIdOf,
  segmentOf,
  stateOf,
  withSegment,
} from '../messages.ts';
import { defect, shows, showsBody } from '../row.ts';
import { keyOf, sendUpdate, validUpdate } from './update.ts';

const CREATE = 'createJwtKey';
const UPDATE = 'updateJwtKey';

const named = (request: FaultyRequest) => segmentOf(request, 'jwt-keys');
const withKid = (request: FaultyRequest, kid: string) => withSegment(request, 'jwt-keys', kid);

/** A copy of a UUID with another first digit. */
function otherUuid(id: unknown): string {
  return String(id).replace(/^[0-9a-f]/, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));
}

interface Registration {
  readonly request: FaultyRequest;
  readonly forward: Forward;
  readonly body: JsonObject;
  /**
   * Returns a map key: the ID of the project in the request and the given value as JSON text, so that equal values in
   * two projects have different map keys.
   */
  readonly inProject: (value: unknown) => string;
}

/** A faulty server that passes createJwtKey requests with a JSON object to a function, and forwards other requests. */
const registers = (create: () => (registration: Registration) => Promise<FaultyResponse>) => (): Behaviour => {
  const handle = create();
  return (request, forward) => {
    const body = isOf(request, CREATE) ? jsonOf(request) : undefined;
    const inProject = (value: unknown) => JSON.stringify([projectIdOf(request), value]);
    return body ? handle({ request, forward, body, inProject }) : forward(request);
  };
};

/** A faulty server that changes its response to a repeated registration of a key. */
const registersOnce = (identity: (body: JsonObject) => unknown, again: (first: FaultyResponse) => FaultyResponse) =>
  registers(() => {
    const made = new Map<string, FaultyResponse>();
    return async ({ request, forward, body, inProject }) => {
      const key = inProject(identity(body));
      const first = made.get(key);
      const fresh = await forward(request);
      if (fresh.status !== 201) return fresh;
      if (first) return again(first);
      made.set(key, fresh);
      return fresh;
    };
  });

/**
 * Defects of the ID and the project of a new key, which break the requirements D07, D10, D12, D13, D40, D42, D50, D53,
 * D54 and D59.
 */
export const jwtKeyIdentity: readonly Defect[] = [
  defect('kid-has-a-prefix', 'D13 D50', 'The `kid` of a JWT key is a UUID with the prefix `key_`.').does(
    () => (request, forward) => {
      const own = withKid(request, named(request).replace(/^key_/, ''));
      const [on, at] = isOf(request, CREATE) ? [CREATE, 'kid'] : [UPDATE, 'id'];
      return shows(on, at, (id) => `key_${id}`)()(isOf(request, UPDATE) ? own : request, forward);
    },
  ),
  defect(
    'kid-is-not-the-id',
    'D53',
    'The `id` of a JWT key in an update differs from the `kid` of its registration.',
  ).does(shows(UPDATE, 'id', otherUuid)),
  defect('id-is-the-kid-in-capitals', 'D53', 'An update shows the `id` of a JWT key in upper case.').does(
    shows(UPDATE, 'id', (id) => String(id).toUpperCase()),
  ),
  defect('kid-is-found-in-no-path', 'D40 D53', 'The registration of a JWT key shows the `kid` in upper case.').does(
    shows(CREATE, 'kid', (id) => String(id).toUpperCase()),
  ),
  defect(
    'kid-of-the-key',
    'D54',
    'A second registration of a public key in a project returns the `kid` of the first registration.',
  ).does(
    registers(() => {
      const kids = new Map<string, string>();
      return async ({ request, forward, body, inProject }) => {
        const reply = await forward(request);
        if (reply.status !== 201) return reply;
        const key = inProject(body.publicKeyPem);
        const kid = kids.get(key) ?? String(jsonOf(reply)?.kid);
        kids.set(key, kid);
        return withJson(reply, { kid });
      };
    }),
  ),
  defect(
    'label-that-is-taken-gets-a-number',
    'D46 D54',
    'The server adds a number to the label of a JWT key if the label already exists.',
  ).does(
    registers(() => {
      const taken = new Map<string, number>();
      return async ({ request, forward, body, inProject }) => {
        if (typeof body.label !== 'string') return forward(request);
        const key = inProject(body.label);
        const before = taken.get(key) ?? 0;
        const label = before === 0 ? body.label : `${body.label} (${before + 1})`;
        const reply = await forward(withJson(request, { ...body, label }));
        if (reply.status === 201) taken.set(key, before + 1);
        return reply;
      };
    }),
  ),
  defect('keys-are-found-by-label', 'D07 D46 D57', 'The server also finds a JWT key by its label in the path.').does(
    () => {
      const kids = new Map<unknown, string>();
      return async (request, forward) => {
        const label = named(request).replaceAll(/%(?![0-9a-f]{2})/gi, '%25');
        const kid = kids.get(querystring.unescape(label));
        const reply = await forward(kid === undefined ? request : withKid(request, kid));
        if (isOf(request, CREATE) && reply.status === 201) kids.set(jsonOf(request)?.label, String(jsonOf(reply)?.kid));
        return reply;
      };
    },
  ),
  defect(
    'stored-algorithm-is-rs256',
    'D53',
    'An update shows the `algorithm` of the registration (RS256) instead of RSA.',
  ).does(shows(UPDATE, 'algorithm', () => 'RS256')),
  defect(
    'registered-again-is-the-same-key',
    'D54',
    'A second registration with the same label and public key in a project returns the response to the first registration.',
  ).does(
    registersOnce(
      ({ label, publicKeyPem }) => [label, publicKeyPem],
      (first) => first,
    ),
  ),
  defect(
    'keys-are-unique',
    'D54',
    'The server responds with 409 to a second registration of a public key in a project.',
  ).does(
    registersOnce(
      ({ publicKeyPem }) => publicKeyPem,
      () => problem(409),
    ),
  ),
  defect(
    'kid-is-made-of-the-key',
    'D54',
    'The `kid` is a hash of the public key, so the same public key has one `kid` in two projects.',
  ).does(() => {
    const first = new Map<unknown, { readonly kid: string; readonly project: string }>();
    const own = new Map<string, string>();
    return async (request, forward) => {
      const project = projectIdOf(request);
      const kid = own.get(`${project} ${named(request)}`);
      const reply = await forward(kid === undefined ? request : withKid(request, kid));
      if (kid !== undefined && reply.status === 200) return withJson(reply, { ...jsonOf(reply), id: named(request) });
      if (!isOf(request, CREATE) || reply.status !== 201) return reply;
      const material = jsonOf(request)?.publicKeyPem;
      const made = { kid: String(jsonOf(reply)?.kid), project };
      const known = first.get(material) ?? made;
      first.set(material, known);
      const shared = `${project} ${known.kid}`;
      if (known.project === project || own.has(shared)) return reply;
      own.set(shared, made.kid);
      return withJson(reply, { ...jsonOf(reply), kid: known.kid });
    };
  }),
  defect(
    'label-replaces-the-key',
    'D46 D54',
    'A registration with an existing label replaces the JWT key that has this label.',
  ).does(() => {
    const byLabel = new Map<string, unknown>();
    const gone = new Set<unknown>();
    return async (request, forward) => {
      if (gone.has(named(request))) return problem(404, 'This key does not exist.');
      const reply = await forward(request);
      if (!isOf(request, CREATE) || reply.status !== 201) return reply;
      const key = JSON.stringify([projectIdOf(request), jsonOf(request)?.label]);
      gone.add(byLabel.get(key));
      byLabel.set(key, jsonOf(reply)?.kid);
      return reply;
    };
  }),
  defect(
    'active-is-that-of-all-of-a-label',
    'D42 D46 D57',
    'An update of `active` also changes every JWT key with the same label.',
  ).does(() => async (request, forward) => {
    const shown = await forward(request);
    const update = validUpdate(request);
    if (!update?.mask.includes('active') || shown.status !== 200) return shown;
    const { label, active, projectId } = jsonOf(shown) ?? {};
    const { jwtKeys } = await stateOf(forward);
    for (const key of jwtKeys) {
      const isNamesake = key.label === label && key.projectId === projectId;
      if (isNamesake) await sendUpdate(withKid(request, String(key.id)), forward, { active });
    }
    return shown;
  }),
  defect(
    'label-is-that-of-all-projects',
    'D42 D46',
    'An update of the label of a JWT key also changes the labels of all JWT keys in another project.',
  ).does(() => {
    const elsewhere: string[] = [];
    return async (request, forward) => {
      const answer = await forward(request);
      const isElsewhere = projectIdOf(request) === OTHER_PROJECT.id;
      if (isElsewhere && isOf(request, CREATE) && answer.status === 201) elsewhere.push(String(jsonOf(answer)?.kid));
      if (isElsewhere || !isOf(request, UPDATE) || answer.status !== 200) return answer;
      const there = withSegment(request, 'projects', OTHER_PROJECT.id);
      for (const kid of elsewhere) await sendUpdate(withKid(there, kid), forward, { label: jsonOf(answer)?.label });
      return answer;
    };
  }),
  defect(
    'project-id-is-the-name',
    'D13 D59',
    '`projectId` of a JWT key is the project in the request path, even if the path contains the name of the project.',
  ).does(showsBody(UPDATE, (key, request) => ({ ...key, projectId: segmentOf(request, 'projects') }))),
  defect(
    'project-id-is-null-under-the-name',
    'D13 D59',
    '`projectId` is null if the path names the project by its name.',
  ).does(
    showsBody(UPDATE, (key, request) =>
      segmentOf(request, 'projects') === PROJECT.id ? key : { ...key, projectId: null },
    ),
  ),
  defect('project-id-is-that-of-another', 'D59', '`projectId` of a JWT key is not the UUID of the project.').does(
    shows(UPDATE, 'projectId', otherUuid),
  ),
  defect('key-lands-in-the-first-project', 'D12 D46', 'createJwtKey registers every key in the first project.').does(
    changes((request) =>
      isOf(request, CREATE) && segmentOf(request, 'projects').startsWith('other')
        ? withSegment(request, 'projects', PROJECT.id)
        : request,
    ),
  ),
  defect('kid-from-the-request', 'D10 D54', 'The server takes the `kid` of a new JWT key from the request body.').does(
    () => {
      const own = new Map<string, string>();
      return async (request, forward) => {
        const { kid: requested } = bodyOf(request, CREATE);
        const kid = own.get(named(request));
        const reply = await forward(kid === undefined ? request : withKid(request, kid));
        if (typeof requested === 'string' && reply.status === 201) {
          own.set(requested, String(jsonOf(reply)?.kid));
          return withJson(reply, { kid: requested });
        }
        return kid !== undefined && reply.status === 200
          ? withJson(reply, { ...jsonOf(reply), id: named(request) })
          : reply;
      };
    },
  ),
  defect(
    'project-from-the-request',
    'D46 D59',
    'createJwtKey registers a key in the project of the body instead of the path.',
  ).does(
    changes((request) => {
      const { projectId } = bodyOf(request, CREATE);
      return typeof projectId === 'string' ? withSegment(request, 'projects', projectId) : request;
    }),
  ),
  defect(
    'first-project-owns-all-keys',
    'D07',
    'Under the first project, updateJwtKey also finds the JWT keys of the second project.',
  ).does(() => async (request, forward) => {
    if (!validUpdate(request) || projectIdOf(request) !== PROJECT.id) return forward(request);
    const key = await keyOf(request, forward, 'anywhere');
    return forward(key ? withSegment(request, 'projects', String(key.projectId)) : request);
  }),
];
