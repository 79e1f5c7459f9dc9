import { isSuccess } from '../../target/answer.ts';
import type { OperationRequest } from '../request.ts';
import type { Scope } from '../scope.ts';

/** Whether a request that met a 404 succeeds under the name of its project, and still not under its ID (D12). */
export async function succeedsByName(scope: Scope, request: OperationRequest): Promise<boolean> {
  const { operation, params } = request;
  const project = operation.parameters.find(({ fixture }) => fixture === 'project');
  if (!project) return false;
  const { name } = scope.session.fixture('project');
  const byName = await scope.send({ ...request, params: { ...params, [project.name]: name } });
  return isSuccess(byName) && (await scope.send(request)).status === 404;
}
