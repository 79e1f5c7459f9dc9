import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import type { FaultyRequest, FaultyResponse, Forward } from '../defect.ts';
import { jsonOf, withJson } from '../json-message.ts';
import { API_KEY, isOf, segmentOf, stateOf } from '../messages.ts';

/** The fields of a JWT key that the mask of an update can contain. */
export const PATHS = ['label', 'active'];

/** The mask and the values of an update of a JWT key. */
export interface Update {
  readonly mask: readonly unknown[];
  readonly values: JsonObject;
}

/** The update in a body of updateJwtKey; undefined if the body is malformed. */
export function updateOf(body: JsonObject | undefined): Update | undefined {
  const { updateMask, jwtKey } = body ?? {};
  return Array.isArray(updateMask) && isObject(jwtKey) ? { mask: updateMask, values: jwtKey } : undefined;
}

/** True for a valid update: each item of the mask is a known field that has a value of the right type. */
export function isValid({ mask, values: { label, active, ...rest } }: Update): boolean {
  const isLabel = label === undefined || (typeof label === 'string' && label !== '' && [...label].length <= 255);
  const isActive = active === undefined || typeof active === 'boolean';
  const values: JsonObject = { ...rest, label, active };
  const isMask = mask.every((path) => typeof path === 'string' && PATHS.includes(path) && values[path] !== undefined);
  return mask.length > 0 && isMask && isLabel && isActive;
}

/** The valid update in a request with a known API key; undefined for other requests. */
export function validUpdate(request: FaultyRequest): Update | undefined {
  const { 'x-api-key': key, 'content-type': type } = request.headers;
  const isKnown = key === API_KEY && /^application\/json(;|$)/i.test(type ?? '');
  const update = isKnown && isOf(request, 'updateJwtKey') ? updateOf(jsonOf(request)) : undefined;
  return update && isValid(update) ? update : undefined;
}

/** The current state of the JWT key that the path names, in the mock behind the faulty server. */
export async function keyOf(
  request: FaultyRequest,
  forward: Forward,
  where: 'in its project' | 'anywhere',
): Promise<JsonObject | undefined> {
  const { jwtKeys, projects } = await stateOf(forward);
  const named = segmentOf(request, 'projects');
  const project = projects.find(({ id, name }) => id === named || name === named);
  const key = jwtKeys.find(({ id }) => id === segmentOf(request, 'jwt-keys'));
  return where === 'anywhere' || key?.projectId === project?.id ? key : undefined;
}

/** Sends a changed update of the JWT key to the mock behind the faulty server. */
export function sendUpdate(request: FaultyRequest, forward: Forward, values: JsonObject): Promise<FaultyResponse> {
  return forward(withJson(request, { updateMask: Object.keys(values), jwtKey: values }));
}
