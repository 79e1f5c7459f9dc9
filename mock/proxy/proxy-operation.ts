import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import { checkResponse } from '../../src/contract/schema/check-response.ts';
import type { Violation } from '../../src/contract/schema/violation.ts';
import type { ExchangeViolation } from '../core/locals.ts';
import { Problem } from '../core/problem.ts';
import type { Handler, Request, Response } from '../pipeline/http.ts';
import { type BodyLimits, readStream } from '../pipeline/read-stream.ts';
import { headOf, recorded, writeText } from '../pipeline/replies/send-reply.ts';
import { warn } from '../pipeline/warnings.ts';
import { backendPath } from './backend-path.ts';
import { requestCheck } from './check-request.ts';
import { endToEnd, type Upstream, UpstreamError, type UpstreamResponse } from './upstream.ts';

/** Largest number of violations that the response headers list. The journal contains all violations. */
const MAX_REPORTED = 10;

/**
 * Creates the handler that forwards the requests of an operation and the responses of the backend unchanged. The
 * handler validates each message against the document, and lists the violations in response headers. The handler also
 * forwards invalid messages. If `operation` is undefined, the handler reports every request as a violation.
 */
export function proxyOperation(
  contract: Contract,
  operation: Operation | undefined,
  upstream: Upstream,
  bodies: BodyLimits,
): Handler {
  const check = operation && requestCheck(contract, operation);
  return async (request, response, next) => {
    const path = backendPath(request.originalUrl.replace(/^\/sandboxes\/[^/]+/, ''));
    if (path === undefined)
      return next(
        new Problem(
          'invalidRequest',
          'The path of the request leaves the base URL of the backend; expected a path below the base URL.',
        ),
      );
    const body = await bodyOf(request, bodies);
    if (!body) return;
    if (body instanceof Problem) return next(body);
    response.locals.recorder?.body(body);
    const backendResponse = await forward(request, path, body, upstream, leaving(response));
    if (!backendResponse) return;
    if (backendResponse instanceof Problem) return next(backendResponse);
    const found: ExchangeViolation[] = [
      ...(check?.(request, textOf(request.headers, body)) ?? [unknownOperation(request)]).map(inMessage('request')),
      ...(operation ? checkResponse(contract, operation, received(backendResponse)) : []).map(inMessage('response')),
    ];
    for (const [name, value] of Object.entries(endToEnd(backendResponse.headers))) {
      if (value !== undefined && !name.startsWith('access-control-') && name !== 'content-length')
        response.setHeader(name, value);
    }
    // The response to the client and the journal have the request ID that the backend sent.
    response.locals.requestId = requestIdOf(backendResponse) ?? response.locals.requestId;
    response.locals.violations = found;
    reportViolations(response, found);
    send(response, backendResponse);
  };
}

/**
 * Sends the response of the backend to the client. A body in UTF-8 is sent with `writeText`, so that the faults apply
 * and the journal contains the text.
 */
function send(response: Response, { status, headers, body }: UpstreamResponse): void {
  if (isUtf8(body)) {
    const mediaType = headers['content-type'] ?? 'application/octet-stream';
    writeText(response, status, body.length === 0 ? undefined : { mediaType, text: body.toString() });
  } else {
    const head = headOf(response, body.length);
    recorded(response, status, head, undefined, () => response.writeHead(status, head).end(body));
  }
}

/**
 * Reads the body of a request. Returns a problem if the body exceeds a limit, and undefined if the client has
 * disconnected.
 */
async function bodyOf(request: Request, bodies: BodyLimits): Promise<Buffer | Problem | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | Problem | undefined>();
  readStream(request, bodies, (failure, body) => {
    if (failure === undefined) resolve(body);
    else if (failure instanceof Error) resolve(undefined);
    else {
      // Some clients read the response only after they have sent the whole request, so the mock reads the rest of the
      // request body.
      request.on('error', () => undefined).resume();
      resolve(
        failure === 'tooLarge'
          ? new Problem('contentTooLarge', `The body is larger than ${bodies.limit} bytes.`)
          : new Problem(
              'serviceUnavailable',
              'Too many large bodies arrive at the same time. Send the request again.',
              {
                headers: { 'Retry-After': '1' },
              },
            ),
      );
    }
  });
  return await promise;
}

/** Creates a signal that aborts when the client disconnects before the end of the response. */
function leaving(response: Response): AbortSignal {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  return left.signal;
}

/** Returns the response of the backend, or a problem; undefined if the client has disconnected. */
async function forward(
  request: Request,
  path: string,
  body: Buffer,
  upstream: Upstream,
  left: AbortSignal,
): Promise<UpstreamResponse | Problem | undefined> {
  const { expect: _, ...headers } = request.headers;
  if (upstream.sent(headers))
    return new Problem('badGateway', 'The base URL of the backend leads back to this proxy. Change the base URL.');
  try {
    return await upstream.send({ method: request.method, path, headers, body }, left);
  } catch (error) {
    if (left.aborted) return undefined;
    if (!(error instanceof UpstreamError)) throw error;
    return new Problem(error.timedOut ? 'gatewayTimeout' : 'badGateway', `The backend ${error.message}.`);
  }
}

const LONGEST_REQUEST_ID = 200;

/** Returns the request ID in the response of the backend, if the log can contain this ID unchanged. */
function requestIdOf({ headers }: UpstreamResponse): string | undefined {
  const id = headers['x-request-id']?.toString() ?? '';
  return /^[!-~]+$/.test(id) && id.length <= LONGEST_REQUEST_ID ? id : undefined;
}

/** Returns the body as text; undefined if the body has a content coding. */
function textOf(headers: IncomingHttpHeaders, body: Buffer): string | undefined {
  return headers['content-encoding'] === undefined ? body.toString() : undefined;
}

function received({ status, headers, body }: UpstreamResponse) {
  return {
    status,
    contentType: headers['content-type'],
    hasHeader: (name: string) => headers[name] !== undefined,
    body: textOf(headers, body),
  };
}

function unknownOperation({ method, path }: Request): Violation {
  const detail = `The document has no operation for ${method} ${path}.`;
  return {
    in: 'path',
    pointer: '',
    keyword: '',
    rules: [],
    expected: 'a documented operation',
    actual: method,
    detail,
  };
}

function inMessage(message: ExchangeViolation['message']): (violation: Violation) => ExchangeViolation {
  return (violation) => ({ ...violation, message });
}

/** Adds the violations to the response headers, such as `response body /kid D50: kid is required.`, and to the log. */
function reportViolations(response: Response, found: readonly ExchangeViolation[]): void {
  response.setHeader('X-Contract-Violations', found.length);
  if (found.length === 0) return;
  const texts = found.map(
    ({ message, in: place, pointer, rules, detail }) =>
      `${[message, place, pointer, rules[0]].filter(Boolean).join(' ')}: ${detail}`,
  );
  response.setHeader('X-Contract-Violation', texts.slice(0, MAX_REPORTED).map(headerText));
  warn(response, texts);
}

/** Replaces characters that a header field cannot contain (RFC 9110 §5.5), and cuts a text after 500 characters. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 500);
}
