import type { Behaviour, Defect, FaultyRequest, Forward } from './defect.ts';
import { changes } from './json-message.ts';
import {
  API_KEY,
  answer,
  isOf,
  OTHER_INTEGRATION,
  OTHER_PROJECT,
  PROJECT,
  problem,
  segmentOf,
  stateOf,
  withSegment,
} from './messages.ts';
import { defect, rejectsAll, rejectsWith, respondsTo, succeeds, succeedsWith } from './row.ts';

const DELETE = 'deleteInstallation';

const isDeletion = (request: FaultyRequest) => isOf(request, DELETE);
const idOf = (request: FaultyRequest) => segmentOf(request, 'installations');

async function installationsOf(forward: Forward) {
  const { installations } = await stateOf(forward);
  return installations.map(({ id, projectId, integrationId }) => ({
    id: String(id),
    projectId: String(projectId),
    integrationId: String(integrationId),
  }));
}

/** A faulty server that finds an installation by its ID only, under any project or integration. */
const deletesAnywhere =
  (collection: 'projects' | 'integrations', owner: 'projectId' | 'integrationId'): Behaviour =>
  async (request, forward) => {
    if (!isDeletion(request)) return forward(request);
    const found = (await installationsOf(forward)).find(({ id }) => id === idOf(request));
    return forward(found ? withSegment(request, collection, found[owner]) : request);
  };

/** A faulty server that changes the status of its response to a deletion. */
const replies = (create: () => (status: number, request: FaultyRequest) => number | undefined) => (): Behaviour => {
  const statusOf = create();
  return async (request, forward) => {
    const reply = await forward(request);
    const status = isDeletion(request) ? statusOf(reply.status, request) : undefined;
    return status === undefined ? reply : status === 410 ? problem(410) : answer(status);
  };
};

/**
 * A faulty server that responds with 204 to a second deletion of an installation, if the time since the first deletion
 * is in the given range.
 */
const deletesAgain = (fromMs: number, toMs: number) => () => {
  const gone = new Map<string, number>();
  return (status: number, { path }: FaultyRequest) => {
    const age = Date.now() - (gone.get(path) ?? Number.NEGATIVE_INFINITY);
    if (status === 204) gone.set(path, Date.now());
    return status === 404 && age >= fromMs && age < toMs ? 204 : undefined;
  };
};

/** A faulty server that deletes additional installations together with the installation that the path names. */
const deletesMore =
  (
    isMore: (other: { id: string; integrationId: string }, request: FaultyRequest) => boolean,
    count = Number.POSITIVE_INFINITY,
  ) =>
  (): Behaviour =>
  async (request, forward) => {
    const reply = await forward(request);
    if (!isDeletion(request) || reply.status !== 204) return reply;
    const more = (await installationsOf(forward)).filter((other) => isMore(other, request));
    for (const { id } of more.slice(0, count)) await forward(withSegment(request, 'installations', id));
    return reply;
  };

