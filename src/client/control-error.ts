/** Error response of the control API. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  /** Body of the response: a problem document (RFC 9457), unless a proxy responded. */
  readonly problem: unknown;

  constructor(operationId: string, status: number, problem: unknown) {
    super(messageOf(`${operationId}: the control API responded with ${status}`, detailOf(problem)));
    this.status = status;
    this.problem = problem;
  }
}

/** The detail comes first, since a failed verification is a difference in a test, and not an error of the mock. */
function messageOf(response: string, detail: string): string {
  return detail === '' ? `${response}.` : `${detail} (${response})`;
}

function detailOf(problem: unknown): string {
  if (typeof problem === 'object' && problem !== null && 'detail' in problem) return String(problem.detail);
  return typeof problem === 'string' ? problem.slice(0, 500) : '';
}
