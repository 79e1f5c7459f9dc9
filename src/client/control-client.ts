import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import { ControlError } from './control-error.ts';
import type { components, operations } from './generated/control-api.ts';
import { CONTROL_OPERATIONS } from './generated/control-operations.ts';

export interface ControlClientOptions {
  /** Base URL of the mock, or of one of its sandboxes. */
  readonly baseUrl: string;
  /** Token of the control API, if the mock was started with `--admin-token`. */
  readonly adminToken?: string | undefined;
  /** Replacement of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Client of the control API of a sandbox, with one method per operation of the OpenAPI document
 * mock/control/admin.yaml:
 *
 *     await admin.putClock({ fixed: '2026-01-15T09:30:00Z' });
 *     const { jwtKeys } = await admin.getState();
 *     await admin.deleteSandbox({ sandbox: 'checkout' });
 *
 * The first argument of a method contains the path and query parameters by name; the second argument is the request
 * body. A method has no argument for the parameters if its operation has no parameters. A method has no argument for
 * the body if its operation has no request body. A method resolves to the body of the response, and rejects with a
 * `ControlError` for an error response.
 */
export type ControlClient = {
  readonly [Id in keyof typeof CONTROL_OPERATIONS]: (
    ...input: [...ParametersInput<operations[Id]>, ...BodyInput<operations[Id]>]
  ) => Promise<Output<operations[Id]>>;
};

/** Types of the control API's schemas by name: `ControlSchemas['Fault']`. */
export type ControlSchemas = components['schemas'];

/** Type of the path and query parameters of an operation, by name. */
type Named<O> = O extends { parameters: { path?: infer Path; query?: infer Query } }
  ? Given<Path> & Given<Query>
  : unknown;

/** Parameters of one kind (path or query), or `unknown` for an operation without parameters of this kind. */
type Given<T> = [T] extends [undefined] ? unknown : T;

type ParametersInput<O> =
  unknown extends Named<O>
    ? []
    : Record<never, never> extends Named<O>
      ? [parameters?: Named<O>]
      : [parameters: Named<O>];

type BodyInput<O> = O extends { requestBody: infer Body }
  ? [body: Immutable<Media<Body>>]
  : O extends { requestBody?: infer Body }
    ? [Body] extends [undefined]
      ? []
      : [body?: Immutable<Media<Body>>]
    : [];

/** Readonly type of a request body, since the client does not change the body. */
type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Immutable<T[Name]> }
    : T;

type Output<O> = O extends { responses: infer Responses } ? Media<Responses[keyof Responses & Success]> : never;
type Success = 200 | 201 | 202 | 204;
type Media<T> = T extends { content: infer Content } ? Content[keyof Content] : undefined;

/** @see ControlClient */
export function createControlClient(options: ControlClientOptions): ControlClient {
  const methods = Object.entries(CONTROL_OPERATIONS).map(([operationId, operation]) => [
    operationId,
    (...input: unknown[]) => call(operationId, operation, options, input),
  ]);
  return Object.fromEntries(methods) as ControlClient;
}

interface ControlOperation {
  readonly method: string;
  readonly path: string;
  readonly queryNames: readonly string[];
  /** Media type of the request body; null for an operation without a request body. */
  readonly body: string | null;
}

async function call(
  operationId: string,
  { method, path, queryNames, body: mediaType }: ControlOperation,
  { baseUrl, adminToken, fetch = (request) => globalThis.fetch(request) }: ControlClientOptions,
  input: readonly unknown[],
): Promise<unknown> {
  const takesParameters = queryNames.length > 0 || path.includes('{');
  const [parameters, body] = (takesParameters ? input : [{}, ...input]) as [Record<string, unknown>?, unknown?];
  const query = Object.entries(parameters ?? {}).filter(([name]) => queryNames.includes(name));
  const url = createFinalURL(path, {
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    params: { path: parameters ?? {}, query: Object.fromEntries(query) },
    querySerializer: createQuerySerializer(),
    pathSerializer: defaultPathSerializer,
  });
  const response = await fetch(
    new Request(url, {
      method,
      headers: {
        ...(adminToken !== undefined && { Authorization: `Bearer ${adminToken}` }),
        ...(body !== undefined && mediaType !== null && { 'Content-Type': mediaType }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    }),
  );
  const answer = await read(response);
  if (!response.ok) throw new ControlError(operationId, response.status, answer);
  return answer;
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  return /\bjson\b/.test(response.headers.get('Content-Type') ?? '') ? JSON.parse(text) : text;
}