/** Defects of deleteInstallation, which break the requirements D07, D12 and D80 to D82. */
export const installations: readonly Defect[] = [
  defect('deletions-are-refused', 'D80', 'The server rejects each deletion of an installation with 409.').does(
    rejectsAll(DELETE, 409),
  ),
  defect('deleted-again-is-204', 'D80', 'Every deletion of an installation that is already deleted succeeds.').does(
    replies(deletesAgain(0, Number.POSITIVE_INFINITY)),
  ),
  defect(
    'first-deletion-only-marks',
    'D80',
    'The second deletion of the same installation succeeds; later deletions get a 404.',
  ).does(
    replies(() => {
      const marked = new Set<string>();
      return (status, request) => {
        if (status === 204) marked.add(idOf(request));
        return status === 404 && marked.delete(idOf(request)) ? 204 : undefined;
      };
    }),
  ),
  defect(
    'deleted-goes-to-another-integration',
    'D82',
    'After the deletion of an installation, the server still finds it under another integration.',
  ).does(
    replies(() => {
      const gone = new Set<string>();
      return (status, request) => {
        if (status === 204) gone.add(idOf(request));
        else if (segmentOf(request, 'integrations') === OTHER_INTEGRATION && gone.delete(idOf(request))) return 204;
        return undefined;
      };
    }),
  ),
  defect(
    'names-have-a-list-of-their-own',
    'D80',
    'After a deletion under the ID of the project, the first deletion under the name of the project succeeds, too.',
  ).does(
    replies(() => {
      const gone = new Set<string>();
      return (status, request) => {
        const isById = segmentOf(request, 'projects') === PROJECT.id;
        if (isById && status === 204) gone.add(idOf(request));
        return !isById && status === 404 && gone.delete(idOf(request)) ? 204 : undefined;
      };
    }),
  ),
  defect('deleted-later', 'D80', 'An installation still exists for one second after its deletion.').does(
    replies(deletesAgain(0, 1000)),
  ),
  defect(
    'deleted-again-is-gone',
    'D80',
    'The server responds with 410 to the deletion of a deleted installation.',
  ).does(
    replies(() => {
      const gone = new Set<string>();
      return (status, { path }) => {
        if (status === 204) gone.add(path);
        return status === 404 && gone.has(path) ? 410 : undefined;
      };
    }),
  ),
  defect(
    'deletion-by-name-does-nothing',
    'D80 D82',
    'The deletion of an installation has no effect if the path names the project by its name.',
  ).does(() => async (request, forward) => {
    if (!isDeletion(request) || segmentOf(request, 'projects') !== PROJECT.name) return forward(request);
    const isThere = (await installationsOf(forward)).some(({ id }) => id === idOf(request));
    return isThere && request.headers['x-api-key'] === API_KEY ? answer(204) : forward(request);
  }),
  defect('deletion-always-succeeds', 'D07 D80 D82', 'The deletion of a nonexistent installation succeeds.').does(
    replies(() => (status) => (status === 404 ? 204 : undefined)),
  ),
  defect('deletion-is-200', 'D81', 'The deletion of an installation succeeds with 200 and an empty object.').does(
    succeeds(DELETE, () => answer(200, {})),
  ),
  defect('deletion-is-202', 'D81', 'The deletion of an installation succeeds with 202.').does(
    succeedsWith(DELETE, 202),
  ),
  defect(
    'deleted-installation-comes-back',
    'D80',
    'A deleted installation exists again 10 ms after its deletion.',
  ).does(replies(deletesAgain(10, Number.POSITIVE_INFINITY))),
  defect(
    'deletion-redirects',
    'D81',
    'The server responds with the redirect 303 to the deletion of an installation.',
  ).does(succeedsWith(DELETE, 303)),
  defect('deletion-announces-a-body', 'D81', 'A response with 204 has a Content-Length other than 0.').does(
    respondsTo(204, (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-length': '2' },
    })),
  ),
  defect(
    'deletion-takes-the-neighbours',
    'D82',
    'The deletion of one installation deletes all installations of its integration.',
  ).does(deletesMore(({ integrationId }, request) => integrationId === segmentOf(request, 'integrations'))),
  // The additional installation is never an installation of the seed (an ID of the seed begins with 55555555).
  defect(
    'deletion-takes-the-next',
    'D82',
    'The deletion of one installation also deletes one other installation of the service.',
  ).does(deletesMore(({ id }) => !id.startsWith('55555555'), 1)),
  defect('deletion-under-any-integration', 'D82', 'deleteInstallation ignores the integration of the path.').does(() =>
    deletesAnywhere('integrations', 'integrationId'),
  ),
  defect('deletion-under-any-project', 'D82', 'deleteInstallation ignores the project of the path.').does(() =>
    deletesAnywhere('projects', 'projectId'),
  ),
  defect(
    'deletion-under-an-unknown-project',
    'D07',
    'The deletion of an installation under a nonexistent project succeeds.',
  ).does(
    changes((request) => {
      const known = [PROJECT, OTHER_PROJECT].flatMap(({ id, name }) => [id, name]);
      const isUnknown = isDeletion(request) && !known.includes(segmentOf(request, 'projects'));
      return isUnknown ? withSegment(request, 'projects', PROJECT.id) : request;
    }),
  ),
  defect(
    'deletion-by-part-of-an-id',
    'D82',
    'The server deletes an installation if the path contains only the beginning of its ID.',
  ).does(() => async (request, forward) => {
    const part = isDeletion(request) ? idOf(request) : '';
    const found = part.length > 8 ? (await installationsOf(forward)).filter(({ id }) => id.startsWith(part)) : [];
    const only = found.length === 1 ? found[0] : undefined;
    return forward(only ? withSegment(request, 'installations', only.id) : request);
  }),
  defect(
    'deletion-elsewhere-refused-but-done',
    'D82',
    'The server responds with 404 to a deletion under another integration, but deletes the installation.',
  ).does(() => async (request, forward) => {
    const reply = await forward(request);
    if (reply.status === 404) await deletesAnywhere('integrations', 'integrationId')(request, forward);
    return reply;
  }),
  defect(
    'deletion-elsewhere-is-bad-request',
    'D07 D82',
    'The server responds with 400 to a deletion under another existing integration.',
  ).does(
    rejectsWith(404, 400, (request) => isDeletion(request) && segmentOf(request, 'integrations') === OTHER_INTEGRATION),
  ),
  defect(
    'name-of-the-project-hides-the-integration',
    'D82',
    'Under the name of a project, the server deletes an installation of any integration in the project.',
  ).does(() => {
    const anywhere = deletesAnywhere('integrations', 'integrationId');
    return async (request, forward) =>
      segmentOf(request, 'projects') === PROJECT.name ? anywhere(request, forward) : forward(request);
  }),
  defect(
    'deleted-installation-needs-no-key',
    'D03',
    'The server responds with 404 to a deletion with a wrong API key if the installation was deleted before.',
  ).does(() => {
    const gone = new Set<string>();
    return async (request, forward) => {
      const reply = await forward(request);
      if (isDeletion(request) && reply.status === 204) gone.add(idOf(request));
      return reply.status === 401 && isDeletion(request) && gone.has(idOf(request)) ? problem(404) : reply;
    };
  }),
  defect(
    'concurrent-deletion-is-locked',
    'D80',
    'The server responds with 423 to a second deletion during the first.',
  ).does(() => {
    const deleting = new Set<string>();
    return async (request, forward) => {
      const id = isDeletion(request) ? idOf(request) : '';
      if (id === '') return forward(request);
      const isSecond = deleting.has(id);
      deleting.add(id);
      const reply = await forward(request);
      deleting.delete(id);
      return isSecond && reply.status === 404 ? problem(423) : reply;
    };
  }),
];

