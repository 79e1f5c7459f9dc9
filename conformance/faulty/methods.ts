import type { Defect, FaultyResponse } from './defect.ts';
import {
  answer,
  changes,
  changesAnswer,
  jsonOf,
  problem,
  refusesWith,
  withJson,
  without,
  withType,
} from './messages.ts';

/** A 405 that is something else. */
function undefinedMethod(change: (answer: FaultyResponse) => FaultyResponse): Defect['create'] {
  return changesAnswer((_request, { status }) => status === 405, change);
}

/** Defects of methods that a path does not define: D09, D15 and D23. */
export const methods: readonly Defect[] = [
  {
    name: 'undefined-method-is-not-found',
    description: 'The router has no 405: a method that a path does not define is 404.',
    breaks: ['D09'],
    create: refusesWith(405, 404),
  },
  {
    name: 'undefined-method-is-not-implemented',
    description: 'A method that a path does not define is 501.',
    breaks: ['D09', 'D15'],
    create: refusesWith(405, 501),
  },
  {
    name: 'method-not-allowed-without-allow',
    description: 'A 405 has no Allow.',
    breaks: ['D09'],
    create: undefinedMethod((answer) => {
      const { allow: _, ...headers } = answer.headers;
      return { ...answer, headers };
    }),
  },
  {
    name: 'method-not-allowed-says-not-found',
    description: 'The problem of a 405 is that of a 404.',
    breaks: ['D23'],
    create: undefinedMethod((answer) => withJson(answer, { ...jsonOf(answer), status: 404 })),
  },
  {
    name: 'method-not-allowed-is-plain-json',
    description: 'The problem of a 405 has the media type application/json.',
    breaks: ['D20'],
    create: undefinedMethod((answer) => withType(answer, 'application/json')),
  },
  {
    name: 'method-not-allowed-without-href',
    description: 'The problem of a 405 has no `href`.',
    breaks: ['D24'],
    create: undefinedMethod((answer) => withJson(answer, without(jsonOf(answer) ?? {}, 'href'))),
  },
  {
    name: 'method-not-allowed-says-so-in-words',
    description: 'The problem of a 405 has its status as a string.',
    breaks: ['D21'],
    create: undefinedMethod((answer) => withJson(answer, { ...jsonOf(answer), status: '405' })),
  },
  {
    name: 'allow-lists-other-methods',
    description: 'Allow lists what the framework adds by itself.',
    breaks: ['D09'],
    create: undefinedMethod((answer) => ({ ...answer, headers: { ...answer.headers, allow: 'OPTIONS, HEAD' } })),
  },
  {
    name: 'post-is-not-found',
    description: 'The router has a 405 for all methods but POST, which falls through to its 404.',
    breaks: ['D09'],
    create: changesAnswer(
      ({ method }, { status }) => method === 'POST' && status === 405,
      () => problem(404),
    ),
  },
  {
    name: 'get-is-an-empty-list',
    description: 'A collection is answered with an empty list, in whatever project.',
    breaks: ['D09'],
    create: changesAnswer(
      ({ method }, { status }) => method === 'GET' && status === 405,
      () => answer(200, []),
    ),
  },
  {
    name: 'get-is-the-page-of-the-application',
    description: 'A GET of what no route has is answered with the page of an application.',
    breaks: ['D09'],
    create: changesAnswer(
      ({ method }, { status }) => method === 'GET' && status === 405,
      () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<!doctype html><p>Hello') }),
    ),
  },
  {
    name: 'put-is-taken-for-post',
    description: 'A PUT on a collection is handled as a POST.',
    breaks: ['D09'],
    create: changes((request) => {
      const isCollection = /\/(integrations|jwt-keys|invites)$/.test(request.path);
      return request.method === 'PUT' && isCollection ? { ...request, method: 'POST' } : request;
    }),
  },
];
