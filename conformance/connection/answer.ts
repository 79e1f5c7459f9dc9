import type { Answer } from '../../src/run-result/wire.ts';
import { shortened } from '../../src/run-result/words.ts';

/** The media type in `Content-Type`, in lower case and without parameters; an empty string if the header is missing. */
export function mediaTypeOf({ headers }: Answer): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/**
 * True if the media type is JSON but the body is not UTF-8 (RFC 8259 §8.1). For a media type other than JSON, the
 * function returns false, since other formats allow other charsets.
 */
export function isUndecodableJson(answer: Answer): boolean {
  return answer.isUndecodable === true && /^application\/(?:[\w.-]{1,100}\+)?json$/.test(mediaTypeOf(answer));
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** The status of a response and, in a problem document, the first 200 characters of `detail`. */
export function describe({ status, json }: Answer): string {
  const detail = (json as { detail?: unknown } | undefined)?.detail;
  return typeof detail === 'string' ? `${status}: ${shortened(detail, 200)}` : String(status);
}
