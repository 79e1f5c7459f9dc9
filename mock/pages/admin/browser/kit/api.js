import createClient from 'openapi-fetch';
import { baseUrlOf, SANDBOX } from './place.js';
import { Refusal, refusalOf } from './refusal.js';
import { requireToken, tokenStore } from './token.js';

/** @import { Client } from 'openapi-fetch' */
/** @import { ControlPaths } from '../../types.ts' */

/**
 * The control API of this sandbox, Wrap each call in `answer`.
 *
 * @type {Client<ControlPaths>}
 */
export const api = createClient({ baseUrl: baseUrlOf(SANDBOX) });

api.use({
  onRequest({ request }) {
    const { token } = tokenStore.get();
    if (token !== undefined) request.headers.set('Authorization', `Bearer ${token}`);
  },
});

/**
 * The body of the answer.
 *
 * @template T
 * @param {Promise<{ data?: T, error?: unknown, response: Response }>} call
 * @returns {Promise<T>}
 * @throws {Refusal} when the mock refuses, or does not answer
 */
export async function answer(call) {
  const { data, error, response } = await call.catch((reason) => {
    if (reason.name === 'AbortError') throw reason;
    throw new Refusal('The mock does not answer. Is it still running?');
  });
  if (response.ok) return /** @type {T} */ (data);
  const refusal = refusalOf(response.status, error);
  if (response.status === 401) requireToken(refusal);
  throw refusal;
}

/**
 * Calls what the types cannot name, for its path is made up of data.
 *
 * @param {'get' | 'post' | 'put' | 'patch' | 'delete'} method
 * @param {string} path below `/__admin`, percent-encoded
 * @param {{ query?: Record<string, unknown>, body?: unknown, signal?: AbortSignal }} [options]
 * @returns {Promise<any>}
 * @throws {Refusal} as `answer` does
 */
export function call(method, path, { query, body, signal } = {}) {
  const { request } = /** @type {any} */ (api);
  return answer(request(method, `/__admin${path}`, { params: { query }, body, signal }));
}
