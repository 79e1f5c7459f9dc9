/** An error that a user can fix: the message explains all, so that nobody needs the stack. */
export class InputError extends Error {
  override readonly name: string = 'InputError';
}
