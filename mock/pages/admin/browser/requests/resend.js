import { baseUrlOf, SANDBOX } from '../kit/urls.js';
import { REDACTED, sentHeaders } from './to-curl.js';

/** @import { Exchange } from '../../types.ts' */

/**
 * Creates the code of a `fetch` call that sends the request of an exchange again.
 *
 * @param {Exchange} exchange
 */
export function toFetch(exchange) {
  const { url, ...init } = requestOf(exchange, '<your API key>');
  return `await fetch(${JSON.stringify(url)}, ${JSON.stringify(init, undefined, 2)});\n`;
}

/** Returns true if the request had an API key. The journal does not contain the API key. @param {Exchange} exchange */
export function needsKey({ request: { headers } }) {
  return Object.values(headers).some((value) => value.includes(REDACTED));
}

/**
 * Sends the request of an exchange again.
 *
 * @param {Exchange} exchange
 * @param {string} key
 * @returns {Promise<number>} the status of the response
 */
export async function resend(exchange, key) {
  const { url, ...init } = requestOf(exchange, key);
  const { status } = await fetch(url, init);
  return status;
}

/**
 * @param {Exchange} exchange
 * @param {string} key
 */
function requestOf({ method, path, request: { headers, body } }, key) {
  const sent = sentHeaders(headers).map(([name, value]) => [name, value.replaceAll(REDACTED, key)]);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    url: baseUrlOf(SANDBOX) + path,
    method,
    headers: Object.fromEntries(sent),
    ...(body !== undefined && body !== '' && { body: text }),
  };
}
