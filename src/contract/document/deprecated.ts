import { isObject, type JsonObject } from '../json.ts';
import { append } from '../json-pointer.ts';
import { chain, places, type SchemaChain } from '../schema/schema-walk.ts';

/** Use of something that the document calls `deprecated`. */
export interface DeprecatedUse {
  /** JSON Pointer into the value. */
  readonly pointer: string;
  readonly since: Date | undefined;
}

/** Whether the node is deprecated; since when says `x-deprecated-at`, a date of RFC 3339. */
export function deprecationOf(node: JsonObject): { since: Date | undefined } | undefined {
  if (node.deprecated !== true) return undefined;
  const since = new Date(String(node['x-deprecated-at']));
  return { since: Number.isNaN(since.getTime()) ? undefined : since };
}

/** Of a large value the first are enough. */
const MOST = 20;

/** Finds the members of values that their schema calls deprecated; undefined when it calls none so. */
export function deprecatedMembers(
  document: JsonObject,
  schema: unknown,
): ((value: unknown) => DeprecatedUse[]) | undefined {
  if (!mentions(document, schema, new Set())) return undefined;
  const nodes = chain(document, schema);
  return (value) => {
    const uses: DeprecatedUse[] = [];
    for (const { path, nodes: found } of places(document, nodes, value)) {
      const deprecation = firstDeprecation(found ?? []);
      if (deprecation) uses.push({ pointer: append('', ...path), ...deprecation });
      if (uses.length === MOST) break;
    }
    return uses;
  };
}

function firstDeprecation(nodes: SchemaChain): { since: Date | undefined } | undefined {
  return nodes.map(deprecationOf).find((deprecation) => deprecation !== undefined);
}

function mentions(document: JsonObject, node: unknown, seen: Set<unknown>): boolean {
  if (typeof node !== 'object' || node === null || seen.has(node)) return false;
  seen.add(node);
  if (
    isObject(node) &&
    (node.deprecated === true ||
      chain(document, node)
        .slice(1)
        .some((one) => mentions(document, one, seen)))
  )
    return true;
  return Object.values(node).some((one) => mentions(document, one, seen));
}
