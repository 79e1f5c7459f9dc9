import { isObject } from '../../src/contract/json.ts';
import type { Behaviour, Defect, FaultyRequest } from './defect.ts';
import {
  isOf,
  jsonOf,
  problem,
  refuses,
  refusesValid,
  refusesWith,
  segmentOf,
  withJson,
  withType,
} from './messages.ts';

const nameOf = (request: FaultyRequest) => (isOf(request, 'createIntegration') ? jsonOf(request)?.name : undefined);

const renamed = (request: FaultyRequest) =>
  withJson(request, { ...jsonOf(request), name: `${nameOf(request)} (${process.hrtime.bigint()})` });

const REVISION = { specVersion: '1.0.0', content: { name: 'unnamed', provider: 'salesforce' } };

/** A name is taken in the list that `listOf` tells, and free in all others. */
function takesNamesOncePer(listOf: (request: FaultyRequest) => unknown): Behaviour {
  const taken = new Map<unknown, unknown>();
  return async (request, forward) => {
    const name = nameOf(request);
    const made = await forward(request);
    if (name === undefined) return made;
    if (made.status === 409 && taken.get(name) !== listOf(request)) return forward(renamed(request));
    if (made.status === 201) taken.set(name, listOf(request));
    return made;
  };
}

/** A name is taken, too, if it is this part of one. */
function takesPartsOfNames(isPart: (one: string, name: string) => boolean): Behaviour {
  const taken = new Set<string>();
  return async (request, forward) => {
    const name = nameOf(request);
    const takes = (one: string) => typeof name === 'string' && name.length > 2 && one !== name && isPart(one, name);
    const answer = await refuses(() => [...taken].some(takes), 409)()(request, forward);
    if (typeof name === 'string' && answer.status === 201) taken.add(name);
    return answer;
  };
}

