import type { IncomingMessage } from 'node:http';
import { socketOrigin } from './socket-origin.ts';

const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** Where the client found the mock: its Host when that can stand in a URL, else the socket's address. */
export function requestOrigin({ protocol, headers, socket }: IncomingMessage & { readonly protocol: string }): string {
  const { host } = headers;
  if (host !== undefined && HOST.test(host)) return `${protocol}://${host}`;
  return socketOrigin(socket);
}
