import type { WireRequest } from '../../../src/run-result/wire.ts';
import { isLoopback } from '../../connection/loopback.ts';
import type { Target } from '../../connection/target.ts';

/** A place of a request in which the API key has no business, and the request with the key there. */
export type KeyPlace = readonly [
  id: string,
  what: string,
  place: (key: string, wire: WireRequest) => Partial<WireRequest>,
  /** Where the place is a header. */
  header?: string,
];

function header(id: string, what: string, name: string, value: (key: string) => string): KeyPlace {
  return [id, what, (key, { headers }) => ({ headers: { ...headers, [name]: value(key) } }), name];
}

/**
 * Not where every request of the run has that header: without it, what is in front of the service would answer. Not in
 * a query either, but on this machine: queries end up in logs.
 */
export function isFree(place: KeyPlace, target: Pick<Target, 'headers' | 'baseUrl' | 'standsFor'>): boolean {
  if (place[0] === IN_QUERY) return isLoopback(target.standsFor ?? target.baseUrl);
  const [, , , name] = place;
  const { headers = {} } = target;
  return !Object.keys(headers).some((taken) => taken.toLowerCase() === name?.toLowerCase());
}

/** The id of the place in the query. */
export const IN_QUERY = 'query';

function inQuery(keyHeader: string): KeyPlace {
  const names = [keyHeader, keyHeader.toLowerCase(), 'apiKey', 'api_key', 'key'];
  return [
    IN_QUERY,
    'in the query',
    (key, { path }) => ({
      path: `${path}?${new URLSearchParams(names.map((name): [string, string] => [name, key]))}`,
    }),
  ];
}

/** Places that servers read keys from beside the header that the document names. */
export function elsewhere(keyHeader: string): KeyPlace[] {
  return [
    header('bearer-token', 'as a bearer token', 'Authorization', (key) => `Bearer ${key}`),
    header('password', 'as a password', 'Authorization', (key) => `Basic ${btoa(`${key}:`)}`),
    header('cookie', 'as a cookie', 'Cookie', (key) => `${keyHeader}=${key}; apiKey=${key}`),
    inQuery(keyHeader),
  ];
}

/** The key as a shell or a configuration file may have it: another key, which nobody has. */
export function quotedKey({ apiKey }: { readonly apiKey: string }): string {
  return `"${apiKey}"`;
}

/** Names that services give the header by custom. */
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

/** Headers of other names, from which a server may read the key as well. */
export function inOtherHeaders(keyHeader: string): KeyPlace[] {
  const names = new Set([...OTHER_HEADERS, keyHeader.replaceAll('-', '_')]);
  return [...names]
    .filter((name) => name.toLowerCase() !== keyHeader.toLowerCase())
    .map((name) => header(name, `in the header ${name}`, name, (key) => key));
}

/** And places that servers may read them from in place of it. */
export function instead(keyHeader: string): KeyPlace[] {
  const [small, capitals] = [keyHeader.toLowerCase(), keyHeader.toUpperCase()];
  return [
    ...elsewhere(keyHeader),
    header('authorization', 'as Authorization without a scheme', 'Authorization', (key) => key),
    header('scheme-api-key', 'as Authorization of the scheme ApiKey', 'Authorization', (key) => `ApiKey ${key}`),
    header('bearer-in-header', `in ${keyHeader} behind the word Bearer`, keyHeader, (key) => `Bearer ${key}`),
    header('scheme-token', 'as Authorization of the scheme Token', 'Authorization', (key) => `Token ${key}`),
    ...inOtherHeaders(keyHeader),
    header('small-letters', `in the header ${small}, all in small letters`, small, (key) => key),
    header('capitals', `in the header ${capitals}, all in capitals`, capitals, (key) => key),
  ];
}
