import { baseUrlOf, SANDBOX } from '../kit/urls.js';

/** @import { Exchange } from '../../types.ts' */

/** The replacement of a key in the journal. */
export const REDACTED = '[redacted]';
const KEY = '$CONTRACT_API_KEY';

/** Headers that curl sets itself, and headers that only a browser sets. */
const OWN_HEADERS =
  /^(?:host|content-length|connection|accept-encoding|user-agent|origin|referer|sec-.*|transfer-encoding|expect)$/;

/** The headers that a client sets itself. @param {Readonly<Record<string, string>>} headers */
export function sentHeaders(headers) {
  return Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name));
}

/**
 * A command for a POSIX shell that sends the request again.
 *
 * @param {Exchange} exchange
 */
export function toCurl({ method, path, request: { headers, body } }) {
  const sent = sentHeaders(headers);
  return [
    `curl -i -X ${quote(method)} ${quote(baseUrlOf(SANDBOX) + path)}`,
    // `Name:` would remove the header; `Name;` sends it without a value.
    ...sent.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // `--data-binary @name` would send a file.
    ...(body === undefined || body === ''
      ? []
      : [`--data-raw ${quote(typeof body === 'string' ? body : JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/**
 * Quotes a text for a POSIX shell. Only `'` must be outside single quotes. A key becomes a variable in double quotes.
 *
 * @param {string} text
 */
function quote(text) {
  if (/^[\w./:-]+$/.test(text)) return text;
  const quoted = `'${text.replaceAll("'", "'\\''")}'`;
  return quoted.replaceAll(REDACTED, () => `'"${KEY}"'`).replaceAll(/^''|''$/g, '');
}
