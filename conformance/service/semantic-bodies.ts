import { isObject, type JsonObject } from '../../src/contract/json.ts';

/** Functions that change a body so that it also obeys the rules that no schema expresses, by operationId. */
const CORRECTIONS: Readonly<Record<string, (body: JsonObject) => JsonObject>> = {
  createIntegration: withLists,
  updateJwtKey: withValues,
  upsertIntegrationObjectMetadata: withoutContradictions,
  upsertProviderObjectMetadata: withoutContradictions,
};

/**
 * The generated body with the smallest change that makes the body obey all rules of the service, also the rules that no
 * schema expresses.
 */
export function withSemantics(operationId: string, body: JsonObject): JsonObject {
  return CORRECTIONS[operationId]?.(body) ?? body;
}

/** A copy of the update whose mask names each field once (D48), and only fields with a value (D43). */
function withValues({ updateMask, jwtKey, ...rest }: JsonObject): JsonObject {
  const values = isObject(jwtKey) && Object.keys(jwtKey).length > 0 ? jwtKey : { active: true };
  const named = new Set(Array.isArray(updateMask) ? updateMask : []);
  const mask = [...named].filter((name) => Object.hasOwn(values, String(name)));
  return { ...rest, updateMask: mask.length > 0 ? mask : Object.keys(values), jwtKey: values };
}

/** A body whose mask names every field, since a service may ignore fields outside the mask (D42). */
export function withFullMask(body: JsonObject): JsonObject {
  return 'updateMask' in body && isObject(body.jwtKey) ? { ...body, updateMask: Object.keys(body.jwtKey) } : body;
}

/** Properties of the `content` of a revision; the value of each of these properties has a list `objects`. */
const PARTS = ['read', 'write', 'subscribe'];

/** Pattern of the properties with which an object inherits from an object in `read` of the same `content`. */
const INHERITS = /^inherit/;

/**
 * A copy of the body in which `read`, `write` and `subscribe` each have a list of different objects. An object of the
 * generated body inherits only if `read` has an object with the same name (D08), since the contract does not decide
 * whether other inheritance is allowed.
 */
function withLists(body: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(body), (name, value: unknown) => {
    if (PARTS.includes(name) && isObject(value)) return { ...value, objects: distinct(objectsOf(value)) };
    return name === 'content' && isObject(value) ? withParents(value) : value;
  });
}

/** A copy of the content in which an object inherits only if `read` has an object with the same name. */
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

/** A copy of the body without contradictory options (D68). */
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
