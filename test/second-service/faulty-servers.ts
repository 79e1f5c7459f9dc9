import type { Defect } from '../../conformance/faulty/defect.ts';
import { answer, jsonOf, mapped, withJson } from '../../conformance/faulty/messages.ts';
import { type Create, changes, problemLacks, responds } from '../../conformance/faulty/row.ts';
import { library } from './mock-service.ts';

const isCreation = ({ method }: { readonly method: string }) => method === 'POST';

/** Each second book of a title gets another title before the mock sees it. */
const acceptsRepeatedTitles: Create = () => {
  let count = 0;
  const titles = new Map<string, unknown>();
  return async (request, forward) => {
    const title = isCreation(request) ? jsonOf(request)?.title : undefined;
    if (typeof title !== 'string' || title === '') return forward(request);
    const own = `${title} ${count++}`;
    const response = await forward(withJson(request, { ...jsonOf(request), title: own }));
    if (response.status === 201) titles.set(String(jsonOf(response)?.id), title);
    return response.status === 201 ? withJson(response, { ...jsonOf(response), title }) : response;
  };
};

function row(name: string, breaks: string, description: string, create: Create): Defect {
  return { name, breaks: breaks.split(' '), description, create };
}

/** Faulty servers of the library: what each does wrong, and the rules that the suite must find violated. */
export const FAULTY_SERVERS: readonly Defect[] = [
  row(
    'no-authentication',
    'auth-required auth-rejected',
    'The server requires no API key.',
    changes((request) => ({ ...request, headers: { ...request.headers, 'x-library-key': library.apiKey } })),
  ),
  row(
    'shelf-is-ignored',
    'other-spelling unknown-resource',
    'The server finds a book under any shelf.',
    changes((request) => ({ ...request, path: request.path.replace(/shelves\/[^/]+(?=\/books\/)/, 'shelves/poetry') })),
  ),
  row('repeated-title', 'L1', 'The server accepts a second book of one title.', acceptsRepeatedTitles),
  row(
    'problem-without-status',
    'problem-required',
    'The server omits the status of a problem.',
    problemLacks('status'),
  ),
  row(
    'title-as-list',
    'as-documented',
    'The server shows the title of a book as a list.',
    responds(
      ({ method }, { status }) => method === 'GET' && status === 200,
      (response) =>
        withJson(
          response,
          mapped(jsonOf(response), 'title', (title) => [title]),
        ),
    ),
  ),
  row('delete-keeps-book', 'unknown-resource', 'The server deletes nothing.', () => async (request, forward) => {
    if (request.method !== 'DELETE') return forward(request);
    const { status } = await forward({ ...request, method: 'GET' });
    return status === 200 ? answer(204) : forward(request);
  }),
];
