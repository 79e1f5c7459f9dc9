import { documentPack } from '../../conformance/derived/index.ts';
import type { Case } from '../../conformance/engine/case.ts';
import type { RecordModel } from '../../conformance/engine/ledger/record-model.ts';
import type { RulePackFactory } from '../../conformance/engine/rules/rule-pack.ts';
import { explorationPack } from '../../conformance/explore/explorations.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import { isObject } from '../../src/contract/json.ts';

const book: RecordModel = {
  kind: 'book',
  properties: [{ name: 'title', first: 'as-documented', later: 'as-documented' }],
  read: ({ operation: { operationId }, parts: { path, requestBody }, answer }) => {
    if (operationId === 'getBook') return { id: path.book ?? '', effect: 'update', sets: {}, notSet: {} };
    const id = isObject(answer?.json) ? answer.json.id : undefined;
    if (operationId !== 'addBook' || answer?.status !== 201 || typeof id !== 'string') return undefined;
    return { id, effect: 'create', sets: isObject(requestBody) ? { title: requestBody.title } : undefined, notSet: {} };
  },
};

const uniqueTitle = (addBook: Operation): Case => ({
  id: 'books/uniqueTitle',
  title: 'a shelf has at most one book with a given title',
  rules: ['L1'],
  operation: addBook,
  run: async (scope) => {
    const body = { title: scope.session.uniqueName() };
    const first = await scope.send({ operation: addBook, body });
    if (!scope.accepted(first, addBook, 'the title is new')) return;
    const second = await scope.send({ operation: addBook, body });
    scope.rejected(second, 409, 'the shelf has a book with this title', ['L1'], ['L1']);
  },
});

const removedBook = (addBook: Operation, removeBook: Operation): Case => ({
  id: 'books/removed',
  title: 'a removed book is not found',
  rules: ['unknown-resource'],
  operation: removeBook,
  run: async (scope) => {
    const { json } = await scope.send({ operation: addBook, body: { title: scope.session.uniqueName() } });
    scope.require(isObject(json) && typeof json.id === 'string', 'no book was added');
    const remove = { operation: removeBook, params: { book: String((json as { id: unknown }).id) } };
    if (!scope.accepted(await scope.send(remove), removeBook, 'the book exists')) return;
    const rules = ['unknown-resource'];
    scope.rejected(await scope.send(remove), 404, 'the book was removed', rules, rules);
  },
});

/** Rules of the second service, a library with books, in addition to the rules of the engine. */
const libraryPack: RulePackFactory = (contract: Contract) => {
  const [addBook, removeBook] = ['addBook', 'removeBook'].map((id) => contract.operation(id));
  return {
    requirements: [
      {
        id: 'L1',
        title: 'A title is unique on a shelf',
        level: 'MUST',
        basis: 'decided',
        text: 'a second book with the same title on a shelf gets a 409',
      },
    ],
    fixtures: [{ name: 'shelf', shape: 'identified', needed: 1, knownBy: { operationId: 'addBook' } }],
    records: [book],
    groups: () => [
      {
        name: 'books',
        tag: 'behaviour',
        phase: 'early',
        operations: ['addBook'],
        cases: () => (addBook && removeBook ? [uniqueTitle(addBook), removedBook(addBook, removeBook)] : []),
      },
    ],
  };
};

/** @public the suite loads this module by its URL */
export const packs: readonly RulePackFactory[] = [documentPack, libraryPack, explorationPack];
