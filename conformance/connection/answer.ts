import type { Answer } from '../../src/run-result/wire.ts';

/** The media type of the response without parameters, in lower case; empty if there is none. */
export function mediaTypeOf({ headers }: Answer): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}
