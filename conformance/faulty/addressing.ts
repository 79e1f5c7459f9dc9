import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../src/contract/json.ts';
import type { Defect, FaultyRequest } from './defect.ts';
import { changes, jsonOf, withJson } from './json-message.ts';
import { updateOf } from './jwt-keys/update.ts';
import {
  bodyOf,
  INTEGRATION,
  isOf,
  ORG,
  OTHER_PROJECT,
  PROJECT,
  problem,
  segmentOf,
  UPSERT_INTEGRATION,
  UPSERT_PROVIDER,
  withSegment,
} from './messages.ts';
import { defect, rejectsRequest, rejectsWith, showsBody } from './row.ts';

/** Every provider in the seed (spec/seed.yaml) except the first provider. */
const PROVIDERS = ['salesforce', 'hubspot'];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const projectOf = (request: FaultyRequest) => segmentOf(request, 'projects');
const isIn = ({ id, name }: typeof PROJECT, request: FaultyRequest) => [id, name].includes(projectOf(request));
const isOfKey = (request: FaultyRequest) => isOf(request, 'createJwtKey');

/** A faulty server that replaces one segment of some request paths before it handles the request. */
const looksUp = (collection: string, value: string, picks: (request: FaultyRequest) => boolean) =>
  changes((request) => (picks(request) ? withSegment(request, collection, value) : request));

/** A faulty server that replaces the project in some request paths before it handles the request. */
const looksUpProject = (id: string, picks: (request: FaultyRequest) => boolean) => looksUp('projects', id, picks);

/** A faulty server that finds projects only by their IDs, not by their names, in the given operations. */
const knowsNoName = (picks: (request: FaultyRequest) => boolean) =>
  looksUpProject(
    'nobody',
    (request) => [PROJECT.name, OTHER_PROJECT.name].includes(projectOf(request)) && picks(request),
  );
const knowsNoNameIn = (operationId: string) => knowsNoName((request) => isOf(request, operationId));

/** A faulty server that uses a query parameter, if present, instead of the segment after `collection` in the path. */
const prefersQuery = (parameter: string, collection: string, picks = (_request: FaultyRequest) => true) =>
  changes((request) => {
    const [path = '', query] = request.path.split('?');
    const value = new URLSearchParams(query).get(parameter);
    return value === null || !picks(request) ? request : withSegment({ ...request, path }, collection, value);
  });

/** A faulty server that finds projects only by their names, not by their IDs, in the given operation. */
const knowsNoIdIn = (operationId: string) =>
  looksUpProject(randomUUID(), (request) => projectOf(request) === PROJECT.id && isOf(request, operationId));

const kidOf = (request: FaultyRequest, response: { readonly body: Buffer }) =>
  isOfKey(request) ? /"kid":"([^"]+)"/.exec(response.body.toString())?.[1] : undefined;

