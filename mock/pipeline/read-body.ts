import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { Problem } from '../core/problem.ts';
import { type BodyLimits, type ReadFailure, readStream } from './read-stream.ts';

/**
 * A function that receives the decoded request body. If the mock must reject the request, the function receives a
 * problem and an empty body.
 */
type TakeBody = (problem: Problem | undefined, body: Buffer) => void;

const NONE = Buffer.alloc(0);

/**
 * Reads the body of a request and decodes its content coding. Calls `done` immediately if the body has arrived together
 * with the head. Before the function calls `done` with a problem, it reads and discards the remaining body, so that the
 * client can read the response.
 */
export function readBody(request: IncomingMessage, limits: BodyLimits, done: TakeBody): void {
  const { 'content-encoding': coding, 'content-length': length, 'transfer-encoding': transfer } = request.headers;
  const size = Number(length);
  const reject = (problem: Problem) => discard(request, () => done(problem, NONE));
  if (length === undefined && transfer === undefined) done(undefined, NONE);
  else if (coding !== undefined && coding.toLowerCase() !== 'identity')
    readCoded(request, coding, limits, done, reject);
  else if (size > limits.limit) reject(tooLarge(limits));
  // Reads the complete body in one step, since several reads would allocate several buffers.
  else if (size === request.readableLength && size > 0) done(undefined, request.read());
  else
    readStream(request, limits, (failure, body) =>
      failure === undefined ? done(undefined, body) : reject(problemOf(failure, limits)),
    );
}

function readCoded(
  request: IncomingMessage,
  coding: string,
  limits: BodyLimits,
  done: TakeBody,
  reject: (problem: Problem) => void,
): void {
  const decoder = decoderOf(coding.toLowerCase());
  if (!decoder) {
    const detail = `The body cannot be read: unsupported content encoding "${coding.toLowerCase()}".`;
    reject(new Problem('unsupportedMediaType', detail));
    return;
  }
  // The decoder does not notice if the connection closes before the end of the body.
  request.once('close', () => request.complete || decoder.destroy());
  readStream(request.pipe(decoder), limits, (failure, body) => {
    request.unpipe(decoder).resume();
    decoder.on('error', () => undefined).destroy();
    if (failure === undefined) done(undefined, body);
    else if (typeof failure === 'string' || !('code' in failure)) reject(problemOf(failure, limits));
    else reject(new Problem('invalidRequest', `The body does not match its Content-Encoding: ${failure.message}.`));
  });
}

function decoderOf(coding: string): Transform | undefined {
  switch (coding) {
    case 'gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      return createZstdDecompress();
    default:
      return undefined;
  }
}

/** Reads and discards the remaining body of a request. */
function discard(request: IncomingMessage, done: () => void): void {
  if (request.readableEnded || request.destroyed) {
    done();
    return;
  }
  const end = () => {
    request.off('end', end).off('close', end).off('error', end);
    done();
  };
  request.on('end', end).on('close', end).on('error', end).resume();
}

function tooLarge({ limit }: BodyLimits): Problem {
  return new Problem('contentTooLarge', `The body is larger than ${limit} bytes.`);
}

function problemOf(failure: ReadFailure, limits: BodyLimits): Problem {
  if (failure === 'tooLarge') return tooLarge(limits);
  if (failure === 'noRoom')
    return new Problem('serviceUnavailable', 'Too many large bodies arrive at the same time. Send the request again.', {
      headers: { 'Retry-After': '1' },
    });
  return new Problem('invalidRequest', `The request cannot be read: ${failure.message}.`);
}
