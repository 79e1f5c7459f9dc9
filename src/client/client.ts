import createFetchClient, { type Client, type ClientOptions as FetchClientOptions } from 'openapi-fetch';
import type { components, paths } from './generated/api.ts';

/** What else openapi-fetch takes: `fetch`, `headers`, serializers and the options of `RequestInit`. */
export interface ClientOptions extends FetchClientOptions {
  /** Base URL of the service, without `/v1`: a mock's `url`, a sandbox's, a backend's. */
  readonly baseUrl: string;
  /** Sent as `X-Api-Key`. */
  readonly apiKey: string;
}

/** A client of the service: its methods, paths, parameters, bodies and answers are those of the contract. */
export type ServiceClient = Client<paths>;

/** The schemas of the contract: `Schemas['JwtKey']`. */
export type Schemas = components['schemas'];

/** Base path of the contract's server (D01). */
const BASE_PATH = '/v1';

/**
 * `await client.POST('/projects/{projectIdOrName}/jwt-keys', { params: { path: { projectIdOrName } }, body })`
 * gives `{ data, response }` after a success and `{ error, response }` after a rejection, where `error` is the
 * problem document (RFC 9457). It rejects only when there is no answer: the reason is what `fetch` gave.
 */
export function createClient({ baseUrl, apiKey, headers, ...options }: ClientOptions): ServiceClient {
  const client = createFetchClient<paths>({
    // Looked up at each call, so that what replaces it later is used.
    fetch: (request) => globalThis.fetch(request),
    ...options,
    baseUrl: baseUrl.replace(/\/+$/, '') + BASE_PATH,
    ...(headers && { headers }),
  });
  client.use({
    onRequest: ({ request }) => {
      request.headers.set('X-Api-Key', apiKey);
    },
  });
  return client;
}
