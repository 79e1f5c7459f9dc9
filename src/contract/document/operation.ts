import type { JsonObject } from '../json.ts';
import { isJson } from '../media-type.ts';
import type { RuleReference } from './rule.ts';

/** Schema with its JSON Pointer in the document, which the compiler needs to resolve references. */
export interface SchemaLocation {
  readonly schema: JsonObject;
  /** JSON Pointer to the schema in the document. */
  readonly pointer: string;
}

export interface Example {
  readonly name: string;
  readonly value: unknown;
}

/** OpenAPI Media Type Object (§4.8.14). */
export interface MediaType {
  readonly mediaType: string;
  readonly schema: SchemaLocation | undefined;
  readonly examples: readonly Example[];
}

/** OpenAPI Parameter Object (§4.8.12), or Header Object with its name. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly schema: SchemaLocation | undefined;
  readonly examples: readonly Example[];
  /** Name of the fixture whose value requests use for the parameter (`x-fixture`). */
  readonly fixture: string | undefined;
  readonly rules: readonly RuleReference[];
  readonly node: JsonObject;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: readonly MediaType[];
}

export interface Response {
  /** Status as the document writes it: `201`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string;
  readonly content: readonly MediaType[];
  readonly headers: readonly Parameter[];
  /** Node of the response in the document, which may contain `x-rules`. */
  readonly node: JsonObject;
}

/** Declaration of an API key that the operation requires (§4.8.27): the name and the location of its parameter. */
export interface ApiKey {
  readonly name: string;
  readonly in: 'header' | 'query' | 'cookie';
  readonly rules: readonly RuleReference[];
}

/** OpenAPI Operation Object (§4.8.10) with everything that it inherits from its path and document. */
export interface Operation {
  readonly operationId: string;
  /** Method in capitals, as in HTTP. */
  readonly method: string;
  /** Path template, without the base path of the server. */
  readonly path: string;
  readonly summary: string;
  readonly tags: readonly string[];
  /** Clause of the interface document (`x-clause`). */
  readonly clause: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly apiKeys: readonly ApiKey[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly Response[];
  readonly node: JsonObject;
}

/**
 * Declared response for a status: the response of the exact status, or else of its range such as `4XX`, or else
 * `default`.
 */
export function responseFor(operation: Operation, status: number): Response | undefined {
  const { responses } = operation;
  return (
    responses.find((response) => response.status === String(status)) ??
    responses.find((response) => response.status.toUpperCase() === `${Math.floor(status / 100)}XX`) ??
    responses.find((response) => response.status === 'default')
  );
}

/**
 * Response that the document declares for a status. If the operation declares a success response, `default` applies
 * only to errors (400 to 599).
 */
export function declaredFor(operation: Operation, status: number): Response | undefined {
  const response = responseFor(operation, status);
  if (response?.status !== 'default') return response;
  const errorsOnly = operation.responses.some((other) => /^2/.test(other.status));
  return errorsOnly && (status < 400 || status > 599) ? undefined : response;
}

/** First JSON media type of the request body. */
export function jsonContent({ requestBody }: Operation): MediaType | undefined {
  return requestBody?.content.find(({ mediaType }) => isJson(mediaType));
}

/** Response with the first 2xx status. */
export function successOf(operation: Operation): { status: number; response: Response } | undefined {
  const response = operation.responses.find(({ status }) => /^2\d\d$/.test(status));
  return response && { status: Number(response.status), response };
}
