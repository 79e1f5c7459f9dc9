import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { LONGEST_MS } from '../../core/fault.ts';
import type { Answer, Deliver, MockResponse } from '../../core/locals.ts';
import { headOf, plainly } from './send-reply.ts';

/** Ways in which an answer leaves that no client likes. An answer without a body has nothing to garble or to drip. */

/** Nothing leaves: the connection is reset (TCP RST; over TLS it closes without a word). */
export function hangUp(response: MockResponse): void {
  response.locals.recorder?.abort('The mock reset the connection.');
  const { socket } = response;
  if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
  else response.destroy();
}

/** Half of the body leaves, then the connection closes, though `Content-Length` promised all of it. */
export const truncated: Deliver = (response, status, answer) => {
  if (!answer) return hangUp(response);
  const bytes = writeHead(response, status, answer, 'The mock closed the connection after half of the body.');
  // What is written shall arrive: the connection ends after it, and only then is gone.
  response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.end(() => response.destroy()));
};

/** The first byte of the body and about one in sixteen of the others have their highest bit flipped. */
export function garbled(random: Buffer): Deliver {
  return (response, status, answer) => {
    if (!answer) return plainly(response, status, answer);
    const bytes = writeHead(response, status, answer);
    const isHit = (index: number) => index === 0 || random.readUInt8(index % random.length) < 16;
    response.end(bytes.map((byte, index) => (isHit(index) ? byte ^ 0x80 : byte)));
  };
}

/** How often a drop falls, unless the pace is slower than a byte each time. */
const DROP_MS = 50;

/** The body leaves at a pace; what is left after a minute leaves at once. */
export function dripping(bytesPerSecond: number): Deliver {
  return (response, status, answer) => {
    if (!answer) return plainly(response, status, answer);
    if (response.destroyed) return;
    const bytes = writeHead(response, status, answer);
    response.flushHeaders();
    const start = performance.now();
    let sent = 0;
    const timer = setInterval(
      () => {
        const elapsed = performance.now() - start;
        const due = elapsed < LONGEST_MS ? Math.floor((elapsed / 1000) * bytesPerSecond) : bytes.length;
        if (due > sent) response.write(bytes.subarray(sent, due));
        sent = Math.max(sent, due);
        if (sent < bytes.length) return;
        clearInterval(timer);
        response.end();
      },
      Math.max(DROP_MS, 1000 / bytesPerSecond),
    );
    // The client may leave before.
    response.once('close', () => clearInterval(timer));
  };
}

function writeHead(response: MockResponse, status: number, { mediaType, text }: Answer, aborted?: string): Buffer {
  const bytes = Buffer.from(text);
  const head = headOf(response, bytes.length, mediaType);
  response.locals.recorder?.answered(status, head, text, aborted);
  response.writeHead(status, head);
  return bytes;
}
