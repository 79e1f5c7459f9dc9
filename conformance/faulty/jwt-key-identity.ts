import type { JsonObject } from '../../src/contract/json.ts';
import type { Behaviour, Defect, FaultyResponse } from './defect.ts';
import {
  changes,
  changesSuccess,
  isOf,
  jsonOf,
  OTHER_PROJECT,
  operationOf,
  PROJECT,
  problem,
  projectIdOf,
  segmentOf,
  shows,
  stateOf,
  withJson,
  withSegment,
} from './messages.ts';
import { sendUpdate, validUpdate } from './update.ts';

const CREATE = 'createJwtKey';
const UPDATE = 'updateJwtKey';

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

/** A label that is new in one project is that of every key in another. */
function relabelsElsewhere(): Behaviour {
  const elsewhere: string[] = [];
  return async (request, forward) => {
    const answer = await forward(request);
    const isElsewhere = projectIdOf(request) === OTHER_PROJECT.id;
    if (isElsewhere && isOf(request, CREATE) && answer.status === 201) elsewhere.push(String(jsonOf(answer)?.kid));
    if (isElsewhere || !isOf(request, UPDATE) || answer.status !== 200) return answer;
    const relabelled = withJson(withSegment(request, 'projects', OTHER_PROJECT.id), {
      updateMask: ['label'],
      jwtKey: { label: jsonOf(answer)?.label },
    });
    for (const kid of elsewhere) await forward(withSegment(relabelled, 'jwt-keys', kid));
    return answer;
  };
}

/** What `active` becomes for one key of a label, it becomes for all keys of this label. */
const switchesNamesakes: Behaviour = async (request, forward) => {
  const shown = await forward(request);
  const update = validUpdate(request);
  if (!update?.mask.includes('active') || shown.status !== 200) return shown;
  const { label, active, projectId } = jsonOf(shown) ?? {};
  const { jwtKeys } = await stateOf(forward);
  for (const key of jwtKeys) {
    const isNamesake = key.label === label && key.projectId === projectId;
    if (isNamesake) await sendUpdate(withSegment(request, 'jwt-keys', String(key.id)), forward, { active });
  }
  return shown;
};

/** A registration that was there before is answered as the server sees fit. */
function registersOnce(
  identity: (body: JsonObject) => unknown,
  again: (first: FaultyResponse) => FaultyResponse,
): () => Behaviour {
  return () => {
    const made = new Map<string, FaultyResponse>();
    return async (request, forward) => {
      const body = isOf(request, CREATE) ? jsonOf(request) : undefined;
      const key = body && JSON.stringify([projectIdOf(request), identity(body)]);
      const first = key === undefined ? undefined : made.get(key);
      const fresh = await forward(request);
      if (key === undefined || fresh.status !== 201) return fresh;
      if (first) return again(first);
      made.set(key, fresh);
      return fresh;
    };
  };
}

/** The kid that the body asks for stands for the key's own. */
function takesTheKid(): Behaviour {
  const own = new Map<string, string>();
  return async (request, forward) => {
    const { kid: asked } = (isOf(request, CREATE) && jsonOf(request)) || {};
    const kid = segmentOf(request, 'jwt-keys');
    const reply = await forward(own.has(kid) ? withSegment(request, 'jwt-keys', own.get(kid) ?? '') : request);
    if (typeof asked === 'string' && reply.status === 201) {
      own.set(asked, String(jsonOf(reply)?.kid));
      return withJson(reply, { kid: asked });
    }
    return own.has(kid) && reply.status === 200 ? withJson(reply, { ...jsonOf(reply), id: kid }) : reply;
  };
}

