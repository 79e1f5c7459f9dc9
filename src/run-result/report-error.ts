import { InputError } from '../contract/input-error.ts';

/** Error about an unusable report; the message contains the path of the report and the reason. */
export class ReportError extends InputError {
  override readonly name = 'ReportError';
}
