import type { JsonObject } from '../../src/contract/json.ts';
import type { Behaviour, Defect, FaultyRequest, FaultyResponse } from './defect.ts';
import { changes, jsonOf, withJson } from './json-message.ts';
import { API_KEY, has, isOf, mapped, type Operations, problem } from './messages.ts';

/** Makes a behaviour with its state. */
export type Create = () => Behaviour;

/** IDs of requirements, separated by spaces. */
type Rules = `D${number}` | `D${number} ${string}`;

/** The server reads another body. `change` returns undefined for no change. */
export function readsBody(on: Operations, change: (body: JsonObject) => unknown): Create {
  return changes((request) => {
    const body = isOf(request, on) ? jsonOf(request) : undefined;
    const changed = body && change(body);
    if (changed === undefined || changed === body) return request;
    try {
      return withJson(request, changed);
    } catch {
      // The body is nested deeper than JSON.stringify supports.
      return request;
    }
  });
}

/** The server reads another value at a place of the body, also if the value is missing. */
export function reads(on: Operations, at: string, change: (value: unknown) => unknown): Create {
  return readsBody(on, (body) => mapped(body, at, change));
}

/** The server reads another text at a place of the body. */
export function readsText(on: Operations, at: string, change: (text: string) => unknown): Create {
  return reads(on, at, (value) => (typeof value === 'string' ? change(value) : value));
}

/** The server rejects some valid requests with a known API key. */
export function rejectsRequest(status: number, picks: (request: FaultyRequest) => boolean): Create {
  return () => async (request, forward) => {
    if (!picks(request)) return forward(request);
    return problem(request.headers['x-api-key'] === API_KEY ? status : 401);
  };
}

/** The server rejects a value at a place of the body. */
export function rejects(on: Operations, at: string, isRejected: (value: unknown) => boolean, status = 400): Create {
  return rejectsRequest(status, (request) => isOf(request, on) && has(jsonOf(request), at, isRejected));
}

/** The server rejects a text at a place of the body. */
export function rejectsText(on: Operations, at: string, isRejected: (text: string) => boolean): Create {
  return rejects(on, at, (value) => typeof value === 'string' && isRejected(value));
}

/** The server changes the responses that the condition selects. */
export function responds(
  picks: (request: FaultyRequest, response: FaultyResponse) => boolean,
  change: (response: FaultyResponse, request: FaultyRequest) => FaultyResponse,
): Create {
  return () => async (request, forward) => {
    const response = await forward(request);
    return picks(request, response) ? change(response, request) : response;
  };
}

/** The server changes the responses with one status. */
export function respondsTo(
  status: number,
  change: (response: FaultyResponse, request: FaultyRequest) => FaultyResponse,
): Create {
  return responds((_request, response) => response.status === status, change);
}

/** The server changes the response of a success. */
export function succeeds(
  on: Operations,
  change: (response: FaultyResponse, request: FaultyRequest) => FaultyResponse,
): Create {
  return responds((request, { status }) => isOf(request, on) && status < 300, change);
}

/** The server succeeds with another status. */
export function succeedsWith(on: Operations, status: number): Create {
  return succeeds(on, (response) => ({ ...response, status }));
}

/** The server rejects each valid request. */
export function rejectsAll(on: Operations, status: number): Create {
  return succeeds(on, () => problem(status));
}

/** The server shows another body in a success. */
export function showsBody(on: Operations, change: (body: JsonObject, request: FaultyRequest) => unknown): Create {
  return succeeds(on, (response, request) => withJson(response, change(jsonOf(response) ?? {}, request)));
}

/** The server shows another value at a place of a success. */
export function shows(on: Operations, at: string, change: (value: unknown) => unknown): Create {
  return showsBody(on, (body) => mapped(body, at, change));
}

/** The server omits a property of a success. */
export function lacks(on: Operations, name: string): Create {
  return shows(on, name, () => undefined);
}

/** The server writes another problem document. */
export function writesProblem(change: (problem: JsonObject, request: FaultyRequest) => unknown): Create {
  return responds(
    (_request, { status }) => status >= 400,
    (response, request) => withJson(response, change(jsonOf(response) ?? {}, request)),
  );
}

/** A problem has another value of a property; undefined removes the property. */
export function problemHas(name: string, value: (problem: JsonObject, request: FaultyRequest) => unknown): Create {
  return writesProblem((problem, request) => mapped(problem, name, () => value(problem, request)));
}

/** A problem lacks a property. */
export function problemLacks(name: string): Create {
  return problemHas(name, () => undefined);
}

/** The server rejects with another status, which the problem document has too. */
export function rejectsWith(from: number, to: number, picks: (request: FaultyRequest) => boolean = () => true): Create {
  return responds(
    (request, { status }) => status === from && picks(request),
    () => problem(to),
  );
}

/**
 * A row of a table of defects: `defect(name, breaks, says).does(verb(on, at, change))`. The verb is the wrong
 * behaviour, `on` an operation, `at` a place in the body such as `a.*.b`. A function instead of the verb can keep
 * state.
 *
 * @param breaks IDs of requirements, separated by spaces
 * @param says the defect in one sentence
 */
export function defect(name: string, breaks: Rules, says: string): { does(create: Create): Defect } {
  return { does: (create) => ({ name, description: says, breaks: breaks.split(' '), create }) };
}