/** Defects of what an integration's name is taken by: D05, D06 and D36. */
export const integrationNames: readonly Defect[] = [
  {
    name: 'integration-names-repeat',
    description: 'A second integration of one name is created.',
    breaks: ['D36'],
    create: () => async (request, forward) => {
      const first = await forward(request);
      if (!isOf(request, 'createIntegration') || first.status !== 409) return first;
      return forward(renamed(request));
    },
  },
  {
    name: 'integration-name-taken-is-bad-request',
    description: 'A second integration of one name is refused with 400.',
    breaks: ['D36'],
    create: refusesWith(409, 400, (request) => isOf(request, 'createIntegration')),
  },
  {
    name: 'every-integration-name-is-taken',
    description: 'Every integration is refused with 409, as if its name was taken.',
    breaks: ['D31', 'D36'],
    create: refusesValid('createIntegration', 409),
  },
  {
    name: 'second-integration-is-refused',
    description: 'The first integration is created; every other is refused with 409, whatever its name.',
    breaks: ['D31', 'D36'],
    create: () => {
      let created = false;
      return async (request, forward) => {
        const answer = await forward(request);
        if (!isOf(request, 'createIntegration') || answer.status !== 201) return answer;
        if (created) return problem(409);
        created = true;
        return answer;
      };
    },
  },
  {
    name: 'same-integration-is-refused-alone',
    description: 'An integration is a second one if its whole body is that of the first; else its name may repeat.',
    breaks: ['D36'],
    create: () => {
      const bodies = new Set<string>();
      return async (request, forward) => {
        const first = await forward(request);
        if (!isOf(request, 'createIntegration')) return first;
        const body = request.body.toString();
        if (first.status === 201) bodies.add(body);
        return first.status === 409 && !bodies.has(body) ? forward(renamed(request)) : first;
      };
    },
  },
  {
    name: 'integration-name-takes-its-beginnings',
    description: 'A name is taken if one begins with it.',
    breaks: ['D31', 'D36'],
    create: () => takesPartsOfNames((one, name) => one.startsWith(name)),
  },
  {
    name: 'integration-name-takes-its-endings',
    description: 'A name is taken if one ends with it.',
    breaks: ['D31', 'D36'],
    create: () => takesPartsOfNames((one, name) => one.endsWith(name)),
  },
  {
    name: 'integration-name-is-its-first-32-characters',
    description: 'Names are compared in a column of 32 characters.',
    breaks: ['D31', 'D36'],
    create: () => takesPartsOfNames((one, name) => name.length > 32 && one.slice(0, 32) === name.slice(0, 32)),
  },
  {
    name: 'integration-names-by-provider',
    description: 'A name may be taken once for each provider.',
    breaks: ['D36'],
    create: () => takesNamesOncePer((request) => jsonOf(request)?.provider),
  },
  {
    name: 'integration-names-by-known-provider',
    description: 'A name may be taken once for each provider, and the providers are known.',
    breaks: ['D36'],
    create: () => {
      const byProvider = takesNamesOncePer((request) => jsonOf(request)?.provider);
      const isUnknown = (request: FaultyRequest) =>
        isOf(request, 'createIntegration') && String(jsonOf(request)?.provider).startsWith('other');
      const ofKnown = refuses(isUnknown, 404)();
      return (request, forward) => ofKnown(request, (one) => byProvider(one, forward));
    },
  },
  {
    name: 'integration-name-is-that-of-its-content',
    description: 'A name is taken if the content of an integration has it.',
    breaks: ['D31', 'D36'],
    create: () => {
      const taken = new Set<unknown>();
      return async (request, forward) => {
        const { latestRevision } = (isOf(request, 'createIntegration') && jsonOf(request)) || {};
        const content =
          isObject(latestRevision) && isObject(latestRevision.content) ? latestRevision.content : undefined;
        if (content === undefined) return forward(request);
        const made = await forward(request);
        if (made.status === 409 && !taken.has(content.name)) return forward(renamed(request));
        if (made.status !== 201) return made;
        return taken.size < taken.add(content.name).size ? made : problem(409);
      };
    },
  },
  {
    name: 'integration-names-are-global',
    description: 'The name of an integration is taken in every project.',
    breaks: ['D31', 'D36'],
    create: () => {
      const taken = new Map<unknown, string>();
      return async (request, forward) => {
        const name = nameOf(request);
        const project = segmentOf(request, 'projects');
        const owner = taken.get(name);
        const isElsewhere = owner !== undefined && owner !== project;
        const behave = refuses(() => isElsewhere, 409)();
        const made = await behave(request, forward);
        if (name !== undefined && made.status === 201) taken.set(name, project);
        return made;
      };
    },
  },
  {
    name: 'integration-names-by-address',
    description: 'The ID and the name of a project have a list each of the names that are taken.',
    breaks: ['D12', 'D36'],
    create: () => takesNamesOncePer((request) => segmentOf(request, 'projects')),
  },
  {
    name: 'integration-name-checked-too-early',
    description: 'Of two concurrent integrations of one name, both are created: the check comes before the write.',
    breaks: ['D36'],
    create: () => {
      const going = new Set<unknown>();
      return async (request, forward) => {
        const name = nameOf(request);
        if (name === undefined) return forward(request);
        if (going.has(name)) return forward(renamed(request));
        going.add(name);
        return forward(request).finally(() => going.delete(name));
      };
    },
  },
  {
    name: 'refused-integration-keeps-its-name',
    description: 'The name of an integration that was refused for its revision stays taken.',
    breaks: ['D05', 'D36'],
    create: () => async (request, forward) => {
      const reply = await forward(request);
      const { latestRevision, ...rest } = jsonOf(request) ?? {};
      if (reply.status === 400 && nameOf(request) !== undefined && latestRevision === undefined) {
        await forward(withJson(request, { ...rest, latestRevision: REVISION }));
      }
      return reply;
    },
  },
  {
    name: 'unsupported-integration-keeps-its-name',
    description: 'The name of an integration that was refused for its media type stays taken.',
    breaks: ['D06', 'D36'],
    create: () => async (request, forward) => {
      const reply = await forward(request);
      if (reply.status === 415 && nameOf(request) !== undefined) await forward(withType(request, 'application/json'));
      return reply;
    },
  },
];
