import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { Behaviour, FaultyRequest, FaultyResponse } from './defect.ts';

/** Helpers in which defects are written: what a request is, and how messages are changed. */

export function operationOf({ method, path }: FaultyRequest): string {
  const route = `${method} ${path.split('?')[0]}`;
  return ROUTES.find(([pattern]) => pattern.test(route))?.[1] ?? 'none';
}

const ROUTES: readonly (readonly [RegExp, string])[] = [
  [/^POST \/v1\/projects\/[^/]+\/integrations$/, 'createIntegration'],
  [/^PUT \/v1\/projects\/[^/]+\/integrations\/[^/]+\/object-metadata$/, 'upsertIntegrationObjectMetadata'],
  [/^PUT \/v1\/projects\/[^/]+\/providers\/[^/]+\/object-metadata$/, 'upsertProviderObjectMetadata'],
  [/^DELETE \/v1\/projects\/[^/]+\/integrations\/[^/]+\/installations\/[^/]+$/, 'deleteInstallation'],
  [/^POST \/v1\/projects\/[^/]+\/jwt-keys$/, 'createJwtKey'],
  [/^PATCH \/v1\/projects\/[^/]+\/jwt-keys\/[^/]+$/, 'updateJwtKey'],
  [/^POST \/v1\/orgs\/[^/]+\/invites$/, 'createInvite'],
];

/** The JSON object of a message, or undefined where it holds none. */
export function jsonOf({ body }: { readonly body: Buffer }): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function withJson<Message extends { readonly body: Buffer }>(message: Message, value: unknown): Message {
  return { ...message, body: Buffer.from(JSON.stringify(value)) };
}

export function withKey(request: FaultyRequest, key = 'test-key'): FaultyRequest {
  return { ...request, headers: { ...request.headers, 'x-api-key': key } };
}

/** A behaviour that changes the request's JSON object, of one operation. */
export function changesRequest(operationId: string, change: (body: JsonObject) => unknown): () => Behaviour {
  return () => async (request, forward) => {
    const body = operationOf(request) === operationId ? jsonOf(request) : undefined;
    return forward(body ? withJson(request, change(body)) : request);
  };
}

/** A behaviour that changes the answers that the condition picks. */
export function changesAnswer(
  picks: (request: FaultyRequest, answer: FaultyResponse) => boolean,
  change: (answer: FaultyResponse, request: FaultyRequest) => FaultyResponse,
): () => Behaviour {
  return () => async (request, forward) => {
    const answer = await forward(request);
    return picks(request, answer) ? change(answer, request) : answer;
  };
}

/** A behaviour that changes the JSON object of an operation's success. */
export function changesSuccess(
  operationId: string,
  change: (body: JsonObject, request: FaultyRequest) => unknown,
): () => Behaviour {
  return changesAnswer(
    (request, { status }) => operationOf(request) === operationId && status < 300,
    (answer, request) => withJson(answer, change(jsonOf(answer) ?? {}, request)),
  );
}

/** A behaviour that changes every problem document. */
export function changesProblem(change: (problem: JsonObject, request: FaultyRequest) => unknown): () => Behaviour {
  return changesAnswer(
    (_request, { status }) => status >= 400,
    (answer, request) => withJson(answer, change(jsonOf(answer) ?? {}, request)),
  );
}

/** A behaviour that answers with another status. */
export function answersWith(operationId: string, from: number, to: number): () => Behaviour {
  return changesAnswer(
    (request, { status }) => operationOf(request) === operationId && status === from,
    (answer) => ({ ...answer, status: to }),
  );
}
