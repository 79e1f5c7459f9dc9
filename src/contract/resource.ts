import type { Contract } from './contract.ts';
import type { Operation, SchemaLocation } from './document/operation.ts';
import { isObject, type JsonObject } from './json.ts';
import { append, fromFragment, tokens, valueAt } from './json-pointer.ts';

/**
 * Part of the key that identifies a record. In a key of several parts, the values that identify the parents of the
 * record come first.
 */
export interface KeyPart {
  /** JSON Pointer to the value in the record. */
  readonly pointer: string;
  /**
   * Name of the part, which is the last token of the JSON Pointer. The control API accepts this name as a filter in
   * lists of records.
   */
  readonly name: string;
  /** Path parameter that contains the value of the part. */
  readonly parameter: string;
  /**
   * Resource of the parent record that the value of the part identifies. If the kind of parent varies, a property of
   * the record contains the name of the parent resource.
   */
  readonly parent?: string | { readonly in: string };
}

/** Rule that no two records have the same values in the given properties. */
interface Unique {
  /** JSON Pointers to the values in the record that must be unique together. */
  readonly pointers: readonly string[];
  /**
   * Properties with their values, such as `status: pending`; the rule applies only to records with all of these values.
   */
  readonly where: JsonObject;
}

/** Kind of record that operations identify by a key, as an OpenAPI document declares it in `x-resources`. */
export interface ResourceModel {
  /** Name of the resource in `x-fixture` and `x-creates`: `orderLine`. */
  readonly name: string;
  /** Noun for the resource in sentences: `order line`. */
  readonly noun: string;
  /** Name of the resource in operationIds and schemas: `OrderLine`. */
  readonly type: string;
  /** Name of the list of the resource's records in a seed or a snapshot: `orderLines`. */
  readonly collection: string;
  readonly schema: SchemaLocation;
  /**
   * Schemas, by property, for the request that creates a record. `given` contains only properties whose schema in the
   * request differs from their schema in the stored record.
   */
  readonly given: JsonObject;
  readonly key: readonly KeyPart[];
  /** Property with unique values, such as a name, by which a path can identify a record in place of its ID. */
  readonly alias?: string;
  readonly unique?: Unique;
  /** operationIds of the operations that have a record in their path, or create one. */
  readonly operations: readonly string[];
  readonly example?: unknown;
  /** JSON Pointer to the declaration of the resource in the document. */
  readonly evidence: string;
  /** Certainty of the model. */
  readonly grade: 'declared';
}

/**
 * Resources that a document declares (`x-resources`), in the order of the document, which lists parents before their
 * children. `parents` maps a property with the ID of a parent record to the name of the parent's resource, or to
 * `{in: property}` if another property of the record contains this name. `key` lists the pointers that
 * identify a record among its siblings.
 */
export function resourcesOf(contract: Contract): ResourceModel[] {
  const declared = contract.root['x-resources'];
  if (!isObject(declared)) return [];
  return Object.entries(declared).map(([name, node]) => toModel(contract, name, isObject(node) ? node : {}));
}

function toModel({ root, operations }: Contract, name: string, node: JsonObject): ResourceModel {
  const evidence = append('/x-resources', name);
  const { alias, unique, where, given, type, noun = name, collection = `${name}s`, example } = node;
  const schema = locate(root, node.schema, append(evidence, 'schema'));
  const own = Array.isArray(node.key) ? node.key.map(String) : ['/id'];
  const parents = Object.entries(isObject(node.parents) ? node.parents : {});
  const uniquePointers = Array.isArray(unique) ? unique.map(String) : alias === undefined ? undefined : [`/${alias}`];
  return {
    name,
    noun: String(noun),
    type: typeof type === 'string' ? type : name.charAt(0).toUpperCase() + name.slice(1),
    collection: String(collection),
    schema,
    given: isObject(given) ? given : {},
    key: [
      ...parents.flatMap(([property, parent]) => parentParts(operations, property, parent)),
      ...own.map((pointer) => ({ pointer, ...named(pointer, own.length > 1 ? undefined : name, operations) })),
    ],
    ...(typeof alias === 'string' && { alias }),
    ...(uniquePointers && { unique: { pointers: uniquePointers, where: isObject(where) ? where : {} } }),
    operations: operations.filter((operation) => concerns(operation, name)).map(({ operationId }) => operationId),
    ...(example !== undefined && { example }),
    evidence,
    grade: 'declared',
  };
}

/**
 * Parts of a record key that identify the parent record. If the kind of parent varies, the kind of parent is a part of
 * the record key, too.
 */
function parentParts(operations: readonly Operation[], property: string, parent: unknown): KeyPart[] {
  const pointer = `/${property}`;
  if (!isObject(parent)) {
    const name = String(parent);
    return [{ pointer, ...named(pointer, name, operations), name: property, parent: name }];
  }
  const kind = String(parent.in);
  return [
    { pointer: `/${kind}`, name: kind, parameter: kind },
    { pointer, name: property, parameter: property, parent: { in: kind } },
  ];
}

function named(pointer: string, resource: string | undefined, operations: readonly Operation[]) {
  const name = tokens(pointer).at(-1) ?? '';
  const documented = operations
    .flatMap(({ parameters }) => parameters)
    .find((parameter) => parameter.in === 'path' && parameter.fixture !== undefined && parameter.fixture === resource);
  return { name, parameter: documented?.name ?? (name === 'id' ? `${resource}Id` : name) };
}

function concerns({ node, parameters }: Operation, name: string): boolean {
  const creates = node['x-creates'];
  return (isObject(creates) && creates.kind === name) || parameters.some(({ fixture }) => fixture === name);
}

/**
 * Schema with its JSON Pointer. If the schema is a `$ref`, the result is the referenced schema with its own pointer, so
 * that messages show the pointer of the referenced schema.
 */
function locate(root: JsonObject, node: unknown, pointer: string): SchemaLocation {
  const schema = isObject(node) ? node : {};
  if (typeof schema.$ref !== 'string') return { schema, pointer };
  const target = fromFragment(schema.$ref);
  return locate(root, valueAt(root, target), target);
}
