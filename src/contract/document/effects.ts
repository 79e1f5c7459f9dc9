import { isObject, type JsonObject } from '../json.ts';
import { valueAt } from '../json-pointer.ts';
import type { Operation } from './operation.ts';

/**
 * Runtime expression of OpenAPI (§4.8.20.4) without `$`, for a value in an exchange: `response.body#/kid`,
 * `request.body#/label`, `request.path.keyId`, `response.header.Location`. An expression for a header has as its value
 * only the text after the last slash of the header, such as the ID in `Location`.
 */
type Expression = string;

/** Record that a successful request to an operation creates (`x-creates`). */
export interface Creation {
  /** Name of the resource: `orderLine`. */
  readonly kind: string;
  readonly id?: Expression;
  readonly name?: Expression;
  /**
   * Runtime expression for an object in the request: the request creates one record per property, with the name of the
   * property.
   */
  readonly parts?: Expression;
  /**
   * For a record whose ID is not in the exchange: `name` if the name alone identifies the record; absent if the name
   * and the path of the request together identify the record.
   */
  readonly identifiedBy?: 'name';
}

/** Record that a successful request to an operation deletes (`x-deletes`). */
export interface Deletion {
  readonly kind: string;
  readonly id: Expression;
}

export function creationOf({ node }: Operation): Creation | undefined {
  return isObject(node['x-creates']) ? (node['x-creates'] as unknown as Creation) : undefined;
}

export function deletionOf({ node }: Operation): Deletion | undefined {
  return isObject(node['x-deletes']) ? (node['x-deletes'] as unknown as Deletion) : undefined;
}

/** Kinds of record that the operations of a document can delete. */
export function deletableKinds({ operations }: { readonly operations: readonly Operation[] }): string[] {
  return [...new Set(operations.flatMap((operation) => deletionOf(operation)?.kind ?? []))];
}

/** Parts of an exchange that a runtime expression can refer to. Bodies are JSON values. */
export interface ExchangeParts {
  readonly path: Readonly<Record<string, string>>;
  readonly requestBody: unknown;
  readonly responseBody: unknown;
  /** Headers with names in lower case. */
  readonly responseHeaders: Readonly<Record<string, string>>;
}

/** Value of a runtime expression in an exchange; undefined if the exchange does not contain the value. */
export function evaluate(expression: Expression | undefined, parts: ExchangeParts): unknown {
  const [, source = '', name = ''] =
    /^(request\.body|response\.body|request\.path|response\.header)[#.](.*)$/.exec(expression ?? '') ?? [];
  switch (source) {
    case 'request.body':
      return valueAt(parts.requestBody, name);
    case 'response.body':
      return valueAt(parts.responseBody, name);
    case 'request.path':
      return parts.path[name];
    case 'response.header':
      return parts.responseHeaders[name.toLowerCase()]?.split('/').at(-1);
    default:
      return undefined;
  }
}

/** Names of the properties of an object; an empty list for a value that is not an object. */
export function propertyNames(value: unknown): string[] {
  return isObject(value) ? Object.keys(value as JsonObject) : [];
}
