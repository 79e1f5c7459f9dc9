import { errorOfResponse, RequestError } from './request-error.js';
import { requireToken, tokenStore } from './token.js';
import { baseUrlOf, SANDBOX } from './urls.js';

/**
 * Calls the control API of this sandbox.
 *
 * @param {'get' | 'post' | 'put' | 'patch' | 'delete'} method
 * @param {string} path below `/__admin`, percent-encoded
 * @param {{ query?: Record<string, unknown>, body?: unknown, signal?: AbortSignal }} [options]
 * @returns {Promise<any>} the body of the response
 * @throws {RequestError} when the mock rejects the request or does not respond
 */
export async function call(method, path, { query = {}, body, signal } = {}) {
  const { token } = tokenStore.get();
  const headers = {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const url = `${baseUrlOf(SANDBOX)}/__admin${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
  const init = { method: method.toUpperCase(), headers, body: JSON.stringify(body) ?? null, signal: signal ?? null };
  const response = await fetch(url, init).catch((reason) => {
    if (reason.name === 'AbortError') throw reason;
    throw new RequestError('The mock does not respond. Check that the mock is still running.');
  });
  const text = await response.text();
  const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '');
  const content = isJson ? JSON.parse(text) : text;
  if (response.ok) return content;
  const error = errorOfResponse(response.status, content);
  if (response.status === 401) requireToken(error);
  throw error;
}
