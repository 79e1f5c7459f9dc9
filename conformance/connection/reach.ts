import type { Answer } from '../../src/run-result/wire.ts';
import { Client, NoAnswerError } from './client.ts';
import { type Target, UnreachableError } from './target.ts';

/** Asks for anything at all. @throws UnreachableError when nothing answers in time */
export async function reach(target: Target, path: string): Promise<void> {
  const client = new Client(target);
  try {
    const answer = await client.sendOnce({ method: 'GET', path, headers: {} });
    if (asksForTls(target, answer))
      throw new UnreachableError(
        `${target.baseUrl} speaks TLS: its URL is ${target.baseUrl.replace(/^http:/, 'https:')}.`,
      );
  } catch (error) {
    if (error instanceof NoAnswerError)
      throw new UnreachableError(`${target.baseUrl} does not answer: ${error.message}.${otherProtocol(target, error)}`);
    throw error;
  } finally {
    client.close();
  }
}

/** Some servers tell in words, with status 400, that their port takes nothing but TLS. */
function asksForTls({ baseUrl }: Target, { status, json, text }: Answer): boolean {
  return (
    baseUrl.startsWith('http:') && status === 400 && json === undefined && /\b(?:https|ssl|tls)\b(?!:)/i.test(text)
  );
}

/** Who speaks TLS to a plain port, or the other way round, or HTTP/1.1 to a port of HTTP/2, is told so by nobody else. */
function otherProtocol({ baseUrl }: Target, { message, cause }: Error): string {
  // RFC 7301 §3.2.
  if (cause instanceof Error && /no application protocol/i.test(cause.message))
    return ' It takes no HTTP/1.1, which is what the suite speaks; it may speak HTTP/2 only.';
  if (baseUrl.startsWith('https:') && message.includes('EPROTO')) return ' If it speaks no TLS, its URL is http://….';
  if (baseUrl.startsWith('http:') && message.includes('ECONNRESET')) return ' If it speaks TLS, its URL is https://….';
  return '';
}
