import { randomUUID } from 'node:crypto';
import type { Operation } from '../../../src/contract/document/operation.ts';
import { isObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { mediaTypeOf } from '../../connection/answer.ts';
import type { Probe } from '../probe.ts';
import type { Scope } from '../scope.ts';
import { toWire } from './request.ts';

/**
 * Probes that the service implements the operation, so that a 404 is about a record. If a valid request also gets a
 * 404, a 405 for another method proves the path. So does a 404 that differs from the 404 of a nonexistent path.
 */
export function operationExists(operation: Operation): Probe {
  const absent = `the target does not seem to implement ${operation.operationId}`;
  return {
    id: `${operation.operationId} exists`,
    run: async (scope) => ((await isServed(scope, operation)) ? undefined : absent),
  };
}

async function isServed(scope: Scope, operation: Operation): Promise<boolean> {
  const valid = await scope.validRequestAnswer(operation);
  if (valid && valid.status !== 404) return true;
  const wire = await toWire(scope.session, { operation });
  const { method, path, headers } = wire;
  const send = (name: string, address: string) => scope.sendWire({ method: name, path: address, headers }, undefined);
  if ((await send('GET', path)).status === 405) return true;
  const nowhere = nonexistentPath(path, operation.path);
  return contentOf(await send(method, path), path) !== contentOf(await send(method, nowhere), nowhere);
}

/** The path with a nonexistent collection instead of its last one. */
function nonexistentPath(path: string, template: string): string {
  const collection = template.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? '';
  const at = path.lastIndexOf(`/${collection}`) + 1;
  return `${path.slice(0, at)}nowhere-${randomUUID()}${path.slice(at + collection.length)}`;
}

/** The content of a response without the words that it repeats from the path. */
function contentOf(answer: Answer, path: string): string {
  const { status, json, text } = answer;
  const content = isObject(json) ? JSON.stringify([json.type, json.title, json.detail]) : text;
  const words = path.split('/').filter((word) => word !== '');
  return [status, mediaTypeOf(answer), words.reduce((rest, word) => rest.replaceAll(word, ''), content)].join(' ');
}
