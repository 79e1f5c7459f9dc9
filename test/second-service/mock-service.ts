import { fileURLToPath } from 'node:url';
import type { OperationHandler, Resource, Service } from '../../mock/core/service.ts';

interface Shelf {
  readonly id: string;
}

interface Book {
  readonly id: string;
  readonly shelfId: string;
  readonly title: string;
  readonly lentAt?: string;
}

interface Kinds {
  shelf: Shelf;
  book: Book;
}

type Handler<Body, Found extends keyof Kinds> = OperationHandler<Body, Pick<Kinds, Found>, Kinds>;

const addBook: Handler<{ readonly title: string }, 'shelf'> = async ({ body }, { found, records, problem }) => {
  const draft = { shelfId: found.shelf.id, title: body.title };
  if (await records.findDuplicate('book', draft))
    return problem('conflict', `The shelf has a book ${body.title}.`, 'L1');
  return { body: await records.create('book', draft) };
};

const getBook: Handler<unknown, 'book'> = async (_request, { found }) => ({ body: found.book });

const removeBook: Handler<unknown, 'book'> = async (_request, { found, records }) => {
  await records.delete('book', found.book);
  return {};
};

const lendBook: Handler<{ readonly shelf: string; readonly book: string }, never> = async (
  { body },
  { records, clock, problem },
) => {
  const book = await records.get('book', [body.shelf, body.book]);
  if (!book) return problem('notFound', `There is no book ${body.book}.`);
  const lent = { ...book, lentAt: clock.now().toISOString() };
  await records.put('book', lent);
  return { body: lent };
};

const book: Resource<{ [Name in keyof Book]: Book[Name] }> = {
  duplicateMessage: ({ shelfId, title }) => `shelf ${shelfId} already has a book ${title}.`,
  handlers: { addBook, getBook, removeBook },
  actions: {
    lendBook: {
      summary: 'A reader borrows the book',
      body: {
        type: 'object',
        required: ['shelf', 'book'],
        properties: { shelf: { type: 'string' }, book: { type: 'string' } },
      },
      handler: lendBook,
    },
  },
};

/** Second service (a library with books), which tests that the engine of the mock works with any service. */
export const library: Service = {
  document: fileURLToPath(new URL('openapi.yaml', import.meta.url)),
  seed: { shelves: [{ id: 'poetry' }, { id: 'prose' }], books: [{ id: 'b1', shelfId: 'poetry', title: 'Howl' }] },
  apiKey: 'library-key',
  resources: { book },
};
