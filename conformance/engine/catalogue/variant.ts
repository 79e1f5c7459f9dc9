import type { WireRequest } from '../../../src/run-result/wire.ts';

/** An ID, and a function that changes a valid request. The change must not affect the response. */
export type Variant = readonly [id: string, change: (wire: WireRequest) => WireRequest];

export const withPath = (id: string, change: (path: string) => string): Variant => [
  id,
  (wire) => ({ ...wire, path: change(wire.path) }),
];
export const withHeaders = (id: string, headers: Readonly<Record<string, string>>): Variant => [
  id,
  (wire) => ({ ...wire, headers: { ...wire.headers, ...headers } }),
];
/**
 * For a variant that only sets several headers: one variant for each of these headers, which sets only this header.
 * Returns an empty array for any other variant.
 *
 * @param plain a request without the changes of the variant
 */
export function singleHeaders([id, change]: Variant, plain: WireRequest): Variant[] {
  const { method, path, headers } = change(plain);
  const added = Object.entries(headers).filter(([name, value]) => plain.headers[name] !== value);
  const isOfHeaders = method === plain.method && path === plain.path;
  return !isOfHeaders || added.length < 2
    ? []
    : added.map(([name, value]) => withHeaders(`only ${name} of ${id}`, { [name]: value }));
}
