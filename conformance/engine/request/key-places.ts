import { isObject } from '../../../src/contract/json.ts';
import type { WireRequest } from '../../../src/run-result/wire.ts';
import { isLoopback } from '../../connection/loopback.ts';
import type { Target } from '../../connection/target.ts';

/**
 * A part of a request (header, cookie, query or body) in which the document does not expect the API key, with a
 * function that adds the API key to this part.
 */
export type KeyPlace = readonly [
  id: string,
  what: string,
  place: (key: string, wire: WireRequest) => Partial<WireRequest>,
  /** The name of the header, if the API key goes to a header. */
  header?: string,
];

function header(id: string, what: string, name: string, value: (key: string) => string): KeyPlace {
  return [id, what, (key, { headers }) => ({ headers: { ...headers, [name]: value(key) } }), name];
}

/**
 * True if the suite may send the API key in this part of the request. The suite does not replace a header that the
 * configuration sets, since a gateway may need this header. Only a target on this machine gets an API key in the query,
 * since servers log queries.
 */
export function isAllowed(place: KeyPlace, target: Pick<Target, 'headers' | 'baseUrl' | 'standsFor'>): boolean {
  if (place[0] === IN_QUERY) return isLoopback(target.standsFor ?? target.baseUrl);
  const [, , , name] = place;
  const { headers = {} } = target;
  return !Object.keys(headers).some((configured) => configured.toLowerCase() === name?.toLowerCase());
}

export const IN_QUERY = 'query';
export const IN_BODY = 'body';

/** Names of parameters or properties from which a server may read an API key in a query or in a body. */
function propertyNames(keyHeader: string): string[] {
  return [keyHeader, keyHeader.toLowerCase(), 'apiKey', 'api_key', 'key', 'token'];
}

function inQuery(keyHeader: string): KeyPlace {
  return [
    IN_QUERY,
    'in the query',
    (key, { path }) => ({
      path: `${path}?${new URLSearchParams(propertyNames(keyHeader).map((name): [string, string] => [name, key]))}`,
    }),
  ];
}

/** Adds properties with the API key to the body. A body that is not a JSON object stays unchanged. */
function inBody(keyHeader: string): KeyPlace {
  return [
    IN_BODY,
    'in the body',
    (key, { body }) => {
      const value: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
      if (!isObject(value)) return {};
      const properties = propertyNames(keyHeader).map((name) => [name, key]);
      return { body: JSON.stringify({ ...Object.fromEntries(properties), ...value }) };
    },
  ];
}

/** Parts of a request from which some servers read the API key in addition to the documented header. */
export function additionalPlaces(keyHeader: string): KeyPlace[] {
  return [
    header('bearer-token', 'as a bearer token', 'Authorization', (key) => `Bearer ${key}`),
    header('password', 'as a password', 'Authorization', (key) => `Basic ${btoa(`${key}:`)}`),
    header('cookie', 'as a cookie', 'Cookie', (key) => `${keyHeader}=${key}; apiKey=${key}`),
    inBody(keyHeader),
    inQuery(keyHeader),
  ];
}

/**
 * The API key in quotes, as a shell or a configuration file may contain it. A server must treat an API key in quotes
 * as another, unknown API key.
 */
export function quotedKey({ apiKey }: { readonly apiKey: string }): string {
  return `"${apiKey}"`;
}

/** Common names of headers for API keys. */
const OTHER_HEADERS = [
  'Api-Key',
  'ApiKey',
  'X-ApiKey',
  'X-Api-Token',
  'X-Auth-Key',
  'X-Auth-Token',
  'X-Access-Token',
  'X-Token',
  'X-Key',
];

/**
 * Undocumented headers from which a server may read the API key. The name with `_` in place of `-` is not among them,
 * since a server behind CGI, WSGI or Rack does not distinguish the two names (RFC 3875 §4.1.18).
 */
export function inOtherHeaders(keyHeader: string): KeyPlace[] {
  return OTHER_HEADERS.filter((name) => name.toLowerCase() !== keyHeader.toLowerCase()).map((name) =>
    header(name, `in the header ${name}`, name, (key) => key),
  );
}

/** Parts of a request from which some servers read the API key instead of the documented header. */
export function alternativePlaces(keyHeader: string): KeyPlace[] {
  const [small, capitals] = [keyHeader.toLowerCase(), keyHeader.toUpperCase()];
  return [
    ...additionalPlaces(keyHeader),
    header('authorization', 'as Authorization without a scheme', 'Authorization', (key) => key),
    header('scheme-api-key', 'as Authorization with the scheme ApiKey', 'Authorization', (key) => `ApiKey ${key}`),
    header('bearer-in-header', `in ${keyHeader} after the word Bearer`, keyHeader, (key) => `Bearer ${key}`),
    header('scheme-token', 'as Authorization with the scheme Token', 'Authorization', (key) => `Token ${key}`),
    ...inOtherHeaders(keyHeader),
    header('small-letters', `in the header ${small}, in lower case`, small, (key) => key),
    header('capitals', `in the header ${capitals}, in upper case`, capitals, (key) => key),
  ];
}
