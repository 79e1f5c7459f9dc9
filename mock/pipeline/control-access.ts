import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { Problem } from '../core/problem.ts';
import type { Handler, Request } from './http.ts';

/** Open to everybody: what a load balancer asks. It tells nothing that the contract does not. */
const HEALTH = '/__admin/health';

/**
 * Who may control the mock. With a token: whoever sends it as `Authorization: Bearer`. Without: this
 * machine only, under one of its own names (else a page that had its name rebound could ask, too), and
 * no page of another origin.
 */
export function controlAccess(token: string | undefined): Handler {
  const expected = token === undefined ? undefined : Buffer.from(`Bearer ${token}`);
  return (request, _response, next) => {
    if (request.path === HEALTH) return next();
    next(expected === undefined ? notLocal(request) : notAuthorized(request, expected));
  };
}

/** Who may load the page, which holds no data: where a token is needed, everybody, since the page asks for it. */
export function pageAccess(token: string | undefined): Handler {
  return (request, _response, next) => next(token === undefined ? notLocal(request) : undefined);
}

function notAuthorized({ headers }: Pick<Request, 'headers'>, expected: Buffer): Problem | undefined {
  const given = Buffer.from(headers.authorization ?? '');
  if (given.length === expected.length && timingSafeEqual(given, expected)) return undefined;
  return new Problem('unauthorized', 'The control API takes Authorization: Bearer with the token of --admin-token.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/** True if this machine asks, under one of its own names, and no page of another origin. */
export function isLocal(request: Pick<Request, 'socket' | 'headers'>): boolean {
  return notLocal(request) === undefined;
}

function notLocal({ socket, headers }: Pick<Request, 'socket' | 'headers'>): Problem | undefined {
  if (!isLoopback(socket.remoteAddress ?? '')) {
    return new Problem(
      'forbidden',
      'Without --admin-token the control API answers this machine only. Start the mock with a token and send it as Authorization: Bearer.',
    );
  }
  const host = hostName(headers.host ?? '');
  if (!isLocalName(host)) {
    return new Problem('forbidden', `The control API answers to localhost, not to Host ${host}.`);
  }
  const { origin } = headers;
  if (origin !== undefined && !sameHost(origin, headers.host)) {
    return new Problem('forbidden', `The control API answers no page of another origin (${origin}).`);
  }
  return undefined;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** True if a name or an address (without brackets) is of this machine itself. */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopback(host);
}

/** The name in `Host` without brackets and port. */
function hostName(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
}

function sameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
