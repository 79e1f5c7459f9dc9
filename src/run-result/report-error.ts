import { InputError } from '../contract/input-error.ts';

/** Unusable report. The message contains the path of the report and the reason. */
export class ReportError extends InputError {
  override readonly name = 'ReportError';
}
