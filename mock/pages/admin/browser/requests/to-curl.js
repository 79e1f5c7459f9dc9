import { baseUrlOf, SANDBOX } from '../kit/urls.js';

/** @import { Exchange } from '../../types.ts' */

/** The text that replaces an API key in the journal. */
export const REDACTED = '[redacted]';
const KEY = '$CONTRACT_API_KEY';

/** Matches the names of the headers that curl sets itself, and of the headers that only a browser sets. */
const OWN_HEADERS =
  /^(?:host|content-length|connection|accept-encoding|user-agent|origin|referer|sec-.*|transfer-encoding|expect)$/;

/**
 * Lists the headers of a request except those that an HTTP library or a browser sets itself.
 * @param {Readonly<Record<string, string>>} headers
 */
export function sentHeaders(headers) {
  return Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name));
}

/**
 * Creates a curl command for a POSIX shell, which sends the request of an exchange again.
 *
 * @param {Exchange} exchange
 */
export function toCurl({ method, path, request: { headers, body } }) {
  const sent = sentHeaders(headers);
  return [
    `curl -i -X ${quote(method)} ${quote(baseUrlOf(SANDBOX) + path)}`,
    // To send a header with an empty value, curl requires `-H Name;`. With `-H Name:`, curl would omit the header.
    ...sent.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // Uses `--data-raw`, since with `--data-binary`, curl would send a file instead of a body that begins with `@`.
    ...(body === undefined || body === ''
      ? []
      : [`--data-raw ${quote(typeof body === 'string' ? body : JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/**
 * Quotes a text for a POSIX shell. The quotes are single quotes, which cannot contain the character `'`. Each redacted
 * API key becomes a variable in double quotes.
 *
 * @param {string} text
 */
function quote(text) {
  if (/^[\w./:-]+$/.test(text)) return text;
  const quoted = `'${text.replaceAll("'", "'\\''")}'`;
  return quoted.replaceAll(REDACTED, () => `'"${KEY}"'`).replaceAll(/^''|''$/g, '');
}
