import { randomUUID } from 'node:crypto';
import type { WireRequest } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Scope } from '../scope.ts';

/**
 * A base path other than the documented base path, such as `/v2`, under which the target accepts the request; undefined
 * if the function finds no such base path.
 */
export async function otherBasePath(scope: Scope, wire: WireRequest): Promise<string | undefined> {
  const { basePath } = scope.session.contract;
  const answers = async (path: string) => isSuccess(await scope.sendWire({ ...wire, path }, undefined, 'survival'));
  for (const other of ['', '/v2', '/api', `/api${basePath}`, `${basePath}/api`, basePath + basePath]) {
    if (!(await answers(other + wire.path.slice(basePath.length)))) continue;
    // The function also tests a nonexistent path, since a target that accepts requests under every path proves nothing.
    return (await answers(`/${randomUUID()}`)) ? undefined : other || '/';
  }
  return undefined;
}
