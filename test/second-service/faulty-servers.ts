import type { Behaviour, Defect, FaultyRequest, FaultyResponse } from '../../conformance/faulty/defect.ts';
import { changes, jsonOf, withJson } from '../../conformance/faulty/json-message.ts';
import type { JsonObject } from '../../src/contract/json.ts';
import { library } from './mock-service.ts';

/** A copy of a request or response with replaced properties in its JSON body. */
function withProperties<T extends Pick<FaultyResponse, 'body'>>(message: T, properties: JsonObject): T {
  return withJson(message, { ...jsonOf(message), ...properties });
}

function responds(change: (response: FaultyResponse, request: FaultyRequest) => FaultyResponse): () => Behaviour {
  return () => async (request, forward) => change(await forward(request), request);
}

/**
 * Proxy that sends a unique title to the mock for each book, so that the mock accepts repeated titles. In responses,
 * the proxy restores the original titles.
 */
function acceptsRepeatedTitles(): Behaviour {
  const titles = new Map<string, string>();
  let count = 0;
  return async (request, forward) => {
    const { title } = jsonOf(request) ?? {};
    const isCreation = request.method === 'POST' && typeof title === 'string' && title !== '';
    const response = await forward(isCreation ? withProperties(request, { title: `${title} ${count++}` }) : request);
    const { id } = jsonOf(response) ?? {};
    if (typeof id !== 'string') return response;
    if (isCreation) titles.set(id, title);
    const shown = titles.get(id);
    return shown === undefined ? response : withProperties(response, { title: shown });
  };
}

function deletesNothing(): Behaviour {
  return async (request, forward) => {
    if (request.method !== 'DELETE') return forward(request);
    const { status } = await forward({ ...request, method: 'GET' });
    return status === 200 ? { status: 204, headers: {}, body: Buffer.alloc(0) } : forward(request);
  };
}

/** Defects of the second service, each with the rules that must fail; no other rule may fail. */
const ROWS: readonly (readonly [name: string, breaks: string, says: string, create: () => Behaviour])[] = [
  [
    'no-authentication',
    'auth-required auth-rejected',
    'The server requires no API key.',
    changes((request) => ({ ...request, headers: { ...request.headers, 'x-library-key': library.apiKey } })),
  ],
  [
    'shelf-is-ignored',
    'unknown-resource',
    'The server finds a book also in the path of a shelf to which the book does not belong.',
    changes((request) => ({ ...request, path: request.path.replace(/shelves\/[^/]+(?=\/books\/)/, 'shelves/poetry') })),
  ],
  ['repeated-title', 'L1', 'The server accepts a second book with the same title.', acceptsRepeatedTitles],
  [
    'problem-without-status',
    'problem-required',
    'The server omits `status` in problem documents.',
    responds((response) => (response.status >= 400 ? withProperties(response, { status: undefined }) : response)),
  ],
  [
    'title-as-list',
    'as-documented',
    'The server shows the title of a book as a list.',
    responds((response, { method }) => {
      const isShown = method === 'GET' && response.status === 200;
      return isShown ? withProperties(response, { title: [jsonOf(response)?.title] }) : response;
    }),
  ],
  ['delete-keeps-book', 'unknown-resource', 'The server deletes nothing.', deletesNothing],
];

export const FAULTY_SERVERS: readonly Defect[] = ROWS.map(([name, breaks, description, create]) => ({
  name,
  description,
  breaks: breaks.split(' '),
  create,
}));
