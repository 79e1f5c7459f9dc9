import { InputError } from '../../src/contract/input-error.ts';

/** An error of the data file or the database. The message names it and the reason, and contains no password. */
export class StoreError extends InputError {
  override readonly name = 'StoreError';
  /** The reason without names, for the client of the mock. */
  readonly detail: string;
  /** Seconds after which a request may succeed; absent if that is not known. */
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
