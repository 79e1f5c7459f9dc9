import { isUtf8 } from 'node:buffer';
import { isObject, type JsonObject, parseJson } from '../../src/contract/json.ts';
import type { Behaviour, FaultyRequest } from './defect.ts';

interface Message {
  readonly body: Buffer;
}

/** The JSON object in the body of a message; undefined if the body is not a JSON object. */
export function jsonOf({ body }: Message): JsonObject | undefined {
  const value = isUtf8(body) ? parseJson(body.toString()) : undefined;
  return isObject(value) ? value : undefined;
}

export function withJson<T extends Message>(message: T, value: unknown): T {
  return { ...message, body: Buffer.from(JSON.stringify(value)) };
}

/** A faulty server that changes a request before it handles the request. */
export function changes(change: (request: FaultyRequest) => FaultyRequest): () => Behaviour {
  return () => async (request, forward) => forward(change(request));
}
