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
  if (place === IN_QUERY) return isLoopback(target.standsFor ?? target.baseUrl);
  const [, , , name] = place;
  const { headers = {} } = target;
  return !Object.keys(headers).some((taken) => taken.toLowerCase() === name?.toLowerCase());
}

export const IN_QUERY: KeyPlace = [
  'query',
  'in the query',
  (key, { path }) => {
    const names = ['X-Api-Key', 'x-api-key', 'apiKey', 'api_key', 'key'];
    return { path: `${path}?${new URLSearchParams(names.map((name): [string, string] => [name, key]))}` };
  },
];

/** Places that servers read keys from beside the header that the document names. */
export const ELSEWHERE: readonly KeyPlace[] = [
  header('bearer-token', 'as a bearer token', 'Authorization', (key) => `Bearer ${key}`),
  header('password', 'as a password', 'Authorization', (key) => `Basic ${btoa(`${key}:`)}`),
  header('cookie', 'as a cookie', 'Cookie', (key) => `X-Api-Key=${key}; apiKey=${key}`),
  IN_QUERY,
];

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

/** And places that servers may read them from in place of it. */
export const INSTEAD: readonly KeyPlace[] = [
  ...ELSEWHERE,
  header('authorization', 'as Authorization without a scheme', 'Authorization', (key) => key),
  header('scheme-api-key', 'as Authorization of the scheme ApiKey', 'Authorization', (key) => `ApiKey ${key}`),
  header('bearer-in-header', 'in X-Api-Key behind the word Bearer', 'X-Api-Key', (key) => `Bearer ${key}`),
  header('scheme-token', 'as Authorization of the scheme Token', 'Authorization', (key) => `Token ${key}`),
  ...OTHER_HEADERS.map((name) => header(name, `in the header ${name}`, name, (key) => key)),
  header('small-letters', 'in the header x-api-key, all in small letters', 'x-api-key', (key) => key),
  header('capitals', 'in the header X-API-KEY, all in capitals', 'X-API-KEY', (key) => key),
];
