import type { JsonObject } from '../json.ts';
import { isJson } from '../media-type.ts';
import type { RuleReference } from './rule.ts';

/** Where a schema stands, so that it can be compiled in place with its references. */
export interface SchemaLocation {
  readonly schema: JsonObject;
  /** JSON Pointer into the document. */
  readonly pointer: string;
}

export interface Example {
  readonly name: string;
  readonly value: unknown;
}

/** An OpenAPI Media Type Object (§4.8.14). */
export interface MediaType {
  readonly mediaType: string;
  readonly schema: SchemaLocation | undefined;
  readonly examples: readonly Example[];
}

/** An OpenAPI Parameter Object (§4.8.12), or a Header Object under its name. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly schema: SchemaLocation | undefined;
  readonly examples: readonly Example[];
  /** The fixture that its value comes from (`x-fixture`). */
  readonly fixture: string | undefined;
  readonly rules: readonly RuleReference[];
  readonly node: JsonObject;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: readonly MediaType[];
}

export interface Response {
  /** `201`, `4XX` or `default`, as the document writes it. */
  readonly status: string;
  readonly description: string;
  readonly content: readonly MediaType[];
  readonly headers: readonly Parameter[];
  /** The node itself, for its `x-rules`. */
  readonly node: JsonObject;
}

/** An API key that the operation requires (§4.8.27). */
export interface ApiKey {
  readonly name: string;
  readonly in: 'header' | 'query' | 'cookie';
}

/** An OpenAPI Operation Object (§4.8.10) with everything that it inherits from its path and document. */
export interface Operation {
  readonly operationId: string;
  /** In capitals, as HTTP writes it. */
  readonly method: string;
  /** The path template, without the base path of the server. */
  readonly path: string;
  readonly summary: string;
  readonly tags: readonly string[];
  /** The clause of the interface document (`x-clause`). */
  readonly clause: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly apiKeys: readonly ApiKey[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly Response[];
  readonly node: JsonObject;
}

/** The response that the document gives for a status: the exact one, its range, or the default. */
export function responseFor(operation: Operation, status: number): Response | undefined {
  const { responses } = operation;
  return (
    responses.find((response) => response.status === String(status)) ??
    responses.find((response) => response.status.toUpperCase() === `${Math.floor(status / 100)}XX`) ??
    responses.find((response) => response.status === 'default')
  );
}

/**
 * The response that the document declares for a status. Where a success is declared, `default`
 * stands for the other errors (400 to 599).
 */
export function declaredFor(operation: Operation, status: number): Response | undefined {
  const response = responseFor(operation, status);
  if (response?.status !== 'default') return response;
  const errorsOnly = operation.responses.some((other) => /^2/.test(other.status));
  return errorsOnly && (status < 400 || status > 599) ? undefined : response;
}

/** The first media type of the request body that is JSON. */
export function jsonContent({ requestBody }: Operation): MediaType | undefined {
  return requestBody?.content.find(({ mediaType }) => isJson(mediaType));
}

/** The response of the first 2xx status: what the operation answers when all is well. */
export function successOf(operation: Operation): { status: number; response: Response } | undefined {
  const response = operation.responses.find(({ status }) => /^2\d\d$/.test(status));
  return response && { status: Number(response.status), response };
}
