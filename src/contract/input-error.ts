/**
 * Error that the user can correct. The message explains the mistake, so the command does not show the stack trace of
 * the error.
 */
export class InputError extends Error {
  override readonly name: string = 'InputError';
}
