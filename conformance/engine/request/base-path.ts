import { randomUUID } from 'node:crypto';
import type { WireRequest } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Scope } from '../scope.ts';

/** Under what path a request succeeds in place of the base path of the document; undefined where it does nowhere. */
export async function otherBasePath(scope: Scope, wire: WireRequest): Promise<string | undefined> {
  const { basePath } = scope.session.contract;
  const answers = async (path: string) => isSuccess(await scope.sendWire({ ...wire, path }, undefined, 'survival'));
  for (const other of ['', '/v2', '/api', `/api${basePath}`, `${basePath}/api`, basePath + basePath]) {
    if (!(await answers(other + wire.path.slice(basePath.length)))) continue;
    // Where any path at all is answered, this one says nothing.
    return (await answers(`/${randomUUID()}`)) ? undefined : other || '/';
  }
  return undefined;
}
