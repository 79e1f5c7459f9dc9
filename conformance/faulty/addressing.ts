import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../src/contract/json.ts';
import type { Defect, FaultyRequest } from './defect.ts';
import {
  changes,
  changesSuccess,
  INTEGRATION,
  isOf,
  jsonOf,
  ORG,
  OTHER_PROJECT,
  operationOf,
  PROJECT,
  problem,
  refuses,
  refusesWith,
  segmentOf,
  UPSERT_INTEGRATION,
  UPSERT_PROVIDER,
  withJson,
  withSegment,
} from './messages.ts';
import { updateOf } from './update.ts';

/** What else the correct server is seeded with (spec/seed.yaml). */
const PROVIDERS = ['salesforce', 'hubspot'];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const projectOf = (request: FaultyRequest) => segmentOf(request, 'projects');
const isName = (request: FaultyRequest) => [PROJECT.name, OTHER_PROJECT.name].includes(projectOf(request));

/** A server that knows a project by its ID alone, in some operations. */
function knowsNoName(isBlind: (request: FaultyRequest) => boolean): Defect['create'] {
  return changes((request) =>
    isName(request) && isBlind(request) ? withSegment(request, 'projects', 'nobody') : request,
  );
}

/** The project that holds a key, whatever project the path names: a lookup by the key's ID alone. */
function findsKeysAnywhere(): Defect['create'] {
  return () => {
    const owners = new Map<string, string>();
    return async (request, forward) => {
      if (operationOf(request) === 'updateJwtKey') {
        const owner = owners.get(segmentOf(request, 'jwt-keys'));
        return forward(owner ? withSegment(request, 'projects', owner) : request);
      }
      const answer = await forward(request);
      const kid = operationOf(request) === 'createJwtKey' && /"kid":"([^"]+)"/.exec(answer.body.toString())?.[1];
      if (kid) owners.set(kid, projectOf(request));
      return answer;
    };
  };
}

/** A key is kept under the path's own word for the project: name and ID are two cupboards. */
function keepsKeysByWord(): Defect['create'] {
  return () => {
    const words = new Map<string, string>();
    return async (request, forward) => {
      const answer = await forward(request);
      const word = words.get(segmentOf(request, 'jwt-keys'));
      const isElsewhere = operationOf(request) === 'updateJwtKey' && word !== undefined && word !== projectOf(request);
      if (isElsewhere && answer.status !== 401) return problem(404);
      const kid = operationOf(request) === 'createJwtKey' && /"kid":"([^"]+)"/.exec(answer.body.toString())?.[1];
      if (kid) words.set(kid, projectOf(request));
      return answer;
    };
  };
}

/** A server that knows a project by its name alone, in an operation. */
function knowsNoId(operationId: string): Defect['create'] {
  return changes((request) =>
    projectOf(request) === PROJECT.id && isOf(request, operationId)
      ? withSegment(request, 'projects', randomUUID())
      : request,
  );
}

const NAME_ROWS: readonly (readonly [name: string, operations: readonly string[], description: string])[] = [
  ['project-name-unknown-to-deletion', ['deleteInstallation'], 'deleteInstallation takes a project by its ID alone.'],
  ['project-name-unknown-to-update', ['updateJwtKey'], 'updateJwtKey takes a project by its ID alone.'],
  ['project-name-unknown-to-providers', [UPSERT_PROVIDER], 'The provider form takes a project by its ID alone.'],
  ['project-name-unknown-to-creation', ['createIntegration'], 'createIntegration takes a project by its ID alone.'],
];

type NotFoundRow = readonly [name: string, what: string, status: number, picks: (request: FaultyRequest) => boolean];

const NOT_FOUND: readonly NotFoundRow[] = [
  ['unknown-organization-is-forbidden', 'An unknown organization', 403, (request) => isOf(request, 'createInvite')],
  ['unknown-key-is-unprocessable', 'An unknown JWT key', 422, (request) => isOf(request, 'updateJwtKey')],
  ['malformed-id-is-bad-request', 'An identifier that is no UUID', 400, hasMalformedId],
  ['long-id-is-bad-request', 'An identifier that takes more than 64 characters of the path', 400, hasLongSegment],
];

function hasLongSegment({ path }: FaultyRequest): boolean {
  return path.split('/').some((segment) => segment.length > 64);
}

function hasMalformedId(request: FaultyRequest): boolean {
  const ids = ['orgs', 'integrations', 'installations', 'jwt-keys'].map((name) => segmentOf(request, name));
  return ids.some((id) => id !== '' && id !== 'object-metadata' && !UUID.test(id));
}

