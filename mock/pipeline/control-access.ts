import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { Problem } from '../core/problem.ts';
import type { Handler, Request } from './http.ts';

/**
 * The path of the health check. Load balancers need no token for the health check, which shows only public data of the
 * contract.
 */
const HEALTH = '/__admin/health';

/**
 * Restricts the access to the control API. If the mock has an admin token, every request must contain the token in the
 * header `Authorization: Bearer`. If the mock has no admin token, only a client on the same machine has access. A
 * client without a token must address the mock by a local name (against DNS rebinding), and must not be a page of
 * another origin.
 */
export function controlAccess(token: string | undefined): Handler {
  const expected = token === undefined ? undefined : Buffer.from(`Bearer ${token}`);
  return (request, _response, next) => {
    if (request.path === HEALTH) return next();
    next(expected === undefined ? notLocal(request) : notAuthorized(request, expected));
  };
}

/**
 * Restricts the access to the admin page. If the mock has an admin token, every client may load the page, since the
 * page contains no records and asks for the token.
 */
export function pageAccess(token: string | undefined): Handler {
  return (request, _response, next) => next(token === undefined ? notLocal(request, true) : undefined);
}

function notAuthorized({ headers }: Pick<Request, 'headers'>, expected: Buffer): Problem | undefined {
  const given = Buffer.from(headers.authorization ?? '');
  if (given.length === expected.length && timingSafeEqual(given, expected)) return undefined;
  return new Problem(
    'unauthorized',
    'The bearer token is missing or invalid. Send the token of --admin-token in the header Authorization: Bearer.',
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  );
}

/**
 * Returns true if the client of the request is on the machine of the mock, addresses the mock by a local name, and is
 * not a page of another origin. The function also returns true if the user has followed a link to the mock on a page of
 * another origin.
 */
export function isLocal(request: Pick<Request, 'socket' | 'headers'>): boolean {
  return notLocal(request, true) === undefined;
}

/**
 * Returns the reason why a client without a token has no access; undefined if the client has access.
 * @param navigable true if a link on a page of another origin may lead to the requested path
 */
function notLocal({ socket, headers }: Pick<Request, 'socket' | 'headers'>, navigable = false): Problem | undefined {
  if (!isLoopback(socket.remoteAddress ?? '')) {
    return new Problem(
      'forbidden',
      'Without --admin-token, only this machine may use the control API. Start the mock with --admin-token, and send the token in the header Authorization: Bearer.',
    );
  }
  const host = hostName(headers.host ?? '');
  if (!isLocalName(host)) {
    return new Problem('forbidden', `Host is ${host}; expected localhost or an address of this machine.`);
  }
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  // The request of a page can lack Origin, such as the request for an image, so Sec-Fetch-Site is also evaluated.
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

/**
 * Matches a subdomain of localhost (RFC 6761 §6.3). The pattern excludes characters with a special meaning in a URL,
 * such as the `#` in `evil.example#.localhost`.
 */
const LOCAL_NAME = /^[a-z0-9._-]+\.localhost$/;

/** Returns true if a host is localhost, a subdomain of localhost, or a loopback address without brackets. */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || LOCAL_NAME.test(host) || isLoopback(host);
}

/** Returns the name or address in the header `Host`, without brackets and port. */
function hostName(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
}

function sameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
