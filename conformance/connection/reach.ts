import type { Answer } from '../../src/run-result/wire.ts';
import { Client, NoAnswerError } from './client.ts';
import { type Target, UnreachableError } from './target.ts';

/**
 * Verifies with one GET request that the target responds.
 *
 * @throws UnreachableError if no response arrives in time
 */
export async function reach(target: Target, path: string): Promise<void> {
  const client = new Client(target);
  try {
    const answer = await client.sendOnce({ method: 'GET', path, headers: {} });
    if (requiresTls(target, answer))
      throw new UnreachableError(`${target.baseUrl} requires TLS. Use ${target.baseUrl.replace(/^http:/, 'https:')}.`);
  } catch (error) {
    if (error instanceof NoAnswerError)
      throw new UnreachableError(`${target.baseUrl} does not respond: ${error.message}.${protocolHint(target, error)}`);
    throw error;
  } finally {
    client.close();
  }
}

/** True for a response with the status 400 whose body mentions TLS or HTTPS, after a plain HTTP request. */
function requiresTls({ baseUrl }: Target, { status, json, text }: Answer): boolean {
  return (
    baseUrl.startsWith('http:') && status === 400 && json === undefined && /\b(?:https|ssl|tls)\b(?!:)/i.test(text)
  );
}

/**
 * A hint for a wrong protocol: TLS on a port for plain HTTP, plain HTTP on a port for TLS, or HTTP/1.1 on a port for
 * HTTP/2 only.
 */
function protocolHint({ baseUrl }: Target, { message, cause }: Error): string {
  // The error of a failed ALPN negotiation (RFC 7301 §3.2).
  if (cause instanceof Error && /no application protocol/i.test(cause.message))
    return ' The server does not accept HTTP/1.1, which the suite uses. Enable HTTP/1.1 in addition to HTTP/2.';
  if (baseUrl.startsWith('https:') && message.includes('EPROTO'))
    return ' If the server does not use TLS, use http://….';
  if (baseUrl.startsWith('http:') && message.includes('ECONNRESET')) return ' If the server uses TLS, use https://….';
  return '';
}
