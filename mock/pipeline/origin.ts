import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/**
 * Returns the origin under which the client reaches the mock. The host is the value of the header `Host` if a URL can
 * contain this value, otherwise the address of the socket.
 */
export function requestOrigin({ protocol, headers, socket }: IncomingMessage & { readonly protocol: string }): string {
  const { host } = headers;
  if (host !== undefined && HOST.test(host)) return `${protocol}://${host}`;
  return socketOrigin(socket);
}

/** Returns the origin of the mock from the address of the socket, for a request without a valid `Host`. */
export function socketOrigin(socket: Socket & { readonly encrypted?: boolean }, secure = socket.encrypted): string {
  const { localAddress = '127.0.0.1', localPort = secure ? 443 : 80 } = socket;
  // A socket for IPv4 and IPv6 shows an IPv4 address in the form `::ffff:127.0.0.1` (RFC 4291 §2.5.5.2).
  const address = localAddress.replace(/^::ffff:(?=[\d.]+$)/, '');
  return `${secure ? 'https' : 'http'}://${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}
