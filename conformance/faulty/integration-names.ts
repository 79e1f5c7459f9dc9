import { isObject } from '../../src/contract/json.ts';
import type { Behaviour, Defect, FaultyRequest, FaultyResponse, Forward } from './defect.ts';
import { jsonOf, withJson } from './json-message.ts';
import { bodyOf, PROJECT, problem, segmentOf, withType } from './messages.ts';
import { defect, rejectsAll, rejectsRequest, rejectsWith } from './row.ts';

const CREATE = 'createIntegration';

const nameOf = (request: FaultyRequest) => bodyOf(request, CREATE).name;

const renamed = (request: FaultyRequest) =>
  withJson(request, { ...jsonOf(request), name: `${nameOf(request)} (${process.hrtime.bigint()})` });

/**
 * A faulty server that stores some integrations under a different name, so that a later integration can have the
 * requested name.
 */
const isLost = (picks: (request: FaultyRequest) => boolean) =>
  creates(() => ({ name, request, forward }) => {
    const isPicked = typeof name === 'string' && name !== '' && picks(request);
    return forward(isPicked ? renamed(request) : request);
  });

const REVISION = { specVersion: '1.0.0', content: { name: 'unnamed', provider: 'salesforce' } };

interface Creation {
  readonly name: unknown;
  readonly request: FaultyRequest;
  readonly forward: Forward;
}

/** A faulty server that passes createIntegration requests with a `name` to a function, and forwards other requests. */
const creates = (create: () => (creation: Creation) => Promise<FaultyResponse>) => (): Behaviour => {
  const handle = create();
  return (request, forward) => {
    const name = nameOf(request);
    return name === undefined ? forward(request) : handle({ name, request, forward });
  };
};

/**
 * A faulty server that keeps several lists of integration names, and compares a new name only with the names in one of
 * these lists.
 */
const takesNamesOncePer = (listOf: (request: FaultyRequest) => unknown) =>
  creates(() => {
    const taken = new Map<unknown, unknown>();
    return async ({ name, request, forward }) => {
      const made = await forward(request);
      if (made.status === 409 && taken.get(name) !== listOf(request)) return forward(renamed(request));
      if (made.status === 201) taken.set(name, listOf(request));
      return made;
    };
  });

const providerOf = (request: FaultyRequest) => bodyOf(request, CREATE).provider;
const takesNamesByProvider = takesNamesOncePer(providerOf);

/** A faulty server that also rejects a new name if `isPart(one, name)` is true for `one` of the existing names. */
const takesParts = (isPart: (one: string, name: string) => boolean) =>
  creates(() => {
    const taken = new Set<string>();
    return async ({ name, request, forward }) => {
      if (typeof name !== 'string') return forward(request);
      const takes = (one: string) => name.length > 2 && one !== name && isPart(one, name);
      const answer = await rejectsRequest(409, () => [...taken].some(takes))()(request, forward);
      if (answer.status === 201) taken.add(name);
      return answer;
    };
  });

