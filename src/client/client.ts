import createFetchClient, { type Client, type ClientOptions as FetchClientOptions } from 'openapi-fetch';
import type { components, paths } from './generated/api.ts';

/**
 * Options of a client. Options of `createClient`, including the options of openapi-fetch: `fetch`, `headers`,
 * serializers and `RequestInit`.
 */
export interface ClientOptions extends FetchClientOptions {
  /** Base URL of the mock, sandbox or backend, without `/v1`. */
  readonly baseUrl: string;
  /** Value of the header `X-Api-Key`. */
  readonly apiKey: string;
}

/** Client of the service, with the paths, parameters, bodies and responses of the contract. */
export type ServiceClient = Client<paths>;

/** Types of the contract's schemas by name: `Schemas['JwtKey']`. */
export type Schemas = components['schemas'];

/** Base path of every operation, from `servers` of the OpenAPI document (D01). */
const BASE_PATH = '/v1';

/**
 * Creates a client of the service:
 *
 *     await client.POST('/projects/{projectIdOrName}/jwt-keys', { params: { path: { projectIdOrName } }, body })
 *
 * For a success response, the call resolves to `{ data, response }`. For an error response, the call resolves to
 * `{ error, response }`, where `error` is the problem document (RFC 9457). Without a response, the call rejects with
 * the error of `fetch`.
 */
export function createClient({ baseUrl, apiKey, headers, ...options }: ClientOptions): ServiceClient {
  const client = createFetchClient<paths>({
    // The client reads the global `fetch` at each call, since a test may replace `fetch` after it creates the client.
    fetch: (request) => globalThis.fetch(request),
    ...options,
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, '') + BASE_PATH,
    ...(headers && { headers }),
  });
  client.use({
    onRequest: ({ request }) => {
      request.headers.set('X-Api-Key', apiKey);
    },
  });
  return client;
}
