import { isUtf8 } from 'node:buffer';
import express, { type RequestHandler, type Response } from 'express';
import type { RequestBody } from '../../src/contract/operation.ts';
import { Problem } from '../problems.ts';
import { recorderOf } from './record-exchange.ts';

/**
 * Reads the body of an operation that takes one: its media type must be one that the document names
 * (parameters and letter case aside, D06), its bytes UTF-8 (RFC 8259 §8.1) and JSON (D05).
 */
export function jsonBody(body: RequestBody, limit: number): RequestHandler[] {
  const types = body.content.map(({ mediaType }) => mediaType);
  const read = express.json({
    limit,
    strict: false,
    type: () => true,
    verify: (_request, response, bytes) => {
      (response as Response).locals.bodyBytes = bytes.length;
      recorderOf(response as Response)?.body(bytes);
      if (!isUtf8(bytes)) throw new Error('it is not UTF-8 (RFC 8259 §8.1)');
    },
  });
  return [requireMediaType(types, body.required), read];
}

function requireMediaType(types: readonly string[], required: boolean): RequestHandler {
  const known = new Set(types.map((type) => type.toLowerCase()));
  return (request, _response, next) => {
    const type = request.headers['content-type'];
    if (known.has(essence(type))) return next();
    const empty = request.headers['transfer-encoding'] === undefined && !Number(request.headers['content-length']);
    if (empty && type === undefined) {
      return next(
        required ? new Problem('invalidRequest', `A body is required, of type ${types.join(' or ')}.`) : undefined,
      );
    }
    const came = type === undefined ? 'of no media type' : essence(type);
    next(new Problem('unsupportedMediaType', `The body is ${came}; this operation takes ${types.join(' or ')}.`));
  };
}

/** The media type without its parameters, in lower case (RFC 9110 §8.3.1). */
function essence(type = ''): string {
  const end = type.indexOf(';');
  return (end < 0 ? type : type.slice(0, end)).trim().toLowerCase();
}