/** Defects in the check that integration names are unique, which break the requirements D05, D06, D12, D31 and D36. */
export const integrationNames: readonly Defect[] = [
  defect(
    'integration-names-repeat',
    'D36',
    'The server creates a second integration with the name of an existing integration.',
  ).does(
    creates(() => async ({ request, forward }) => {
      const first = await forward(request);
      return first.status === 409 ? forward(renamed(request)) : first;
    }),
  ),
  defect(
    'integration-under-a-project-name-is-not-stored',
    'D12 D36',
    'The server does not store an integration if the path contains the name of the project.',
  ).does(isLost((request) => segmentOf(request, 'projects') === PROJECT.name)),
  defect(
    'integration-with-a-dry-run-query-is-not-stored',
    'D36',
    'The server supports an undocumented query parameter `dryRun`, with which it does not store an integration.',
  ).does(isLost(({ path }) => path.includes('dryRun=true'))),
  defect(
    'integration-name-taken-is-bad-request',
    'D35 D36',
    'The server responds with 400 to a second integration with the same name.',
  ).does(rejectsWith(409, 400, (request) => nameOf(request) !== undefined)),
  defect('every-integration-name-is-taken', 'D31 D36', 'The server rejects each new integration with 409.').does(
    rejectsAll(CREATE, 409),
  ),
  defect(
    'second-integration-is-refused',
    'D31 D36',
    'After the server has created one integration, it rejects each other new integration with 409.',
  ).does(
    creates(() => {
      let created = false;
      return async ({ request, forward }) => {
        const answer = await forward(request);
        if (answer.status !== 201) return answer;
        if (created) return problem(409);
        created = true;
        return answer;
      };
    }),
  ),
  defect(
    'same-integration-is-refused-alone',
    'D36',
    'The server accepts the name of an existing integration if other properties of the body differ.',
  ).does(
    creates(() => {
      const bodies = new Set<string>();
      return async ({ request, forward }) => {
        const first = await forward(request);
        const body = request.body.toString();
        if (first.status === 201) bodies.add(body);
        return first.status === 409 && !bodies.has(body) ? forward(renamed(request)) : first;
      };
    }),
  ),
  defect(
    'integration-name-takes-its-beginnings',
    'D31 D36',
    'The server rejects an integration whose name is the beginning of an existing name.',
  ).does(takesParts((one, name) => one.startsWith(name))),
  defect(
    'integration-name-takes-its-endings',
    'D31 D36',
    'The server rejects an integration whose name is the end of an existing name.',
  ).does(takesParts((one, name) => one.endsWith(name))),
  defect(
    'integration-name-is-its-first-32-characters',
    'D31 D36',
    'The server compares only the first 32 characters of the names of integrations.',
  ).does(takesParts((one, name) => name.length > 32 && one.slice(0, 32) === name.slice(0, 32))),
  defect(
    'integration-names-are-compared-as-numbers',
    'D31 D36',
    'The server compares the names of integrations as numbers if both names are numeric.',
  ).does(takesParts((one, name) => Number(one) === Number(name))),
  defect(
    'integration-names-by-provider',
    'D36',
    'The name of an integration is unique per provider instead of per project.',
  ).does(takesNamesByProvider),
  defect(
    'integration-names-by-known-provider',
    'D36',
    'The name of an integration is unique per provider, and the server responds with 404 to an unknown provider.',
  ).does(() => {
    const byProvider = takesNamesByProvider();
    const ofKnown = rejectsRequest(404, (request) => String(providerOf(request)).startsWith('other'))();
    return (request, forward) => ofKnown(request, (one) => byProvider(one, forward));
  }),
  defect(
    'integration-name-is-that-of-its-content',
    'D31 D36',
    'To find an existing integration, the server compares `content.name` instead of `name`.',
  ).does(() => {
    const taken = new Set<unknown>();
    return async (request, forward) => {
      const { latestRevision } = bodyOf(request, CREATE);
      const content = isObject(latestRevision) && isObject(latestRevision.content) ? latestRevision.content : undefined;
      if (content === undefined) return forward(request);
      const made = await forward(request);
      if (made.status === 409 && !taken.has(content.name)) return forward(renamed(request));
      if (made.status !== 201) return made;
      return taken.size < taken.add(content.name).size ? made : problem(409);
    };
  }),
  defect(
    'integration-names-are-global',
    'D07 D31 D36',
    'The name of an integration is unique across all projects.',
  ).does(
    creates(() => {
      const taken = new Map<unknown, string>();
      return async ({ name, request, forward }) => {
        const project = segmentOf(request, 'projects');
        const made = await rejectsRequest(409, () => (taken.get(name) ?? project) !== project)()(request, forward);
        if (made.status === 201) taken.set(name, project);
        return made;
      };
    }),
  ),
  defect(
    'integration-names-by-address',
    'D12 D36',
    'A project has separate lists of integration names for requests with its ID and for requests with its name.',
  ).does(takesNamesOncePer((request) => segmentOf(request, 'projects'))),
  defect(
    'integration-name-checked-too-early',
    'D36',
    'Two concurrent requests create two integrations with the same name.',
  ).does(
    creates(() => {
      const pending = new Set<unknown>();
      return async ({ name, request, forward }) => {
        if (pending.has(name)) return forward(renamed(request));
        pending.add(name);
        return forward(request).finally(() => pending.delete(name));
      };
    }),
  ),
  defect(
    'refused-integration-keeps-its-name',
    'D05 D16 D36',
    'The server rejects an integration without a revision, but stores its name.',
  ).does(
    creates(() => async ({ request, forward }) => {
      const reply = await forward(request);
      const { latestRevision, ...rest } = jsonOf(request) ?? {};
      if (reply.status === 400 && latestRevision === undefined)
        await forward(withJson(request, { ...rest, latestRevision: REVISION }));
      return reply;
    }),
  ),
  defect(
    'unsupported-integration-keeps-its-name',
    'D06 D16 D36',
    'The server rejects an integration with another media type than JSON, but stores its name.',
  ).does(
    creates(() => async ({ request, forward }) => {
      const reply = await forward(request);
      if (reply.status === 415) await forward(withType(request, 'application/json'));
      return reply;
    }),
  ),
];
