import type { Contract } from '../../src/contract/contract.ts';
import type { JsonObject } from '../../src/contract/json.ts';
import type { KeyPart } from '../../src/contract/resource.ts';
import type { Kind, Kinds } from '../core/kinds.ts';
import { inTransaction, type Reply, type SandboxHandlers, type ValidRequest } from '../core/operation-handler.ts';
import { isProblem, Problem } from '../core/problem.ts';
import type { Sandbox } from '../core/sandbox.ts';
import type { Transaction } from '../core/store.ts';
import { Records } from '../sandboxes/records.ts';
import { deleteDependents, dependentsOf } from './dependents.ts';
import { patchOf, recordProblem } from './record-check.ts';
import { cursorKey, cursorOf, newestFirst, prefixOf } from './record-list.ts';

/** The default value of the parameter `Limit` in mock/control/admin.yaml. */
const DEFAULT_LIMIT = 100;

interface Context {
  readonly records: Records;
  readonly tx: Transaction;
  readonly sandbox: Sandbox;
}

type RecordHandler = (request: ValidRequest, context: Context) => Promise<Reply | Problem>;

/** Creates the handlers that list, create, read, change and delete single records of any kind. */
export function recordHandlers(kinds: Kinds, control: Contract): SandboxHandlers {
  const handlers = [...kinds.values()].flatMap((kind) => Object.entries(handlersOf(kind, control)));
  return Object.fromEntries(
    handlers.map(([operationId, handler]) => [
      operationId,
      inTransaction((request, tx, sandbox) =>
        handler(request, { records: new Records(kinds, tx, sandbox), tx, sandbox }),
      ),
    ]),
  );
}

function handlersOf(kind: Kind, control: Contract): Record<string, RecordHandler> {
  const { type } = kind.model;
  return {
    [`list${type}s`]: listRecords(kind),
    [`create${type}`]: createRecord(kind),
    [`get${type}`]: async ({ params }, { records }) => {
      const record = await findRecord(kind, params, records);
      return isProblem(record) ? record : { body: record };
    },
    [`patch${type}`]: patchRecord(kind, control),
    [`delete${type}`]: deleteRecord(kind),
  };
}

/** Lists one page of the records. In the response, `next` is the cursor of the next page. */
function listRecords(kind: Kind): RecordHandler {
  return async ({ query }, { records }) => {
    const given: Record<string, unknown> = { ...query };
    for (const part of kind.filters) {
      const value = given[part.name];
      if (typeof value === 'string') given[part.name] = (await idOf(kind, part, value, records)) ?? value;
    }
    const prefix = prefixOf(kind, given);
    const after = cursorKey(query.after);
    if (isProblem(prefix)) return prefix;
    if (isProblem(after)) return after;
    const limit = Number(query.limit ?? DEFAULT_LIMIT);
    if (query.order === 'newest') {
      const { items, next } = newestFirst(kind, await records.list(kind.model.name, prefix), { after, limit });
      return { body: { items, ...(next && { next: cursorOf(next) }) } };
    }
    const found = await records.list(kind.model.name, prefix, { after, limit: limit + 1 });
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    return { body: { items, ...(last && { next: cursorOf(kind.key(last)) }) } };
  };
}

function createRecord(kind: Kind): RecordHandler {
  const { model, resource, makesId } = kind;
  const { name, noun, key: parts } = model;
  return async ({ body, path }, { records, tx, sandbox }) => {
    const given = { ...(body as JsonObject) };
    for (const part of parts) {
      const parent = kind.aliasedParent(part);
      const id = parent && (await idOf(kind, part, String(given[part.name]), records));
      if (parent && id === undefined) return new Problem('impossible', unknownParent(parent, String(given[part.name])));
      if (id !== undefined) given[part.name] = id;
    }
    // The mock generates the ID last, so that a rejected request consumes no ID of the seeded sequence.
    const draft = { ...resource.defaults?.(given, sandbox.clockIn(tx)), ...given };
    const problem = await recordProblem(kind, draft, records, tx);
    if (problem) return problem;
    const record = makesId && draft.id === undefined ? { id: await sandbox.ids.uuid(tx), ...draft } : draft;
    const key = kind.key(record);
    // A record key becomes a part of a URL path, which cannot contain half of a surrogate pair.
    if (!key.every((part) => part.isWellFormed()))
      return new Problem(
        'invalidRequest',
        `The key of the ${noun} contains half a surrogate pair; expected well-formed Unicode.`,
      );
    if (await records.get(name, key)) return new Problem('conflict', `The ${noun} ${key.at(-1)} already exists.`);
    await records.put(name, record);
    return { body: record, headers: { Location: [path, ...key.map(encodeURIComponent)].join('/') } };
  };
}

function patchRecord(kind: Kind, control: Contract): RecordHandler {
  const patch = patchOf(control, kind);
  return async ({ params, body }, { records, tx }) => {
    const before = await findRecord(kind, params, records);
    if (isProblem(before)) return before;
    const record = patch(before, body);
    if (isProblem(record)) return record;
    const problem = await recordProblem(kind, record, records, tx);
    if (problem) return problem;
    await records.put(kind.model.name, record);
    return { body: record };
  };
}

function deleteRecord(kind: Kind): RecordHandler {
  const { name, noun } = kind.model;
  return async ({ params, query }, { records }) => {
    const record = await findRecord(kind, params, records);
    if (isProblem(record)) return record;
    if (query.cascade === 'true') await deleteDependents(kind, record, records);
    const dependents = await dependentsOf(kind, record, records);
    if (dependents.length > 0) {
      return new Problem(
        'conflict',
        `The ${noun} has dependent records: ${dependents.join(', ')}. Send ?cascade=true to delete the ${noun} and its dependent records.`,
      );
    }
    await records.delete(name, record);
    return {};
  };
}

/** Finds the record that the path identifies. */
async function findRecord(kind: Kind, params: ValidRequest['params'], records: Records): Promise<JsonObject | Problem> {
  const key: string[] = [];
  for (const part of kind.model.key) {
    const value = params[part.parameter] ?? '';
    const id = await idOf(kind, part, value, records);
    const parent = kind.aliasedParent(part);
    if (id === undefined && parent) return new Problem('notFound', unknownParent(parent, value));
    key.push(id ?? value);
  }
  const record = await records.named(kind, key);
  return record ?? new Problem('notFound', `The ${kind.model.noun} ${key.at(-1)} does not exist under this path.`);
}

/**
 * Converts the value of a part of a record key to an ID. If the part identifies a parent that has an alias, the value
 * may be the ID or the alias, such as the name of a project. If this parent does not exist, returns undefined. If the
 * part identifies no parent that has an alias, returns the value unchanged.
 */
async function idOf(kind: Kind, part: KeyPart, value: string, records: Records): Promise<string | undefined> {
  const parent = kind.aliasedParent(part);
  if (!parent) return value;
  const found: JsonObject | undefined = await records.named(parent, [value]);
  return found && parent.id(found);
}

function unknownParent(parent: Kind, value: string): string {
  return `The ${parent.model.noun} ${value} does not exist.`;
}
