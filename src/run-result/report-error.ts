import { InputError } from '../contract/input-error.ts';

/** Unusable report. The message contains its path and the reason. */
export class ReportError extends InputError {
  override readonly name = 'ReportError';
}
