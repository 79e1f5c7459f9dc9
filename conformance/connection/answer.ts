import type { Answer } from '../../src/run-result/wire.ts';

/** The media type of the response without parameters, in lower case; empty if there is none. */
export function mediaTypeOf({ headers }: Answer): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** True for a JSON body that is not UTF-8 (RFC 8259 §8.1). A body of another media type may have another charset. */
export function isUndecodableJson(answer: Answer): boolean {
  return answer.isUndecodable === true && /^application\/(?:[\w.-]{1,100}\+)?json$/.test(mediaTypeOf(answer));
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}
