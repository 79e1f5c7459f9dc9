import type { Socket } from 'node:net';

/** Where a connection found the mock, as the origin of a URL: what can be said without a Host. */
export function socketOrigin(socket: Socket & { readonly encrypted?: boolean }, secure = socket.encrypted): string {
  const { localAddress = '127.0.0.1', localPort = secure ? 443 : 80 } = socket;
  // A socket of both families shows an IPv4 address as `::ffff:127.0.0.1` (RFC 4291 §2.5.5.2).
  const address = localAddress.replace(/^::ffff:(?=[\d.]+$)/, '');
  return `${secure ? 'https' : 'http'}://${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}
