/** The mock rejected what the control API was asked for. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  /** What it answered: a problem document (RFC 9457), if the mock itself did. */
  readonly problem: unknown;

  constructor(operationId: string, status: number, problem: unknown) {
    super(`${operationId}: the mock answered ${status}. ${detailOf(problem)}`);
    this.status = status;
    this.problem = problem;
  }
}

function detailOf(problem: unknown): string {
  if (typeof problem === 'object' && problem !== null && 'detail' in problem) return String(problem.detail);
  return typeof problem === 'string' ? problem.slice(0, 500) : '';
}