/** Defects of deletions that an upsert of object metadata for the integration reveals. */
export const integrationsAfterDeletions: readonly Defect[] = [
  defect(
    'integration-goes-soon-after-an-installation',
    'D82',
    'The server deletes an integration half a second after the deletion of one of its installations.',
  ).does(() => {
    const endOf = new Map<string, number>();
    return async (request, forward) => {
      const integration = segmentOf(request, 'integrations');
      if (Date.now() > (endOf.get(integration) ?? Number.POSITIVE_INFINITY)) return problem(404);
      const reply = await forward(request);
      if (isDeletion(request) && reply.status === 204) endOf.set(integration, Date.now() + 500);
      return reply;
    };
  }),
  defect(
    'integration-goes-with-its-installations',
    'D82',
    'The deletion of the last installation of an integration also deletes the integration.',
  ).does(() => {
    const emptied = new Map<string, number>();
    return async (request, forward) => {
      const integration = segmentOf(request, 'integrations');
      const reply = await forward(request);
      if (isDeletion(request) && reply.status === 204) emptied.set(integration, (emptied.get(integration) ?? 0) + 1);
      const isGone = (emptied.get(integration) ?? 0) > 2 && reply.status < 400;
      return isGone && !isDeletion(request) ? problem(404) : reply;
    };
  }),
];
