import { InputError } from '../../src/contract/input-error.ts';

/**
 * An error of the data file or the database. The message names the file or the database and the reason, without a
 * password.
 */
export class StoreError extends InputError {
  override readonly name = 'StoreError';
  /** The reason that the mock sends to its client, without the name of the file or the database. */
  readonly detail: string;
  /** The seconds after which a retry of the request may succeed; undefined if the time is unknown. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    {
      detail = 'The mock cannot use its data file (--data). The log contains the reason.',
      retryAfterSeconds,
      ...options
    }: ErrorOptions & { readonly detail?: string; readonly retryAfterSeconds?: number } = {},
  ) {
    super(message, options);
    this.detail = detail;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
