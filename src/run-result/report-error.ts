/** A report cannot be used for the purpose: the message says which report, and why. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
}
