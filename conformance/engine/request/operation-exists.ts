import { randomUUID } from 'node:crypto';
import type { Operation } from '../../../src/contract/document/operation.ts';
import { isObject } from '../../../src/contract/json.ts';
import type { Answer, WireRequest } from '../../../src/run-result/wire.ts';
import { mediaTypeOf } from '../../connection/answer.ts';
import type { Probe } from '../probe.ts';
import type { Scope } from '../scope.ts';
import { toWire } from './request.ts';

/**
 * A probe whether the service implements the operation. If the service implements the operation, a 404 is about a
 * nonexistent record.
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
 * to another method, or if its 404 has another content than the 404 of a nonexistent path.
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

/** The path with a nonexistent collection in place of its last collection. */
function nonexistentPath(path: string, template: string): string {
  const collection = template.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? '';
  const at = path.lastIndexOf(`/${collection}`) + 1;
  return `${path.slice(0, at)}nowhere-${randomUUID()}${path.slice(at + collection.length)}`;
}

/** The content of a response without the words that it repeats from the path of the request. */
function contentOf(answer: Answer, path: string): string {
  const { status, json, text } = answer;
  const content = isObject(json) ? JSON.stringify([json.type, json.title, json.detail]) : text;
  const words = path.split('/').filter((word) => word !== '');
  return [status, mediaTypeOf(answer), words.reduce((rest, word) => rest.replaceAll(word, ''), content)].join(' ');
}
