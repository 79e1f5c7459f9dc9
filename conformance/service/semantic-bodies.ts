import { isObject, type JsonObject } from '../../src/contract/json.ts';

/** What a body has to be beyond its schema, by operation: else a rule that no schema says may reject it. */
const SENSE: Readonly<Record<string, (body: JsonObject) => JsonObject>> = {
  createIntegration: withLists,
  updateJwtKey: withValues,
  upsertIntegrationObjectMetadata: withoutContradictions,
  upsertProviderObjectMetadata: withoutContradictions,
};

/** The generated body, changed as little as it takes. */
export function sensible(operationId: string, body: JsonObject): JsonObject {
  return SENSE[operationId]?.(body) ?? body;
}

/** D43, D48: the mask names what jwtKey holds, once. */
function withValues({ updateMask, jwtKey, ...rest }: JsonObject): JsonObject {
  const values = isObject(jwtKey) && Object.keys(jwtKey).length > 0 ? jwtKey : { active: true };
  const named = new Set(Array.isArray(updateMask) ? updateMask : []);
  const mask = [...named].filter((name) => Object.hasOwn(values, String(name)));
  return { ...rest, updateMask: mask.length > 0 ? mask : Object.keys(values), jwtKey: values };
}

/** The body with all that it holds judged: what the mask does not name, a service need not look at (D42). */
export function wholly(body: JsonObject): JsonObject {
  return 'updateMask' in body && isObject(body.jwtKey) ? { ...body, updateMask: Object.keys(body.jwtKey) } : body;
}

/** What the revision does with objects. */
const PARTS = ['read', 'write', 'subscribe'];

/** Members that say it of an object. */
const INHERITS = /^inherit/;

/**
 * Each of them has its list, each object stands there once, and inherits only from one that is read (D08): whether it
 * may be otherwise is open.
 */
function withLists(body: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(body), (name, value: unknown) => {
    if (PARTS.includes(name) && isObject(value)) return { ...value, objects: distinct(objectsOf(value)) };
    return name === 'content' && isObject(value) ? withParents(value) : value;
  });
}

/** The content of a revision whose parts have their lists. */
function withParents(content: JsonObject): JsonObject {
  const read = new Set(objectsOf(content.read).map(nameOf));
  const alone = (one: unknown) =>
    isObject(one) && !read.has(nameOf(one))
      ? Object.fromEntries(Object.entries(one).map(([name, value]) => [name, INHERITS.test(name) ? false : value]))
      : one;
  const parts = PARTS.flatMap((name) => {
    const part = content[name];
    return isObject(part) ? [[name, { ...part, objects: objectsOf(part).map(alone) }]] : [];
  });
  return { ...content, ...Object.fromEntries(parts) };
}

function objectsOf(part: unknown): readonly unknown[] {
  return isObject(part) && Array.isArray(part.objects) ? part.objects : [];
}

function nameOf(one: unknown): unknown {
  return isObject(one) ? one.objectName : one;
}

function distinct(objects: readonly unknown[]): unknown[] {
  const byName = Map.groupBy(objects, nameOf);
  return [...byName.values()].map(([first]) => first);
}

/** D68 */
function withoutContradictions({ fields, ...rest }: JsonObject): JsonObject {
  if (!isObject(fields)) return { ...rest, fields };
  const objects = Object.entries(fields).map(([name, list]) => [name, Array.isArray(list) ? list.map(field) : list]);
  return { ...rest, fields: Object.fromEntries(objects) };
}

function field(definition: unknown): unknown {
  if (!isObject(definition) || !isObject(definition.stringOptions)) return definition;
  const { valuesRestricted, defaultValue, length, ...others } = definition.stringOptions;
  const values = Array.isArray(others.values) ? others.values.map(String) : [];
  const isRestricted = valuesRestricted === true && values.length > 0;
  const byDefault = isRestricted ? values[0] : defaultValue;
  const longest = Math.max(0, ...[...values, String(byDefault ?? '')].map((value) => [...value].length));
  const stringOptions = {
    ...others,
    ...(typeof valuesRestricted === 'boolean' && { valuesRestricted: isRestricted }),
    ...(defaultValue !== undefined && { defaultValue: byDefault }),
    ...(typeof length === 'number' && { length: Math.max(length, longest) }),
  };
  return { ...definition, valueType: 'string', stringOptions };
}
