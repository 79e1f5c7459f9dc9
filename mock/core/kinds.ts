import type { Contract } from '../../src/contract/contract.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { append, tokens, valueAt } from '../../src/contract/json-pointer.ts';
import { type KeyPart, type ResourceModel, resourcesOf } from '../../src/contract/resource.ts';
import { chain, keyword } from '../../src/contract/schema/schema-walk.ts';
import { systemClock } from './clock.ts';
import { kebabCase } from './kebab-case.ts';
import type { Resource } from './service.ts';
import { type Collection, collection, type Key } from './store.ts';

/**
 * The kinds of record, by the name of their resource. In the order of the map, each kind follows the kinds of its
 * parents.
 */
export type Kinds = ReadonlyMap<string, Kind>;

/** A kind of record: the declaration of the resource in the document, and the additions of the service. */
export class Kind {
  readonly model: ResourceModel;
  readonly resource: Resource<JsonObject>;
  /** The collection in the store that contains the records of this kind. */
  readonly records: Collection<JsonObject>;
  /** The name of the kind in paths below `/__admin/state`, such as `order-lines`. */
  readonly segment: string;
  /**
   * The parts of the record key by which a client can filter a list: the first parts, up to and including the last ID
   * of a parent.
   */
  readonly filters: readonly KeyPart[];
  /** Properties that may be absent in the request that creates a record. */
  readonly optional: readonly string[];
  /**
   * Properties that a patch may change: properties that are not part of the record key and that have more than one
   * possible value.
   */
  readonly patchable: readonly string[];
  /**
   * JSON Pointer of the property with the time of creation, such as `createTime` or `created_at`; absent if the records
   * have no time of creation.
   */
  readonly created: string | undefined;
  /** The kinds of record that cannot exist without a record of this kind. */
  readonly children: Kind[] = [];
  readonly #kinds: Kinds;
  readonly #keyReaders: readonly ((record: JsonObject) => string)[];

  constructor(model: ResourceModel, resource: Resource<JsonObject>, kinds: Kinds, root: JsonObject) {
    const { key, schema } = model;
    this.model = model;
    this.resource = resource;
    this.records = collection<JsonObject>(model.collection);
    this.segment = kebabCase(model.collection);
    this.filters = key.slice(0, key.findLastIndex(({ parent }) => parent !== undefined) + 1);
    this.optional = [...(this.makesId ? ['id'] : []), ...Object.keys(resource.defaults?.({}, systemClock) ?? {})];
    const properties = Object.entries(keyword(chain(root, schema.schema), 'properties') as JsonObject);
    const keys = new Set(key.map(({ pointer }) => pointer));
    this.patchable = properties
      .filter(([name, node]) => !keys.has(`/${name}`) && !hasOneValue(chain(root, node as JsonObject)))
      .map(([name]) => name);
    const isCreation = ([name, node]: [string, unknown]) =>
      /^creat/i.test(name) && keyword(chain(root, node), 'format') === 'date-time';
    const [created] = properties.find(isCreation) ?? [];
    this.created = created && append('', created);
    this.#kinds = kinds;
    this.#keyReaders = key.map(({ pointer }) => reader(pointer));
  }

  /** True if a client may create a record without an ID, so that the mock generates the ID. */
  get makesId(): boolean {
    return this.model.key.at(-1)?.pointer === '/id';
  }

  key(record: JsonObject): Key {
    return this.#keyReaders.map((read) => read(record));
  }

  /** Returns the last part of the record key. */
  id(record: JsonObject): string {
    return this.#keyReaders.at(-1)?.(record) ?? '';
  }

  /**
   * Returns the values of the record that together must be unique among the records of this kind; undefined if no
   * values of the record must be unique.
   */
  uniqueKey(record: JsonObject): Key | undefined {
    const { unique } = this.model;
    if (!unique || Object.entries(unique.where).some(([name, value]) => record[name] !== value)) return undefined;
    return unique.pointers.map((pointer) => String(valueAt(record, pointer)));
  }

  /** Yields the kind and the key of each record that must exist before the given record. */
  *references(record: JsonObject): Generator<{ readonly kind: Kind; readonly key: Key }> {
    for (const part of this.model.key) {
      const kind = this.parentOf(part, record);
      if (kind)
        yield { kind, key: kind.keyWithin(String(valueAt(record, part.pointer)), (name) => this.#idOf(name, record)) };
    }
  }

  /**
   * Returns the kind of parent that a part of the record key identifies; undefined if the part identifies the record
   * itself.
   */
  parentOf({ parent }: KeyPart, record: JsonObject): Kind | undefined {
    return this.#kinds.get(String(typeof parent === 'object' ? record[parent.in] : parent));
  }

  /** Builds the key of a record from the ID of the record and the IDs of its parents. */
  keyWithin(id: string, idOf: (kind: string) => string): Key {
    return this.model.key.map(({ parent }) => (typeof parent === 'string' ? idOf(parent) : id));
  }

  /** The last parent in the record key, such as `shelf` in the message `shelf X has no book Y`. */
  get owner(): Kind | undefined {
    return this.#kinds.get(String(this.model.key.findLast(({ parent }) => typeof parent === 'string')?.parent));
  }

  /** Returns the message for a nonexistent record, such as `book X does not exist` or `shelf X has no book Y`. */
  missingMessage(id: string, owner: string | undefined): string {
    const { noun } = this.model;
    return this.owner ? `${this.owner.model.noun} ${owner} has no ${noun} ${id}.` : `${noun} ${id} does not exist.`;
  }

  /**
   * If a part of the record key identifies a parent that has an alias, returns the kind of the parent; otherwise
   * undefined. In a path, the alias, such as the name of a project, can replace the ID of the parent.
   */
  aliasedParent({ parent }: KeyPart): Kind | undefined {
    const kind = typeof parent === 'string' ? this.#kinds.get(parent) : undefined;
    return kind?.model.alias === undefined ? undefined : kind;
  }

  #idOf(name: string, record: JsonObject): string {
    const part = this.model.key.find(({ parent }) => parent === name);
    return part ? String(valueAt(record, part.pointer)) : '';
  }
}

export function kindsOf(contract: Contract, resources: Readonly<Record<string, Resource<JsonObject>>> = {}): Kinds {
  const kinds = new Map<string, Kind>();
  for (const model of resourcesOf(contract)) {
    const kind = new Kind(model, resources[model.name] ?? {}, kinds, contract.root);
    for (const { parent } of model.key)
      for (const [name, other] of kinds) if (isParent(parent, name, kind, contract.root)) other.children.push(kind);
    kinds.set(model.name, kind);
  }
  return kinds;
}

function isParent(parent: KeyPart['parent'], name: string, { model }: Kind, root: JsonObject): boolean {
  if (typeof parent !== 'object') return parent === name;
  const node = valueAt(model.schema.schema, `/properties/${parent.in}`);
  const values = isObject(node) ? keyword(chain(root, node), 'enum') : undefined;
  return Array.isArray(values) && values.includes(name);
}

/**
 * Creates a function that reads a part of the key from a record. The function reads a top-level property by its name,
 * which is faster than the evaluation of a JSON Pointer.
 */
function reader(pointer: string): (record: JsonObject) => string {
  const [name = '', ...deeper] = tokens(pointer);
  return deeper.length === 0 ? (record) => String(record[name]) : (record) => String(valueAt(record, pointer));
}

function hasOneValue(nodes: readonly JsonObject[]): boolean {
  const values = keyword(nodes, 'enum');
  return keyword(nodes, 'const') !== undefined || (Array.isArray(values) && values.length === 1);
}
