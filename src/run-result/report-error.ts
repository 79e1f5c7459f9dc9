import { InputError } from '../contract/input-error.ts';

/** A report cannot be used for the purpose: the message says which report, and why. */
export class ReportError extends InputError {
  override readonly name = 'ReportError';
}
