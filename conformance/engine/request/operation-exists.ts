import { randomUUID } from 'node:crypto';
import type { Operation } from '../../../src/contract/document/operation.ts';
import { isObject } from '../../../src/contract/json.ts';
import type { Answer, WireRequest } from '../../../src/run-result/wire.ts';
import { mediaTypeOf } from '../../connection/answer.ts';
import type { Probe } from '../probe.ts';
import type { Scope } from '../scope.ts';
import { toWire } from './request.ts';

/**
 * A probe that finds out whether the service implements the operation. Only if the service implements the operation, a
 * 404 means that a record does not exist.
 */
export function operationExists(operation: Operation): Probe {
  const absent = `the target does not seem to implement ${operation.operationId}`;
  return {
    id: `${operation.operationId} exists`,
    run: async (scope) => {
      const valid = await scope.validRequestAnswer(operation);
      if (valid && valid.status !== 404) return undefined;
      return (await isServed(scope, operation, await toWire(scope.session, { operation }))) ? undefined : absent;
    },
  };
}

/**
 * True if the service implements the path of a request that got a 404. The path exists if the target responds with 405
 * to another method, or if the 404 differs from the 404 for a nonexistent path.
 */
export async function isServed(scope: Scope, operation: Operation, wire: WireRequest): Promise<boolean> {
  const { method, path, headers } = wire;
  const nowhere = nonexistentPath(path, operation.path);
  const send = (name: string, address: string) => scope.sendWire({ method: name, path: address, headers }, undefined);
  if ((await send('GET', path)).status === 405 && (await send('GET', nowhere)).status !== 405) return true;
  const content = async (address: string) => contentOf(await send(method, address), address);
  const ofNowhere = await content(nowhere);
  return (await content(path)) !== ofNowhere && (await content(nonexistentPath(path, operation.path))) === ofNowhere;
}

/** The path with a random name in place of the last collection of the template. */
function nonexistentPath(path: string, template: string): string {
  const collection = template.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? '';
  const at = path.lastIndexOf(`/${collection}`) + 1;
  return `${path.slice(0, at)}nowhere-${randomUUID()}${path.slice(at + collection.length)}`;
}

/**
 * The status, the media type and the content of a response, without the segments of the request path that the content
 * repeats.
 */
function contentOf(answer: Answer, path: string): string {
  const { status, json, text } = answer;
  const content = isObject(json) ? JSON.stringify([json.type, json.title, json.detail]) : text;
  const words = path.split('/').filter((word) => word !== '');
  return [status, mediaTypeOf(answer), words.reduce((rest, word) => rest.replaceAll(word, ''), content)].join(' ');
}
