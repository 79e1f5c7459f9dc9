import type { Operation } from '../../src/contract/document/operation.ts';
import type { SandboxFault } from '../core/fault.ts';
import { isProblem, Problem } from '../core/problem.ts';
import { type Strike, strike } from '../faults/apply-faults.ts';
import { digest } from '../faults/random.ts';
import { type Handler, type NextFunction, type Request, type Response, sandboxOf } from './http.ts';
import { dripping, garbled, hangUp, truncated } from './replies/delivery.ts';
import type { DocumentReplies } from './replies/document-replies.ts';
import { waited } from './replies/queue-wait.ts';
import type { SendReply } from './replies/send-reply.ts';

/**
 * Applies the faults of the sandbox before authentication and validation, as a gateway in front of the service would.
 * The header `X-Mock-Fault` lists the faults that applied.
 */
export function faults({ operationId }: Operation, replies: DocumentReplies, send: SendReply): Handler {
  return (request, response, next) => {
    const { faults } = sandboxOf(response).settings;
    if (faults === undefined) return next();
    const concerned = faults.filter(({ operations }) => operations?.includes(operationId) ?? true);
    if (concerned.length === 0) return next();
    return meet(concerned, request, response, next, replies, send);
  };
}

async function meet(
  concerned: readonly SandboxFault[],
  request: Request,
  response: Response,
  next: NextFunction,
  replies: DocumentReplies,
  send: SendReply,
): Promise<void> {
  const { clock, transaction } = sandboxOf(response);
  const { ids, delayMs, effect } = await transaction((tx) => strike(tx, concerned, clock.now()));
  if (ids.length === 0) return next();
  response.locals.faults = ids;
  response.setHeader('X-Mock-Fault', ids.join(', '));
  if (delayMs > 0 && !(await waited(delayMs, response))) return;
  const { error, reset, rateLimit } = effect?.fault ?? {};
  if (reset === 'before') return hangUp(response);
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

function deliveryOf({ fault, n }: NonNullable<Strike['effect']>) {
  const { truncate, garble, drip, seed = fault.id } = fault;
  if (truncate) return truncated;
  if (garble) return garbled(digest(seed, n, 'garble'));
  return drip ? dripping(drip.bytesPerSecond) : hangUp;
}
