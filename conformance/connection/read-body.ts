import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { parseJson } from '../../src/contract/json.ts';
import { exceededLimit } from '../../src/contract/json-size.ts';
import type { Answer } from '../../src/run-result/wire.ts';
import { RESPONSE_LIMITS } from './response-limits.ts';

/** The error code of superagent for a response that exceeds the maximum size. */
export const TOO_LARGE = 'ETOOLARGE';

const BLOCK_BYTES = 2 ** 16;

/**
 * Collects the bytes of a body. Copies small chunks into blocks, since a separate buffer for each chunk would take
 * hundreds of additional bytes per chunk.
 */
export function readBytes(response: IncomingMessage, done: (error: Error | null, bytes?: Buffer) => void): void {
  const parts: Buffer[] = [];
  let block: Buffer = Buffer.alloc(0);
  let [used, chunks] = [0, 0];
  const endPart = () => {
    if (used > 0) parts.push(block.subarray(0, used));
    [block, used] = [block.subarray(used), 0];
  };
  response.on('data', (chunk: Buffer) => {
    if (++chunks > RESPONSE_LIMITS.chunks) {
      const error = new Error(`the response has more than ${RESPONSE_LIMITS.chunks} chunks`);
      response.destroy(Object.assign(error, { code: TOO_LARGE }));
      return;
    }
    if (chunks === 1 || chunk.length >= BLOCK_BYTES / 4) {
      endPart();
      parts.push(chunk);
      return;
    }
    if (used + chunk.length > block.length) {
      endPart();
      block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    }
    chunk.copy(block, used);
    used += chunk.length;
  });
  response.on('end', () => {
    endPart();
    done(null, parts.length === 1 ? parts[0] : Buffer.concat(parts));
  });
}

/** The body as a string, decoded as UTF-8 for every media type, and as a JSON value. */
export function contentOf(bytes: Buffer): Pick<Answer, 'text' | 'json' | 'isUndecodable' | 'unjudged'> {
  const text = bytes.toString('utf8');
  const unjudged = excessOf(bytes);
  return {
    text,
    json: unjudged === undefined ? parseJson(text) : undefined,
    ...(!isUtf8(bytes) && { isUndecodable: true as const }),
    ...(unjudged !== undefined && parsesLater(text) && { unjudged }),
  };
}

/**
 * The reason why the suite does not judge a JSON body, as a predicate after "the body"; undefined if the body exceeds
 * no limit.
 */
function excessOf(bytes: Buffer): string | undefined {
  const { jsonDepth: depth, jsonValues: values, jsonName: name } = RESPONSE_LIMITS;
  const exceeded = exceededLimit(bytes, { depth, values, name });
  if (exceeded === 'depth') return `has more than ${depth} levels`;
  if (exceeded === 'name') return `has a property name of more than ${name.toLocaleString('en-US')} bytes`;
  return exceeded && `has more than ${values.toLocaleString('en-US')} values`;
}

/**
 * True if the body begins like JSON. A body in another format, such as CSV, can exceed the limits for JSON only because
 * it contains many commas.
 */
function parsesLater(text: string): boolean {
  return /^[\s\ufeff]*[[{"]/.test(text);
}
