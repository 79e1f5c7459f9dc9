import type { OperationHandler } from '../core/operation-handler.ts';
import { isProblem, Problem } from '../core/problem.ts';
import type { Key, Transaction } from '../core/store.ts';
import type { Collections } from '../sandboxes/collections.ts';
import { KINDS, type KindName } from '../sandboxes/kinds.ts';
import { findProject } from '../sandboxes/records.ts';
import { RESOURCES } from './resources.ts';

/** As mock/control/admin.yaml has it. */
const DEFAULT_LIMIT = 100;

/** A part of the records of a kind, and where the next part begins. */
export function listRecords<C extends KindName>(collection: C): OperationHandler {
  const { filters = [], asOfNow } = RESOURCES[collection];
  return async ({ query }, context) => {
    const prefix = await prefixOf(context.tx, filters, query);
    const after = cursorKey(query.after);
    if (isProblem(prefix)) return prefix;
    if (isProblem(after)) return after;
    const limit = Number(query.limit ?? DEFAULT_LIMIT);
    const found = await context.tx.list(collection, prefix, { after, limit: limit + 1 });
    const items: Collections[C][] = [];
    for (const record of found.slice(0, limit)) items.push((await asOfNow?.(record, context)) ?? record);
    const last = found.length > limit ? items.at(-1) : undefined;
    return { body: { items, ...(last && { next: cursorOf(KINDS[collection].key(last)) }) } };
  };
}

/** How the keys begin that the filters let through. Each filter stands on those before it. */
async function prefixOf(
  tx: Transaction,
  filters: readonly string[],
  query: Readonly<Record<string, unknown>>,
): Promise<Key | Problem> {
  const prefix: string[] = [];
  for (const [index, name] of filters.entries()) {
    const value = query[name];
    if (typeof value !== 'string') continue;
    const missing = filters[prefix.length];
    if (prefix.length < index) return new Problem('invalidRequest', `${name} needs ${missing} beside it.`);
    const project = name === 'projectId' ? await findProject(tx, value) : undefined;
    prefix.push(project?.id ?? value);
  }
  return prefix;
}

/** Opaque to clients: where a part ends. */
function cursorOf(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function cursorKey(cursor: unknown): Key | undefined | Problem {
  if (cursor === undefined) return undefined;
  try {
    const key: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString());
    if (Array.isArray(key) && key.every((part) => typeof part === 'string')) return key;
  } catch {
    // No JSON: told below.
  }
  return new Problem('invalidRequest', 'after takes the next of the part before, as it was given.');
}