/** Defects of finding what a path names: D01, D07 and D12. */
export const addressing: readonly Defect[] = [
  {
    name: 'served-under-another-version',
    description: 'Every path is under /v2.',
    breaks: ['D01'],
    create: changes((request) => ({ ...request, path: request.path.replace(/^\/v1\//, '/v0/') })),
  },
  {
    name: 'invites-under-no-version',
    description: 'createInvite is served without /v1 before its path.',
    breaks: ['D01', 'D70'],
    create: () => async (request, forward) => {
      if (isOf(request, 'createInvite')) return problem(404);
      return forward(request.path.startsWith('/orgs/') ? { ...request, path: `/v1${request.path}` } : request);
    },
  },
  {
    name: 'keys-without-a-version',
    description: 'createJwtKey is served with and without /v1 before its path.',
    breaks: ['D01'],
    create: changes((request) =>
      /^\/projects\/[^/]+\/jwt-keys$/.test(request.path) ? { ...request, path: `/v1${request.path}` } : request,
    ),
  },
  {
    name: 'project-name-unknown',
    description: 'A project is found by its ID alone.',
    breaks: ['D12'],
    create: knowsNoName(() => true),
  },
  ...NAME_ROWS.map(([name, operations, description]) => ({
    name,
    description,
    breaks: ['D12'],
    create: knowsNoName((request) => isOf(request, operations)),
  })),
  {
    name: 'project-id-unknown-to-deletion',
    description: 'deleteInstallation takes a project by its name alone.',
    breaks: ['D12'],
    create: knowsNoId('deleteInstallation'),
  },
  {
    name: 'project-id-unknown-to-update',
    description: 'updateJwtKey takes a project by its name alone.',
    breaks: ['D12'],
    create: knowsNoId('updateJwtKey'),
  },
  {
    name: 'project-name-leads-elsewhere',
    description: 'A key that is registered under the name of a project lands in another project.',
    breaks: ['D12'],
    create: changes((request) =>
      isOf(request, 'createJwtKey') && projectOf(request) === PROJECT.name
        ? withSegment(request, 'projects', OTHER_PROJECT.id)
        : request,
    ),
  },
  {
    name: 'keys-of-another-project-land-in-the-first',
    description: 'A key that is registered in another project is one of the first project.',
    breaks: ['D07'],
    create: changes((request) =>
      isOf(request, 'createJwtKey') && [OTHER_PROJECT.id, OTHER_PROJECT.name].includes(projectOf(request))
        ? withSegment(request, 'projects', PROJECT.id)
        : request,
    ),
  },
  {
    name: 'keys-are-cached-by-path',
    description:
      'What a key was like when it was last addressed in this way is remembered, and an update changes that.',
    breaks: ['D12'],
    create: () => {
      const seen = new Map<string, JsonObject>();
      return async (request, forward) => {
        const answer = await forward(request);
        const key = isOf(request, 'updateJwtKey') && answer.status === 200 ? jsonOf(answer) : undefined;
        const { mask } = (key && updateOf(jsonOf(request))) || {};
        if (!key || !mask) return answer;
        const changed = Object.entries(key).filter(([name]) => mask.includes(name) || name === 'updateTime');
        const shown = { ...(seen.get(request.path) ?? key), ...Object.fromEntries(changed) };
        seen.set(request.path, shown);
        return withJson(answer, shown);
      };
    },
  },
  {
    name: 'name-and-id-hold-different-keys',
    description: "A key that was registered under the project's name is found under the name alone.",
    breaks: ['D12'],
    create: keepsKeysByWord(),
  },
  {
    name: 'integration-found-by-its-name',
    description: 'Where the ID of an integration is asked for, its name will do.',
    breaks: ['D07'],
    create: () => {
      const names = new Set<unknown>();
      return async (request, forward) => {
        if (isOf(request, 'createIntegration')) names.add(jsonOf(request)?.name);
        const isNamed = isOf(request, UPSERT_INTEGRATION) && names.has(segmentOf(request, 'integrations'));
        return forward(isNamed ? withSegment(request, 'integrations', INTEGRATION) : request);
      };
    },
  },
  {
    name: 'unknown-organization-comes-to-be',
    description: 'An organization that was asked for once is known.',
    breaks: ['D07'],
    create: () => {
      const known = new Set<string>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (!isOf(request, 'createInvite') || answer.status !== 404) return answer;
        const id = segmentOf(request, 'orgs');
        return known.size < known.add(id).size ? answer : forward(withSegment(request, 'orgs', ORG));
      };
    },
  },
  {
    name: 'provider-is-a-member-of-every-object',
    description: 'Providers are looked up in a plain object: what it has by itself is a provider.',
    breaks: ['D07'],
    create: changes((request) =>
      isOf(request, UPSERT_PROVIDER) && segmentOf(request, 'providers') in {}
        ? withSegment(request, 'providers', PROVIDERS[0] ?? '')
        : request,
    ),
  },
  {
    name: 'key-found-by-its-id-alone',
    description: 'updateJwtKey finds a key under any project.',
    breaks: ['D07'],
    create: findsKeysAnywhere(),
  },
  {
    name: 'integration-found-by-its-id-alone',
    description: 'The integration form finds an integration under every project that exists.',
    breaks: ['D07'],
    create: changes((request) =>
      isOf(request, UPSERT_INTEGRATION) && [OTHER_PROJECT.id, OTHER_PROJECT.name].includes(projectOf(request))
        ? withSegment(request, 'projects', PROJECT.id)
        : request,
    ),
  },
  {
    name: 'providers-of-one-project-by-its-name-alone',
    description: 'The provider form knows another project by its name, and not by its ID.',
    breaks: ['D12'],
    create: refuses((request) => isOf(request, UPSERT_PROVIDER) && projectOf(request) === OTHER_PROJECT.id, 404),
  },
  {
    name: 'project-found-by-part-of-its-name',
    description: 'A project is searched for: the beginning of its name is enough.',
    breaks: ['D07'],
    create: changes((request) => {
      const named = projectOf(request);
      const isPart = named.length > 3 && named !== PROJECT.name && PROJECT.name.startsWith(named);
      return isPart ? withSegment(request, 'projects', PROJECT.id) : request;
    }),
  },
  {
    name: 'project-found-by-a-pattern',
    description: 'A project is looked for with LIKE: `%` is any.',
    breaks: ['D07'],
    create: changes((request) =>
      projectOf(request) === '%25' ? withSegment(request, 'projects', PROJECT.id) : request,
    ),
  },
  {
    name: 'project-name-is-padded',
    description: 'A project is found by its name with spaces behind it.',
    breaks: ['D07'],
    create: changes((request) => {
      const isPadded = projectOf(request).replace(/(?:%20)+$/, '') === PROJECT.name;
      return isPadded ? withSegment(request, 'projects', PROJECT.id) : request;
    }),
  },
  {
    name: 'identifier-is-cut-to-its-column',
    description: 'What is behind the 36 characters of a UUID is cut off before the lookup.',
    breaks: ['D07', 'D82'],
    create: changes((request) => {
      const segments = request.path
        .split('/')
        .map((segment) => (UUID.test(segment.slice(0, 36)) ? segment.slice(0, 36) : segment));
      return { ...request, path: segments.join('/') };
    }),
  },
  {
    name: 'unknown-integration-is-made-up',
    description: 'The integration form takes field definitions for integrations that do not exist.',
    breaks: ['D07'],
    create: changes((request) =>
      isOf(request, UPSERT_INTEGRATION) && [PROJECT.id, PROJECT.name].includes(projectOf(request))
        ? withSegment(request, 'integrations', INTEGRATION)
        : request,
    ),
  },
  {
    name: 'unknown-provider-is-taken',
    description: 'The provider form takes field definitions for any provider.',
    breaks: ['D07'],
    create: changes((request) =>
      isOf(request, UPSERT_PROVIDER) && !PROVIDERS.includes(segmentOf(request, 'providers'))
        ? withSegment(request, 'providers', 'salesforce')
        : request,
    ),
  },
  {
    name: 'unknown-organization-is-taken',
    description: 'createInvite invites to organizations that do not exist.',
    breaks: ['D07'],
    create: () => async (request, forward) => {
      const answer = await forward(request);
      if (!isOf(request, 'createInvite') || answer.status !== 404) return answer;
      const asked = segmentOf(request, 'orgs');
      const shown = changesSuccess('createInvite', (invite) => ({ ...invite, parentId: asked }))();
      return shown(withSegment(request, 'orgs', ORG), forward);
    },
  },
  ...NOT_FOUND.map(([name, what, status, picks]) => ({
    name,
    description: `${what} is answered with ${status}.`,
    breaks: ['D07'],
    create: refusesWith(404, status, picks),
  })),
  {
    name: 'everything-unknown-is-forbidden',
    description: 'So as not to tell what exists, the service answers 403 in place of 404.',
    breaks: ['D07', 'D80', 'D82'],
    create: refusesWith(404, 403),
  },
  {
    name: 'path-is-not-decoded',
    description: 'Segments of a path are taken as they stand in it, percent-encoded.',
    breaks: ['D12'],
    create: changes((request) => ({ ...request, path: request.path.replaceAll('%', '%25') })),
  },
];
