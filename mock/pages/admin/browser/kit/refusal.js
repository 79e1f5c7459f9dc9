/** @import { Issue, ProblemDocument } from '../../types.ts' */

/** An error of an action, with a message for the user. */
export class Refusal extends Error {
  /** @override */
  name = 'Refusal';
  /** The status of the response; 0 if there was none. */
  status;
  /** The violations of the input. */
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
export function refusalOf(status, body) {
  if (typeof body !== 'object' || body === null || !('detail' in body)) {
    return new Refusal(
      `The mock returned status ${status}. ${typeof body === 'string' ? body.slice(0, 500) : ''}`,
      status,
    );
  }
  const { detail, issues } = /** @type {ProblemDocument} */ (body);
  return new Refusal(detail, status, issues);
}

/**
 * Converts any thrown value to an error that the page can show.
 *
 * @param {unknown} error
 */
export function toRefusal(error) {
  return error instanceof Refusal ? error : new Refusal(`The page has an internal error: ${error}`);
}
