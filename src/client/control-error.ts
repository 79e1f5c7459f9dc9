/** Error response of the control API. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  /** Body of the response: a problem document (RFC 9457), unless a proxy responded. */
  readonly problem: unknown;

  constructor(operationId: string, status: number, problem: unknown) {
    super(`${operationId}: the mock responded with ${status}. ${detailOf(problem)}`);
    this.status = status;
    this.problem = problem;
  }
}

function detailOf(problem: unknown): string {
  if (typeof problem === 'object' && problem !== null && 'detail' in problem) return String(problem.detail);
  return typeof problem === 'string' ? problem.slice(0, 500) : '';
}
