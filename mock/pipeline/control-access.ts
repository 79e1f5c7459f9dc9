import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { Problem } from '../core/problem.ts';
import type { Handler, Request } from './http.ts';

/** The health check, which needs no authorization, for load balancers. It shows only public data of the contract. */
const HEALTH = '/__admin/health';

/**
 * Restricts the control API. With a token, every request must send it as `Authorization: Bearer`. Without a token, only
 * this machine may call, under one of its own names (against DNS rebinding), and no page of another origin.
 */
export function controlAccess(token: string | undefined): Handler {
  const expected = token === undefined ? undefined : Buffer.from(`Bearer ${token}`);
  return (request, _response, next) => {
    if (request.path === HEALTH) return next();
    next(expected === undefined ? notLocal(request) : notAuthorized(request, expected));
  };
}

/** Restricts the admin page. With a token, every client may load it: it contains no data and asks for the token. */
export function pageAccess(token: string | undefined): Handler {
  return (request, _response, next) => next(token === undefined ? notLocal(request, true) : undefined);
}

function notAuthorized({ headers }: Pick<Request, 'headers'>, expected: Buffer): Problem | undefined {
  const given = Buffer.from(headers.authorization ?? '');
  if (given.length === expected.length && timingSafeEqual(given, expected)) return undefined;
  return new Problem(
    'unauthorized',
    'The bearer token is missing or invalid. Send the token of --admin-token as Authorization: Bearer.',
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  );
}

/** True if the client is on this machine, uses one of its names, and is not a page of another origin. */
export function isLocal(request: Pick<Request, 'socket' | 'headers'>): boolean {
  return notLocal(request, true) === undefined;
}

/** @param navigable true if a link of another page may lead here */
function notLocal({ socket, headers }: Pick<Request, 'socket' | 'headers'>, navigable = false): Problem | undefined {
  if (!isLoopback(socket.remoteAddress ?? '')) {
    return new Problem(
      'forbidden',
      'Without --admin-token, only this machine may use the control API. Start the mock with a token, and send it as Authorization: Bearer.',
    );
  }
  const host = hostName(headers.host ?? '');
  if (!isLocalName(host)) {
    return new Problem('forbidden', `Host is ${host}; expected localhost or an address of this machine.`);
  }
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  // A request without Origin, such as of an image, also comes from a page.
  if ((site === 'cross-site' || site === 'same-site') && !(navigable && mode === 'navigate')) {
    return new Problem(
      'forbidden',
      `Sec-Fetch-Site is ${site}. Pages of another origin cannot use the control API without a token (--admin-token).`,
    );
  }
  if (origin !== undefined && !sameHost(origin, headers.host)) {
    return new Problem(
      'forbidden',
      `Origin is ${origin}. Pages of another origin need a token to use the control API (--admin-token).`,
    );
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

/** A subdomain of localhost (RFC 6761 §6.3), without other characters of a URL such as `#`. */
const LOCAL_NAME = /^[a-z0-9._-]+\.localhost$/;

/** True if a name or address (without brackets) is localhost or a loopback address. */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || LOCAL_NAME.test(host) || isLoopback(host);
}

/** The host name in `Host`, without brackets and port. */
function hostName(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
}

function sameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
