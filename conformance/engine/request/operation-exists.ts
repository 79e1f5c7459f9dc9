import { randomUUID } from 'node:crypto';
import type { Operation } from '../../../src/contract/document/operation.ts';
import { isObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { mediaTypeOf } from '../../connection/answer.ts';
import type { Probe } from '../probe.ts';
import type { Scope } from '../scope.ts';
import { toWire } from './request.ts';

/**
 * True if the service has the operation at all, so that a 404 is about what was asked for. Where a valid request, too,
 * meets one, another method tells of the path by a 405, or the 404 differs from that of a path that nobody has. Asked
 * once in a run.
 */
export function operationExists(operation: Operation): Probe {
  const absent = `nothing tells that ${operation.operationId} is there`;
  return {
    id: `${operation.operationId} exists`,
    run: async (scope) => ((await isServed(scope, operation)) ? undefined : absent),
  };
}

async function isServed(scope: Scope, operation: Operation): Promise<boolean> {
  const valid = await scope.answerToValid(operation);
  if (valid && valid.status !== 404) return true;
  const wire = await toWire(scope.session, { operation });
  const { method, path, headers } = wire;
  const send = (name: string, address: string) => scope.sendWire({ method: name, path: address, headers }, undefined);
  if ((await send('GET', path)).status === 405) return true;
  const nowhere = strayed(path, operation.path);
  return told(await send(method, path), path) !== told(await send(method, nowhere), nowhere);
}

/** Another collection, that nobody has, in the place of the last one. */
function strayed(path: string, template: string): string {
  const collection = template.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? '';
  const at = path.lastIndexOf(`/${collection}`) + 1;
  return `${path.slice(0, at)}nowhere-${randomUUID()}${path.slice(at + collection.length)}`;
}

/** What an answer says, without what it repeats of the path. */
function told(answer: Answer, path: string): string {
  const { status, json, text } = answer;
  const said = isObject(json) ? JSON.stringify([json.type, json.title, json.detail]) : text;
  const words = path.split('/').filter((word) => word !== '');
  return [status, mediaTypeOf(answer), words.reduce((rest, word) => rest.replaceAll(word, ''), said)].join(' ');
}