/** A kid is made of the key material; a second one of the same project gets one of its own. */
function namesByMaterial(): Behaviour {
  const first = new Map<unknown, { readonly kid: string; readonly project: string }>();
  const own = new Map<string, string>();
  return async (request, forward) => {
    const project = projectIdOf(request);
    const named = segmentOf(request, 'jwt-keys');
    const kid = own.get(`${project} ${named}`);
    const reply = await forward(kid === undefined ? request : withSegment(request, 'jwt-keys', kid));
    if (kid !== undefined && reply.status === 200) return withJson(reply, { ...jsonOf(reply), id: named });
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
}

/** A registration under a label that the project has takes the place of the key that had it. */
function replacesByLabel(): Behaviour {
  const byLabel = new Map<string, unknown>();
  const gone = new Set<unknown>();
  return async (request, forward) => {
    if (gone.has(segmentOf(request, 'jwt-keys'))) return problem(404, 'There is no such key.');
    const reply = await forward(request);
    if (!isOf(request, CREATE) || reply.status !== 201) return reply;
    const key = JSON.stringify([projectIdOf(request), jsonOf(request)?.label]);
    gone.add(byLabel.get(key));
    byLabel.set(key, jsonOf(reply)?.kid);
    return reply;
  };
}

/** A label that a key of the project has gets a number behind it. */
function numbersLabels(): Behaviour {
  const taken = new Map<string, number>();
  return async (request, forward) => {
    const body = isOf(request, CREATE) ? jsonOf(request) : undefined;
    if (typeof body?.label !== 'string') return forward(request);
    const key = JSON.stringify([projectIdOf(request), body.label]);
    const before = taken.get(key) ?? 0;
    const label = before === 0 ? body.label : `${body.label} (${before + 1})`;
    const reply = await forward(withJson(request, { ...body, label }));
    if (reply.status === 201) taken.set(key, before + 1);
    return reply;
  };
}

/** A path may have the label of a key in place of its kid. */
function findsByLabel(): Behaviour {
  const kids = new Map<unknown, string>();
  return async (request, forward) => {
    const named = decodeURIComponent(segmentOf(request, 'jwt-keys'));
    const kid = kids.get(named);
    const reply = await forward(kid === undefined ? request : withSegment(request, 'jwt-keys', kid));
    if (isOf(request, CREATE) && reply.status === 201) kids.set(jsonOf(request)?.label, String(jsonOf(reply)?.kid));
    return reply;
  };
}

/** Who registers the same key again, in the same project, has the kid of the first, which is registered anew. */
function kidOfTheKey(): Behaviour {
  const kids = new Map<string, string>();
  return async (request, forward) => {
    const body = isOf(request, CREATE) ? jsonOf(request) : undefined;
    const identity = JSON.stringify([projectIdOf(request), body?.publicKeyPem]);
    const reply = await forward(request);
    if (!body || reply.status !== 201) return reply;
    const kid = String(jsonOf(reply)?.kid);
    kids.set(identity, kids.get(identity) ?? kid);
    return withJson(reply, { kid: kids.get(identity) });
  };
}

/** Defects of what a new key is called and where it lands: D10, D13, D50, D53, D54 and D59. */
export const jwtKeyIdentity: readonly Defect[] = [
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
    name: 'kid-is-not-the-id',
    description: 'A key shows an `id` that is not its `kid`.',
    breaks: ['D53'],
    create: shows(UPDATE, 'id', (id) => turned(String(id))),
  },
  {
    name: 'id-is-the-kid-in-capitals',
    description: 'A key shows its `id` in upper case, its registration the `kid` in lower case.',
    breaks: ['D53'],
    create: shows(UPDATE, 'id', (id) => String(id).toUpperCase()),
  },
  {
    name: 'kid-is-found-in-no-path',
    description: 'A registration answers with the kid in upper case, and paths know it in lower case alone.',
    breaks: ['D40', 'D53'],
    create: shows(CREATE, 'kid', (id) => String(id).toUpperCase()),
  },
  {
    name: 'kid-of-the-key',
    description: 'The kid is made of the key that is registered: the same key again has the same kid, and is the same.',
    breaks: ['D54'],
    create: kidOfTheKey,
  },
  {
    name: 'label-that-is-taken-gets-a-number',
    description: 'The second key of a label is stored with a number behind it.',
    breaks: ['D54'],
    create: numbersLabels,
  },
  {
    name: 'keys-are-found-by-label',
    description: 'A key is also found under its label.',
    breaks: ['D07'],
    create: findsByLabel,
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
    name: 'keys-are-unique',
    description: 'A key that the project has is refused with 409.',
    breaks: ['D54'],
    create: registersOnce(
      ({ publicKeyPem }) => publicKeyPem,
      () => problem(409),
    ),
  },
  {
    name: 'kid-is-made-of-the-key',
    description: 'A kid is made of the key material: the same key has one kid in two projects.',
    breaks: ['D54'],
    create: namesByMaterial,
  },
  {
    name: 'label-replaces-the-key',
    description: 'A registration under a label that is there takes the place of the key that had it.',
    breaks: ['D54'],
    create: replacesByLabel,
  },
  {
    name: 'active-is-that-of-all-of-a-label',
    description: 'An update of `active` sets it for every key of the same label.',
    breaks: ['D42'],
    create: () => switchesNamesakes,
  },
  {
    name: 'label-is-that-of-all-projects',
    description: 'An update of a key writes its label to the keys of another project.',
    breaks: ['D42'],
    create: relabelsElsewhere,
  },
  {
    name: 'project-id-is-the-name',
    description: '`projectId` is what the path says, the name too.',
    breaks: ['D13', 'D59'],
    create: changesSuccess(UPDATE, (key, request) => ({ ...key, projectId: segmentOf(request, 'projects') })),
  },
  {
    name: 'project-id-is-null-under-the-name',
    description: '`projectId` is null where the path names the project.',
    breaks: ['D13', 'D59'],
    create: changesSuccess(UPDATE, (key, request) =>
      segmentOf(request, 'projects') === PROJECT.id ? key : { ...key, projectId: null },
    ),
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
    breaks: ['D12'],
    create: changes((request) =>
      operationOf(request) === CREATE && segmentOf(request, 'projects').startsWith('other')
        ? withSegment(request, 'projects', PROJECT.id)
        : request,
    ),
  },
  {
    name: 'kid-from-the-request',
    description: 'A kid is taken from the body where it holds one.',
    breaks: ['D10', 'D54'],
    create: takesTheKid,
  },
  {
    name: 'project-from-the-request',
    description: 'A key lands in the project that the body names.',
    breaks: ['D59'],
    create: changes((request) => {
      const { projectId } = (isOf(request, CREATE) && jsonOf(request)) || {};
      return typeof projectId === 'string' ? withSegment(request, 'projects', projectId) : request;
    }),
  },
];
