import { isUtf8 } from 'node:buffer';
import express from 'express';
import type { RequestBody } from '../../src/contract/document/operation.ts';
import { essence } from '../../src/contract/media-type.ts';
import { Problem } from '../core/problem.ts';
import type { Handler } from './http.ts';

/**
 * Reads the body of an operation. The document must list its media type, without regard to parameters and letter case
 * (`media-type`). The body must be UTF-8 (RFC 8259 §8.1) and JSON (`malformed-body`).
 */
export function jsonBody({ content, required }: RequestBody, limit: number): Handler[] {
  const types = content.map(({ mediaType }) => mediaType);
  const missing = new Problem(
    'invalidRequest',
    `The request has no body; expected a body of type ${types.join(' or ')}.`,
  );
  const absent = required ? missing : undefined;
  // The text parser of Express would select a decoder by the charset, but JSON is always UTF-8.
  const read = express.raw({ limit, type: () => true });
  return [requireMediaType(types, absent), read, parse(absent)];
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

function parse(absent: Problem | undefined): Handler {
  return (request, response, next) => {
    const bytes = request.body;
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
      request.body = undefined;
      return next(absent);
    }
    response.locals.bodyBytes = bytes.length;
    response.locals.recorder?.body(bytes);
    if (!isUtf8(bytes))
      return next(new Problem('invalidRequest', 'The body is not UTF-8; expected JSON in UTF-8 (RFC 8259 §8.1).'));
    try {
      request.body = JSON.parse(withoutByteOrderMark(bytes.toString()));
    } catch (error) {
      return next(new Problem('invalidRequest', `The body is not valid JSON: ${(error as Error).message}.`));
    }
    next();
  };
}

/** Removes a byte order mark, which a parser may ignore (RFC 8259 §8.1). */
function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
