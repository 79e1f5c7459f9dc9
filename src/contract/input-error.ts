/** User-correctable error. The message is complete, so the stack is not shown. */
export class InputError extends Error {
  override readonly name: string = 'InputError';
}
