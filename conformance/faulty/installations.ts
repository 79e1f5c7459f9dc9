import { SEEDED_API_KEY } from '../service/seeded-fixtures.ts';
import type { Defect, FaultyRequest } from './defect.ts';
import {
  answer,
  answersWith,
  OTHER_INTEGRATION,
  OTHER_PROJECT,
  operationOf,
  PROJECT,
  problem,
  refusesValid,
  refusesWith,
  segmentOf,
  stateOf,
  withSegment,
} from './messages.ts';

const isDeletion = (request: FaultyRequest) => operationOf(request) === 'deleteInstallation';

/** Deletes by the installation's ID alone, under whatever the path names there. */
function deletesAnywhere(
  collection: 'projects' | 'integrations',
  member: 'projectId' | 'integrationId',
): Defect['create'] {
  return () => async (request, forward) => {
    if (!isDeletion(request)) return forward(request);
    const { installations } = await stateOf(forward);
    const found = installations.find(({ id }) => id === segmentOf(request, 'installations'));
    return forward(found ? withSegment(request, collection, String(found[member])) : request);
  };
}

/** A success again and again: within the time, or for ever; maybe not at once. */
function deletesAgain(withinMs: number, again: number, afterMs = 0): Defect['create'] {
  return () => {
    const gone = new Map<string, number>();
    return async (request, forward) => {
      const reply = await forward(request);
      if (!isDeletion(request)) return reply;
      const at = gone.get(request.path);
      if (reply.status === 204) gone.set(request.path, Date.now());
      const age = Date.now() - (at ?? Number.NEGATIVE_INFINITY);
      return reply.status === 404 && age >= afterMs && age < withinMs ? answer(again) : reply;
    };
  };
}

