import type { Agent, IncomingMessage } from 'node:http';
import type { WireRequest } from '../../src/run-result/wire.ts';
import { readBytes, TOO_LARGE } from './read-body.ts';
import { RESPONSE_LIMITS } from './response-limits.ts';

const { request: httpRequest } = process.getBuiltinModule('node:http');
const { request: httpsRequest } = process.getBuiltinModule('node:https');

/** A response before its body is decoded. */
export interface Received {
  readonly response: IncomingMessage;
  readonly bytes: Buffer;
}

/**
 * Time in milliseconds after which the client sends the body without the interim response 100, since a client must not
 * wait for it indefinitely (RFC 9110 §10.1.1).
 */
const WAIT_MS = 300;

/**
 * Sends a request with the header `Expect: 100-continue`: the body follows the head only after the target requests it
 * with 100. supertest cannot send such a request.
 *
 * @throws Error with a code as supertest throws it, after a broken connection, a timeout or an oversized response
 */
export async function exchangeWithExpect(
  url: string,
  { method, headers, body }: WireRequest,
  agent: Agent,
  timeoutMs: number,
): Promise<Received> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const length = { 'Content-Length': Buffer.byteLength(body ?? '') };
  return await new Promise((resolve, reject) => {
    const sent = send(url, { method, agent, headers: { ...headers, ...length } });
    // The interim response may also arrive after the body was sent.
    const sendBody = () => {
      clearTimeout(waiting);
      if (!sent.writableEnded) sent.end(body);
    };
    const waiting = setTimeout(sendBody, WAIT_MS);
    const late = setTimeout(() => {
      sent.destroy(Object.assign(new Error(`no response within ${timeoutMs} ms`), { code: 'ETIMEDOUT' }));
    }, timeoutMs);
    sent.on('continue', sendBody);
    sent.on('error', reject);
    sent.on('response', (response) => {
      let size = 0;
      response.on('data', ({ length: more }: Buffer) => {
        size += more;
        const isLarge = size > RESPONSE_LIMITS.bodyBytes;
        if (isLarge) sent.destroy(Object.assign(new Error('too large'), { code: TOO_LARGE }));
      });
      response.on('error', reject);
      readBytes(response, (error, bytes = Buffer.alloc(0)) => {
        if (error) reject(error);
        else resolve({ response, bytes });
        // The target may respond without reading the body.
        sent.destroy();
      });
    });
    sent.on('close', () => {
      clearTimeout(waiting);
      clearTimeout(late);
    });
  });
}