/** Defects in the evaluation of path parameters, which break the requirements D01, D07 and D12. */
export const addressing: readonly Defect[] = [
  defect(
    'identifier-in-braces-is-found',
    'D17',
    'The server accepts an identifier in braces and removes the braces.',
  ).does(changes((request) => ({ ...request, path: request.path.replaceAll(/%7B([0-9a-f-]{36})%7D/gi, '$1') }))),
  defect(
    'slash-behind-an-identifier-is-dropped',
    'D17',
    'The server removes encoded slashes from the end of an identifier.',
  ).does(changes((request) => ({ ...request, path: request.path.replaceAll(/(?:%2F)+(?=\/|$)/gi, '') }))),
  defect(
    'fragment-behind-an-identifier-is-dropped',
    'D17',
    'The server removes an encoded fragment, such as `%23x`, from the end of an identifier.',
  ).does(changes((request) => ({ ...request, path: request.path.replaceAll(/%23[^/]*/g, '') }))),
  defect(
    'accents-in-an-identifier-are-ignored',
    'D17',
    'The server ignores accents in identifiers, so the organization ID `ábc` finds the organization `abc`.',
  ).does(
    changes((request) => ({
      ...request,
      path: request.path.replaceAll(/%c3%[89ab][0-9a-f]/gi, (letters) =>
        decodeURIComponent(letters).normalize('NFD').replaceAll('\u0301', ''),
      ),
    })),
  ),
  defect(
    'first-of-a-list-of-identifiers',
    'D17',
    'The server reads an identifier as a list, and uses the text before its first comma.',
  ).does(changes((request) => ({ ...request, path: request.path.replaceAll(/%2C[^/]*/gi, '') }))),
  defect(
    'custom-method-is-dropped',
    'D17',
    'The server removes a colon and the text behind it from the end of an identifier.',
  ).does(changes((request) => ({ ...request, path: request.path.replaceAll(/(?:%3A|:)[a-z]+(?=\/|$)/gi, '') }))),
  defect('all-dashes-are-alike', 'D17', 'The server replaces other dashes in an identifier with hyphens.').does(
    changes((request) => ({ ...request, path: request.path.replaceAll(/%E2%80%9[0-5]/gi, '-') })),
  ),
  defect(
    'accents-in-a-name-are-ignored',
    'D17',
    'The server finds `demo-project` also by the name `démo-project`.',
  ).does(looksUpProject(PROJECT.id, (request) => /^d%C3%A9mo-project$/i.test(projectOf(request)))),
  defect(
    'query-replaces-the-organization',
    'D07',
    'The server uses the query parameter `orgId`, if present, instead of the organization in the path.',
  ).does(prefersQuery('orgId', 'orgs')),
  defect(
    'query-replaces-the-project',
    'D50',
    'createJwtKey uses the query parameter `project`, if present, instead of the project in the path.',
  ).does(prefersQuery('project', 'projects', isOfKey)),
  defect(
    'query-replaces-the-key',
    'D40',
    'updateJwtKey uses the query parameter `id`, if present, instead of the key in the path.',
  ).does(prefersQuery('id', 'jwt-keys')),
  defect(
    'query-replaces-the-installation',
    'D82',
    'deleteInstallation uses the query parameter `id`, if present, instead of the installation in the path.',
  ).does(prefersQuery('id', 'installations')),
  defect(
    'project-name-may-have-a-suffix',
    'D07',
    'The server finds `demo-project` by each name that begins with `demo-project-`.',
  ).does(looksUpProject(PROJECT.id, (request) => projectOf(request).startsWith(`${PROJECT.name}-`))),
  defect(
    'project-is-found-by-slug',
    'D17',
    'The server replaces spaces in the name of a project with hyphens, so `demo project` finds `demo-project`.',
  ).does(changes((request) => ({ ...request, path: request.path.replace('/demo%20project/', `/${PROJECT.name}/`) }))),
  defect('project-is-trimmed', 'D17', 'The server removes white space around the ID of a project.').does(
    changes((request) => ({
      ...request,
      path: request.path.replace(/\/projects\/(?:%20)*([^/]+?)(?:%20)*\//, '/projects/$1/'),
    })),
  ),
  defect(
    'identifier-is-trimmed',
    'D17',
    'The server accepts an identifier with white space around it and removes the white space.',
  ).does(
    changes((request) => ({
      ...request,
      path: request.path.replaceAll(/\/(?:%20)+|(?:%20)+(?=\/|$)/g, (space) => (space.startsWith('/') ? '/' : '')),
    })),
  ),
  defect('served-under-another-version', 'D01', 'The server has no route under /v1.').does(
    () => async (request, forward) => {
      const reply = await forward({ ...request, path: request.path.replace(/^\/v1\//, '/v0/') });
      // The mock behind the faulty server suggests the nearest path in its 404. The faulty server sends a 404 without a
      // suggestion, as most other servers do.
      return reply.status === 404 ? problem(404) : reply;
    },
  ),
  defect('invites-under-no-version', 'D01 D70', 'The server serves createInvite only under a path without `/v1`.').does(
    () => async (request, forward) => {
      if (isOf(request, 'createInvite')) return problem(404);
      return forward(request.path.startsWith('/orgs/') ? { ...request, path: `/v1${request.path}` } : request);
    },
  ),
  defect('keys-without-a-version', 'D01', 'The server also serves createJwtKey under a path without `/v1`.').does(
    changes((request) =>
      /^\/projects\/[^/]+\/jwt-keys$/.test(request.path) ? { ...request, path: `/v1${request.path}` } : request,
    ),
  ),
  defect('project-name-unknown', 'D12', 'The server finds a project by its ID, but not by its name.').does(
    knowsNoName(() => true),
  ),
  defect(
    'project-name-unknown-to-deletion',
    'D12',
    'deleteInstallation finds a project only by its ID, not by its name.',
  ).does(knowsNoNameIn('deleteInstallation')),
  defect('project-name-unknown-to-update', 'D12', 'updateJwtKey finds a project only by its ID, not by its name.').does(
    knowsNoNameIn('updateJwtKey'),
  ),
  defect(
    'project-name-unknown-to-providers',
    'D12',
    'upsertProviderObjectMetadata finds a project by its ID, but not by its name.',
  ).does(knowsNoNameIn(UPSERT_PROVIDER)),
  defect(
    'project-name-unknown-to-creation',
    'D12',
    'createIntegration finds a project only by its ID, not by its name.',
  ).does(knowsNoNameIn('createIntegration')),
  defect(
    'project-id-unknown-to-deletion',
    'D12',
    'deleteInstallation finds a project only by its name, not by its ID.',
  ).does(knowsNoIdIn('deleteInstallation')),
  defect('project-id-unknown-to-update', 'D12', 'updateJwtKey finds a project only by its name, not by its ID.').does(
    knowsNoIdIn('updateJwtKey'),
  ),
  defect(
    'project-name-leads-elsewhere',
    'D12 D46',
    'createJwtKey under the name of a project registers the key in another project.',
  ).does(looksUpProject(OTHER_PROJECT.id, (request) => isOfKey(request) && projectOf(request) === PROJECT.name)),
  defect(
    'keys-of-another-project-land-in-the-first',
    'D07 D46',
    'createJwtKey in another project registers the key in the first project.',
  ).does(looksUpProject(PROJECT.id, (request) => isOfKey(request) && isIn(OTHER_PROJECT, request))),
  defect(
    'keys-are-cached-by-path',
    'D12 D46',
    'The server caches each JWT key by its path, so an update under the name of the project is not visible under the ID of the project.',
  ).does(() => {
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
  }),
  defect(
    'name-and-id-hold-different-keys',
    'D12 D16',
    'The server stores JWT keys separately for the name and for the ID of a project.',
  ).does(() => {
    const addresses = new Map<string, string>();
    return async (request, forward) => {
      const answer = await forward(request);
      const word = addresses.get(segmentOf(request, 'jwt-keys'));
      const isElsewhere = isOf(request, 'updateJwtKey') && word !== undefined && word !== projectOf(request);
      if (isElsewhere && answer.status !== 401) return problem(404);
      const kid = kidOf(request, answer);
      if (kid) addresses.set(kid, projectOf(request));
      return answer;
    };
  }),
  defect(
    'integration-found-by-its-name',
    'D07',
    'upsertIntegrationObjectMetadata also finds an integration by its name.',
  ).does(() => {
    const names = new Set<unknown>();
    return async (request, forward) => {
      if (isOf(request, 'createIntegration')) names.add(bodyOf(request, 'createIntegration').name);
      const isNamed = isOf(request, UPSERT_INTEGRATION) && names.has(segmentOf(request, 'integrations'));
      return forward(isNamed ? withSegment(request, 'integrations', INTEGRATION) : request);
    };
  }),
  defect(
    'unknown-organization-comes-to-be',
    'D07 D17',
    'createInvite responds with 404 to the first request with a nonexistent organization, but accepts later requests.',
  ).does(() => {
    const known = new Set<string>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (!isOf(request, 'createInvite') || answer.status !== 404) return answer;
      const id = segmentOf(request, 'orgs');
      return known.size < known.add(id).size ? answer : forward(withSegment(request, 'orgs', ORG));
    };
  }),
  defect(
    'provider-is-a-member-of-every-object',
    'D07',
    'The server looks up providers in a plain object, so names such as `constructor` count as providers.',
  ).does(
    looksUp(
      'providers',
      'salesforce',
      (request) => isOf(request, UPSERT_PROVIDER) && segmentOf(request, 'providers') in {},
    ),
  ),
  defect('key-found-by-its-id-alone', 'D07', 'updateJwtKey finds a key under any project.').does(() => {
    const owners = new Map<string, string>();
    return async (request, forward) => {
      if (isOf(request, 'updateJwtKey')) {
        const owner = owners.get(segmentOf(request, 'jwt-keys'));
        return forward(owner ? withSegment(request, 'projects', owner) : request);
      }
      const answer = await forward(request);
      const kid = kidOf(request, answer);
      if (kid) owners.set(kid, projectOf(request));
      return answer;
    };
  }),
  defect(
    'integration-found-by-its-id-alone',
    'D07',
    'upsertIntegrationObjectMetadata finds an integration under any project.',
  ).does(looksUpProject(PROJECT.id, (request) => isOf(request, UPSERT_INTEGRATION) && isIn(OTHER_PROJECT, request))),
  defect(
    'providers-of-one-project-by-its-name-alone',
    'D12',
    'upsertProviderObjectMetadata finds one of the projects by its name, but not by its ID.',
  ).does(rejectsRequest(404, (request) => isOf(request, UPSERT_PROVIDER) && projectOf(request) === OTHER_PROJECT.id)),
  defect('project-found-by-part-of-its-name', 'D07', 'The server finds a project by the beginning of its name.').does(
    looksUpProject(PROJECT.id, (request) => {
      const named = projectOf(request);
      return named.length > 3 && named !== PROJECT.name && PROJECT.name.startsWith(named);
    }),
  ),
  defect(
    'project-found-by-a-pattern',
    'D07',
    'The server finds projects with SQL LIKE, so the name `%` matches a project.',
  ).does(looksUpProject(PROJECT.id, (request) => projectOf(request) === '%25')),
  defect(
    'identifier-is-cut-to-its-column',
    'D07 D17 D82',
    'The server reads only the first 36 characters of an identifier.',
  ).does(
    changes((request) => {
      const segments = request.path
        .split('/')
        .map((segment) => (UUID.test(segment.slice(0, 36)) ? segment.slice(0, 36) : segment));
      return { ...request, path: segments.join('/') };
    }),
  ),
  defect(
    'unknown-integration-is-made-up',
    'D07',
    'upsertIntegrationObjectMetadata accepts nonexistent integrations.',
  ).does(
    looksUp('integrations', INTEGRATION, (request) => isOf(request, UPSERT_INTEGRATION) && isIn(PROJECT, request)),
  ),
  defect('unknown-provider-is-taken', 'D07', 'upsertProviderObjectMetadata accepts nonexistent providers.').does(
    looksUp(
      'providers',
      'salesforce',
      (request) => isOf(request, UPSERT_PROVIDER) && !PROVIDERS.includes(segmentOf(request, 'providers')),
    ),
  ),
  defect(
    'unknown-provider-is-taken-under-a-name',
    'D07',
    'upsertProviderObjectMetadata accepts nonexistent providers if the path contains the name of the project.',
  ).does(
    looksUp(
      'providers',
      'salesforce',
      (request) =>
        isOf(request, UPSERT_PROVIDER) &&
        !UUID.test(segmentOf(request, 'projects')) &&
        !PROVIDERS.includes(segmentOf(request, 'providers')),
    ),
  ),
  defect('unknown-organization-is-taken', 'D07', 'createInvite accepts nonexistent organizations.').does(
    () => async (request, forward) => {
      const answer = await forward(request);
      if (!isOf(request, 'createInvite') || answer.status !== 404) return answer;
      const parentId = segmentOf(request, 'orgs');
      const shown = showsBody('createInvite', (invite) => ({ ...invite, parentId }))();
      return shown(withSegment(request, 'orgs', ORG), forward);
    },
  ),
  defect('unknown-organization-is-forbidden', 'D07', 'The server rejects an unknown organization with 403.').does(
    rejectsWith(404, 403, (request) => isOf(request, 'createInvite')),
  ),
  defect('unknown-key-is-unprocessable', 'D07', 'The server rejects an unknown JWT key with 422.').does(
    rejectsWith(404, 422, (request) => isOf(request, 'updateJwtKey')),
  ),
  defect(
    'malformed-id-is-bad-request',
    'D07 D82',
    'The server responds with 400 to an identifier that is not a UUID.',
  ).does(
    rejectsWith(404, 400, (request) => {
      const ids = ['orgs', 'integrations', 'installations', 'jwt-keys'].map((name) => segmentOf(request, name));
      return ids.some((id) => id !== '' && id !== 'object-metadata' && !UUID.test(id));
    }),
  ),
  defect(
    'long-id-is-bad-request',
    'D07',
    'The server responds with 400 to an identifier of more than 64 characters in the path.',
  ).does(rejectsWith(404, 400, ({ path }) => /[^/]{65}/.test(path))),
  defect(
    'everything-unknown-is-forbidden',
    'D07 D80 D82',
    'The server responds with 403 instead of 404 to requests for nonexistent records.',
  ).does(rejectsWith(404, 403)),
  defect(
    'path-is-not-decoded',
    'D12',
    'The server does not decode the percent-escapes in the segments of a path.',
  ).does(
    changes((request) => ({
      ...request,
      path: request.path.replaceAll('%', '%25'),
    })),
  ),
];
