import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { MAX_DELAY_MS } from '../../core/fault.ts';
import type { Deliver, MockResponse, ResponseBody } from '../../core/locals.ts';
import { headOf, recorded, sendUnchanged } from './send-reply.ts';

/**
 * Functions that send a response with the effect of a fault. The effects `garble` and `drip` do not change a response
 * without a body; instead of a response without a body, the effect `truncate` resets the connection.
 */

/**
 * Resets the connection without a response (TCP RST). If the connection uses TLS, the connection ends without the alert
 * `close_notify`.
 */
export function resetConnection(response: MockResponse): void {
  const reset = () => {
    const { socket } = response;
    if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
    else response.destroy();
  };
  const { recorder } = response.locals;
  if (recorder) recorder.abort('The mock reset the connection.', reset);
  else reset();
}

/** Sends half of the response body, then closes the connection. `Content-Length` is the length of the complete body. */
export const sendTruncated: Deliver = (response, status, body) => {
  if (!body) return resetConnection(response);
  const sendHalf = (bytes: Buffer) =>
    // The first half of the body must reach the client, so the mock destroys the connection only after all data is
    // sent.
    response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.end(() => response.destroy()));
  writeHead(response, status, body, sendHalf, 'The mock closed the connection after half of the body.');
};

/**
 * Sends a response body in which the highest bit of the first byte, and of about one in sixteen other bytes, is
 * flipped.
 */
export function sendGarbled(random: Buffer): Deliver {
  return (response, status, body) => {
    if (!body) return sendUnchanged(response, status, body);
    const isChanged = (index: number) => index === 0 || random.readUInt8(index % random.length) < 16;
    writeHead(response, status, body, (bytes) =>
      response.end(bytes.map((byte, index) => (isChanged(index) ? byte ^ 0x80 : byte))),
    );
  };
}

/**
 * The shortest interval between two chunks of a slow body, in milliseconds. The interval is longer if the rate is below
 * one byte per interval.
 */
const CHUNK_INTERVAL_MS = 50;

/**
 * Sends the response body slowly. If the body is not complete after a minute, sends the rest of the body immediately.
 */
export function sendSlowly(bytesPerSecond: number): Deliver {
  return (response, status, body) => {
    if (!body) return sendUnchanged(response, status, body);
    if (response.destroyed) return;
    writeHead(response, status, body, (bytes) => drip(response, bytes, bytesPerSecond));
  };
}

function drip(response: MockResponse, bytes: Buffer, bytesPerSecond: number): void {
  if (response.destroyed) return;
  response.flushHeaders();
  const start = performance.now();
  let sent = 0;
  const timer = setInterval(
    () => {
      const elapsed = performance.now() - start;
      const due = elapsed < MAX_DELAY_MS ? Math.floor((elapsed / 1000) * bytesPerSecond) : bytes.length;
      if (due > sent) response.write(bytes.subarray(sent, due));
      sent = Math.max(sent, due);
      if (sent < bytes.length) return;
      clearInterval(timer);
      response.end();
    },
    Math.max(CHUNK_INTERVAL_MS, 1000 / bytesPerSecond),
  );
  // The client can close the connection before the end of the body, so the timer also ends when the connection closes.
  response.once('close', () => clearInterval(timer));
}

/** Records the response, writes its head, and passes the bytes of its body to `send`. */
function writeHead(
  response: MockResponse,
  status: number,
  { mediaType, text }: ResponseBody,
  send: (bytes: Buffer) => void,
  aborted?: string,
): void {
  const bytes = Buffer.from(text);
  const head = headOf(response, bytes.length, mediaType);
  const sendAll = () => {
    response.writeHead(status, head);
    send(bytes);
  };
  recorded(response, status, head, text, sendAll, aborted);
}
