import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { chain, child, keyword, type SchemaChain } from '../../../src/contract/schema/schema-walk.ts';

/** A value inside a JSON body, with its path from the root and its schema. */
export interface BodyPlace {
  readonly path: readonly string[];
  readonly nodes: SchemaChain;
  readonly value: unknown;
  /** True unless the value is an optional property. */
  readonly required: boolean;
  /** True for an entry of a map. A map is an object whose property names the schema does not define. */
  readonly map: boolean;
}

export function isItem({ path }: Pick<BodyPlace, 'path'>): boolean {
  return /^\d+$/.test(path.at(-1) ?? '');
}

/** True if the schema restricts the value by its type only, and not to certain values, a format or a fixture. */
export function isFree({ nodes }: Pick<BodyPlace, 'nodes'>, type: string): boolean {
  const isParticular = ['enum', 'const', 'format', 'x-fixture'].some((name) => keyword(nodes, name) !== undefined);
  return keyword(nodes, 'type') === type && !isParticular;
}

/** The items of an array and the entries of a map that `places` lists. */
type Members = 'first' | 'all';

/** The parts of `value` that the schema describes, from the root down, in the given items and entries. */
export function* places(
  document: JsonObject,
  schema: unknown,
  value: unknown,
  which: Members = 'first',
): Generator<BodyPlace> {
  yield* walk(document, { path: [], nodes: chain(document, schema), value, required: true, map: false }, which);
}

function* walk(document: JsonObject, place: BodyPlace, which: Members): Generator<BodyPlace> {
  yield place;
  for (const [name, value] of members(place, which)) {
    const nodes = child(document, place.nodes, name);
    const required = !isOptional(place, name);
    if (nodes)
      yield* walk(
        document,
        { path: [...place.path, name], nodes, value, required, map: isObject(place.value) && !isNamed(place) },
        which,
      );
  }
}

function isOptional({ nodes, value }: BodyPlace, name: string): boolean {
  const required = nodes.flatMap((node) => (Array.isArray(node.required) ? node.required : []));
  return isObject(value) && isNamed({ nodes }) && !required.includes(name);
}

/** True if the schema defines the properties of the object by name. */
function isNamed({ nodes }: Pick<BodyPlace, 'nodes'>): boolean {
  return nodes.some((node) => isObject(node.properties));
}

function members({ nodes, value }: BodyPlace, which: Members): [string, unknown][] {
  if (!isObject(value) && !Array.isArray(value)) return [];
  const entries = Object.entries(value);
  const named = isObject(value) && nodes.some((node) => isObject(node.properties));
  return named || which === 'all' ? entries : entries.slice(0, 1);
}

/** A copy of the body in which the value at `path` is `change`; if `change` is undefined, the property is removed. */
export function replaced(value: unknown, path: readonly string[], change: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? replaced(item, rest, change) : item));
  const object = isObject(value) ? value : {};
  const member = replaced(object[name], rest, change);
  const entries = Object.entries({ ...object, [name]: member });
  return Object.fromEntries(entries.filter(([, kept]) => kept !== undefined));
}
