/** @import { Issue, ProblemDocument } from '../../types.ts' */

/** Why something was not done, for people to read. */
export class Refusal extends Error {
  /** @override */
  name = 'Refusal';
  /** Of the answer; 0 when there was none. */
  status;
  /** What is wrong with the input, place by place. */
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
 * What the mock answered, which should be a problem document.
 *
 * @param {number} status
 * @param {unknown} body
 */
export function refusalOf(status, body) {
  if (typeof body !== 'object' || body === null || !('detail' in body)) {
    return new Refusal(`The mock answered ${status}. ${typeof body === 'string' ? body.slice(0, 500) : ''}`, status);
  }
  const { detail, issues } = /** @type {ProblemDocument} */ (body);
  return new Refusal(detail, status, issues);
}

/**
 * Whatever was thrown, as a refusal, so that it is shown.
 *
 * @param {unknown} error
 */
export function toRefusal(error) {
  return error instanceof Refusal ? error : new Refusal(`The page failed: ${error}`);
}
