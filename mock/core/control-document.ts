import { fileURLToPath } from 'node:url';
import { Contract } from '../../src/contract/contract.ts';
import { loadDocument, type OpenApiDocument } from '../../src/contract/document/document.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { append, fromFragment, toFragment, tokens } from '../../src/contract/json-pointer.ts';
import type { KeyPart } from '../../src/contract/resource.ts';
import { chain, keyword } from '../../src/contract/schema/schema-walk.ts';
import { kebabCase } from './kebab-case.ts';
import type { Kind, Kinds } from './kinds.ts';
import type { Service } from './service.ts';

/** The part of the control API that does not depend on the service. */
const CONTROL_FILE = fileURLToPath(new URL('../control/admin.yaml', import.meta.url));

/** Creates the document of the control API: the fixed paths, and the paths of the resources of the service. */
export async function controlContract(service: Service, kinds: Kinds, contract: Contract): Promise<Contract> {
  const engine = await loadDocument(CONTROL_FILE, { trusted: true });
  return new Contract(completeDocument(engine, service, kinds, contract), service.formats);
}

function completeDocument(
  engine: OpenApiDocument,
  { settings = {}, schemas: added }: Service,
  kinds: Kinds,
  { root: served }: Contract,
): OpenApiDocument {
  const {
    'x-record-paths': templates,
    paths,
    components,
    ...rest
  } = engine.root as JsonObject & { paths: JsonObject; components: { schemas: JsonObject } };
  const all = [...kinds.values()];
  const own = Object.assign({}, ...all.map((kind) => schemasOf(kind, served)));
  const { Settings, SettingsPatch, ...schemas } = components.schemas;
  const nullable = Object.entries(settings).map(([name, schema]) => [name, orNull(schema)]);
  return {
    ...engine,
    root: {
      ...rest,
      paths: { ...paths, ...Object.assign({}, ...all.map((kind) => pathsOf(kind, templates))) },
      components: {
        ...components,
        schemas: {
          ...referenced(own, served),
          ...schemas,
          Settings: withProperties(Settings, settings),
          SettingsPatch: withProperties(SettingsPatch, Object.fromEntries(nullable)),
          World: {
            type: 'object',
            description: 'The complete state of a sandbox. Absent collections are empty.',
            additionalProperties: false,
            properties: Object.fromEntries(
              all.map(({ model }) => [model.collection, { type: 'array', items: schemaRef(model.type) }]),
            ),
          },
          ...own,
          ...added,
        },
      },
    },
  };
}

/** Collects the schemas of the service to which the schemas of the records refer, directly or through other schemas. */
function referenced(node: unknown, served: JsonObject, found: JsonObject = {}): JsonObject {
  for (const [name, value] of Object.entries(isObject(node) || Array.isArray(node) ? node : {})) {
    const [first, second, schema = ''] =
      name === '$ref' && typeof value === 'string' ? tokens(fromFragment(value)) : [];
    if (first === 'components' && second === 'schemas' && !Object.hasOwn(found, schema)) {
      const { schemas = {} } = isObject(served.components) ? (served.components as { schemas?: JsonObject }) : {};
      if (!Object.hasOwn(schemas, schema)) continue;
      found[schema] = schemas[schema];
      referenced(found[schema], served, found);
    } else referenced(value, served, found);
  }
  return found;
}

/** Creates the schemas of a record, of the request that creates a record, and of the request that changes a record. */
function schemasOf(kind: Kind, root: JsonObject): JsonObject {
  const { model, patchable } = kind;
  const { type, schema, given, key } = model;
  const nodes = chain(root, schema.schema);
  const properties = keyword(nodes, 'properties') as JsonObject;
  const required = (keyword(nodes, 'required') ?? []) as readonly string[];
  const property = (name: string) => ({ $ref: toFragment(append('/components/schemas', type, 'properties', name)) });
  const newProperty = (name: string) => {
    const part = key.find((one) => one.pointer === `/${name}`);
    const parent = part && kind.aliasedParent(part)?.model;
    if (parent) return { type: 'string', description: `ID or ${parent.alias} of the ${parent.noun}.` };
    return given[name] ?? property(name);
  };
  const isClosed = keyword(nodes, 'additionalProperties') === false;
  const optional = new Set(kind.optional);
  const changed = patchable.map((name): [string, unknown] => {
    const own = given[name] ?? property(name);
    const isNested = keyword(chain(root, properties[name] as JsonObject), 'type') === 'object';
    if (isNested)
      return [name, { type: 'object', description: `A JSON Merge Patch of ${name}; null deletes a property.` }];
    return [name, required.includes(name) ? own : { anyOf: [own, { type: 'null' }] }];
  });
  return {
    [type]: isClosed ? schema.schema : { ...schema.schema, unevaluatedProperties: false },
    [`New${type}`]: {
      type: 'object',
      required: required.filter((name) => !optional.has(name)),
      additionalProperties: false,
      properties: Object.fromEntries(Object.keys(properties).map((name) => [name, newProperty(name)])),
    },
    ...(changed.length > 0 && {
      [`${type}Patch`]: {
        type: 'object',
        minProperties: 1,
        additionalProperties: false,
        properties: Object.fromEntries(changed),
      },
    }),
  };
}

