import { isSuccess } from '../../target/answer.ts';
import type { OperationRequest } from '../request.ts';
import type { Scope } from '../scope.ts';

/** Whether a request that met a 404 succeeds under the name of its project: then its ID is not known (D12). */
export async function succeedsByName(scope: Scope, request: OperationRequest): Promise<boolean> {
  const { operation, params } = request;
  const project = operation.parameters.find(({ fixture }) => fixture === 'project');
  if (!project) return false;
  const { name } = scope.session.fixture('project');
  return isSuccess(await scope.send({ ...request, params: { ...params, [project.name]: name } }));
}
