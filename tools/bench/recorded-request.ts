import type { WireRequest } from '../../src/run-result/wire.ts';

/** A request of the suite as it stands in a file; the body in base64, for it may be no text. */
interface RecordedRequest extends Omit<WireRequest, 'body'> {
  readonly body?: string;
  /** Whether the suite gave its client a string. */
  readonly isText: boolean;
}

/** What `replay.ts` is to send. */
export interface RecordedRequests {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
}

/** What `replay.ts` says: from the first request to the last answer, and on a processor meanwhile; milliseconds. */
export interface Replay {
  readonly ms: number;
  readonly cpuMs: number;
}

export function recorded({ body, ...request }: WireRequest): RecordedRequest {
  return {
    ...request,
    isText: typeof body === 'string',
    ...(body !== undefined && { body: Buffer.from(body).toString('base64') }),
  };
}

/** The request as the suite gave it to its client. */
export function toSend({ body, isText, ...request }: RecordedRequest): WireRequest {
  const bytes = body === undefined ? undefined : Buffer.from(body, 'base64');
  return { ...request, ...(bytes && { body: isText ? bytes.toString() : bytes }) };
}
