import type { Operation } from '../../src/contract/document/operation.ts';
import type { SandboxFault } from '../core/fault.ts';
import { isProblem, Problem } from '../core/problem.ts';
import { type AppliedFaults, applyFaults } from '../faults/apply-faults.ts';
import { randomBytes } from '../faults/random.ts';
import { type Handler, type NextFunction, type Request, type Response, sandboxOf } from './http.ts';
import { resetConnection, sendGarbled, sendSlowly, sendTruncated } from './replies/delivery.ts';
import type { DocumentReplies } from './replies/document-replies.ts';
import { waitWhileConnected } from './replies/queue-wait.ts';
import type { SendReply } from './replies/send-reply.ts';

/**
 * Applies the faults of the sandbox before authentication and validation, like a gateway in front of the service. The
 * response header `X-Mock-Fault` lists the faults that applied.
 */
export function faults({ operationId }: Operation, replies: DocumentReplies, send: SendReply): Handler {
  return (request, response, next) => {
    const { faults } = sandboxOf(response).settings;
    if (faults === undefined) return next();
    const selected = faults.filter(({ operations }) => operations?.includes(operationId) ?? true);
    if (selected.length === 0) return next();
    return applyTo(selected, request, response, next, replies, send);
  };
}

async function applyTo(
  selected: readonly SandboxFault[],
  request: Request,
  response: Response,
  next: NextFunction,
  replies: DocumentReplies,
  send: SendReply,
): Promise<void> {
  const { clockIn, transaction } = sandboxOf(response);
  const { ids, delayMs, effect } = await transaction((tx) => applyFaults(tx, selected, clockIn(tx).now()));
  if (ids.length === 0) return next();
  response.locals.faults = ids;
  response.setHeader('X-Mock-Fault', ids.join(', '));
  if (delayMs > 0 && !(await waitWhileConnected(delayMs, response))) return;
  const { error, reset, rateLimit } = effect?.fault ?? {};
  if (reset === 'before') return resetConnection(response);
  if (rateLimit) return next(tooManyRequests(rateLimit, effect?.retryAfterSeconds ?? 0));
  if (error) {
    const reply = await replies({ code: error.status, example: error.example }, request);
    return isProblem(reply) ? next(reply) : send(response, reply);
  }
  if (effect) response.locals.deliver = deliveryOf(effect);
  next();
}

function tooManyRequests(
  { limit, windowSeconds }: NonNullable<SandboxFault['rateLimit']>,
  retryAfterSeconds: number,
): Problem {
  return new Problem(
    'tooManyRequests',
    `The limit of ${limit} requests in ${windowSeconds} s is exceeded. Retry in ${retryAfterSeconds} s.`,
    {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    },
  );
}

function deliveryOf({ fault, n }: NonNullable<AppliedFaults['effect']>) {
  const { truncate, garble, drip, seed = fault.id } = fault;
  if (truncate) return sendTruncated;
  if (garble) return sendGarbled(randomBytes(seed, n, 'garble'));
  return drip ? sendSlowly(drip.bytesPerSecond) : resetConnection;
}