/** The templates for the paths of each kind of record: `x-record-paths` in admin.yaml. */
interface Templates {
  readonly collection: { readonly get: Template; readonly post: Template };
  readonly item: { readonly get: Template; readonly patch: Template; readonly delete: Template };
  readonly action: { readonly post: Template };
}

interface Template extends JsonObject {
  readonly parameters: readonly unknown[];
}

function pathsOf(kind: Kind, templates: unknown): JsonObject {
  const { type, noun, key, example } = kind.model;
  const a = `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
  const text = JSON.stringify(templates).replaceAll('<type>', type).replaceAll('<a noun>', a);
  const { collection, item, action } = JSON.parse(text.replaceAll('<noun>', noun)) as Templates;
  const { patch, delete: remove, ...others } = item;
  const path = `/__admin/state/${kind.segment}`;
  const filters = kind.filters.map((part, index) => ({
    name: part.name,
    in: 'query',
    schema: valueSchema(type, part),
    description: `Lists only the records with this value of \`${part.name}\`.${index === 0 ? '' : ` Requires \`${kind.filters[index - 1]?.name}\`.`}`,
  }));
  const order = {
    name: 'order',
    in: 'query',
    schema: { enum: ['key', 'newest'], default: 'key' },
    description: 'The order of the records: by their keys, or by the time of creation with the newest record first.',
  };
  const parameters = [...filters, ...(kind.created === undefined ? [] : [order]), ...collection.get.parameters];
  return {
    [path]: {
      get: { ...collection.get, parameters },
      post: {
        ...collection.post,
        requestBody: body(schemaRef(`New${type}`), example),
      },
    },
    [`${path}/${key.map(({ parameter }) => `{${parameter}}`).join('/')}`]: {
      parameters: key.map((part) => ({
        name: part.parameter,
        in: 'path',
        required: true,
        schema: valueSchema(type, part),
      })),
      ...others,
      ...(kind.patchable.length > 0 && { patch }),
      delete: { ...remove, parameters: kind.children.length > 0 ? remove.parameters : [] },
    },
    ...Object.fromEntries(
      Object.entries(kind.resource.actions ?? {}).map(
        ([operationId, { handler: _, when: _when, body: schema, ...texts }]) => [
          `/__admin/actions/${kebabCase(operationId)}`,
          { post: { operationId, ...texts, requestBody: body(schema), ...action.post } },
        ],
      ),
    ),
  };
}

/**
 * Returns the schema of one part of a record key. An ID in the key is an opaque string; every other part of the key has
 * the schema of the property that contains the part.
 */
function valueSchema(type: string, { pointer, parent, name }: KeyPart): JsonObject {
  const isOpaque = parent !== undefined || name === 'id' || pointer !== `/${name}`;
  return isOpaque ? { type: 'string' } : schemaRef(`${type}/properties/${name}`);
}

function schemaRef(path: string): JsonObject {
  return { $ref: `#/components/schemas/${path}` };
}

function body(schema: JsonObject, example?: unknown): JsonObject {
  return {
    required: true,
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

function orNull(schema: JsonObject): JsonObject {
  const { description: _, ...rest } = schema;
  return { anyOf: [rest, { type: 'null' }] };
}

function withProperties(schema: unknown, added: JsonObject): JsonObject {
  const { properties, ...rest } = isObject(schema) ? schema : {};
  return { ...rest, properties: { ...(isObject(properties) && properties), ...added } };
}