/** Defects of deleteInstallation: D80 to D82. */
export const installations: readonly Defect[] = [
  {
    name: 'deletions-are-refused',
    description: 'Every deletion is refused with 409.',
    breaks: ['D80'],
    create: refusesValid('deleteInstallation', 409),
  },
  {
    name: 'deleted-again-is-204',
    description: 'The deletion of an installation that is gone succeeds.',
    breaks: ['D80'],
    create: deletesAgain(Number.POSITIVE_INFINITY, 204),
  },
  {
    name: 'first-deletion-only-marks',
    description: 'The first deletion of an installation marks it, the second removes it.',
    breaks: ['D80'],
    create: () => {
      const marked = new Set<string>();
      return async (request, forward) => {
        const reply = await forward(request);
        const id = segmentOf(request, 'installations') ?? '';
        if (!isDeletion(request)) return reply;
        if (reply.status === 204) marked.add(id);
        return reply.status === 404 && marked.delete(id) ? answer(204) : reply;
      };
    },
  },
  {
    name: 'deleted-goes-to-another-integration',
    description: 'An installation that is deleted is found under the other integration.',
    breaks: ['D82'],
    create: () => {
      const gone = new Set<string>();
      return async (request, forward) => {
        const reply = await forward(request);
        if (!isDeletion(request)) return reply;
        const id = segmentOf(request, 'installations') ?? '';
        if (reply.status === 204) gone.add(id);
        else if (segmentOf(request, 'integrations') === OTHER_INTEGRATION && gone.delete(id)) return answer(204);
        return reply;
      };
    },
  },
  {
    name: 'deleted-later',
    description: 'The installation is removed by a job, a second after the answer.',
    breaks: ['D80'],
    create: deletesAgain(1000, 204),
  },
  {
    name: 'deleted-again-is-gone',
    description: 'The deletion of an installation that is gone is answered with 410.',
    breaks: ['D80'],
    create: () => {
      const gone = new Set<string>();
      return async (request, forward) => {
        const behave = refusesWith(404, 410, ({ path }) => gone.has(path))();
        const reply = await behave(request, forward);
        if (isDeletion(request) && reply.status === 204) gone.add(request.path);
        return reply;
      };
    },
  },
  {
    name: 'deletion-by-name-does-nothing',
    description: 'A deletion under the name of the project succeeds, and removes nothing.',
    breaks: ['D12', 'D80'],
    create: () => async (request, forward) => {
      if (!isDeletion(request) || segmentOf(request, 'projects') !== PROJECT.name) return forward(request);
      const { installations: all } = await stateOf(forward);
      const { 'x-api-key': key } = request.headers;
      const isThere = all.some(({ id }) => id === segmentOf(request, 'installations'));
      return isThere && key === SEEDED_API_KEY ? answer(204) : forward(request);
    },
  },
  {
    name: 'deletion-always-succeeds',
    description: 'The deletion of an installation that is not there succeeds.',
    breaks: ['D07', 'D80', 'D82'],
    create: () => async (request, forward) => {
      const reply = await forward(request);
      return isDeletion(request) && reply.status === 404 ? answer(204) : reply;
    },
  },
  {
    name: 'deletion-is-200',
    description: 'A deletion succeeds with 200 and an empty object.',
    breaks: ['D81'],
    create: () => async (request, forward) => {
      const reply = await forward(request);
      return reply.status === 204 ? answer(200, {}) : reply;
    },
  },
  {
    name: 'deletion-is-202',
    description: 'A deletion succeeds with 202.',
    breaks: ['D81'],
    create: answersWith('deleteInstallation', 204, 202),
  },
  {
    name: 'deleted-installation-comes-back',
    description: 'What is written late brings a deleted installation back.',
    breaks: ['D80'],
    create: deletesAgain(Number.POSITIVE_INFINITY, 204, 10),
  },
  {
    name: 'deletion-redirects',
    description: 'A deletion leads the client to the list, as a form would.',
    breaks: ['D81'],
    create: answersWith('deleteInstallation', 204, 303),
  },
  {
    name: 'deletion-announces-a-body',
    description: 'A 204 has a Content-Length other than 0.',
    breaks: ['D81'],
    create: () => async (request, forward) => {
      const reply = await forward(request);
      return reply.status === 204 ? { ...reply, headers: { ...reply.headers, 'content-length': '2' } } : reply;
    },
  },
  {
    name: 'integration-goes-with-its-installations',
    description: 'An integration that had an installation, and has none any more, is not found.',
    breaks: ['D82'],
    create: () => {
      const emptied = new Map<string, number>();
      return async (request, forward) => {
        const integration = segmentOf(request, 'integrations');
        const reply = await forward(request);
        if (isDeletion(request) && reply.status === 204) emptied.set(integration, (emptied.get(integration) ?? 0) + 1);
        const isGone = (emptied.get(integration) ?? 0) > 2 && reply.status < 400;
        return isGone && !isDeletion(request) ? problem(404) : reply;
      };
    },
  },
  {
    name: 'deletion-takes-the-neighbours',
    description: 'The deletion of one installation removes all of its integration.',
    breaks: ['D82'],
    create: () => async (request, forward) => {
      const reply = await forward(request);
      if (!isDeletion(request) || reply.status !== 204) return reply;
      const { installations: all } = await stateOf(forward);
      const integration = segmentOf(request, 'integrations');
      for (const { id } of all.filter(({ integrationId }) => integrationId === integration)) {
        await forward(withSegment(request, 'installations', String(id)));
      }
      return reply;
    },
  },
  {
    name: 'deletion-takes-the-next',
    description: 'The deletion of one installation removes one more of its integration.',
    breaks: ['D82'],
    create: () => async (request, forward) => {
      const reply = await forward(request);
      if (!isDeletion(request) || reply.status !== 204) return reply;
      const { installations: all } = await stateOf(forward);
      // Not one of the seed: those that the run was given are newer.
      const next = all.find(({ id }) => !String(id).startsWith('55555555'));
      if (next) await forward(withSegment(request, 'installations', String(next.id)));
      return reply;
    },
  },
  {
    name: 'deletion-under-any-integration',
    description: 'deleteInstallation does not look at the integration of the path.',
    breaks: ['D82'],
    create: deletesAnywhere('integrations', 'integrationId'),
  },
  {
    name: 'deletion-under-any-project',
    description: 'deleteInstallation does not look at the project of the path.',
    breaks: ['D82'],
    create: deletesAnywhere('projects', 'projectId'),
  },
  {
    name: 'deletion-under-an-unknown-project',
    description: 'Where there is no such project as the path names, its installation is deleted all the same.',
    breaks: ['D07'],
    create: () => async (request, forward) => {
      const known = [PROJECT, OTHER_PROJECT].flatMap(({ id, name }) => [id, name]);
      const isUnknown = isDeletion(request) && !known.includes(segmentOf(request, 'projects'));
      return forward(isUnknown ? withSegment(request, 'projects', PROJECT.id) : request);
    },
  },
  {
    name: 'deletion-by-part-of-an-id',
    description: 'The beginning of an ID is enough to delete an installation.',
    breaks: ['D82'],
    create: () => async (request, forward) => {
      const part = isDeletion(request) ? segmentOf(request, 'installations') : '';
      const { installations: all } = await stateOf(forward);
      const found = part.length > 8 ? all.filter(({ id }) => String(id).startsWith(part)) : [];
      const only = found.length === 1 ? found[0] : undefined;
      return forward(only ? withSegment(request, 'installations', String(only.id)) : request);
    },
  },
  {
    name: 'deletion-elsewhere-refused-but-done',
    description: 'A deletion under another integration is answered with 404, and done.',
    breaks: ['D82'],
    create: () => async (request, forward) => {
      const reply = await forward(request);
      if (reply.status === 404) await deletesAnywhere('integrations', 'integrationId')()(request, forward);
      return reply;
    },
  },
  {
    name: 'deletion-elsewhere-is-bad-request',
    description: 'A deletion under another integration that exists is answered with 400.',
    breaks: ['D07', 'D82'],
    create: refusesWith(
      404,
      400,
      (request) => isDeletion(request) && segmentOf(request, 'integrations') === OTHER_INTEGRATION,
    ),
  },
];
