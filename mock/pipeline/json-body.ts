import { isUtf8 } from 'node:buffer';
import type { RequestBody } from '../../src/contract/document/operation.ts';
import { exceededLimit, type JsonLimits } from '../../src/contract/json-size.ts';
import { essence } from '../../src/contract/media-type.ts';
import { Problem } from '../core/problem.ts';
import type { Room } from '../sandboxes/room.ts';
import type { Handler } from './http.ts';
import { readBody } from './read-body.ts';
import type { BodyLimits } from './read-stream.ts';

/**
 * The limits for the depth and the number of values of JSON apply only to request bodies of at least this size in
 * bytes. Without a limit of the depth, the time of `JSON.parse` for a large body would grow with the square of its
 * depth.
 */
const CHECKED_BYTES = 2 ** 14;

export interface JsonBodyLimits extends BodyLimits {
  readonly json: JsonLimits;
  /**
   * The limit for the memory of all sandboxes. While the sandboxes use all of this memory, the mock rejects every
   * request with a body.
   */
  readonly room?: Room;
}

/**
 * Reads the request body of an operation. The OpenAPI document must declare the media type in `Content-Type`; the
 * parameters and the letter case of the media type do not matter (engine rule `media-type`). The body must be JSON in
 * UTF-8 (RFC 8259 §8.1, engine rule `malformed-body`).
 */
export function jsonBody({ content, required }: RequestBody, limits: JsonBodyLimits): Handler[] {
  const types = content.map(({ mediaType }) => mediaType);
  const missing = new Problem(
    'invalidRequest',
    `The request has no body; expected a body of type ${types.join(' or ')}.`,
  );
  const absent = required ? missing : undefined;
  return [requireMediaType(types, absent), parseBody(limits, absent)];
}

function requireMediaType(types: readonly string[], absent: Problem | undefined): Handler {
  const known = new Set(types.map((type) => type.toLowerCase()));
  return (request, _response, next) => {
    const type = request.headers['content-type'];
    if (known.has(essence(type))) return next();
    const empty = request.headers['transfer-encoding'] === undefined && !Number(request.headers['content-length']);
    if (empty && type === undefined) return next(absent);
    const actual = type === undefined ? 'missing' : essence(type);
    next(new Problem('unsupportedMediaType', `Content-Type is ${actual}; expected ${types.join(' or ')}.`));
  };
}

function parseBody(limits: JsonBodyLimits, absent: Problem | undefined): Handler {
  return (request, response, next) => {
    readBody(request, limits, (problem, bytes) => {
      if (problem) return next(problem);
      request.body = undefined;
      if (bytes.length === 0) return next(absent);
      if (limits.room?.take(bytes.length) === false) return next(full(limits.room));
      response.locals.bodyBytes = bytes.length;
      response.locals.recorder?.body(bytes);
      // JSON is always UTF-8, even if Content-Type names another charset.
      if (!isUtf8(bytes))
        return next(new Problem('invalidRequest', 'The body is not UTF-8; expected JSON in UTF-8 (RFC 8259 §8.1).'));
      const exceeded = bytes.length < CHECKED_BYTES ? undefined : exceededLimit(bytes, limits.json);
      if (exceeded) return next(tooComplex(exceeded, limits.json));
      try {
        request.body = JSON.parse(withoutByteOrderMark(bytes.toString()));
      } catch (error) {
        return next(new Problem('invalidRequest', `The body is not valid JSON: ${(error as Error).message}.`));
      }
      next();
    });
  };
}

function full({ limit }: Room): Problem {
  const detail = `The sandboxes need more memory than the ${limit} bytes of --memory-limit. Reset or delete sandboxes.`;
  return new Problem('serviceUnavailable', detail, { headers: { 'Retry-After': '60' } });
}

function tooComplex(exceeded: keyof JsonLimits, limits: JsonLimits): Problem {
  return exceeded === 'depth'
    ? new Problem('invalidRequest', `The body is nested deeper than ${limits.depth} levels.`)
    : new Problem('contentTooLarge', `The body has more than ${limits.values} values.`);
}

/**
 * Removes a byte order mark from the beginning of the body. RFC 8259 §8.1 allows parsers to ignore a byte order mark.
 */
function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
