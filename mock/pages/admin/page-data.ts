import type { Contract } from '../../../src/contract/contract.ts';
import { declaredFor, type Operation } from '../../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { chain, keyword } from '../../../src/contract/schema/schema-walk.ts';
import { kebabCase } from '../../core/kebab-case.ts';
import type { Kind, Kinds } from '../../core/kinds.ts';
import type { Service } from '../../core/service.ts';
import type { PageData, PageKind } from './types.ts';

/** Error statuses that services often return, but that many OpenAPI documents declare only with `5XX` or `default`. */
const USUAL_ERRORS = [429, 500, 502, 503, 504];

/**
 * The values of `format` whose strings are short enough for a table column. Strings without `format` (undefined) count
 * as short.
 */
const SHORT = new Set<unknown>([undefined, 'uuid', 'date-time', 'email']);

export function pageData(
  kinds: Kinds,
  { settings = {} }: Service,
  { document: { root }, operations }: Contract,
): PageData {
  return {
    operations: operations.map((operation) => ({
      id: operation.operationId,
      errors: errorsOf(operation),
    })),
    kinds: [...kinds.values()].map((kind) => pageKind(kind, root)),
    settings: Object.entries(settings).map(([name, { description = '' }]) => ({ name, hint: String(description) })),
  };
}

/**
 * Lists the error statuses that the OpenAPI document names for an operation, and the usual error statuses that the
 * document declares with a range or `default`.
 */
function errorsOf(operation: Operation): number[] {
  const named = operation.responses.map(({ status }) => Number(status)).filter((status) => status >= 400);
  const usual = USUAL_ERRORS.filter((status) => declaredFor(operation, status));
  return [...new Set([...named, ...usual])].sort((a, b) => a - b);
}

function pageKind(kind: Kind, root: JsonObject): PageKind {
  const { model, resource, segment, patchable, created } = kind;
  return {
    ...(created !== undefined && { created }),
    path: segment,
    title: titleOf(`${model.noun}s`),
    noun: model.noun,
    key: model.key.map(({ pointer }) => pointer),
    columns: columnsOf(kind, root),
    fixed: patchable.length === 0,
    example: model.example ?? {},
    actions: Object.entries(resource.actions ?? {}).map(([name, { when = {} }]) => ({
      title: titleOf(name.replace(/(?<=[a-z])[A-Z].*/, '')),
      path: `/actions/${kebabCase(name)}`,
      names: model.key.map(({ parent }) => `${typeof parent === 'string' ? parent : model.name}Id`),
      when,
    })),
  };
}

/**
 * Chooses the columns for a kind of record: first the property that names a record, then short required properties,
 * then the remaining parts of the record key.
 */
function columnsOf({ model, patchable }: Kind, root: JsonObject): PageKind['columns'] {
  const keys = model.key.filter(({ parent }) => parent === undefined).map(({ pointer }) => pointer);
  const parents = model.key.filter(({ parent }) => parent !== undefined).map(({ pointer }) => pointer);
  const nodes = chain(root, model.schema.schema);
  const [properties, required] = [keyword(nodes, 'properties'), keyword(nodes, 'required')];
  const shown = Object.entries(isObject(properties) ? properties : {})
    .filter(([name, node]) => Array.isArray(required) && required.includes(name) && isShort(chain(root, node)))
    .map(([name]) => `/${name}`)
    .filter((pointer) => !keys.includes(pointer) && !parents.includes(pointer));
  const named = model.unique?.pointers.find((pointer) => !parents.includes(pointer));
  const text = shown.find((pointer) => patchable.includes(pointer.slice(1)) && isText(properties, pointer, root));
  const ownName = keys.at(-1) === '/id' ? undefined : keys.at(-1);
  const head = ownName ?? named ?? text ?? keys.at(-1) ?? '';
  return [...new Set([head, ...shown, ...parents.toReversed(), ...keys.toReversed()])].map((pointer) => [
    titleOf(pointer.slice(pointer.lastIndexOf('/') + 1)),
    pointer,
  ]);
}

function isShort(nodes: readonly JsonObject[]): boolean {
  const type = keyword(nodes, 'type');
  const values = keyword(nodes, 'enum');
  if (keyword(nodes, 'const') !== undefined) return false;
  if (Array.isArray(values)) return values.length > 1;
  return type === 'string' ? SHORT.has(keyword(nodes, 'format')) : type === 'boolean' || type === 'integer';
}

function isText(properties: unknown, pointer: string, root: JsonObject): boolean {
  const nodes = chain(root, isObject(properties) ? properties[pointer.slice(1)] : undefined);
  return ['type', 'format', 'enum'].map((name) => keyword(nodes, name)).join() === 'string,,';
}

/**
 * Converts the name of a property to the title of a column, such as `createTime` to `Create time`, `projectId` to
 * `Project`, and `id` to `ID`.
 */
function titleOf(name: string): string {
  if (name === 'id') return 'ID';
  const words = name.replace(/Id$/, '').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
