/** @import { Issue, ProblemDocument } from '../../types.ts' */

/** The error of an action of the user, with a message for the user. */
export class RequestError extends Error {
  /** @override */
  name = 'RequestError';
  /** The status of the response; 0 if the mock sent no response. */
  status;
  /** The violations in the input of the user. */
  issues;

  /**
   * @param {string} message
   * @param {number} [status]
   * @param {readonly Issue[]} [issues]
   */
  constructor(message, status = 0, issues = []) {
    super(message);
    this.status = status;
    this.issues = issues;
  }
}

/**
 * Converts a response, usually a problem document, to an error.
 *
 * @param {number} status
 * @param {unknown} body
 */
export function errorOfResponse(status, body) {
  if (typeof body !== 'object' || body === null || !('detail' in body)) {
    return new RequestError(
      `The mock returned status ${status}. ${typeof body === 'string' ? body.slice(0, 500) : ''}`,
      status,
    );
  }
  const { detail, issues } = /** @type {ProblemDocument} */ (body);
  return new RequestError(detail, status, issues);
}

/**
 * Converts any thrown value to an error that the page can show.
 *
 * @param {unknown} error
 */
export function toRequestError(error) {
  return error instanceof RequestError ? error : new RequestError(`The page has an internal error: ${error}`);
}
