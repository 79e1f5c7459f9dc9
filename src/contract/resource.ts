import type { Contract } from './contract.ts';
import type { Operation, SchemaLocation } from './document/operation.ts';
import { isObject, type JsonObject } from './json.ts';
import { append, fromFragment, tokens, valueAt } from './json-pointer.ts';

/** One of the values that identify a record, in their order: those of its parents, then its own. */
export interface KeyPart {
  /** JSON Pointer into the record. */
  readonly pointer: string;
  /** The last token of the pointer, which lists are filtered by. */
  readonly name: string;
  /** The path parameter that contains it. */
  readonly parameter: string;
  /** The resource that it identifies; its name is a property of the record where the kind of parent varies. */
  readonly parent?: string | { readonly in: string };
}

/** A rule that no two records have the same values. */
interface Unique {
  /** JSON Pointers into the record. */
  readonly pointers: readonly string[];
  /** Only records with these values are concerned. */
  readonly where: JsonObject;
}

/** A kind of record with an identity, as data: nothing here is specific to one service. */
export interface ResourceModel {
  /** `orderLine`, as `x-fixture` and `x-creates` name it. */
  readonly name: string;
  /** For a sentence: `order line`. */
  readonly noun: string;
  /** For operationIds and schemas: `OrderLine`. */
  readonly type: string;
  /** The list of its records in a seed or a snapshot: `orderLines`. */
  readonly collection: string;
  readonly schema: SchemaLocation;
  /** Schemas of single properties in the request that creates a record, where they differ from the record's own. */
  readonly given: JsonObject;
  readonly key: readonly KeyPart[];
  /** A property that identifies a record as well as its id does; its values are unique. */
  readonly alias?: string;
  readonly unique?: Unique;
  /** The operations that name a record in their path, or create one. */
  readonly operations: readonly string[];
  readonly example?: unknown;
  /** The place of the declaration. */
  readonly evidence: string;
  /** How certain it is; inference adds `strong` and `weak`. */
  readonly grade: 'declared';
}

/**
 * The resources that a document declares (`x-resources`), each after those that it belongs to. `parents` maps a property
 * to the name of a resource, or to `{in: property}`; `key` lists the pointers that identify a record among its siblings.
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

/** The kind of parent is a part of the key where it varies. */
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

/** Where the schema stands itself, so that a message names its own place. */
function locate(root: JsonObject, node: unknown, pointer: string): SchemaLocation {
  const schema = isObject(node) ? node : {};
  if (typeof schema.$ref !== 'string') return { schema, pointer };
  const target = fromFragment(schema.$ref);
  return locate(root, valueAt(root, target), target);
}
