import type { JsonObject } from '../../src/contract/json.ts';
import type { Behaviour, Defect, FaultyRequest, FaultyResponse } from './defect.ts';
import { changes, jsonOf, withJson } from './json-message.ts';
import { API_KEY, has, isOf, mapped, type Operations, problem } from './messages.ts';

/** Creates the behaviour of one faulty server; each behaviour keeps its own state. */
export type Create = () => Behaviour;

/** IDs of requirements, separated by spaces. */
type Rules = `D${number}` | `D${number} ${string}`;

/**
 * A faulty server that changes the request body before it reads the body. The function `change` returns undefined if
 * the body stays unchanged.
 */
export function readsBody(on: Operations, change: (body: JsonObject) => unknown): Create {
  return changes((request) => {
    const body = isOf(request, on) ? jsonOf(request) : undefined;
    const changed = body && change(body);
    if (changed === undefined || changed === body) return request;
    try {
      return withJson(request, changed);
    } catch {
      // JSON.stringify cannot write the changed body, since the body has too many levels.
      return request;
    }
  });
}

/** A faulty server that changes the value at the path `at` of the request body, or adds a missing value. */
export function reads(on: Operations, at: string, change: (value: unknown) => unknown): Create {
  return readsBody(on, (body) => mapped(body, at, change));
}

/** A faulty server that changes the string at the path `at` of the request body. */
export function readsText(on: Operations, at: string, change: (text: string) => unknown): Create {
  return reads(on, at, (value) => (typeof value === 'string' ? change(value) : value));
}

/**
 * A faulty server that rejects the requests that `picks` selects. The response has the given status, or 401 if the
 * request has a wrong API key or none.
 */
export function rejectsRequest(status: number, picks: (request: FaultyRequest) => boolean): Create {
  return () => async (request, forward) => {
    if (!picks(request)) return forward(request);
    return problem(request.headers['x-api-key'] === API_KEY ? status : 401);
  };
}

/**
 * A faulty server that rejects a request if `isRejected` returns true for a value at the path `at` of the request body.
 */
export function rejects(on: Operations, at: string, isRejected: (value: unknown) => boolean, status = 400): Create {
  return rejectsRequest(status, (request) => isOf(request, on) && has(jsonOf(request), at, isRejected));
}

/**
 * A faulty server that rejects a request if `isRejected` returns true for a string at the path `at` of the request
 * body.
 */
export function rejectsText(on: Operations, at: string, isRejected: (text: string) => boolean): Create {
  return rejects(on, at, (value) => typeof value === 'string' && isRejected(value));
}

/** A faulty server that changes the responses that `picks` selects. */
export function responds(
  picks: (request: FaultyRequest, response: FaultyResponse) => boolean,
  change: (response: FaultyResponse, request: FaultyRequest) => FaultyResponse,
): Create {
  return () => async (request, forward) => {
    const response = await forward(request);
    return picks(request, response) ? change(response, request) : response;
  };
}

/** A faulty server that changes the responses with the given status. */
export function respondsTo(
  status: number,
  change: (response: FaultyResponse, request: FaultyRequest) => FaultyResponse,
): Create {
  return responds((_request, response) => response.status === status, change);
}

/** A faulty server that changes the successful responses of the operations. */
export function succeeds(
  on: Operations,
  change: (response: FaultyResponse, request: FaultyRequest) => FaultyResponse,
): Create {
  return responds((request, { status }) => isOf(request, on) && status < 300, change);
}

/** A faulty server whose successful responses have the given status. */
export function succeedsWith(on: Operations, status: number): Create {
  return succeeds(on, (response) => ({ ...response, status }));
}

/** A faulty server that rejects each valid request to the operations. */
export function rejectsAll(on: Operations, status: number): Create {
  return succeeds(on, () => problem(status));
}

/** A faulty server that changes the body of successful responses. */
export function showsBody(on: Operations, change: (body: JsonObject, request: FaultyRequest) => unknown): Create {
  return succeeds(on, (response, request) => withJson(response, change(jsonOf(response) ?? {}, request)));
}

/** A faulty server that changes the value at the path `at` in the body of successful responses. */
export function shows(on: Operations, at: string, change: (value: unknown) => unknown): Create {
  return showsBody(on, (body) => mapped(body, at, change));
}

/** A faulty server that omits a property in successful responses. */
export function lacks(on: Operations, name: string): Create {
  return shows(on, name, () => undefined);
}

/** A faulty server that changes the problem documents of its errors. */
export function writesProblem(change: (problem: JsonObject, request: FaultyRequest) => unknown): Create {
  return responds(
    (_request, { status }) => status >= 400,
    (response, request) => withJson(response, change(jsonOf(response) ?? {}, request)),
  );
}

/** A faulty server that changes a property of its problem documents, or removes it if the new value is undefined. */
export function problemHas(name: string, value: (problem: JsonObject, request: FaultyRequest) => unknown): Create {
  return writesProblem((problem, request) => mapped(problem, name, () => value(problem, request)));
}

/** A faulty server whose problem documents lack a property. */
export function problemLacks(name: string): Create {
  return problemHas(name, () => undefined);
}

/** A faulty server that responds with the status `to` instead of `from`, also in the problem document. */
export function rejectsWith(from: number, to: number, picks: (request: FaultyRequest) => boolean = () => true): Create {
  return responds(
    (request, { status }) => status === from && picks(request),
    () => problem(to),
  );
}

/**
 * Creates a row of a table of defects, as in `defect(name, breaks, says).does(verb(on, at, change))`. Here, `verb`
 * stands for a function such as `rejects`, `on` for an operation, and `at` for a path in the body such as `a.*.b`. For
 * a defect that keeps state between requests, the argument of `does` is a function written only for this defect,
 * instead of the result of `verb(on, at, change)`.
 *
 * @param breaks IDs of requirements, separated by spaces
 * @param says the defect in one sentence
 */
export function defect(name: string, breaks: Rules, says: string): { does(create: Create): Defect } {
  return { does: (create) => ({ name, description: says, breaks: breaks.split(' '), create }) };
}
